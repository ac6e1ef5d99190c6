// Package placing decides where a player of a fleet is put: into which match, or into a new one at which host. It knows no clock and no
// bus: it is told the time, and what there is.
//
// A Queue holds those who wait. Each Step looks at all of them, in the order in which they came, and says of each that they go to a match,
// that a match is to be opened for them, that there is no place, or nothing: they wait.
//
// # What may be
//
// A match takes newcomers where its host speaks the player's protocol and plays by their rules, neither drains nor is dead, and the
// match is not closed, has a slot and is of the mode that the player wants. Of a player and a match whose ratings are known, these must
// be within a window: 100 points when the player comes, and 50 more with each second that they wait. A spectator needs no slot, and
// goes by no rating.
//
// # What is best
//
// All that speaks for or against a match is counted in milliseconds of round trip, which a player would give for it, and the least
// is chosen. A match with people gains a little with each, up to Party; from there on each costs much more than a new match. So matches
// are filled one after the other, and no host is so near that its players sit alone while there is a party somewhat farther away. The
// match of a friend is worth all of that. A spectator goes where most people play, as far as that is near.
//
// # Who waits
//
// A player waits only for what may come: for a match with people, or for others who wait, that time brings into the window. Without
// those a match is opened at once, and who comes later finds it. Nobody waits longer than Patience: then a match is opened, with bots
// as its host likes them, or where no host has room any match does, whatever its rating; or the fleet is full.
package fleet

import (
	"errors"
	"time"
)

const (
	// Patience is how long a player waits at most.
	PlacingPatience = 20 * time.Second
	// Party is how many players a match has, as far as others have room.
	Party = 16
	// MaxWaiting is how many may wait at once.
	MaxWaiting = 4096

	firstWindow  = 100 // points of rating
	windowGrowth = 50  // each second
)

// Player is who is to be placed.
type Player struct {
	ID       uint64 // of this wish; of no other in the Queue
	Protocol uint16
	Rules    uint32
	Region   string               // "" for unknown
	Site     string               // the address or network that they come from; "" for unknown
	RTT      map[ID]time.Duration // round trips to hosts, as far as known
	Rating   int                  // 0 for unknown
	Mode     string               // "" for any
	Slots    int                  // that a match in Mode has; 0 for unknown
	Match    ID                   // that they want; 0 for any
	Friends  []ID                 // matches in which a friend is
	Not      []ID                 // hosts that they could not reach
	Spectate bool                 // they take no slot, and no part
}

// Fleet is what there is now.
type Snapshot struct {
	Hosts   []Host
	Matches []Match
	Dead    func(host ID) bool // it does not answer; nil: all do
	// Said returns when the host of a match said last how that is; nil: a moment ago. While the bus is away, they say nothing.
	Said func(match ID) time.Time
}

func (f *Snapshot) said(match ID, now time.Time) time.Time {
	if f.Said == nil {
		return now
	}
	return f.Said(match)
}

// Why there is no place for a player.
var (
	errCrowded = errors.New("too many players wait for a place: try again in a moment")
	errFull    = errors.New("the fleet is full: try again later")
	errEmpty   = errors.New("the fleet has no hosts now: try again in a moment")
	ErrNoHost  = errors.New("the fleet has no host that plays by the rules of your version")
	errGone    = errors.New("there is no such match any more")
	errClosed  = errors.New("that match takes no newcomers now")
	ErrSilent  = errors.New("that match's host does not answer: try again in a moment")
	errNoSlot  = errors.New("that match is full")
	errRules   = errors.New("that match is played by the rules of another version")
)

// Seated says that a player goes to a match.
type SeatPlaced struct {
	Player uint64
	Match  ID
}

// Refused says that there is no place for a player.
type Refused struct {
	Player uint64
	Err    error
}

// Opening is a match that is to be opened. Its players wait until Opened is told what came of that.
type Opening struct {
	Number uint64
	Host   ID
	Mode   string // "" for what the host likes
}

// Decisions are what came of a Step.
type Decisions struct {
	Seated  []SeatPlaced
	Refused []Refused
	Open    []Opening
}

// window returns by how much a rating may differ after a wait.
func window(waited time.Duration) int {
	return firstWindow + int(waited*windowGrowth/time.Second)
}

// apart returns by how much two ratings differ; 0 if one is unknown.
func apart(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a-b, b-a)
}
