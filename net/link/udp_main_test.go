package link

import (
	"encoding/binary"
	"net"
	"testing"
)

// number is a datagram that says n.
func udpNumber(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func udpNumberIn(b []byte) int { return int(binary.BigEndian.Uint32(b)) }

// stranger is a UDP socket of no Socket.
func udpStranger(t *testing.T) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}
