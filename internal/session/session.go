// Package session gives a screen its end of a match: one that is joined over the network or through
// the user's own ssh, or one on a server that speaks another protocol.
package session

import (
	"strings"
	"time"

	"dogfight/internal/home"
	"dogfight/internal/recording"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/foreign"
	"dogfight/net/link"
	"dogfight/net/link/trust"
	"dogfight/net/reel"
	"dogfight/ui"
)

// CheckAddress says what is wrong with the address of a match; "" is none.
func CheckAddress(address string) (err error) {
	switch {
	case address == "":
	case foreign.Speaks(address):
		_, err = foreign.Parse(address)
	case strings.HasPrefix(address, tunnelScheme):
		_, err = parseTunnel(address)
	default:
		err = link.CheckAddress(address)
	}
	return err
}

// Join joins a match, as a spectator if so asked. It returns at once: what takes time, such as
// connecting, is the session's. The archive, which may be nil, is for what the player sees there.
func Join(o ui.JoinOptions, spectate bool, archive *replays.Archive) (*ui.Session, error) {
	if foreign.Speaks(o.Address) {
		return joinForeign(o, spectate)
	}
	dial, err := dialler(o.Address)
	if err != nil {
		return nil, err
	}
	return Elsewhere(dial, o, spectate, archive), nil
}

// Elsewhere is Over for a player whose own program this is: what they do there goes into their own records, and what they see
// into their own replays.
func Elsewhere(dial func() link.Link, o ui.JoinOptions, spectate bool, archive *replays.Archive) *ui.Session {
	s := over(dial, o, spectate, nil, archive, true)
	if !spectate {
		keep(s, o.Address)
	}
	return s
}

// keep has what the player does in a match elsewhere, and in those that follow it, kept in their own records.
func keep(s *ui.Session, where string) {
	seen, leave, again := recording.NewSeen(home.Records(), where, home.Identity(), home.Identities()), s.Close, s.WithPassword
	s.Own, s.Ended = seen.Own, seen.Note
	s.Close = func() {
		leave()
		seen.Close()
	}
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			keep(next, where)
		}
		return next, err
	}
}

// dialler returns what dials an address.
func dialler(address string) (dial func() link.Link, err error) {
	if strings.HasPrefix(address, tunnelScheme) {
		t, err := parseTunnel(address)
		return func() link.Link { return t.link(address) }, err
	}
	self, err := home.Certificate()
	if err != nil {
		return nil, err
	}
	known := trust.NewStore(home.KnownHosts())
	return func() link.Link { return link.DialAs(address, known, self) }, nil
}

// Over joins the match at the other end of what dial dials, and again each time a password has been
// typed. likely, which may be nil, is asked first where the host's own process renders for the player: see
// net.Host.Likely.
func Over(dial func() link.Link, o ui.JoinOptions, spectate bool, likely func(password string) bool) *ui.Session {
	return over(dial, o, spectate, likely, nil, false)
}

// over is Over; what the client sees goes into the archive, which may be nil, and if so asked is kept to be seen again at once, for
// where nobody else keeps it.
func over(dial func() link.Link, o ui.JoinOptions, spectate bool, likely func(password string) bool, archive *replays.Archive, again bool) *ui.Session {
	recorder := archive.Recorder("", nil)
	conf := net.ClientConfig{
		Dial: dial, Name: o.Pilot.Name, Password: o.Password, Class: o.Pilot.Class, Weapon: o.Pilot.Weapon, Colour: o.Pilot.Colour,
		Spectate: spectate, Wait: true, Likely: likely, Film: recorder.Film(),
	}
	s := &ui.Session{Where: o.Address, Recorded: recorder.LastWords}
	s.WithPassword = func(password string) (*ui.Session, error) {
		o.Password = password
		return over(dial, o, spectate, likely, archive, again), nil
	}
	film := reel.New(reel.Most)
	if again {
		conf.Film.Record, s.Reel = film.Beside(conf.Film.Record), film
	}
	client := net.NewClient(conf)
	s.Match = client
	s.Close = func() {
		leave(client)
		recorder.Close()
		film.Close()
	}
	return s
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
