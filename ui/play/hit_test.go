package play

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// amid returns a match in a wide arena, with the player's ship in the middle of 80x24 cells.
func amid(names ...string) *net.View {
	v := playtest.View(names...)
	playtest.Wide(v.Setup.Arena, 400, 400)
	for i := range names {
		ship := &v.World.Ships[i]
		ship.X, ship.Y = playtest.Unit(1600+40*int32(i)), playtest.Unit(1600)
	}
	return v
}

// shotFrom returns a hit on the player's ship, fired from a distance.
func shotFrom(v *net.View, dx, dy int32) game.Event {
	own := &v.World.Ships[0]
	return game.Event{Kind: game.EventHit, Slot: 0, By: 1, HP: 1, X: own.X, Y: own.Y, FromX: own.X + playtest.Unit(dx), FromY: own.Y + playtest.Unit(dy)}
}

// edges returns the tinted dots in the middle of each edge of the field.
func (s *Screen) edges() (left, right, top, bottom int) {
	width, height := s.drawing.canvas.Dots()
	tinted := func(x, y int) int {
		if k := s.drawing.canvas.At(x, y); k >= canvas.Hit && k < canvas.Hit+canvas.HitTones {
			return 1
		}
		return 0
	}
	for i := -12; i <= 12; i++ {
		left += tinted(0, height/2+i)
		right += tinted(width-1, height/2+i)
		top += tinted(width/2+i, canvas.Down)
		bottom += tinted(width/2+i, height-canvas.Down-1)
	}
	return left, right, top, bottom
}

func TestAHitFlashesTheEdgeThatItWasFiredFromWhereverTheShooterIs(t *testing.T) {
	for _, c := range []struct {
		name   string
		dx, dy int32
		flash  [4]bool // left, right, top, bottom
	}{
		{"left", -90, 0, [4]bool{true, false, false, false}}, {"right", 90, 0, [4]bool{false, true, false, false}},
		{"above", 0, -90, [4]bool{false, false, true, false}}, {"below", 0, 90, [4]bool{false, false, false, true}},
	} {
		v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		v.World.Ships[1].X -= playtest.Unit(c.dx) // on the other side by now
		v.Events = []game.Event{shotFrom(v, c.dx, c.dy)}
		show(s, term, v, playtest.Noon)
		v.Events = nil
		left, right, top, bottom := s.edges()
		if got := [4]bool{left > 0, right > 0, top > 0, bottom > 0}; got != c.flash {
			t.Errorf("from %s: %d dots left, %d right, %d above, %d below", c.name, left, right, top, bottom)
		}
		show(s, term, v, playtest.Noon.Add(time.Second/3))
		if left, right, top, bottom = s.edges(); left+right+top+bottom > 0 {
			t.Errorf("from %s: it continues", c.name)
		}
	}
}

func TestHitsFromTwoSidesFlashBoth(t *testing.T) {
	v, s := amid("Nova", "Rex"), New(Options{})
	v.Events = []game.Event{shotFrom(v, -90, 0), shotFrom(v, 90, 0)}
	show(s, newTerminal(t, 80, 24), v, playtest.Noon)
	if left, right, top, bottom := s.edges(); left == 0 || right == 0 || top+bottom > 0 {
		t.Errorf("%d dots left, %d right, %d above, %d below", left, right, top, bottom)
	}
}

func TestAHitOfAnUnknownSideFlashesAllAround(t *testing.T) {
	v, s := amid("Nova"), New(Options{})
	v.Foreign = true
	v.Events = []game.Event{{Kind: game.EventHit, Slot: 0, By: 255}}
	show(s, newTerminal(t, 80, 24), v, playtest.Noon)
	if left, right, top, bottom := s.edges(); min(left, right, top, bottom) == 0 {
		t.Errorf("%d dots left, %d right, %d above, %d below", left, right, top, bottom)
	}
}

