package play

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
)

// talking returns a screen on which the chat entry is open.
func talking(v *net.View) *Screen {
	s := New(Options{})
	s.Event(key(tcell.KeyEnter), v, noon)
	return s
}

func TestEnterSaysWhatWasTyped(t *testing.T) {
	v := testView("Nova")
	s := talking(v)
	typed(s, v, " héllo 日本? ")
	if got, want := s.Event(key(tcell.KeyEnter), v, noon), (Action{Kind: Say, Text: "héllo 日本?"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if s.chat.typing {
		t.Error("the entry is still open")
	}
}

func TestAnEmptyLineSaysNothing(t *testing.T) {
	v := testView("Nova")
	s := talking(v)
	typed(s, v, "   ")
	if got := s.Event(key(tcell.KeyEnter), v, noon); got.Kind != NoAction {
		t.Errorf("got %v", got)
	}
}

func TestEscapeDropsTheLineAndDoesNotAskForTheMenu(t *testing.T) {
	v := testView("Nova")
	s := talking(v)
	typed(s, v, "never mind")
	if got := s.Event(key(tcell.KeyEscape), v, noon); got.Kind != NoAction {
		t.Errorf("got %v", got)
	}
	s.Event(key(tcell.KeyEnter), v, noon)
	if got := s.Event(key(tcell.KeyEnter), v, noon); got.Kind != NoAction {
		t.Errorf("the dropped line came back: %v", got)
	}
}

func TestBackspaceAndCtrlUTakeBack(t *testing.T) {
	v := testView("Nova")
	s := talking(v)
	s.Event(key(tcell.KeyBackspace), v, noon) // nothing to take back yet
	typed(s, v, "lost")
	s.Event(key(tcell.KeyCtrlU), v, noon)
	typed(s, v, "abd")
	s.Event(key(tcell.KeyBackspace2), v, noon)
	typed(s, v, "c")
	if got := s.Event(key(tcell.KeyEnter), v, noon).Text; got != "abc" {
		t.Errorf("got %q, want %q", got, "abc")
	}
}

func TestAPasteIntoChatIsText(t *testing.T) {
	v := testView("Nova")
	s := talking(v)
	s.Event(tcell.NewEventPaste(true), v, noon)
	typed(s, v, "one")
	for _, k := range []tcell.Key{tcell.KeyEnter, tcell.KeyEscape, tcell.KeyTab} {
		if got := s.Event(key(k), v, noon); got.Kind != NoAction {
			t.Errorf("pasted key %v: got %v", k, got)
		}
	}
	typed(s, v, "two\x07")
	s.Event(tcell.NewEventPaste(false), v, noon)
	if got := s.Event(key(tcell.KeyEnter), v, noon).Text; got != "one  two" {
		t.Errorf("got %q, want %q", got, "one  two")
	}
}

func TestTheWholeOfALongLineShowsWhileItIsTyped(t *testing.T) {
	v, term := testView("Nova"), newTerminal(t, 60, 20)
	s := talking(v)
	typed(s, v, strings.Repeat("日", 60)+"end")
	show(s, term, v, noon)
	if first, last := term.row(16), term.row(18); !strings.Contains(first, " say: 日") || !strings.HasSuffix(last, "end_") {
		t.Errorf("got %q to %q", first, last)
	}
}

func TestWhatIsSaidStaysAWhile(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "hello"}, {Text: "Vega has joined"}}
	show(s, term, v, noon)
	v.Chat = nil
	show(s, term, v, noon.Add(chatStays-time.Millisecond))
	first, second := term.patch(1, 21, 12, 1), term.patch(1, 22, 17, 1)
	if first != "| Rex: hello " || second != "| Vega has joined " {
		t.Errorf("got %q and %q", first, second)
	}
	show(s, term, v, noon.Add(chatStays))
	term.hides(t, "hello", "joined")
}

func TestLongWordsWrapAndNothingIsLost(t *testing.T) {
	words := "a few short ones and " + strings.Repeat("x", 40)
	rows := wrap(words, 20)
	if strings.Join(rows, "") != words {
		t.Errorf("got %q", rows)
	}
	for _, row := range rows {
		if len(row) > 20 {
			t.Errorf("row %q is too long", row)
		}
	}
}

func TestTalkLeavesTheShipsReadableToWhoeverWaitsForHisReturn(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	v.World.Ships[0].State = game.Dead
	for range chatLines {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex", Slot: 1, Text: "hello to all who can read a line as long as this one"})
	}
	show(s, term, v, noon)
	term.shows(t, "1 Fighter  2 Scout  3 Bomber", "4 Cannon  5 Spread  6 Rail gun  7 Mines", "as long as this")
	s.Event(key(tcell.KeyEnter), v, noon)
	show(s, term, v, noon)
	term.shows(t, "1 Fighter", "4 Cannon", "say:")
}
