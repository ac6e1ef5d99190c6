package play

import (
	"errors"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"pgregory.net/rapid"

	"dogfight/proto"
)

func (e *entry) typed(text string) {
	for _, r := range text {
		e.key(char(r))
	}
}

func (e *entry) pressed(keys ...tcell.Key) {
	for _, k := range keys {
		e.key(key(k))
	}
}

func TestTheCursorMovesByWhatOneSees(t *testing.T) {
	const (
		left, right, home, end = tcell.KeyLeft, tcell.KeyRight, tcell.KeyHome, tcell.KeyEnd
		back, del, word        = tcell.KeyBackspace, tcell.KeyDelete, tcell.KeyCtrlW
	)
	for _, test := range []struct {
		typed string
		keys  []tcell.Key
		want  string // with X typed then
	}{
		{"abc", []tcell.Key{left}, "abXc"},
		{"abc", []tcell.Key{left, left, right, right, right}, "abcX"},
		{"abc", []tcell.Key{home, left}, "Xabc"},
		{"abc", []tcell.Key{home, end}, "abcX"},
		{"日本", []tcell.Key{left}, "日X本"},
		{"ae\u0301", []tcell.Key{left}, "aXe\u0301"},
		{"ae\u0301", []tcell.Key{back}, "aX"},
		{"abc", []tcell.Key{home, del}, "Xbc"},
		{"abc", []tcell.Key{del, back, back, back, back}, "X"},
		{"one two  ", []tcell.Key{word}, "one X"},
		{"one two", []tcell.Key{left, word}, "one Xo"},
		{"one", []tcell.Key{word, word}, "X"},
		{"one two", []tcell.Key{left, left, tcell.KeyCtrlK}, "one tX"},
		{"one two", []tcell.Key{left, tcell.KeyCtrlU}, "Xo"},
		{"one", []tcell.Key{tcell.KeyCtrlA}, "Xone"},
	} {
		var e entry
		e.typed(test.typed)
		e.pressed(test.keys...)
		e.typed("X")
		if e.text != test.want {
			t.Errorf("%q: got %q, want %q", test.typed, e.text, test.want)
		}
	}
}

func TestWithControlTheCursorMovesByWords(t *testing.T) {
	var e entry
	e.typed("one two three")
	for _, step := range []struct {
		key  tcell.Key
		want int
	}{{tcell.KeyLeft, 8}, {tcell.KeyLeft, 4}, {tcell.KeyRight, 7}, {tcell.KeyLeft, 4}, {tcell.KeyLeft, 0}, {tcell.KeyLeft, 0}} {
		if e.key(tcell.NewEventKey(step.key, 0, tcell.ModCtrl)); e.cursor != step.want {
			t.Errorf("got %d, want %d", e.cursor, step.want)
		}
	}
}

func TestUpAndDownRecallOwnLinesAndTheDraft(t *testing.T) {
	var e entry
	for _, line := range []string{"first", "second", "second"} {
		e.typed(line)
		e.pressed(tcell.KeyEnter)
	}
	e.typed("draft")
	for _, step := range []struct {
		key  tcell.Key
		want string
	}{
		{tcell.KeyUp, "second"}, {tcell.KeyUp, "first"}, {tcell.KeyUp, "first"},
		{tcell.KeyDown, "second"}, {tcell.KeyDown, "draft"}, {tcell.KeyDown, "draft"},
	} {
		if e.pressed(step.key); e.text != step.want || e.cursor != len(e.text) {
			t.Errorf("got %q, want %q", e.text, step.want)
		}
	}
}

func TestOnlySoManyOwnLinesAreRecalled(t *testing.T) {
	var e entry
	for i := range 2 * maxSaid {
		e.typed(strings.Repeat("x", 1+i%3))
		e.pressed(tcell.KeyEnter)
	}
	if len(e.said) != maxSaid {
		t.Errorf("got %d lines", len(e.said))
	}
}

func TestALineTakesNoMoreThanCanBeSent(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 60, 20)
	s.Event(key(tcell.KeyEnter), v, noon)
	typed(s, v, strings.Repeat("é", countFrom/2-1))
	show(s, term, v, noon)
	term.hides(t, "bytes")
	typed(s, v, "é")
	show(s, term, v, noon)
	term.shows(t, "150 of 200 bytes")
	typed(s, v, strings.Repeat("日", 99))
	show(s, term, v, noon)
	term.shows(t, "198 of 200 bytes: full")
	say := s.Event(key(tcell.KeyEnter), v, noon).Text
	if err := proto.ValidChat(say); err != nil || len(say) != 198 {
		t.Errorf("%d bytes: %v", len(say), err)
	}
}

func TestALineThatWasRefusedComesBack(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 60, 20)
	s.Event(key(tcell.KeyEnter), v, noon)
	typed(s, v, "hello")
	s.Refuse(s.Event(key(tcell.KeyEnter), v, noon).Text, errors.New("too fast\x1b[2J"))
	show(s, term, v, noon)
	term.shows(t, "not sent: too fast[2J", "say: hello_")
	s.Event(char('!'), v, noon)
	show(s, term, v, noon)
	term.hides(t, "not sent")
	if got := s.Event(key(tcell.KeyEnter), v, noon).Text; got != "hello!" {
		t.Errorf("got %q", got)
	}
}

func TestWhateverIsTypedAtTheEndCanBeSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for _, r := range rapid.String().Draw(t, "typed") {
			e.key(char(r))
		}
		if say, _ := e.key(key(tcell.KeyEnter)); say != "" && proto.ValidChat(say) != nil {
			t.Fatalf("%q: %v", say, proto.ValidChat(say))
		}
	})
}

func TestAnyEditingKeepsTheCursorInTheLine(t *testing.T) {
	keys := []tcell.Key{
		tcell.KeyLeft, tcell.KeyRight, tcell.KeyHome, tcell.KeyEnd, tcell.KeyUp, tcell.KeyDown, tcell.KeyEnter,
		tcell.KeyBackspace, tcell.KeyDelete, tcell.KeyCtrlW, tcell.KeyCtrlU, tcell.KeyCtrlK, tcell.KeyRune, tcell.KeyRune,
	}
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for range rapid.IntRange(0, 60).Draw(t, "presses") {
			mod := rapid.SampledFrom([]tcell.ModMask{0, tcell.ModCtrl}).Draw(t, "mod")
			r := rapid.SampledFrom([]rune("ab é日\u0301👨")).Draw(t, "rune")
			if k := rapid.SampledFrom(keys).Draw(t, "key"); k == tcell.KeyRune {
				e.key(char(r))
			} else {
				e.key(tcell.NewEventKey(k, 0, mod))
			}
			if shown := strings.Join(e.rows(20), ""); !strings.HasPrefix(e.text, e.text[:e.cursor]) || len(shown) <= len(e.text) {
				t.Fatalf("%q at %d shows as %q", e.text, e.cursor, shown)
			}
		}
	})
}
