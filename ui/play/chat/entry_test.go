package chat

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/internal/rapidtest"
	"dogfight/proto"
	"dogfight/ui/keys"
)

func (e *entry) typed(text string) {
	for _, r := range text {
		e.key(char(r))
	}
}

func (e *entry) pressed(events ...keys.Event) {
	for _, ev := range events {
		e.key(ev)
	}
}

func TestTheCursorMovesByWhatOneSees(t *testing.T) {
	var (
		left, right, home, end = key(keys.Left), key(keys.Right), key(keys.Home), key(keys.End)
		back, del, word        = key(keys.Backspace), key(keys.Delete), ctrl('w')
	)
	for _, test := range []struct {
		typed string
		keys  []keys.Event
		want  string // with X typed then
	}{
		{"abc", []keys.Event{left}, "abXc"},
		{"abc", []keys.Event{left, left, right, right, right}, "abcX"},
		{"abc", []keys.Event{home, left}, "Xabc"},
		{"abc", []keys.Event{home, end}, "abcX"},
		{"日本", []keys.Event{left}, "日X本"},
		{"ae\u0301", []keys.Event{left}, "aXe\u0301"},
		{"ae\u0301", []keys.Event{back}, "aX"},
		{"abc", []keys.Event{home, del}, "Xbc"},
		{"abc", []keys.Event{del, back, back, back, back}, "X"},
		{"one two  ", []keys.Event{word}, "one X"},
		{"one two", []keys.Event{left, word}, "one Xo"},
		{"one", []keys.Event{word, word}, "X"},
		{"one two", []keys.Event{left, left, ctrl('k')}, "one tX"},
		{"one two", []keys.Event{left, ctrl('u')}, "Xo"},
		{"one", []keys.Event{ctrl('a')}, "Xone"},
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
		key  keys.Key
		want int
	}{{keys.Left, 8}, {keys.Left, 4}, {keys.Right, 7}, {keys.Left, 4}, {keys.Left, 0}, {keys.Left, 0}} {
		if e.key(ctrl(step.key)); e.cursor != step.want {
			t.Errorf("got %d, want %d", e.cursor, step.want)
		}
	}
}

func TestUpAndDownRecallOwnLinesAndTheDraft(t *testing.T) {
	var e entry
	for _, line := range []string{"first", "second", "second"} {
		e.typed(line)
		e.pressed(key(keys.Enter))
	}
	e.typed("draft")
	for _, step := range []struct {
		key  keys.Key
		want string
	}{
		{keys.Up, "second"}, {keys.Up, "first"}, {keys.Up, "first"},
		{keys.Down, "second"}, {keys.Down, "draft"}, {keys.Down, "draft"},
	} {
		if e.pressed(key(step.key)); e.text != step.want || e.cursor != len(e.text) {
			t.Errorf("got %q, want %q", e.text, step.want)
		}
	}
}

func TestOnlySoManyOwnLinesAreRecalled(t *testing.T) {
	var e entry
	for i := range 2 * maxSaid {
		e.typed(strings.Repeat("x", 1+i%3))
		e.pressed(key(keys.Enter))
	}
	if len(e.said) != maxSaid {
		t.Errorf("got %d lines", len(e.said))
	}
}

func TestWhateverIsTypedAtTheEndCanBeSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for _, r := range rapid.String().Draw(t, "typed") {
			e.key(char(r))
		}
		if say, _ := e.key(key(keys.Enter)); say != "" && proto.ValidChat(say) != nil {
			t.Fatalf("%q: %v", say, proto.ValidChat(say))
		}
	})
}

func TestAnyEditingKeepsTheCursorInTheLine(t *testing.T) {
	some := []keys.Key{
		keys.Left, keys.Right, keys.Home, keys.End, keys.Up, keys.Down, keys.Enter,
		keys.Backspace, keys.Delete, 'w', 'u', 'k', 0, 0,
	}
	rapid.Check(t, func(t *rapid.T) {
		var e entry
		for range rapid.IntRange(0, 60).Draw(t, "presses") {
			mod := rapid.SampledFrom([]keys.Mods{0, keys.Ctrl}).Draw(t, "mod")
			r := rapid.SampledFrom([]rune("ab é日\u0301👨")).Draw(t, "rune")
			if k := rapid.SampledFrom(some).Draw(t, "key"); k == 0 {
				e.key(char(r))
			} else {
				e.key(keys.Event{Kind: keys.Press, Key: k, Mods: mod})
			}
			if shown := strings.Join(e.rows(20), ""); !strings.HasPrefix(e.text, e.text[:e.cursor]) || len(shown) <= len(e.text) {
				t.Fatalf("%q at %d shows as %q", e.text, e.cursor, shown)
			}
		}
	})
}
