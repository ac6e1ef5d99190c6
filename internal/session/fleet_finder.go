package session

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/net/lan"
	"dogfight/net/listing"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
)

// maxFleets is the number of fleets that are remembered.
const maxFleets = 8

// rememberFleet saves the door of a fleet as the last that was joined. Errors are ignored: it can be typed again.
func rememberFleet(dirs config.Dirs, door string) {
	known := slices.DeleteFunc(KnownFleets(dirs), func(d string) bool { return d == door })
	known = append([]string{door}, known[:min(len(known), maxFleets-1)]...)
	sys.ReplaceFile(dirs.Fleets(), []byte(strings.Join(known, "\n")+"\n"))
}

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

// Fleets is a Finder of the matches of fleets, and of those of another Finder. Close ends both.
type Fleets struct {
	beside  *lan.Finder // may be nil
	doors   func() []string
	ask     func(ctx context.Context, door string) ([]lan.Match, error)
	every   time.Duration // interval of requests to a door; its answer is shown for longer
	polling sync.WaitGroup

	mu      sync.Mutex
	found   map[string]findings // by door
	wanted  time.Time           // of the last call of Matches
	stop    context.CancelFunc  // nil while it does not run
	stopped bool
	problem error // of the last request; nil if a door answered
}

// NewFleets returns a Finder of the fleets that the player has joined, and of the matches of another Finder.
func NewFleets(dirs config.Dirs, beside *lan.Finder) *Fleets {
	return &Fleets{beside: beside, doors: func() []string { return KnownFleets(dirs) }, ask: fleetAsker(dirs), every: fleetEvery}
}

// FleetFinder returns a Finder of the matches of the fleet at an address, or nil for another address. It asks as long as Matches is called.
func FleetFinder(dirs config.Dirs, address string) ui.Finder {
	f, err := parseFleet(address)
	if err != nil || f.match != 0 {
		return nil
	}
	return &Fleets{doors: func() []string { return []string{f.door} }, ask: fleetAsker(dirs), every: fleetEvery}
}

// ListFinder returns a Finder of the matches of the public list at a URL. It reads the list as long as Matches is called.
func ListFinder(url string) *Fleets {
	return &Fleets{doors: func() []string { return []string{url} }, ask: listing.Read, every: listEvery}
}

// fleetAsker returns the function that asks the door of a fleet.
func fleetAsker(dirs config.Dirs) func(ctx context.Context, door string) ([]lan.Match, error) {
	return func(ctx context.Context, door string) ([]lan.Match, error) {
		news, err := askFleet(ctx, dirs, door)
		if err != nil {
			return nil, err
		}
		return matchesOf(door, news), nil
	}
}

// findings are the answer of a door.
type findings struct {
	matches []lan.Match
	at      time.Time
}

const (
	// fleetEvery and listEvery are the intervals of requests to a door and to a public list. An answer is shown until the third
	// request after it has failed.
	fleetEvery, listEvery = 3 * time.Second, 20 * time.Second
	// fleetPatience is how long requests continue after the last call of Matches.
	fleetPatience = 3 * time.Second
)

func (f *Fleets) Matches(now time.Time) (list []lan.Match) {
	if f.beside != nil {
		list = f.beside.Matches(now)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = now
	if f.stop == nil && !f.stopped {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		f.polling.Go(func() {
			defer sys.Restore()
			f.poll(ctx)
		})
	}
	for _, door := range slices.Sorted(maps.Keys(f.found)) {
		if found := f.found[door]; now.Sub(found.at) < 10*f.every/3 {
			list = append(list, found.matches...)
		}
	}
	return list
}

func (f *Fleets) Close() {
	f.mu.Lock()
	f.stopped = true
	if f.stop != nil {
		f.stop()
	}
	f.mu.Unlock()
	f.polling.Wait()
	if f.beside != nil {
		f.beside.Close()
	}
}

// Problem returns the error of the last request; nil if it was answered.
func (f *Fleets) Problem() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.problem
}

// poll asks all doors repeatedly, until ctx is done or Matches is no longer called.
func (f *Fleets) poll(ctx context.Context) {
	for {
		var asking sync.WaitGroup
		for _, door := range f.doors() {
			asking.Go(func() {
				defer sys.Restore()
				matches, err := f.ask(ctx, door)
				f.mu.Lock()
				defer f.mu.Unlock()
				if f.problem = err; err == nil {
					if f.found == nil {
						f.found = map[string]findings{}
					}
					f.found[door] = findings{matches, time.Now()}
				}
			})
		}
		asking.Wait()
		select {
		case <-time.After(f.every):
		case <-ctx.Done():
		}
		f.mu.Lock()
		if ctx.Err() != nil || time.Since(f.wanted) > fleetPatience {
			f.stop()
			f.stop = nil // Matches then starts it again
			f.mu.Unlock()
			return
		}
		f.mu.Unlock()
	}
}

// matchesOf returns the rows of a fleet: its door, which chooses a match, and its matches.
func matchesOf(door string, news *fleetNews) []lan.Match {
	all := lan.Match{ID: idOf(door), Address: fleetAddress{door: door}.String()}
	all.Info = proto.Info{Version: proto.Version, Title: "Fleet " + door, Arena: matchCount(len(news.Matches)), Mode: proto.AnyMode, TickRate: game.TickRate}
	list := []lan.Match{all}
	for i := range news.Matches {
		m := &news.Matches[i]
		trip := news.trips[m.Host]
		list = append(list, lan.Match{
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

// idOf returns the id of a fleet's row.
func idOf(door string) uint64 {
	id := fnv.New64a()
	id.Write([]byte(door))
	return max(id.Sum64(), 1)
}
