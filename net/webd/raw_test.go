package webd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"time"
)

// raw is a connection of a stranger, who keeps to no protocol.
type raw struct {
	*testing.T
	net.Conn
	r *bufio.Reader
}

func (d *door) connects() *raw {
	d.Helper()
	return d.connectsFrom(net.IPv4(127, 0, 0, 1))
}

func (d *door) connectsFrom(ip net.IP) *raw {
	d.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}, Timeout: longest}).DialContext(context.Background(), "tcp", d.Addr().String())
	if err != nil {
		d.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(longest))
	d.Cleanup(func() { c.Close() })
	return &raw{T: d.T, Conn: c, r: bufio.NewReader(c)}
}

func (c *raw) sends(text string) { io.WriteString(c, text) }

// isAnswered returns the status of the next answer to a request, or 0 if there is none.
func (c *raw) isAnswered() int {
	r, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, r.Body)
	return r.StatusCode
}

// isGone waits until the host has hung up, or reports that it does not.
func (c *raw) isGone() bool {
	_, err := io.Copy(io.Discard, c.r)
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

const upgrade = "GET /ws HTTP/1.1\r\nHost: host\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: dogfight.1\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"

// upgrades makes it a WebSocket on which the stranger says nothing yet.
func (c *raw) upgrades() *raw {
	c.Helper()
	c.sends(upgrade)
	if status := c.isAnswered(); status != http.StatusSwitchingProtocols {
		c.Fatalf("a WebSocket is answered %d", status)
	}
	return c
}

// comesIn makes it one on which they play.
func (c *raw) comesIn() *raw {
	c.Helper()
	c.upgrades()
	c.sends(frame(opText, `{"hello": {"name": "Eve", "columns": 80, "rows": 24}}`))
	for op, text := c.frame(); ; op, text = c.frame() {
		if op == opText && len(text) > 9 && text[2:9] == "welcome" {
			return c
		}
		if op == 0 {
			c.Fatal("they are not let in")
		}
	}
}

// frame returns what comes next, or 0 at the end.
func (c *raw) frame() (op byte, payload string) {
	var head [2]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, ""
	}
	n := int(head[1])
	if n == 126 {
		var long [2]byte
		io.ReadFull(c.r, long[:])
		n = int(binary.BigEndian.Uint16(long[:]))
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(c.r, b); err != nil {
		return 0, ""
	}
	return head[0] & 0xf, string(b)
}

// Opcodes, and other bits of a frame's first byte and of its second (RFC 6455, 5.2).
const (
	opContinue, opText, opBinary, opClose, opPing, opPong = 0, 1, 2, 8, 9, 10

	fin, reserved1, reserved2, reserved3 = 0x80, 0x40, 0x20, 0x10
	masked                               = 0x80
)

// frame is one that is masked with zeros.
func frame(op byte, payload string) string { return frameOf(fin|op, masked, payload) }

func frameOf(first, second byte, payload string) string {
	mask := ""
	if second&masked != 0 {
		mask = "\x00\x00\x00\x00"
	}
	if len(payload) < 126 {
		return string([]byte{first, second | byte(len(payload))}) + mask + payload
	}
	return string(binary.BigEndian.AppendUint16([]byte{first, second | 126}, uint16(len(payload)))) + mask + payload
}
