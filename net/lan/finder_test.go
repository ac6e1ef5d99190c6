package lan

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/miekg/dns"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/testkit"
)

// host hosts a match on the loopback, announced in a folder, until its end is called.
func host(t *testing.T, folder, title string, id uint64) (addr string, end func()) {
	t.Helper()
	cert := certificate(t)
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	h := dogfight.NewHost(dogfight.HostConfig{Title: title, ID: id},
		dogfight.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, dogfight.MatchOptions{}, 0))
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

// await polls a finder, with a clock in the future, until it has exactly the matches with these numbers.
func await(t *testing.T, f *Finder, ahead time.Duration, among []uint64, want ...uint64) (list []Match) {
	t.Helper()
	testkit.Until(t, fmt.Sprintf("the matches are %v", want), func() bool {
		list = slices.DeleteFunc(f.Matches(time.Now().Add(ahead)), func(m Match) bool { return !slices.Contains(among, m.ID) })
		var ids []uint64
		for _, m := range list {
			ids = append(ids, m.ID)
		}
		return slices.Equal(ids, want)
	})
	return list
}

func TestMatchesEnterAndLeaveTheList(t *testing.T) {
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
		t.Errorf("got %+v", m)
	}
	_, endOther := host(t, folder, "B", 0xa2)
	defer endOther()
	end()
	await(t, f, 2*time.Second, all, 0xa2) // so that the answers of B are never too old
}

func TestAClosedFinderStopsSearching(t *testing.T) {
	f := NewFinder(t.TempDir())
	f.Matches(time.Now())
	f.Close()
	f.Close()
	if list := f.Matches(time.Now()); len(list) > 0 {
		t.Errorf("got %v", list)
	} // a leaked goroutine would fail the package
}

// forger answers every question on a network at once with a thousand matches that do not exist.
type forger struct {
	conn  *net.UDPConn
	asked atomic.Int32 // received questions
	ended sync.WaitGroup
}

func forge(t *testing.T, n *network, per int) *forger {
	t.Helper()
	conn, err := net.ListenMulticastUDP("udp4", &n.iface, &net.UDPAddr{IP: group4.AsSlice(), Port: mdnsPort})
	if err != nil {
		t.Skip(err)
	}
	f := &forger{conn: conn}
	var said [][]byte
	for i := range per {
		said = append(said, reply(t, uint64(1000+i), fmt.Sprint("AAA ", i), n.at[0].String(), fmt.Sprintf("10.6.%d.%d", i/250, i%250)))
	}
	f.ended.Go(func() {
		buf := make([]byte, longestMDNS)
		for {
			size, from, err := conn.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			var m dns.Msg
			if m.Unpack(buf[:size]) != nil || m.Response {
				continue
			}
			f.asked.Add(1)
			for _, p := range said {
				conn.WriteToUDPAddrPort(p, from)
			}
		}
	})
	return f
}

func (f *forger) close() {
	f.conn.Close()
	f.ended.Wait()
}

// TestAForgerOnTheNetworkHidesNoMatch: one machine answers each question with a thousand matches, before any other.
func TestAForgerOnTheNetworkHidesNoMatch(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("seconds of silence on a real network; runs without -short")
	}
	on := networks()
	i := slices.IndexFunc(on, func(n network) bool { return slices.Contains(n.families(), true) })
	if i < 0 {
		t.Skip("this machine is on no network of IPv4")
	}
	n := on[i]
	n.at = slices.DeleteFunc(n.at, func(a netip.Addr) bool { return !a.Is4() })
	f := forge(t, &n, 1000)
	defer f.close()
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	questions, most := 0, 0
	for ; questions < 3; questions++ {
		most = max(most, len(n.ask(ctx, true)))
	}
	t.Logf("%d questions made %d on the network; at most %d matches were accepted", questions, f.asked.Load(), most)
	if f.asked.Load() == 0 {
		t.Skip("the system does not carry multicast here")
	}
	if most > maxOfSource {
		t.Errorf("%d matches of one machine were accepted", most)
	}
}
