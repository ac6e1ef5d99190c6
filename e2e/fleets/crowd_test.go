//go:build unix

package fleets

import (
	"crypto/tls"
	"fmt"
	"net/netip"
	"path/filepath"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/identity"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
)

// crowd are the players behind a door, and their observations.
type crowd struct {
	*fleetOf
	players []*player
	ticks   map[string]*progress // since the last mark, by the address of the host
}

// player is one of a crowd, with a key of its own.
type player struct {
	*net.Client
	name     string
	identity string
	view     *net.View
	at       string   // the address of the current link; "" for the door
	match    fleet.ID // in the last ticket
	join     func()   // makes the Client
	patient  bool     // joins again when refused

	tick  game.Tick // the last confirmed one
	moved time.Time // time of the last new tick
	gap   time.Duration
	was   seat
}

// seat is the part of a player's state that must survive an interruption.
type seat struct {
	pilot uint16
	slot  int
	team  uint8
	name  string
}

// progress is the times and ticks at which players first and last received a tick from a host.
type progress struct {
	first, last       time.Time
	firstTick, newest game.Tick
}

// newCrowd connects players through the door to one match.
func (f *fleetOf) newCrowd(players int) *crowd {
	f.Helper()
	c := &crowd{fleetOf: f, ticks: map[string]*progress{}}
	c.add(fleet.ID(0))
	c.until("the first player flies", func() bool { return c.players[0].flies() })
	for range players - 1 {
		c.add(c.players[0].match)
	}
	c.until("all fly", c.allFly)
	match := c.players[0].match
	for _, p := range c.players {
		if p.match != match {
			f.Fatalf("%s is in match %v, not in %v", p.name, p.match, match)
		}
	}
	return c
}

// add connects one more player.
func (c *crowd) add(match fleet.ID) {
	c.Helper()
	c.addAs(c.key(), match)
}

// key creates a player's key.
func (c *crowd) key() identity.Key {
	c.Helper()
	key, err := identity.Load(filepath.Join(c.TempDir(), "key"))
	if err != nil {
		c.Fatal(err)
	}
	return key
}

// addAs connects a player with a key, and with keys that vouch for it.
func (c *crowd) addAs(key identity.Key, match fleet.ID, proofs ...identity.Proof) {
	c.Helper()
	p := &player{name: fmt.Sprint("Player ", len(c.players))}
	self, err := key.Certificate(proofs)
	if err != nil {
		c.Fatal(err)
	}
	p.identity = key.Fingerprint()
	p.join = func() {
		p.Client = net.NewClient(net.ClientConfig{
			Name: p.name, Wait: true,
			Dial:   func() link.Link { return p.dial(c.door.listens["native"], match, self) },
			Follow: func(to proto.Place, _ netip.Addr) link.Link { return p.follow(to, self) },
		})
	}
	p.join()
	c.players = append(c.players, p)
	c.Cleanup(p.leave)
}

func (p *player) dial(door string, match fleet.ID, self tls.Certificate) link.Link {
	p.at = ""
	l := link.DialAs(door, &link.KnownHosts{}, self)
	l.Send(link.Control, (&proto.MatchWish{Match: uint64(match), Mode: proto.AnyMode}).Append(nil))
	return l
}

func (p *player) follow(to proto.Place, self tls.Certificate) link.Link {
	p.at = to.Address
	if t, err := fleet.ParseTicket(to.Ticket); err == nil {
		p.match = t.Match
	}
	return link.DialAs(to.Address, link.OnlyHost(to.Fingerprint), self)
}

func (p *player) leave() {
	p.Leave()
	if l := p.Link(); l != nil {
		select {
		case <-l.Done():
		case <-time.After(time.Second):
		}
	}
}

// flies reports whether the player has a ship.
func (p *player) flies() bool {
	v := p.view
	return v != nil && v.Phase == net.Playing && v.Me >= 0 && v.World != nil
}

func (c *crowd) allFly() bool {
	for _, p := range c.players {
		if !p.flies() {
			return false
		}
	}
	return true
}

