package lan

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
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
	var found []instance
	browse(looking, dir, func(m instance) {
		if m.ID == 7 { // others may be on this network
			found = append(found, m)
			stop()
		}
	})
	if want := (instance{ID: 7, At: []netip.AddrPort{at("127.0.0.1:42")}}); len(found) == 0 || !reflect.DeepEqual(found[0], want) {
		t.Errorf("got %v", found)
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
			t.Errorf("%s: expected %v, got %v", listen, want, got)
		}
	}
}

func TestAHostIsAnnouncedOnlyWhereItListens(t *testing.T) {
	v4, v6 := netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("2001:db8::7")
	for listen, want := range map[string][2]bool{
		"0.0.0.0:42": {true, false}, "[::]:42": {true, true}, "192.168.1.7:42": {true, false},
		"[2001:db8::7]:42": {false, true}, "127.0.0.1:42": {false, false}, "192.168.1.8:42": {false, false},
		"[::ffff:192.168.1.7]:42": {true, false},
	} {
		a := Announcer{Listen: at(listen)}
		if got := [2]bool{a.listensAt(v4), a.listensAt(v6)}; got != want {
			t.Errorf("%s: expected %v, got %v", listen, want, got)
		}
	}
}

func TestTheFolderRoundTrips(t *testing.T) {
	f := folder(filepath.Join(t.TempDir(), "new"))
	want := []instance{
		{ID: 7, At: []netip.AddrPort{at("127.0.0.1:42"), at("[::1]:42")}},
		{ID: 1 << 63, At: []netip.AddrPort{at("192.0.2.1:43")}},
	}
	for _, m := range want {
		f.write(m)
	}
	if got := f.read(time.Now()); !reflect.DeepEqual(got, want) {
		t.Errorf("expected %v, got %v", want, got)
	}
	f.remove(7)
	if got := f.read(time.Now()); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("expected %v, got %v", want[1:], got)
	}
}

func TestStaleFilesAreRemoved(t *testing.T) {
	f := folder(t.TempDir())
	f.write(instance{ID: 7, At: []netip.AddrPort{at("127.0.0.1:42")}})
	if got := f.read(time.Now().Add(stale + time.Minute)); len(got) > 0 {
		t.Errorf("got %v", got)
	}
	if _, err := os.Stat(f.file(7)); err == nil {
		t.Error("the file is still there")
	}
}

func TestForeignFilesInTheFolderStay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"notes":            "127.0.0.1:42",
		"000000000000000A": "127.0.0.1:42", // in another form than ours
		"000000000000000b": "nonsense\n127.0.0.1:0\n",
		"000000000000000c": strings.Repeat("x", 1<<20) + "\n127.0.0.1:42\n",
	} {
		os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)
	}
	os.Mkdir(filepath.Join(dir, "000000000000000d"), 0o700)
	if got := folder(dir).read(time.Now().Add(time.Hour)); len(got) > 0 {
		t.Errorf("got %v", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "notes")); err != nil {
		t.Error(err)
	}
}

func TestAFullFolderIsReadUpToALimit(t *testing.T) {
	f := folder(t.TempDir())
	for id := range uint64(2 * maxMatches) {
		m := instance{ID: id}
		for port := range 20 {
			m.add(at(fmt.Sprintf("127.0.0.1:%d", port)))
		}
		f.write(m)
	}
	found := f.read(time.Now())
	if len(found) != maxMatches || len(found[0].At) != maxAddresses {
		t.Errorf("%d matches, the first at %d addresses", len(found), len(found[0].At))
	}
}

func TestNoFolderHasNoMatch(t *testing.T) {
	folder("").write(instance{ID: 7, At: []netip.AddrPort{at("127.0.0.1:42")}})
	folder("").remove(7)
	if got := folder("").read(time.Now()); got != nil {
		t.Errorf("got %v", got)
	}
	if got := folder("/nowhere/at/all").read(time.Now()); got != nil {
		t.Errorf("got %v", got)
	}
}
