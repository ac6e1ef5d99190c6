package fleet

import (
	"bytes"
	"strings"
	"testing"
)

var someMatch = Match{
	ID: 0x0102030405060708, Host: 2, Epoch: 1, Standby: 3, Address: "[2001:db8::1]:4242", Fingerprint: "SHA256:abc",
	Title: "Friday night", Mode: "deathmatch", Arena: "open", Players: 3, Bots: 5, Slots: 64,
}

func TestAppendedValuesParse(t *testing.T) {
	b := Append(nil, &someMatch)
	if !bytes.Contains(b, []byte(`"id":"0102030405060708"`)) {
		t.Errorf("ids are not 16 digits: %s", b)
	}
	if got, err := Parse[Match](b); err != nil || got != someMatch {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestValuesOutOfBoundsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Match){
		"no id":               func(m *Match) { m.ID = 0 },
		"no epoch":            func(m *Match) { m.Epoch = 0 },
		"no port":             func(m *Match) { m.Address = "example.org" },
		"port 0":              func(m *Match) { m.Address = "example.org:0" },
		"a path for a host":   func(m *Match) { m.Address = "example.org/x:1" },
		"half an address":     func(m *Match) { m.Address = "[::1:4242" },
		"any certificate":     func(m *Match) { m.Fingerprint = "" },
		"a long title":        func(m *Match) { m.Title = strings.Repeat("x", 61) },
		"a title with colour": func(m *Match) { m.Title = "\x1b[31mred" },
		"negative players":    func(m *Match) { m.Players = -1 },
		"too many slots":      func(m *Match) { m.Slots = 65 },
	} {
		m := someMatch
		change(&m)
		if m.check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if (&Host{ID: 1, Address: "a:1"}).check() == nil {
		t.Error("a host with any certificate is accepted")
	}
	if _, err := Parse[Match]([]byte(strings.Repeat(" ", MaxValue+1))); err == nil {
		t.Error("a value that is too long is accepted")
	}
}

// hostileTexts must not reach a terminal: control characters, invisible ones, changes of the writing direction, and piles of accents.
var hostileTexts = []string{"\x1b[2J", "a\u202eb", "\u3164", "\u2800", "a" + strings.Repeat("\u0301", 29), "a\u200db", "\xff"}

func TestTextsOfTheFleetAreLegible(t *testing.T) {
	good := Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:abc"}
	for _, text := range hostileTexts {
		host, named, match, arena := good, good, someMatch, someMatch
		host.Region, named.Name, match.Title, arena.Arena = text, text, text, text
		for what, v := range map[string]interface{ check() error }{
			"a region": &host, "a host's name": &named, "a title": &match, "an arena": &arena, "an error": &Answer{Error: text}, "a title that is asked for": &Ask{Open: &Open{Title: text}},
		} {
			if v.check() == nil {
				t.Errorf("%q is read as %s", text, what)
			}
		}
	}
}

func TestAnEntryThatTheDirectoryCannotHoldIsRefused(t *testing.T) {
	long := func(n int) []byte { return make([]byte, n) }
	for _, c := range []struct {
		kind  Kind
		key   string
		value []byte
		good  bool
	}{
		{Matches, someMatch.ID.String(), long(MaxValue), true}, {Matches, someMatch.ID.String(), long(MaxValue + 1), false},
		{Bans, "list", long(MaxBans), true}, {Bans, "list", long(MaxBans + 1), false},
		{Seats, "A-z_09", nil, true}, {Seats, strings.Repeat("a", maxKey), nil, true}, {Seats, strings.Repeat("a", maxKey+1), nil, false},
		{Seats, "", nil, false}, {Seats, "a.b", nil, false}, {Seats, "*", nil, false}, {Seats, "ä", nil, false}, {"others", "a", nil, false},
	} {
		if err := CheckEntry(c.kind, c.key, c.value); (err == nil) != c.good {
			t.Errorf("%s, %q, %d bytes: %v", c.kind, c.key, len(c.value), err)
		}
	}
}

func TestAppendedChunksParse(t *testing.T) {
	want := Chunk{Match: 1, Epoch: 2, Number: 3, First: true, Ended: true, Bytes: []byte("log")}
	b := want.Append(nil)
	got, err := ParseChunk(b)
	if err != nil || got.Match != 1 || got.Epoch != 2 || got.Number != 3 || !got.First || !got.Ended || string(got.Bytes) != "log" {
		t.Errorf("got %+v, %v", got, err)
	}
	for n := range chunkHead {
		if _, err := ParseChunk(b[:n]); err == nil {
			t.Errorf("%d bytes: accepted", n)
		}
	}
	if _, err := ParseChunk(make([]byte, chunkHead+MaxChunk+1)); err == nil {
		t.Error("one that is too long is accepted")
	}
}

func FuzzValues(f *testing.F) {
	f.Add(Append(nil, &someMatch))
	f.Add(Append(nil, &Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:abc"}))
	f.Add(Append(nil, &Ask{Takeover: &Takeover{Match: someMatch}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := Parse[Host](b); err == nil {
			Append(nil, &v)
		}
		if v, err := Parse[Match](b); err == nil {
			Append(nil, &v)
		}
		if v, err := Parse[Ask](b); err == nil {
			Append(nil, &v)
		}
		if v, err := Parse[Answer](b); err == nil {
			Append(nil, &v)
		}
	})
}

func FuzzParseChunk(f *testing.F) {
	c := Chunk{Match: 1, Epoch: 2, Bytes: []byte("log")}
	f.Add(c.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := ParseChunk(b); err == nil && !bytes.Equal(c.Append(nil), b) {
			t.Errorf("%x is written as %x", b, c.Append(nil))
		}
	})
}
