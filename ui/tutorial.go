// Package tutorial teaches to fly, in a match of its own: a list of lessons, each
// of which waits until the player has done what it asks for.
//
// Whether they have is judged from the net.View alone, as somebody looking over their
// shoulder would. The match itself knows nothing of it; all that it is told is how many
// bots there should be.
package ui

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"dogfight/game"
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

// try is the player's attempt at a lesson: what there is to see now, and what they
// have done so far.
type try struct {
	*net.View
	ship  *game.Ship // the player's
	goals []game.Point

	rings int    // to be flown through; 0 where that is not the task
	flown uint64 // bit i: they were in ring i
	flew  bool   // they have been under way
}

func (t *try) look(v *net.View) {
	t.View, t.ship = v, &v.World.Ships[v.Me]
}

// in reports whether the ship is in the ring around a place.
func (t *try) in(at game.Point) bool {
	dx, dy := int64(t.ship.X-at.X), int64(t.ship.Y-at.Y)
	return t.ship.State == game.Flying && dx*dx+dy*dy <= play.GoalRadius*play.GoalRadius
}

// allPassed reports whether all rings were flown through in that way, in whatever
// order.
func (t *try) allPassed(rings []game.Point, how func(*game.Ship) bool) bool {
	t.rings = len(rings)
	for i, at := range rings {
		if t.in(at) && how(t.ship) {
			t.flown |= 1 << i
		}
	}
	return t.passed() == len(rings)
}

func (t *try) passed() int { return bits.OnesCount64(t.flown) }

// leftOf returns the rings that are left to fly through.
func (t *try) leftOf(rings []game.Point) (left []game.Point) {
	for i, at := range rings {
		if t.flown>>i&1 == 0 {
			left = append(left, at)
		}
	}
	return left
}

// throughAny reports whether they fly through one of the rings in that way.
func (t *try) throughAny(rings []game.Point, how func(*game.Ship) bool) bool {
	for _, at := range rings {
		if t.in(at) && how(t.ship) {
			return true
		}
	}
	return false
}

// stopped reports whether the ship stands because its pilot wants it to, and flew
// before.
func (t *try) stopped() bool {
	if t.ship.State != game.Flying {
		return false
	}
	still := t.ship.VX == 0 && t.ship.VY == 0
	t.flew = t.flew || !still
	return t.flew && still && t.ship.Input.Course() == game.Idle
}

// did reports whether they have just done something of the kind.
func (t *try) did(kind game.EventKind) bool {
	for _, ev := range t.Events {
		if ev.Kind == kind && int(ev.By) == t.Me {
			return true
		}
	}
	return false
}

// pickedUp reports whether they have just taken a power-up; an orb is none.
func (t *try) pickedUp() bool {
	for _, ev := range t.Events {
		if ev.Kind == game.EventPickup && int(ev.Slot) == t.Me && game.ItemKind(ev.What) != game.OrbItem {
			return true
		}
	}
	return false
}

// shotOneDown reports whether they have just destroyed another ship.
func (t *try) shotOneDown() bool {
	for _, ev := range t.Events {
		if ev.Kind == game.EventKill && int(ev.By) == t.Me && ev.Slot != ev.By {
			return true
		}
	}
	return false
}

func (t *try) barrels() (at []game.Point) {
	for i := range t.World.Barrels {
		if b := &t.World.Barrels[i]; b.HP > 0 {
			at = append(at, game.Point{X: b.X, Y: b.Y})
		}
	}
	return at
}

// powerUps returns where those lie that the ship has use for.
func (t *try) powerUps() (at []game.Point) {
	for i := range t.World.Items {
		item := &t.World.Items[i]
		if item.Kind != game.NoItem && item.Kind != game.OrbItem && t.ship.HasUse(t.Setup, item.Kind) {
			at = append(at, game.Point{X: item.X, Y: item.Y})
		}
	}
	return at
}

func (t *try) foes() (at []game.Point) {
	for i := range t.World.Ships {
		if ship := &t.World.Ships[i]; i != t.Me && ship.State == game.Flying {
			at = append(at, game.Point{X: ship.X, Y: ship.Y})
		}
	}
	return at
}

// teach shows the player what to do next in a lesson.
func (f *flight) teach(now time.Time) {
	if l := f.session.Lessons; l != nil {
		f.screen.Teach(l.See(f.view, now, f.app.term.Releases(), &f.app.conf.Settings.Keys))
	}
}

// noNewcomer stops offering the lessons, now and next time: a player who has been in a match
// or a lesson knows of them. Saving any settings is what makes this permanent.
func (a *app) noNewcomer() {
	if !a.conf.Newcomer {
		return
	}
	a.conf.Newcomer = false
	if a.conf.Save != nil {
		_ = a.conf.Save(a.saved, a.saved) // if that fails, they are offered once more
	}
}

