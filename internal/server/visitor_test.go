package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/ui"
)

// FuzzVisitorName: a visitor with any user name gets a valid name.
func FuzzVisitorName(f *testing.F) {
	for _, user := range []string{"ann", "", " ", "watch", "root\x1b[2J", "\xff\xfe", "a\u202eb", strings.Repeat("x", 1000), "Ann Å"} {
		f.Add(user)
	}
	f.Fuzz(func(t *testing.T, user string) {
		name := (&visitor{user: user, watches: user == spectator}).name()
		if clean, err := proto.CleanName(name); err != nil || clean != name {
			t.Errorf("%q is called %q: %q, %v", user, name, clean, err)
		}
		if own, err := proto.CleanName(user); err == nil && user != spectator && own != name {
			t.Errorf("%q is called %q, not %q", user, name, own)
		}
	})
}

func TestANameSentWhileThePlayerIsBeingSeatedIsUsed(t *testing.T) {
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	for after := range 12 { // frames
		synctest.Test(t, func(t *testing.T) {
			setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
			host := net.NewHost(net.HostConfig{}, net.FixedMatch(setup, net.MatchOptions{}, 4))
			ctx, stop := context.WithCancel(t.Context())
			defer synctest.Wait()
			defer stop()
			go host.Run(ctx)
			client := net.NewClient(net.ClientConfig{Name: "Wilma", Dial: func() link.Link {
				near, far := link.PipeOf(link.Here, "")
				host.Add(far)
				return near
			}})
			var wished renames
			s := &ui.Session{Match: client}
			wished.apply(s)
			var v *net.View
			for frame := range game.TickRate {
				if frame == after {
					wished.set("Betty")
				}
				v = s.Match.Frame(time.Now(), 0)
				time.Sleep(5 * time.Millisecond)
			}
			if !slices.ContainsFunc(v.Roster, func(p proto.Pilot) bool { return p.Name == "Betty" && p.ID == v.Pilot }) {
				t.Errorf("sent in frame %d: the pilots are %+v", after, v.Roster)
			}
		})
	}
}
