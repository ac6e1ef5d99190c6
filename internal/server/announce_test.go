package server

import (
	"net"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"testing"
	"time"

	"dogfight/internal/config"
	"dogfight/net/lan"
	"dogfight/net/listing"
	"dogfight/testkit"
)

func TestOnlyVisitorsFromThisNetworkSeeHowOthersJoin(t *testing.T) {
	s := newServer(config.Dirs{}, "", discard)
	if web, ways := s.invitationFor("127.0.0.1:5000")(); web != "" || ways != nil {
		t.Errorf("before the doors are open: %q, %q", web, ways)
	}
	s.invites.Store(&invitation{"http://192.0.2.7/", []string{"dogfight join 192.0.2.7"}})
	for remote, told := range map[string]bool{
		"127.0.0.1:5000": true, "127.0.0.1": true, "[::1]:5000": true, "::1": true,
		"8.8.8.8:5000": false, "2001:db8::7": false, "": false, "pipe": false,
	} {
		web, ways := s.invitationFor(remote)()
		if told != (web == "http://192.0.2.7/") || told != slices.Equal(ways, []string{"dogfight join 192.0.2.7"}) {
			t.Errorf("%q: %q, %q", remote, web, ways)
		}
	}
}

func TestCommandsForOthersToJoin(t *testing.T) {
	for listen, want := range map[string][2]string{
		"192.0.2.7:4242":          {"192.0.2.7", "-p 4242 192.0.2.7"},
		"192.0.2.7:22":            {"192.0.2.7:22", "192.0.2.7"},
		"[::ffff:192.0.2.7]:5000": {"192.0.2.7:5000", "-p 5000 192.0.2.7"},
		"[2001:db8::7]:4242":      {"[2001:db8::7]:4242", "-p 4242 2001:db8::7"},
		"[fe80::7%eth0]:2222":     {"[fe80::7%eth0]:2222", "-p 2222 fe80::7%eth0"},
	} {
		at := netip.MustParseAddrPort(listen)
		if got := [2]string{joinAddress(at, "sofa.local"), sshAddress(at, "sofa.local")}; got != want {
			t.Errorf("%s: %q, want %q", listen, got, want)
		}
	}
}

func TestAVisitorSeesTheNameByWhichTheyReachedTheMachine(t *testing.T) {
	for _, c := range []struct{ listen, name, join, ssh string }{
		{"0.0.0.0:4242", "sofa.local", "sofa.local", "-p 4242 sofa.local"},
		{"[::]:22", "sofa.local", "sofa.local:22", "sofa.local"},
		{"[::]:4242", "192.0.2.9", "192.0.2.9", "-p 4242 192.0.2.9"},
		{"[::]:4242", "2001:db8::9", "[2001:db8::9]:4242", "-p 4242 2001:db8::9"},
	} {
		at := netip.MustParseAddrPort(c.listen)
		if join, ssh := joinAddress(at, c.name), sshAddress(at, c.name); join != c.join || ssh != c.ssh {
			t.Errorf("%s as %s: %q and %q, want %q and %q", c.listen, c.name, join, ssh, c.join, c.ssh)
		}
		if seen := dialectAddresses([]string{c.listen}, c.name); seen[0] != net.JoinHostPort(c.name, strconv.Itoa(int(at.Port()))) {
			t.Errorf("%s as %s: programs get %q", c.listen, c.name, seen)
		}
	}
}

func TestURLsForOthersToOpen(t *testing.T) {
	for _, c := range []struct {
		listen string
		secure bool
		domain string
		want   string
	}{
		{"192.0.2.7:8080", false, "", "http://192.0.2.7:8080/"},
		{"192.0.2.7:80", false, "", "http://192.0.2.7/"},
		{"192.0.2.7:443", false, "", "http://192.0.2.7:443/"},
		{"192.0.2.7:443", true, "", "https://192.0.2.7/"},
		{"[::ffff:192.0.2.7]:8443", true, "", "https://192.0.2.7:8443/"},
		{"[2001:db8::7]:8080", false, "", "http://[2001:db8::7]:8080/"},
		{"[fe80::7%eth0]:8080", false, "", "http://[fe80::7]:8080/"},
		{"0.0.0.0:443", true, "fight.example.org", "https://fight.example.org/"},
		{"[::]:8443", true, "fight.example.org", "https://fight.example.org:8443/"},
	} {
		if got := webURL(netip.MustParseAddrPort(c.listen), c.secure, c.domain); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

func TestAnUnspecifiedAddressIsShownAsAReachableOne(t *testing.T) {
	for _, any := range []string{"0.0.0.0", "::"} {
		if at := reachableAddress(netip.MustParseAddr(any)); !at.IsValid() || at.IsUnspecified() {
			t.Errorf("%s is shown as %v", any, at)
		}
	}
}

func TestProgramsGetAddressesThatTheyCanReach(t *testing.T) {
	seen := dialectAddresses([]string{"127.0.0.1:4247", "192.0.2.7:4248", "[::ffff:192.0.2.7]:1", "[::1]:2", "0.0.0.0:3", "[::]:4"}, "")
	if want := []string{"127.0.0.1:4247", "192.0.2.7:4248", "192.0.2.7:1", "[::1]:2"}; !slices.Equal(seen[:4], want) {
		t.Errorf("expected %q, got %q", want, seen[:4])
	}
	for i, port := range []uint16{3, 4} {
		if at, err := netip.ParseAddrPort(seen[4+i]); err != nil || at.Addr().IsUnspecified() || at.Port() != port {
			t.Errorf("an unspecified address is shown as %s, %v", seen[4+i], err)
		}
	}
}

func TestADoorShowsHowToJoinItsFleet(t *testing.T) {
	s := &Entrance{fleetAddr: netip.MustParseAddrPort("[::]:4243")}
	if hints := s.joinHints("play.example.org"); !slices.Equal(hints, []string{"dogfight join fleet://play.example.org:4243"}) {
		t.Errorf("the hints are %q", hints)
	}
}

// TestAHostIsInAPublicListWhileItSaysSo reloads the options of a host.
func TestAHostIsInAPublicListWhileItSaysSo(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(listing.NewList())
	defer web.Close()
	o := Options{Dirs: tempDirs(t), Drains: true, DrainLimit: time.Hour}
	o.Title, o.Listen, o.Hidden, o.Announce = "Evening", "127.0.0.1:0", true, web.URL
	s := start(t, o, nil)
	var found []lan.Match
	shows := func(password bool) func() bool {
		return func() bool {
			found, _ = listing.Read(t.Context(), web.URL)
			return len(found) == 1 && found[0].Password == password
		}
	}
	testkit.Until(t, "the match is listed", shows(false))
	if found[0].Title != "Evening" || found[0].Address != s.Listening()[0].Addrs()[0] {
		t.Errorf("found %+v", found[0])
	}
	o.Password = "sesame"
	if err := s.Reload(o); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the match is listed with a password", shows(true))
}
