package career

import (
	"fmt"
	"strings"
	"time"
)

// Replay is a replay in a list: a match with a file. The Match has all that the file has of its result, and nothing of it unless Ended.
type Replay struct {
	Name      string // of the file, without the ending
	Path      string
	Protected bool  // protected when the folder is full
	Size      int64 // in bytes
	Modified  time.Time

	Match   // Started is the start of the recording; Lasted is without the wait for the start
	Title   string
	Players []string // with a ship, without bots
	Bots    int      // that had a ship
	Marks   int
	Ended   bool   // the file has the result
	Watched bool   // recorded by a client
	Pilot   uint16 // of that client

	RulesVersion uint16
	Sealed       bool  // there is a seal, not checked
	Unplayable   error // why this program cannot play it, or nil
	Torn         error // why its end is missing, or nil
	Broken       error // why it cannot be read, or nil
}

// ReplayKey identifies the replay of a match by the numbers in its header, independent of the file name.
func ReplayKey(host uint64, match uint16) string { return fmt.Sprintf("%016x-%d", host, match) }

// LocalFlight returns the flight of the local player: of the client that recorded the match or, in a replay of a host, the one of that name. It
// returns nil without a result.
func (r *Replay) LocalFlight(name string) *Flight {
	for i := range r.Flights {
		f := &r.Flights[i]
		if r.Watched && f.Pilot == r.Pilot || !r.Watched && f.Skill == 0 && f.Name == name {
			return f
		}
	}
	return nil
}

// Playable reports whether this program can play it.
func (r *Replay) Playable() bool { return r.Unplayable == nil && r.Broken == nil }

// Winner names the winners, or their team; "" if there is none.
func (m *Match) Winner() string {
	var names []string
	team := uint8(0)
	for i := range m.Flights {
		if f := &m.Flights[i]; f.Won {
			names, team = append(names, f.Name), f.Team
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case team > 0:
		return "team " + string('A'+team-1)
	case len(names) > 2:
		return fmt.Sprintf("%s and %d others", names[0], len(names)-1)
	}
	return strings.Join(names, " and ")
}
