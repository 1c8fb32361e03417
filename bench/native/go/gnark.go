package main

import (
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
)

// oneTask keeps MultiExp on one goroutine.
var oneTask = ecc.MultiExpConfig{NbTasks: 1}

func loadGnark(name string, in []byte) (task, string) {
	work, curve, _ := strings.Cut(name, "/")
	switch curve {
	case "bls12-381-g1":
		return loadG1(work, in), ""
	case "bls12-381-g2":
		return loadG2(work, in), ""
	case "bn254-g1", "bn254-g2":
		return loadBn254(curve, work, in), ""
	case "secp256k1":
		if strings.HasSuffix(work, "additions") {
			return loadAdditions(work, in), ""
		}
		return loadSecp256k1(work, in), ""
	}
	return nil, ""
}
