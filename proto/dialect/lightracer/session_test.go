package lightracer_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

func TestEveryLineBeforeAndAfterJoining(t *testing.T) {
	const first = "ERROR JOIN must come first"
	for line, want := range map[string][2]string{ // strangers, racers
		"":                     {"", ""},
		"JOIN Ann":             {"", "ERROR unexpected second JOIN"},
		"JOIN":                 {"ERROR name: must be 1 to 24 characters, got 0", "ERROR unexpected second JOIN"},
		"JOIN ":                {"ERROR name: must be 1 to 24 characters, got 0", "ERROR unexpected second JOIN"},
		"JOIN \u00a0 ":         {"ERROR name: must be 1 to 24 characters, got 0", "ERROR unexpected second JOIN"},
		"CHAT hi":              {first, ""},
		"CHAT ":                {first, "ERROR chat: must be 1 to 200 bytes, got 0"},
		"CHAT \u202ehi":        {first, "ERROR chat: must be legible characters, got U+202E"},
		"READY":                {first, ""},
		"SET bots 4":           {"", "ERROR SET is for the first player to join"},
		"SET bots":             {"ERROR SET needs a key and a value", "ERROR SET needs a key and a value"},
		"DANCE":                {`ERROR request must be JOIN, CHAT, READY, SET or LEAVE, got "DANCE"`, `ERROR request must be JOIN, CHAT, READY, SET or LEAVE, got "DANCE"`},
		"JOIN " + longName(25): {"ERROR name: must be 1 to 24 characters, got 25", "ERROR unexpected second JOIN"},
		"JOIN \u202e":          {"ERROR name: must be legible characters, got U+202E", "ERROR unexpected second JOIN"},
	} {
		m := dialects.NewMatch(2)
		for i, r := range []*racer{newRacer(t, m), joined(t, m)} {
			r.received()
			err := r.session.Receive(dialect.Main, []byte(line+"\n"), r.sent.Send)
			r.listen()
			if received := r.received(); received != want[i] {
				t.Errorf("%q: expected %q, got %q", line, want[i], received)
			}
			if ends := line == "DANCE" && i == 0; (err != nil) != ends {
				t.Errorf("%q: ended by %v", line, err)
			}
		}
	}
}

func longName(n int) string { return strings.Repeat("é", n) }

func TestARefusedNameMayBeFollowedByAnother(t *testing.T) {
	r := newRacer(t, dialects.NewMatch(2))
	r.send(&lightracer.Join{Name: longName(25)})
	if intent := r.session.Intent(); intent.Presence != dialect.Absent || intent.Name != "" {
		t.Errorf("the intent is %+v", intent)
	}
	r.send(&lightracer.Join{Name: "Zoë"})
	if intent := r.session.Intent(); intent.Presence != dialect.Flying || intent.Name != "Zoë" {
		t.Errorf("the intent is %+v", intent)
	}
}

func TestAReservedNameIsReplacedByOneOfTheHosts(t *testing.T) {
	for _, name := range []string{"0.0.0.0/0", "34", "the host", "SHA256:x"} {
		r := newRacer(t, dialects.NewMatch(2))
		r.send(&lightracer.Join{Name: name})
		if intent := r.session.Intent(); intent.Presence != dialect.Flying || intent.Name != "" {
			t.Errorf("%q: the intent is %+v", name, intent)
		}
	}
}

func TestLeavingEndsTheSessionWithoutWords(t *testing.T) {
	for _, r := range []*racer{newRacer(t, dialects.NewMatch(2)), joined(t, dialects.NewMatch(2))} {
		r.received()
		if err := r.session.Receive(dialect.Main, []byte("LEAVE\nJOIN again\n"), r.sent.Send); err != lightracer.ErrLeft {
			t.Errorf("got %v", err)
		}
		r.session.End("the host closes", r.sent.Send)
		if r.listen(); r.received() != "" {
			t.Error("it sent something")
		}
	}
}

