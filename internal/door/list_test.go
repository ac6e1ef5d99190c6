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

func TestAnAnswerIsFoundFourTimesASecondHoweverManyAsk(t *testing.T) {
	t.Parallel()
	found := 0
	a := answer[int]{find: func() int { found++; return found }}
	now := time.Now()
	for range 1000 {
		a.get(now)
		now = now.Add(time.Millisecond)
	}
	if found != 4 {
		t.Errorf("in a second it was found %d times", found)
	}
}

// TestStrangersGetTheCachedAnswer: by a datagram, by a connection, and in a list.
func TestStrangersGetTheCachedAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	lists, counts := 0, 0
	r.door.list.find = func() []byte { lists++; return (&proto.FleetList{}).Append(nil) }
	r.door.totals.find = func() totals { counts++; return totals{players: 7} }
	r.door.list.get(time.Now().Add(time.Hour)) // no list is made again during the test
	r.door.totals.get(time.Now().Add(time.Hour))
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
