package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// pictures draws a view in colour and in ASCII.
func pictures(t *testing.T, v *net.View) (colour, ascii string) {
	term := newTerminal(t, 80, 24)
	show(New(Options{}), term, v, playtest.Noon)
	colour = term.text()
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	return colour, term.text()
}

func TestEverythingInSpaceShowsInBothModes(t *testing.T) {
	empty, plain := pictures(t, playtest.View("Nova"))
	for name, put := range map[string]func(*game.World, *game.Arena){
		"barrel": func(w *game.World, _ *game.Arena) {
			w.Barrels[3] = game.Barrel{X: playtest.Unit(100), Y: playtest.Unit(100), HP: 3}
		},
		"power-up": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.ShieldItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 999}
		},
		"orb": func(w *game.World, _ *game.Arena) {
			w.Items[9] = game.Item{Kind: game.OrbItem, X: playtest.Unit(100), Y: playtest.Unit(100), Timer: 999}
		},
		"rock": func(_ *game.World, a *game.Arena) { a.Tiles[10*a.Width+20] = game.Rock },
		"pad": func(w *game.World, a *game.Arena) {
			a.Pads = append(a.Pads, game.Point{X: playtest.Unit(100), Y: playtest.Unit(100)})
			w.Items[0] = game.Item{X: playtest.Unit(100), Y: playtest.Unit(100)}
		},
		"cannon": func(w *game.World, _ *game.Arena) { shoot(w, 0) },
		"spread": func(w *game.World, _ *game.Arena) { shoot(w, 1) },
		"rail":   func(w *game.World, _ *game.Arena) { shoot(w, 2) },
		"mine":   func(w *game.World, _ *game.Arena) { shoot(w, 3) },
		"flame":  func(w *game.World, _ *game.Arena) { w.Ships[0].Input = game.Steer(game.Up) },
		"shield": func(w *game.World, _ *game.Arena) { w.Ships[0].Hits = 3 },
		"spawn":  func(w *game.World, _ *game.Arena) { w.Ships[0].Protect = 9 },
	} {
		v := playtest.View("Nova")
		put(v.World, v.Setup.Arena)
		colour, ascii := pictures(t, v)
		if colour == empty || ascii == plain {
			t.Errorf("%s: seen in colour %v, in ASCII %v", name, colour != empty, ascii != plain)
		}
	}
}

// shoot puts a shot of the weapon into the middle, flying up.
func shoot(w *game.World, weapon uint8) {
	w.Ships[0].Live = 1
	w.Shots[0][0] = game.Shot{X: playtest.Unit(100), Y: playtest.Unit(100), VY: -1536, Weapon: weapon, Left: 20}
}

func TestShotsOfWeaponsDiffer(t *testing.T) {
	seen := map[string]uint8{}
	for weapon := range uint8(4) {
		v := playtest.View("Nova")
		shoot(v.World, weapon)
		picture, _ := pictures(t, v)
		if other, ok := seen[picture]; ok {
			t.Errorf("weapons %d and %d look alike", other, weapon)
		}
		seen[picture] = weapon
	}
}

func TestAStreakIsNoLongerThanTheShotFlew(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	shoot(v.World, 2)
	v.World.Ships[0].State = game.Dead
	want := map[uint16]int{48: 1, 47: 4, 46: 7, 40: 24} // by 3 dots in each
	for i, left := range []uint16{48, 47, 46, 40} {     // of a life of 48
		v.World.Shots[0][0].Left = left
		show(s, newTerminal(t, 80, 24), v, playtest.Noon.Add(time.Duration(i)*time.Second))
		own := (&model.Match{View: v}).HullOf(0)
		if got := s.dots(canvas.Spark, own.Bright, own.Middle, own.Dark); got != want[left] {
			t.Errorf("flown for %d ticks, the shot has %d dots, expected %d", 48-left, got, want[left])
		}
	}
}

func TestBurstsFollowEventsAndEnd(t *testing.T) {
	seen := map[game.EventKind]bool{
		game.EventSpark: true, game.EventHit: true, game.EventBlock: true, game.EventKill: true,
		game.EventBlast: true, game.EventPickup: true, game.EventSpawn: true, game.EventBump: true,
	}
	for kind := game.EventSpark; kind <= game.EventBump; kind++ {
		v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		before := term.text()
		v.Events = []game.Event{{Kind: kind, Slot: 5, By: 5, X: playtest.Unit(160), Y: playtest.Unit(100)}}
		show(s, term, v, playtest.Noon)
		v.Events = nil
		show(s, term, v, playtest.Noon.Add(60*time.Millisecond))
		if during := term.text(); (during != before) != seen[kind] {
			t.Errorf("event %d: seen %v", kind, during != before)
		}
		show(s, term, v, playtest.Noon.Add(10*time.Second))
		if after := term.text(); after != before {
			t.Errorf("event %d left something behind:\n%s", kind, after)
		}
	}
}

