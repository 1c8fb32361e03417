/**
 * Points of a twisted Edwards curve with a complete law, projective (EFD add-2008-bbjlp), with the
 * members of a point class of @noble/curves that the oracles use: that library refuses curves whose
 * a is no square. Independent of src/reference/.
 */

/**
 * @param {{ p: bigint, a: bigint, d: bigint, Gx: bigint, Gy: bigint }} curve
 */
export function edwardsPoints({ p, a, d, Gx, Gy }) {
  const mod = (/** @type {bigint} */ n) => ((n % p) + p) % p;

  /** By Fermat. @param {bigint} n */
  const invert = (n) => {
    let [result, square] = [1n, mod(n)];
    for (let rest = p - 2n; rest > 0n; rest >>= 1n, square = (square * square) % p) {
      if (rest & 1n) result = (result * square) % p;
    }
    return result;
  };

  return class EdwardsPoint {
    /** @param {bigint} X @param {bigint} Y @param {bigint} Z */
    constructor(X, Y, Z) {
      this.X = X;
      this.Y = Y;
      this.Z = Z;
    }

    static get BASE() {
      return new EdwardsPoint(Gx, Gy, 1n);
    }

    static get ZERO() {
      return new EdwardsPoint(0n, 1n, 1n);
    }

    /** @param {any} other */
    add(other) {
      const { X, Y, Z } = this;
      const A = mod(Z * other.Z);
      const B = mod(A * A);
      const [C, D] = [mod(X * other.X), mod(Y * other.Y)];
      const E = mod(d * C * D);
      const [F, G] = [B - E, B + E];
      const sum = (X + Y) * (other.X + other.Y) - C - D;
      return new EdwardsPoint(mod(A * F * sum), mod(A * G * (D - a * C)), mod(F * G));
    }

    double() {
      return this.add(this);
    }

    negate() {
      const { X, Y, Z } = this;
      return new EdwardsPoint(mod(-X), Y, Z);
    }

    /** @param {bigint} k not negative */
    multiplyUnsafe(k) {
      let result = EdwardsPoint.ZERO;
      for (const bit of k.toString(2)) {
        result = result.double();
        if (bit === '1') result = result.add(this);
      }
      return result;
    }

    toAffine() {
      const { X, Y, Z } = this;
      const inverse = invert(Z);
      return { x: mod(X * inverse), y: mod(Y * inverse) };
    }

    /** As an element: (0, −1) is the identity too. */
    is0() {
      return /** @type {any} */ (this).X === 0n;
    }
  };
}
