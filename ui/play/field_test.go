package play

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net"
	_ "dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

var long = flag.Bool("long", false, "look at ships everywhere, at ghosts in all colours and modes, and at directed fights of all sizes, not at some of each")

var (
	allModes   = canvas.Modes[:]
	usualSizes = [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}}
)

// melee returns a match of many ships near each other, with all else that a screen may show.
func melee(r *rand.Rand, arenaWidth, arenaHeight int) *net.View {
	v := playtest.View(make([]string, 2+r.IntN(30))...)
	playtest.Wide(v.Setup.Arena, arenaWidth, arenaHeight)
	w, h := v.Setup.Arena.Size()
	middle := game.Point{X: r.Int32N(w), Y: r.Int32N(h)}
	for i := range v.Roster {
		ship := &v.World.Ships[i]
		ship.X = min(max(middle.X+r.Int32N(playtest.Unit(600))-playtest.Unit(300), playtest.Unit(6)), w-playtest.Unit(6))
		ship.Y = min(max(middle.Y+r.Int32N(playtest.Unit(400))-playtest.Unit(200), playtest.Unit(6)), h-playtest.Unit(6))
		ship.Facing, ship.Class = facings[r.IntN(len(facings))], uint8(r.IntN(3))
		ship.HP, ship.Score = v.Setup.Classes[ship.Class].HP-uint8(r.IntN(2)), r.Int32N(40)
		ship.Hits, ship.Protect, ship.Input = uint8(r.IntN(2)), uint8(r.IntN(2)), game.Steer(ship.Facing)
		v.Roster[i].Name = []string{"Nova", "王小明 🚀", "Kestrel-Nine the Great"}[r.IntN(3)]
	}
	v.Me = r.IntN(4) - 1
	v.Stale = r.IntN(4) == 0
	v.Phase = []net.Phase{net.Playing, net.Playing, net.Lost}[r.IntN(3)]
	if r.IntN(3) == 0 {
		v.World.Started = v.World.Tick
	}
	for i := range r.IntN(6) {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex 🚀", Pilot: uint16(i), Slot: 1, Text: "a long line that goes over a good part of the screen, and on"})
		v.Events = append(v.Events, game.Event{Kind: game.EventKill, Slot: 1, By: 0})
		of := &v.World.Ships[r.IntN(len(v.Roster))]
		v.Events = append(v.Events, game.Event{
			Kind: []game.EventKind{game.EventHit, game.EventBlast, game.EventBump, game.EventBlock}[r.IntN(4)],
			Slot: uint8(max(v.Me, 0)), By: 1, X: of.X, Y: of.Y,
		})
	}
	for i := range 6 {
		of := &v.World.Ships[r.IntN(len(v.Roster))]
		x, y := of.X+r.Int32N(playtest.Unit(60))-playtest.Unit(30), of.Y+r.Int32N(playtest.Unit(60))-playtest.Unit(30)
		v.World.Items[i] = game.Item{Kind: game.ItemKind(1 + r.IntN(6)), X: x, Y: y, Timer: 999}
		v.World.Barrels[i] = game.Barrel{X: of.X + r.Int32N(playtest.Unit(40)) - playtest.Unit(20), Y: y, HP: 3}
		ship := &v.World.Ships[i%len(v.Roster)]
		ship.Live |= 1
		v.World.Shots[i%len(v.Roster)][0] = game.Shot{X: of.X, Y: y, VX: 1536, Weapon: uint8(r.IntN(4)), Left: 20}
		if tile := int(y/playtest.Unit(8))*arenaWidth + int(x/playtest.Unit(8)); tile >= 0 && tile < len(v.Setup.Arena.Tiles) {
			v.Setup.Arena.Tiles[tile] = game.Rock
		}
	}
	if v.Me >= 0 && r.IntN(4) == 0 {
		v.World.Ships[v.Me].State, v.World.Ships[v.Me].Respawn = game.Dead, 90
	}
	return v
}

