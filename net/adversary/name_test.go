package adversary_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
)

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
