//go:build unix && !race

package e2e

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	stdnet "net"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// Strangers with many half-open connections do not lock out others, from any number of networks. They dial again at once when they are cut
// off.

func TestTwoAddressesDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	besiegeDoor(t, siegeOfDoor{sites: 2, each: 150})
}

func TestTwoAddressesThatShakeHandsDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	besiegeDoor(t, siegeOfDoor{sites: 2, each: 150, shakes: true})
}

func TestTwoHundredNetworksDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	besiegeDoor(t, siegeOfDoor{sites: 200, each: 4})
}

func TestTwoHundredNetworksThatShakeHandsDoNotLockTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	each := 2
	if *long {
		each = 4
	}
	besiegeDoor(t, siegeOfDoor{sites: 200, each: each, shakes: true})
}

type siegeOfDoor struct {
	sites, each int  // networks, and connections for each of them
	shakes      bool // completes handshakes, before it falls silent
}

const doorRedial = 20 * time.Millisecond // that leaves a part of two cores to others

// doorVisits is how often an honest client connects; each time it must succeed. The first finds the siege complete.
func doorVisits() int {
	if *long {
		return 10
	}
	return 1
}

func besiegeDoor(t *testing.T, s siegeOfDoor) {
	addr := openDoorTo(t)
	var held, cut atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	for site := range s.sites {
		for range s.each {
			running.Go(func() {
				for ctx.Err() == nil {
					s.hold(ctx, site, addr, &held)
					cut.Add(1)
					select {
					case <-ctx.Done():
					case <-time.After(doorRedial):
					}
				}
			})
		}
	}
	testkit.Until(t, "strangers hold all that they may, or as many have been cut off", func() bool {
		return held.Load()+cut.Load() >= int64(s.sites*s.each)
	})
	refusals := 0
	var last error
	for range doorVisits() {
		for _, visit := range []func(context.Context, string) error{askDoor, joinDoor} {
			testkit.Until(t, "an honest client is let in", func() bool {
				err := visit(testkit.Context(t), addr)
				if err != nil {
					last = err
				}
				if err != nil && !isSlow(err) {
					refusals++
				}
				return err == nil
			})
		}
	}
	t.Logf("%d refusals in %d visits each way; strangers hold %d connections and were cut off %d times; last failure: %v",
		refusals, doorVisits(), held.Load(), cut.Load(), last)
	if visits := 2 * doorVisits(); *long && refusals > visits/2 { // on a busy machine strangers may connect faster than a client shakes hands
		t.Errorf("expected that most of %d visits succeed at the first try", visits)
	}
}

// isSlow reports whether a client timed out because its machine, which also runs the siege, was too slow.
func isSlow(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "within 5s") || strings.Contains(err.Error(), "in time")
}

func askDoor(ctx context.Context, addr string) error {
	_, err := net.Ask(ctx, link.Dial(addr, &link.KnownHosts{}))
	return err
}

func joinDoor(ctx context.Context, addr string) error {
	c := net.NewClient(net.ClientConfig{Dial: func() link.Link { return link.Dial(addr, &link.KnownHosts{}) }, Name: "Honest", Spectate: true})
	defer c.Leave()
	for ctx.Err() == nil {
		switch v := c.Frame(time.Now(), 0); v.Phase {
		case net.Playing:
			return nil
		case net.Refused, net.Ended:
			return v.Err
		}
		time.Sleep(time.Second / game.TickRate)
	}
	return ctx.Err()
}

// hold keeps a connection from its own network until it is cut off.
func (s siegeOfDoor) hold(ctx context.Context, site int, addr string, held *atomic.Int64) {
	local := &stdnet.TCPAddr{IP: stdnet.IPv4(127, 1, byte(site), 7)} // each in its own /24
	raw, err := (&stdnet.Dialer{LocalAddr: local, Timeout: 5 * time.Second}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return
	}
	defer raw.Close()
	defer context.AfterFunc(ctx, func() { raw.Close() })()
	var conn stdnet.Conn = raw
	if s.shakes {
		secure := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13, NextProtos: []string{"dogfight/5"},
			CurvePreferences: []tls.CurveID{tls.X25519}}) // the cheapest for strangers and for the test machine
		if secure.HandshakeContext(ctx) != nil {
			return
		}
		conn = secure
	}
	held.Add(1)
	defer held.Add(-1)
	for buf := make([]byte, 512); ; {
		if _, err := conn.Read(buf); err != nil {
			return
		}
	}
}

