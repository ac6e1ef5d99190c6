package net

import (
	"log/slog"
	"net/netip"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
)

// HostConfig says what a Host hosts.
type HostConfig struct {
	Title string
	ID    uint64 // by which a program that finds the match at several addresses knows that it is one

	BotNames []string // not empty, if there are bots

	// PerAddress is how many ships the players of one address may have: an IPv4
	// address or an IPv6 /64, and twice as many of a /48. 0 takes 8.
	PerAddress int
	// Local reports whether an address is of the host's own network, from where a match
	// may be filled. Nil: only those of its own machine are.
	Local func(netip.Addr) bool

	// Delay is how much later than players spectators see the match, up to MaxDelay; 0 for not at all.
	Delay time.Duration

	// Welcome is the message of the day: lines that are told to each player who comes in, up to MaxWelcome. Whoever only takes a
	// seat again is not told.
	Welcome []string

	// Results is how long the results of a match are shown before the next begins; 0 takes 10 s.
	Results time.Duration

	Password string // that visitors must know; "" for none
	// LinkedKeys returns all identities of the player who has one. Nil: there are no others.
	LinkedKeys func(identity string) []string
	// Settled, if not nil, is called by Run when a player who came over a link has a seat, or
	// watches. It must not wait for anything.
	Settled func(link.Link)

	Bans *admission.Bans // who may not come in; nil for nobody, until a player is banned

	Log *slog.Logger // nil: silent
	// Observe, if not nil, is called by Run after every tick, before any client
	// hears of it. It must not keep or change the World.
	Observe func(*game.World)
	// Result, if not nil, is called by Run when a match is over, and for the one
	// that is under way when the Host closes. It must not wait for anything.
	Result  func(Result)
	Motions Motions // that players may vote on while a match goes on
	// Draining, if not nil, is called by Run when the host begins to take no more players, and when it takes some again.
	// Drained is called once, when a host that drains has nothing more to wait for: it is to be ended then. Neither must wait for anything.
	// Where Drained is nil the host cannot be drained.
	Draining func(on bool)
	Drained  func()
	Film     Film // how matches are recorded
	// Resumed, if not nil, is whose match the host goes on with, where its own host was killed.
	Resumed *Resumed
	// Epoch is told to clients, where the match goes on from where another host has stopped it; 0 for one of its own.
	Epoch uint32
	// MayTick, if not nil, is asked by Run right before every tick whether that may be played. While it may not, the match stands still.
	// It must not wait for anything.
	MayTick func(now time.Time) bool
	// Measure, if not nil, is called by Run after every tick, and must not wait for anything.
	Measure func(Measured)
	// Figures, if not nil, is called by Run once a second and, while the match stands still, more often. It must not wait
	// for anything.
	Figures func(Figures)
}

// results returns how long the results of a match are shown.
func (c *HostConfig) results() game.Tick {
	if c.Results == 0 {
		return resultsTime
	}
	return ticksOf(c.Results)
}

// MaxDelay is the most that spectators may be behind: as much is kept in memory.
const MaxDelay = 5 * time.Minute

// MaxWelcome is how many lines HostConfig.Welcome has at most: more would push away what was said before.
const MaxWelcome = 5

// Measured is what a Host tells of itself after a tick.
type Measured struct {
	Late, Work time.Duration // by how much the tick began late, and how long it took
	// Flown are the ticks that players have flown, one each; Missed
	// those among them with another input than they had pressed, because that
	// came too late. Both since the host was made.
	Flown, Missed uint64
}
