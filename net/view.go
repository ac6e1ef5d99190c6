package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// View is what a screen may know of a match. It belongs to the Client and is
// good until the next call of Frame.
type View struct {
	Phase Phase
	Err   error // Lost and Refused: why, fit to be shown

	Title string      // the host's name for the match
	Setup *game.Setup // that World is played with
	World *game.World // predicted to the present; nil before the first keyframe
	Me    int         // slot of the own ship, or -1 for a spectator
	Pilot uint16      // the own id in the Roster

	// Offsets are to be added to the ships' positions when drawing. They are
	// what is left of errors that prediction made, and fade away.
	Offsets [game.MaxShips]game.Point
	// Stale tells that what we know of the others' ships is older than half a
	// second: where they are drawn is little more than a guess.
	Stale bool

	Events []game.Event // since the last Frame
	// Decided is what happened in the ticks that the host decided since the last
	// Frame: all of it, once. Events are told sooner, but of shots and hits some
	// never came to be, and of those that nobody foresaw some are left out.
	Decided []game.Event

	Chat   []ChatLine // since the last Frame
	Roster []proto.Pilot
	Lag    Lag

	// Foreign tells that the match is on a server that is none of ours. It says nothing
	// of scores, kills, pings and afterburners, and there is no ship to be chosen: what
	// World and Roster have of these means nothing.
	Foreign bool

	// Recorded tells that the match was played some time ago: nobody can take part.
	Recorded bool
	// Jumped tells that this is no later World of what the View before showed, but another time of a recorded match: nothing is
	// told of what happened in between.
	Jumped bool

	Waiting bool // for a ship, looking on: it comes as soon as there is one

	Paused bool // the match stands still until the player is back, for nobody else is in it

	NextMatch time.Duration    // after the end of a match: until the next; else 0
	Vote      *proto.VoteState // on a motion, while one is under way; nil for none
	Ballot    *proto.Ballot    // on the next match, while the results of one stand; nil for none
}

// Phase says where the client stands with its host.
type Phase uint8

// The phases.
const (
	Joining Phase = 0 // no World yet
	Playing Phase = 1
	Lost    Phase = 2 // the link is down; the client is trying to come back
	Refused Phase = 3 // the host, or we, will not have it; final
	Ended   Phase = 4 // the host closed the match, or we left; final
)

// ChatLine is something said, or a notice of the host.
type ChatLine struct {
	From  string // the pilot's name, or "" for the host's notices
	Pilot uint16 // the pilot's id, or proto.Notice
	Slot  uint8  // the pilot's, or proto.NoSlot
	Text  string
}

// Lag tells how the connection does, and so whether it is the line or the host
// that is to blame.
type Lag struct {
	Transport string // "memory", "tls", "ssh" or "udp": how data travels now

	RTT      time.Duration // round trip, measured once a second; 0 before the first answer
	Jitter   time.Duration // by how much the host's packets come unevenly, on average
	LostDown float64       // share of the host's packets of the last seconds that never came, 0 to 1
	LostUp   float64       // share of ours, as the host counts them
	Slack    time.Duration // how early our inputs reach the host; late if negative
	Age      time.Duration // how long ago the host decided the newest tick that we know
	Down, Up int           // bytes a second with all headers, over the last second

	HostTick time.Duration // what a tick costs the host, on average over the last second
	HostLate time.Duration // by how much a tick of the host came late, at worst in the last second

	Ahead        int     // ticks predicted beyond the last confirmed one
	Error        int32   // how far off the others' ships were predicted on average, in 1/256 unit
	RollbackRate float64 // wrong predictions a second, over the last second

	Rollbacks uint64 // since the start
	Keyframes uint64 // received since the start
	Desyncs   uint64 // times that our World was not the host's; always 0 unless there is a bug
}
