package lightracer

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

func TestEveryLineBeforeAndAfterJoining(t *testing.T) {
	const first = "ERROR expected JOIN first"
	for line, want := range map[string][2]string{ // strangers, racers
		"":                     {"", ""},
		"JOIN Ann":             {"", "ERROR expected one JOIN, another came"},
		"JOIN":                 {"", "ERROR expected one JOIN, another came"},
		"CHAT hi":              {first, ""},
		"CHAT ":                {first, "ERROR chat: expected 1 to 200 bytes, 0 came"},
		"CHAT \u202ehi":        {first, "ERROR chat: expected legible characters, U+202E came"},
		"READY":                {first, ""},
		"SET bots 4":           {first, "ERROR SET: expected it from the first to join"},
		"SET bots":             {"ERROR SET: expected a key and a value", "ERROR SET: expected a key and a value"},
		"DANCE":                {`ERROR expected JOIN, CHAT, READY, SET or LEAVE, "DANCE" came`, `ERROR expected JOIN, CHAT, READY, SET or LEAVE, "DANCE" came`},
		"JOIN " + longName(25): {"ERROR name: expected 1 to 24 characters, 25 came", "ERROR expected one JOIN, another came"},
		"JOIN \u202e":          {"ERROR name: expected legible characters, U+202E came", "ERROR expected one JOIN, another came"},
	} {
		m := dialecttest.NewMatch(2)
		for i, r := range []*racer{newRacer(t, m), joined(t, m)} {
			r.said()
			r.hear(dialect.Main, []byte(line+"\n"))
			if said := r.said(); said != want[i] {
				t.Errorf("%q: expected %q, came %q", line, want[i], said)
			}
		}
	}
}

func longName(n int) string { return strings.Repeat("é", n) }

func TestWhoIsRefusedMayTryAgain(t *testing.T) {
	r := newRacer(t, dialecttest.NewMatch(2))
	r.say(&Join{Name: longName(25)})
	if wish := r.session.Wish(); wish.Presence != dialect.Absent || wish.Name != "" {
		t.Errorf("the wish is %+v", wish)
	}
	r.say(&Join{Name: "Zoë"})
	if wish := r.session.Wish(); wish.Presence != dialect.Flying || wish.Name != "Zoë" {
		t.Errorf("the wish is %+v", wish)
	}
}

func TestWhoseNameIsReservedGetsOneOfTheHosts(t *testing.T) {
	for _, name := range []string{"0.0.0.0/0", "34", "the host", "SHA256:x"} {
		r := newRacer(t, dialecttest.NewMatch(2))
		r.say(&Join{Name: name})
		if wish := r.session.Wish(); wish.Presence != dialect.Flying || wish.Name != "" {
			t.Errorf("%q: the wish is %+v", name, wish)
		}
	}
}

func TestLeavingEndsTheSessionWithoutWords(t *testing.T) {
	for _, r := range []*racer{newRacer(t, dialecttest.NewMatch(2)), joined(t, dialecttest.NewMatch(2))} {
		r.said()
		if err := r.session.Hear(dialect.Main, []byte("LEAVE\nJOIN again\n"), r.ear.Send); err != errLeft {
			t.Errorf("%v came", err)
		}
		r.session.End("the host closes", r.ear.Send)
		if r.listen(); r.said() != "" {
			t.Error("it had something to say")
		}
	}
}

func TestWhatARacerSaysIsToBeTaken(t *testing.T) {
	r := joined(t, dialecttest.NewMatch(2))
	r.hear(dialect.Main, []byte("CHAT hi all\nCHAT  two \nCHAT 3\nCHAT 4\nCHAT 5\n"))
	if say := r.session.Wish().Say; !slices.Equal(say, []string{"hi all", " two ", "3", "4"}) {
		t.Errorf("%q is to be said", say)
	}
}

func TestTheFirstToJoinChangesSettings(t *testing.T) {
	var calls []string
	set := func(key, value string) error {
		calls = append(calls, key+"="+value)
		if value == "nowhere" {
			return errors.New("SET arena: there is no such arena")
		}
		return nil
	}
	m := dialecttest.NewMatch(2)
	r := newRacer(t, m)
	r.session = NewSession(Config{testToken, 7001, set})
	m.Scene.Leads = true
	r.say(&Join{}, &Set{"bots", "4"})
	if said, want := r.said(), "ERROR SET: expected it after the WELCOME"; said != want {
		t.Errorf("expected %q, came %q", want, said)
	}
	r.tick(1)
	r.said()
	r.say(&Set{"bots", "4"}, &Set{"time", "300"}, &Set{"arena", "far out"}, &Set{"arena", "nowhere"}, &Set{"bots", "many"}, &Set{"speed", "9"})
	want := `ERROR SET arena: there is no such arena|ERROR SET bots: expected 0 to 63, "many" came|ERROR SET: expected bots, time or arena, "speed" came`
	if said := r.said(); said != want {
		t.Errorf("expected %q, came %q", want, said)
	}
	if want := []string{"bots=4", "time=300", "arena=far out", "arena=nowhere"}; !slices.Equal(calls, want) {
		t.Errorf("expected %q, came %q", want, calls)
	}
	m.Scene.Leads = false
	r.tick(1)
	if r.say(&Set{"bots", "4"}); len(calls) != 4 || r.said() != "ERROR SET: expected it from the first to join" {
		t.Error("who leads no more has changed a setting")
	}
}

