package lightracer_test

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

func TestANewRacerGetsThePlayersAndTheSettings(t *testing.T) {
	m := dialects.NewMatch(3)
	m.Setup.TimeLimit = 300 * game.TickRate
	m.Scene.Roster[1].Flags = proto.BotPilot
	m.Scene.Roster[2].Flags = proto.BotPilot | proto.Away // a player's substitute
	m.Scene.Roster = append(m.Scene.Roster, proto.Pilot{ID: 9, Slot: proto.NoSlot, Name: "Looker"})
	r := newRacer(t, m)
	r.send(&lightracer.Join{Name: " Zoë "})
	if intent := r.session.Intent(); intent.Presence != dialect.Flying || intent.Name != "Zoë" || intent.Ready {
		t.Errorf("the intent is %+v", intent)
	}
	m.Scene.Me = -1
	r.tick(5)
	if received := r.received(); received != "" {
		t.Errorf("without a ship the racer got %q", received)
	}
	m.Scene.Me = 0
	r.tick(5)
	want := "WELCOME 1 7001 -77|PLAYERS 1 Pilot 0;2 Pilot 1;3 Pilot 2|SETTINGS bots=1 time=300 mode=deathmatch arena=test|START"
	if received := r.received(); received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
}

func TestChangesAreSentAgain(t *testing.T) {
	m := dialects.NewMatch(2)
	r := joined(t, m)
	r.received()
	m.Scene.Roster[1].Name = "Bob;2 Eve"
	r.tick(5)
	if received, want := r.received(), "PLAYERS 1 Pilot 0;2 Bob,2 Eve"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
	m.Scene.Roster[1].Flags = proto.BotPilot
	m.Scene.Roster[1].Ping = 300
	r.tick(5)
	if received, want := r.received(), "SETTINGS bots=1 time=0 mode=deathmatch arena=test"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
}

func TestUpdatesAreSent30TimesASecondOnceThereIsADataConnection(t *testing.T) {
	r := newRacer(t, dialects.NewMatch(2))
	r.send(&lightracer.Join{Name: "Zoë"})
	r.tick(60)
	if r.updates != 0 {
		t.Errorf("%d updates before there is a connection", r.updates)
	}
	r.session.DataOpen()
	r.tick(60)
	if r.updates != 30 {
		t.Errorf("expected 30 updates, got %d", r.updates)
	}
}

func TestARacerSeesTheMatch(t *testing.T) {
	m := dialects.Melee(8, 600)
	m.Setup.ScoreLimit = 500
	r := joined(t, m)
	for range 600 {
		before := r.updates
		if r.tick(1); r.updates > before {
			checkUpdate(t, m, &r.reader.Update)
		}
	}
	if r.updates != 300 {
		t.Errorf("expected 300 updates, got %d", r.updates)
	}
}

// checkUpdate compares an update with the match that it was just made from.
func checkUpdate(t *testing.T, m *dialects.Match, u *lightracer.Update) {
	t.Helper()
	w, setup := &m.World, m.Setup
	width, height := setup.Arena.Size()
	want := lightracer.World{int32(w.Tick), int32(w.Status), width / game.One, height / game.One, 0, setup.ScoreLimit, 1}
	if u.World != want {
		t.Fatalf("expected %+v, got %+v", want, u.World)
	}
	shots, things, players := 0, 0, 0
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == game.Empty {
			continue
		}
		p := lightracer.Player{
			ID: int32(i + 1), X: ship.X / game.One, Y: ship.Y / game.One, HP: ship.HP, Alive: ship.State == game.Flying,
			Course: uint8(ship.Facing), Score: ship.Score,
		}
		for k := range w.Shots[i] {
			if w.Shots[i][k].Left > 0 {
				p.Shots++
			}
		}
		shots += int(p.Shots)
		if p.Alive && !m.Scene.Shows(i) {
			continue
		}
		if u.Players[players] != p {
			t.Fatalf("expected %+v, got %+v", p, u.Players[players])
		}
		players++
	}
	for i := range w.Barrels {
		if w.Barrels[i].HP > 0 {
			things++
		}
	}
	for i := range w.Items {
		if w.Items[i].Kind != game.NoItem {
			things++
		}
	}
	if len(u.TrailSegments) != shots || len(u.Coordinates) != things {
		t.Fatalf("expected %d shots and %d things, got %d and %d", shots, things, len(u.TrailSegments), len(u.Coordinates))
	}
}