// skip goes on to the next lesson, and from the last one to a match against bots.
func (f *flight) skip() {
	if l := f.session.Lessons; l == nil || l.Skip() {
		return
	}
	a := f.app
	a.closeSession()
	a.pages = nil
	if err := a.playBots(); err != nil {
		a.land("Could not start a match", err)
	}
}

// playBots starts a match against bots, as it was last chosen.
func (a *app) playBots() error {
	return a.launched(a.conf.Launcher.Solo(SoloOptions{Pilot: a.conf.Pilot, Match: a.conf.Solo}))
}

// withKeys puts the names of keys, as they are bound, where the text says in braces
// what they do.
func withKeys(text string, b *input.Bindings) string {
	for _, key := range [...]struct {
		does string
		name string
	}{
		{"{steer}", append(b.Steering(), "keys")[0]},
		{"{diagonals}", append(b.Diagonals(), "keys of their own")[0]},
		{"{brake}", b.First(input.Brake)},
		{"{fire}", b.First(input.Fire)},
		{"{boost}", b.First(input.Boost)},
	} {
		text = strings.ReplaceAll(text, key.does, key.name)
	}
	return text
}

// lesson is one thing to be learnt.
type lesson struct {
	said words
	held words // instead, where releases are reported; the zero value says the same
	bots int   // that fly along

	goals func(t *try) []game.Point // what is to be marked now
	done  func(t *try) bool
}

// words are what a lesson says, each in a line that fits a terminal of 60 columns.
// What stands in braces is replaced by the names of keys.
type words struct {
	task   string
	note   string // below it
	hint   string // instead, after some seconds without success
	absent string // instead, while there is nothing to be marked
}

// lessons are given in this order.
var lessons = [...]lesson{
	{
		said: words{
			task: "Fly through the rings with the {steer}",
			note: "press once: a course holds until the next key",
			hint: "{steer}, one at a time; the ring at the edge points on",
		},
		held: words{
			task: "Fly through the rings with the {steer}",
			note: "hold the key: a course is held as long as its key",
			hint: "hold one of the {steer}; the ring at the edge points on",
		},
		goals: func(t *try) []game.Point { return t.leftOf(straight(t)) },
		done:  func(t *try) bool { return t.allPassed(straight(t), anyhow) },
	},
	{
		said: words{
			task: "Fly through the rings on a diagonal",
			note: "press two {steer} at the same moment, or {diagonals}",
			hint: "in the ring, press two {steer} at once, or {diagonals}",
		},
		held: words{
			task: "Fly through the rings on a diagonal",
			note: "hold two {steer} at once, or {diagonals}",
			hint: "in the ring, hold two {steer} at once, or {diagonals}",
		},
		goals: func(t *try) []game.Point { return t.leftOf(diagonal(t)) },
		done:  func(t *try) bool { return t.allPassed(diagonal(t), askew) },
	},
	{
		said: words{
			task: "{brake} brakes: come to a stand",
			note: "the ship drifts on for a moment",
			hint: "fly a little, press {brake}, and then nothing else",
		},
		held: words{
			task: "Let go of all keys and come to a stand",
			note: "or press {brake}; the ship drifts on for a moment",
			hint: "fly a little, then let go of every key",
		},
		goals: nowhere,
		done:  (*try).stopped,
	},
	{
		said: words{
			task:   "{fire} fires: blow up a barrel",
			note:   "shots go where the ship points; it takes three",
			hint:   "get level with a barrel, turn to it and hold {fire}",
			absent: "a new barrel comes in a moment",
		},
		goals: (*try).barrels,
		done:  func(t *try) bool { return t.did(game.EventBlast) },
	},
	{
		said: words{
			task: "{boost} boosts: race through a ring",
			note: "it burns half a second, and charges for three",
			hint: "fly straight at a ring, and press {boost} just before it",
		},
		goals: func(t *try) []game.Point { return straight(t) },
		done:  func(t *try) bool { return t.throughAny(straight(t), boosting) },
	},
	{
		said: words{
			task:   "Pick up a power-up: fly over it",
			note:   "+1♥ repairs, +1• loads, S shields, O fires faster",
			hint:   "it lies in the ring; the one at the edge points on",
			absent: "wait: one appears on its pad in a moment",
		},
		goals: (*try).powerUps,
		done:  (*try).pickedUp,
	},
	{
		said: words{
			task:   "Shoot down the other ship",
			note:   "it holds its fire, and takes five hits",
			hint:   "get level with it, turn to it and hold {fire}",
			absent: "it comes in a moment",
		},
		bots:  1,
		goals: (*try).foes,
		done:  (*try).shotOneDown,
	},
}

// straight and diagonal are the rings of the arena.
func straight(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[1] }
func diagonal(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[2] }

func nowhere(*try) []game.Point { return nil }

// The ways to fly through a ring.
func anyhow(*game.Ship) bool        { return true }
func boosting(ship *game.Ship) bool { return ship.Boosting() }
func askew(ship *game.Ship) bool {
	x, y := ship.Facing.Vector()
	return x != 0 && y != 0
}