// openDoorTo hosts a match to which every address is a stranger's.
func openDoorTo(t *testing.T) (addr string) {
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{Local: func(netip.Addr) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := assets.Arena(assets.ArenaNames()[0])
	if err != nil {
		t.Fatal(err)
	}
	host := net.NewHost(net.HostConfig{HostOptions: net.HostOptions{Title: "Siege"}}, net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{}, 0))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { host.Run(ctx) })
	running.Go(func() {
		for {
			peer, err := l.Accept()
			if err != nil {
				return
			}
			host.Add(peer)
		}
	})
	t.Cleanup(func() {
		l.Close()
		stop()
		running.Wait()
	})
	return fmt.Sprint(l.Addr())
}

// nameHost hosts a match, and returns a function that tries to join it by a name.
func nameHost(t *testing.T) (host *net.Host, join func(name string) (*net.Client, *net.View)) {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	host = net.NewHost(net.HostConfig{BotNames: []string{"Bot"}},
		net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{Skill: 1}, 0))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		host.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return host, func(name string) (*net.Client, *net.View) {
		c := net.NewClient(net.ClientConfig{Name: name, Dial: func() link.Link {
			near, far := link.PipeOf("192.0.2.7:1", "")
			host.Add(far)
			return near
		}})
		v := c.Frame(time.Now(), 0)
		for range 60 {
			time.Sleep(time.Second / 60)
			v = c.Frame(time.Now(), 0)
		}
		return c, v
	}
}

// TestNamesLikeAddressesOrNumbersAreRefused: an operator who kicks 34 or bans 0.0.0.0/0 never names a player.
func TestNamesLikeAddressesOrNumbersAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, join := nameHost(t)
		for _, name := range []string{"0.0.0.0/0", "192.0.2.9", "::/0", "34", "#34", "\uff13\uff14", "SHA256:47DEQpj8HBSa", "the host", "t\u04bb\u0435 host", "*** Rex"} {
			_, v := join(name)
			if v.Phase != net.Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "name: must not read as") {
				t.Errorf("%q: phase %d, %v", name, v.Phase, v.Err)
			}
		}
		for _, name := range []string{"Rex", "Ann 34", "SHA"} {
			if _, v := join(name); v.Phase != net.Playing {
				t.Errorf("%q: phase %d, %v", name, v.Phase, v.Err)
			}
		}
		all, err := host.Pilots()
		if err != nil || len(all) != 3 {
			t.Fatalf("expected 3 pilots, got %v, %v", all, err)
		}
		for _, p := range all {
			if _, err := admission.ParseBan(p.Name); err == nil {
				t.Errorf("%q can be banned as if it were an address", p.Name)
			}
		}
	})
}

// TestNamesThatLookAlikeGetNumbers also changes a name to a lookalike.
func TestNamesThatLookAlikeGetNumbers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, join := nameHost(t)
		join("Rex")
		for i, name := range []string{"R\u0435x", "rex", "REX", "\uff32\uff45\uff58", "\U0001d411\U0001d41e\U0001d431", "Re\u0445"} {
			_, v := join(name)
			own := ""
			for _, p := range v.Roster {
				if p.ID == v.Pilot {
					own = p.Name
				}
			}
			if want := name + " " + string(rune('2'+i)); own != want {
				t.Errorf("%q is called %q, expected %q", name, own, want)
			}
		}
		turncoat, v := join("Somebody")
		turncoat.Rename("R\u0435x")
		turncoat.Choose(0, 0, 0)
		for range 60 {
			time.Sleep(time.Second / 60)
			v = turncoat.Frame(time.Now(), 0)
		}
		all, err := host.Pilots()
		if last := all[len(all)-1]; err != nil || last.ID != v.Pilot || last.Name != "R\u0435x 8" {
			t.Errorf("after the change of name the pilot is %+v, %v", last, err)
		}
	})
}

// crowdHost is a host in a bubble, for clients from any address.
type crowdHost struct {
	*testing.T
	host *net.Host
}

func onCrowdHost(t *testing.T, conf net.HostConfig, test func(h *crowdHost)) {
	synctest.Test(t, func(t *testing.T) {
		arena, err := assets.Arena("open")
		if err != nil {
			t.Fatal(err)
		}
		conf.BotNames = []string{"Bot"}
		setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
		h := &crowdHost{t, net.NewHost(conf, net.FixedMatch(setup, net.MatchOptions{Skill: 1}, 0))}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); h.host.Run(ctx) }()
		test(h)
		stop()
		<-ended
	})
}

