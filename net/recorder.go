package net

import (
	"bytes"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Chunk is the next chunk of a replay. The receiver owns Bytes.
type Chunk struct {
	First  bool // a file begins; an earlier one that has not ended is useless
	Bytes  []byte
	Ended  bool // the file is complete
	Played bool // a player has had a ship since the file began
}

// Recording configures the recording of matches.
type Recording struct {
	// Record, if not nil, gets a chunk four times a second and at the end of a match. It must not block.
	Record func(Chunk)
	// State makes a host's files logs, which also hold all that another host needs to resume the match. See Resume.
	State   bool
	Program string // version of this program, for the head of a file
	Started func() int64
	// Certificate and Sign seal the files; without Sign they are not sealed. Sign signs a digest with the certificate's key.
	Certificate []byte
	Sign        func(digest []byte) ([]byte, error)
}

const (
	// chunkEvery bounds the loss when a host is killed.
	chunkEvery = game.TickRate / 4
	// maxLobbyRecording bounds the recording of a lobby.
	maxLobbyRecording = 10 * 60 * game.TickRate
	// maxFileTicks bounds a file: less than readers accept.
	maxFileTicks = 6 * 60 * 60 * game.TickRate
)

// recorder writes a match to a replay. Host and Client share it. Its methods do nothing while it is off.
type recorder struct {
	conf   Recording
	state  func(fresh bool) []byte // the data for a resume; nil if unchanged and not fresh. May be nil
	w      *replay.Writer          // nil: off
	setup  *game.Setup
	first  bool
	played bool
	began  game.Tick
}

// begin begins a file with the World.
func (c *recorder) begin(head replay.Head, s *game.Setup, w *game.World) {
	if c.conf.Record == nil {
		return
	}
	head.Program = c.conf.Program
	if c.conf.Started != nil {
		head.Started = c.conf.Started()
	}
	c.w = replay.NewWriter(head, s, w)
	c.setup, c.first, c.played, c.began = s, true, false, w.Tick
	c.writeState(true, w.Tick)
}

// resume continues a log after its last intact chunk.
func (c *recorder) resume(f *replay.File, s *game.Setup, w *game.World) {
	if c.conf.Record == nil {
		return
	}
	c.w = f.Continue(w)
	c.setup, c.first, c.began = s, false, f.Head.First
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
	due := (w.Tick-c.began)%chunkEvery == 0
	if due {
		c.writeState(false, w.Tick) // before the orders of the tick
	}
	c.w.Tick(c.setup, orders, w, hash, events)
	if due {
		c.w.Flush(w)
		c.sendChunk(false)
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

// sendChunk passes on the bytes written since the last chunk.
func (c *recorder) sendChunk(ended bool) {
	c.conf.Record(Chunk{First: c.first, Bytes: c.w.Take(nil), Ended: ended, Played: c.played})
	if c.first = false; ended {
		c.w = nil
	}
}

// end ends the file.
func (c *recorder) end(r *replay.Result, w *game.World) {
	if c.w == nil {
		return
	}
	c.writeState(true, w.Tick)
	if err := c.w.End(r, w, c.conf.Certificate, c.conf.Sign); err != nil {
		c.w.Flush(w) // without a seal
	}
	c.sendChunk(true)
}

// roster writes the pilots, by rising ids.
func (c *recorder) roster(roster []proto.Pilot) {
	if c.w != nil {
		c.w.Roster(roster)
		c.played = c.played || slices.ContainsFunc(roster, func(p proto.Pilot) bool {
			return p.Slot != proto.NoSlot && p.Flags&proto.BotPilot == 0
		})
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
		if c.setup == s && c.confirmed == *w {
			return // the file continues
		}
		c.recorder.end(nil, &c.confirmed)
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
	c.recorder.tick(orders, &c.confirmed, c.confirmed.Hash(), c.scratch.List)
	c.tally.Add(c.setup, &c.confirmed, c.scratch.List)
	if c.restartFile.Swap(false) {
		c.recorder.end(nil, &c.confirmed)
		c.startRecording(c.setup, &c.confirmed)
	}
	if c.recorder.tooLong(&c.confirmed) {
		c.startRecording(c.setup, &c.confirmed)
	}
	if c.confirmed.Status == game.Closed {
		r := ResultOfView(&View{World: &c.confirmed, Setup: c.setup, Roster: c.view.Roster, Pilot: c.view.Pilot}, &c.tally)
		c.recorder.end(r.Replayed(), &c.confirmed)
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
	if m := &h.match; m.recorder.conf.State && m.recorder.conf.Record != nil {
		h.startRecording()
		m.recorder.sendChunk(false) // at once, as the log before cannot be resumed for long
	}
}

// recordTick records a tick. Of a long lobby only the last minutes are kept.
func (h *Host) recordTick(orders []game.Order, hash uint64) {
	m := &h.match
	m.proof.add(orders, &m.World, hash, m.events.List)
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

// Replayed returns the result in the form of a replay's.
func (r *Result) Replayed() *replay.Result {
	to := &replay.Result{Finished: r.Finished, Wave: uint8(min(r.Wave, 0xff))}
	copy(to.TeamScores[:], r.TeamScores[1:])
	for i := range r.Flights {
		f := &r.Flights[i]
		to.Flights = append(to.Flights, replay.Flight{
			Pilot: f.Pilot, Slot: f.Slot, Skill: uint8(f.Skill), Team: f.Team, Won: f.Won, Place: uint16(f.Place), Score: f.Score,
			Kills: uint16(f.Kills), Deaths: uint16(f.Deaths), Assists: uint16(f.Assists), Shots: uint32(f.Shots), Hits: uint32(f.Hits),
			Damage: uint32(f.Did.Damage), Flown: f.Did.Flown, Name: f.Name, Class: f.Class, Weapon: f.Weapon,
		})
	}
	return to
}

// proof is the replay of a whole match that needs proof of its results: laps of races, and scenarios, which are the same for all. A match
// that was taken over has none.
type proof struct {
	w     *replay.Writer // nil: off
	setup *game.Setup
	began game.Tick
	bytes []byte
}

const (
	// maxProofTicks bounds a match with a proof.
	maxProofTicks = 2 * 3600 * game.TickRate
	maxProofBytes = 8 << 20
)

// start begins the proof of a new match, if it needs one.
func (p *proof) start(m *liveMatch) {
	*p = proof{}
	if m.onResult == nil || m.World.Tick != m.Began || m.Setup.Mode.State() != game.RaceState && m.Scenario == nil {
		return
	}
	head := replay.NewHead(m.Setup, m.Began)
	head.Program, head.Number, head.Whole, head.Seed = m.recorder.conf.Program, m.Number, true, m.Seed
	*p = proof{w: replay.NewWriter(head, m.Setup, &m.World), setup: m.Setup, began: m.Began}
}

// add writes a tick. A match that gets too long loses its proof.
func (p *proof) add(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	if p.w == nil {
		return
	}
	p.w.Tick(p.setup, orders, w, hash, events)
	if (w.Tick-p.began)%replay.KeyframeEvery == 0 {
		p.bytes = p.w.Take(p.bytes)
	}
	if w.Tick-p.began > maxProofTicks || len(p.bytes) > maxProofBytes {
		*p = proof{}
	}
}

// roster writes the pilots, by rising ids.
func (p *proof) roster(roster []proto.Pilot) {
	if p.w != nil {
		p.w.Roster(roster)
	}
}

// finish ends the replay and returns it, or nil.
func (p *proof) finish(r *Result, w *game.World) []byte {
	if p.w == nil {
		return nil
	}
	err := p.w.End(r.Replayed(), w, nil, nil)
	b := p.w.Take(p.bytes)
	*p = proof{}
	if err != nil {
		return nil
	}
	return b
}
