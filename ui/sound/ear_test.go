package sound

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/playtest"
)

// seen returns a match that is under way, as Ann in slot 0 sees it, and an ear that has been listening to it.
func seen() (*Ear, *net.View) {
	v := playtest.View("Ann", "Bob", "Cid")
	e := &Ear{}
	e.Hear(v, place(v))
	return e, v
}

// place is where Ann's ship is.
func place(v *net.View) game.Point {
	return game.Point{X: v.World.Ships[0].X, Y: v.World.Ships[0].Y}
}

// effects returns the effects of decided events.
func effects(e *Ear, v *net.View, decided ...game.Event) (effects []Effect) {
	v.Events, v.Decided = nil, decided
	for _, c := range e.Hear(v, place(v)) {
		effects = append(effects, c.Effect)
	}
	return effects
}

func TestEachEventHasItsEffect(t *testing.T) {
	for _, c := range []struct {
		what string
		ev   game.Event
		want []Effect
	}{
		{"a hit taken", game.Event{Kind: game.EventHit, Slot: 0, By: 1}, []Effect{Hurt}},
		{"a hit given", game.Event{Kind: game.EventHit, Slot: 1, By: 0}, []Effect{Struck}},
		{"a hit among others", game.Event{Kind: game.EventHit, Slot: 1, By: 2}, nil},
		{"a shield", game.Event{Kind: game.EventBlock, Slot: 0, By: 1}, []Effect{Clang}},
		{"a kill", game.Event{Kind: game.EventKill, Slot: 1, By: 0}, []Effect{Kill, Explosion}},
		{"a kill among others", game.Event{Kind: game.EventKill, Slot: 1, By: 2}, []Effect{Explosion}},
		{"the own end", game.Event{Kind: game.EventKill, Slot: 0, By: 1}, []Effect{Death}},
		{"a barrel", game.Event{Kind: game.EventBlast, Slot: 1, By: 1}, []Effect{Blast}},
		{"repairs", game.Event{Kind: game.EventPickup, What: uint8(game.HPPlusThree)}, []Effect{Heal}},
		{"an orb", game.Event{Kind: game.EventPickup, What: uint8(game.OrbItem)}, []Effect{Orb}},
		{"a round", game.Event{Kind: game.EventRound, What: 2}, []Effect{Start}},
		{"a round won", game.Event{Kind: game.EventRoundWon}, []Effect{RoundWon}},
		{"a round lost", game.Event{Kind: game.EventRoundWon, Slot: 1, By: 1}, []Effect{RoundOver}},
		{"a round drawn", game.Event{Kind: game.EventRoundWon, What: game.NoTeam}, []Effect{RoundOver}},
		{"the zone", game.Event{Kind: game.EventZone}, []Effect{ZoneAlarm}},
		{"the last life", game.Event{Kind: game.EventOut}, []Effect{Out}},
		{"another's last life", game.Event{Kind: game.EventOut, Slot: 1, By: 2}, nil},
		{"another's orb", game.Event{Kind: game.EventPickup, Slot: 1, By: 1, What: uint8(game.OrbItem)}, nil},
		{"a spawn", game.Event{Kind: game.EventSpawn}, []Effect{Spawn}},
		{"a bump", game.Event{Kind: game.EventBump, Slot: 1, By: 0}, []Effect{Bump}},
		{"a bump among others", game.Event{Kind: game.EventBump, Slot: 1, By: 2}, nil},
		{"another's cannon", game.Event{Kind: game.EventShot, Slot: 1, By: 1, What: 0}, []Effect{Cannon}},
		{"another's spread", game.Event{Kind: game.EventShot, Slot: 1, By: 1, What: 1}, []Effect{Spread}},
		{"another's mine", game.Event{Kind: game.EventShot, Slot: 1, By: 1, What: 3}, []Effect{Mine}},
		{"another's boost", game.Event{Kind: game.EventBoost, Slot: 1, By: 1}, nil},
	} {
		e, v := seen()
		if c.ev.X == 0 {
			c.ev.X, c.ev.Y = v.World.Ships[0].X+playtest.Unit(20), v.World.Ships[0].Y
		}
		if got := effects(e, v, c.ev); !slices.Equal(got, c.want) {
			t.Errorf("%s: expected %v, found %v", c.what, c.want, got)
		}
	}
}

func TestTheRageOfAWaveSoundsOnce(t *testing.T) {
	e, v := seen()
	for wave := uint8(1); wave <= 2; wave++ {
		v.World.Assault = game.Assault{Wave: wave, Lives: 4, Began: v.World.Tick}
		for second := range 120 {
			v.World.Tick = v.World.Assault.Began + game.Tick(second)*game.TickRate
			var want []Effect
			if second == 60 {
				want = []Effect{Rage}
			}
			if got := effects(e, v); !slices.Equal(got, want) {
				t.Errorf("wave %d, after %d s: found %v, expected %v", wave, second, got, want)
			}
		}
	}
}