// joins joins from an address as a player without a key, and asks for a ship.
func (h *crowdHost) joins(from, name string) *net.Client {
	c := net.NewClient(net.ClientConfig{Name: name, Wait: true, Dial: func() link.Link {
		near, far := link.PipeOf(from, "")
		h.host.Add(far)
		return near
	}})
	return c
}

// play changes the inputs of all clients now and then.
func (h *crowdHost) play(d time.Duration, clients ...*net.Client) {
	for until := time.Now().Add(d); time.Now().Before(until); time.Sleep(time.Second / 15) {
		for i, c := range clients {
			c.Frame(time.Now(), game.Steer(game.Course(1+(time.Now().Unix()+int64(i))%8)))
		}
	}
}

// seats counts the ships of players and of bots.
func (h *crowdHost) seats() (all, bots int) {
	pilots, err := h.host.Pilots()
	if err != nil {
		h.Fatal(err)
	}
	for _, p := range pilots {
		switch {
		case p.Spectates:
		case p.Bot:
			bots++
		default:
			all++
		}
	}
	return all, bots
}

func TestOneAddressCannotFillTheMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("a crowd; runs without -short")
	}
	for name, from := range map[string]func(i int) string{
		"one address": func(i int) string { return fmt.Sprintf("192.0.2.1:%d", 1000+i) },
		"one /64":     func(i int) string { return fmt.Sprintf("[2001:db8::%x]:%d", i+1, 1000+i) },
		"one /48":     func(i int) string { return fmt.Sprintf("[2001:db8:0:%x::1]:%d", i, 1000+i) },
	} {
		onCrowdHost(t, net.HostConfig{}, func(h *crowdHost) {
			var links []*net.Client
			for i := range 96 {
				links = append(links, h.joins(from(i), fmt.Sprint("Eve ", i)))
			}
			h.play(1500*time.Millisecond, links...)
			taken, _ := h.seats()
			t.Logf("%s: %d links have %d of %d seats", name, len(links), taken, game.MaxShips)
			if taken > game.MaxShips/4 {
				t.Errorf("%s: %d of %d seats", name, taken, game.MaxShips)
			}
			var honest []*net.Client
			for i := range 20 {
				honest = append(honest, h.joins(fmt.Sprintf("198.51.100.%d:4000", i), fmt.Sprint("Ann ", i)))
			}
			h.play(2*time.Second, append(links, honest...)...)
			for _, c := range honest {
				if v := c.Frame(time.Now(), 0); v.Me < 0 {
					t.Errorf("%s: a player from elsewhere has no seat: phase %d, %v", name, v.Phase, v.Err)
				}
			}
		})
	}
}

func TestOneAddressGetsNoMoreSeatsByReconnecting(t *testing.T) {
	onCrowdHost(t, net.HostConfig{}, func(h *crowdHost) {
		for i := range 16 {
			var links []*net.Client
			for k := range 8 {
				links = append(links, h.joins(fmt.Sprintf("192.0.2.1:%d", 1000+8*i+k), fmt.Sprint("Eve ", i, " ", k)))
			}
			h.play(time.Second/2, links...)
			if taken, _ := h.seats(); taken > 8 {
				t.Fatalf("after %d times it has %d seats", i+1, taken)
			}
			for _, c := range links {
				c.Link().Close() // without a Bye, so that the seats are reserved
			}
		}
	})
}

func TestSeatsAreNotCarriedToAnotherAddress(t *testing.T) {
	onCrowdHost(t, net.HostConfig{}, func(h *crowdHost) {
		var links []*net.Client
		for i := range 5 {
			for k := range 8 { // join from one address, and return from another
				from := fmt.Sprintf("192.0.2.1:%d", 1000+8*i+k)
				c := net.NewClient(net.ClientConfig{Name: fmt.Sprint("Eve ", i, " ", k), Wait: true, Dial: func() link.Link {
					near, far := link.PipeOf(from, "")
					from = "192.0.2.2:1000"
					h.host.Add(far)
					return near
				}})
				links = append(links, c)
			}
			h.play(time.Second, links...)
			for _, c := range links {
				c.Link().Close()
			}
			h.play(1500*time.Millisecond, links...)
			if taken, _ := h.seats(); taken > 16 {
				t.Fatalf("two addresses have %d seats", taken)
			}
		}
	})
}

