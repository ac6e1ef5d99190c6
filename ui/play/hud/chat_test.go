package hud

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/proto"
	_ "dogfight/testkit"
	"dogfight/ui/input"
)

func TestTheLogIsBounded(t *testing.T) {
	var h ChatLog
	for i := range logLines + 10 {
		h.add(message{words: fmt.Sprint(i), pilot: proto.Notice})
	}
	if len(h.lines) != logLines || h.line(9, nil) != nil || h.line(10, nil).words != "10" || h.line(h.end(), nil) != nil {
		t.Errorf("got %d lines from %d", len(h.lines), h.first)
	}
}

func (e *entry) typed(text string) {
	for _, r := range text {
		e.key(char(r))
	}
}

func (e *entry) pressed(events ...input.Event) {
	for _, ev := range events {
		e.key(ev)
	}
}

func TestTheCursorMovesByGlyphs(t *testing.T) {
	var (
		left, right, home, end = key(input.KeyLeft), key(input.KeyRight), key(input.KeyHome), key(input.KeyEnd)
		back, del, word        = key(input.KeyBackspace), key(input.KeyDelete), ctrl('w')
	)
	for _, test := range []struct {
		typed string
		keys  []input.Event
		want  string // after X was typed
	}{
		{"abc", []input.Event{left}, "abXc"},
		{"abc", []input.Event{left, left, right, right, right}, "abcX"},
		{"abc", []input.Event{home, left}, "Xabc"},
		{"abc", []input.Event{home, end}, "abcX"},
		{"日本", []input.Event{left}, "日X本"},
		{"ae\u0301", []input.Event{left}, "aXe\u0301"},
		{"ae\u0301", []input.Event{back}, "aX"},
		{"abc", []input.Event{home, del}, "Xbc"},
		{"abc", []input.Event{del, back, back, back, back}, "X"},
		{"one two  ", []input.Event{word}, "one X"},
		{"one two", []input.Event{left, word}, "one Xo"},
		{"one", []input.Event{word, word}, "X"},
		{"one two", []input.Event{left, left, ctrl('k')}, "one tX"},
		{"one two", []input.Event{left, ctrl('u')}, "Xo"},
		{"one", []input.Event{ctrl('a')}, "Xone"},
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
		key  input.Key
		want int
	}{{input.KeyLeft, 8}, {input.KeyLeft, 4}, {input.KeyRight, 7}, {input.KeyLeft, 4}, {input.KeyLeft, 0}, {input.KeyLeft, 0}} {
		if e.key(ctrl(step.key)); e.cursor != step.want {
			t.Errorf("got %d, want %d", e.cursor, step.want)
		}
	}
}

func TestUpAndDownRecallHistoryAndDraft(t *testing.T) {
	var e entry
	for _, line := range []string{"first", "second", "second"} {
		e.typed(line)
		e.pressed(key(input.KeyEnter))
	}
	e.typed("draft")
	for _, step := range []struct {
		key  input.Key
		want string
	}{
		{input.KeyUp, "second"}, {input.KeyUp, "first"}, {input.KeyUp, "first"},
		{input.KeyDown, "second"}, {input.KeyDown, "draft"}, {input.KeyDown, "draft"},
	} {
		if e.pressed(key(step.key)); e.text != step.want || e.cursor != len(e.text) {
			t.Errorf("got %q, want %q", e.text, step.want)
		}
	}
}

func TestTheHistoryIsBounded(t *testing.T) {
	var e entry
	for i := range 2 * maxHistory {
		e.typed(strings.Repeat("x", 1+i%3))
		e.pressed(key(input.KeyEnter))
	}
	if len(e.history) != maxHistory {
		t.Errorf("got %d lines", len(e.history))
	}
}

func TestAnyTextTypedAtTheEndCanBeSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for _, r := range rapid.String().Draw(t, "typed") {
			e.key(char(r))
		}
		if say, _ := e.key(key(input.KeyEnter)); say != "" && proto.ValidChat(say) != nil {
			t.Fatalf("%q: %v", say, proto.ValidChat(say))
		}
	})
}

func TestEditingLeavesTheCursorInTheLine(t *testing.T) {
	some := []input.Key{
		input.KeyLeft, input.KeyRight, input.KeyHome, input.KeyEnd, input.KeyUp, input.KeyDown, input.KeyEnter,
		input.KeyBackspace, input.KeyDelete, 'w', 'u', 'k', 0, 0,
	}
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for range rapid.IntRange(0, 60).Draw(t, "presses") {
			mod := rapid.SampledFrom([]input.Mods{0, input.Ctrl}).Draw(t, "mod")
			r := rapid.SampledFrom([]rune("ab é日\u0301👨")).Draw(t, "rune")
			if k := rapid.SampledFrom(some).Draw(t, "key"); k == 0 {
				e.key(char(r))
			} else {
				e.key(input.Event{Kind: input.Press, Key: k, Mods: mod})
			}
			if shown := strings.Join(e.rows(20), ""); !strings.HasPrefix(e.text, e.text[:e.cursor]) || len(shown) <= len(e.text) {
				t.Fatalf("%q at %d shows as %q", e.text, e.cursor, shown)
			}
		}
	})
}
