package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/sys"
)

// tournament plays matches of equal bots, to see which ships and guns win: in each match every class flies with every weapon once. A match
// depends on its number and the seed alone, so the table is the same on any number of cores.
type tournament struct {
	setups  []*game.Setup // in turn; of the same classes and weapons, and with a limit
	matches int
	skill   int // of all bots, 1 to 5
	seed    uint64

	workers  int            // 0: one a core
	progress func(done int) // called after each match; nil for none
}

// mixTable is the result of a tournament. Shares are of 1: of the points of all ships in all matches. Numbers are rounded to four places.
type mixTable struct {
	Pairs   []mixPair          `json:"pairs"` // by class, then weapon
	Classes map[string]float64 `json:"classes"`
	Weapons map[string]float64 `json:"weapons"`

	KillsPerMinute float64 `json:"kills_per_minute"`
	// Closeness is 1 - (first - second) / first, of the two highest scores of a match, on average; 0 for a match without points.
	Closeness float64 `json:"closeness"`
	// LeadChanges is how often in a match the lead passed from one ship to another, on average. A shared lead does not count.
	LeadChanges float64 `json:"lead_changes"`

	matches int
}

// mixPair is the result of a class with a weapon.
type mixPair struct {
	Class  string  `json:"class"`
	Weapon string  `json:"weapon"`
	Share  float64 `json:"share"`
	Wins   int     `json:"wins"` // matches in which it alone had the most points
}

// pairCount returns the number of ships in a match.
func pairCount(s *game.Setup) int { return len(s.Classes) * len(s.Weapons) }

// run plays all matches and tabulates them. It fails only if the context ends first.
func (t *tournament) run(ctx context.Context) (mixTable, error) {
	results, err := t.playAll(ctx)
	if err != nil {
		return mixTable{}, err
	}
	return tabulate(t.setups[0], results), nil
}

// playAll returns the results of all matches, by number.
func (t *tournament) playAll(ctx context.Context) ([]mixResult, error) {
	results, done := make([]mixResult, t.matches), 0
	for r := range t.play(ctx) {
		results[r.number] = r
		if done++; t.progress != nil {
			t.progress(done)
		}
	}
	if done < t.matches {
		return nil, fmt.Errorf("interrupted after %d of %d matches", done, t.matches)
	}
	return results, nil
}

// play returns a channel of the results, which is closed after the last, or when the context ends.
func (t *tournament) play(ctx context.Context) <-chan mixResult {
	results := make(chan mixResult)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range cmp.Or(t.workers, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			defer sys.Restore()
			for number := int(next.Add(1)) - 1; number < t.matches; number = int(next.Add(1)) - 1 {
				r, ok := t.match(ctx, number)
				if !ok {
					return
				}
				results <- r
			}
		})
	}
	go func() {
		defer sys.Restore()
		workers.Wait()
		close(results)
	}()
	return results
}

// checkEvery is the number of ticks between checks of the context.
const checkEvery = 10 * game.TickRate

// match plays a match to its end, unless the context ends before.
func (t *tournament) match(ctx context.Context, number int) (mixResult, bool) {
	m := newMix(t.setups[number%len(t.setups)], t.skill, number, t.seed)
	for m.world.Status != game.Closed {
		if m.world.Tick%checkEvery == 0 && ctx.Err() != nil {
			return mixResult{}, false
		}
		m.tick()
	}
	return m.result(), true
}

// mix is a match in which every class flies with every weapon once.
type mix struct {
	s      *game.Setup
	world  game.World
	pilots []bot.Bot
	orders []game.Order
	events game.Events

	number int
	leader int // the last pair to lead, -1 before the first
	kills  int64
	leads  int64
}

