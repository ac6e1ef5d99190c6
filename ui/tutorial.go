package ui

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// Tutorial leads a player through the lessons, in a match of its own. It judges their success from Views alone; the
// match only learns how many bots to have. It belongs to one goroutine.
type Tutorial struct {
	bots func(n int)

	at    int       // index into lessons, or their number after the last
	began time.Time // first frame of the lesson; zero before
	done  time.Time // success; zero before
	try   try
	shown play.Lesson
}

const (
	praiseTime = 800 * time.Millisecond // from the success to the next lesson
	hintAfter  = 8 * time.Second        // without success
)

// NewTutorial returns a tutorial before its first lesson. It calls bots with the number of bots that each lesson has.
func NewTutorial(bots func(n int)) *Tutorial { return &Tutorial{bots: bots} }

// See judges the next View and returns the lesson to show, or nil while the player has no ship. The result is valid
// until the next call. held reports whether keys act only while they are held.
func (t *Tutorial) See(v *net.View, now time.Time, held bool, b *input.Bindings) *play.Lesson {
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return nil
	}
	switch {
	case t.over():
		t.shown = play.Lesson{Over: true}
		return &t.shown
	case !t.done.IsZero() && now.Sub(t.done) >= praiseTime:
		t.next()
		return t.See(v, now, held, b)
	case t.began.IsZero():
		t.began = now
		t.bots(lessons[t.at].bots)
	}
	if t.done.IsZero() {
		lesson := &lessons[t.at]
		t.try.View, t.try.ship = v, &v.World.Ships[v.Me]
		if lesson.done(&t.try) {
			t.done = now
		}
		if lesson.goals != nil {
			t.try.goals = lesson.goals(&t.try)
		}
	}
	t.show(now, held, b)
	return &t.shown
}

// Skip starts the next lesson. It reports false after the last.
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

// show writes the lines of the lesson.
func (t *Tutorial) show(now time.Time, held bool, b *input.Bindings) {
	lesson := &lessons[t.at]
	text := lesson.text
	if held && lesson.held != (words{}) {
		text = lesson.held
	}
	t.shown = play.Lesson{Number: t.at + 1, Of: len(lessons), Task: withKeys(text.task, b), Goals: t.try.goals}
	if t.try.rings > 0 {
		t.shown.Task += fmt.Sprintf(" (%d of %d)", t.try.passed(), t.try.rings)
	}
	switch {
	case !t.done.IsZero():
		t.shown.Done, t.shown.Goals = true, nil
	case len(t.try.goals) == 0 && text.absent != "":
		t.shown.Note = withKeys(text.absent, b)
	case now.Sub(t.began) >= hintAfter:
		t.shown.Note = withKeys(text.hint, b)
	default:
		t.shown.Note = withKeys(text.note, b)
	}
}

// withKeys replaces actions in braces by the names of their keys.
func withKeys(text string, b *input.Bindings) string {
	return strings.NewReplacer(
		"{steer}", append(b.Steering(), "keys")[0],
		"{diagonals}", append(b.Diagonals(), "keys of their own")[0],
		"{brake}", b.First(input.Brake),
		"{fire}", b.First(input.Fire),
		"{boost}", b.First(input.Boost),
	).Replace(text)
}

// try is the player's attempt at a lesson.
type try struct {
	*net.View
	ship  *game.Ship // the player's
	goals []game.Point

	rings int    // of the lesson; 0 without
	flown uint64 // bit i: the player was in ring i
	flew  bool   // has been under way
}

// in reports whether the ship is in the ring around a point.
func (t *try) in(at game.Point) bool {
	dx, dy := int64(t.ship.X-at.X), int64(t.ship.Y-at.Y)
	return t.ship.State == game.Flying && dx*dx+dy*dy <= play.GoalRadius*play.GoalRadius
}

// allPassed reports whether the ship flew through all rings in that way, in any order.
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

// leftOf returns the rings that the ship has not flown through.
func (t *try) leftOf(rings []game.Point) (left []game.Point) {
	for i, at := range rings {
		if t.flown>>i&1 == 0 {
			left = append(left, at)
		}
	}
	return left
}

// throughAny reports whether the ship flies through one of the rings in that way.
func (t *try) throughAny(rings []game.Point, how func(*game.Ship) bool) bool {
	return slices.ContainsFunc(rings, func(at game.Point) bool { return t.in(at) && how(t.ship) })
}

// stopped reports whether the ship has stopped on its pilot's wish, after it flew.
func (t *try) stopped() bool {
	if t.ship.State != game.Flying {
		return false
	}
	still := t.ship.VX == 0 && t.ship.VY == 0
	t.flew = t.flew || !still
	return t.flew && still && t.ship.Input.Course() == game.Idle
}

