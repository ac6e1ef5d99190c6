package net

import (
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
	footageEvery = game.TickRate / 4
	// longestLobby is how long a wait for the match is kept.
	longestLobby = 10 * 60 * game.TickRate
	// longestFile is how much of a match without an end is kept in a file: less than readers take, whoever plays.
	longestFile = 6 * 60 * 60 * game.TickRate
)

// camera films a match, in which it knows neither host nor client. Its methods do nothing if nobody wants to have it.
type camera struct {
	conf   Film
	state  func(anew bool) []byte // what else a host needs to go on, also if it is what it was last; nil: it is what it was. Nil for none
	w      *replay.Writer         // nil: nothing is being filmed
	setup  *game.Setup
	first  bool
	played bool
	began  game.Tick
}

// begin begins a file with the World.
func (c *camera) begin(head replay.Head, s *game.Setup, w *game.World) {
	if c.conf.Record == nil {
		return
	}
	head.Program = c.conf.Program
	if c.conf.Started != nil {
		head.Started = c.conf.Started()
	}
	c.w = replay.NewWriter(head, s, w)
	c.setup, c.first, c.played, c.began = s, true, false, w.Tick
	c.keepState(true, w.Tick)
}

// goOn goes on with a log from its last World: what is handed over follows on what is whole of it.
func (c *camera) goOn(f *replay.File, s *game.Setup, w *game.World) {
	if c.conf.Record == nil {
		return
	}
	c.w = f.Continue(w)
	c.setup, c.first, c.began = s, false, f.Head.First
	c.keepState(true, w.Tick)
}

// keepState keeps what a host needs beside the World after a tick.
func (c *camera) keepState(anew bool, tick game.Tick) {
	if c.conf.State && c.state != nil {
		if state := c.state(anew); state != nil {
			c.w.State(state, tick)
		}
	}
}

// tick takes what was played in a tick: the orders that led to the World, and what happened. Roster is who is there.
func (c *camera) tick(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	if c.w == nil {
		return
	}
	due := (w.Tick-c.began)%footageEvery == 0
	if due {
		c.keepState(false, w.Tick) // before the orders that lead there
	}
	c.w.Tick(c.setup, orders, w, hash, events)
	if due {
		c.w.Flush(w)
		c.hand(false)
	}
}

// tooLong ends a file that is as long as one may be, and reports whether it did. The match goes on in another.
func (c *camera) tooLong(w *game.World) bool {
	if c.w == nil || w.Tick-c.began < longestFile {
		return false
	}
	c.end(nil, w)
	return true
}

// on reports whether a match is being filmed.
func (c *camera) on() bool { return c.w != nil }

// hand hands over what there is.
func (c *camera) hand(ended bool) {
	c.conf.Record(Footage{First: c.first, Bytes: c.w.Take(nil), Ended: ended, Played: c.played})
	if c.first = false; ended {
		c.w = nil
	}
}

// end ends the file.
func (c *camera) end(r *replay.Result, w *game.World) {
	if c.w == nil {
		return
	}
	c.keepState(true, w.Tick)
	if err := c.w.End(r, w, c.conf.Certificate, c.conf.Sign); err != nil {
		c.w.Flush(w) // it stays without a seal
	}
	c.hand(true)
}

// pause hands over all there is of a file that another host goes on with.
func (c *camera) pause(w *game.World) {
	if c.w != nil {
		c.keepState(true, w.Tick)
		c.w.Flush(w)
		c.hand(false)
	}
}

// cast notes who is in the match, by rising ids.
func (c *camera) cast(roster []proto.Pilot) {
	if c.w != nil {
		c.w.Roster(roster)
		c.played = c.played || slices.ContainsFunc(roster, func(p proto.Pilot) bool {
			return p.Slot != proto.NoSlot && p.Flags&proto.BotPilot == 0
		})
	}
}

// say notes a line of chat.
func (c *camera) say(pilot uint16, text string) {
	if c.w != nil {
		c.w.Say(pilot, text)
	}
}
