package net

import (
	"bytes"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Recording configures the recording of matches.
type Recording struct {
	// To receives a piece of the replay four times a second and at the end of a match. Without a receiver nothing is recorded. The
	// functions must not block.
	To []func(replay.Piece)
	// State makes a host's files logs, which also hold all that another host needs to resume the match. See Resume.
	State   bool
	Program string // version of this program, for the head of a file
	Started func() int64
}

// Send sends a piece to all receivers.
func (r *Recording) Send(p replay.Piece) {
	for _, to := range r.To {
		to(p)
	}
}

const (
	// pieceEvery bounds the loss when a host is killed.
	pieceEvery = game.TickRate / 4
	// maxLobbyRecording bounds the recording of a lobby.
	maxLobbyRecording = 10 * 60 * game.TickRate
	// maxFileTicks bounds a file: less than readers accept.
	maxFileTicks = 6 * 60 * 60 * game.TickRate
)

// recorder writes a match to a replay. Host and Client share it. Its methods do nothing while it is off.
type recorder struct {
	conf  Recording
	state func(fresh bool) []byte // the data for a resume; nil if unchanged and not fresh. May be nil
	w     *replay.Writer          // nil: off
	began game.Tick
}

// begin begins a file with the World.
func (c *recorder) begin(head replay.Head, s *game.Setup, w *game.World) {
	if len(c.conf.To) == 0 {
		return
	}
	head.Program = c.conf.Program
	if c.conf.Started != nil {
		head.Started = c.conf.Started()
	}
	c.w, c.began = replay.NewWriter(head, s, w), w.Tick
	c.writeState(true, w.Tick)
}

// resume continues a log after its last intact chunk.
func (c *recorder) resume(f *replay.File, w *game.World) {
	if len(c.conf.To) == 0 {
		return
	}
	c.w, c.began = f.Continue(w), f.Head.First
	c.writeState(true, w.Tick)
}

// writeState writes the data that another host needs beside the World of a tick.
func (c *recorder) writeState(fresh bool, tick game.Tick) {
	if c.conf.State && c.state != nil {
		if state := c.state(fresh); state != nil {
			c.w.State(state, tick)
		}
	}
}

// tick writes a tick: the orders that led to the World, and its events.
func (c *recorder) tick(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	if c.w == nil {
		return
	}
	due := (w.Tick-c.began)%pieceEvery == 0
	if due {
		c.writeState(false, w.Tick) // before the orders of the tick
	}
	c.w.Tick(orders, w, hash, events)
	if due {
		c.w.Flush(w)
		c.conf.Send(c.w.Piece(false))
	}
}

// tooLong ends a file that has its maximal length, and reports whether it did. The match continues in another.
func (c *recorder) tooLong(w *game.World) bool {
	if c.w == nil || w.Tick-c.began < maxFileTicks {
		return false
	}
	c.end(nil, w)
	return true
}

// active reports whether a match is being recorded.
func (c *recorder) active() bool { return c.w != nil }

// end ends the file.
func (c *recorder) end(r *career.Match, w *game.World) {
	if c.w == nil {
		return
	}
	c.writeState(true, w.Tick)
	c.w.End(r, w, nil, nil)
	c.conf.Send(c.w.Piece(true))
	c.w = nil
}

// roster writes the pilots, by rising ids.
func (c *recorder) roster(roster []proto.Pilot) {
	if c.w != nil {
		c.w.Roster(roster)
	}
}

// chat writes a line of chat.
func (c *recorder) chat(pilot uint16, text string) {
	if c.w != nil {
		c.w.Say(pilot, text)
	}
}

// startRecording begins a file with a World that the host sent.
func (c *Client) startRecording(s *game.Setup, w *game.World) {
	if c.recorder.active() {
		if c.setup == s && *c.confirmed == *w {
			return // the file continues
		}
		c.recorder.end(nil, c.confirmed)
	}
	if w.Status == game.Closed {
		return // nothing left to see
	}
	head := replay.NewHead(s, w.Tick)
	head.Title, head.Watched, head.Pilot = c.view.Title, true, c.view.Pilot
	c.recorder.begin(head, s, w)
	if c.recorder.active() {
		c.tally = game.NewTally(w)
	}
	c.recorder.roster(c.view.Roster)
}

// RestartRecording begins a new file, as a part of the current one was not stored. Safe for concurrent use.
func (c *Client) RestartRecording() { c.restartFile.Store(true) }

// recordTick records a tick that the host decided.
func (c *Client) recordTick(orders []game.Order) {
	if !c.recorder.active() {
		return
	}
	c.recorder.tick(orders, c.confirmed, c.steps.hashOf(c.at), c.at.events.List)
	c.tally.Add(c.setup, c.confirmed, c.at.events.List)
	if c.restartFile.Swap(false) {
		c.recorder.end(nil, c.confirmed)
		c.startRecording(c.setup, c.confirmed)
	}
	if c.recorder.tooLong(c.confirmed) {
		c.startRecording(c.setup, c.confirmed)
	}
	if c.confirmed.Status == game.Closed {
		r := ResultOfView(&View{World: c.confirmed, Setup: c.setup, Roster: c.view.Roster, Pilot: c.view.Pilot}, &c.tally)
		c.recorder.end(&r.Match, c.confirmed)
	}
}

// startRecording begins a file with the current World.
func (h *Host) startRecording() {
	m := &h.match
	head := replay.NewHead(m.Setup, m.World.Tick)
	head.Host, head.Number, head.Title = h.conf.ID, m.Number, h.conf.Title
	if m.World.Tick == m.Began {
		head.Whole, head.Seed = true, m.Seed
	}
	m.recorder.begin(head, m.Setup, &m.World)
	m.recorder.roster(h.roster.pilots)
}

// RestartRecording begins a new file, as a part of the current one was not stored.
func (h *Host) RestartRecording() error {
	return h.ask(func() error {
		if h.match.recorder.active() {
			h.match.recorder.end(nil, &h.match.World)
			h.startRecording()
		}
		return nil
	})
}

// recordResults begins a log of the time after a match, which only a host that resumes it needs.
func (h *Host) recordResults() {
	if c := &h.match.recorder; c.conf.State && len(c.conf.To) > 0 {
		h.startRecording()
		c.conf.Send(c.w.Piece(false)) // at once, as the log before cannot be resumed for long
	}
}

// recordTick records a tick. Of a long lobby only the last minutes are kept.
func (h *Host) recordTick(orders []game.Order, hash uint64) {
	m := &h.match
	m.proveTick(orders, hash)
	m.recorder.tick(orders, &m.World, hash, m.events.List)
	if m.World.Status == game.Waiting && m.recorder.active() && m.World.Tick-m.recorder.began >= maxLobbyRecording {
		h.startRecording()
	}
	if m.recorder.tooLong(&m.World) {
		h.startRecording()
	}
}

// state returns the data that another host needs beside the World, or nil if it is unchanged and not to be fresh. The tally is included now
// and then only: the other host counts the orders after it again.
func (h *Host) state(fresh bool) []byte {
	m := &h.match
	if m.Scenario != nil {
		return nil // scenarios are not resumed: their only player is gone with the host
	}
	s := h.save()
	plain := s.bytes()
	if !fresh && bytes.Equal(plain, h.savedState) && m.World.Tick-h.talliedAt < tallyEvery {
		return nil
	}
	h.savedState, h.talliedAt = plain, m.World.Tick
	s.TallyAt, s.Tally = m.World.Tick, packTally(&m.Tally)
	return s.bytes()
}

const (
	// tallyEvery bounds how much of a match a host plays again to resume it.
	tallyEvery = 60 * game.TickRate
	// maxUntallied is the same bound for a log from elsewhere.
	maxUntallied = 2 * tallyEvery
)

const (
	// maxProofTicks bounds a match with a proof.
	maxProofTicks = 2 * 3600 * game.TickRate
	maxProofBytes = 8 << 20
)

// startProof begins the proof of a new match, if it needs one: laps of races do, and scenarios, which are the same for all. A match that
// was taken over has none.
func (m *liveMatch) startProof() {
	m.proof = nil
	if m.onResult == nil || m.World.Tick != m.Began || m.Setup.Mode.State() != game.RaceState && m.Scenario == nil {
		return
	}
	head := replay.NewHead(m.Setup, m.Began)
	head.Program, head.Number, head.Whole, head.Seed = m.recorder.conf.Program, m.Number, true, m.Seed
	m.proof = replay.NewWriter(head, m.Setup, &m.World)
}

// proveTick adds a tick to the proof. A match that gets too long loses it.
func (m *liveMatch) proveTick(orders []game.Order, hash uint64) {
	if m.proof == nil {
		return
	}
	m.proof.Tick(orders, &m.World, hash, m.events.List)
	if m.World.Tick-m.Began > maxProofTicks || m.proof.Size() > maxProofBytes {
		m.proof = nil
	}
}

// endProof ends the proof with the result and returns it, or nil.
func (m *liveMatch) endProof(r *career.Match) []byte {
	w := m.proof
	if m.proof = nil; w == nil || w.End(r, &m.World, nil, nil) != nil {
		return nil
	}
	return w.Take(nil)
}