// hidden returns a cell of the field that should show a part of a ship and does not: each dot of a hull that no other
// hull covers, and in ASCII each character of a ship.
func hidden(s *Screen, term terminal) (x, y int, is bool) {
	f := s.frame()
	s.drawing.canvas.Resize(term.Size())
	s.lay(f)
	s.drawSpace(&f.Space)
	s.drawHUD(f)
	s.drawMarks(f)
	s.drawOverlay(f)
	alone, sheet := canvas.Canvas{Palette: s.drawing.canvas.Palette, Mode: s.drawing.canvas.Mode, Sky: s.drawing.canvas.Sky, Scenery: s.drawing.canvas.Scenery}, *f.Sheet
	alone.Resize(term.Size())
	sheet.Canvas, f.Sheet = &alone, &sheet
	view, world := *s.view, *s.view.World
	for i := range world.Ships { // without flames and shields
		ship := &world.Ships[i]
		ship.Input, ship.Boost, ship.Hits, ship.Protect = 0, 0, 0, 0
	}
	view.World, f.Match.View = &world, &view
	f.Space.DrawShips(&s.space.bursts)
	width, height := term.Size()
	ships := newTerminal(nil, width, height)
	alone.Draw(ships)
	told := s.cellsOf(f, s.drawDeath, term)
	if s.view.Phase == net.Lost && noRowIsFree(f) {
		maps.Copy(told, s.cellsOf(f, (*hud.Frame).DrawPhase, term))
	}
	for y := 1; y < height-1; y++ {
		for x := range f.Sheet.Width() {
			if !told[[2]int{x, y}] && !f.Space.FreeOfShips(canvas.Rect(x, y, 1, 1)) && !f.Sheet.Covered.Holds(x, y) && !showsShip(&s.drawing.canvas, &alone, term, ships, x, y) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// noRowIsFree reports whether ships cover the middle of any two rows around the upper third. A lost connection then
// shows in front of ships, as only a death does otherwise.
func noRowIsFree(f *hud.Frame) bool {
	for row := f.Sheet.Height()/3 - 5; row <= f.Sheet.Height()/3+5; row++ {
		words := f.Sheet.Middle(54, 2)
		if words.Y = row; f.Space.FreeOfShips(words) {
			return false
		}
	}
	return true
}

// cellsOf returns the cells of a drawing.
func (s *Screen) cellsOf(f *hud.Frame, draw func(*hud.Frame), term terminal) map[[2]int]bool {
	plate, sheet, of := canvas.Canvas{Palette: s.drawing.canvas.Palette, Mode: s.drawing.canvas.Mode, Sky: s.drawing.canvas.Sky, Scenery: s.drawing.canvas.Scenery}, *f.Sheet, *f
	width, height := term.Size()
	plate.Resize(width, height)
	sheet.Canvas, of.Sheet = &plate, &sheet
	draw(&of)
	drawn, cells := newTerminal(nil, width, height), map[[2]int]bool{}
	plate.Draw(drawn)
	bare := newTerminal(nil, width, height)
	plate.Resize(width, height)
	plate.Draw(bare)
	for y := range height {
		for x := range width {
			is, style, _ := drawn.Get(x, y)
			was, plain, _ := bare.Get(x, y)
			if is != was || style != plain {
				cells[[2]int{x, y}] = true
			}
		}
	}
	return cells
}

// showsShip reports whether a cell of a picture shows a ship.
func showsShip(picture, alone *canvas.Canvas, term, ships terminal, x, y int) bool {
	if !alone.Plain(x, y) {
		is, _, _ := term.Get(x, y)
		want, _, _ := ships.Get(x, y)
		return is == want
	}
	for i := range canvas.Across * canvas.Down {
		dx, dy := canvas.Across*x+i%canvas.Across, canvas.Down*y+i/canvas.Across
		if k := alone.At(dx, dy); hulls[k] && (picture.At(dx, dy) != k || !picture.Plain(x, y)) {
			return false
		}
	}
	return true
}

// hulls are the colours only of hulls.
var hulls = func() (hulls map[canvas.Colour]bool) {
	hulls = map[canvas.Colour]bool{canvas.OwnTrim: true, canvas.Glass: true}
	for i := range canvas.FoeRamps * canvas.RampLength {
		hulls[canvas.FoeBright+canvas.Colour(i)] = true
	}
	for i := range canvas.RampLength {
		hulls[canvas.OwnBright+canvas.Colour(i)] = true
		for team := uint8(1); team <= game.MaxTeams; team++ {
			hulls[canvas.TeamRamp(team).Bright+canvas.Colour(i)] = true
		}
	}
	return hulls
}()

func TestNothingHidesAShip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		size, mode := rapid.SampledFrom(usualSizes).Draw(t, "size"), rapid.SampledFrom(allModes).Draw(t, "mode")
		arena := rapid.SampledFrom([][2]int{{40, 20}, {100, 79}, {200, 155}}).Draw(t, "arena")
		far := rapid.Bool().Draw(t, "far")
		if far {
			size[0] = min(size[0], widestField) // there is no panel
		}
		v, term := melee(r, arena[0], arena[1]), newTerminal(nil, size[0], size[1])
		s := New(Options{Settings: input.Settings{FewerFlashes: true}, Mode: mode, LowBandwidth: far})
		s.camera().Zoom.Steps = rapid.IntRange(-1, 2).Draw(t, "zoom")
		if rapid.Bool().Draw(t, "lesson") {
			s.Teach(&hud.Lesson{Number: 1, Of: 7, Task: "fly to the ring that is over there", Note: "arrows steer", Over: r.IntN(2) == 0})
		}
		for i := range 4 {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
			if x, y, is := hidden(s, term); is {
				t.Fatalf("picture %d: the ship at %d, %d is hidden:\n%s", i, x, y, term.text())
			}
			v.Chat, v.Events = nil, nil
			for i := range v.World.Ships {
				ship := &v.World.Ships[i]
				ship.X, ship.Y = ship.X+r.Int32N(playtest.Unit(16))-playtest.Unit(8), ship.Y+r.Int32N(playtest.Unit(16))-playtest.Unit(8)
			}
		}
	})
}

