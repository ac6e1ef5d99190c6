package gateway

import (
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/proto/dialect/warworlds"
)

// nativePilot is a client of ours.
type nativePilot struct {
	*net.Client
	in    game.Input
	score atomic.Int32
}

func (p *nativePilot) look() (ships []spot, err error) {
	time.Sleep(tickTime)
	v := p.Frame(time.Now(), p.in)
	if v.World == nil {
		return nil, v.Err
	}
	for i := range v.World.Ships {
		if ship := &v.World.Ships[i]; ship.State == game.Flying {
			ships = append(ships, spot{uint64(i), float64(ship.X) / game.One, float64(ship.Y) / game.One, i == v.Me})
		}
	}
	if v.Me >= 0 {
		p.score.Store(v.World.Ships[v.Me].Score)
	}
	return ships, nil
}

func (p *nativePilot) hold(in game.Input) { p.in = in }
func (p *nativePilot) leave()             { p.Leave() }
func (p *nativePilot) scored() int32      { return p.score.Load() }

func (c *spaceman) look() (ships []spot, err error) {
	s, err := c.sees()
	if err != nil {
		return nil, err
	}
	for i := range s.Ships {
		if ship := &s.Ships[i]; ship.Alive {
			id := uint64(0)
			for _, b := range ship.PlayerID[:16] {
				id = id*31 + uint64(b)
			}
			ships = append(ships, spot{id, float64(ship.X), float64(ship.Y), ship.PlayerID == c.reader.ID})
		}
	}
	return ships, nil
}

// hold sends one event for each state that came, as the original needs it.
func (c *spaceman) hold(in game.Input) {
	if c.shoots = !c.shoots && in.Holds(game.Fire); c.shoots {
		c.does(dogfight.Event{Action: dogfight.Shoot})
	} else if in.Course() != game.Idle {
		c.does(dogfight.Event{Action: dogfight.Move, Direction: dogfight.Direction(in.Course())})
	}
}

func (c *spaceman) leave() { c.does(dogfight.Event{Action: dogfight.PlayerDisconnection}) }

func (c *racing) look() (ships []spot, err error) {
	if _, err := c.sees(); err != nil {
		return nil, err
	}
	for i := range c.updates.Update.Players {
		p := &c.updates.Update.Players[i]
		if p.ID == c.welcome.ID {
			c.score.Store(p.Score)
		}
		if p.Alive {
			ships = append(ships, spot{uint64(p.ID), float64(p.X), float64(p.Y), p.ID == c.welcome.ID})
		}
	}
	return ships, nil
}

func (c *racing) hold(in game.Input) {
	if in != c.held {
		c.held = in
		c.data.Write((&lightracer.Input{Player: c.welcome.ID, Held: in}).AppendUpdate(nil))
	}
}

func (c *racing) leave()        { c.says(&lightracer.Leave{}) }
func (c *racing) scored() int32 { return c.score.Load() }

// look finds the own ship by its id, or, in the flavour that tells none, by its being
// the only one of a client.
func (c *rtypeClient) look() (ships []spot, err error) {
	if err := c.next(&c.snapshot); err != nil {
		return nil, err
	}
	for _, e := range c.snapshot.Entities {
		if e.Sprite%16 == 1 {
			ships = append(ships, spot{e.ID, float64(e.X), float64(e.Y), e.ID >= rtype.MinID})
		}
	}
	return ships, nil
}

func (c *rtypeClient) hold(in game.Input) {
	x, y := in.Course().Vector()
	if !c.wire.Code {
		c.says(&rtype.Input{Entity: c.id, DX: float32(x) / game.One, DY: float32(y) / game.One, Shooting: in.Holds(game.Fire)})
		return
	}
	var f rtype.Flags
	for _, b := range []struct {
		flag rtype.Flags
		down bool
	}{{rtype.Up, y < 0}, {rtype.Down, y > 0}, {rtype.Left, x < 0}, {rtype.Right, x > 0}, {rtype.Shoot, in.Holds(game.Fire)}} {
		if b.down {
			f |= b.flag
		}
	}
	c.says(&rtype.InputFlags{Flags: f})
}

func (c *rtypeClient) leave() { c.signals(rtype.DisconnectType) }

// look finds the own ship by its colour.
func (c *commander) look() (ships []spot, err error) {
	var state *warworlds.State
	for state == nil {
		packet, err := commanderNext[warworlds.Packet](c)
		if err != nil {
			return nil, err
		}
		switch packet := packet.(type) {
		case *warworlds.JoinResponse:
			c.colour = packet.YourColour
		case *warworlds.State:
			state = packet
		}
	}
	for _, e := range state.Entities {
		if e.Kind == 1 {
			ships = append(ships, spot{uint64(e.ID), float64(e.X), float64(e.Y), e.Colour == c.colour})
		}
	}
	return ships, nil
}

func (c *commander) hold(in game.Input) {
	c.says(steers(in))
}

func (c *commander) leave() { c.Conn.Close(0) }
