package door

import (
	"net/netip"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net/link"
	"dogfight/proto"
)

// TestStrangersGetTheCachedAnswer: by a datagram, by a connection, and in a list.
func TestStrangersGetTheCachedAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	lists, counts := 0, 0
	r.door.list.Life, r.door.totals.Life = time.Hour, time.Hour // so that the test may take as long as it likes
	r.door.list.Find = func() ([]byte, error) { lists++; return (&proto.FleetList{}).Append(nil), nil }
	r.door.totals.Find = func() (totals, error) { counts++; return totals{players: 7}, nil }
	for range 100 {
		r.door.answer((&proto.Query{Nonce: 1}).Append(nil), nil)
	}
	for _, ask := range []proto.Message{&proto.ListFleet{}, &proto.InfoQuery{}} {
		l := newPerson(t).dial(r.door)
		defer l.Close()
		l.Send(link.Control, ask.Append(nil))
		if _, err := receiveOne(l); err != nil {
			t.Error(err)
		}
	}
	if r.door.Summary(); lists != 1 || counts != 1 {
		t.Errorf("the list was made %d times, the totals %d times", lists, counts)
	}
}

// BenchmarkAQuery measures a stranger's datagram at a door of 3200 matches.
func BenchmarkAQuery(b *testing.B) {
	f := fleettest.NewLocal()
	defer f.Close()
	d, err := Open(Options{Fleet: f, Certificate: newCertificate(b), Listen: "127.0.0.1:0"})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	for h := range fleet.ID(100) {
		host := fleet.Host{ID: h + 1, Address: netip.AddrPortFrom(netip.IPv4Unspecified(), 4242).String(), Protocol: proto.Version, Rules: game.RulesFingerprint}
		f.Put(b.Context(), fleet.Hosts, host.ID.String(), fleet.Append(nil, &host))
		for n := range fleet.ID(32) {
			m := fleet.Match{ID: 1000*(h+1) + n, Host: host.ID, Epoch: 1, Address: host.Address, Mode: "teams", Arena: "belt", Slots: 64, Players: int(n)}
			f.Put(b.Context(), fleet.Matches, m.ID.String(), fleet.Append(nil, &m))
		}
	}
	for len(d.view.Matches()) < 3200 {
		time.Sleep(time.Millisecond)
	}
	query := (&proto.Query{Nonce: 1}).Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		d.answer(query, nil)
	}
}