func TestWhereNothingCanBeChangedTheRacerIsTold(t *testing.T) {
	m := dialecttest.NewMatch(2)
	m.Scene.Leads = true
	r := newRacer(t, m)
	r.session = NewSession(Config{})
	r.say(&Join{})
	for range 2 { // before the WELCOME, and after it
		r.said()
		r.say(&Set{"bots", "4"})
		if said, want := r.said(), "ERROR SET: this host lets nobody change settings"; said != want {
			t.Errorf("expected %q, came %q", want, said)
		}
		r.tick(1)
	}
}

func TestLastWordsAreSaidOnce(t *testing.T) {
	r := joined(t, dialecttest.NewMatch(2))
	r.said()
	r.session.End("the host\ncloses", r.ear.Send)
	r.session.End("again", r.ear.Send)
	if r.listen(); r.said() != "ERROR the host closes" {
		t.Error("the words were others")
	}
}

func TestSilenceEndsTheSession(t *testing.T) {
	for name, speak := range map[string]func(r *racer){
		"nothing": func(*racer) {},
		"a line":  func(r *racer) { r.hear(dialect.Main, []byte("\n")) },
		"input":   func(r *racer) { r.hold(game.Fire) },
		"half a line and an input for another": func(r *racer) {
			r.hear(dialect.Main, []byte("CHA"))
			r.hear(dialect.Data, (&Input{2, game.Fire}).AppendUpdate(nil))
		},
	} {
		r := joined(t, dialecttest.NewMatch(2))
		r.tick(silence - 10)
		speak(r)
		r.said()
		var err error
		for range 20 {
			if err = r.session.Tick(&r.match.Scene, r.ear.Send); err != nil {
				break
			}
		}
		r.listen()
		if heard := name == "a line" || name == "input"; (err == nil) != heard || (r.said() == "") != heard {
			t.Errorf("after %s: %v", name, err)
		}
	}
}

