package main

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/foreign"
	"dogfight/net/link"
	"dogfight/ui"
	"dogfight/ui/tutorial"
)

// launcher starts matches for the screens. However a match is reached, there is
// a client with a link to a host.
type launcher struct {
	password string // of the match that is joined, unless another is typed; "" for none
}

// Solo hosts a match in memory, and joins it.
func (l launcher) Solo(o ui.SoloOptions) (*ui.Session, error) {
	return l.Host(ui.HostOptions{Match: o.Match, Pilot: o.Pilot, Title: "Against bots"})
}

// Tutorial hosts a match in memory that has no end and no bots but those that its
// lessons call, and joins it.
func (launcher) Tutorial(p ui.Pilot) (*ui.Session, error) {
	h := &hosting{}
	h.run(net.HostConfig{
		Title: "Learning to fly", Setup: tutorialSetup(), Seed: rand.Uint64(),
		Skill: 1, Peaceful: true, BotNames: []string{"Target"},
	})
	session := h.join(ui.Pilot{Name: p.Name})
	session.Lessons = tutorial.New(h.host.SetBots)
	return session, nil
}

// tutorialSetup has but one ship and one gun, so that all that the lessons say is
// true.
func tutorialSetup() *game.Setup {
	return &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes()[:1], Weapons: assets.Weapons()[:1]}
}

// Host hosts a match that others can join if it has an address, and joins it.
func (launcher) Host(o ui.HostOptions) (*ui.Session, error) {
	h, err := startHosting(o, nil)
	if err != nil {
		return nil, err
	}
	if err := h.openDoors(o, nil); err != nil {
		h.stop()
		return nil, err
	}
	if o.Listen != "" && !o.Hidden {
		h.announce(o.Title, nil)
	}
	session := h.join(o.Pilot)
	session.Hosted = h.hosted(o.Match)
	session.Unkept, session.Warning = h.unkept, h.warning
	return session, nil
}

// join joins the host from inside the process, and ends it in the end.
func (h *hosting) join(p ui.Pilot) *ui.Session {
	client := newClient(p, false, "", h.dial) // whoever hosts is not asked
	return &ui.Session{Match: client, Close: func() {
		client.Leave()
		h.stop()
	}}
}

// Join joins a match of somebody else's.
func (l launcher) Join(o ui.JoinOptions) (*ui.Session, error) {
	return l.join(o, false)
}

func (l launcher) join(o ui.JoinOptions, spectate bool) (*ui.Session, error) {
	if foreign.Speaks(o.Address) {
		return joinForeign(o, spectate)
	}
	o.Password = cmp.Or(o.Password, l.password)
	dial, err := dialler(o.Address)
	if err != nil {
		return nil, err
	}
	return joinBy(dial, o, spectate), nil
}

// dialler returns what dials an address.
func dialler(address string) (dial func() link.Link, err error) {
	if strings.HasPrefix(address, tunnelScheme) {
		t, err := parseTunnel(address)
		return func() link.Link { return t.link(address) }, err
	}
	self, err := ownCertificate()
	if err != nil {
		return nil, err
	}
	trust := link.NewTrust(filepath.Join(configFolder(), "known_hosts"))
	return func() link.Link { return link.DialAs(address, trust, self) }, nil
}

// joinBy joins the match at the other end of what dial dials, again and again if it
// asks for a password.
func joinBy(dial func() link.Link, o ui.JoinOptions, spectate bool) *ui.Session {
	return joinWhere(dial, o, spectate, nil)
}

// joinWhere is joinBy for who types into the host's own process: see net.Host.Likely.
func joinWhere(dial func() link.Link, o ui.JoinOptions, spectate bool, likely func(password string) bool) *ui.Session {
	conf := clientConfig(o.Pilot, spectate, o.Password, dial)
	conf.Likely = likely
	client := net.NewClient(conf)
	again := func(password string) (*ui.Session, error) {
		o.Password = password
		return joinWhere(dial, o, spectate, likely), nil
	}
	return &ui.Session{Match: client, Where: o.Address, WithPassword: again, Close: func() { leave(client) }}
}

func newClient(p ui.Pilot, spectate bool, password string, dial func() link.Link) *net.Client {
	return net.NewClient(clientConfig(p, spectate, password, dial))
}

func clientConfig(p ui.Pilot, spectate bool, password string, dial func() link.Link) net.ClientConfig {
	return net.ClientConfig{
		Dial: dial, Name: p.Name, Password: password, Class: p.Class, Weapon: p.Weapon, Spectate: spectate,
	}
}

// leave says goodbye and waits until that is on its way.
func leave(c *net.Client) {
	c.Leave()
	if l := c.Link(); l != nil {
		select {
		case <-l.Done():
		case <-time.After(time.Second):
		}
	}
}