func TestThePlayersShipIsAlwaysInTheField(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("every place of the arena is drawn; runs without -short")
	}
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.ASCII} { // others have the places of blocks
		for _, size := range usualSizes {
			for _, far := range []bool{false, true} {
				for _, facing := range facings {
					v, s, term := wideView("Nova"), New(Options{Mode: mode, LowBandwidth: far}), newTerminal(t, size[0], size[1])
					ship, dx, dy := &v.World.Ships[0], int32(0), int32(0)
					dx, dy = facing.Vector()
					ship.Facing = facing
					ship.VX, ship.VY = dx*6*game.One/256, dy*6*game.One/256 // 360 units a second, faster than any
					w, h := v.Setup.Arena.Size()
					s.drawing.canvas.Fit(s.drawing.surround.middle(term, !far).Size())
					for i := range 200 { // laid out, not drawn
						ship.X = min(max(ship.X+2*ship.VX, playtest.Unit(6)), w-playtest.Unit(6))
						ship.Y = min(max(ship.Y+2*ship.VY, playtest.Unit(6)), h-playtest.Unit(6))
						s.See(v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
						f := s.frame()
						s.lay(f)
						field := canvas.Rect(0, 1, f.Sheet.Width(), f.Sheet.Height()-2)
						if a := f.Space.ShipArea(0); a != a.Within(field) {
							t.Fatalf("%v, %v, far %v, flying %d: picture %d: the ship is at %v, outside of %v", mode, size, far, facing, i, a, field)
						}
					}
				}
			}
		}
	}
}

