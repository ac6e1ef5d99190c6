package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	stdnet "net"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/ops"
	"dogfight/net"
	"dogfight/testkit"
	"dogfight/ui"
)

func TestTheSettingsOfAMatchAreSetByWords(t *testing.T) {
	t.Parallel()
	h := start(t, Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Match: net.MatchOptions{Skill: 2, Rotation: "deathmatch:duel", Lobby: true, OffRecord: true}, HostOptions: net.HostOptions{Title: "test"}}}, nil)
	for _, c := range []struct{ key, value, wrong string }{
		{"bots", "3", ""},
		{"bots", "64", "bots: must be 0 to 63"},
		{"bots", "-1", "bots: must be 0 to 63"},
		{"time", "90", ""},
		{"time", "1e3", "time: must be 0 to 86400 seconds"},
		{"arena", "belt", ""},
		{"arena", "../secret", "arena: must be one of"},
		{"mode", "teams", ""},
		{"mode", "chess", "mode: must be one of deathmatch, teams"},
		{"arena", "belt", ""},
		{"gravity", "1", "must be bots, time, mode or arena"},
	} {
		err := h.set(c.key, c.value)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s=%s: %v, expected %q", c.key, c.value, err, c.wrong)
		}
	}
	if m := h.match; m.Bots != 3 || m.Time != 90*time.Second || m.Arena != "belt" || m.Mode != game.Teams || m.Rotation != "" {
		t.Errorf("the next matches are %+v", m)
	}
	a, err := h.home.host.Attendance()
	if err != nil || a.Arena != "belt" || a.Status != game.Waiting {
		t.Errorf("in the lobby, a setting applies at once; the match is %+v, %v", a, err)
	}
}

func TestARacerCannotSetInvalidValues(t *testing.T) {
	t.Parallel()
	o := net.MatchOptions{Skill: 1, Arena: "duel", Lobby: true, OffRecord: true}
	h := start(t, Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Match: o, HostOptions: net.HostOptions{Title: "Test"}}}, nil)
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
	o.ArenaFolder = h.match.ArenaFolder
	if h.match != o {
		t.Errorf("the match is %+v", h.match)
	}
}

// TestARacerSetsNothingUnlessTheHostAllowsIt: by default a stranger does not change the settings of a match.
func TestARacerSetsNothingUnlessTheHostAllowsIt(t *testing.T) {
	t.Parallel()
	for _, may := range []bool{false, true} {
		o := Options{
			Dirs:     tempDirs(t),
			Hosting:  ui.Hosting{Match: net.MatchOptions{Skill: 1, Lobby: true, OffRecord: true}, HostOptions: net.HostOptions{Title: "Test"}},
			Dialects: []string{"lightracer=127.0.0.1:0"}, DialectSettings: may,
		}
		h, err := Start(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := sets(t, h.Doors()[0].Addrs()[0]); strings.Contains(said, "this host does not allow changes") == may {
			t.Errorf("they may %v, and get %q", may, said)
		}
		h.mu.Lock()
		if bots := h.match.Bots; (bots == 3) != may {
			t.Errorf("they may %v, and there are %d bots", may, bots)
		}
		h.mu.Unlock()
		h.Close()
	}
}

// sets asks, as a racer in the match, for three bots, and returns the answer.
func sets(t *testing.T, addr string) string {
	conn, err := stdnet.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(testkit.Limit))
	fmt.Fprint(conn, "JOIN Ann\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		switch word, _, _ := strings.Cut(lines.Text(), " "); {
		case word == "WELCOME":
			fmt.Fprint(conn, "SET bots 3\n")
		case word == "ERROR", strings.HasPrefix(lines.Text(), "SETTINGS bots=3"):
			return lines.Text()
		}
	}
	t.Error("no answer")
	return ""
}

func TestEachActOfAnOperatorIsLoggedWithItsAuthor(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	socket := filepath.Join(t.TempDir(), "s")
	s, err := Start(Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Match: net.MatchOptions{Skill: 1, OffRecord: true}, HostOptions: net.HostOptions{Title: "Test"}, Listen: "127.0.0.1:0", Hidden: true}, Admin: socket}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"ban", "192.0.2.1"}, {"unban", "192.0.2.1"}, {"say", "hello"}, {"next", "teams:duel"}, {"votes", "off"}, {"finish"}, {"veto"}, {"who"}, {"bans"}} {
		ops.AskConsole(t.Context(), socket, words...)
	}
	s.Controls().Moderation.Kick(9, "go")
	s.Close()
	for _, line := range []string{
		`command="ban 192.0.2.1"`, `command="unban 192.0.2.1"`, `command="say hello"`, `command="next teams:duel"`, `command="votes off"`, "command=finish", "command=veto",
		`"admin by socket failed" by=`, `why="nothing is voted on"`, `"admin by the host's player" command=kick on=9 err="there is no pilot 9"`,
	} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log does not have %s:\n%s", line, &log)
		}
	}
	if acts, by := strings.Count(log.String(), `msg="admin by socket" `), strings.Count(log.String(), `msg="admin by socket" by="u`); acts != 7 || by != acts {
		t.Errorf("%d requests are logged as acts, %d of them with a user:\n%s", acts, by, &log)
	}
}

func TestAMissingArenaChangesNothing(t *testing.T) {
	t.Parallel()
	o := net.MatchOptions{Skill: 1, Arena: "open", Lobby: true, OffRecord: true}
	h := start(t, Options{Dirs: tempDirs(t), Hosting: ui.Hosting{Match: o, HostOptions: net.HostOptions{Title: "Test"}}}, nil)
	hosted := h.Controls()
	o.Arena = "nowhere"
	if _, err := hosted.Change(o); err == nil {
		t.Error("expected an error")
	}
	o.Arena = "belt"
	if atOnce, err := hosted.Change(o); err != nil || !atOnce {
		t.Errorf("at once: %v, %v", atOnce, err)
	}
}

func TestNothingOfTheDoorForBrowsersRunsWithoutOne(t *testing.T) {
	for web, want := range map[string]bool{"": false, "127.0.0.1:0": true} {
		s, err := Start(Options{
			Dirs:    tempDirs(t),
			Hosting: ui.Hosting{Match: net.MatchOptions{Skill: 2, Arena: "duel", OffRecord: true}, HostOptions: net.HostOptions{Title: "Test"}, Listen: "127.0.0.1:0", Hidden: true, Web: web},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.Doors() { // so that it is certainly open, if there is one
			if d.Name() != "web" {
				continue
			}
			if c, err := stdnet.Dial("tcp", d.Addrs()[0]); err == nil {
				io.WriteString(c, "GET / HTTP/1.0\r\n\r\n")
				c.Read(make([]byte, 1))
				defer c.Close()
			}
		}
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		if runs := strings.Contains(string(stacks), "dogfight/net/webd.") || strings.Contains(string(stacks), "net/http.("); runs != want {
			t.Errorf("with a door at %q, something of it runs: %v", web, runs)
		}
		s.Close()
	}
}