func TestALifeThatAWaveCostsSounds(t *testing.T) {
	e, v := seen()
	v.World.Assault = game.Assault{Wave: 1, Lives: 4, Began: v.World.Tick}
	for second := range 200 {
		v.World.Tick = v.World.Assault.Began + game.Tick(second)*game.TickRate
		if second == 100 || second == 190 {
			v.World.Assault.Lives--
		}
		if got, want := slices.Contains(effects(e, v), ZoneAlarm), second == 190; got != want {
			t.Errorf("after %d s: the alarm sounds: %v", second, got)
		}
	}
}

func TestEachWeaponHasItsEffect(t *testing.T) {
	setup, heard := playtest.Setup(), map[Effect]string{}
	setup.Weapons[2].Cooldown = 120 // the rail gun's
	for i := range setup.Weapons {
		w := &setup.Weapons[i]
		if other := heard[shot(w)]; other != "" {
			t.Errorf("%s sounds like %s", w.Name, other)
		}
		heard[shot(w)] = w.Name
	}
}

func TestExplosionsHaveDistanceAndSide(t *testing.T) {
	e, v := seen()
	at := func(dx int32) Cue {
		own := place(v)
		v.Decided = []game.Event{{Kind: game.EventBlast, Slot: 1, By: 1, X: own.X + playtest.Unit(dx), Y: own.Y}}
		cues := e.Hear(v, own)
		if len(cues) == 0 {
			return Cue{}
		}
		return cues[0]
	}
	last := at(0)
	if last.Gain != 1 || last.Pan != 0 || last.Dull != 0 {
		t.Errorf("here: %+v", last)
	}
	for _, dx := range []int32{30, 90, 200, 400} {
		right, left := at(dx), at(-dx)
		if right.Gain >= last.Gain || right.Pan <= last.Pan || right.Dull <= last.Dull {
			t.Errorf("%d units away: %+v after %+v", dx, right, last)
		}
		if left.Gain != right.Gain || left.Pan != -right.Pan {
			t.Errorf("%d units away: %+v to the left, %+v to the right", dx, left, right)
		}
		last = right
	}
	if c := at(far); c != (Cue{}) {
		t.Errorf("out of earshot: %+v", c)
	}
}

func TestAHitSoundsFromItsOrigin(t *testing.T) {
	e, v := seen()
	for _, dx := range []int32{-100, 0, 100} {
		own := place(v)
		v.Decided = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, X: own.X, Y: own.Y, FromX: own.X + playtest.Unit(dx), FromY: own.Y}}
		if pan := e.Hear(v, own)[0].Pan; dx < 0 && pan > -0.4 || dx == 0 && pan != 0 || dx > 0 && pan < 0.4 {
			t.Errorf("from %d units: pan %v", dx, pan)
		}
	}
}

func TestAHitOfUnknownOriginSoundsInTheMiddle(t *testing.T) {
	e, v := seen()
	v.Decided = []game.Event{{Kind: game.EventHit, Slot: 0, By: 1, X: place(v).X, Y: place(v).Y}}
	if pan := e.Hear(v, place(v))[0].Pan; pan != 0 {
		t.Errorf("pan %v", pan)
	}
}

func TestLocalShotsSoundOnceWhenPredicted(t *testing.T) {
	e, v := seen()
	v.Setup.Weapons[0].Cooldown = 9
	fire := game.Event{Kind: game.EventShot, Slot: 0, By: 0, What: 0}
	count := func(ticks game.Tick, events, decided []game.Event) int {
		v.World.Tick += ticks
		v.Events, v.Decided = events, decided
		return len(e.Hear(v, place(v)))
	}
	if n := count(1, []game.Event{fire}, nil); n != 1 {
		t.Errorf("predicted: played %d times", n)
	}
	if n := count(1, []game.Event{fire}, nil); n != 0 {
		t.Errorf("repeated after a roll-back: played %d times", n)
	}
	if n := count(3, nil, []game.Event{fire}); n != 0 {
		t.Errorf("decided: played %d times", n)
	}
	if n := count(5, []game.Event{fire}, nil); n != 1 {
		t.Errorf("the next: played %d times", n)
	}
}

func TestHitsSoundWhenDecided(t *testing.T) {
	e, v := seen()
	hit := game.Event{Kind: game.EventHit, Slot: 0, By: 1}
	v.Events = []game.Event{hit}
	if cues := e.Hear(v, place(v)); len(cues) != 0 {
		t.Errorf("predicted: %v", cues)
	}
	if got := effects(e, v, hit); !slices.Equal(got, []Effect{Hurt}) {
		t.Errorf("decided: %v", got)
	}
}

