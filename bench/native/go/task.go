package main

import (
	"encoding/binary"
	"time"
)

const scalarBytes = 32

// task does its work so many times; the encoded result, and the milliseconds of one.
type task func(times int) ([]byte, float64)

func timed[R any](work func() R, encode func(R) []byte) task {
	return func(times int) ([]byte, float64) {
		start := time.Now()
		for i := 1; i < times; i++ {
			work()
		}
		result := work()
		milliseconds := time.Since(start).Seconds() * 1e3 / float64(times)
		return encode(result), milliseconds
	}
}

// terms reads n as 4 bytes little-endian, n points, n scalars of 32 bytes.
func terms(in []byte, pointBytes int) (points, scalars [][]byte) {
	n := count(in)
	points = pieces(in[4:4+n*pointBytes], pointBytes)
	scalars = pieces(in[4+n*pointBytes:], scalarBytes)
	return points, scalars
}

func count(in []byte) int {
	return int(binary.LittleEndian.Uint32(in))
}

func pieces(in []byte, size int) [][]byte {
	list := make([][]byte, len(in)/size)
	for i := range list {
		list[i] = in[i*size : (i+1)*size]
	}
	return list
}
