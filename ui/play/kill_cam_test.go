package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// duel is a match recorded as it is played: Rex, in slot 1, fires at Nova, in slot 0, the player.
type duel struct {
	t      *testing.T
	screen *Screen
	term   terminal
	view   *net.View
	world  game.World
	setup  *game.Setup
	to     *replay.Writer
	tail   replay.Tail // as far as it is written
	play   *replay.Highlight
	events game.Events
	now    time.Time
	late   bool // the recording is not available
}

// File makes a duel a Recording.
func (d *duel) File(from game.Tick) (*replay.File, error) {
	return d.tail.File(from)
}

func (d *duel) Highlight() *replay.Highlight { return d.play }

// newDuel puts the ships beside each other, the first with hp, after change.
func newDuel(t *testing.T, mode game.Mode, o Options, change func(w *game.World)) *duel {
	t.Helper()
	rows := []string{}
	for range 40 {
		rows = append(rows, strings.Repeat(".", 100))
	}
	rows[30] = ".@1" + strings.Repeat(".", 94) + "2@."
	for y := range 4 {
		rows[y] = strings.Repeat("~", 20) + strings.Repeat(".", 80)
	}
	arena, err := game.ParseArena("yard", strings.Join(rows, "\n")+"\n")
	if err != nil {
		t.Fatal(err)
	}
	d := &duel{t: t, screen: New(o), term: newTerminal(t, 80, 24), now: playtest.Noon}
	d.setup = &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: mode}
	d.world = game.NewWorldAt(d.setup, 7, 1000)
	for i, x := range []int32{260, 160, 600} {
		d.world.Ships[i] = game.Ship{State: game.Flying, X: x * game.One, Y: 200 * game.One, Facing: game.Right, HP: 4}
		if d.setup.Teams() > 0 {
			d.world.Ships[i].Team = uint8(1 + i%2)
		}
	}
	d.world.Ships[0].HP = 1
	change(&d.world)
	d.to = replay.NewWriter(replay.NewHead(d.setup, d.world.Tick), d.setup, &d.world)
	d.view = &net.View{Phase: net.Playing, Setup: d.setup, World: &d.world, Me: 0}
	for i, name := range []string{"Nova", "Rex", "Ada"} {
		d.view.Roster = append(d.view.Roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	d.to.Roster(d.view.Roster)
	d.screen.SetRecording(d)
	return d
}

// endWithAPoint lets the first point end the match.
func (d *duel) endWithAPoint() {
	d.setup.ScoreLimit = 1
	d.to = replay.NewWriter(replay.NewHead(d.setup, d.world.Tick), d.setup, &d.world)
	d.to.Roster(d.view.Roster)
}

// fly plays ticks, each in a picture, with orders in the first.
func (d *duel) fly(ticks int, orders ...game.Order) {
	d.t.Helper()
	for range ticks {
		d.events.List = d.events.List[:0]
		d.world.Step(d.setup, orders, &d.events)
		d.to.Tick(orders, &d.world, d.world.Hash(), d.events.List)
		if orders = nil; d.world.Tick%15 == 0 && !d.late {
			d.to.Flush(&d.world)
			d.tail.Add(d.to.Take(nil))
		}
		d.view.Events = d.events.List
		d.now = d.now.Add(time.Second / game.TickRate)
		show(d.screen, d.term, d.view, d.now)
	}
}

// death plays until Nova is destroyed.
func (d *duel) death() {
	d.t.Helper()
	d.fly(200)
	d.fly(1, game.Order{Kind: game.OrderInput, Slot: 1, Input: game.Steer(game.Idle) | game.Fire})
	d.fly(2, game.Order{Kind: game.OrderInput, Slot: 1, Input: game.Steer(game.Idle)})
	for range 100 {
		if d.world.Ships[0].State == game.Dead {
			return
		}
		d.fly(1)
	}
	d.t.Fatal("Rex misses")
}

// text returns the screen, with blanks of a banner as such.
func (d *duel) text() string { return strings.ReplaceAll(d.term.text(), "█", " ") }

func (d *duel) reads(words ...string) {
	d.t.Helper()
	for _, w := range words {
		if !strings.Contains(d.text(), w) {
			d.t.Errorf("%q is not on the screen:\n%s", w, d.text())
		}
	}
}

func (d *duel) lacks(words ...string) {
	d.t.Helper()
	for _, w := range words {
		if strings.Contains(d.text(), w) {
			d.t.Errorf("%q is on the screen:\n%s", w, d.text())
		}
	}
}

// shows reports whether a kill-cam shows, and checks its frame.
func (d *duel) shows() bool {
	d.t.Helper()
	on := strings.Contains(d.text(), "KILL-CAM")
	if on != (d.screen.killCam.clip != nil) {
		d.t.Errorf("kill-cam %v; the screen is\n%s", !on, d.term.text())
	}
	return on
}

func nothing(*game.World) {}

func TestKillCamShowsTheKillerUntilTheShipIsBack(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	if d.fly(10); d.shows() {
		t.Error("it begins at once: the wreck is not seen")
	}
	d.fly(40)
	if !d.shows() {
		t.Fatalf("there is none; the screen is\n%s", d.term.text())
	}
	for _, words := range []string{"Rex, Cannon; it had 4 hp", "back in 1.", "Space skips", "you", "3 Bomber"} {
		d.reads(words)
	}
	past := d.screen.killCam.clip.cursor.World
	if past.Tick >= d.world.Tick-30 || past.Ships[0].State != game.Flying {
		t.Errorf("it shows tick %d, now it is %d", past.Tick, d.world.Tick)
	}
	seen := false
	for d.world.Ships[0].State == game.Dead {
		if seen = seen || d.screen.killCam.clip != nil && d.screen.killCam.clip.cursor.World.Ships[0].State == game.Dead; d.world.Ships[0].Respawn > 5 && !d.shows() {
			t.Fatalf("it is over %d ticks before the ship is back", d.world.Ships[0].Respawn)
		}
		d.fly(1)
	}
	if d.shows() || !seen {
		t.Errorf("the ship is back, and it continues: %v; the hit was shown: %v", d.shows(), seen)
	}
	d.lacks("KILL-CAM")
}

func TestKillCamIsSkippedByAFreshKeyAlone(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	for range 12 {
		d.fly(4)
		d.screen.Event(char(' '), d.view, d.now) // the fire key is still held
	}
	if !d.shows() {
		t.Fatal("a player that still fires skips it")
	}
	d.fly(32)
	if act := d.screen.Event(char(' '), d.view, d.now); act.Kind != NoAction {
		t.Errorf("got %v", act)
	}
	if d.fly(1); d.shows() {
		t.Error("Space does not skip it")
	}
	d.reads("destroyed by Rex")
	d.fly(10)
	if d.shows() {
		t.Error("it begins again")
	}
}

func TestEscapeSkipsKillCamAndOpensNoMenu(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	d.fly(40)
	if act := d.screen.Event(key(input.KeyEscape), d.view, d.now); act.Kind != NoAction || d.screen.killCam.clip != nil {
		t.Errorf("got %v", act)
	}
	if act := d.screen.Event(key(input.KeyEscape), d.view, d.now); act.Kind != Menu {
		t.Errorf("got %v, expected the menu the second time", act)
	}
}

func TestChatAndChoiceGoOnDuringKillCam(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	d.fly(40)
	d.view.Chat = []net.ChatLine{{From: "Rex", Pilot: 1, Slot: 1, Text: "got you"}}
	d.fly(1)
	d.view.Chat = nil
	if !d.shows() {
		t.Fatal("there is none")
	}
	d.reads("got you")
	if act := d.screen.Event(char('3'), d.view, d.now); act.Kind != Choose || act.Class != 2 {
		t.Errorf("got %v", act)
	}
	d.screen.Event(key(input.KeyEnter), d.view, d.now)
	typed(d.screen, d.view, "nice shot")
	if act := d.screen.Event(key(input.KeyEnter), d.view, d.now); act.Kind != SendChat || act.Text != "nice shot" {
		t.Errorf("got %v", act)
	}
}

func TestThereIsNoKillCamWhereItIsNotWanted(t *testing.T) {
	for name, c := range map[string]struct {
		mode   game.Mode
		o      Options
		change func(w *game.World)
	}{
		"off":                {o: Options{Settings: input.Settings{NoKillCam: true}}, change: nothing},
		"reduced motion":     {o: Options{Settings: input.Settings{ReducedMotion: true}}, change: nothing},
		"team, killer hides": {mode: game.Teams, change: func(w *game.World) { hide(w) }},
		"orb, killer hides":  {mode: game.CaptureOrb, change: func(w *game.World) { hide(w) }},
	} {
		d := newDuel(t, c.mode, c.o, c.change)
		d.death()
		d.fly(60)
		if d.shows() {
			t.Errorf("%s: there is one", name)
		}
		d.reads("destroyed by Rex")
	}
}

// hide puts Rex into a nebula, hidden from Nova.
func hide(w *game.World) {
	w.Ships[1].X, w.Ships[1].Y = 100*game.One, 16*game.One
	w.Ships[0].X, w.Ships[0].Y = 260*game.One, 16*game.One
}

func TestKillCamShowsAKillerInANebulaWhereThereAreNoTeams(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, hide)
	d.death()
	d.fly(45)
	if !d.shows() {
		t.Fatal("there is none")
	}
	m := &d.screen.killCam.clip.screen.known.match
	if m.Flying(1) == nil {
		t.Error("the killer is not to be seen")
	}
}

