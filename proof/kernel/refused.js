/** How a proof ends that does not succeed. Everything that is not understood is refused. */

/** The checker cannot show what was asked: too little is known, or it is false. */
export class Refused extends Error {}

/** The assumptions of a path contradict each other: no input takes it. */
export class Contradiction extends Error {}

/** The function traps on this path, and returns nothing. */
export class Trap extends Contradiction {}

/** The run needs a choice, and nobody follows the others. */
export class NeedChoice extends Error {}
