package main

import (
	bn "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
)

// spread is the number of elements that stand for a whole list when results are compared.
const spread = 64

func loadBn254(curve, work string, in []byte) task {
	switch {
	case work == "ntt":
		return loadTransform(in)
	case work == "pairing":
		return loadProduct(in)
	case work != "msm":
		return nil
	case curve == "bn254-g1":
		encodings, scalars := terms(in, bn.SizeOfG1AffineUncompressed)
		points := make([]bn.G1Affine, len(encodings))
		for i, bytes := range encodings {
			_, err := points[i].SetBytes(bytes)
			check(err)
		}
		elements := decodeBn254Scalars(scalars)
		return timed(func() (sum bn.G1Affine) {
			_, err := sum.MultiExp(points, elements, oneTask)
			check(err)
			return sum
		}, func(sum bn.G1Affine) []byte { bytes := sum.RawBytes(); return bytes[:] })
	default:
		encodings, scalars := terms(in, bn.SizeOfG2AffineUncompressed)
		points := make([]bn.G2Affine, len(encodings))
		for i, bytes := range encodings {
			_, err := points[i].SetBytes(bytes)
			check(err)
		}
		elements := decodeBn254Scalars(scalars)
		return timed(func() (sum bn.G2Affine) {
			_, err := sum.MultiExp(points, elements, oneTask)
			check(err)
			return sum
		}, func(sum bn.G2Affine) []byte { bytes := sum.RawBytes(); return bytes[:] })
	}
}

func decodeBn254Scalars(encodings [][]byte) []fr.Element {
	elements := make([]fr.Element, len(encodings))
	for i, bytes := range encodings {
		elements[i].SetBytes(bytes)
	}
	return elements
}

// loadTransform does a transform and its inverse, in natural order; encoded are the values of one
// more transform.
func loadTransform(in []byte) task {
	list := decodeBn254Scalars(pieces(in[4:], scalarBytes))
	domain := fft.NewDomain(uint64(len(list)))
	forward := func(list []fr.Element) {
		domain.FFT(list, fft.DIF, fft.WithNbTasks(1))
		fft.BitReverse(list)
	}
	return timed(func() []fr.Element {
		forward(list)
		domain.FFTInverse(list, fft.DIF, fft.WithNbTasks(1))
		fft.BitReverse(list)
		return list
	}, func(list []fr.Element) []byte {
		values := append([]fr.Element{}, list...)
		forward(values)
		bytes := []byte{}
		for i := 0; i < spread; i++ {
			element := values[i*97%len(values)].Bytes()
			bytes = append(bytes, element[:]...)
		}
		return bytes
	})
}

// loadProduct reads n, n points of G1, n of G2, whose product of pairings is one.
func loadProduct(in []byte) task {
	n := count(in)
	middle := 4 + n*bn.SizeOfG1AffineUncompressed
	first, second := make([]bn.G1Affine, n), make([]bn.G2Affine, n)
	for i, bytes := range pieces(in[4:middle], bn.SizeOfG1AffineUncompressed) {
		_, err := first[i].SetBytes(bytes)
		check(err)
	}
	for i, bytes := range pieces(in[middle:], bn.SizeOfG2AffineUncompressed) {
		_, err := second[i].SetBytes(bytes)
		check(err)
	}
	return timed(func() bool {
		isOne, err := bn.PairingCheck(first, second)
		check(err)
		return isOne
	}, func(isOne bool) []byte {
		if isOne {
			return []byte{1}
		}
		return []byte{0}
	})
}
