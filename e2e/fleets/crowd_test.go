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

// crowd are players who come through the door, and what they see.
type crowd struct {
	*fleetOf
	players []*player
	told    map[string]*progress // since the last mark, by the address of the host
}

// player is one of a crowd, with a key of his own.
type player struct {
	*net.Client
	name     string
	identity string
	view     *net.View
	at       string   // where the link leads that is used now; "" for the door
	match    fleet.ID // that the last ticket was for
	join     func()   // makes the Client
	patient  bool     // joins again when refused

	tick  game.Tick // the last that a host has confirmed
	moved time.Time // when that was
	gap   time.Duration
	was   seat
}

// seat is what must be the same when a player is back.
type seat struct {
	pilot uint16
	slot  int
	team  uint8
	name  string
}

// progress is when players were first and last told of a tick by a host.
type progress struct {
	first, last       time.Time
	firstTick, newest game.Tick
}

// newCrowd brings players through the door into one match.
func (f *fleetOf) newCrowd(players int) *crowd {
	f.Helper()
	c := &crowd{fleetOf: f, told: map[string]*progress{}}
	c.come(fleet.ID(0))
	c.until("the first player flies", func() bool { return c.players[0].flies() })
	for range players - 1 {
		c.come(c.players[0].match)
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

// come has one more player come.
func (c *crowd) come(match fleet.ID) {
	c.Helper()
	c.comeAs(c.key(), match)
}

// key makes the key of a player.
func (c *crowd) key() identity.Key {
	c.Helper()
	key, err := identity.Load(filepath.Join(c.TempDir(), "key"))
	if err != nil {
		c.Fatal(err)
	}
	return key
}

// comeAs has the player with a key come, and with keys that vouch for it.
func (c *crowd) comeAs(key identity.Key, match fleet.ID, proofs ...identity.Proof) {
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

// frame is one for all, in which they look at what was told.
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
		at := c.told[p.at]
		if at == nil {
			at = &progress{first: now, firstTick: tick, newest: tick}
			c.told[p.at] = at
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

// mark has what is looked at begin now: who sits where, how long anybody stands still, and who tells of ticks.
func (c *crowd) mark() {
	clear(c.told)
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

// fly lets all play for a while.
func (c *crowd) fly(d time.Duration) {
	c.Helper()
	began := time.Now()
	c.until("time passes", func() bool { return time.Since(began) > d })
}

// until lets all play until something holds.
func (c *crowd) until(what string, holds func() bool) {
	c.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Second / 60) {
		if c.frame(); holds() {
			return
		}
		if time.Now().After(deadline) {
			for _, p := range c.players {
				c.Logf("%s: at %q, phase %d, %v, ship %d, told of tick %d %v ago", p.name, p.at, p.view.Phase, p.view.Err, p.view.Me, p.tick, time.Since(p.moved).Round(time.Millisecond))
			}
			c.Fatalf("it does not come: %s", what)
		}
	}
}

// allElsewhere reports whether all fly, and none at an address that is gone.
func (c *crowd) allElsewhere(gone string) bool {
	return !slices.ContainsFunc(c.players, func(p *player) bool { return !p.flies() || p.at == gone || p.at == "" })
}

// sitWhereTheySat expects everybody in the seat of the last mark, once all fly.
func (c *crowd) sitWhereTheySat() {
	c.Helper()
	c.until("all fly", c.allFly)
	for _, p := range c.players {
		if is := p.seat(); is != p.was {
			c.Errorf("%s sat at %+v, and sits at %+v", p.name, p.was, is)
		}
	}
}

// longestGap returns how long anybody was told nothing new since the last mark.
func (c *crowd) longestGap() (longest time.Duration) {
	for _, p := range c.players {
		longest = max(longest, p.gap)
	}
	return longest
}

// overlap is for how long players may hear ticks of a host that has stopped after others hear those of the next: what is under way.
const overlap = 250 * time.Millisecond

// neverTwo expects that since the last mark no two hosts have told of ticks at a time. Players on a busy machine read late, so it is a
// fault with -long alone: TestAMatchIsNeverPlayedByTwo of fleet/keeper proves it in virtual time.
func (c *crowd) neverTwo() {
	c.Helper()
	complain := c.Logf
	if *long {
		complain = c.Errorf
	}
	for a, one := range c.told {
		for b, other := range c.told {
			if a < b && one.first.Before(other.last.Add(-overlap)) && other.first.Before(one.last.Add(-overlap)) {
				complain("%s told of ticks from %v to %v, and %s from %v to %v", a, one.first, one.last, b, other.first, other.last)
			}
		}
	}
}
