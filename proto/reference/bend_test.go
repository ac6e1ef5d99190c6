package reference

import (
	"bytes"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// bent returns the bytes with one thing changed, as neither decoder expects it.
func bent(t *rapid.T, b []byte) []byte {
	b = bytes.Clone(b)
	at := rapid.IntRange(0, max(len(b)-1, 0)).Draw(t, "at")
	other := rapid.Byte().Draw(t, "other")
	switch how := rapid.SampledFrom([]string{"cut off", "lengthened", "a byte", "a bit"}).Draw(t, "how"); {
	case how == "lengthened":
		return append(b, other)
	case len(b) == 0:
		return b
	case how == "cut off":
		return b[:at]
	case how == "a byte":
		b[at] = other
	case how == "a bit":
		b[at] ^= 1 << (other % 8)
	}
	return b
}