func TestForeignMatchesSoundByTheirEvents(t *testing.T) {
	e, v := seen()
	v.Foreign = true
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}, {Kind: game.EventShot, Slot: 0, By: 0}}
	if cues := e.Hear(v, place(v)); len(cues) != 2 {
		t.Errorf("expected a shot and the own end, found %v", cues)
	}
}

func TestLowHPWarns(t *testing.T) {
	e, v := seen()
	hit := game.Event{Kind: game.EventHit, Slot: 0, By: 1}
	own := &v.World.Ships[0]
	for _, c := range []struct {
		hp   uint8
		want []Effect
	}{
		{2, []Effect{Hurt}}, {1, []Effect{Hurt, LowHP}}, {1, []Effect{Hurt}}, // it was warned of just now
	} {
		own.HP = c.hp
		if got := effects(e, v, hit); !slices.Equal(got, c.want) {
			t.Errorf("%d hp: expected %v, found %v", c.hp, c.want, got)
		}
	}
}

func TestLastSecondsAreCounted(t *testing.T) {
	e, v := seen()
	v.World.Started = v.World.Tick - 40*game.TickRate
	e.started = v.World.Started
	v.Setup.TimeLimit = 52 * game.TickRate
	heard := map[Effect]int{}
	for i := range 20 * game.TickRate {
		if v.World.Tick++; i%7 == 6 {
			v.World.Tick -= 2 // a prediction that goes back
		}
		if v.World.Tick-v.World.Started >= v.Setup.TimeLimit {
			v.World.Status = game.Closed
		}
		for _, c := range e.Hear(v, place(v)) {
			heard[c.Effect]++
		}
	}
	if heard[Count] != 7 || heard[LastCount] != 3 || len(heard) != 2 {
		t.Errorf("expected seven and three, found %v", heard)
	}
}

func TestStartAndEndOfAMatchSound(t *testing.T) {
	v := playtest.View("Ann", "Bob")
	var e Ear
	v.World.Status, v.World.Started = game.Waiting, 0
	if got := effects(&e, v); got != nil {
		t.Errorf("in the lobby: %v", got)
	}
	v.World.Status, v.World.Started = game.InProgress, v.World.Tick
	if got := effects(&e, v); !slices.Equal(got, []Effect{Start}) {
		t.Errorf("at the start: %v", got)
	}
	if got := effects(&e, v); got != nil {
		t.Errorf("after it: %v", got)
	}
	for _, c := range []struct {
		me     int
		scores [2]int32
		want   Effect
	}{
		{0, [2]int32{20, 10}, Victory}, {0, [2]int32{10, 20}, Defeat}, {0, [2]int32{10, 10}, Close}, {-1, [2]int32{20, 10}, Close},
	} {
		v.World.Status, v.Me = game.Closed, c.me
		v.World.Ships[0].Score, v.World.Ships[1].Score = c.scores[0], c.scores[1]
		if got := effects(&e, v, game.Event{Kind: game.EventClose}); !slices.Equal(got, []Effect{c.want}) {
			t.Errorf("%v of slot %d: expected %v, found %v", c.scores, c.me, c.want, got)
		}
	}
	v.World.Tick += 600
	v.World.Status, v.World.Started, v.Me = game.InProgress, v.World.Tick, 0
	if got := effects(&e, v); !slices.Equal(got, []Effect{Start}) {
		t.Errorf("the next match: %v", got)
	}
}

func TestLateJoinersGetNoStartSound(t *testing.T) {
	var e Ear
	v := playtest.View("Ann")
	v.World.Started = v.World.Tick - 10*game.TickRate
	if got := effects(&e, v); got != nil {
		t.Errorf("found %v", got)
	}
}

func TestHostileViewsDoNotBreakTheEar(t *testing.T) {
	e, v := seen()
	for kind := range 20 {
		for _, slot := range []uint8{0, 1, 63, 255} {
			for _, what := range []uint8{0, 7, 200, 255} {
				effects(e, v, game.Event{Kind: game.EventKind(kind), Slot: slot, By: 255 - slot, What: what, X: -1 << 31, Y: 1<<31 - 1})
			}
		}
	}
	e.Hear(&net.View{Me: -1}, game.Point{})
}

func TestEarAllocatesNothing(t *testing.T) {
	e, v := seen()
	for range 8 {
		v.Decided = append(v.Decided, game.Event{Kind: game.EventShot, Slot: 1, By: 1, X: place(v).X, Y: place(v).Y}, game.Event{Kind: game.EventHit, By: 1})
	}
	e.Hear(v, place(v))
	if n := testing.AllocsPerRun(100, func() { e.Hear(v, place(v)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
