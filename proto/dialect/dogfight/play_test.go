package dogfight

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// client is a player by the documentation alone.
type client struct {
	t       *testing.T
	match   *dialects.Match
	session *Session
	sent    dialects.Recorder
	reader  Reader
	state   *State // the last received
}

func newClient(t *testing.T, m *dialects.Match) *client {
	return &client{t: t, match: m, session: NewSession(false)}
}

// fly runs some ticks. The client sends the events once for each state that arrives.
func (c *client) fly(ticks int, send ...Event) {
	c.t.Helper()
	for range ticks {
		c.match.Inputs[0] = c.session.Intent().Input
		if err := c.session.Tick(c.match.Step(), c.sent.Send); err != nil {
			c.t.Fatal(err)
		}
		for _, p := range c.sent.Take(dialect.Main) {
			if c.read(p); c.state == nil {
				continue
			}
			for i := range send {
				c.send(send[i])
			}
		}
	}
}

func (c *client) read(p []byte) {
	c.t.Helper()
	for len(p) > 0 {
		s, rest, err := c.reader.Take(p)
		if err != nil {
			c.t.Fatal(err)
		}
		if s != nil {
			c.state = s
		}
		p = rest
	}
}

func (c *client) send(e Event) {
	c.t.Helper()
	e.PlayerID = c.reader.ID
	if err := c.session.Receive(dialect.Main, e.Append(nil), c.sent.Send); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) ship(slot int) Ship {
	c.t.Helper()
	return shipOf(c.t, c.state, IDOf(uint16(slot+1)))
}

func TestClientJoinsAndSeesTheOthersMove(t *testing.T) {
	c := newClient(t, dialects.Melee(4, 0))
	c.fly(10)
	if c.reader.ID != IDOf(1) || len(c.state.Ships) != 4 || c.state.Status != InProgress {
		t.Fatalf("id %v, %d ships, status %d", c.reader.ID, len(c.state.Ships), c.state.Status)
	}
	before := [...]Ship{c.ship(1), c.ship(2), c.ship(3)}
	c.fly(60)
	for i, was := range before {
		if now := c.ship(i + 1); now.X == was.X && now.Y == was.Y {
			t.Errorf("in a second ship %d moved nowhere", i+1)
		}
	}
}

func TestClientSteers(t *testing.T) {
	for direction, way := range map[Direction][2]int32{Up: {0, -1}, Down: {0, 1}, Left: {-1, 0}, Right: {1, 0}} {
		c := newClient(t, dialects.NewMatch(1))
		c.place(0, 400, 180)
		c.fly(60, Event{Action: Move, Direction: direction})
		ship := c.ship(0)
		x, y := (ship.X-400)*way[0], (ship.Y-180)*way[1]
		if x+y < 60 || ship.Direction != direction {
			t.Errorf("direction %d: after a second at (%d, %d), direction %d", direction, ship.X, ship.Y, ship.Direction)
		}
		c.send(Event{Action: Move, Direction: Idle})
		c.fly(60)
		ship = c.ship(0)
		c.fly(60)
		if now := c.ship(0); now.X != ship.X || now.Y != ship.Y {
			t.Errorf("direction %d: it does not stop", direction)
		}
	}
}

// place puts a resting ship into a place.
func (c *client) place(slot int, x, y int32) {
	ship := &c.match.World.Ships[slot]
	*ship = game.Ship{State: game.Flying, X: x * game.One, Y: y * game.One, Facing: game.Up, HP: ship.HP}
}

func TestClientShootsAndHits(t *testing.T) {
	c := newClient(t, dialects.NewMatch(2))
	c.place(0, 100, 40)
	c.place(1, 200, 40)
	c.fly(3, Event{Action: Move, Direction: Right})
	c.send(Event{Action: Shoot})
	c.fly(6)
	bullet := c.ship(0).Bullets[0]
	if !bullet.Active || bullet.Direction != Right || bullet.Y != 40 || bullet.X <= 100 {
		t.Fatalf("the bullet is %+v", bullet)
	}
	c.fly(30)
	if foe := c.ship(1); foe.HP != 4 {
		t.Errorf("the other ship has %d hp, expected 4", foe.HP)
	}
	if c.ship(0).Bullets[0] != (Bullet{}) {
		t.Error("the bullet flies on")
	}
	c.fly(120, Event{Action: Shoot})
	if foe := c.ship(1); foe.Alive || foe.HP != 0 || foe.X != 200 {
		t.Errorf("after five hits it is %+v", foe)
	}
}

func TestAClientSeesItsDeathAndReturn(t *testing.T) {
	c := newClient(t, dialects.NewMatch(2))
	c.place(0, 200, 40)
	c.place(1, 100, 40)
	c.match.World.Ships[0].HP = 1
	c.match.World.Ships[1].Facing = game.Right
	c.fly(3)
	c.match.Inputs[1] = game.Fire
	c.fly(30)
	c.match.Inputs[1] = 0
	if own := c.ship(0); own.Alive || own.HP != 0 || own.X != 200 || own.Y != 40 {
		t.Fatalf("shot down it is %+v", own)
	}
	c.fly(60, Event{Action: Move, Direction: Left}, Event{Action: Shoot}) // has no effect
	c.fly(60)
	if own := c.ship(0); !own.Alive || own.HP != 5 {
		t.Errorf("2 s later it is %+v", own)
	}
}

func TestClientLeaves(t *testing.T) {
	c := newClient(t, dialects.NewMatch(1))
	c.fly(3)
	e := Event{Action: PlayerDisconnection, PlayerID: c.reader.ID}
	if err := c.session.Receive(dialect.Main, e.Append(nil), c.sent.Send); err != errLeft {
		t.Errorf("expected %v, got %v", errLeft, err)
	}
}
