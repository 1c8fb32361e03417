module curvemill/yardstick

go 1.26.8

require (
	github.com/consensys/gnark-crypto v0.22.0
	github.com/crate-crypto/go-ipa v0.0.0-20240724233137-53bbb0ceb27a
)

require (
	github.com/bits-and-blooms/bitset v1.25.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)