func TestFrom140ColumnsOnThereIsAScoreBoardBesideTheField(t *testing.T) {
	for width, board := range map[int]bool{100: false, 139: false, 140: true, 160: true, 199: true, 200: true} {
		v, s := playtest.View("Nova", "Rex", "Vega"), New(Options{})
		v.World.Ships[0].Score, v.World.Ships[0].Kills, v.World.Ships[0].Deaths = 30, 3, 5
		v.World.Ships[1].Score, v.World.Ships[1].Kills, v.World.Ships[1].Deaths = 30, 2, 1
		term := newTerminal(t, width, 40)
		show(s, term, v, playtest.Noon)
		var rows []string
		for y := range 40 {
			if _, row, found := strings.Cut(term.row(y), "│"); found && strings.ContainsAny(row, "NRV") {
				rows = append(rows, strings.Join(strings.Fields(strings.ReplaceAll(row, "▌", " ")), " "))
			}
		}
		want := "=1 Rex 30, =1 Nova 30, 3 Vega 0"
		if board {
			want = "=1 Rex 2 1 30, =1 Nova 3 5 30, 3 Vega 0 0 0"
		}
		if got := strings.Join(rows, ", "); got != want {
			t.Errorf("%d columns: the panel lists %q, expected %q", width, got, want)
		}
	}
}

func TestTheBoardBesideTheFieldHidesNoShip(t *testing.T) {
	for _, width := range []int{140, 160, 199} {
		v, s := playtest.View("Nova", "Rex"), New(Options{})
		playtest.Wide(v.Setup.Arena, 200, 100)
		for slot := range 2 {
			v.World.Ships[slot].X, v.World.Ships[slot].Y = playtest.Unit(200+int32(slot)*2), playtest.Unit(300)
		}
		term := newTerminal(t, width, 40)
		show(s, term, v, playtest.Noon)
		if s.drawing.ship.X >= width-34 {
			t.Errorf("%d columns: the own ship is in column %d, behind the board", width, s.drawing.ship.X)
		}
		if v.World.Status != game.InProgress {
			t.Fatal("no match is in progress, so that this proves little")
		}
	}
}

func TestTheNewestEventShowsForThreeSeconds(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 0}, {Kind: game.EventKill, Slot: 2, By: 1}}
	show(s, term, v, playtest.Noon)
	v.Events = nil
	if !strings.HasSuffix(term.row(1), " Rex » Vega") {
		t.Errorf("got %q", term.row(1))
	}
	term.hides(t, "Nova » Rex")
	show(s, term, v, playtest.Noon.Add(3*time.Second))
	term.hides(t, "»")
}

// kills shows a View for each kill, one a second.
func kills(s *Screen, term terminal, v *net.View, now time.Time, by []uint8, victims []uint8) time.Time {
	for i := range by {
		now = now.Add(time.Second)
		v.World.Tick += game.TickRate
		v.Decided = []game.Event{{Kind: game.EventKill, Slot: victims[i], By: by[i]}}
		v.Events = v.Decided
		show(s, term, v, now)
	}
	v.Decided, v.Events = nil, nil
	return now
}

func TestStreaksAreReportedAtThreeAndEachFive(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	now := playtest.Noon
	for streak := 1; streak <= 10; streak++ {
		now = kills(s, term, v, now, []uint8{1}, []uint8{2})
		told := streak == 3 || streak == 5 || streak == 10
		words := fmt.Sprintf("Rex is on a streak of %d", streak)
		if strings.Contains(term.text(), words) != told {
			t.Errorf("kill %d: got %v:\n%s", streak, !told, term.text())
		}
		if !strings.HasSuffix(term.row(1), "Rex » Vega") {
			t.Errorf("kill %d: the kill itself is hidden: %q", streak, term.row(1))
		}
	}
}

func TestRevengeIsReportedUnderItsKill(t *testing.T) {
	v, s, term := wideView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	kills(s, term, v, playtest.Noon, []uint8{1, 0}, []uint8{0, 1})
	if kill, remark := term.row(1), term.row(2); !strings.HasSuffix(kill, "Nova » Rex") || !strings.HasSuffix(remark, "Nova takes revenge") {
		t.Errorf("%q, then %q", kill, remark)
	}
}

func TestInANarrowPanelRemarksAreBrief(t *testing.T) {
	v, s, term := wideView("Nova", "Wolfgang von K", "Vega"), New(Options{}), newTerminal(t, 120, 40)
	show(s, term, v, playtest.Noon)
	kills(s, term, v, playtest.Noon, []uint8{2, 1, 1, 1}, []uint8{1, 2, 2, 2})
	term.shows(t, "Wolfgang v streak of 3", "Wolfgang von K revenge")
}
