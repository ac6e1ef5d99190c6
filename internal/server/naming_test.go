package server

import (
	"context"
	"slices"
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

func TestANameThatIsSaidWhileThePlayerIsBeingSeatedIsTheirs(t *testing.T) {
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
			var wished naming
			s := &ui.Session{Match: client}
			wished.under(s)
			var v *net.View
			for frame := range game.TickRate {
				if frame == after {
					wished.say("Betty")
				}
				v = s.Match.Frame(time.Now(), 0)
				time.Sleep(5 * time.Millisecond)
			}
			if !slices.ContainsFunc(v.Roster, func(p proto.Pilot) bool { return p.Name == "Betty" && p.ID == v.Pilot }) {
				t.Errorf("said in frame %d: the pilots are %+v", after, v.Roster)
			}
		})
	}
}
