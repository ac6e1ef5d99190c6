package lightracer

import (
	"encoding/binary"
	"fmt"
)

// TokenSize is the length of a token, in bytes.
const TokenSize = 4

// ParseToken reads the token that p begins with.
func ParseToken(p []byte) (int32, error) {
	if len(p) < TokenSize {
		return 0, fmt.Errorf("token must be %d bytes, got %d", TokenSize, len(p))
	}
	return int32(binary.BigEndian.Uint32(p)), nil
}
