package lan

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// forger answers every question on a network with a thousand matches that there are not, at once.
type forger struct {
	conn  *net.UDPConn
	asked atomic.Int32 // questions heard
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

// TestAForgerOnTheNetworkHidesNoMatch has one machine answer each question with a thousand matches, before any other.
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
	t.Logf("%d questions made %d on the network; at most %d matches were taken", questions, f.asked.Load(), most)
	if f.asked.Load() == 0 {
		t.Skip("the system does not carry multicast here")
	}
	if most > maxOfSource {
		t.Errorf("%d matches of one machine were taken", most)
	}
}