// blewUp reports whether the player has just blown up a barrel.
func (t *try) blewUp() bool {
	return slices.ContainsFunc(t.Events, func(ev game.Event) bool { return ev.Kind == game.EventBlast && int(ev.By) == t.Me })
}

// pickedUp reports whether the player has just picked up a power-up, which an orb is not.
func (t *try) pickedUp() bool {
	return slices.ContainsFunc(t.Events, func(ev game.Event) bool {
		return ev.Kind == game.EventPickup && int(ev.Slot) == t.Me && game.ItemKind(ev.What) != game.OrbItem
	})
}

// shotOneDown reports whether the player has just destroyed another ship.
func (t *try) shotOneDown() bool {
	return slices.ContainsFunc(t.Events, func(ev game.Event) bool {
		return ev.Kind == game.EventKill && int(ev.By) == t.Me && ev.Slot != ev.By
	})
}

func (t *try) barrels() (at []game.Point) {
	for i := range t.World.Barrels {
		if b := &t.World.Barrels[i]; b.HP > 0 {
			at = append(at, game.Point{X: b.X, Y: b.Y})
		}
	}
	return at
}

// powerUps returns the places of the power-ups that the ship can use.
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

// teach shows the next task of the tutorial.
func (f *flight) teach(now time.Time) {
	if l := f.session.Lessons; l != nil {
		f.screen.Teach(l.See(f.view, now, f.app.term.Releases(), &f.app.conf.Settings.Keys))
	}
}

// noNewcomer stops offering the lessons to a player who has been in a match or a lesson. Saving any settings makes
// this permanent.
func (a *app) noNewcomer() {
	if !a.conf.Newcomer {
		return
	}
	a.conf.Newcomer = false
	if a.conf.Save != nil {
		_ = a.conf.Save(a.saved, a.saved) // on failure they are offered once more
	}
}

// skip starts the next lesson, or after the last a match against bots.
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

// playBots starts a match against bots with the last options.
func (a *app) playBots() error {
	return a.launched(a.conf.Launcher.Solo(a.conf.Solo, a.conf.Player()))
}

// lesson is one thing to learn.
type lesson struct {
	text words
	held words // instead, where the terminal reports key releases; the zero value has the same text
	bots int

	goals func(t *try) []game.Point // to mark now; nil: none
	done  func(t *try) bool
}

// words is the text of a lesson, in lines for a terminal of 60 columns. See withKeys for the braces.
type words struct {
	task   string
	note   string // below it
	hint   string // instead, after some seconds without success
	absent string // instead, while there are no goals
}

// lessons are in order.
var lessons = [...]lesson{
	{
		text: words{
			task: "Fly through the rings with the {steer}",
			note: "tap once: the ship flies on until the next key",
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
		text: words{
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
		text: words{
			task: "{brake} brakes: come to a stand",
			note: "the ship drifts on for a moment",
			hint: "fly a little, press {brake}, and then nothing else",
		},
		held: words{
			task: "Let go of all keys and come to a stand",
			note: "or press {brake}; the ship drifts on for a moment",
			hint: "fly a little, then let go of every key",
		},
		done: (*try).stopped,
	},
	{
		text: words{
			task:   "{fire} fires: blow up a barrel",
			note:   "shots go where the ship points; it takes three",
			hint:   "get level with a barrel, turn to it and hold {fire}",
			absent: "a new barrel comes in a moment",
		},
		goals: (*try).barrels,
		done:  (*try).blewUp,
	},
	{
		text: words{
			task: "{boost} boosts: race through a ring",
			note: "it burns half a second, and charges for three",
			hint: "fly straight at a ring, and press {boost} just before it",
		},
		goals: straight,
		done:  func(t *try) bool { return t.throughAny(straight(t), boosting) },
	},
	{
		text: words{
			task:   "Pick up a power-up: fly over it",
			note:   "+1♥ repairs, +1• loads, S shields, O fires faster",
			hint:   "it lies in the ring; the one at the edge points on",
			absent: "wait: one appears on its pad in a moment",
		},
		goals: (*try).powerUps,
		done:  (*try).pickedUp,
	},
	{
		text: words{
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

// straight and diagonal return the rings of the arena.
func straight(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[1] }
func diagonal(t *try) []game.Point { return t.Setup.Arena.TeamSpawns[2] }

// The ways through a ring.
func anyhow(*game.Ship) bool        { return true }
func boosting(ship *game.Ship) bool { return ship.Boosting() }
func askew(ship *game.Ship) bool {
	x, y := ship.Facing.Vector()
	return x != 0 && y != 0
}
