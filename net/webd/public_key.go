package webd

import (
	"bytes"
	"encoding/hex"
	"slices"
)

// isKey reports whether 32 bytes may be the key of one player: written in the one way there is, and not one of those few
// by which anybody can sign anything. Points that are another key and one of these added up are not looked for: only
// those who hold the other key can sign for them, and may as well make themselves a new one.
func isKey(key []byte) bool {
	y := slices.Clone(key)
	y[31] &^= 0x80 // the sign of x
	return below(y, fieldPrime) && !slices.ContainsFunc(smallOrder, func(small []byte) bool { return bytes.Equal(y, small) })
}

// below compares numbers whose lowest byte is first.
func below(a, b []byte) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

var (
	// fieldPrime is 2^255 - 19 (RFC 8032, 5.1), lowest byte first.
	fieldPrime = unhex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
	// smallOrder are the y of the eight points whose order divides eight, lowest byte first.
	smallOrder = [][]byte{
		unhex("0100000000000000000000000000000000000000000000000000000000000000"), // order 1
		unhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"), // 2
		unhex("0000000000000000000000000000000000000000000000000000000000000000"), // 4, two points
		unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), // 8, two points
		unhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), // 8, two points
	}
)

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}
