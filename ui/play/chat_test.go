package play

import (
	"errors"
	"strings"
	"testing"
	"time"

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

func TestEnterSaysWhatWasTyped(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	typed(s, v, " héllo 日本? ")
	if got, want := s.Event(key(input.KeyEnter), v, playtest.Noon), (Action{Kind: Say, Text: "héllo 日本?"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.chat.Typing {
		t.Error("the entry is still open")
	}
}

func TestAnEmptyLineSaysNothing(t *testing.T) {
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

func TestBackspaceAndCtrlUTakeBack(t *testing.T) {
	v := playtest.View("Nova")
	s := talking(v)
	s.Event(key(input.KeyBackspace), v, playtest.Noon) // nothing to take back yet
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

func TestWhatIsSaidStaysAWhile(t *testing.T) {
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

func TestTalkLeavesTheShipsReadableToWhoeverWaitsForHisReturn(t *testing.T) {
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

func TestALineTakesNoMoreThanCanBeSent(t *testing.T) {
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

func TestALineThatWasRefusedComesBack(t *testing.T) {
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
