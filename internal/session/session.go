// Package session gives a screen its end of a match: one that is joined over the network or through
// the user's own ssh, or one on a server that speaks another protocol.
package session

import (
	"net/netip"
	"strings"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/foreign"
	"dogfight/net/link"
	"dogfight/net/playback"
	"dogfight/proto"
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
	case strings.HasPrefix(address, fleetScheme):
		_, err = parseFleet(address)
	default:
		err = link.CheckAddress(address)
	}
	return err
}

// Join joins a match, as a spectator if so asked. It returns at once: what takes time, such as
// connecting, is the session's. The archive, which may be nil, is for what the player sees there.
func Join(dirs config.Dirs, o ui.JoinOptions, spectate bool, archive *replays.Archive) (*ui.Session, error) {
	if foreign.Speaks(o.Address) {
		return joinForeign(o, spectate)
	}
	dial, err := dialler(dirs, o.Address)
	if err != nil {
		return nil, err
	}
	return Elsewhere(dirs, dial, o, spectate, archive), nil
}

// Elsewhere is Over for a player whose own program this is: what they do there goes into their own records, and what they see
// into their own replays.
func Elsewhere(dirs config.Dirs, dial func() link.Link, o ui.JoinOptions, spectate bool, archive *replays.Archive) *ui.Session {
	var follow func(proto.Place, netip.Addr) link.Link
	if strings.HasPrefix(o.Address, fleetScheme) { // any other host might send the player wherever it likes
		follow = follower(dirs)
	}
	s := over(dial, follow, o, spectate, nil, archive, playback.MaxReel)
	s.Warning = warnings.take()
	if !spectate {
		keep(dirs, s, o.Address)
	}
	return s
}

// keep has what the player does in a match elsewhere, and in those that follow it, kept in their own records.
func keep(dirs config.Dirs, s *ui.Session, where string) {
	seen, leave, again := newSeen(dirs.Records(), where, dirs.Identity(), dirs.Identities()), s.Close, s.WithPassword
	s.Own, s.Ended = seen.Own, seen.Note
	s.Close = func() {
		leave()
		seen.Close()
	}
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			keep(dirs, next, where)
		}
		return next, err
	}
}

// dialler returns what dials an address.
func dialler(dirs config.Dirs, address string) (dial func() link.Link, err error) {
	if strings.HasPrefix(address, tunnelScheme) {
		t, err := parseTunnel(address)
		return func() link.Link { return t.link(address) }, err
	}
	self, err := certificate(dirs)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(address, fleetScheme) {
		f, err := parseFleet(address)
		return fleetDialler(dirs, f, self), err
	}
	known := knownHosts(dirs)
	return func() link.Link { return link.DialAs(address, known, self) }, nil
}

// follower returns what dials a host to which another has sent the player.
func follower(dirs config.Dirs) func(to proto.Place, by netip.Addr) link.Link {
	return func(to proto.Place, by netip.Addr) link.Link {
		self, err := dirs.Certificate()
		if err != nil {
			return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), nil)
		}
		return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), &self)
	}
}

// Over joins the match at the other end of what dial dials, and again each time a password has been
// typed. likely, which may be nil, is asked first where the host's own process renders for the player: see
// net.Host.Likely. follow, which may be nil, dials a host to which another sends the player: in that process, and not in this one, the
// match is filmed, so that the player has a film of their own.
func Over(dial func() link.Link, follow func(proto.Place, netip.Addr) link.Link, o ui.JoinOptions, spectate bool, likely func(password string) bool) *ui.Session {
	film := 0
	if follow != nil {
		film = drawnFilm
	}
	return over(dial, follow, o, spectate, likely, nil, film)
}

// drawnFilm is how many bytes of their match are kept for one of many players whom this process draws: ten minutes of 64 ships.
const drawnFilm = playback.MaxReel / 4

// over is Over; what the client sees goes into the archive, which may be nil, and so many bytes of it are kept to be seen again at once,
// for where nobody else keeps them.
func over(dial func() link.Link, follow func(proto.Place, netip.Addr) link.Link, o ui.JoinOptions, spectate bool, likely func(password string) bool, archive *replays.Archive, most int) *ui.Session {
	var client *net.Client
	recorder := archive.Resume("", nil, nil, func() { client.FilmAnew() }) // not before the client has filmed something
	conf := net.ClientConfig{
		Dial: dial, Name: o.Pilot.Name, Password: o.Password, Class: o.Pilot.Class, Weapon: o.Pilot.Weapon, Colour: o.Pilot.Colour,
		Spectate: spectate, Wait: true, Likely: likely, Film: recorder.Film(), Follow: follow,
	}
	s := &ui.Session{Where: o.Address, Recorded: recorder.LastWords}
	s.WithPassword = func(password string) (*ui.Session, error) {
		o.Password = password
		return over(dial, follow, o, spectate, likely, archive, most), nil
	}
	film := playback.NewReel(most)
	if most > 0 {
		conf.Film.Record, s.Reel = film.Beside(conf.Film.Record), film
	}
	client = net.NewClient(conf)
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
