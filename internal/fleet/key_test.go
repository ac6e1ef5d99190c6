package fleet

import (
	"bytes"
	"crypto/ed25519"
	"testing"
)

func TestAKeyIsReadAsItIsWritten(t *testing.T) {
	if got := crc16([]byte("123456789")); got != 0x31c3 { // the check value of XMODEM's
		t.Errorf("the sum is %04x", got)
	}
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := FormatKey(public)
	if got, err := decodeKey(s); err != nil || !bytes.Equal(got, public) || len(s) != 56 || s[0] != 'U' {
		t.Errorf("%s is %x, %v", s, got, err)
	}
	for i := range s {
		if _, err := decodeKey(s[:i]); err == nil {
			t.Errorf("%s: taken", s[:i])
		}
		b := []byte(s)
		if b[i] = 'A'; s[i] == 'A' {
			b[i] = 'B'
		}
		if _, err := decodeKey(string(b)); err == nil {
			t.Errorf("%s for %s: taken", b, s)
		}
	}
}
