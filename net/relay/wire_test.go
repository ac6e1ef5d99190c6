package relay

import (
	"bytes"
	"encoding/hex"
	"errors"
	"net/netip"
	"reflect"
	"testing"
)

var (
	someone   = netip.MustParseAddrPort("192.0.2.7:4660")
	testNonce = Nonce{0: 0xaa, 15: 0xbb}
)

// TestBytesOnTheWire has every message as bytes. Each is parsed to itself, and no part of it is accepted.
func TestBytesOnTheWire(t *testing.T) {
	preamble := func(b []byte) (any, error) {
		kind, content, err := readPreamble(bytes.NewReader(b))
		return [2]string{string(kind), string(content)}, err
	}
	frame := func(b []byte) ([]byte, error) {
		_, content, err := readFrame(bytes.NewReader(b), make([]byte, maxFrame))
		return content, err
	}
	refused := errors.New("refused")
	ok := func(v any, ok bool) (any, error) {
		if !ok {
			return nil, refused
		}
		return v, nil
	}
	type numbers [2]uint64
	for name, m := range map[string]struct {
		hex   string
		bytes []byte
		want  any
		parse func(b []byte) (any, error)
	}{
		"ask": {
			"444f4752 01 01 18 616d6265722d666f782d376b33712d393268642d6d347874", appendPreamble(nil, kindAsk, string(testCode)),
			[2]string{"\x01", string(testCode)}, preamble,
		},
		"claim": {
			"444f4752 01 02 10 30313233343536373839616263646566", appendPreamble(nil, kindClaim, "0123456789abcdef"),
			[2]string{"\x02", "0123456789abcdef"}, preamble,
		},
		"answer": {
			"00 0102030405060708 1098 aa0000000000000000000000000000bb", (&answer{0, 0x0102030405060708, 4248, testNonce}).append(nil),
			answer{0, 0x0102030405060708, 4248, testNonce}, func(b []byte) (any, error) { return readAnswer(bytes.NewReader(b)) },
		},
		"register": {
			"01 28 aa0000000000000000000000000000bb 616d6265722d666f782d376b33712d393268642d6d347874", appendRegister(nil, frameRegister, testCode, testNonce),
			[]any{testCode, testNonce}, func(b []byte) (any, error) {
				content, err := frame(b)
				if err != nil {
					return nil, err
				}
				code, nonce, err := parseRegister(content)
				return []any{code, nonce}, err
			},
		},
		"caller": {
			"82 22 30313233343536373839616263646566 00000000000000000000ffffc0000207 1234", appendCaller(nil, frameCaller, call([]byte("0123456789abcdef")), someone),
			[]any{call([]byte("0123456789abcdef")), someone}, func(b []byte) (any, error) {
				content, err := frame(b)
				if err != nil {
					return nil, err
				}
				number, from, err := parseCaller(content)
				return []any{number, from}, err
			},
		},
		"open": {
			"04 28 aa0000000000000000000000000000bb 616d6265722d666f782d376b33712d393268642d6d347874", appendRegister(nil, frameOpen, testCode, testNonce),
			[]any{testCode, testNonce}, func(b []byte) (any, error) {
				content, err := frame(b)
				if err != nil {
					return nil, err
				}
				code, nonce, err := parseRegister(content)
				return []any{code, nonce}, err
			},
		},
		"browser": {
			"85 22 30313233343536373839616263646566 00000000000000000000ffffc0000207 1234", appendCaller(nil, frameBrowser, call([]byte("0123456789abcdef")), someone),
			[]any{call([]byte("0123456789abcdef")), someone}, func(b []byte) (any, error) {
				content, err := frame(b)
				if err != nil {
					return nil, err
				}
				number, from, err := parseCaller(content)
				return []any{number, from}, err
			},
		},
		"bind": {
			"d1 0102030405060708 1112131415161718 0000000000000000000000000000000000000000000000", AppendBind(nil, 0x0102030405060708, 0x1112131415161718),
			numbers{0x0102030405060708, 0x1112131415161718}, func(b []byte) (any, error) {
				number, challenge, is := parseBind(b)
				return ok(numbers{number, challenge}, is)
			},
		},
		"bound": {
			"d2 0102030405060708 1112131415161718 00000000000000000000ffffc0000207 1234",
			(&BoundAnswer{0x0102030405060708, 0x1112131415161718, someone}).append(nil), BoundAnswer{0x0102030405060708, 0x1112131415161718, someone},
			func(b []byte) (any, error) {
				a, is := ParseBound(b)
				return ok(a, is)
			},
		},
	} {
		want, err := hex.DecodeString(string(bytes.ReplaceAll([]byte(m.hex), []byte(" "), nil)))
		if err != nil {
			t.Fatal(name, err)
		}
		if !bytes.Equal(m.bytes, want) {
			t.Errorf("%s is % x, expected % x", name, m.bytes, want)
		}
		if got, err := m.parse(want); err != nil || !reflect.DeepEqual(got, m.want) {
			t.Errorf("%s: parsed %v, %v, expected %v", name, got, err, m.want)
		}
		for n := range want {
			if got, err := m.parse(want[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes were parsed as %v", name, n, len(want), got)
			}
		}
	}
}

func TestDataKeepsTheDatagramWithinIt(t *testing.T) {
	b := append(AppendDataHeader(nil, 7), "sealed"...)
	if want := "d00000000000000007" + hex.EncodeToString([]byte("sealed")); hex.EncodeToString(b) != want {
		t.Errorf("got %x, expected %s", b, want)
	}
	if number, inner, ok := ParseData(b); !ok || number != 7 || string(inner) != "sealed" {
		t.Errorf("got %d, %q, %v", number, inner, ok)
	}
	for _, wrong := range [][]byte{nil, b[:8], append([]byte{Bind}, b[1:]...), append(b, make([]byte, maxDatagram)...)} {
		if _, _, ok := ParseData(wrong); ok {
			t.Errorf("%d bytes were accepted: % x", len(wrong), wrong[:min(9, len(wrong))])
		}
	}
}

func TestABindIsLongerThanItsAnswer(t *testing.T) {
	if question, answer := len(AppendBind(nil, 1, 2)), len((&BoundAnswer{1, 2, someone}).append(nil)); answer > question {
		t.Errorf("%d bytes answer %d", answer, question)
	}
}

func TestPreamblesOfOthersAreRefused(t *testing.T) {
	for _, wrong := range []string{"GET / HTTP/1.1\r\n", "DOGR\x01\x03\x01a", "DOGR\x01\x01\x00", "DOGR\x01\x01\x41" + string(make([]byte, 65)), "DOGR\x01\x02\x0f0123456789abcde"} {
		if kind, content, err := readPreamble(bytes.NewReader([]byte(wrong))); err != errNotOurs {
			t.Errorf("%q: got %d, %q, %v", wrong, kind, content, err)
		}
	}
	if _, _, err := readPreamble(bytes.NewReader([]byte("DOGR\x02\x01\x01a"))); err != errVersion {
		t.Errorf("got %v, expected that the version is another", err)
	}
}

func FuzzPreamble(f *testing.F) {
	f.Add(appendPreamble(nil, kindAsk, string(testCode)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if kind, content, err := readPreamble(bytes.NewReader(b)); err == nil {
			if again := appendPreamble(nil, kind, string(content)); !bytes.HasPrefix(b, again) {
				t.Errorf("% x became % x", b, again)
			}
		}
	})
}

func FuzzFrame(f *testing.F) {
	f.Add(appendRegister(nil, frameRegister, testCode, testNonce))
	f.Add(appendCaller(nil, frameCaller, call{1}, someone))
	f.Fuzz(func(t *testing.T, b []byte) {
		kind, content, err := readFrame(bytes.NewReader(b), make([]byte, maxFrame))
		if err != nil {
			return
		}
		if again := appendFrame(nil, kind, content...); !bytes.HasPrefix(b, again) {
			t.Errorf("% x became % x", b, again)
		}
		if code, nonce, err := parseRegister(content); err == nil && !bytes.Equal(appendRegister(nil, frameRegister, code, nonce)[2:], content) {
			t.Errorf("%q is registered as %s", content, code)
		}
		if number, from, err := parseCaller(content); err == nil && !bytes.Equal(appendCaller(nil, frameCaller, number, from)[2:], content) {
			t.Errorf("% x is a caller from %v", content, from)
		}
	})
}

func FuzzDatagram(f *testing.F) {
	f.Add(AppendBind(nil, 1, 2))
	f.Add((&BoundAnswer{1, 2, someone}).append(nil))
	f.Add(append(AppendDataHeader(nil, 7), "sealed"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		if number, inner, ok := ParseData(b); ok && !bytes.Equal(append(AppendDataHeader(nil, number), inner...), b) {
			t.Errorf("% x is data of %d", b, number)
		}
		if a, ok := ParseBound(b); ok && !bytes.Equal(a.append(nil), b) {
			t.Errorf("% x is %v", b, a)
		}
	})
}