func TestAHouseholdBeyondItsSeatsSpectatesWithANotice(t *testing.T) {
	onCrowdHost(t, net.HostConfig{HostOptions: net.HostOptions{PerAddress: 2}}, func(h *crowdHost) {
		near, far := link.PipeOf("192.0.2.1:1000", "")
		h.host.Add(far)
		first, second := h.joins("192.0.2.1:1", "Ann"), h.joins("192.0.2.1:2", "Bo")
		h.play(time.Second, first, second)
		for _, m := range []proto.Message{
			&proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Cy"}, &proto.Spawn{Name: "Cy"},
		} {
			near.Send(link.Control, m.Append(nil))
		}
		h.play(time.Second, first, second)
		told := false
		for p, ok := near.Receive(nil); ok; p, ok = near.Receive(nil) {
			m, _ := proto.Parse(p.Bytes)
			if r, ok := m.(*proto.SpawnResult); ok && p.Channel == link.Control {
				told = r.Status == proto.SpawnCrowded
			}
		}
		if !told || near.Err() != nil {
			t.Errorf("the third of the address gets %v, link %v", told, near.Err())
		}
		near.Close()
		third := h.joins("192.0.2.1:3", "Cy")
		h.play(time.Second, first, second, third)
		if v := third.Frame(time.Now(), 0); v.Me >= 0 || v.Phase != net.Playing || !v.Waiting {
			t.Errorf("slot %d, phase %d, waits %v, %v", v.Me, v.Phase, v.Waiting, v.Err)
		}
		first.Leave()
		h.play(3*time.Second, second, third)
		if v := third.Frame(time.Now(), 0); v.Me < 0 || v.Waiting {
			t.Errorf("a seat of the address is free, and it has slot %d, waits %v", v.Me, v.Waiting)
		}
	})
}

// relayHost hosts a match with a password, or "" for none, at a free port.
func relayHost(t *testing.T, password string) *link.Listener {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	host := net.NewHost(net.HostConfig{HostOptions: net.HostOptions{Title: "Relayed", Password: password}, BotNames: []string{"Bot"}},
		net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{Skill: 1}, 0))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); host.Run(ctx) }()
	l := relayListen(t)
	go relayAccept(l, host.Add)
	t.Cleanup(func() { stop(); <-ended })
	return l
}

func relayListen(t *testing.T) *link.Listener {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func relayAccept(l *link.Listener, take func(link.Link)) {
	for {
		came, err := l.Accept()
		if err != nil {
			return
		}
		take(came)
	}
}

// relayTo listens with its own certificate, and forwards everything to a host and back.
func relayTo(t *testing.T, host *link.Listener) *link.Listener {
	t.Helper()
	l := relayListen(t)
	go relayAccept(l, func(victim link.Link) {
		go relayBetween(victim, link.DialTLS(host.Addr().String(), &link.KnownHosts{}))
	})
	return l
}

func relayBetween(a, b link.Link) {
	defer a.Close()
	defer b.Close()
	var buf []byte
	pass := func(from, to link.Link) bool {
		over := from.Err() != nil // first, so that its last packets are read
		for {
			p, ok := from.Receive(buf)
			if !ok {
				return !over
			}
			to.Send(p.Channel, p.Bytes)
			buf = p.Bytes
		}
	}
	for end := time.Now().Add(testkit.Limit); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if !pass(a, b) || !pass(b, a) {
			return
		}
	}
}

// relayJoin joins at an address until the client plays or is refused.
func relayJoin(t *testing.T, at *link.Listener, password string) *net.View {
	t.Helper()
	c := net.NewClient(net.ClientConfig{
		Dial: func() link.Link { return link.Dial(at.Addr().String(), &link.KnownHosts{}) }, Name: "Rex", Password: password,
	})
	t.Cleanup(func() { c.Leave(); <-c.Link().Done() })
	var v *net.View
	testkit.Until(t, "the client plays or is refused", func() bool {
		v = c.Frame(time.Now(), 0)
		return v.Phase != net.Joining
	})
	return v
}

// TestARelayWithAnotherCertificateIsRefused: at their first meeting, a player takes a relay's certificate for the host's. With
// a password, the proof reveals the relay.
func TestARelayWithAnotherCertificateIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	if v := relayJoin(t, relayTo(t, relayHost(t, "")), ""); v.Phase != net.Playing {
		t.Fatalf("the relay does not work: phase %d, %v", v.Phase, v.Err)
	}
	host := relayHost(t, "open sesame")
	v := relayJoin(t, relayTo(t, host), "open sesame")
	if v.Phase != net.Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "is relayed: a third party can listen") {
		t.Errorf("phase %d, %v", v.Phase, v.Err)
	}
	if v := relayJoin(t, host, "open sesame"); v.Phase != net.Playing {
		t.Errorf("without it: phase %d, %v", v.Phase, v.Err)
	}
}