func TestChatOfARacerIsAnIntent(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	r.receive(dialect.Main, []byte("CHAT hi all\nCHAT  two \nCHAT 3\nCHAT 4\nCHAT 5\n"))
	if send := r.session.Intent().Say; !slices.Equal(send, []string{"hi all", " two ", "3", "4"}) {
		t.Errorf("%q is to be sent", send)
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
	m := dialects.NewMatch(2)
	r := newRacer(t, m)
	r.session = lightracer.NewSession(lightracer.Config{testToken, 7001, set})
	m.Scene.Leads = true
	r.send(&lightracer.Join{Name: "Zoë"})
	r.tick(1)
	r.received()
	r.send(&lightracer.Set{"bots", "4"}, &lightracer.Set{"time", "300"}, &lightracer.Set{"arena", "far out"}, &lightracer.Set{"arena", "nowhere"}, &lightracer.Set{"bots", "many"}, &lightracer.Set{"speed", "9"})
	want := `ERROR SET arena: there is no such arena|ERROR SET bots must be 0 to 63, got "many"|ERROR SET: key must be bots, time, mode or arena, got "speed"`
	if received := r.received(); received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
	if want := []string{"bots=4", "time=300", "arena=far out", "arena=nowhere"}; !slices.Equal(calls, want) {
		t.Errorf("expected %q, got %q", want, calls)
	}
	m.Scene.Leads = false
	r.tick(1)
	if r.send(&lightracer.Set{"bots", "4"}); len(calls) != 4 || r.received() != "ERROR SET is for the first player to join" {
		t.Error("a racer that no longer leads has changed a setting")
	}
}

func TestSetIsRefusedWhereNothingCanBeChanged(t *testing.T) {
	m := dialects.NewMatch(2)
	m.Scene.Leads = true
	r := newRacer(t, m)
	r.session = lightracer.NewSession(lightracer.Config{})
	r.send(&lightracer.Join{Name: "Zoë"})
	for range 2 { // before the WELCOME, and after it
		r.received()
		r.send(&lightracer.Set{"bots", "4"})
		if received, want := r.received(), "ERROR SET: this host does not allow changes"; received != want {
			t.Errorf("expected %q, got %q", want, received)
		}
		r.tick(1)
	}
}

func TestChangesAskedForBeforeTheWelcomeWaitForIt(t *testing.T) {
	for _, leads := range []bool{true, false} {
		m := dialects.NewMatch(2)
		m.Scene.Me, m.Scene.Leads = -1, leads
		var calls []string
		r := newRacer(t, m)
		r.session = lightracer.NewSession(lightracer.Config{testToken, 7001, func(key, value string) error {
			calls = append(calls, key+"="+value)
			return nil
		}})
		r.send(&lightracer.Set{"bots", "4"}, &lightracer.Join{Name: "Zoë"}, &lightracer.Set{"time", "300"}, &lightracer.Set{"bots", "5"}, &lightracer.Set{"arena", "belt"}, &lightracer.Set{"bots", "many"})
		if received, want := r.received(), `ERROR SET bots must be 0 to 63, got "many"`; received != want {
			t.Errorf("expected %q, got %q", want, received)
		}
		if r.tick(60); r.received() != "" || calls != nil {
			t.Errorf("without a ship %q changed", calls)
		}
		m.Scene.Me = 0
		r.tick(1)
		received := r.received()
		refused := strings.Count(received, "ERROR SET is for the first player to join")
		want := []string{"bots=4", "time=300", "bots=5", "arena=belt"} // in the order of arrival
		if leads && (!slices.Equal(calls, want) || refused != 0) || !leads && (calls != nil || refused != 4) || !strings.HasPrefix(received, "WELCOME") {
			t.Errorf("leads %v: %q changed, and the racer got %q", leads, calls, received)
		}
		if r.tick(60); r.received() != "" || leads && len(calls) != 4 {
			t.Errorf("later it is changed again: %q", calls)
		}
	}
}

func TestOnlyAFewChangesWait(t *testing.T) {
	m := dialects.NewMatch(2)
	m.Scene.Me = -1
	r := newRacer(t, m)
	for range 100 {
		r.send(&lightracer.Set{"bots", "4"})
	}
	if refused := strings.Count(r.received(), lightracer.ErrTooManySets.Error()); refused != 94 || r.session.Waiting() != 6 {
		t.Errorf("%d wait, and %d were refused", r.session.Waiting(), refused)
	}
}

func TestTheLastLineIsSentOnce(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	r.received()
	r.session.End("the host\ncloses", r.sent.Send)
	r.session.End("again", r.sent.Send)
	if r.listen(); r.received() != "ERROR the host closes" {
		t.Error("the words were others")
	}
}

func TestSilenceEndsTheSession(t *testing.T) {
	for name, speak := range map[string]func(r *racer){
		"nothing": func(*racer) {},
		"a line":  func(r *racer) { r.receive(dialect.Main, []byte("\n")) },
		"input":   func(r *racer) { r.hold(game.Fire) },
		"half a line and an input for another": func(r *racer) {
			r.receive(dialect.Main, []byte("CHA"))
			r.receive(dialect.Data, (&lightracer.Input{2, game.Fire}).AppendUpdate(nil))
		},
	} {
		r := joined(t, dialects.NewMatch(2))
		r.tick(lightracer.Silence - 10)
		speak(r)
		r.received()
		var err error
		for range 20 {
			if err = r.session.Tick(&r.match.Scene, r.sent.Send); err != nil {
				break
			}
		}
		r.listen()
		if heard := name == "a line" || name == "input"; (err == nil) != heard || (r.received() == "") != heard {
			t.Errorf("after %s: %v", name, err)
		}
	}
}

func TestAMalformedLineEndsTheSession(t *testing.T) {
	for name, p := range map[string]string{
		"a TLS hello": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n",
		"too long":    strings.Repeat("x", 512),
		"NUL":         "JOIN a\x00b\n",
		"no UTF-8":    "JOIN \xff\n",
	} {
		for _, r := range []*racer{newRacer(t, dialects.NewMatch(2)), joined(t, dialects.NewMatch(2))} {
			r.received()
			err := r.session.Receive(dialect.Main, []byte(p), r.sent.Send)
			r.listen()
			if err == nil || r.received() != "ERROR "+err.Error() {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAMalformedUpdateEndsTheSession(t *testing.T) {
	for hex, want := range map[string]string{
		"00000000":                            "update: objects must be 1 to 4096, got 0",
		"ffffffff":                            "update: objects must be 1 to 4096, got -1",
		"00001001":                            "update: objects must be 1 to 4096, got 4097",
		"00000001 00000004 00000001 ffffffff": "object: data must be 0 to 65536 bytes, got -1",
		"00000001 00000004 00000001 7fffffff": "object: data must be 0 to 65536 bytes, got 2147483647",
		"00000001 00000004 00000001 00000003 000000":   "input: data must be 4 bytes, got 3",
		"00000001 00000004 00000001 00000004 ffffffff": "input must be a course of 0 to 8, plus 16 and 32, got -1",
		"00000001 00000004 00000001 00000004 0000000f": "input must be a course of 0 to 8, plus 16 and 32, got 15",
		"00000001 00000004 00000001 00000004 7fc00000": "input must be a course of 0 to 8, plus 16 and 32, got 2143289344",
	} {
		r := joined(t, dialects.NewMatch(2))
		r.received()
		err := r.session.Receive(dialect.Data, bytesOf(t, hex), r.sent.Send)
		r.listen()
		if err == nil || err.Error() != want || r.received() != "ERROR "+want {
			t.Errorf("%s: expected %q, got %v", hex, want, err)
		}
	}
}

func TestInputsForOthersAndObjectsOfOtherTypesAreSkipped(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	r.receive(dialect.Data, (&lightracer.Input{2, game.Fire}).AppendUpdate(nil))
	r.receive(dialect.Data, (&lightracer.Input{0, game.Fire}).AppendUpdate(nil))
	r.receive(dialect.Data, (&lightracer.Input{-1, game.Fire}).AppendUpdate(nil))
	r.receive(dialect.Data, sample().Append(nil))
	r.tick(2)
	if in := r.session.Intent().Input; in != 0 {
		t.Errorf("%d is held", in)
	}
	r.receive(dialect.Data, bytesOf(t, "00000002 00000063 00000000 00000001 ff 00000004 00000001 00000008 00000002 ffffffff"))
	r.tick(2)
	if in := r.session.Intent().Input; in != game.Steer(game.Down) {
		t.Errorf("%d is held", in)
	}
}

func TestInputsArriveInAnyPieces(t *testing.T) {
	stream := append((&lightracer.Input{1, game.Steer(game.Up)}).AppendUpdate(nil), (&lightracer.Input{1, game.Steer(game.Down)}).AppendUpdate(nil)...)
	for size := 1; size <= len(stream); size++ {
		r := joined(t, dialects.NewMatch(2))
		for piece := range slices.Chunk(stream, size) {
			r.receive(dialect.Data, piece)
		}
		r.tick(1)
		if in := r.session.Intent().Input; in != game.Steer(game.Down) {
			t.Errorf("pieces of %d: %d is held", size, in)
		}
	}
}

func TestAnotherDataConnectionStartsAgain(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	r.receive(dialect.Data, []byte{0, 0, 0}) // and then it breaks
	r.session.DataOpen()
	r.hold(game.Fire)
	r.tick(1)
	if in := r.session.Intent().Input; in != game.Fire {
		t.Errorf("%d is held", in)
	}
}

func TestInputsBeforeTheWelcomeAreSkipped(t *testing.T) {
	r := newRacer(t, dialects.NewMatch(2))
	r.receive(dialect.Data, (&lightracer.Input{0, game.Fire}).AppendUpdate(nil))
	r.tick(1)
	if in := r.session.Intent().Input; in != 0 {
		t.Errorf("%d is held", in)
	}
}

func TestASessionWithNothingToSeeWaits(t *testing.T) {
	r := newRacer(t, dialects.NewMatch(2))
	r.send(&lightracer.Join{Name: "Zoë"})
	for _, scene := range []*dialect.Scene{{}, {Me: -1}, {Me: 3}} {
		if err := r.session.Tick(scene, r.sent.Send); err != nil || len(r.sent.Packets) != 0 {
			t.Errorf("%+v: %d packets, %v", scene, len(r.sent.Packets), err)
		}
	}
	r.tick(1)
	r.session.DataOpen()
	r.received()
	lost := &dialect.Scene{Me: -1, Chat: []dialect.Line{{Pilot: proto.Notice, Text: "hold on"}}}
	if err := r.session.Tick(lost, r.sent.Send); err != nil {
		t.Error(err)
	}
	if r.listen(); r.received() != "CHAT 0 hold on" || r.updates != 0 {
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
		s := lightracer.NewSession(lightracer.Config{})
		var err error
		for piece := range slices.Chunk(c.p, 1000) {
			if err = s.Receive(c.ch, piece, func(dialect.Channel, []byte) {}); err != nil {
				break
			}
		}
		if (err != nil) != c.fatal {
			t.Errorf("%s: %v", name, err)
		}
		if s.Part() > 2*lightracer.MaxRequest || s.Out() > 2*lightracer.MaxRequest || len(s.Intent().Say) > 4 {
			t.Errorf("%s: a session keeps %d and %d bytes, %d lines", name, s.Part(), s.Out(), len(s.Intent().Say))
		}
	}
}

func TestTooManyLinesEndTheSession(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	send := func(lines int) error {
		return r.session.Receive(dialect.Main, []byte(strings.Repeat("\n", lines)), r.sent.Send)
	}
	for range 10 * game.TickRate { // 60 a second
		if err := send(1); err != nil {
			t.Fatal(err)
		}
		r.tick(1)
	}
	if err := send(2 * game.TickRate); err != nil {
		t.Errorf("the budget of two seconds is too much: %v", err)
	}
	r.received()
	if err := send(3); err == nil {
		t.Error("three lines more are let pass")
	}
	if r.listen(); r.received() != "ERROR "+lightracer.ErrTalk.Error() {
		t.Error("the racer did not get the reason of the end once")
	}
}

func TestSettingsAreChangedOnceASecondAtMost(t *testing.T) {
	changes := 0
	m := dialects.NewMatch(2)
	r := newRacer(t, m)
	r.session = lightracer.NewSession(lightracer.Config{testToken, 7001, func(string, string) error { changes++; return nil }})
	m.Scene.Leads = true
	r.send(&lightracer.Join{Name: "Zoë"})
	r.tick(1)
	for second := range 10 {
		for range 30 {
			r.send(&lightracer.Set{"bots", "4"})
		}
		if want := 6 + second; changes != want {
			t.Fatalf("after %d s: %d changes, expected %d", second, changes, want)
		}
		if received := r.received(); !strings.HasSuffix(received, "ERROR SET must be at most one a second") {
			t.Fatalf("the racer got %q", received)
		}
		r.tick(game.TickRate)
	}
}

// silence is the least number of ticks after which a session ends without input: ten seconds without a JOIN.
const silence = 10 * 60

// FuzzSession: on any bytes, in any segments, a session neither panics nor grows,
// and answers in lines and whole updates.
func FuzzSession(f *testing.F) {
	f.Add([]byte("JOIN Zoë\nCHAT hi\nREADY\nSET bots 4\nDANCE\n"), uint8(7), false)
	f.Add((&lightracer.Input{1, 0x18}).AppendUpdate((&lightracer.Input{1, 3}).AppendUpdate(nil)), uint8(5), true)
	f.Add(sample().Append(nil), uint8(1), true)
	m := dialects.Melee(8, 300)
	f.Fuzz(func(t *testing.T, p []byte, size uint8, data bool) {
		r := racer{T: t, match: m, session: lightracer.NewSession(lightracer.Config{}), lines: lightracer.Lines{Max: lightracer.MaxReply}}
		ch := dialect.Main
		if data {
			ch = dialect.Data
			r.send(&lightracer.Join{Name: "Zoë"})
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				t.Fatal(err)
			}
			r.listen()
			r.session.DataOpen()
		}
		pieces := 0
		for piece := range slices.Chunk(p, int(size)+1) {
			if r.session.Receive(ch, piece, r.sent.Send) != nil {
				r.listen()
				return
			}
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				if pieces < silence {
					t.Fatal(err)
				}
				return // it has ended for silence
			}
			r.listen()
			r.session.Intent().Say = nil
			pieces++
		}
		if intent := r.session.Intent(); !intent.Input.Valid() || r.session.Part() > 2*lightracer.MaxRequest {
			t.Errorf("the intent is %+v, and %d bytes are stored", intent, r.session.Part())
		}
	})
}
