package main

import (
	"math/big"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

func loadG1(work string, in []byte) task {
	encodings, scalarEncodings := terms(in, bls.SizeOfG1AffineUncompressed)
	points := make([]bls.G1Affine, len(encodings))
	for i, bytes := range encodings {
		_, err := points[i].SetBytes(bytes)
		check(err)
	}
	scalars, integers := decodeBlsScalars(scalarEncodings)
	encode := func(sum bls.G1Jac) []byte {
		var affine bls.G1Affine
		affine.FromJacobian(&sum)
		bytes := affine.RawBytes()
		return bytes[:]
	}
	switch work {
	case "msm":
		return timed(func() (sum bls.G1Jac) {
			_, err := sum.MultiExp(points, scalars, oneTask)
			check(err)
			return sum
		}, encode)
	case "naive":
		return timed(func() (sum bls.G1Jac) {
			for i := range points {
				var point, term bls.G1Jac
				point.FromAffine(&points[i])
				term.ScalarMultiplication(&point, &integers[i])
				sum.AddAssign(&term)
			}
			return sum
		}, encode)
	}
	return nil
}

func loadG2(work string, in []byte) task {
	encodings, scalarEncodings := terms(in, bls.SizeOfG2AffineUncompressed)
	points := make([]bls.G2Affine, len(encodings))
	for i, bytes := range encodings {
		_, err := points[i].SetBytes(bytes)
		check(err)
	}
	scalars, integers := decodeBlsScalars(scalarEncodings)
	encode := func(sum bls.G2Jac) []byte {
		var affine bls.G2Affine
		affine.FromJacobian(&sum)
		bytes := affine.RawBytes()
		return bytes[:]
	}
	switch work {
	case "msm":
		return timed(func() (sum bls.G2Jac) {
			_, err := sum.MultiExp(points, scalars, oneTask)
			check(err)
			return sum
		}, encode)
	case "naive":
		return timed(func() (sum bls.G2Jac) {
			for i := range points {
				var point, term bls.G2Jac
				point.FromAffine(&points[i])
				term.ScalarMultiplication(&point, &integers[i])
				sum.AddAssign(&term)
			}
			return sum
		}, encode)
	}
	return nil
}

func decodeBlsScalars(encodings [][]byte) ([]fr.Element, []big.Int) {
	scalars := make([]fr.Element, len(encodings))
	integers := make([]big.Int, len(encodings))
	for i, bytes := range encodings {
		scalars[i].SetBytes(bytes)
		integers[i].SetBytes(bytes)
	}
	return scalars, integers
}
