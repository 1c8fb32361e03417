package main

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// 04, x, y. gnark's own format has no byte before the coordinates.
const (
	uncompressed      = 4
	uncompressedBytes = 1 + secp256k1.SizeOfG1AffineUncompressed
)

func loadSecp256k1(work string, in []byte) task {
	encodings, scalarEncodings := terms(in, uncompressedBytes)
	points := decodeSec1(encodings)
	scalars := make([]fr.Element, len(points))
	integers := make([]big.Int, len(points))
	for i, bytes := range scalarEncodings {
		scalars[i].SetBytes(bytes)
		integers[i].SetBytes(bytes)
	}
	encode := func(sum secp256k1.G1Jac) []byte {
		var affine secp256k1.G1Affine
		affine.FromJacobian(&sum)
		return encodeSec1([]secp256k1.G1Affine{affine})
	}
	switch work {
	case "msm":
		return timed(func() (sum secp256k1.G1Jac) {
			_, err := sum.MultiExp(points, scalars, oneTask)
			check(err)
			return sum
		}, encode)
	case "naive":
		return timed(func() (sum secp256k1.G1Jac) {
			for i := range points {
				var point, term secp256k1.G1Jac
				point.FromAffine(&points[i])
				term.ScalarMultiplication(&point, &integers[i])
				sum.AddAssign(&term)
			}
			return sum
		}, encode)
	}
	return nil
}

// loadAdditions adds affine points in pairs, each with its own inversion or all with one
// (Montgomery's trick). gnark keeps its own to itself; these are written over its field. x1 ≠ x2 is
// taken for granted.
func loadAdditions(work string, in []byte) task {
	n := count(in)
	points := decodeSec1(pieces(in[4:], uncompressedBytes))
	first, second := points[:n], points[n:]
	differences := make([]fp.Element, n)
	subtract := func() {
		for i := range differences {
			differences[i].Sub(&second[i].X, &first[i].X)
		}
	}
	sum := func(inverses []fp.Element) []secp256k1.G1Affine {
		sums := make([]secp256k1.G1Affine, n)
		for i := range sums {
			addWith(&sums[i], &first[i], &second[i], &inverses[i])
		}
		return sums
	}
	switch work {
	case "additions":
		return timed(func() []secp256k1.G1Affine {
			subtract()
			return sum(fp.BatchInvert(differences))
		}, encodeSec1)
	case "single-additions":
		return timed(func() []secp256k1.G1Affine {
			subtract()
			for i := range differences {
				differences[i].Inverse(&differences[i])
			}
			return sum(differences)
		}, encodeSec1)
	}
	return nil
}

func addWith(sum, p, q *secp256k1.G1Affine, inverse *fp.Element) {
	var slope fp.Element
	slope.Sub(&q.Y, &p.Y)
	slope.Mul(&slope, inverse)
	sum.X.Square(&slope)
	sum.X.Sub(&sum.X, &p.X)
	sum.X.Sub(&sum.X, &q.X)
	sum.Y.Sub(&p.X, &sum.X)
	sum.Y.Mul(&sum.Y, &slope)
	sum.Y.Sub(&sum.Y, &p.Y)
}

func decodeSec1(encodings [][]byte) []secp256k1.G1Affine {
	points := make([]secp256k1.G1Affine, len(encodings))
	for i, bytes := range encodings {
		_, err := points[i].SetBytes(bytes[1:])
		check(err)
	}
	return points
}

func encodeSec1(points []secp256k1.G1Affine) []byte {
	list := make([]byte, 0, len(points)*uncompressedBytes)
	for i := range points {
		bytes := points[i].RawBytes()
		list = append(append(list, uncompressed), bytes[:]...)
	}
	return list
}