// frame runs a frame of each player, and records new ticks.
func (c *crowd) frame() {
	now := time.Now()
	for n, p := range c.players {
		in := game.Steer(game.Course(1+(now.UnixMilli()/300+int64(n))%8)) | game.Fire
		p.view = p.Frame(now, in)
		if p.view.Phase == net.Refused && p.patient {
			p.leave()
			p.join()
			continue
		}
		if p.view.Phase == net.Refused || p.view.Phase == net.Ended {
			c.Fatalf("%s is lost: phase %d, %v", p.name, p.view.Phase, p.view.Err)
		}
		if !p.flies() {
			continue
		}
		tick := p.view.World.Tick - game.Tick(p.view.Lag.Ahead)
		if tick == p.tick {
			continue
		}
		if !p.moved.IsZero() {
			p.gap = max(p.gap, now.Sub(p.moved))
		}
		p.tick, p.moved = tick, now
		if p.match != c.players[0].match {
			continue
		}
		at := c.ticks[p.at]
		if at == nil {
			at = &progress{first: now, firstTick: tick, newest: tick}
			c.ticks[p.at] = at
		}
		at.last = now
		if int32(tick-at.newest) > 0 {
			at.newest = tick
		}
		if int32(tick-at.firstTick) < 0 {
			at.firstTick = tick
		}
	}
}

// mark starts the observations again: the seats, the gaps between ticks, and the ticks of each host.
func (c *crowd) mark() {
	clear(c.ticks)
	now := time.Now()
	for _, p := range c.players {
		p.was, p.gap, p.moved = p.seat(), 0, now
	}
}

func (p *player) seat() seat {
	v := p.view
	s := seat{pilot: v.Pilot, slot: v.Me, name: p.name}
	if p.flies() {
		s.team = v.World.Ships[v.Me].Team
	}
	return s
}

// fly lets all play for d.
func (c *crowd) fly(d time.Duration) {
	c.Helper()
	began := time.Now()
	c.until("time passes", func() bool { return time.Since(began) > d })
}

// until lets all play until a condition holds.
func (c *crowd) until(what string, holds func() bool) {
	c.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Second / 60) {
		if c.frame(); holds() {
			return
		}
		if time.Now().After(deadline) {
			for _, p := range c.players {
				c.Logf("%s: at %q, phase %d, %v, ship %d, got tick %d %v ago", p.name, p.at, p.view.Phase, p.view.Err, p.view.Me, p.tick, time.Since(p.moved).Round(time.Millisecond))
			}
			c.Fatalf("waited in vain until %s", what)
		}
	}
}

// allElsewhere reports whether all fly, each at another address than gone.
func (c *crowd) allElsewhere(gone string) bool {
	return !slices.ContainsFunc(c.players, func(p *player) bool { return !p.flies() || p.at == gone || p.at == "" })
}

// checkSeats expects all players in their seats of the last mark, once all fly.
func (c *crowd) checkSeats() {
	c.Helper()
	c.until("all fly", c.allFly)
	for _, p := range c.players {
		if is := p.seat(); is != p.was {
			c.Errorf("%s was at %+v, and is at %+v", p.name, p.was, is)
		}
	}
}

// longestGap returns the longest time without a new tick of any player since the last mark.
func (c *crowd) longestGap() (longest time.Duration) {
	for _, p := range c.players {
		longest = max(longest, p.gap)
	}
	return longest
}

// overlap is how long players may receive ticks of a stopped host after others receive those of the next: they were on their way.
const overlap = 250 * time.Millisecond

// neverTwo expects that since the last mark no two hosts have sent ticks at the same time. Players on a busy machine read late, so it is an
// error with -long only; TestAMatchIsNeverPlayedByTwo of fleet/keeper proves it in virtual time.
func (c *crowd) neverTwo() {
	c.Helper()
	complain := c.Logf
	if *long {
		complain = c.Errorf
	}
	for a, one := range c.ticks {
		for b, other := range c.ticks {
			if a < b && one.first.Before(other.last.Add(-overlap)) && other.first.Before(one.last.Add(-overlap)) {
				complain("%s sent ticks from %v to %v, and %s from %v to %v", a, one.first, one.last, b, other.first, other.last)
			}
		}
	}
}