// newMix returns a match before its first tick. The pairs take the slots in turn, since rules that go by slots may favour one.
func newMix(s *game.Setup, skill, number int, seed uint64) *mix {
	seed = seed*1_000_003 + uint64(number)
	m := &mix{s: s, world: game.NewWorld(s, seed), number: number, leader: -1}
	for slot := range pairCount(s) {
		pair := m.pair(slot)
		m.pilots = append(m.pilots, bot.New(skill, seed<<8+uint64(slot)))
		m.orders = append(m.orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(slot),
			Class: uint8(pair / len(s.Weapons)), Weapon: uint8(pair % len(s.Weapons)),
		})
	}
	return m
}

// pair returns the pair in a slot.
func (m *mix) pair(slot int) int { return (slot + m.number) % pairCount(m.s) }

// tick steps the World, and collects the inputs for the next tick.
func (m *mix) tick() {
	m.events.List = m.events.List[:0]
	m.world.Step(m.s, m.orders, &m.events)
	m.count()
	m.orders = m.orders[:0]
	for i := range m.pilots {
		if in := m.pilots[i].Fly(&m.world, m.s, i); in != m.world.Ships[i].Input {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
}

// count counts kills and changes of the lead.
func (m *mix) count() {
	for _, ev := range m.events.List {
		if ev.Kind == game.EventKill {
			m.kills++
		}
	}
	won := m.s.Winner(&m.world)
	if !won.Decided {
		return
	}
	if leader := m.pair(int(won.Slot)); leader != m.leader {
		if m.leader >= 0 {
			m.leads++
		}
		m.leader = leader
	}
}

func (m *mix) result() mixResult {
	r := mixResult{
		number: m.number, winner: -1,
		points: make([]int64, pairCount(m.s)),
		kills:  m.kills, leads: m.leads, ticks: int64(m.world.Tick - m.world.Started),
	}
	for slot := range r.points {
		r.points[m.pair(slot)] = int64(m.world.Ships[slot].Score)
	}
	if won := m.s.Winner(&m.world); won.Decided {
		r.winner = m.pair(int(won.Slot))
	}
	return r
}

// mixResult is the result of a match. Pairs are numbered by class and then weapon.
type mixResult struct {
	number int
	points []int64 // by pair
	winner int     // the pair with the most points, -1 for a tie
	kills  int64
	ticks  int64
	leads  int64 // changes of the lead
}

// closeness returns the second score as a share of the first.
func (r *mixResult) closeness() float64 {
	sorted := slices.Sorted(slices.Values(r.points))
	first, second := sorted[len(sorted)-1], int64(0)
	if len(sorted) > 1 {
		second = max(sorted[len(sorted)-2], 0)
	}
	if first <= 0 {
		return 0
	}
	return float64(second) / float64(first)
}

// tabulate adds the results up.
func tabulate(s *game.Setup, results []mixResult) mixTable {
	var all, kills, ticks, leads int64
	points, wins := make([]int64, pairCount(s)), make([]int, pairCount(s))
	closeness := 0.0
	for _, r := range results {
		for pair, n := range r.points {
			points[pair] += n
			all += n
		}
		if r.winner >= 0 {
			wins[r.winner]++
		}
		kills, ticks, leads = kills+r.kills, ticks+r.ticks, leads+r.leads
		closeness += r.closeness()
	}
	matches := max(float64(len(results)), 1)
	t := mixTable{
		Classes: map[string]float64{}, Weapons: map[string]float64{},
		KillsPerMinute: rounded(float64(kills) * 60 * game.TickRate / float64(max(ticks, 1))),
		Closeness:      rounded(closeness / matches),
		LeadChanges:    rounded(float64(leads) / matches),
		matches:        len(results),
	}
	for pair := range points {
		class, weapon := s.Classes[pair/len(s.Weapons)].Name, s.Weapons[pair%len(s.Weapons)].Name
		share := float64(points[pair]) / float64(max(all, 1))
		t.Pairs = append(t.Pairs, mixPair{class, weapon, rounded(share), wins[pair]})
		t.Classes[class] = rounded(t.Classes[class] + share)
		t.Weapons[weapon] = rounded(t.Weapons[weapon] + share)
	}
	return t
}

func rounded(v float64) float64 { return math.Round(v*1e4) / 1e4 }
