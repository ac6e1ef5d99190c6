package play

import (
	"flag"
	"fmt"
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

// wrong describes a cell of the field where a ship covers a word, or where a part of a ship is missing that has no word
// at either side: a dot of a hull that no other hull covers, and in ASCII a character of a ship.
func wrong(s *Screen, term terminal) string {
	f := s.frame()
	s.drawing.canvas.Resize(term.Size())
	s.lay(f)
	s.drawSpace(&f.Space)
	s.drawHUD(f)
	s.drawMarks(f)
	s.drawOverlay(f)
	_, height := term.Size()
	words, wordsShown := s.layer(f, term, func(f *hud.Frame) {
		s.drawing.front = canvas.Front{}
		s.drawHUD(f)
		s.drawOverlay(f)
	})
	last, _ := s.layer(f, term, func(f *hud.Frame) { // these cover ships with blanks too: there is none to steer
		f.DrawPhase()
		s.drawDeath(f)
	})
	ships, shipsShown := s.layer(f, term, func(f *hud.Frame) {
		view, world := *s.view, *s.view.World
		for i := range world.Ships { // without flames and shields
			ship := &world.Ships[i]
			ship.Input, ship.Boost, ship.Hits, ship.Protect = 0, 0, 0, 0
		}
		view.World = &world
		match := *f.Match
		match.View = &view
		f.Space.Match = &match
		f.Space.DrawShips(&s.space.bursts)
	})
	for y := 1; y < height-1; y++ {
		for x := range f.Sheet.Width() {
			is, _, _ := term.Get(x, y)
			want, _, _ := wordsShown.Get(x, y)
			large := words.Dotted(x, y) && !words.Blank(x, y)
			switch {
			case large:
				for i := range canvas.Across * canvas.Down {
					dx, dy := canvas.Across*x+i%canvas.Across, canvas.Down*y+i/canvas.Across
					if k := words.At(dx, dy); k != canvas.Space && s.drawing.canvas.At(dx, dy) != k {
						return fmt.Sprintf("the large letter at %d, %d is covered", x, y)
					}
				}
			case !words.Vacant(x, y):
				if is != want {
					return fmt.Sprintf("%q at %d, %d is %q", want, x, y, is)
				}
			case last.Plain(x, y) && words.Vacant(x-1, y) && words.Vacant(x+1, y) && !f.Space.FreeOfShips(canvas.Rect(x, y, 1, 1)) && !f.Sheet.Covered.Holds(x, y) && !showsShip(&s.drawing.canvas, ships, term, shipsShown, x, y):
				return fmt.Sprintf("the ship at %d, %d is hidden", x, y)
			}
		}
	}
	return ""
}

// layer returns a drawing on an empty canvas, and what a terminal shows of it.
func (s *Screen) layer(f *hud.Frame, term terminal, draw func(*hud.Frame)) (*canvas.Canvas, terminal) {
	c, sheet, of := &canvas.Canvas{Palette: s.drawing.canvas.Palette, Mode: s.drawing.canvas.Mode, Sky: s.drawing.canvas.Sky, Scenery: s.drawing.canvas.Scenery}, *f.Sheet, *f
	width, height := term.Size()
	c.Resize(width, height)
	sheet.Canvas, of.Sheet, of.Space.Sheet = c, &sheet, &sheet
	draw(&of)
	shown := newTerminal(nil, width, height)
	c.Draw(shown)
	return c, shown
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

func TestNoShipCoversAWordAndOnlyWordsHideShips(t *testing.T) {
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
			if fault := wrong(s, term); fault != "" {
				t.Fatalf("picture %d: %s:\n%s", i, fault, term.text())
			}
			v.Chat, v.Events = nil, nil
			for i := range v.World.Ships {
				ship := &v.World.Ships[i]
				ship.X, ship.Y = ship.X+r.Int32N(playtest.Unit(16))-playtest.Unit(8), ship.Y+r.Int32N(playtest.Unit(16))-playtest.Unit(8)
			}
		}
	})
}

func TestNoShipCoversAWordInAnyMode(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	arenas := map[game.State]string{game.OrbState: "twin", game.RaceState: "ring", game.TrailState: "grid", game.AssaultState: "shoal"} // others: open
	for _, mode := range game.Modes() {
		file := playtest.File(t, playtest.Match{Mode: mode, Arena: arenas[mode.State()], Ships: 6, Ticks: 40 * game.TickRate})
		play, err := file.Play()
		if err != nil {
			t.Fatal(err)
		}
		size := usualSizes[r.IntN(len(usualSizes))]
		s, term := New(Options{Mode: allModes[r.IntN(len(allModes))]}), newTerminal(t, size[0], size[1])
		v := &net.View{Phase: net.Playing, Setup: file.Setup, World: &play.World, Me: 0, Roster: file.Roster(file.Head.First)}
		for frame := range 2 * 40 {
			var events game.Events
			for range game.TickRate / 2 {
				if _, _, err := play.Step(&events); err != nil {
					t.Fatal(err)
				}
			}
			v.Events, v.Decided = events.List, events.List
			show(s, term, v, playtest.Noon.Add(time.Duration(frame)*time.Second/2))
			if fault := wrong(s, term); fault != "" {
				t.Fatalf("%v, picture %d: %s:\n%s", mode, frame, fault, term.text())
			}
		}
	}
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
	term.shows(t, "Wolfgang… streak of 3", "Wolfgang von K revenge")
}
