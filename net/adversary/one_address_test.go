package adversary_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
)

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

// comes joins from an address as a player without a key, and asks for a ship.
func (h *crowdHost) comes(from, name string) *net.Client {
	c := net.NewClient(net.ClientConfig{Name: name, Wait: true, Dial: func() link.Link {
		near, far := link.PipeOf(from, "")
		h.host.Add(far)
		return near
	}})
	return c
}

// play lets all of them press something new now and then.
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

func TestOneAddressDoesNotTakeTheMatch(t *testing.T) {
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
				links = append(links, h.comes(from(i), fmt.Sprint("Eve ", i)))
			}
			h.play(1500*time.Millisecond, links...)
			taken, _ := h.seats()
			t.Logf("%s: %d links have %d of %d seats", name, len(links), taken, game.MaxShips)
			if taken > game.MaxShips/4 {
				t.Errorf("%s: %d of %d seats", name, taken, game.MaxShips)
			}
			var honest []*net.Client
			for i := range 20 {
				honest = append(honest, h.comes(fmt.Sprintf("198.51.100.%d:4000", i), fmt.Sprint("Ann ", i)))
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

func TestOneAddressGetsNoMoreSeatsByComingAgain(t *testing.T) {
	onCrowdHost(t, net.HostConfig{}, func(h *crowdHost) {
		for i := range 16 {
			var links []*net.Client
			for k := range 8 {
				links = append(links, h.comes(fmt.Sprintf("192.0.2.1:%d", 1000+8*i+k), fmt.Sprint("Eve ", i, " ", k)))
			}
			h.play(time.Second/2, links...)
			if taken, _ := h.seats(); taken > 8 {
				t.Fatalf("after %d times it has %d seats", i+1, taken)
			}
			for _, c := range links {
				c.Link().Close() // without a word, so that the seats wait
			}
		}
	})
}

func TestSeatsAreNotCarriedToAnotherAddress(t *testing.T) {
	onCrowdHost(t, net.HostConfig{}, func(h *crowdHost) {
		var links []*net.Client
		for i := range 5 {
			for k := range 8 { // join from one address, and come back from another
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

func TestAHouseholdBeyondItsSeatsIsToldAndLooksOn(t *testing.T) {
	onCrowdHost(t, net.HostConfig{HostOptions: net.HostOptions{PerAddress: 2}}, func(h *crowdHost) {
		near, far := link.PipeOf("192.0.2.1:1000", "")
		h.host.Add(far)
		first, second := h.comes("192.0.2.1:1", "Ann"), h.comes("192.0.2.1:2", "Bo")
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
			t.Errorf("the third of the address is told %v, link %v", told, near.Err())
		}
		near.Close()
		third := h.comes("192.0.2.1:3", "Cy")
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