func TestARacerSteers(t *testing.T) {
	m := dialects.NewMatch(2)
	face(m, 300)
	r := joined(t, m)
	r.tick(2)
	before := *r.player(1)
	r.hold(game.Steer(game.Down))
	r.tick(60)
	after := *r.player(1)
	if after.Y < before.Y+30 || after.X != before.X || after.Course != uint8(game.Down) {
		t.Errorf("from %+v to %+v", before, after)
	}
	if other := r.player(2); other.X != before.X+300 || other.Y != before.Y {
		t.Errorf("the other is at %+v", other)
	}
}

func TestARacerSeesOthersMove(t *testing.T) {
	m := dialects.NewMatch(2)
	face(m, 300)
	r := joined(t, m)
	m.Inputs[1] = game.Steer(game.Left)
	r.tick(60)
	if p := r.player(2); p.X > 370 {
		t.Errorf("a second on it is still at %+v", p)
	}
}

func TestShotsOfARacerHit(t *testing.T) {
	m := dialects.NewMatch(2)
	face(m, 60)
	r := joined(t, m)
	r.hold(game.Fire)
	r.tick(6)
	if shots := r.reader.Update.TrailSegments; len(shots) == 0 || shots[0].Owner != 1 || shots[0].ID <= game.MaxShips {
		t.Errorf("no shot of the racer among %+v", shots)
	}
	r.tick(60)
	if p := r.player(2); p.Alive || p.HP != 0 {
		t.Errorf("the other is still %+v", p)
	}
	if p := r.player(1); p.Score != 10 {
		t.Errorf("the racer is %+v", p)
	}
}

func TestARacerSeesItsDeathAndReturn(t *testing.T) {
	m := dialects.NewMatch(2)
	face(m, 60)
	r := joined(t, m)
	r.tick(2)
	m.Inputs[1] = game.Fire
	var seen []bool // alive, or not, whenever that changed
	for range 240 {
		r.tick(1)
		alive := r.player(1).Alive
		if len(seen) == 0 || seen[len(seen)-1] != alive {
			seen = append(seen, alive)
		}
		if !alive {
			m.Inputs[1] = 0
		}
	}
	if !slices.Equal(seen, []bool{true, false, true}) {
		t.Errorf("alive: %v", seen)
	}
}

func TestAShotIsFiredHoweverBrieflyTheButtonWasDown(t *testing.T) {
	m := dialects.NewMatch(2)
	r := joined(t, m)
	r.hold(game.Fire)
	r.hold(0)
	held := 0
	for range 10 {
		r.tick(1)
		if r.session.Intent().Input.Holds(game.Fire) {
			held++
		}
	}
	if held != 3 || len(r.reader.Update.TrailSegments) != 1 {
		t.Errorf("fire was held for %d ticks, %d shots fly", held, len(r.reader.Update.TrailSegments))
	}
}

func TestAnInputHoldsUntilTheNext(t *testing.T) {
	r := joined(t, dialects.NewMatch(2))
	want := game.Steer(game.UpLeft) | game.Fire | game.Special
	r.hold(want)
	r.tick(20)
	if got := r.session.Intent().Input; got != want {
		t.Errorf("expected %d, %d is held", want, got)
	}
	r.hold(game.Steer(game.Up))
	r.tick(4)
	if got := r.session.Intent().Input; got != game.Steer(game.Up) {
		t.Errorf("%d is held", got)
	}
}

func TestTheEndOfAMatchAndTheNextAreSent(t *testing.T) {
	m := dialects.NewMatch(3)
	r := joined(t, m)
	r.send(&lightracer.Ready{})
	r.received()
	m.World.Ships[0].Score, m.World.Ships[1].Score, m.World.Ships[2].Score = 7, 20, -5
	m.Order(game.Order{Kind: game.OrderClose})
	r.tick(120)
	if received, want := r.received(), "OVER 2 20;1 7;3 -5"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
	if u := r.reader.Update; u.World.Status != lightracer.StatusClosed {
		t.Errorf("the world is %+v", u.World)
	}
	next := *m.Setup
	next.Lobby = true
	m.Setup = &next
	m.World = game.NewWorld(&next, 2)
	m.Order(game.Order{Kind: game.OrderJoin, Slot: 0})
	r.tick(60)
	if received := r.received(); received != "" || r.reader.Update.World.Status != lightracer.StatusWaiting {
		t.Errorf("while the next match waits: got %q, and %+v", received, r.reader.Update.World)
	}
	if r.send(&lightracer.Ready{}); !r.session.Intent().Ready {
		t.Error("the racer is not ready")
	}
	m.Order(game.Order{Kind: game.OrderStart})
	r.tick(60)
	if received, want := r.received(), "START"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
	if r.session.Intent().Ready {
		t.Error("the racer is ready for the match after that")
	}
}

