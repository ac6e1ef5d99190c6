//go:build unix

package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/gateway"
	"dogfight/ui"
)

func TestAHostSaysWhereItSpeaksWhichDialect(t *testing.T) {
	args := []string{"--lan=false"}
	for _, name := range gateway.Names() {
		args = append(args, "--dialect", name+"=:0")
	}
	h := startHeadless(t, args...)
	for _, name := range gateway.Names() {
		addrs := strings.Fields(h.listens[name])
		want := 1
		if name == "lightracer" {
			want = 2 // control and data
		}
		if len(addrs) != want {
			t.Errorf("%s: listens on %q, expected %d addresses", name, addrs, want)
		}
		for _, addr := range addrs {
			if host, port, err := net.SplitHostPort(addr); host != "127.0.0.1" || port == "0" || err != nil {
				t.Errorf("%s: listens on %q, expected a port of the loopback", name, addr)
			}
		}
	}
	conn, err := net.Dial("tcp", h.listens["dogfight"])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second))
	if id := make([]byte, 36); !reads(conn, id) || id[8] != '-' {
		t.Errorf("the dogfight dialect began with %q, expected an id", id)
	}
}

func reads(conn net.Conn, b []byte) bool {
	for len(b) > 0 {
		n, err := conn.Read(b)
		if err != nil {
			return false
		}
		b = b[n:]
	}
	return true
}

func TestAHostSpeaksNoDialectUnasked(t *testing.T) {
	h := startHeadless(t, "--lan=false")
	for _, name := range gateway.Names() {
		if addr, ok := h.listens[name]; ok {
			t.Errorf("%s: listens on %s", name, addr)
		}
	}
}

func TestTheSettingsOfAMatchAreSetByWords(t *testing.T) {
	h, err := startHosting(ui.HostOptions{Match: ui.MatchOptions{Skill: 2, Lobby: true, OffRecord: true}, Title: "test"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.stop)
	for _, c := range []struct{ key, value, wrong string }{
		{"bots", "3", ""},
		{"bots", "64", "bots: expected 0 to 63"},
		{"bots", "-1", "bots: expected 0 to 63"},
		{"time", "90", ""},
		{"time", "1e3", "time: expected 0 to 86400 seconds"},
		{"arena", "belt", ""},
		{"arena", "../secret", "arena: must be one of"},
		{"gravity", "1", "expected bots, time or arena"},
	} {
		err := h.set(c.key, c.value)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s=%s: %v, expected %q", c.key, c.value, err, c.wrong)
		}
	}
	if m := h.match; m.Bots != 3 || m.Time != 90*time.Second || m.Arena != "belt" {
		t.Errorf("the matches to come are %+v", m)
	}
	a, err := h.host.Who()
	if err != nil || a.Arena != "belt" || a.Status != game.Waiting {
		t.Errorf("in the lobby, a setting holds at once; the match is %+v, %v", a, err)
	}
}

func TestARacerCannotSetWhatTheHostDoesNotHave(t *testing.T) {
	o := ui.MatchOptions{Skill: 1, Arena: "duel", Lobby: true, OffRecord: true}
	h, err := startHosting(ui.HostOptions{Match: o, Title: "Test"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.stop()
	for _, s := range [][2]string{
		{"arena", "../../../etc/passwd"}, {"arena", "/etc/passwd"}, {"arena", `..\duel`}, {"arena", "duel.txt"}, {"arena", "duel\x00"},
		{"arena", "DUEL"}, {"arena", "-"}, {"arena", strings.Repeat("x", 1<<16)},
		{"bots", "-1"}, {"bots", "64"}, {"bots", "1e3"}, {"bots", "99999999999999999999"}, {"bots", ""},
		{"time", "-1"}, {"time", "86401"}, {"time", "NaN"}, {"title", "x"}, {"", ""},
	} {
		if err := h.set(s[0], s[1]); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q = %.20q: %v", s[0], s[1], err)
		}
	}
	if h.match != o {
		t.Errorf("what is played is %+v", h.match)
	}
}

// TestARacerSetsNothingUnlessTheHostSaysSo: by default a stranger does not change what is played.
func TestARacerSetsNothingUnlessTheHostSaysSo(t *testing.T) {
	for _, may := range []bool{false, true} {
		o := ui.HostOptions{
			Match: ui.MatchOptions{Skill: 1, Lobby: true, OffRecord: true}, Title: "Test",
			Dialects: []string{"lightracer=127.0.0.1:0"}, DialectSettings: may,
		}
		h, err := startHosting(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.openGateways(o, nil); err != nil {
			t.Fatal(err)
		}
		if said := sets(t, h.gateways[0].Addrs()[0]); strings.Contains(said, "this host lets nobody change settings") == may {
			t.Errorf("he may %v, and hears %q", may, said)
		}
		h.mu.Lock()
		if bots := h.match.Bots; (bots == 3) != may {
			t.Errorf("he may %v, and %d bots come", may, bots)
		}
		h.mu.Unlock()
		h.stop()
	}
}

// sets has a racer, as soon as he is in the match, ask for three bots, and returns the answer.
func sets(t *testing.T, addr string) string {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprint(conn, "JOIN Ann\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		switch word, _, _ := strings.Cut(lines.Text(), " "); {
		case word == "WELCOME":
			fmt.Fprint(conn, "SET bots 3\n")
		case word == "ERROR", strings.HasPrefix(lines.Text(), "SETTINGS bots=3"):
			return lines.Text()
		}
	}
	t.Error("no answer came")
	return ""
}
