package door

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// TestWhoWaitsIsSentTheListOfTheFleetEveryTwoSeconds has a player come back whose match the directory may have forgotten.
func TestWhoWaitsIsSentTheListOfTheFleetEveryTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		put := func(kind fleet.Kind, id fleet.ID, v fleet.Value) {
			t.Helper()
			if _, err := f.Put(t.Context(), kind, id.String(), fleet.Append(nil, v)); err != nil {
				t.Fatal(err)
			}
		}
		for i, region := range []string{"us", "eu"} {
			at := fleet.Host{ID: fleet.ID(i + 1), Address: "192.0.2.1:4242", Fingerprint: "SHA256:x", Region: region, Protocol: proto.Version, Rules: game.RulesFingerprint}
			put(fleet.Hosts, at.ID, &at)
			for n, players := range []int{3, 32, 9} {
				m := fleet.Match{ID: 100*at.ID + fleet.ID(n), Host: at.ID, Epoch: 1, Address: at.Address, Fingerprint: at.Fingerprint, Players: min(players+i, 32), Slots: 32}
				put(fleet.Matches, m.ID, &m)
			}
		}
		v, err := fleet.WatchView(f, fleet.Hosts, fleet.Matches)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		d := &Door{fleet: f, view: v, region: "eu", log: slog.New(slog.DiscardHandler), patience: usualPatience}
		d.list.find = func() []byte { return d.List().Append(nil) }
		d.away.Store(time.Now().UnixNano())
		ctx, stop := context.WithCancel(t.Context())
		d.running.Go(func() {
			defer sys.Restore()
			d.receive(ctx)
		})
		defer d.running.Wait()
		defer stop()
		near, far := link.PipeOf("192.0.2.7:50000", "SHA256:player")
		d.Add(far)
		near.Send(link.Control, hello(proto.Token{1}).Append(nil))
		began, lists := time.Now(), 0
		for {
			m, err := hearOne(near)
			if errors.Is(err, link.ErrClosed) {
				break
			}
			list, ok := m.(*proto.FleetList)
			if !ok || err != nil {
				t.Fatalf("got %+v, %v", m, err)
			}
			lists++
			var players []uint16
			for _, m := range list.Matches {
				players = append(players, m.Players)
			}
			if len(list.Hosts) != 2 || list.Hosts[0].Region != "eu" || len(players) != 6 || players[0] != 10 || players[3] != 3 || players[5] != 32 {
				t.Errorf("the hosts are %+v, the players of matches %v", list.Hosts, players)
			}
		}
		if took := time.Since(began); lists != int(heldFor/holdEvery) || took < heldFor || took > heldFor+time.Second {
			t.Errorf("%d lists came, and the link was closed after %v", lists, took)
		}
	})
}
