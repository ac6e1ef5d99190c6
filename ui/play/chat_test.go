package play

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// talking returns a screen on which the chat entry is open.
func talking(v *net.View) *Screen {
	s := New(Options{})
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	return s
}

func TestEnterSendsTheLine(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	typed(s, v, " héllo 日本? ")
	if got, want := s.Event(key(input.KeyEnter), v, playtest.Noon), (Action{Kind: SendChat, Text: "héllo 日本?"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.pages.chat.Typing {
		t.Error("the entry is still open")
	}
}

func TestAnEmptyLineIsNotSent(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	typed(s, v, "   ")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("got %v", got)
	}
}

func TestEscapeDropsTheLineAndDoesNotAskForTheMenu(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	typed(s, v, "never mind")
	if got := s.Event(key(input.KeyEscape), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("got %v", got)
	}
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("the dropped line came back: %v", got)
	}
}

func TestBackspaceAndCtrlUDelete(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	s.Event(key(input.KeyBackspace), v, playtest.Noon) // nothing to delete yet
	typed(s, v, "lost")
	s.Event(ctrl('u'), v, playtest.Noon)
	typed(s, v, "abd")
	s.Event(key(input.KeyBackspace), v, playtest.Noon)
	typed(s, v, "c")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon).Text; got != "abc" {
		t.Errorf("got %q, want %q", got, "abc")
	}
}

func TestAPasteIntoChatIsText(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	s.Event(input.Event{Kind: input.PasteStart}, v, playtest.Noon)
	typed(s, v, "one")
	for _, k := range []input.Key{input.KeyEnter, input.KeyEscape, input.KeyTab} {
		if got := s.Event(key(k), v, playtest.Noon); got.Kind != NoAction {
			t.Errorf("pasted key %v: got %v", k, got)
		}
	}
	typed(s, v, "two\x07")
	s.Event(input.Event{Kind: input.PasteEnd}, v, playtest.Noon)
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon).Text; got != "one  two" {
		t.Errorf("got %q, want %q", got, "one  two")
	}
}

func TestTheWholeOfALongLineShowsWhileItIsTyped(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	s := talking(v)
	typed(s, v, strings.Repeat("日", 60)+"end")
	show(s, term, v, playtest.Noon)
	if first, last := term.row(16), term.row(18); !strings.Contains(first, " say: 日") || !strings.HasSuffix(last, "end_") {
		t.Errorf("got %q to %q", first, last)
	}
}

func TestChatLinesStayForSixSeconds(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "hello"}, {Text: "Vega has joined"}}
	show(s, term, v, playtest.Noon)
	v.Chat = nil
	show(s, term, v, playtest.Noon.Add(6*time.Second-time.Millisecond))
	first, second := term.patch(1, 21, 12, 1), term.patch(1, 22, 17, 1)
	if first != "| Rex: hello " || second != "| Vega has joined " {
		t.Errorf("got %q and %q", first, second)
	}
	show(s, term, v, playtest.Noon.Add(6*time.Second))
	term.hides(t, "hello", "joined")
}

func TestChatLeavesTheShipChoicesReadable(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	v.World.Ships[0].State = game.Dead
	for range 8 {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex", Slot: 1, Text: "hello to all who can read a line as long as this one"})
	}
	show(s, term, v, playtest.Noon)
	term.shows(t, "1 Fighter   2 Scout     3 Bomber", "4 Cannon    5 Spread    6 Rail gun  7 Mines", "as long as this")
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "1 Fighter", "4 Cannon", "say:")
}

func TestALineIsLimitedToTheProtocol(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 60, 20)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	typed(s, v, strings.Repeat("é", 74))
	show(s, term, v, playtest.Noon)
	term.hides(t, "bytes")
	typed(s, v, "é")
	show(s, term, v, playtest.Noon)
	term.shows(t, "150 of 200 bytes")
	typed(s, v, strings.Repeat("日", 99))
	show(s, term, v, playtest.Noon)
	term.shows(t, "198 of 200 bytes: full")
	say := s.Event(key(input.KeyEnter), v, playtest.Noon).Text
	if err := proto.ValidChat(say); err != nil || len(say) != 198 {
		t.Errorf("%d bytes: %v", len(say), err)
	}
}

func TestARefusedLineReturnsToTheEntry(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 60, 20)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	typed(s, v, "hello")
	s.Refuse(s.Event(key(input.KeyEnter), v, playtest.Noon).Text, errors.New("too fast\x1b[2J"))
	show(s, term, v, playtest.Noon)
	term.shows(t, "not sent: too fast[2J", "say: hello_")
	s.Event(char('!'), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.hides(t, "not sent")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon).Text; got != "hello!" {
		t.Errorf("got %q", got)
	}
}

