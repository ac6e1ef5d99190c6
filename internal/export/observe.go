package export

import (
	"fmt"
	"math/bits"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// observation is everything observed in a replay.
type observation struct {
	file     *replay.File
	setup    *game.Setup
	ticks    int // of the loop
	first    game.Tick
	followed int // slot, or -1

	ships  [game.MaxShips]*shipTrack
	shots  []shotTrack
	events []seenEvent
	items  []thing // by start
	drums  [game.MaxBarrels][]way
	orb    []way
	zone   []ring
	trails [game.MaxRacers][]trailShape
	clock  []change
	scores [game.MaxShips][]change // by slot
	teams  [game.MaxTeams + 1][]change

	names [game.MaxShips]string
	hulls [game.MaxShips]canvas.Ramp
	ranks []int // at the end
}

// shipTrack is the flights of one ship.
type shipTrack struct {
	ways    []way
	class   uint8
	facings []change // by course
	shields []span
	health  []change // percent of the class's HP
}

// change is a value from a tick on.
type change struct{ tick, value int }

// note appends a value if it differs from the last.
func note(list []change, tick, value int) []change {
	if n := len(list); n > 0 && list[n-1].value == value {
		return list
	}
	return append(list, change{tick, value})
}

type seenEvent struct {
	tick int
	game.Event
}

// thing is something that lay somewhere for a while.
type thing struct {
	span
	kind game.ItemKind
	x, y int32
}

// ring is a circle at a tick.
type ring struct {
	tick    int
	x, y, r int
}

// observe plays a part of a replay and records it.
func observe(file *replay.File, o *SVGOptions) (*observation, error) {
	c, err := file.Play()
	if err == nil {
		err = c.Seek(o.From)
	}
	if err != nil {
		return nil, err
	}
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	f := &observation{file: file, setup: file.Setup, first: c.World.Tick, ticks: int(min(o.To, file.LastTick)) - int(c.World.Tick), followed: -1}
	if f.ticks < 1 {
		return nil, fmt.Errorf("there is nothing from tick %d on", o.From)
	}
	last := c.World.Tick + game.Tick(f.ticks)
	watch := watcher{observation: f}
	watch.record(&c.World, 0)
	for events := (game.Events{}); c.World.Tick < last; {
		events.List = events.List[:0]
		if _, _, err := c.Step(&events); err != nil {
			return nil, err
		}
		tick := int(c.World.Tick - f.first)
		for _, e := range events.List {
			f.events = append(f.events, seenEvent{tick, e})
		}
		watch.record(&c.World, tick)
		if o.Progress != nil && tick%game.TickRate == 0 {
			if err := o.Progress(float64(tick) / float64(f.ticks)); err != nil {
				return nil, err
			}
		}
	}
	return f, f.meet(&c.World, o.Follow)
}

// meet records the pilots at the end.
func (f *observation) meet(w *game.World, follow string) error {
	view := net.View{World: w, Setup: f.setup, Me: -1, Roster: f.file.Roster(w.Tick)}
	var pilots model.Pilots
	pilots.Read(&view)
	m := model.Match{View: &view, Pilots: &pilots, Mutes: &model.Mutes{}}
	for slot := range f.ships {
		if f.ships[slot] == nil {
			continue
		}
		f.names[slot], f.hulls[slot] = m.Name(slot), m.HullOf(slot)
		if follow != "" && strings.EqualFold(follow, f.names[slot]) {
			f.followed = slot
		}
	}
	if follow != "" && f.followed < 0 {
		return fmt.Errorf("nobody called %q flies there", follow)
	}
	f.ranks = m.Rank(nil)
	return nil
}

// watcher compares each World with the one before.
type watcher struct {
	*observation
	before game.World
	shot   [game.MaxShips][game.MaxShots]int // 1 + index in shots of the current shot
	item   [game.MaxItems]int                // likewise
}

func (w *watcher) record(is *game.World, tick int) {
	for slot := range is.Ships {
		if is.Ships[slot].State != game.Empty {
			w.recordShip(is, slot, tick)
		}
		w.recordShots(is, slot, tick)
	}
	w.recordThings(is, tick)
	w.recordTrails(is, tick)
	w.clock = note(w.clock, tick, w.secondsOf(is))
	for team := range w.teams {
		w.teams[team] = note(w.teams[team], tick, int(is.TeamScores[team]))
	}
	if is.Zone != (game.Zone{}) {
		w.recordZone(is, tick)
	}
	w.before = *is
}

// secondsOf returns the clock: the time left, or flown without a limit.
func (f *observation) secondsOf(w *game.World) int {
	if f.setup.TimeLimit > 0 {
		return int(w.TimeLeft(f.setup)+game.TickRate-1) / game.TickRate
	}
	return int(w.Tick-w.Started) / game.TickRate
}

func (w *watcher) recordShip(is *game.World, slot, tick int) {
	s, was := &is.Ships[slot], &w.before.Ships[slot]
	w.scores[slot] = note(w.scores[slot], tick, int(s.Score))
	if s.State != game.Flying {
		return
	}
	if w.ships[slot] == nil {
		w.ships[slot] = &shipTrack{}
	}
	to := w.ships[slot]
	if len(to.ways) == 0 || was.State != game.Flying || leapt(s.X-was.X, s.Y-was.Y) {
		to.ways = append(to.ways, way{from: tick})
	}
	flown := &to.ways[len(to.ways)-1]
	flown.points = append(flown.points, game.Point{X: s.X, Y: s.Y})
	to.class = s.Class
	to.facings = note(to.facings, tick, int(s.Facing))
	to.health = note(to.health, tick, 100*int(s.HP)/max(int(w.setup.Classes[s.Class].HP), 1))
	if s.Shield > 0 || s.Protect > 0 {
		to.shields = lengthen(to.shields, tick)
	}
}

// lengthen extends the last span by a tick, or appends one of a tick.
func lengthen(spans []span, tick int) []span {
	if n := len(spans); n > 0 && spans[n-1].to == tick {
		spans[n-1].to++
		return spans
	}
	return append(spans, span{tick, tick + 1})
}

// leapt reports whether a thing has moved farther in a tick than it can fly.
func leapt(dx, dy int32) bool { return max(dx, -dx, dy, -dy) > 2*game.MaxSpeed }

// shotTrack is the flight of one shot.
type shotTrack struct {
	way
	slot   int
	weapon uint8
	vx, vy int32
}

func (w *watcher) recordShots(is *game.World, slot, tick int) {
	live := is.Ships[slot].Live
	for k := range is.Shots[slot] {
		if live>>k&1 == 0 {
			w.shot[slot][k] = 0
		}
	}
	for ; live != 0; live &= live - 1 {
		k := bits.TrailingZeros8(live)
		s, was := &is.Shots[slot][k], &w.before.Shots[slot][k]
		if w.shot[slot][k] == 0 || s.Left >= was.Left || s.Weapon != was.Weapon {
			w.shots = append(w.shots, shotTrack{way: way{from: tick}, slot: slot, weapon: s.Weapon, vx: s.VX, vy: s.VY})
			w.shot[slot][k] = len(w.shots)
		}
		to := &w.shots[w.shot[slot][k]-1]
		to.points = append(to.points, game.Point{X: s.X, Y: s.Y})
	}
}

func (w *watcher) recordThings(is *game.World, tick int) {
	for i := range is.Items {
		at, was := &is.Items[i], &w.before.Items[i]
		if at.Kind == game.NoItem {
			w.item[i] = 0
			continue
		}
		if w.item[i] == 0 || at.Kind != was.Kind || at.X != was.X || at.Y != was.Y {
			w.items = append(w.items, thing{span{tick, tick}, at.Kind, at.X, at.Y})
			w.item[i] = len(w.items)
		}
		w.items[w.item[i]-1].to = tick + 1
	}
	if orb := &is.Orb; *orb != (game.Orb{}) {
		w.orb = follow(w.orb, tick, !leapt(orb.X-w.before.Orb.X, orb.Y-w.before.Orb.Y), game.Point{X: orb.X, Y: orb.Y})
	}
	for i := range w.setup.Arena.Barrels {
		at, was := &is.Barrels[i], &w.before.Barrels[i]
		if at.HP > 0 {
			w.drums[i] = follow(w.drums[i], tick, was.HP > 0, game.Point{X: at.X, Y: at.Y})
		}
	}
}

// follow extends the last way, or begins another.
func follow(ways []way, tick int, on bool, at game.Point) []way {
	if !on || len(ways) == 0 {
		ways = append(ways, way{from: tick})
	}
	last := &ways[len(ways)-1]
	last.points = append(last.points, at)
	return ways
}
