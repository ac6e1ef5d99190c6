// Package playback shows a replay as if it were a match: at any speed, forwards and backwards, and at any tick.
//
//	File -> Cursor -> World, events ┐
//	File.Notes -> roster, chat      ┼-> Frame -> View
//	controls (Play, SeekTo, ...)   ─┘
//
// A Playback has no goroutine and no clock: it belongs to the caller of Frame, which passes the time. Each part of the file, from one keyframe
// to the next ten seconds later, is played and compared with the hashes in the file before any of it is shown. A part that differs is never
// shown: the match ends before it, and Trouble says why.
package playback

import (
	"fmt"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Playback is a replay being watched. It belongs to the caller of Frame.
type Playback struct {
	// Static after construction.
	file    *replay.File
	moments []replay.Note

	cursor       *replay.Cursor
	check        check
	first, last  game.Tick // the range that is shown
	trouble      error
	troubleShown bool
	roster       []proto.Pilot

	playing   bool
	backwards bool
	paused    bool // the viewer is in a menu
	speed     int  // index of speeds
	goal      game.Tick
	jumping   bool // to goal, in the next Frame
	ahead     int  // single ticks to play, likewise

	now  time.Time // of the last Frame
	rest int64     // fraction of a tick that is due, in ns times eighths of the speed times ticks a second

	events game.Events
	view   net.View
}

// New returns a Playback of a file from its first tick. The error may be a *replay.OtherRulesError.
func New(f *replay.File) (*Playback, error) { return NewRange(f, f.Head.First, f.LastTick) }

// NewRange returns a Playback of a file from one tick to another, as far as the file has them.
func NewRange(f *replay.File, from, to game.Tick) (*Playback, error) {
	cursor, err := f.Play()
	if err != nil {
		return nil, err
	}
	from = min(max(from, f.Head.First), f.LastTick)
	m := &Playback{
		file: f, moments: momentsOf(f), cursor: cursor, first: from, last: max(min(to, f.LastTick), from),
		playing: true, speed: normal,
	}
	if m.check, err = newCheck(f); err != nil {
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

// maxFrameTime bounds the time that passes from one Frame to the next, so that a suspended program continues at the same tick.
const maxFrameTime = 250 * time.Millisecond

// Frame plays on to now, and returns the view. The input is ignored.
func (m *Playback) Frame(now time.Time, _ game.Input) *net.View {
	passed := min(max(now.Sub(m.now), 0), maxFrameTime)
	if m.now.IsZero() {
		passed = 0
	}
	m.now = now
	v := &m.view
	m.events.List, v.Chat, v.Jumped = m.events.List[:0], v.Chat[:0], false
	ticks := m.ahead
	m.ahead = 0
	if m.jumping {
		m.jumping = false
		m.jump(m.goal)
	}
	if m.playing && !m.paused {
		ticks += m.pass(passed)
	}
	for ; ticks > 0 && m.step(); ticks-- {
	}
	if m.playing && m.cursor.World.Tick >= m.last && !m.backwards {
		m.playing = false
	}
	m.checkAhead()
	m.showTrouble()
	v.World, v.Roster = &m.cursor.World, m.roster
	v.Events, v.Decided = m.events.List, m.events.List
	return v
}

// pass returns the number of ticks to play in a time. Backwards it plays them itself.
func (m *Playback) pass(passed time.Duration) int {
	const tick = int64(time.Second) * eighths
	m.rest += int64(passed) * speeds[m.speed] * game.TickRate
	ticks := m.rest / tick
	m.rest %= tick
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

// checkAhead checks the next part, little by little.
func (m *Playback) checkAhead() {
	switch t := m.cursor.World.Tick; {
	case !m.playing:
	case m.backwards:
		m.check.ahead(max(t, replay.KeyframeEvery) - replay.KeyframeEvery)
	default:
		m.check.ahead(t + replay.KeyframeEvery)
	}
}

// step plays one tick with its events, and reports whether there was one.
func (m *Playback) step() bool {
	at := m.cursor.World.Tick
	if at >= m.last || !m.valid(at+1) {
		return false
	}
	if _, ok, err := m.cursor.Step(&m.events); err != nil || !ok { // a wrong tick in a part that ends right
		_, before := m.check.indexOf(at + 1)
		m.end(before, err)
		m.seek(before)
		return false
	}
	m.readNotes()
	return true
}

// readNotes reads the roster and the chat of the tick.
func (m *Playback) readNotes() {
	notes := m.file.NotesAt(m.cursor.World.Tick)
	for i := range notes {
		if n := &notes[i]; n.Kind == replay.NoteChat {
			m.view.Chat = append(m.view.Chat, m.chatLine(n))
		}
		m.roster = notes[i].Apply(m.roster)
	}
}

// chatLine returns a note of chat as a line.
func (m *Playback) chatLine(n *replay.Note) net.ChatLine {
	l := net.ChatLine{Pilot: n.Pilot.ID, Slot: proto.NoSlot, Text: n.Text}
	for i := range m.roster {
		if p := &m.roster[i]; p.ID == n.Pilot.ID {
			l.From, l.Slot = p.Name, p.Slot
		}
	}
	return l
}

// jump moves to a tick without the events in between.
func (m *Playback) jump(t game.Tick) {
	if t == m.cursor.World.Tick {
		return
	}
	m.seek(t)
	m.view.Jumped = true
}

// seek moves to a tick, or the last valid one before it.
func (m *Playback) seek(t game.Tick) {
	for t = min(t, m.last); !m.valid(t); t = m.last {
	}
	if err := m.cursor.Seek(t); err != nil { // impossible: it was checked
		m.end(m.file.Head.First, err)
		m.cursor.Seek(m.file.Head.First)
	}
	m.roster = m.file.Roster(m.cursor.World.Tick)
}

// valid reports whether a tick may be shown. If not, the match now ends before it.
func (m *Playback) valid(t game.Tick) bool {
	good, err := m.check.part(t)
	if err != nil {
		m.end(good, err)
	}
	return err == nil
}

// end ends the match at a tick.
func (m *Playback) end(t game.Tick, why error) {
	m.last, m.first = t, min(m.first, t)
	m.trouble, m.troubleShown = fmt.Errorf("the file is wrong from here on: %w", why), false
}

// Trouble returns the reason why the match ends early, or nil.
func (m *Playback) Trouble() error { return m.trouble }

// showTrouble adds the reason to the chat where the match ends early.
func (m *Playback) showTrouble() {
	if m.trouble == nil || m.troubleShown || m.cursor.World.Tick < m.last {
		return
	}
	m.troubleShown = true
	m.view.Chat = append(m.view.Chat, net.ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: m.trouble.Error()})
}

// Moments returns the deeds and marks of the file, by rising ticks. They are read-only.
func (m *Playback) Moments() []replay.Note { return m.moments }

func momentsOf(f *replay.File) []replay.Note {
	return slices.DeleteFunc(slices.Clone(f.Notes), func(n replay.Note) bool {
		return n.Kind != replay.NoteMark && (n.Kind != replay.NoteDeed || n.Deed.Kind == 0)
	})
}
