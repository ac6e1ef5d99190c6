package lightracer_test

import (
	"reflect"
	"strings"
	"testing"

	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

func TestEveryRequestHasItsLine(t *testing.T) {
	for line, want := range map[string]lightracer.Request{
		"JOIN Zoë Ann":        &lightracer.Join{Name: "Zoë Ann"},
		"JOIN ":               &lightracer.Join{},
		"CHAT hi; all":        &lightracer.Say{Text: "hi; all"},
		"READY":               &lightracer.Ready{},
		"SET bots 4":          &lightracer.Set{Key: "bots", Value: "4"},
		"SET arena long name": &lightracer.Set{Key: "arena", Value: "long name"},
		"LEAVE":               &lightracer.Leave{},
	} {
		if got := string(want.Append(nil)); got != line+"\n" {
			t.Errorf("expected %q, got %q", line, got)
		}
		if got, err := lightracer.ParseRequest(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: expected %+v, got %+v and %v", line, want, got, err)
		}
	}
}

func TestEveryReplyHasItsLine(t *testing.T) {
	for line, want := range map[string]lightracer.Reply{
		"WELCOME 3 7001 -1234567":     &lightracer.Welcome{ID: 3, DataPort: 7001, Token: -1234567},
		"PLAYERS":                     &lightracer.Players{},
		"PLAYERS 1 Ann B.;64 Zoë":     &lightracer.Players{List: []lightracer.Name{{1, "Ann B."}, {64, "Zoë"}}},
		"CHAT 0 the host closes; bye": &lightracer.Chat{ID: 0, Text: "the host closes; bye"},
		"SETTINGS bots=4 time=300 mode=teams arena=far out": &lightracer.Settings{Bots: 4, Time: 300, Mode: "teams", Arena: "far out"},
		"SETTINGS bots=0 time=0 mode= arena=":               &lightracer.Settings{},
		"START":                                             &lightracer.Start{},
		"OVER":                                              &lightracer.Over{},
		"OVER 3 40;1 -5":                                    &lightracer.Over{Scores: []lightracer.Score{{3, 40}, {1, -5}}},
		"ERROR JOIN must come first":                        &lightracer.Error{Reason: "JOIN must come first"},
		"SETTINGS bots=1 time=2 mode=orb arena=a arena=b c=d ": &lightracer.Settings{Bots: 1, Time: 2, Mode: "orb", Arena: "a arena=b c=d "},
	} {
		if got := string(want.Append(nil)); got != line+"\n" {
			t.Errorf("expected %q, got %q", line, got)
		}
		if got, err := dialects.ParseReply(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: expected %+v, got %+v and %v", line, want, got, err)
		}
	}
}

func TestSettingsOfALaterVersionAreSkipped(t *testing.T) {
	got, err := dialects.ParseReply("SETTINGS bots=1 subarena=x time=2 arena=a")
	if want := (&lightracer.Settings{1, 2, "", "a"}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("expected %+v, got %+v and %v", want, got, err)
	}
}

func TestMalformedRequestIsRefusedWithTheExpectation(t *testing.T) {
	for line, want := range map[string]string{
		"":                             `request must be JOIN, CHAT, READY, SET or LEAVE, got ""`,
		"join me":                      `request must be JOIN, CHAT, READY, SET or LEAVE, got "join"`,
		"GET / HTTP/1.1":               `request must be JOIN, CHAT, READY, SET or LEAVE, got "GET"`,
		"JOIN\u00a0x":                  `request must be JOIN, CHAT, READY, SET or LEAVE, got "JOIN\u00a0x"`,
		strings.Repeat("x", 400):       `request must be JOIN, CHAT, READY, SET or LEAVE, got "` + strings.Repeat("x", 24) + `"`,
		"READY now":                    `READY: unexpected "now"`,
		"LEAVE ":                       `LEAVE: unexpected ""`,
		"SET":                          "SET needs a key and a value",
		"SET bots":                     "SET needs a key and a value",
		"SET  4":                       "SET needs a key and a value",
		"SET bots -1":                  `SET bots must be 0 to 63, got "-1"`,
		"SET bots 64":                  `SET bots must be 0 to 63, got "64"`,
		"SET bots 4294967295":          `SET bots must be 0 to 63, got "4294967295"`,
		"SET bots NaN":                 `SET bots must be 0 to 63, got "NaN"`,
		"SET time 86401":               `SET time must be 0 to 86400, got "86401"`,
		"SET arena ../secret":          `SET arena must be a name of at most 32 bytes, got "../secret"`,
		"SET mode chess":               `SET mode must be one of the host's, got "chess"`,
		"SET speed 9":                  `SET: key must be bots, time, mode or arena, got "speed"`,
		"SET arena " + manyLetters(33): `SET arena must be a name of at most 32 bytes, got "` + manyLetters(24) + `"`,
	} {
		_, err := lightracer.ParseRequest(line)
		if err == nil || err.Error() != want {
			t.Errorf("%q: expected %q, got %v", line, want, err)
		}
	}
}

func manyLetters(n int) string { return strings.Repeat("a", n) }

func TestMalformedReplyIsRefused(t *testing.T) {
	for _, line := range []string{
		"", "HELLO", "WELCOME", "WELCOME 1", "WELCOME 1 2", "WELCOME 1 65536 3", "WELCOME 1 -1 3", "WELCOME x 2 3", "WELCOME 1 2 4294967295",
		"PLAYERS x", "PLAYERS 1 Ann;", "PLAYERS ;", "CHAT", "CHAT x y", "SETTINGS", "SETTINGS bots=x arena=a", "SETTINGS bots arena=a",
		"OVER 1", "OVER 1 x", "OVER 1 2;", "OVER 99999999999 1",
	} {
		if reply, err := dialects.ParseReply(line); err == nil {
			t.Errorf("%q gave %+v", line, reply)
		}
	}
}

func TestNamesAndTextsCannotBreakALine(t *testing.T) {
	for _, c := range []struct {
		reply lightracer.Reply
		want  string
	}{
		{&lightracer.Players{[]lightracer.Name{{1, "a;2 b"}, {3, "x\ny\r\x1b[2J\x00"}}}, "PLAYERS 1 a,2 b;3 x y  [2J \n"},
		{&lightracer.Players{[]lightracer.Name{{1, "\u2028\u0085\xff"}}}, "PLAYERS 1   \ufffd\n"},
		{&lightracer.Chat{1, "a\nERROR b"}, "CHAT 1 a ERROR b\n"},
		{&lightracer.Settings{Arena: "a\nb"}, "SETTINGS bots=0 time=0 mode= arena=a b\n"},
		{&lightracer.Error{"a\nb"}, "ERROR a b\n"},
		{&lightracer.Join{"a\nLEAVE"}, "JOIN a LEAVE\n"},
		{&lightracer.Say{"a\nLEAVE"}, "CHAT a LEAVE\n"},
		{&lightracer.Set{"bots", "1\nLEAVE"}, "SET bots 1 LEAVE\n"},
	} {
		if got := string(c.reply.Append(nil)); got != c.want {
			t.Errorf("expected %q, got %q", c.want, got)
		}
	}
}

func TestLinesAreFoundInAnyPieces(t *testing.T) {
	stream := "JOIN Zoë\r\n\nCHAT a b\nREADY\n"
	for size := 1; size <= len(stream); size++ {
		l := lightracer.Lines{Max: lightracer.MaxRequest}
		var got []string
		for p := []byte(stream); len(p) > 0; {
			piece := p[:min(size, len(p))]
			p = p[len(piece):]
			for found := true; found; {
				var line []byte
				var err error
				if line, piece, found, err = l.Next(piece); err != nil {
					t.Fatalf("pieces of %d: %v", size, err)
				}
				if found {
					got = append(got, string(line))
				}
			}
		}
		if want := []string{"JOIN Zoë", "", "CHAT a b", "READY"}; !reflect.DeepEqual(got, want) {
			t.Errorf("pieces of %d: expected %q, got %q", size, want, got)
		}
	}
}

func TestALineHas512BytesAtMost(t *testing.T) {
	for _, cut := range []int{1, 100, 511, 513} {
		for length, fits := range map[int]bool{511: true, 512: false} {
			l := lightracer.Lines{Max: lightracer.MaxRequest}
			line := append([]byte(strings.Repeat("x", length)), '\n')
			cut := min(cut, len(line))
			_, _, found, err := l.Next(line[:cut])
			if err == nil && !found {
				_, _, found, err = l.Next(line[cut:])
			}
			if found != fits || (err == nil) != fits {
				t.Errorf("%d bytes and the end, cut at %d: found %v, %v", length, cut, found, err)
			}
		}
	}
}

func TestALineIsTextWithoutControls(t *testing.T) {
	for _, line := range []string{"a\x00b", "a\tb", "a\rb", "\x7f", "\xff\xfe", "\x16\x03\x01", "a\r\r"} {
		l := lightracer.Lines{Max: lightracer.MaxRequest}
		if got, _, _, err := l.Next([]byte(line + "\n")); err != lightracer.ErrBinary {
			t.Errorf("%q gave %q and %v", line, got, err)
		}
	}
}

func TestTheLongestReplyFits(t *testing.T) {
	var m lightracer.Players
	for i := range 64 {
		m.List = append(m.List, lightracer.Name{int32(i + 1), strings.Repeat("🚀", 24)})
	}
	l := lightracer.Lines{Max: lightracer.MaxReply}
	line := m.Append(nil)
	if _, _, found, err := l.Next(line); !found || err != nil {
		t.Errorf("%d bytes: %v", len(line), err)
	}
}
