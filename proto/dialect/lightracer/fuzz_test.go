package lightracer_test

import (
	"bytes"
	"reflect"
	"testing"
	"unicode/utf8"

	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/lightracer/lightracertest"
)

// FuzzNOD: what parses is the same after Append and another Parse.
func FuzzNOD(f *testing.F) {
	for _, e := range examples {
		f.Add(bytesOf(f, e.hex))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		n, rest, err := lightracer.ParseNOD(p)
		if err != nil {
			return
		}
		if again := append(n.Append(nil), rest...); !bytes.Equal(again, p) {
			t.Fatalf("%x came back as %x", p, again)
		}
		for _, e := range examples {
			m, again := blank(e.object), blank(e.object)
			if m.Parse(&n) != nil {
				continue
			}
			same, _, err := lightracer.ParseNOD(m.Append(nil))
			if err == nil {
				err = again.Parse(&same)
			}
			if err != nil || !reflect.DeepEqual(m, again) {
				t.Fatalf("%+v came back as %+v, %v", m, again, err)
			}
		}
	})
}

// FuzzUpdate: what parses is the same after Append and another Parse.
func FuzzUpdate(f *testing.F) {
	f.Add(sample().Append(nil))
	f.Add((&lightracer.Update{}).Append(nil))
	f.Fuzz(func(t *testing.T, p []byte) {
		var u, again lightracer.Update
		if u.Parse(p) != nil {
			return
		}
		if err := again.Parse(u.Append(nil)); err != nil || !bytes.Equal(u.Append(nil), again.Append(nil)) {
			t.Fatalf("%+v came back as %+v, %v", u, again, err)
		}
	})
}

// FuzzRequest: what parses is a line that parses as the same.
func FuzzRequest(f *testing.F) {
	for _, line := range []string{"JOIN Zoë", "CHAT hi; all", "READY", "SET bots 4", "LEAVE"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if m, err := lightracer.ParseRequest(line); err == nil && utf8.ValidString(line) { // as Lines sees to
			comesBack(t, m, lightracer.ParseRequest)
		}
	})
}

// FuzzReply: what parses is a line that parses as the same.
func FuzzReply(f *testing.F) {
	for _, line := range []string{
		"WELCOME 3 7001 -1", "PLAYERS 1 Ann;3 Zoë", "CHAT 0 hi", "SETTINGS bots=4 time=300 arena=field", "START", "OVER 3 40;1 25", "ERROR no",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if m, err := lightracertest.ParseReply(line); err == nil && utf8.ValidString(line) {
			comesBack(t, m, lightracertest.ParseReply)
		}
	})
}

// comesBack expects that a line is one line, and parses as it was said.
func comesBack[M lightracer.Reply](t *testing.T, m M, parse func(line string) (M, error)) {
	said := m.Append(nil)
	if bytes.IndexByte(said, '\n') != len(said)-1 {
		t.Fatalf("%q is not one line", said)
	}
	again, err := parse(string(said[:len(said)-1]))
	if err != nil || !bytes.Equal(again.Append(nil), said) {
		t.Fatalf("%q came back as %+v, %v", said, again, err)
	}
}