func TestAMarkShowsTheSideWithoutFlashes(t *testing.T) {
	for name, c := range map[string]struct {
		options Options
		colours int
		mark    string
	}{
		"ASCII":         {Options{Mode: canvas.ASCII}, 256, "!"},
		"low bandwidth": {Options{LowBandwidth: true}, 256, "▌"},
		"fewer flashes": {Options{Settings: input.Settings{FewerFlashes: true}}, 256, "▌"},
		"no colours":    {Options{}, 0, "▌"},
	} {
		v, s, term := amid("Nova", "Rex"), New(c.options), newTerminal(t, 80, 24)
		marked := func(now time.Time) (left, right string) {
			show(s, coloured{term, c.colours}, v, now)
			left, _ = term.glyph(0, 12)
			right, _ = term.glyph(79, 12)
			return left, right
		}
		v.Events = []game.Event{shotFrom(v, -90, 0)}
		left, right := marked(playtest.Noon)
		if l, r, a, b := s.edges(); l+r+a+b > 0 || left != c.mark || right == c.mark {
			t.Errorf("%s: %q at the left, %q at the right, %d dots of a flash", name, left, right, l+r+a+b)
		}
		v.Events = nil
		if left, _ = marked(playtest.Noon.Add(time.Second)); left == c.mark {
			t.Errorf("%s: the mark stays", name)
		}
	}
}

func TestHoweverOftenAShipIsHitItBlinksThreeTimesASecondAtMost(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	blinks, was := 0, false
	for i := range 60 {
		v.Events = nil
		if i%6 == 0 {
			v.Events = []game.Event{shotFrom(v, -90, 0)}
		}
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/60))
		f := s.frame()
		s.lay(f)
		shines := s.drawing.canvas.At(f.Space.LocateShip(0)) == canvas.Spark
		if shines && !was {
			blinks++
		}
		was = shines
	}
	if blinks < 2 || blinks > 3 {
		t.Errorf("ten hits in a second: %d blinks, expected 2 or 3", blinks)
	}
}

func TestWithoutColoursAShipThatIsHitGrowsFaint(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	mono := coloured{term, 0}
	show(s, mono, v, playtest.Noon)
	f := s.frame()
	s.lay(f)
	x, y := f.Space.LocateShip(0)
	_, before, _ := term.Get(f.Sheet.Cell(x, y))
	v.Events = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, HP: 1, X: playtest.Unit(9), Y: playtest.Unit(9)}} // with its sparks elsewhere
	show(s, mono, v, playtest.Noon.Add(time.Second/30))
	if _, after, _ := term.Get(f.Sheet.Cell(x, y)); after == before {
		t.Errorf("it looks as before: %v at %v", after, before)
	}
}

// hitOn returns a hit on a slot.
func hitOn(slot, by, hp uint8, x, y int32) game.Event {
	return game.Event{Kind: game.EventHit, Slot: slot, By: by, HP: hp, X: playtest.Unit(x), Y: playtest.Unit(y)}
}

func TestDamageShowsAtTheDamagedShip(t *testing.T) {
	for _, o := range []Options{{}, {LowBandwidth: true}, {Mode: canvas.ASCII}, {Settings: input.Settings{ReducedMotion: true}}} {
		v, s, term := amid("Nova", "Rex", "Vega"), New(o), newTerminal(t, 80, 24)
		v.Events = []game.Event{hitOn(1, 0, 3, 1640, 1600)}
		show(s, term, v, playtest.Noon)
		v.Events = nil
		f := s.frame()
		s.lay(f)
		x, y := f.Sheet.Cell(f.Space.LocateShip(1))
		if got := term.patch(x-4, y-5, 9, 3); !contains(got, "-3") {
			t.Errorf("%+v: over the ship there is %s", o, got)
		}
		show(s, term, v, playtest.Noon.Add(time.Second))
		term.hides(t, "-3")
	}
}

func TestHitsOfAFanAddUp(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{hitOn(1, 0, 1, 1640, 1600), hitOn(1, 0, 1, 1640, 1600), hitOn(1, 0, 1, 1640, 1600)}
	show(s, term, v, playtest.Noon)
	term.shows(t, "-3")
	term.hides(t, "-1")
}

func TestHitsOfOthersAreHiddenAndAllWithoutNumbers(t *testing.T) {
	v, s, term := amid("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	v.Events = []game.Event{hitOn(1, 2, 3, 1640, 1600)}
	show(s, term, v, playtest.Noon)
	term.hides(t, "-3")
	s = New(Options{Settings: input.Settings{NoDamageNumbers: true}})
	v.Events = []game.Event{hitOn(1, 0, 3, 1640, 1600), hitOn(0, 1, 2, 1600, 1600)}
	show(s, term, v, playtest.Noon)
	term.hides(t, "-3", "-2")
	v, s = amid("Nova", "Rex"), New(Options{})
	v.Setup.Mode = game.Trails // a crash is the end, whatever it takes
	v.Events = []game.Event{hitOn(0, 0, 5, 1600, 1600)}
	show(s, term, v, playtest.Noon)
	term.hides(t, "-5")
}

func TestABlockedHitShowsAsBlocked(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{Settings: input.Settings{NoDamageNumbers: true}}), newTerminal(t, 80, 24)
	v.Events = []game.Event{{Kind: game.EventBlock, Slot: 1, By: 0, X: playtest.Unit(1640), Y: playtest.Unit(1600)}}
	show(s, term, v, playtest.Noon)
	term.shows(t, "blocked")
}

