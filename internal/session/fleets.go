package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// maxFleets is how many fleets are remembered that the player has joined.
const maxFleets = 8

// rememberFleet keeps the door of a fleet, as the one that was joined last. If it cannot be kept, it has to be typed again.
func rememberFleet(dirs config.Dirs, door string) {
	known := slices.DeleteFunc(KnownFleets(dirs), func(d string) bool { return d == door })
	known = append([]string{door}, known[:min(len(known), maxFleets-1)]...)
	sys.ReplaceFile(dirs.Fleets(), []byte(strings.Join(known, "\n")+"\n"))
}

// KnownFleets returns the doors of the fleets that the player has joined.
func KnownFleets(dirs config.Dirs) (doors []string) {
	text, err := sys.ReadFile(dirs.Fleets(), 16<<10)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		door := strings.TrimSpace(line)
		if _, err := parseFleet(fleetScheme + door); err == nil && len(doors) < maxFleets {
			doors = append(doors, door)
		}
	}
	return doors
}

// Fleets finds what fleets play, beside what another Finder finds. Close ends both.
type Fleets struct {
	dirs    config.Dirs
	beside  *lan.Finder // may be nil
	doors   func() []string
	looking sync.WaitGroup

	mu      sync.Mutex
	found   map[string]*fleetNews // by door
	wanted  time.Time             // when the list was last asked for
	stop    context.CancelFunc    // nil while nobody looks
	stopped bool
	problem error // of the last try; nil if a door answered
}

// NewFleets returns a Finder of what another finds, and of what the fleets play that the player has joined.
func NewFleets(dirs config.Dirs, beside *lan.Finder) *Fleets {
	return &Fleets{dirs: dirs, beside: beside, doors: func() []string { return KnownFleets(dirs) }}
}

// FleetFinder returns a Finder of what the fleet at an address plays, or nil if that is another kind of address. It looks as long as it is asked.
func FleetFinder(dirs config.Dirs, address string) ui.Finder {
	f, err := parseFleet(address)
	if err != nil || f.match != 0 {
		return nil
	}
	return &Fleets{dirs: dirs, doors: func() []string { return []string{f.door} }}
}

const (
	// fleetEvery is how often a door is asked, and fleetLife how long what it said is shown.
	fleetEvery, fleetLife = 3 * time.Second, 10 * time.Second
	// fleetPatience is how long that goes on after the list was last asked for.
	fleetPatience = 3 * time.Second
)

// Matches is a Finder's.
func (f *Fleets) Matches(now time.Time) (list []lan.FoundMatch) {
	if f.beside != nil {
		list = f.beside.Matches(now)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = now
	if f.stop == nil && !f.stopped {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		f.looking.Go(func() {
			defer sys.Restore()
			f.look(ctx)
		})
	}
	for _, door := range slices.Sorted(keysOf(f.found)) {
		if news := f.found[door]; now.Sub(news.at) < fleetLife {
			list = append(list, matchesOf(door, news)...)
		}
	}
	return list
}

func keysOf(m map[string]*fleetNews) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// Close ends looking, for good.
func (f *Fleets) Close() {
	f.mu.Lock()
	f.stopped = true
	if f.stop != nil {
		f.stop()
	}
	f.mu.Unlock()
	f.looking.Wait()
	if f.beside != nil {
		f.beside.Close()
	}
}

// Problem returns why a door could not be asked the last time; nil if it could.
func (f *Fleets) Problem() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.problem
}

// look asks all doors again and again, until ctx is done or the list is not wanted any more.
func (f *Fleets) look(ctx context.Context) {
	for {
		var asking sync.WaitGroup
		for _, door := range f.doors() {
			asking.Go(func() {
				defer sys.Restore()
				news, err := askFleet(ctx, f.dirs, door)
				f.mu.Lock()
				defer f.mu.Unlock()
				if f.problem = err; err == nil {
					if f.found == nil {
						f.found = map[string]*fleetNews{}
					}
					f.found[door] = news
				}
			})
		}
		asking.Wait()
		select {
		case <-time.After(fleetEvery):
		case <-ctx.Done():
		}
		f.mu.Lock()
		if ctx.Err() != nil || time.Since(f.wanted) > fleetPatience {
			f.stop()
			f.stop = nil // so that Matches begins anew
			f.mu.Unlock()
			return
		}
		f.mu.Unlock()
	}
}

// matchesOf returns the rows of a fleet: itself, which stands for whichever match its door chooses, and its matches.
func matchesOf(door string, news *fleetNews) []lan.FoundMatch {
	all := lan.FoundMatch{ID: idOf(door), Address: fleetAddress{door: door}.String()}
	all.Info = proto.Info{Version: proto.Version, Title: "Fleet " + door, Arena: matchCount(len(news.Matches)), Mode: proto.AnyMode, TickRate: game.TickRate}
	list := []lan.FoundMatch{all}
	for i := range news.Matches {
		m := &news.Matches[i]
		trip := news.trips[m.Host]
		list = append(list, lan.FoundMatch{
			ID: m.ID, Address: fleetAddress{door, m.ID}.String(), Ping: trip,
			Info: proto.Info{
				Version: proto.Version, Title: m.Title, Arena: m.Arena, Mode: m.Mode, TickRate: game.TickRate,
				Players: m.Players, Bots: m.Bots, Slots: m.Slots,
			},
		})
		list[0].Players, list[0].Bots = list[0].Players+m.Players, list[0].Bots+m.Bots
		if trip > 0 && (list[0].Ping == 0 || trip < list[0].Ping) {
			list[0].Ping = trip
		}
	}
	return list
}

func matchCount(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}

// idOf returns a number by which a list knows the row of a fleet.
func idOf(door string) uint64 {
	id := uint64(14695981039346656037) // FNV-1a
	for i := range len(door) {
		id = (id ^ uint64(door[i])) * 1099511628211
	}
	return max(id, 1)
}