// chatted draws lines that arrive one by one.
func (s *Screen) chatted(term terminal, v *net.View, lines ...net.ChatLine) {
	for _, line := range lines {
		v.Chat = []net.ChatLine{line}
		show(s, term, v, playtest.Noon)
	}
	v.Chat = nil
	show(s, term, v, playtest.Noon)
}

// numbered returns lines of Rex, numbered from 1.
func numbered(n int) (lines []net.ChatLine) {
	for i := range n {
		lines = append(lines, net.ChatLine{From: "Rex", Pilot: 1, Slot: 1, Text: fmt.Sprintf("line %d.", i+1)})
	}
	return lines
}

func TestTheLogHasAllLines(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Tick = 70 * game.TickRate
	s.chatted(term, v, net.ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: "Rex has joined"})
	s.chatted(term, v, numbered(1)...)
	later := playtest.Noon.Add(time.Hour)
	show(s, term, v, later)
	term.hides(t, "Rex has joined")
	s.Event(key(input.F2), v, later)
	show(s, term, v, later)
	term.shows(t, "1:10 Rex has joined", "1:10 Rex: line 1.")
	s.Event(key(input.KeyEscape), v, later)
	show(s, term, v, later)
	term.hides(t, "line 1.")
}

func TestTheTalkScrolls(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.chatted(term, v, numbered(100)...)
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 100.", "line 85.")
	term.hides(t, "line 84.", "more below")
	for _, step := range []struct {
		key         input.Key
		first, last int
	}{
		{input.KeyUp, 84, 99}, {input.KeyPgUp, 69, 84}, {input.KeyDown, 70, 85}, {input.KeyHome, 1, 16},
		{input.KeyUp, 1, 16}, {input.KeyPgDn, 16, 31}, {input.KeyEnd, 85, 100}, {input.KeyDown, 85, 100},
	} {
		s.Event(key(step.key), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, fmt.Sprintf("line %d.", step.first), fmt.Sprintf("line %d.", step.last))
		term.hides(t, fmt.Sprintf("line %d.", step.first-1), fmt.Sprintf("line %d.", step.last+1))
	}
}

func TestNewLinesDoNotScrollTheLog(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.chatted(term, v, numbered(30)...)
	s.OpenTalk()
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	before := term.text()
	s.chatted(term, v, numbered(3)...)
	if after := term.text(); after != before {
		t.Errorf("it moved from\n%s\nto\n%s", before, after)
	}
	term.shows(t, "more below")
}

func TestLongLinesWrapInTheTalk(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	words := strings.Repeat("all work and no play ", 9) + "the end"
	s.chatted(term, v, net.ChatLine{From: "Rex", Pilot: 1, Slot: 1, Text: words})
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	var read []string
	for _, row := range strings.Split(term.patch(3, 2, 54, 14), "|") {
		read = append(read, strings.Fields(row)...)
	}
	if got := strings.Join(read, " "); !strings.HasSuffix(got, "Rex: "+words) {
		t.Errorf("got %q", got)
	}
}

func TestPgUpOpensTheTalkForAsLongAsOneTypes(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.chatted(term, v, numbered(40)...)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	typed(s, v, "what?")
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 40.", "line 27.", "say: what?_")
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 14.", "say: what?_")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon); got.Text != "what?" {
		t.Errorf("got %v", got)
	}
	show(s, term, v, playtest.Noon)
	term.hides(t, "line 14.")
}

func TestPagesWithKeysDoNotSteer(t *testing.T) {
	for _, open := range []func(*Screen){(*Screen).OpenTalk, (*Screen).OpenPilots} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
		s.Event(key(keyRight), v, playtest.Noon)
		open(s)
		show(s, term, v, playtest.Noon)
		for _, k := range []input.Key{input.KeyUp, input.KeyLeft, input.KeyPgDn} {
			s.Event(key(k), v, playtest.Noon)
		}
		typed(s, v, "wasd f")
		if !s.Typing() || s.Input(playtest.Noon) != 0 {
			t.Error("the ship is steered")
		}
		s.Event(key(input.KeyEscape), v, playtest.Noon)
		if s.Typing() || s.Input(playtest.Noon) != 0 {
			t.Error("the keys act afterwards")
		}
	}
}

