package fleet

import (
	"crypto/ed25519"
	"encoding/base32"
	"encoding/binary"
	"fmt"
)

// The text of a public nkey is, in base32: 1 what it is of, 32 the key of ed25519, 2 a CRC-16 of those, lowest byte first.
const (
	keyOfUser = 20 << 3 // "U...": whoever connects to a bus
	keyBytes  = 1 + ed25519.PublicKeySize + 2
)

var keyText = base32.StdEncoding.WithPadding(base32.NoPadding)

// FormatKey returns the public nkey of a host or a door.
func FormatKey(key ed25519.PublicKey) string {
	b := append([]byte{keyOfUser}, key...)
	return keyText.EncodeToString(binary.LittleEndian.AppendUint16(b, crc16(b)))
}

// ParseKey reads a public nkey.
func ParseKey(s string) (ed25519.PublicKey, error) {
	b, err := keyText.DecodeString(s)
	if err != nil || len(b) != keyBytes || b[0] != keyOfUser || crc16(b[:keyBytes-2]) != binary.LittleEndian.Uint16(b[keyBytes-2:]) {
		return nil, fmt.Errorf("a public nkey must be 56 letters and digits, beginning with U, got %.60q", s)
	}
	return ed25519.PublicKey(b[1 : keyBytes-2]), nil
}

// crc16 is that of XMODEM: the polynomial 1021, from 0.
func crc16(b []byte) (crc uint16) {
	for _, x := range b {
		crc ^= uint16(x) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