func TestKillCamHidesShipsHiddenFromThePilot(t *testing.T) {
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		d := newDuel(t, mode, Options{}, func(w *game.World) { // Ada, with the killer, is in a nebula
			w.Ships[2].X, w.Ships[2].Y = 100*game.One, 16*game.One
			w.Ships[2].Team = w.Ships[1].Team
		})
		d.death()
		d.fly(45)
		if !d.shows() {
			t.Fatalf("%s: there is none", mode.Name())
		}
		if m := &d.screen.killCam.clip.screen.known.match; m.Flying(2) != nil || m.Flying(1) == nil {
			t.Errorf("%s: Ada can be seen: %v, the killer: %v", mode.Name(), m.Flying(2) != nil, m.Flying(1) != nil)
		}
	}
}

func TestKillCamWaitsForTheRecordingUpToALimit(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	d.late = true
	if d.fly(45); d.shows() {
		t.Error("it shows what was not recorded")
	}
	d.late = false
	if d.fly(20); !d.shows() {
		t.Error("the recording has come, and it does not begin")
	}
	d = newDuel(t, game.Deathmatch, Options{}, nothing)
	d.late = true
	d.death()
	d.fly(70)
	d.late = false
	if d.fly(30); d.shows() {
		t.Error("it begins when the ship is nearly back")
	}
}

