package lan

import (
	"context"
	"crypto/tls"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// host hosts a match on the loopback, announced in a folder, until its end is called.
func host(t *testing.T, folder, title string, id uint64) (addr string, end func()) {
	t.Helper()
	cert := certificate(t)
	l, err := link.Listen("127.0.0.1:0", cert, link.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	h := net.NewHost(net.HostConfig{Title: title, ID: id},
		net.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, net.MatchOptions{}, 0))
	l.Answer(h.Answer)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a := Announcer{ID: id, Title: title, Listen: l.Addr(), Folder: folder}
		a.Run(ctx)
	}()
	return l.Addr().String(), func() {
		stop()
		<-ended
		l.Close()
	}
}

func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// await polls a finder, by a clock that is ahead, until the matches with these numbers are just those.
func await(t *testing.T, f *Finder, ahead time.Duration, among []uint64, want ...uint64) (list []FoundMatch) {
	t.Helper()
	testkit.Until(t, fmt.Sprintf("the matches are %v", want), func() bool {
		list = slices.DeleteFunc(f.Matches(time.Now().Add(ahead)), func(m FoundMatch) bool { return !slices.Contains(among, m.ID) })
		var ids []uint64
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		return slices.Equal(ids, want)
	})
	return list
}

func TestMatchesComeIntoTheListAndLeaveIt(t *testing.T) {
	if testing.Short() {
		t.Skip("several seconds of searching; runs without -short")
	}
	folder := t.TempDir()
	f := NewFinder(folder)
	defer f.Close()
	all := []uint64{0xa1, 0xa2}
	addr, end := host(t, folder, "A", 0xa1)
	list := await(t, f, 0, all, 0xa1)
	if m := list[0]; m.Title != "A" || m.Arena != "open" || m.Address != addr || !m.Ours() || m.Ping <= 0 {
		t.Errorf("%+v came", m)
	}
	_, endOther := host(t, folder, "B", 0xa2)
	defer endOther()
	end()
	await(t, f, 2*time.Second, all, 0xa2) // by which the answers of B are never too old
}

func TestAFinderThatIsClosedLooksNoMore(t *testing.T) {
	f := NewFinder(t.TempDir())
	f.Matches(time.Now())
	f.Close()
	f.Close()
	if list := f.Matches(time.Now()); len(list) > 0 {
		t.Errorf("%v came", list)
	} // goroutines that go on would fail the package
}
