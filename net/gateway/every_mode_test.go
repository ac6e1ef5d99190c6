package gateway

import (
	"testing"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// viewer is a client of a dialect that believes nothing: it reads what its session says by the
// dialect's own decoder, and holds it against what there is.
type viewer interface {
	// hears takes a packet, and fails the test for one that is malformed or not true.
	hears(v *view, ch dialect.Channel, p []byte)
	// acts says what its player would, in a tick.
	acts(v *view)
	// counts returns how often it saw something that matters, by what that is.
	counts() map[string]int
}

// view is what one viewer goes by.
type view struct {
	testing.TB
	talker
	viewer
	scene *dialect.Scene
}

// modeSeconds is how long each mode is watched, the last of them after its end.
const modeSeconds, modeEnds = 24, 20

// TestEveryDialectShowsEveryMode has a client of each dialect watch bots play all modes, one after
// the other, in each from another slot.
func TestEveryDialectShowsEveryMode(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes of play in every mode; runs without -short")
	}
	t.Parallel()
	var all []*view
	for i, player := range talkers() {
		v := &view{TB: t, talker: player, viewer: newViewers()[i]}
		all = append(all, v)
	}
	for round, mode := range append(game.Modes(), game.Deathmatch) {
		m := modeMatch(t, mode, round)
		for tick := range modeSeconds * game.TickRate {
			scene := m.Step()
			for _, v := range all {
				v.scene = scene
				if round == 0 && tick == 0 {
					v.joins()
				}
				v.acts(v)
				if err := v.session.Tick(scene, v.sent); err != nil {
					t.Fatalf("%s, %s: %v", v.name, mode.Name(), err)
				}
			}
			if t.Failed() {
				t.Fatalf("in %s, tick %d", mode.Name(), tick)
			}
		}
	}
	for _, v := range all {
		t.Log(v.name, v.counts())
		for what, n := range v.counts() {
			if n == 0 {
				t.Errorf("%s never saw %s: this test proves nothing of that", v.name, what)
			}
		}
	}
}

// modeMatch returns a match of a mode, with as many ships as it has room for, up to nine.
func modeMatch(t testing.TB, mode game.Mode, round int) *dialecttest.Match {
	o := dogfight.MatchOptions{Mode: mode, Time: dogfight.UsualTime}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	s.TimeLimit = modeEnds * game.TickRate
	ships := min(mode.Pilots(), 9)
	return dialecttest.Of(s, ships, (3*round+5)%ships)
}

func (v *view) joins() {
	for _, p := range v.greets {
		v.says(dialect.Main, p)
		v.session.Tick(v.scene, v.sent)
	}
}

func (v *view) says(ch dialect.Channel, p []byte) {
	v.Helper()
	if err := v.session.Receive(ch, p, v.sent); err != nil {
		v.Fatalf("%s: %v", v.name, err)
	}
}

// sent is a dialect.Send.
func (v *view) sent(ch dialect.Channel, p []byte) { v.hears(v, ch, p) }

// wrong fails the test.
func (v *view) wrong(format string, args ...any) {
	v.Helper()
	v.Errorf(v.name+": "+format, args...)
}

// shown returns how many ships there are that the player can see.
func (v *view) shown() (n int) {
	for i := range v.scene.World.Ships {
		if v.scene.Shows(i) {
			n++
		}
	}
	return n
}

// drones returns how many of those are drones.
func (v *view) drones() (n int) {
	for i := range v.scene.World.Ships {
		if v.scene.Shows(i) && v.scene.Drone(i) != nil {
			n++
		}
	}
	return n
}

// near reports whether a place on the wire is that of one in a World.
func near(x, y float32, p game.Point) bool {
	dx, dy := x-dialect.Unit(p.X), y-dialect.Unit(p.Y)
	return dx*dx+dy*dy <= 2
}

// own returns where the own ship is, if it flies.
func (v *view) own() (at game.Point, flies bool) {
	ship := v.scene.Ship()
	return game.Point{X: ship.X, Y: ship.Y}, ship.State == game.Flying
}

// orb returns where the orb of the mode is, if there is one.
func (v *view) orb() (at game.Point, is bool) {
	o := &v.scene.World.Orb
	return game.Point{X: o.X, Y: o.Y}, v.scene.Setup.Mode == game.CaptureOrb
}
