/** 109 points of a curve over a prime of 64 bits: all sums of two can be enumerated. */
import { tiny } from '../../curves/configs/tiny.js';

const { name, p, a, b, order, cofactor, generator } = tiny;

export default { name, p, a, b, order, cofactor, generator };