func TestDigitsSendPhrasesInFlightInEveryPreset(t *testing.T) {
	for preset := range input.Presets {
		v, s := playtest.View("Nova", "Rex"), New(Options{Settings: input.Settings{Keys: input.BindingsOf(preset)}})
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		for i, phrase := range assets.Phrases() {
			if got, want := s.Event(char(rune('1'+i)), v, playtest.Noon), (Action{Kind: Quip, Text: phrase}); got != want {
				t.Errorf("%s: %d asks for %v, expected %v", preset, i+1, got, want)
			}
		}
		if got := s.Event(char('0'), v, playtest.Noon); got != (Action{}) {
			t.Errorf("%s: 0 asks for %v", preset, got)
		}
	}
}

func TestDigitsSendNoPhrasesWithAnotherMeaning(t *testing.T) {
	quips := func(what string, v *net.View, o Options) {
		t.Helper()
		s := New(o)
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		if got := s.Event(char('4'), v, playtest.Noon); got.Kind == Quip {
			t.Errorf("%s: it says %q", what, got.Text)
		}
	}
	quips("in a lobby", waiting("Nova"), Options{})
	dead := playtest.View("Nova", "Rex")
	dead.World.Ships[0].State = game.Dead
	quips("dead", dead, Options{})
	over, _ := balloted()
	quips("after the match", over, Options{})
	watched := playtest.View("Nova", "Rex")
	watched.Me = -1
	quips("as a spectator", watched, Options{})
	foreign := playtest.View("Nova", "Rex")
	foreign.Foreign = true
	quips("where there is no chat", foreign, Options{})
	var own input.Bindings
	if _, err := own.Bind(input.Boost, 0, input.Key('4')); err != nil {
		t.Fatal(err)
	}
	quips("bound to the boost", playtest.View("Nova", "Rex"), Options{Settings: input.Settings{Keys: own}})
}

func TestAPhraseIsBesideTheShipForAMoment(t *testing.T) {
	v, s := playtest.View("Nova", "Rex"), New(Options{})
	for i := range v.Roster {
		v.Roster[i].ID = uint16(i + 10)
	}
	term := newTerminal(t, 100, 30)
	say := func(slot uint8, words string) {
		v.Chat = []net.ChatLine{{From: v.Roster[slot].Name, Pilot: v.Roster[slot].ID, Slot: slot, Text: words}}
		show(s, term, v, playtest.Noon)
		v.Chat = nil
	}
	beside := func(words string) bool { // not in the chat at the lower left
		for y := range 20 {
			if strings.Contains(term.row(y), words) {
				return true
			}
		}
		return false
	}
	say(1, "nice shot")
	if !beside("nice shot") {
		t.Errorf("it is not beside the ship:\n%s", term.text())
	}
	show(s, term, v, playtest.Noon.Add(3*time.Second))
	if beside("nice shot") {
		t.Errorf("it stays:\n%s", term.text())
	}
	if say(1, "meet me at the belt"); beside("meet me") {
		t.Errorf("what is no phrase is beside the ship:\n%s", term.text())
	}
	s.known.mutes.Toggle(11, "Rex")
	if say(1, "sorry"); beside("sorry") {
		t.Errorf("a muted pilot speaks:\n%s", term.text())
	}
	if say(0, "gg"); !beside("gg") {
		t.Errorf("one's own is not seen:\n%s", term.text())
	}
}

func TestAPhraseHidesNoShip(t *testing.T) {
	v, s := playtest.View("Nova", "Rex", "Vega", "Lyra"), New(Options{})
	for i, at := range [][2]int32{{60, 60}, {60, 46}, {72, 60}, {48, 60}} { // around the player's
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(at[0]), playtest.Unit(at[1])
	}
	silent, term := newTerminal(t, 80, 24), newTerminal(t, 80, 24)
	show(New(Options{}), silent, v, playtest.Noon)
	v.Chat = []net.ChatLine{{From: "Nova", Slot: 0, Text: "watch out"}}
	show(s, term, v, playtest.Noon)
	f := s.frame()
	s.lay(f)
	for _, a := range f.Space.Ships {
		for y := a.Y; y < a.Y+a.Height; y++ {
			for x := a.X; x < a.X+a.Width; x++ {
				if was, _, _ := silent.Get(x, y); was != " " {
					if is, _, _ := term.Get(x, y); is != was {
						t.Fatalf("a ship's cell %d, %d shows %q, without the phrase %q", x, y, is, was)
					}
				}
			}
		}
	}
}
