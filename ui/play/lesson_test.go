package play

import (
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

// taught draws a match in which a lesson is given.
func taught(t *testing.T, o Options, l *hud.Lesson) terminal {
	term, s := newTerminal(t, 80, 24), New(o)
	s.Teach(l)
	show(s, term, playtest.View("Nova"), playtest.Noon)
	return term
}

func TestALessonShowsItsTaskAndATickOnceItIsDone(t *testing.T) {
	l := hud.Lesson{Number: 3, Of: 7, Task: "Stand still", Note: "press x"}
	term := taught(t, Options{}, &l)
	term.shows(t, "3/7 [ ] Stand still", "press x", "Enter skips")
	term.hides(t, "arrows steer") // the first keys, which are what the lessons are about
	l.Done = true
	taught(t, Options{}, &l).shows(t, "3/7 [√] Stand still")
	taught(t, Options{Mode: canvas.ASCII}, &l).shows(t, "3/7 [x] Stand still")
}

func TestAGoalThatShowsHasARingAndAnotherAPointer(t *testing.T) {
	for _, o := range []Options{{}, {Mode: canvas.ASCII}, {Mode: canvas.Braille}, {FewerFlashes: true}} {
		without := taught(t, o, &hud.Lesson{}).text()
		near := taught(t, o, &hud.Lesson{Goals: []game.Point{{X: playtest.Unit(160), Y: playtest.Unit(96)}}}).text()
		if without == near || strings.ContainsAny(near, "◄►▲▼") {
			t.Errorf("%+v: the ring:\n%s", o, near)
		}
	}
	for where, at := range map[string]game.Point{
		"◄o": {X: playtest.Unit(-900), Y: playtest.Unit(80)}, "o►": {X: playtest.Unit(900), Y: playtest.Unit(80)},
		"o▲o": {X: playtest.Unit(160), Y: playtest.Unit(-900)}, "o▼o": {X: playtest.Unit(160), Y: playtest.Unit(900)},
	} {
		taught(t, Options{}, &hud.Lesson{Task: strings.Repeat("long ", 15), Note: strings.Repeat("more ", 15), Goals: []game.Point{at}}).shows(t, where)
	}
}

func TestAfterTheLessonsThePlayerIsToldWhatComesNext(t *testing.T) {
	term := taught(t, Options{}, &hud.Lesson{Over: true})
	term.shows(t, "You can fly. Now play!", "Enter match against bots", "Tab scores", "? help", "Esc menu")
	term.hides(t, "Enter skips")
}

func TestEnterSkipsALessonAndOtherwiseOpensTheChat(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Teach(&Lesson{})
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act.Kind != Skip || s.Typing() {
		t.Errorf("action %+v, typing %v", act, s.Typing())
	}
	s.Event(input.Event{Kind: input.PasteStart}, v, playtest.Noon)
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act != (Action{}) {
		t.Errorf("a pasted end of a line: action %+v", act)
	}
	s.Event(input.Event{Kind: input.PasteEnd}, v, playtest.Noon)
	s.Teach(nil)
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act != (Action{}) || !s.Typing() {
		t.Errorf("action %+v, typing %v", act, s.Typing())
	}
}
