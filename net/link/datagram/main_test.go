package datagram

import (
	"encoding/binary"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// number is a packet that says n.
func number(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