func TestAWronglyPredictedEndIsNotSent(t *testing.T) {
	m := dialects.NewMatch(2)
	r := joined(t, m)
	r.received()
	m.World.Status = game.Closed
	r.tick(5)
	m.World.Status = game.InProgress
	r.tick(60)
	if received := r.received(); received != "" {
		t.Errorf("got %q", received)
	}
}

func TestAnotherSlotIsAnotherWelcome(t *testing.T) {
	m := dialects.NewMatch(2)
	r := joined(t, m)
	r.received()
	m.Scene.Me = 1
	r.tick(3)
	if received, want := r.received(), "WELCOME 2 7001 -77"; received != want || r.reader.Update.World.You != 2 {
		t.Errorf("expected %q, got %q, and %+v", want, received, r.reader.Update.World)
	}
}

func TestChatReachesTheRacer(t *testing.T) {
	m := dialects.NewMatch(2)
	m.Scene.Roster = append(m.Scene.Roster, proto.Pilot{ID: 9, Slot: proto.NoSlot, Name: "Looker"})
	r := joined(t, m)
	r.received()
	m.Scene.Chat = []dialect.Line{{Pilot: 2, Name: "Pilot 1", Text: "hi"}, {Pilot: proto.Notice, Text: "be nice"}, {Pilot: 9, Name: "Looker", Text: "go"}}
	r.tick(1)
	if received, want := r.received(), "CHAT 2 hi|CHAT 0 be nice|CHAT 0 Looker: go"; received != want {
		t.Errorf("expected %q, got %q", want, received)
	}
}

func TestDatagramsCarryTheSame(t *testing.T) {
	m := dialects.NewMatch(2)
	face(m, 300)
	r := joined(t, m)
	r.session.DataOpenDatagrams()
	r.hold(game.Steer(game.Down))
	r.tick(60)
	if p := r.player(1); r.updates != 30 || p.Y < 60 {
		t.Errorf("after %d updates the racer is %+v", r.updates, p)
	}
	for _, p := range [][]byte{{1}, {0, 0, 0, 0}, make([]byte, 1400), append((&lightracer.Input{1, game.Fire}).AppendUpdate(nil), 0), (&lightracer.Input{1, 9}).AppendUpdate(nil)} {
		r.receive(dialect.Data, p) // which is dropped
	}
	r.session.DataOpen() // has no effect
	r.tick(2)
	if in := r.session.Intent().Input; in != game.Steer(game.Down) {
		t.Errorf("%d is held", in)
	}
}

func TestADatagramHoldsTheNearestObjects(t *testing.T) {
	m := dialects.Melee(64, 600)
	r := joined(t, m)
	r.tick(2)
	whole := r.reader.Update
	wholeSize := whole.Size()
	r.session.DataOpenDatagrams()
	longest := 0
	for range 600 {
		r.tick(1)
		u := &r.reader.Update
		longest = max(longest, u.Size())
		if u.World.You != 1 || r.player(1) == nil {
			t.Fatalf("the own player is missing from %+v", u)
		}
	}
	if wholeSize <= lightracer.MaxDatagram || longest > lightracer.MaxDatagram || longest < lightracer.MaxDatagram-100 {
		t.Errorf("%d bytes as a stream, at most %d as datagrams", wholeSize, longest)
	}
	u := &r.reader.Update
	me, furthest := r.player(1), int64(0)
	reach := func(x, y int32) int64 { dx, dy := int64(x-me.X), int64(y-me.Y); return dx*dx + dy*dy }
	for _, p := range u.Players {
		furthest = max(furthest, reach(p.X, p.Y))
	}
	for i := range m.World.Ships {
		ship := &m.World.Ships[i]
		if ship.State == game.Flying && reach(dialect.Whole(ship.X), dialect.Whole(ship.Y)) < furthest/2 && r.player(int32(i+1)) == nil {
			t.Errorf("ship %d is nearer than others, but missing", i+1)
		}
	}
}
