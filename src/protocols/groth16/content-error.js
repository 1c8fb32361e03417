/** Whose error it is: what a file says is its writer's, how it is passed the program's. */
import { InputError } from '../../errors.js';

/** A file that says what it must not: for whoever asks whether it is right, no exception. */
export class ContentError extends InputError {}
