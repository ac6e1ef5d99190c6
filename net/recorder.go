package net

import (
	"bytes"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Footage is what has come of a replay since the last: the bytes that follow on those before. It belongs to who is told.
type Footage struct {
	First  bool // a file begins; one that has not ended by then is of no use
	Bytes  []byte
	Ended  bool // nothing follows in this file
	Played bool // a player, who is no bot, has had a ship since it began
}

// Film says how matches are recorded.
type Film struct {
	// Record, if not nil, is told what is to be kept, four times a second and at the end of a match. It must not wait for
	// anything.
	Record func(Footage)
	// State has files of a host's matches be logs: they also hold what another host needs to go on with the match. See Resume.
	State   bool
	Program string // version of this program, for the head of a file
	Started func() int64
	// Certificate and Sign are what files are sealed with; without Sign they are not. Sign signs a digest with the key of the
	// certificate.
	Certificate []byte
	Sign        func(digest []byte) ([]byte, error)
}

const (
	// footageEvery is how much of a match is lost at most when its host is killed.
	chunkEvery = game.TickRate / 4
	// longestLobby is how long a wait for the match is kept.
	maxLobbyRecording = 10 * 60 * game.TickRate
	// longestFile is how much of a match without an end is kept in a file: less than readers take, whoever plays.
	maxFileTicks = 6 * 60 * 60 * game.TickRate
)

// camera films a match, in which it knows neither host nor client. Its methods do nothing if nobody wants to have it.
type recorder struct {
	conf   Film
	state  func(anew bool) []byte // what else a host needs to go on, also if it is what it was last; nil: it is what it was. Nil for none
	w      *replay.Writer         // nil: nothing is being filmed
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

// goOn goes on with a log from its last World: what is handed over follows on what is whole of it.
func (c *recorder) resume(f *replay.File, s *game.Setup, w *game.World) {
	if c.conf.Record == nil {
		return
	}
	c.w = f.Continue(w)
	c.setup, c.first, c.began = s, false, f.Head.First
	c.writeState(true, w.Tick)
}

// writeState keeps what a host needs beside the World after a tick.
func (c *recorder) writeState(anew bool, tick game.Tick) {
	if c.conf.State && c.state != nil {
		if state := c.state(anew); state != nil {
			c.w.State(state, tick)
		}
	}
}

// tick takes what was played in a tick: the orders that led to the World, and what happened. Roster is who is there.
func (c *recorder) tick(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	if c.w == nil {
		return
	}
	due := (w.Tick-c.began)%chunkEvery == 0
	if due {
		c.writeState(false, w.Tick) // before the orders that lead there
	}
	c.w.Tick(c.setup, orders, w, hash, events)
	if due {
		c.w.Flush(w)
		c.sendChunk(false)
	}
}

// tooLong ends a file that is as long as one may be, and reports whether it did. The match goes on in another.
func (c *recorder) tooLong(w *game.World) bool {
	if c.w == nil || w.Tick-c.began < maxFileTicks {
		return false
	}
	c.end(nil, w)
	return true
}

// on reports whether a match is being filmed.
func (c *recorder) active() bool { return c.w != nil }

// hand hands over what there is.
func (c *recorder) sendChunk(ended bool) {
	c.conf.Record(Footage{First: c.first, Bytes: c.w.Take(nil), Ended: ended, Played: c.played})
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
		c.w.Flush(w) // it stays without a seal
	}
	c.sendChunk(true)
}

// pause hands over all there is of a file that another host goes on with.
func (c *recorder) pause(w *game.World) {
	if c.w != nil {
		c.writeState(true, w.Tick)
		c.w.Flush(w)
		c.sendChunk(false)
	}
}

// cast notes who is in the match, by rising ids.
func (c *recorder) roster(roster []proto.Pilot) {
	if c.w != nil {
		c.w.Roster(roster)
		c.played = c.played || slices.ContainsFunc(roster, func(p proto.Pilot) bool {
			return p.Slot != proto.NoSlot && p.Flags&proto.BotPilot == 0
		})
	}
}

// say notes a line of chat.
func (c *recorder) chat(pilot uint16, text string) {
	if c.w != nil {
		c.w.Say(pilot, text)
	}
}

// film begins to film what the client sees, from a World that the host sent.
func (c *Client) startRecording(s *game.Setup, w *game.World) {
	if c.recorder.active() {
		if c.setup == s && c.confirmed == *w {
			return // it goes on as it was
		}
		c.recorder.end(nil, &c.confirmed)
	}
	if w.Status == game.Closed {
		return // of which there is nothing to see
	}
	head := replay.NewHead(s, w.Tick)
	head.Title, head.Watched, head.Pilot = c.view.Title, true, c.view.Pilot
	c.recorder.begin(head, s, w)
	if c.recorder.active() {
		c.tally = game.NewTally(w)
	}
	c.recorder.roster(c.view.Roster)
}

// FilmAnew has the match go on in another file, since a part of this one was not kept. It may be called from any goroutine.
func (c *Client) FilmAnew() { c.restartFile.Store(true) }

// filmTick takes a tick that the host decided.
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
		r := SeenResult(&View{World: &c.confirmed, Setup: c.setup, Roster: c.view.Roster, Pilot: c.view.Pilot}, &c.tally)
		c.recorder.end(r.Replayed(), &c.confirmed)
	}
}

