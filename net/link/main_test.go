package link

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

// usualDialTimeout is that of programs. Tests on real sockets wait longer, for slow machines.
var usualDialTimeout = dialTimeout

func TestMain(m *testing.M) {
	dialTimeout = testkit.Limit
	testkit.Parallel(12)
	goleak.VerifyTestMain(m)
}

// makeCert makes a certificate, a new one each time.
func makeCert() tls.Certificate {
	b, err := NewCertificate()
	if err != nil {
		panic(err)
	}
	cert, err := tls.X509KeyPair(b, b)
	if err != nil {
		panic(err)
	}
	return cert
}

var testCert = sync.OnceValue(makeCert)

// drain receives all that has arrived.
func drain(l Link) (got []Packet) {
	for {
		p, ok := l.Receive(nil)
		if !ok {
			return got
		}
		got = append(got, p)
	}
}

// number is a packet with number n.
func number(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func numbersOn(ch Channel, packets []Packet) (numbers []int) {
	for _, p := range packets {
		if p.Channel == ch {
			numbers = append(numbers, numberOf(p.Bytes))
		}
	}
	return numbers
}

func upTo(from, to int) (numbers []int) {
	for n := from; n < to; n++ {
		numbers = append(numbers, n)
	}
	return numbers
}

// fixed are secrets that tests know.
var fixed = secrets{
	ToHost:   secret([]byte("key to the host.IV to the ho")),
	ToClient: secret([]byte("key to a client.IV to a clie")),
}

// epoch is the time in tests that do not depend on it.
var epoch = time.Unix(1e9, 0)

// exchange is a list of packets to send and expect.
var exchange = []Packet{
	{Channel: Control, Bytes: []byte("hello")},
	{Channel: Data, Bytes: []byte{0, 1, 2}},
	{Channel: Control, Bytes: nil},
	{Channel: Control, Bytes: bytes.Repeat([]byte("roster"), 600)},
	{Channel: Data, Bytes: bytes.Repeat([]byte{7}, MaxData)},
	{Channel: Data, Bytes: nil},
}

func sendAll(l Link, packets []Packet) {
	for _, p := range packets {
		l.Send(p.Channel, p.Bytes)
	}
}

func samePackets(a, b []Packet) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Channel != b[i].Channel || !bytes.Equal(a[i].Bytes, b[i].Bytes) {
			return false
		}
	}
	return true
}

// only returns the packets of one channel.
func only(ch Channel, packets []Packet) (some []Packet) {
	for _, p := range packets {
		if p.Channel == ch {
			some = append(some, p)
		}
	}
	return some
}

// eventually waits for a condition on real sockets.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	testkit.Until(t, what, happened)
}

func numberOf(b []byte) int { return int(binary.BigEndian.Uint32(b)) }

// plainSocket is a UDP socket without a udpSocket.
func plainSocket(t *testing.T) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP("udp4", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}
