// Package session connects a screen to a match: over the network, through the user's own ssh, in another protocol, or in a replay. It also
// records the matches of hosts and of players, laps, and the daily challenge.
package session

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/foreign"
	"dogfight/net/link"
	"dogfight/net/playback"
	"dogfight/net/relay"
	"dogfight/proto"
	"dogfight/ui"
)

// CheckAddress checks the address of a match; "" is valid.
func CheckAddress(address string) (err error) {
	switch {
	case address == "":
	case relay.IsInvitation(address):
		_, err = relay.ParseInvitation(address)
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

// Join joins a match, or watches it. It returns at once; the session connects. The archive, which may be nil, records the match.
func Join(dirs config.Dirs, o ui.JoinOptions, spectate bool, archive *replays.Archive) (*ui.Session, error) {
	if IsForeign(o.Address) {
		return joinForeign(o, spectate)
	}
	dial, err := dialler(dirs, o.Address)
	if err != nil {
		return nil, err
	}
	return JoinRecorded(dirs, dial, o, spectate, archive), nil
}

// IsForeign reports whether an address is of a match in another game's protocol.
func IsForeign(address string) bool {
	return foreign.Speaks(address) && !relay.IsInvitation(address)
}

// JoinRecorded is Over for the local player, with their records and replays.
func JoinRecorded(dirs config.Dirs, dial func() link.Link, o ui.JoinOptions, spectate bool, archive *replays.Archive) *ui.Session {
	var follow func(proto.Place, netip.Addr) link.Link
	if strings.HasPrefix(o.Address, fleetScheme) { // only a door may send the player to other hosts
		follow = follower(dirs)
	}
	s := client{Visit: Visit{Dial: dial, Follow: follow, Spectate: spectate}, archive: archive, recent: playback.MaxBuffer}.join(o)
	s.Warning = warnings.newOnes()
	if !spectate {
		recordSeen(dirs, s, o.Address)
	}
	return s
}

// recordSeen records the matches of a session, and of those that follow it, in the player's own records.
func recordSeen(dirs config.Dirs, s *ui.Session, where string) {
	seen, leave, again := newSeen(dirs.Records(), where, dirs.Identity(), dirs.Identities()), s.Close, s.WithPassword
	s.News, s.Ended = seen.news.Load, seen.Note
	s.Close = func() {
		leave()
		seen.Close()
	}
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			recordSeen(dirs, next, where)
		}
		return next, err
	}
}

// dialler returns a function that dials an address.
func dialler(dirs config.Dirs, address string) (dial func() link.Link, err error) {
	if strings.HasPrefix(address, tunnelScheme) {
		t, err := parseTunnel(address)
		return func() link.Link { return t.link(address) }, err
	}
	self, err := certificate(dirs)
	if err != nil {
		return nil, err
	}
	if relay.IsInvitation(address) {
		i, err := parseInvitation(dirs, address, self)
		return i.link, err
	}
	if strings.HasPrefix(address, fleetScheme) {
		f, err := parseFleet(address)
		return fleetDialler(dirs, f, self), err
	}
	known := knownHosts(dirs)
	return func() link.Link { return link.DialAs(address, known, self) }, nil
}

// follower returns a function that dials a host to which another has sent the player.
func follower(dirs config.Dirs) func(to proto.Place, by netip.Addr) link.Link {
	return func(to proto.Place, by netip.Addr) link.Link {
		self, err := dirs.Certificate()
		if err != nil {
			return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), nil)
		}
		return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), &self)
	}
}

// Visit is a player for whom a host's own process draws.
type Visit struct {
	Dial     func() link.Link                        // the host
	Follow   func(proto.Place, netip.Addr) link.Link // dials a host to which another sends the player, whose last minutes are then kept in this process; nil: none does
	Likely   func(password string) bool              // checks a password first, see net.Host.Likely; may be nil
	Steps    *net.Steps                              // shared by the visits of the process
	Spectate bool
}

// Join joins the match, and again each time the player has typed a password.
func (v Visit) Join(o ui.JoinOptions) *ui.Session {
	c := client{Visit: v}
	if v.Follow != nil {
		c.recent = drawnRecent
	}
	return c.join(o)
}

// drawnRecent is the size of the recent replay of a player drawn by this process: ten minutes of 64 ships.
const drawnRecent = playback.MaxBuffer / 4

// client is how a session plays: the archive, which may be nil, and the size of the recent replay for kill-cams, which is 0 where another
// process has one.
type client struct {
	Visit
	archive *replays.Archive
	recent  int
}

func (c client) join(o ui.JoinOptions) *ui.Session {
	var match *net.Client
	recorder := c.archive.Recorder("", nil, nil, func() { match.RestartRecording() }) // called only after the match has been recorded
	conf := net.ClientConfig{
		Dial: c.Dial, Name: o.Player.Name, Password: o.Password, Class: o.Player.Class, Weapon: o.Player.Weapon, Colour: o.Player.Colour,
		Spectate: c.Spectate, Wait: true, Likely: c.Likely, Recording: recorder.Recording(), Follow: c.Follow, Steps: c.Steps,
	}
	s := &ui.Session{Where: o.Address, Recorded: recorder.Summary}
	s.WithPassword = func(password string) (*ui.Session, error) {
		o.Password = password
		return c.join(o), nil
	}
	recent := playback.NewBuffer(c.recent)
	if c.recent > 0 {
		conf.Recording.To, s.Recent = append(conf.Recording.To, recent.Take), recent
	}
	match = net.NewClient(conf)
	s.Match = match
	s.Close = func() {
		leave(match)
		recorder.Close()
		recent.Close()
	}
	return s
}

// leave says goodbye, and waits up to a second until it is sent.
func leave(c *net.Client) {
	c.Leave()
	if l := c.Link(); l != nil {
		select {
		case <-l.Done():
		case <-time.After(time.Second):
		}
	}
}

// ErrNoSpectators is the error for a match that cannot be watched.
var ErrNoSpectators = errors.New("has no spectators")

// joinForeign joins a match on a server of another protocol.
func joinForeign(o ui.JoinOptions, spectate bool) (*ui.Session, error) {
	server, err := foreign.Parse(o.Address)
	if err != nil {
		return nil, err
	}
	if spectate {
		return nil, fmt.Errorf("the %s protocol %w", server.Protocol, ErrNoSpectators)
	}
	match := foreign.Join(server, o.Player.Name)
	return &ui.Session{Match: match, Where: server.String(), Close: match.Close}, nil
}

// warnings are for the next session; each is shown once in a process.
var warnings warningList

type warningList struct {
	mu      sync.Mutex
	texts   []string
	waiting error
}

func (l *warningList) add(err error) {
	if err == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if text := err.Error(); !slices.Contains(l.texts, text) {
		l.texts, l.waiting = append(l.texts, text), errors.Join(l.waiting, err)
	}
}

// newOnes returns the new warnings, or nil.
func (l *warningList) newOnes() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.waiting
	l.waiting = nil
	return err
}

// certificate returns the player's certificate, and warns of a key that was not saved.
func certificate(dirs config.Dirs) (tls.Certificate, error) {
	if key, err := dirs.Key(); err == nil {
		warnings.add(key.Warning)
	}
	return dirs.Certificate()
}

// knownHosts returns the player's known hosts, and warns of a host that cannot be saved.
func knownHosts(dirs config.Dirs) *link.KnownHosts {
	s := link.NewKnownHosts(dirs.KnownHosts())
	s.Unsaved = warnings.add
	return s
}