// film begins to film the match as it stands.
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

// FilmAnew ends the file that the match is filmed in, and has what follows be in another: for whoever keeps it misses something.
func (h *Host) FilmAnew() error {
	return h.ask(func() error {
		if h.match.recorder.active() {
			h.match.recorder.end(nil, &h.match.World)
			h.startRecording()
		}
		return nil
	})
}

// filmResults begins a log of what is after a match, of which nothing is kept but for a host who goes on with it.
func (h *Host) recordResults() {
	if m := &h.match; m.recorder.conf.State && m.recorder.conf.Record != nil {
		h.startRecording()
		m.recorder.sendChunk(false) // at once, for nobody can go on with the log before for long
	}
}

// filmTick takes what was played in a tick. Of a lobby in which nobody begins the match only the last minutes are kept.
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

// state returns what a host needs beside the World to go on: nil if that is what it was last, and not wanted anew. What the pilots did is
// counted again from the orders by who goes on, and so is told now and then alone.
func (h *Host) state(anew bool) []byte {
	m := &h.match
	if m.Scenario != nil {
		return nil // which is for one player, who is gone with the host
	}
	s := h.save()
	plain := s.bytes()
	if !anew && bytes.Equal(plain, h.savedState) && m.World.Tick-h.talliedAt < tallyEvery {
		return nil
	}
	h.savedState, h.talliedAt = plain, m.World.Tick
	s.TallyAt, s.Tally = m.World.Tick, packTally(&m.Tally)
	return s.bytes()
}

const (
	// tallyEvery bounds how much of a long match is played again by the host that resumes it.
	tallyEvery = 60 * game.TickRate
	// mostUntallied is the most that it plays of a log from elsewhere.
	maxUntallied = 2 * tallyEvery
)

// Replayed returns the result as a replay has it.
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

// proof is the replay of a match from its first tick, where what players did in it is to be proven: laps of races, and scenarios, which
// are the same for everybody. A match that was taken over in the middle has none.
type proof struct {
	w     *replay.Writer // nil: nothing is kept
	setup *game.Setup
	began game.Tick
	bytes []byte
}

const (
	// longestProof is how long a match may be that is proven.
	maxProofTicks = 2 * 3600 * game.TickRate
	// mostProof is how many bytes it may have.
	maxProofBytes = 8 << 20
)

// start begins to keep a match if it is one that is proven, and anybody wants to know.
func (p *proof) start(m *liveMatch) {
	*p = proof{}
	if m.onResult == nil || m.World.Tick != m.Began || m.Setup.Mode != game.Race && m.Scenario == nil {
		return
	}
	head := replay.NewHead(m.Setup, m.Began)
	head.Program, head.Number, head.Whole, head.Seed = m.recorder.conf.Program, m.Number, true, m.Seed
	*p = proof{w: replay.NewWriter(head, m.Setup, &m.World), setup: m.Setup, began: m.Began}
}

// add keeps a tick. A match that gets too long proves nothing.
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

// cast notes who is in the match, by rising ids.
func (p *proof) roster(roster []proto.Pilot) {
	if p.w != nil {
		p.w.Roster(roster)
	}
}

// take ends the replay of a match that went like that, and returns it, or nil.
func (p *proof) take(r *Result, w *game.World) []byte {
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
