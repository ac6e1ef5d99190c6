// Package tutorial teaches to fly, in a match of its own: a list of lessons, each
// of which waits until the player has done what it asks for.
//
// Whether they have is judged from the net.View alone, as somebody looking over their
// shoulder would. The match itself knows nothing of it; all that it is told is how many
// bots there should be.
package ui

import (
	"fmt"
	"time"

	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// Tutorial leads a player through the lessons. It belongs to one goroutine.
type Tutorial struct {
	bots func(n int)

	at    int       // index into lessons, or their number after the last
	began time.Time // when the lesson was first shown; zero before
	done  time.Time // when the player had done it; zero before
	try   try
	shown play.Lesson
}

const (
	praised   = 800 * time.Millisecond // how long a tick stands before the next lesson
	struggles = 8 * time.Second        // without success, after which the hint is shown
)

// New returns a tutorial before its first lesson. It calls bots with the number of
// bots that should fly along from then on.
func NewTutorial(bots func(n int)) *Tutorial { return &Tutorial{bots: bots} }

// See takes in what the match looks like now, once for each View that Frame
// returned, and returns the lesson to be shown, nil while there is no ship to fly.
// What it returns is good until the next call. Held says whether keys act only as
// long as they are held, and b which they are.
func (t *Tutorial) See(v *net.View, now time.Time, held bool, b *input.Bindings) *play.Lesson {
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return nil
	}
	switch {
	case t.over():
		t.shown = play.Lesson{Over: true}
		return &t.shown
	case !t.done.IsZero() && now.Sub(t.done) >= praised:
		t.next()
		return t.See(v, now, held, b)
	case t.began.IsZero():
		t.began = now
		t.bots(lessons[t.at].bots)
	}
	if t.done.IsZero() {
		t.judge(v, now)
	}
	t.show(now, held, b)
	return &t.shown
}

// Skip goes on to the next lesson, and reports false if there was none to skip.
func (t *Tutorial) Skip() bool {
	if t.over() {
		return false
	}
	t.next()
	return true
}

func (t *Tutorial) over() bool { return t.at == len(lessons) }

func (t *Tutorial) next() {
	*t = Tutorial{bots: t.bots, at: t.at + 1}
	if t.over() {
		t.bots(0)
	}
}

// judge finds where the player is to go, and whether they have done what is asked.
func (t *Tutorial) judge(v *net.View, now time.Time) {
	lesson := &lessons[t.at]
	t.try.look(v)
	if lesson.done(&t.try) {
		t.done = now
	}
	t.try.goals = lesson.goals(&t.try)
}

// show puts together what is to be shown.
func (t *Tutorial) show(now time.Time, held bool, b *input.Bindings) {
	lesson := &lessons[t.at]
	said := lesson.said
	if held && lesson.held != (words{}) {
		said = lesson.held
	}
	t.shown = play.Lesson{Number: t.at + 1, Of: len(lessons), Task: withKeys(said.task, b), Goals: t.try.goals}
	if t.try.rings > 0 {
		t.shown.Task += fmt.Sprintf(" (%d of %d)", t.try.passed(), t.try.rings)
	}
	switch {
	case !t.done.IsZero():
		t.shown.Done, t.shown.Goals = true, nil
	case len(t.try.goals) == 0 && said.absent != "":
		t.shown.Note = withKeys(said.absent, b)
	case now.Sub(t.began) >= struggles:
		t.shown.Note = withKeys(said.hint, b)
	default:
		t.shown.Note = withKeys(said.note, b)
	}
}