func TestAPickUpShowsItsGiftInPlace(t *testing.T) {
	for _, c := range []struct {
		item game.ItemKind
		hp   uint8
		want string
	}{
		{game.HPPlusThree, 3, "+3 hp"}, {game.HPPlusThree, 2, "+2 hp"}, {game.HPPlusOne, 1, "+1 hp"}, {game.AmmoPlusOne, 0, "+1 ammo"},
		{game.ShieldItem, 0, "shield"}, {game.OverdriveItem, 0, "overdrive"}, {game.OrbItem, 0, "+1 point"},
	} {
		v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		got := game.Event{Kind: game.EventPickup, Slot: 0, By: 0, What: uint8(c.item), HP: c.hp, X: playtest.Unit(1600), Y: playtest.Unit(1600)}
		v.Events = []game.Event{got}
		show(s, term, v, playtest.Noon)
		term.shows(t, c.want)
		s, got.Slot, got.By = New(Options{}), 1, 1
		v.Events = []game.Event{got}
		show(s, term, v, playtest.Noon)
		term.hides(t, c.want) // another's
	}
}

func TestTheLastShotIsReportedOnceUntilTheGunIsFull(t *testing.T) {
	v, s, term := amid("Nova"), New(Options{}), newTerminal(t, 80, 24)
	own, now := &v.World.Ships[0], playtest.Noon
	told := func(flying uint8) bool {
		own.Live, now = flying, now.Add(time.Second)
		show(s, term, v, now)
		return contains(term.text(), "last ammo")
	}
	for i, c := range []struct {
		flying uint8
		told   bool
	}{{0, false}, {0b1111, false}, {0b11111, true}, {0b1111, false}, {0b11111, false}, {0, false}, {0b11111, true}} {
		if got := told(c.flying); got != c.told {
			t.Errorf("step %d, shots %b: got %v", i, c.flying, got)
		}
	}
	own.Weapon = 2 // one shot flies at a time
	if told(0) || told(1) {
		t.Error("a gun of one shot has fired its last")
	}
}

func TestThePlayersKillShowsInPlace(t *testing.T) {
	for _, c := range []struct {
		by   uint8
		mode game.Mode
		told bool
	}{{0, game.Deathmatch, true}, {2, game.Deathmatch, false}, {0, game.Teams, false}} {
		v, s, term := amid("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
		v.Setup.Mode = c.mode
		for i := range 3 {
			v.World.Ships[i].Team = uint8(c.mode) // in one team
		}
		v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: c.by, X: playtest.Unit(1640), Y: playtest.Unit(1600)}}
		show(s, term, v, playtest.Noon)
		if contains(term.text(), "kill") != c.told {
			t.Errorf("%+v: got %v", c, !c.told)
		}
	}
}

func TestAHardHitShakesThePictureAndALightOneDoesNot(t *testing.T) {
	still := Options{Settings: input.Settings{ReducedMotion: true}}
	for _, c := range []struct {
		o     Options
		hp    uint8
		dx    int32
		moves bool
	}{{Options{}, 2, 90, true}, {Options{}, 2, 0, true}, {Options{}, 1, 90, false}, {still, 3, 90, false}, {Options{LowBandwidth: true}, 3, 90, false}} {
		v, s, term := amid("Nova", "Rex"), New(c.o), newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		rest := s.drawing.ship
		v.Events = []game.Event{shotFrom(v, c.dx, 90-c.dx)}
		v.Events[0].HP = c.hp
		moved := 0
		for age := time.Duration(0); age < 400*time.Millisecond; age += 20 * time.Millisecond {
			show(s, term, v, playtest.Noon.Add(age))
			v.Events = nil
			if s.drawing.ship != rest {
				moved++
			}
		}
		if moved > 0 != c.moves || moved > 12 || s.drawing.ship != rest {
			t.Errorf("a hit of %d: the ship moves in %d of 20 pictures, from %v to %v", c.hp, moved, rest, s.drawing.ship)
		}
	}
}