func TestTheFeedNamesKillerAndVictim(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 30)
	v.Events = []game.Event{
		{Kind: game.EventKill, Slot: 1, By: 0, What: 2},
		{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon},
	}
	show(s, term, v, playtest.Noon)
	v.Events = nil
	if got := term.row(1); !strings.HasSuffix(got, " Nova hit a barrel") {
		t.Errorf("got %q", got)
	}
	if got := term.row(2); !strings.HasSuffix(got, " Nova » Rex") {
		t.Errorf("got %q", got)
	}
	show(s, term, v, playtest.Noon.Add(6*time.Second))
	term.hides(t, "Nova » Rex")
}

// facings are the eight ways a ship can face.
var facings = []game.Course{
	game.Up, game.Down, game.Left, game.Right, game.UpLeft, game.UpRight, game.DownLeft, game.DownRight,
}

func TestEightFacingsDifferInASCII(t *testing.T) {
	seen := map[string]game.Course{}
	for _, facing := range facings {
		v := playtest.View("Nova")
		v.World.Ships[0].Facing = facing
		term := newTerminal(t, 80, 24)
		show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
		picture := term.text()
		if other, ok := seen[picture]; ok {
			t.Errorf("facings %d and %d look alike", other, facing)
		}
		seen[picture] = facing
	}
}

// On 80x24 cells dot (0, 0) of the test arena is dot (2, 8) of the canvas: a ship at 20, 40 units has its middle at
// dot (12, 28), in cell (6, 7).
func TestShipsAreDrawnWhereTheyAreAndAsTheyFace(t *testing.T) {
	for facing, want := range map[game.Course]string{
		game.Up:       "| ▗▙  |▟▟▌▟▌| ▝▝  ",
		game.Down:     "|▟▆▆▆▖|▝▐▆▝ |  ▘  ",
		game.Right:    "|▟▆▂▖ |▜▆▛▀▘| ▀   ",
		game.UpRight:  "|▗▗▄▆▘|▜▗▛  |  ▘  ",
		game.DownLeft: "| ▐▆▙ |▗▟▀▀▘|▘    ",
	} {
		v := playtest.View("Nova")
		v.World.Ships[0].Facing = facing
		term := drawn(t, v)
		if got := term.patch(4, 6, 5, 3); got != want {
			t.Errorf("facing %d: got %s, want %s", facing, got, want)
		}
	}
}

func TestThePlayersColoursAreUnique(t *testing.T) {
	v := playtest.View("Nova")
	own := (&model.Match{View: v}).HullOf(0)
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		v.Setup.Mode = mode
		for slot := 1; slot < game.MaxShips; slot++ {
			v.World.Ships[slot].Team = uint8(mode) * uint8(1+slot%2)
			if h := (&model.Match{View: v}).HullOf(slot); h.Bright == own.Bright || h.Middle == own.Middle {
				t.Errorf("mode %d: slot %d is drawn like the own ship", mode, slot)
			}
		}
	}
}

func TestOthersHaveTagsAndDamageIsSeen(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	whole := drawn(t, v)
	whole.shows(t, "Rex")
	if tag := whole.patch(4, 5, 5, 1); strings.Contains(tag, "Nova") {
		t.Errorf("the own ship has a tag: %s", tag)
	}
	v.World.Ships[1].HP = 2
	if hurt := drawn(t, v); hurt.text() == whole.text() {
		t.Error("a ship that lost HP looks as before")
	}
}

func TestTeamsDifferByLetter(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Setup.Mode = game.Teams
	for i := range 3 {
		v.World.Ships[i].Team = uint8(1 + i%2)
	}
	drawn(t, v).shows(t, "B Rex", "A Vega")
}

