package gateway

import (
	"errors"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// player is somebody who came by a dialect: a session that speaks for him, and a
// client of the host as everybody has.
type player struct {
	session Session
	send    dialect.Send
	name    string           // that he has while he says no other
	dial    func() link.Link // to the host

	client *net.Client // nil while he is absent
	view   *net.View
	chosen choice // that the host was told last
	scene  dialect.Scene
	age    game.Tick // how often tick was called
	urged  game.Tick // age when the host was last told that he is ready
}

// choice is what a player wants to fly, and as whom.
type choice struct {
	flying        bool
	name          string
	class, weapon uint8
}

// greeting is how long a stranger may take until he wants something.
const greeting = 10 * game.TickRate

var errStranger = errors.New("expected a greeting, none came")

// tick lets a sixtieth of a second pass. An error is why the player has to go.
func (p *player) tick(now time.Time) error {
	p.age++
	wish := p.session.Wish()
	if p.client != nil {
		p.view = p.client.Frame(now, wish.Input)
		if err := p.refused(); err != nil {
			p.session.End(err.Error(), p.send)
			return err
		}
		p.look()
	} else if wish.Presence == dialect.Absent && p.age > greeting {
		return errStranger
	}
	if err := p.session.Tick(&p.scene, p.send); err != nil {
		return err
	}
	p.obey(now)
	return nil
}

// refused returns why the host will not have the player any more, or nil.
func (p *player) refused() error {
	switch {
	case p.view.Phase != net.Refused && p.view.Phase != net.Ended:
		return nil
	case p.view.Err != nil:
		return p.view.Err
	}
	return errors.New("the match is closed")
}

// look fills the scene with what the client sees.
func (p *player) look() {
	s, v := &p.scene, p.view
	s.Setup, s.World, s.Me = v.Setup, v.World, v.Me
	if v.Phase != net.Playing {
		s.World = nil
	}
	s.Pilot, s.Roster = v.Pilot, v.Roster
	s.Events = v.Decided
	s.Chat = s.Chat[:0]
	for _, line := range v.Chat {
		s.Chat = append(s.Chat, dialect.Line{Pilot: line.Pilot, From: line.From, Text: line.Text})
	}
}

// obey has the client do what the player wishes.
func (p *player) obey(now time.Time) {
	wish := p.session.Wish()
	want := choice{wish.Presence == dialect.Flying, wish.Name, wish.Class, wish.Weapon}
	if want.name == "" {
		want.name = p.name
	}
	if p.client == nil && wish.Presence != dialect.Absent {
		p.client = net.NewClient(net.ClientConfig{Dial: p.dial, Name: want.name, Spectate: true})
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
	if wish.Ready && p.waiting() && p.age-p.urged >= game.TickRate {
		p.client.Ready(true)
		p.urged = p.age
	}
	for _, text := range wish.Say {
		p.client.Say(text) // too fast: it is lost, as the dialects have no word for that
	}
	wish.Say = wish.Say[:0]
}

// waiting reports whether the match waits for the player to be ready.
func (p *player) waiting() bool {
	if p.scene.World.Status != game.Waiting || p.scene.Me < 0 {
		return false
	}
	own := p.scene.PilotAt(p.scene.Me)
	return own != nil && own.Flags&proto.Ready == 0
}

// dismiss sends the player away, with the host's last words if there are any. It
// returns why he had to go.
func (p *player) dismiss() error {
	if err := p.tick(time.Now()); err != nil {
		return err
	}
	p.session.End(errClosing.Error(), p.send)
	return errClosing
}

// leave gives up the player's seat.
func (p *player) leave() {
	if p.client != nil {
		p.client.Leave()
	}
}
