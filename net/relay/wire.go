package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/netip"
)

const (
	magic   = "DOGR"
	version = 1

	kindAsk   = 1
	kindClaim = 2

	preambleHeader = 7
	maxCode        = 64
	callSize       = 16
	nonceSize      = 16
)

// Nonce makes the code of an invitation unpredictable for guests of earlier ones.
type Nonce [nonceSize]byte

// call is the number of a caller that waits for its host.
type call [callSize]byte

var (
	errNotOurs = errors.New("not the beginning of an ask or a claim")
	errVersion = errors.New("another version of the relay's protocol")
)

func appendPreamble(b []byte, kind byte, content string) []byte {
	b = append(b, magic...)
	b = append(b, version, kind, byte(len(content)))
	return append(b, content...)
}

// readPreamble reads the beginning of an ask or a claim.
func readPreamble(r io.Reader) (kind byte, content []byte, err error) {
	var head [preambleHeader]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	kind, n := head[5], int(head[6])
	switch {
	case string(head[:4]) != magic:
		return 0, nil, errNotOurs
	case head[4] != version:
		return 0, nil, errVersion
	case kind == kindAsk && n >= 1 && n <= maxCode, kind == kindClaim && n == callSize:
		content = make([]byte, n)
		_, err = io.ReadFull(r, content)
		return kind, content, err
	}
	return 0, nil, errNotOurs
}

// Status is a relay's answer.
type Status byte

const (
	spliced    Status = 0
	Unknown    Status = 1 // no host has this code
	NoHost     Status = 2 // the host does not answer
	Full       Status = 3
	Ending     Status = 4
	OldVersion Status = 5
	Taken      Status = 6 // another host has this code
	NoBrowsers Status = 7 // the host takes none
)

// Error explains a refusal to a user.
func (s Status) Error() string {
	switch s {
	case Unknown:
		return "the relay knows no such invitation: is it complete, and is the match still hosted? An invitation ends with its host"
	case NoHost:
		return "the host of this invitation does not answer the relay"
	case Full:
		return "the relay has no room now"
	case Ending:
		return "the relay is about to stop"
	case OldVersion:
		return "the relay speaks another version: is one of you out of date?"
	case Taken:
		return "another host has this invitation"
	case NoBrowsers:
		return "the host of this invitation takes no browsers"
	}
	return fmt.Sprintf("the relay refused with status %d", byte(s))
}

// answer is the relay's answer to an ask or a claim.
type answer struct {
	status Status
	number uint64 // of this end in datagrams
	port   uint16 // of the relay's UDP; 0 for none
	nonce  Nonce
}

const answerSize = 27

func (a *answer) append(b []byte) []byte {
	b = append(b, byte(a.status))
	b = binary.BigEndian.AppendUint64(b, a.number)
	b = binary.BigEndian.AppendUint16(b, a.port)
	return append(b, a.nonce[:]...)
}

func readAnswer(r io.Reader) (a answer, err error) {
	var b [answerSize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return a, err
	}
	a = answer{Status(b[0]), binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint16(b[9:]), Nonce(b[11:])}
	if a.status != spliced {
		return a, a.status
	}
	return a, nil
}

// Kinds of frames of a host connection.
const (
	frameRegister = 0x01
	frameWithdraw = 0x02
	framePing     = 0x03
	frameStatus   = 0x81
	frameCaller   = 0x82
	framePong     = 0x83
	frameEnding   = 0x84

	// Of the second version.
	frameOpen    = 0x04
	frameBrowser = 0x85

	maxFrame = nonceSize + maxCode
)

var errFrame = errors.New("not a frame of a relay's connection")

func appendFrame(b []byte, kind byte, content ...byte) []byte {
	return append(append(b, kind, byte(len(content))), content...)
}

// readFrame reads a frame into buf, which has room for maxFrame bytes.
func readFrame(r io.Reader, buf []byte) (kind byte, content []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int(head[1])
	if n > maxFrame {
		return 0, nil, errFrame
	}
	_, err = io.ReadFull(r, buf[:n])
	return head[0], buf[:n], err
}

// appendRegister appends a frame of the kind register or open.
func appendRegister(b []byte, kind byte, code Code, nonce Nonce) []byte {
	return appendFrame(b, kind, append(nonce[:], code...)...)
}

func parseRegister(b []byte) (code Code, nonce Nonce, err error) {
	if len(b) <= nonceSize {
		return "", nonce, errFrame
	}
	code, err = parseCode(b[nonceSize:])
	return code, Nonce(b), err
}

// parseCode accepts a code in its only form on the wire.
func parseCode(b []byte) (Code, error) {
	code, err := ParseCode(string(b))
	if err != nil || string(code) != string(b) {
		return "", errFrame
	}
	return code, nil
}

// appendCaller appends a frame of the kind caller or browser.
func appendCaller(b []byte, kind byte, number call, from netip.AddrPort) []byte {
	return appendFrame(b, kind, appendAddress(bytes.Clone(number[:]), from)...)
}

func parseCaller(b []byte) (number call, from netip.AddrPort, err error) {
	if len(b) != callSize+addressSize {
		return number, from, errFrame
	}
	return call(b), parseAddress(b[callSize:]), nil
}

const addressSize = 18

func appendAddress(b []byte, a netip.AddrPort) []byte {
	as16 := a.Addr().As16()
	return binary.BigEndian.AppendUint16(append(b, as16[:]...), a.Port())
}

// parseAddress parses addressSize bytes.
func parseAddress(b []byte) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom16([16]byte(b)).Unmap(), binary.BigEndian.Uint16(b[16:]))
}