func TestPicturesWithoutKillCamAllocateNothing(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.fly(120)
	d.view.Events = nil
	if n := testing.AllocsPerRun(50, func() { show(d.screen, d.term, d.view, d.now) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func TestAPlanFitsTheTimeAndEndsWithTheHit(t *testing.T) {
	for _, c := range []struct {
		first, last, left game.Tick
		ok                bool
		before            game.Tick
	}{
		{0, 1020, 97, true, 127}, {0, 1012, 20, false, 0}, {980, 1012, 97, false, 0}, {0, 1012, 600, true, 240}, {900, 1012, 600, true, 100}, {0, 999, 97, false, 0},
	} {
		p, ok := killCamPlan(1000, c.first, c.last, c.left)
		if ok != c.ok || ok && (max(1000-p.from, c.before)-min(1000-p.from, c.before) > 6 || clipTicks(p.length()) > c.left) {
			t.Errorf("%+v: shown from %d ticks before the hit to %d after, in %d ticks; %v", c, 1000-p.from, int(p.to)-1000, clipTicks(p.length()), ok)
		}
		if ok && (p.at(0) != 0 || p.at(p.length()) != clipTime(p.to-p.from) || p.at(p.length()+time.Second) != clipTime(p.to-p.from)) {
			t.Errorf("%+v: it goes from %v to %v", c, p.at(0), p.at(p.length()))
		}
	}
}

func TestAScreenThatShowsAnEarlierTimeDoesNotOfferThePlayOfALaterMatch(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	d.fly(200)
	f, err := d.File(0)
	if err != nil {
		t.Fatal(err)
	}
	d.play = &replay.Highlight{File: f, Slot: 1, Name: "Rex", Words: "double kill in 1.3 s", From: 1100, Climax: 1240, To: d.world.Tick}
	d.world.Tick-- // a spectator's view is delayed: the host and its recording are ahead
	d.world.Status = game.Closed
	d.view.Events = nil
	show(d.screen, d.term, d.view, d.now)
	d.screen.Event(char('w'), d.view, d.now)
	show(d.screen, d.term, d.view, d.now)
	d.lacks("Rex, double kill", "w watches", "PLAY OF THE MATCH")
}

func TestTheKillThatEndsAMatchIsShownSlowlyBeforeTheResults(t *testing.T) {
	for _, c := range []struct {
		o     Options
		mode  game.Mode
		shown bool
	}{
		{Options{}, game.Deathmatch, true},
		{Options{Settings: input.Settings{ReducedMotion: true}}, game.Deathmatch, false},
		{Options{Settings: input.Settings{NoKillCam: true}}, game.Deathmatch, false},
	} {
		d := newDuel(t, c.mode, c.o, nothing)
		d.endWithAPoint()
		d.death()
		if d.world.Status != game.Closed {
			t.Fatal("the kill does not end the match")
		}
		seen := 0
		for range 5 * game.TickRate {
			if d.fly(1); strings.Contains(d.text(), "THE LAST KILL") {
				seen++
				d.reads("Rex destroys Nova", "Space skips")
				d.lacks("Enter")
			}
		}
		if seen > 0 != c.shown || c.shown && (seen < 2*game.TickRate || seen > 3*game.TickRate) {
			t.Errorf("%+v: shown in %d pictures", c.o, seen)
		}
		d.reads("10 points behind Rex")
	}
}

func TestTheLastKillIsSkippedAndIsNotShownIfItIsRecordedTooLate(t *testing.T) {
	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.endWithAPoint()
	d.death()
	d.fly(20)
	d.reads("THE LAST KILL")
	d.screen.Event(key(input.KeyEscape), d.view, d.now)
	d.fly(1)
	d.lacks("THE LAST KILL")

	d = newDuel(t, game.Deathmatch, Options{}, nothing)
	d.endWithAPoint()
	d.late = true
	d.death()
	d.fly(45)
	d.late = false
	d.fly(30)
	d.lacks("THE LAST KILL")
}

func TestThePlayOfTheMatchIsWatchedByAKeyAndEndsWithTheResults(t *testing.T) {

	d := newDuel(t, game.Deathmatch, Options{}, nothing)
	d.death()
	d.fly(200)
	d.world.Status = game.Closed
	d.view.NextMatch = 7 * time.Second
	d.view.Events = nil
	look := func(passed time.Duration) {
		d.now = d.now.Add(passed)
		show(d.screen, d.term, d.view, d.now)
	}
	look(0)
	d.lacks("w watches")
	d.screen.Event(char('w'), d.view, d.now)
	look(0)
	d.lacks("PLAY OF THE MATCH")

	f, err := d.File(0)
	if err != nil {
		t.Fatal(err)
	}
	d.play = &replay.Highlight{File: f, Slot: 1, Name: "Rex", Words: "double kill in 1.3 s", From: 1100, Climax: 1240, To: 1300}
	look(time.Second)
	d.reads("Rex, double kill in 1.3 s", "w watches")
	d.screen.Event(char('w'), d.view, d.now)
	look(time.Second)
	d.reads("PLAY OF THE MATCH", "Rex, double kill in 1.3 s", "Esc back to the results", "next match in 7 s")
	d.screen.Event(key(input.KeyEscape), d.view, d.now)
	look(0)
	d.reads("w watches", "next match in 7 s")
	d.screen.Event(char('w'), d.view, d.now)
	look(100 * time.Millisecond)
	d.reads("PLAY OF THE MATCH")
	look(10 * time.Second)
	d.reads("w watches")
	d.lacks("PLAY OF THE MATCH")

	d.screen.Event(char('w'), d.view, d.now)
	look(100 * time.Millisecond)
	d.reads("PLAY OF THE MATCH")
	d.world.Status, d.view.NextMatch = game.InProgress, 0 // the next match
	look(0)
	d.lacks("PLAY OF THE MATCH", "w watches")
}

func TestTheKillerIsNotShownForTheNextDeath(t *testing.T) {
	for name, early := range map[string]bool{"told with the death": false, "told a View before it": true} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		own, now := &v.World.Ships[0], playtest.Noon
		look := func(events ...game.Event) {
			v.Events, now = events, now.Add(33*time.Millisecond)
			show(s, term, v, now)
		}
		look()
		if early {
			look(game.Event{Kind: game.EventKill, Slot: 0, By: 1})
			own.State, own.Respawn = game.Dead, 90
			look()
		} else {
			own.State, own.Respawn = game.Dead, 90
			look(game.Event{Kind: game.EventKill, Slot: 0, By: 1})
		}
		if !strings.Contains(term.text(), "destroyed by Rex") {
			t.Errorf("%s: the first death is not shown:\n%s", name, term.text())
		}
		own.State = game.Flying
		look()
		own.State = game.Dead // the event is not yet there
		look()
		if strings.Contains(term.text(), "destroyed") {
			t.Errorf("%s: the second death is shown:\n%s", name, term.text())
		}
		look(game.Event{Kind: game.EventKill, Slot: 0, By: 0, What: game.BlastWeapon})
		if !strings.Contains(term.text(), "destroyed by a barrel") {
			t.Errorf("%s: the second death is not shown:\n%s", name, term.text())
		}
	}
}

func TestTheDeathShowsWeaponDistanceAndTheKillersHP(t *testing.T) {
	far := game.Event{Kind: game.EventKill, Slot: 0, By: 1, What: 2, HP: 3, X: playtest.Unit(20), Y: playtest.Unit(40), FromX: playtest.Unit(200), FromY: playtest.Unit(40)}
	lost, mine, barrel := far, far, far
	lost.HP, mine.What, barrel.What = 0, 3, game.BlastWeapon
	for _, c := range []struct {
		kill game.Event
		want string
	}{
		{far, "Rail gun from 3 away; it had 3 of 5 hp"}, {lost, "Rail gun from 3 away; destroyed too"},
		{mine, "Mines; it had 3 of 5 hp"}, {barrel, "with a barrel; it had 3 of 5 hp"},
	} {
		for _, size := range usualSizes[:3] {
			v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, size[0], size[1])
			v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 90
			v.World.Ships[1].X = playtest.Unit(300) // it flew on
			v.Events = []game.Event{c.kill}
			show(s, term, v, playtest.Noon)
			term.shows(t, "destroyed by Rex", c.want, "back in 1.5 s")
		}
	}
}

func TestTheDeathIsBriefWithoutAKillerAndOnForeignServers(t *testing.T) {
	for _, foreign := range []bool{false, true} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
		v.Foreign, v.World.Ships[0].State = foreign, game.Dead
		v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 0, What: 0}}
		show(s, term, v, playtest.Noon)
		term.hides(t, "distance", " left")
	}
}
