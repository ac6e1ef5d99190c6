package playback

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
)

// Match is a file that is watched. It belongs to the caller of Frame.
type Match struct {
	// Static after construction.
	file    *replay.File
	moments []Moment

	cursor      *replay.Cursor
	proof       proof
	first, last game.Tick // what there is to see of it
	trouble     error
	told        bool // of the trouble
	cast        cast

	playing   bool
	backwards bool
	held      bool // the viewer cannot look now
	speed     int  // of speeds
	goal      game.Tick
	jumping   bool // to the goal, at the next Frame
	forth     int  // ticks to go on by, likewise

	now  time.Time // of the last Frame
	owed int64     // of the ticks that are due, the part that is none yet: ns times eighths of the speed times ticks a second

	events game.Events
	view   net.View
}

// New returns a file as a match that plays from its first tick. The error says why it cannot be played: it may be a
// *replay.OtherRulesError.
func New(f *replay.File) (*Match, error) { return NewRange(f, f.Head.First, f.LastTick) }

// NewRange returns what a file has from one tick to another, or as much as there is of that.
func NewRange(f *replay.File, from, to game.Tick) (*Match, error) {
	cursor, err := f.Play()
	if err != nil {
		return nil, err
	}
	from = min(max(from, f.Head.First), f.LastTick)
	m := &Match{
		file: f, moments: momentsOf(f), cursor: cursor, first: from, last: max(min(to, f.LastTick), from),
		playing: true, speed: normal, cast: newCast(f.Notes),
	}
	if m.proof, err = newProof(f); err != nil {
		return nil, err
	}
	if m.last == f.LastTick && f.Torn != nil {
		m.trouble = fmt.Errorf("the file is torn: the rest of the match is missing (%w)", f.Torn)
	}
	m.view = net.View{Phase: net.Playing, Recorded: true, Title: f.Head.Title, Setup: f.Setup, Me: -1}
	if m.seek(from); m.Tick() != from {
		return nil, m.trouble
	}
	return m, nil
}

// longestFrame is the most that counts of the time from one Frame to the next: after a suspension the match goes on from where
// it was.
const longestFrame = 250 * time.Millisecond

// Frame lets the match go on to now, and returns what there is to see. The input steers nothing.
func (m *Match) Frame(now time.Time, _ game.Input) *net.View {
	passed := min(max(now.Sub(m.now), 0), longestFrame)
	if m.now.IsZero() {
		passed = 0
	}
	m.now = now
	v := &m.view
	m.events.List, v.Chat, v.Jumped = m.events.List[:0], v.Chat[:0], false
	forth := m.forth
	m.forth = 0
	if m.jumping {
		m.jumping = false
		m.jump(m.goal)
	}
	if m.playing && !m.held {
		forth += m.pass(passed)
	}
	for ; forth > 0 && m.step(); forth-- {
	}
	if m.playing && m.cursor.World.Tick >= m.last && !m.backwards {
		m.playing = false
	}
	m.lookAhead()
	m.tellTrouble()
	v.World, v.Roster = &m.cursor.World, m.cast.roster
	v.Events, v.Decided = m.events.List, m.events.List
	return v
}

// pass lets time pass while the match plays, and returns how many ticks it is to go on by. Backwards it has gone by then.
func (m *Match) pass(passed time.Duration) int {
	const tick = int64(time.Second) * eighths
	m.owed += int64(passed) * speeds[m.speed] * game.TickRate
	ticks := m.owed / tick
	m.owed %= tick
	if !m.backwards {
		return int(ticks)
	}
	if at := m.cursor.World.Tick; ticks > 0 {
		m.jump(at - min(game.Tick(ticks), at-m.first))
	}
	if m.cursor.World.Tick <= m.first {
		m.playing, m.backwards = false, false
	}
	return 0
}

// lookAhead has the part proven that comes next, little by little.
func (m *Match) lookAhead() {
	switch t := m.cursor.World.Tick; {
	case !m.playing:
	case m.backwards:
		m.proof.ahead(max(t, replay.KeyframeEvery) - replay.KeyframeEvery)
	default:
		m.proof.ahead(t + replay.KeyframeEvery)
	}
}

// step goes one tick on, with all that happens in it, and reports whether there was one.
func (m *Match) step() bool {
	at := m.cursor.World.Tick
	if at >= m.last || !m.proven(at+1) {
		return false
	}
	if _, ok, err := m.cursor.Step(&m.events); err != nil || !ok { // though it was proven
		m.end(at, err)
		m.seek(at)
		return false
	}
	m.cast.pass(m.cursor.World.Tick, &m.view)
	return true
}

// jump goes to a tick at once. Nothing is told of what happened on the way.
func (m *Match) jump(t game.Tick) {
	if t == m.cursor.World.Tick {
		return
	}
	m.seek(t)
	m.view.Jumped = true
}

// seek goes to a tick, or the last before it that is what the file says.
func (m *Match) seek(t game.Tick) {
	for t = min(t, m.last); !m.proven(t); t = m.last {
	}
	if err := m.cursor.Seek(t); err != nil { // though it was proven
		m.end(m.file.Head.First, err)
		m.cursor.Seek(m.file.Head.First)
	}
	m.cast.seek(m.cursor.World.Tick)
}

// proven reports whether a tick may be shown. If not, the match now ends before it.
func (m *Match) proven(t game.Tick) bool {
	good, err := m.proof.of(t)
	if err != nil {
		m.end(good, err)
	}
	return err == nil
}

// end has the match end at a tick.
func (m *Match) end(t game.Tick, why error) {
	m.last, m.first = t, min(m.first, t)
	m.trouble, m.told = fmt.Errorf("the file is wrong from here on: %w", why), false
}

// Trouble says why the match ends before its end; nil if it does not.
func (m *Match) Trouble() error { return m.trouble }