func TestWhatIsNoLineEndsTheSession(t *testing.T) {
	for name, p := range map[string]string{
		"a TLS hello": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n",
		"too long":    strings.Repeat("x", 512),
		"NUL":         "JOIN a\x00b\n",
		"no UTF-8":    "JOIN \xff\n",
	} {
		for _, r := range []*racer{newRacer(t, dialecttest.NewMatch(2)), joined(t, dialecttest.NewMatch(2))} {
			r.said()
			err := r.session.Hear(dialect.Main, []byte(p), r.ear.Send)
			r.listen()
			if err == nil || r.said() != "ERROR "+err.Error() {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestWhatIsNoUpdateEndsTheSession(t *testing.T) {
	for hex, want := range map[string]string{
		"00000000":                            "update: expected 1 to 4096 objects, 0 came",
		"ffffffff":                            "update: expected 1 to 4096 objects, -1 came",
		"00001001":                            "update: expected 1 to 4096 objects, 4097 came",
		"00000001 00000004 00000001 ffffffff": "object: expected 0 to 65536 bytes of data, a length of -1 came",
		"00000001 00000004 00000001 7fffffff": "object: expected 0 to 65536 bytes of data, a length of 2147483647 came",
		"00000001 00000004 00000001 00000003 000000":   "input: expected 4 bytes of data, 3 came",
		"00000001 00000004 00000001 00000004 ffffffff": "input: expected a course of 0 to 8, and 16 and 32 added to it, -1 came",
		"00000001 00000004 00000001 00000004 0000000f": "input: expected a course of 0 to 8, and 16 and 32 added to it, 15 came",
		"00000001 00000004 00000001 00000004 7fc00000": "input: expected a course of 0 to 8, and 16 and 32 added to it, 2143289344 came",
	} {
		r := joined(t, dialecttest.NewMatch(2))
		r.said()
		err := r.session.Hear(dialect.Data, bytesOf(t, hex), r.ear.Send)
		r.listen()
		if err == nil || err.Error() != want || r.said() != "ERROR "+want {
			t.Errorf("%s: expected %q, %v came", hex, want, err)
		}
	}
}

func TestInputsForOthersAndObjectsOfOtherTypesAreSkipped(t *testing.T) {
	r := joined(t, dialecttest.NewMatch(2))
	r.hear(dialect.Data, (&Input{2, game.Fire}).AppendUpdate(nil))
	r.hear(dialect.Data, (&Input{0, game.Fire}).AppendUpdate(nil))
	r.hear(dialect.Data, (&Input{-1, game.Fire}).AppendUpdate(nil))
	r.hear(dialect.Data, sample().Append(nil))
	r.tick(2)
	if in := r.session.Wish().Input; in != 0 {
		t.Errorf("%d is held", in)
	}
	r.hear(dialect.Data, bytesOf(t, "00000002 00000063 00000000 00000001 ff 00000004 00000001 00000008 00000002 ffffffff"))
	r.tick(2)
	if in := r.session.Wish().Input; in != game.Steer(game.Down) {
		t.Errorf("%d is held", in)
	}
}

func TestInputsComeInAnyPieces(t *testing.T) {
	stream := append((&Input{1, game.Steer(game.Up)}).AppendUpdate(nil), (&Input{1, game.Steer(game.Down)}).AppendUpdate(nil)...)
	for size := 1; size <= len(stream); size++ {
		r := joined(t, dialecttest.NewMatch(2))
		for piece := range slices.Chunk(stream, size) {
			r.hear(dialect.Data, piece)
		}
		r.tick(1)
		if in := r.session.Wish().Input; in != game.Steer(game.Down) {
			t.Errorf("pieces of %d: %d is held", size, in)
		}
	}
}

func TestAnotherDataConnectionStartsAnew(t *testing.T) {
	r := joined(t, dialecttest.NewMatch(2))
	r.hear(dialect.Data, []byte{0, 0, 0}) // and then it breaks
	r.session.DataOpen()
	r.hold(game.Fire)
	r.tick(1)
	if in := r.session.Wish().Input; in != game.Fire {
		t.Errorf("%d is held", in)
	}
}

func TestInputsBeforeTheWelcomeAreSkipped(t *testing.T) {
	r := newRacer(t, dialecttest.NewMatch(2))
	r.hear(dialect.Data, (&Input{0, game.Fire}).AppendUpdate(nil))
	r.tick(1)
	if in := r.session.Wish().Input; in != 0 {
		t.Errorf("%d is held", in)
	}
}

func TestASessionWithNothingToSeeWaits(t *testing.T) {
	r := newRacer(t, dialecttest.NewMatch(2))
	r.say(&Join{})
	for _, scene := range []*dialect.Scene{{}, {Me: -1}, {Me: 3}} {
		if err := r.session.Tick(scene, r.ear.Send); err != nil || len(r.ear.Packets) != 0 {
			t.Errorf("%+v: %d packets, %v", scene, len(r.ear.Packets), err)
		}
	}
	r.tick(1)
	r.session.DataOpen()
	r.said()
	lost := &dialect.Scene{Me: -1, Chat: []dialect.Line{{Pilot: proto.Notice, Text: "hold on"}}}
	if err := r.session.Tick(lost, r.ear.Send); err != nil {
		t.Error(err)
	}
	if r.listen(); r.said() != "CHAT 0 hold on" || r.updates != 0 {
		t.Error("without a World there was more than a notice")
	}
}

func TestNoiseDoesNotFillTheMemory(t *testing.T) {
	noise := make([]byte, 1<<20)
	seed := game.NewChance(5)
	for i := range noise {
		noise[i] = byte(seed.Below(256))
	}
	text := []byte(strings.Repeat("x y\n", 1<<18))
	skipped := append(bytesOf(t, "00001000 00000009 00000000 00010000"), make([]byte, 1<<16)...)
	for name, c := range map[string]struct {
		ch    dialect.Channel
		p     []byte
		fatal bool
	}{
		"noise as lines":    {dialect.Main, noise, true},
		"text as lines":     {dialect.Main, text, true},
		"noise as data":     {dialect.Data, noise, true},
		"a tail as data":    {dialect.Data, skipped, false},
		"zeros as datagram": {dialect.Data, make([]byte, 1<<16), true},
	} {
		s := NewSession(Config{})
		var err error
		for piece := range slices.Chunk(c.p, 1000) {
			if err = s.Hear(c.ch, piece, func(dialect.Channel, []byte) {}); err != nil {
				break
			}
		}
		if (err != nil) != c.fatal {
			t.Errorf("%s: %v", name, err)
		}
		if cap(s.lines.kept) > 2*MaxRequest || cap(s.out) > 2*MaxRequest || len(s.wish.Say) > 4 {
			t.Errorf("%s: a session keeps %d and %d bytes, %d lines", name, cap(s.lines.kept), cap(s.out), len(s.wish.Say))
		}
	}
}
