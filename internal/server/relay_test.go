package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/testkit"
	"dogfight/ui"
)

// aRelay opens a relay until the end of the test.
func aRelay(t *testing.T) *Relay { return aRelayWith(t, func(*Options) {}) }

func aRelayWith(t *testing.T, change func(o *Options)) *Relay {
	t.Helper()
	o := Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Listen: "127.0.0.1:0"}, DrainLimit: time.Hour}
	change(&o)
	r, err := OpenRelay(o, relay.UsualRate, discard)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// invitingHost starts a host with an invitation at a relay.
func invitingHost(t *testing.T, r *Relay, change func(o *Options)) *Server {
	t.Helper()
	o := Options{Dirs: tempDirs(t), Hosting: ui.UsualHosting}
	o.Match.Fill, o.Match.Bots, o.Title = 0, 0, "Invited"
	o.Listen, o.Hidden, o.Relay = "127.0.0.1:0", true, r.Addrs()[0]
	change(&o)
	s := start(t, o, discard)
	until(t, func() bool { return r.server.Figures().Hosts > 0 })
	return s
}

// guestFrom returns a client that joins by an invitation from an address of this machine.
func guestFrom(t *testing.T, i relay.Invitation, from netip.Addr, name string) *net.Client {
	t.Helper()
	open := func(ctx context.Context) (stdnet.Conn, relay.Via, error) {
		d := stdnet.Dialer{LocalAddr: stdnet.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))}
		conn, err := d.DialContext(ctx, "tcp", i.Relay)
		if err != nil {
			return nil, relay.Via{}, err
		}
		fmt.Fprintf(conn, "DOGR\x01\x01%c%s", len(i.Code), i.Code)
		answer := make([]byte, 27)
		if _, err := io.ReadFull(conn, answer); err != nil || answer[0] != 0 {
			conn.Close()
			return nil, relay.Via{}, errors.Join(err, errors.New("refused"))
		}
		return conn, relay.Via{}, nil
	}
	dial := func() link.Link {
		return link.DialVia(t.Context(), open, "the host", func([]byte) error { return nil }, nil)
	}
	c := net.NewClient(net.ClientConfig{Dial: dial, Name: name})
	t.Cleanup(c.Leave)
	return c
}

// TestRelayedPlayersCountByTheirOwnAddresses: twenty join over one relay, which is as many as no single address may have, and banning the
// address of one bans one.
func TestRelayedPlayersCountByTheirOwnAddresses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have only one address on the loopback")
	}
	t.Parallel()
	r := aRelay(t)
	s := invitingHost(t, r, func(*Options) {})
	var guests []*net.Client
	from := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{127, 0, 1, byte(n)}) }
	for n := range 20 {
		guests = append(guests, guestFrom(t, s.Invitation(), from(n+1), fmt.Sprint("Guest", n)))
	}
	var views [20]*net.View
	playing := func(c *net.Client) *net.View { return c.Frame(time.Now(), 0) }
	until(t, func() bool {
		all := true
		for n, c := range guests {
			views[n] = playing(c)
			all = all && views[n].Phase == net.Playing
		}
		return all
	})
	pilots, err := s.home.host.Pilots()
	if err != nil || len(pilots) != 20 {
		t.Fatalf("%d pilots, %v", len(pilots), err)
	}
	for _, p := range pilots {
		if at, err := netip.ParseAddrPort(p.Address); err != nil || !strings.HasPrefix(at.String(), "127.0.1.") {
			t.Errorf("%s is at %s", p.Name, p.Address)
		}
	}
	if _, err := s.home.host.BanPilot(views[7].Pilot, net.ByAddress, "", time.Time{}, false); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return playing(guests[7]).Phase != net.Playing })
	for n, c := range guests {
		if n != 7 && playing(c).Phase != net.Playing {
			t.Errorf("guest %d left with the banned one", n)
		}
	}
	again := guestFrom(t, s.Invitation(), from(8), "Other")
	until(t, func() bool { return playing(again).Phase == net.Refused })
	if left, err := s.home.host.Pilots(); err != nil || len(left) != 19 {
		t.Errorf("%d pilots are left, %v", len(left), err)
	}
}

func TestAnInvitationIsAmongTheWaysToJoin(t *testing.T) {
	t.Parallel()
	r := aRelay(t)
	s := invitingHost(t, r, func(*Options) {})
	want := "dogfight join " + s.Invitation().String()
	if ways := s.Controls().JoinHints; len(ways) != 2 || ways[0] != want {
		t.Errorf("the ways are %q, expected first %q", ways, want)
	}
	alone := start(t, Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Listen: "127.0.0.1:0", Hidden: true}}, discard)
	if i := alone.Invitation(); i != (relay.Invitation{}) {
		t.Errorf("a host without a relay has %v", i)
	}
}

func TestARelayHasFiguresAndDrains(t *testing.T) {
	t.Parallel()
	r := aRelay(t)
	s := invitingHost(t, r, func(*Options) {})
	guest := guestFrom(t, s.Invitation(), netip.MustParseAddr("127.0.0.1"), "Ann")
	until(t, func() bool { return guest.Frame(time.Now(), 0).Phase == net.Playing })
	var figures bytes.Buffer
	r.Monitor().Write(&figures)
	for _, want := range []string{"dogfight_relay_hosts 1", "dogfight_relay_invitations 1", "dogfight_relay_players 1", "dogfight_relay_calls_total 1", "dogfight_healthy 1"} {
		if !strings.Contains(figures.String(), "\n"+want+"\n") {
			t.Errorf("expected %s in\n%s", want, figures.String())
		}
	}
	r.Drain()
	select {
	case <-r.Drained():
		t.Error("the relay has drained with a player")
	default:
	}
	guest.Leave()
	testkit.Receive(t, "the relay has drained", r.Drained())
}

func TestThePageOfAnInvitationSaysWhatToType(t *testing.T) {
	t.Parallel()
	r := aRelayWith(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	get := func(path string) (int, string) {
		response, err := http.Get(r.WebURL() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(body)
	}
	status, page := get("Amber-Fox-7k3q-92hd-m4xt")
	if want := "<pre>dogfight join " + r.Addrs()[0] + "/amber-fox-7k3q-92hd-m4xt</pre>"; status != http.StatusOK || !strings.Contains(page, want) {
		t.Errorf("status %d, expected %s in\n%s", status, want, page)
	}
	for _, path := range []string{"", "amber-fox", "%3Cscript%3E-fox-7k3q-92hd-m4xt"} {
		if status, page := get(path); status != http.StatusNotFound {
			t.Errorf("%q: status %d\n%s", path, status, page)
		}
	}
}
