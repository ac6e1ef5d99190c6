package gateway

import (
	"context"
	"errors"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// player is a session of a dialect and its client of the host.
type player struct {
	session session
	send    dialect.Send
	name    string           // default of a player without one
	dial    func() link.Link // to the host
	steps   *net.Steps

	client  *net.Client // nil until the player joins
	view    *net.View
	chosen  choice // last sent to the host
	scene   dialect.Scene
	age     game.Tick // calls of tick
	readyAt game.Tick // age when the host last got Ready
}

// choice is a player's wish for a ship and a name.
type choice struct {
	flying        bool
	name          string
	class, weapon uint8
}

const (
	// joinTime is the time a visitor has to join or spectate.
	joinTime = 10 * game.TickRate
	// settleTime passes before a visitor joins. A browser that a web page makes connect sends its request at once,
	// which ends the session; some dialects join without a packet.
	settleTime = game.TickRate / 10
)

var errNotJoined = errors.New("no request to join within 10 s")

// tick runs a tick. The player must leave because of an error.
func (p *player) tick(now time.Time) error {
	p.age++
	intent := p.session.Intent()
	if p.client != nil {
		p.view = p.client.Frame(now, intent.Input)
		if err := p.refused(); err != nil {
			p.session.End(err.Error(), p.send)
			return err
		}
		p.updateScene()
	} else if intent.Presence == dialect.Absent && p.age > joinTime {
		return errNotJoined
	}
	if err := p.session.Tick(&p.scene, p.send); err != nil {
		return err
	}
	p.apply(now)
	return nil
}

// loop is the loop of one player, or of all players of a datagram socket: it handles events, and ticks sixty times a
// second. It returns the first error, or errClosing when ctx is done.
func loop[E any](ctx context.Context, events func() <-chan E, handle func(E) error, tick func(now time.Time) error) error {
	ticker := net.NewTicker(game.TickRate)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return errClosing
		case ev := <-events():
			err = handle(ev)
		case <-ticker.C:
			if ticker.Next() {
				err = tick(time.Now())
			}
		}
		if err != nil {
			return err
		}
	}
}

// refused returns the reason if the host refuses or has removed the player.
func (p *player) refused() error {
	switch {
	case p.view.Phase != net.Refused && p.view.Phase != net.Ended:
		return nil
	case p.view.Err != nil:
		return p.view.Err
	}
	return errors.New("the match is closed")
}

// updateScene copies the client's view to the scene.
func (p *player) updateScene() {
	s, v := &p.scene, p.view
	s.Setup, s.World, s.Me = v.Setup, v.World, v.Me
	if v.Phase != net.Playing {
		s.World = nil
	}
	s.Pilot, s.Roster = v.Pilot, v.Roster
	s.Events = v.Decided
	s.Chat = s.Chat[:0]
	for _, line := range v.Chat {
		s.Chat = append(s.Chat, dialect.Line{Pilot: line.Pilot, Name: line.From, Text: line.Text})
	}
}

// apply passes the player's wishes to the client.
func (p *player) apply(now time.Time) {
	intent := p.session.Intent()
	want := choice{intent.Presence == dialect.Flying, intent.Name, intent.Class, intent.Weapon}
	if want.name == "" {
		want.name = p.name
	}
	if p.client == nil && intent.Presence != dialect.Absent && p.age >= settleTime {
		p.client = net.NewClient(net.ClientConfig{Dial: p.dial, Name: want.name, Spectate: true, Steps: p.steps})
		p.client.Frame(now, 0)
	}
	if p.client == nil || p.scene.World == nil {
		return
	}
	if want.flying && want != p.chosen {
		p.client.Rename(want.name)
		p.client.Choose(want.class, want.weapon, 0)
		p.chosen = want
	}
	if intent.Ready && p.waiting() && p.age-p.readyAt >= game.TickRate {
		p.client.Ready(true)
		p.readyAt = p.age
	}
	for _, text := range intent.Say {
		p.client.Say(text) // chat that is too fast is lost, as the dialects have no message for that
	}
	intent.Say = intent.Say[:0]
}

// waiting reports whether the match waits for the player to be ready.
func (p *player) waiting() bool {
	if p.scene.World.Status != game.Waiting || p.scene.Me < 0 {
		return false
	}
	pilot := p.scene.PilotAt(p.scene.Me)
	return pilot != nil && pilot.Flags&proto.Ready == 0
}

// dismiss ends the session with the host's last words, if any. It returns the reason.
func (p *player) dismiss() error {
	if err := p.tick(time.Now()); err != nil {
		return err
	}
	p.session.End(errClosing.Error(), p.send)
	return errClosing
}

func (p *player) leave() {
	if p.client != nil {
		p.client.Leave()
	}
}
