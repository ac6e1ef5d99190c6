package lan

import (
	"context"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"dogfight/testkit"
)

func TestAMatchOnThisMachineIsFoundUntilItEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a := Announcer{ID: 7, Title: "Fun", Listen: at("127.0.0.1:42"), Folder: dir}
		a.Run(ctx)
	}()
	looking, stop := context.WithCancel(testkit.Context(t))
	defer stop()
	var found []Match
	browse(looking, dir, func(m Match) {
		if m.ID == 7 { // others may be on this network
			found = append(found, m)
			stop()
		}
	})
	if want := (Match{ID: 7, At: []netip.AddrPort{at("127.0.0.1:42")}}); len(found) == 0 || !reflect.DeepEqual(found[0], want) {
		t.Errorf("%v came", found)
	}
	end()
	<-ended
	if left := folder(dir).read(time.Now()); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestAHostOfAllAddressesIsAtTheLoopbackOfThisMachine(t *testing.T) {
	for listen, want := range map[string][]netip.AddrPort{
		"0.0.0.0:42":     {at("127.0.0.1:42")},
		"[::]:42":        {at("127.0.0.1:42"), at("[::1]:42")},
		"192.168.1.7:42": {at("192.168.1.7:42")},
	} {
		a := Announcer{Listen: at(listen)}
		if got := a.here().At; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: expected %v, %v came", listen, want, got)
		}
	}
}

func TestAHostIsAnnouncedWhereItListensAlone(t *testing.T) {
	v4, v6 := netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("2001:db8::7")
	for listen, want := range map[string][2]bool{
		"0.0.0.0:42": {true, false}, "[::]:42": {true, true}, "192.168.1.7:42": {true, false},
		"[2001:db8::7]:42": {false, true}, "127.0.0.1:42": {false, false}, "192.168.1.8:42": {false, false},
		"[::ffff:192.168.1.7]:42": {true, false},
	} {
		a := Announcer{Listen: at(listen)}
		if got := [2]bool{a.listensAt(v4), a.listensAt(v6)}; got != want {
			t.Errorf("%s: expected %v, %v came", listen, want, got)
		}
	}
}
