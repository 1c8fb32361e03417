package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/crate-crypto/go-ipa/bandersnatch/fr"
	"github.com/crate-crypto/go-ipa/banderwagon"
	"github.com/crate-crypto/go-ipa/ipa"
)

const (
	basis = 256
	// A point of a table: x, y, t.
	tablePointBytes = 96
	// Windows of 16 bits for five generators, of 8 bits for the others; without the sign.
	tablePoints = 5*16<<15 + (basis-5)*32<<7
)

// The table is made once; it takes seconds.
var (
	table     *banderwagon.MSMPrecomp
	tableNote string
)

func loadIpa(name string, in []byte) (task, string) {
	work, curve, _ := strings.Cut(name, "/")
	if curve != "banderwagon" {
		return nil, ""
	}
	if work == "fixed" {
		makeTable()
		return loadFixed(in), tableNote
	}
	return loadPoints(work, in), ""
}

func makeTable() {
	if table != nil {
		return
	}
	points := ipa.GenerateRandomPoints(basis)
	start := time.Now()
	made, err := banderwagon.NewPrecompMSM(points)
	check(err)
	table = &made
	tableNote = fmt.Sprintf("bytes=%d ms=%.0f", tablePoints*tablePointBytes, time.Since(start).Seconds()*1e3)
}

// loadFixed reads k, k positions of 4 bytes and k scalars of 32 bytes, all little-endian.
func loadFixed(in []byte) task {
	k := count(in)
	scalars := make([]fr.Element, basis)
	for i := 0; i < k; i++ {
		position := binary.LittleEndian.Uint32(in[4+4*i:])
		at := 4 + 4*k + scalarBytes*i
		_, err := scalars[position].SetBytesLECanonical(append([]byte{}, in[at:at+scalarBytes]...))
		check(err)
	}
	return timed(func() banderwagon.Element { return table.MSM(scalars) }, func(sum banderwagon.Element) []byte {
		bytes := sum.Bytes()
		return bytes[:]
	})
}

// loadPoints reads n and n compressed points. The points are projective with Z ≠ 1, as results of
// computations are.
func loadPoints(work string, in []byte) task {
	encodings := pieces(in[4:], banderwagon.CompressedSize)
	points := make([]*banderwagon.Element, len(encodings))
	for i, bytes := range encodings {
		var decoded, sum banderwagon.Element
		check(decoded.SetBytes(bytes))
		sum.Double(&decoded)
		points[i] = sum.Sub(&sum, &decoded)
	}
	switch work {
	case "serialize":
		return timed(func() [][banderwagon.CompressedSize]byte {
			list := make([][banderwagon.CompressedSize]byte, len(points))
			for i, point := range points {
				list[i] = point.Bytes()
			}
			return list
		}, flatten)
	case "serialize-batch":
		return timed(func() [][banderwagon.CompressedSize]byte {
			return banderwagon.ElementsToBytes(points...)
		}, flatten)
	// There is no function for a list: one after the other is how a list is read.
	case "deserialize", "deserialize-batch":
		return timed(func() []*banderwagon.Element {
			list := make([]*banderwagon.Element, len(encodings))
			for i, bytes := range encodings {
				list[i] = new(banderwagon.Element)
				check(list[i].SetBytes(bytes))
			}
			return list
		}, func(list []*banderwagon.Element) []byte { return flatten(banderwagon.ElementsToBytes(list...)) })
	case "map":
		return timed(func() []fr.Element {
			list := make([]fr.Element, len(points))
			for i, point := range points {
				point.MapToScalarField(&list[i])
			}
			return list
		}, encodeScalars)
	case "map-batch":
		return timed(func() []fr.Element {
			list := make([]fr.Element, len(points))
			pointers := make([]*fr.Element, len(points))
			for i := range list {
				pointers[i] = &list[i]
			}
			check(banderwagon.BatchMapToScalarField(pointers, points))
			return list
		}, encodeScalars)
	}
	return nil
}

func flatten(list [][banderwagon.CompressedSize]byte) []byte {
	flat := []byte{}
	for _, bytes := range list {
		flat = append(flat, bytes[:]...)
	}
	return flat
}

func encodeScalars(list []fr.Element) []byte {
	flat := []byte{}
	for i := range list {
		bytes := list[i].BytesLE()
		flat = append(flat, bytes[:]...)
	}
	return flat
}