func TestOffsetsMoveTheShip(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	before := drawn(t, v).text()
	v.Offsets[1] = game.Point{X: playtest.Unit(12), Y: playtest.Unit(16)}
	v.World.Ships[1].X -= playtest.Unit(12)
	v.World.Ships[1].Y -= playtest.Unit(16)
	if after := drawn(t, v).text(); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestFewerFlashesLeavesOutTheHitFlash(t *testing.T) {
	for _, fewer := range []bool{false, true} {
		v := playtest.View("Nova")
		v.Events = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, X: playtest.Unit(140), Y: playtest.Unit(140)}}
		s := New(Options{Settings: input.Settings{FewerFlashes: fewer}})
		show(s, newTerminal(t, 80, 24), v, playtest.Noon)
		if flashed := s.dots(canvas.Spark) > 0; flashed == fewer {
			t.Errorf("fewer flashes %v: %d dots shine", fewer, s.dots(canvas.Spark))
		}
	}
}

// dots returns the dots of the picture in some colours.
func (s *Screen) dots(of ...canvas.Colour) (n int) {
	width, height := s.drawing.canvas.Dots()
	for i := range width * height {
		if slices.Contains(of, s.drawing.canvas.At(i%width, i/width)) {
			n++
		}
	}
	return n
}

func TestFewerFlashesStopsBlinking(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Ships[0].Protect, v.World.Ships[0].Input = 60, game.Steer(game.Up)
	v.World.Barrels[0] = game.Barrel{X: playtest.Unit(100), Y: playtest.Unit(100), HP: 1}
	shoot(v.World, 3)
	for _, fewer := range []bool{false, true} {
		s, term := New(Options{Settings: input.Settings{FewerFlashes: fewer}}), newTerminal(t, 80, 24)
		pictures := map[string]bool{}
		for i := range 20 {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
			pictures[term.text()] = true
		}
		if fewer != (len(pictures) == 1) {
			t.Errorf("fewer flashes %v: %d different pictures", fewer, len(pictures))
		}
	}
}

func TestThereAreAsManyColoursAsTheProtocolHas(t *testing.T) {
	if canvas.FoeRamps != proto.Colours || len(canvas.ShipColours()) != proto.Colours {
		t.Errorf("%d ramps and %d names of %d colours", canvas.FoeRamps, len(canvas.ShipColours()), proto.Colours)
	}
}

func TestAShipHasTheColourThatTheHostGaveIt(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Roster[1].Colour, v.Roster[2].Colour = 8, 0
	hulls := func() (hulls [3]canvas.Ramp) {
		var pilots model.Pilots
		pilots.Read(v)
		m := model.Match{View: v, Pilots: &pilots}
		for slot := range hulls {
			hulls[slot] = m.HullOf(slot)
		}
		return hulls
	}
	got := hulls()
	if got[1] != canvas.ShipRamp(8) || got[2] != canvas.ShipRamp(3) || got[0].Bright != canvas.OwnBright {
		t.Errorf("the ships are of %v", got)
	}
	v.Setup.Mode = game.Teams
	for slot := range 3 {
		v.World.Ships[slot].Team = uint8(1 + slot%2)
	}
	if got := hulls(); got[1] != canvas.TeamRamp(2) || got[2] != canvas.TeamRamp(1) {
		t.Errorf("in teams they are of %v", got)
	}
}

func TestTheColourIsChangedInTheLobbyButForTeams(t *testing.T) {
	v, s := waiting("Nova", "Rex"), New(Options{})
	v.Roster[0].Colour = 4
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Nova (you) ■", "o colour")
	if got := s.Event(char('o'), v, playtest.Noon); got.Kind != Recolour {
		t.Errorf("o asks for %v", got)
	}
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	show(s, term, v, playtest.Noon)
	term.hides(t, "■", "o colour")
	if got := s.Event(char('o'), v, playtest.Noon); got.Kind == Recolour {
		t.Error("o changes the colour in a match of teams")
	}
	if got := s.Event(char('o'), playtest.View("Nova"), playtest.Noon); got.Kind == Recolour {
		t.Error("o changes the colour in flight")
	}
}

func TestThePlayersShipHasBracketsAndWithLowBandwidthOnlyAfterASpawn(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(100), playtest.Unit(80)
	v.World.Ships[1].Protect = 60
	drawn(t, v).shows(t, "┌", "┐", "└", "┘")
	far := newTerminal(t, 80, 24)
	show(New(Options{LowBandwidth: true}), far, v, playtest.Noon)
	far.hides(t, "┌", "┘")
	v.World.Ships[0].Protect = 60
	show(New(Options{LowBandwidth: true}), far, v, playtest.Noon)
	far.shows(t, "┌", "┐", "└", "┘")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(6), playtest.Unit(6) // in a corner of the arena
	drawn(t, v).shows(t, "┘")
}
