package server

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/keeper"
	"dogfight/net"
)

func TestAnArenaFileMayHaveAnyName(t *testing.T) {
	t.Parallel()
	open, err := assets.FindArena("", "open")
	if err != nil {
		t.Fatal(err)
	}
	f := fleettest.NewLocal()
	defer f.Close()
	for _, name := range []string{"an-arena-whose-file-has-a-rather-long-name", "one\nin two lines"} {
		file := filepath.Join(t.TempDir(), name+".txt")
		if err := os.WriteFile(file, []byte(open.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := fleetHostOn(t, f, file)
		home := s.member.home
		until(t, func() bool { return entryOf(t, f, home.id).Bots > 0 }) // so that it was said as the match runs, not only as it began
		if entry := entryOf(t, f, home.id); entry.Arena == "" || len(entry.Arena) > fleet.MaxArena {
			t.Errorf("%q is told as %q", name, entry.Arena)
		}
	}
}

// fleetHostOn starts a host of a fleet whose own match is in an arena.
func fleetHostOn(t *testing.T, f fleet.Fleet, arena string) *Server {
	t.Helper()
	s, err := Start(Options{
		Dirs: ownDirs(t), Match: net.MatchOptions{Mode: game.Deathmatch, Arena: arena, Bots: 2, Skill: 2, OffRecord: true}, Title: "fleet", Listen: "127.0.0.1:0", Hidden: true,
		Admin: t.TempDir() + "/admin", Fleet: FleetOptions{look: soon, Fleet: f, Players: t.TempDir()},
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestAHostThatIsAskedForNonsenseSaysSo(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 3)
	for _, nonsense := range []string{strings.Repeat("é", 300), "\x1b[31m\x00\xff", `{"open":{"mode":"` + strings.Repeat("é", 8) + `"}}`, `{"open":{"title":"` + strings.Repeat("é", 100) + `"}}`} {
		a, err := fleet.Parse[fleet.Answer](s.member.answer([]byte(nonsense)))
		if err != nil || a.Error == "" || a.Match != nil {
			t.Errorf("asked %q: %+v, %v", nonsense, a, err)
		}
	}
}

func TestAHostWhoseAddressNobodyCanReachIsNotStarted(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s, err := Start(Options{
		Dirs: ownDirs(t), Match: net.MatchOptions{Mode: game.Deathmatch, OffRecord: true}, Title: "fleet", Listen: "127.0.0.1:0", Hidden: true,
		Fleet: FleetOptions{Fleet: f, Address: "no where:4242", Region: strings.Repeat("x", 33)},
	}, slog.New(slog.DiscardHandler))
	if err == nil {
		s.Close()
		t.Fatal("it is started")
	}
	if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, "address: ") {
		t.Errorf("why not: %q", text)
	}
}

func TestAHostOpensNoFileThatAnotherOfTheFleetNames(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 5)
	open, err := assets.FindArena("", "open")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("./x", []byte(open.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []string{`{"open":{"mode":"teams","arena":"./x"}}`, `{"open":{"arena":"./x"}}`, `{"open":{"mode":":./x"}}`, `{"open":{"mode":"teams:./x"}}`} {
		a, err := fleet.Parse[fleet.Answer](s.member.answer([]byte(ask)))
		if err != nil {
			t.Fatal(err)
		}
		if a.Match != nil && a.Match.Arena == "x" {
			t.Errorf("%s: it is opened", ask)
		}
	}
}

func TestAHostReadsNoLogOfAMatchThatNobodyHasAnnounced(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 3)
	invented := fleet.Match{ID: 7, Host: 8, Epoch: 1, Address: "nowhere:1", Fingerprint: "SHA256:x", Mode: "deathmatch"}
	c := fleet.Chunk{Match: invented.ID, Epoch: 1, First: true, Bytes: []byte("what takes long to read")}
	f.Publish(fleet.LogSubject+invented.ID.String(), c.Append(nil))
	take := fleet.Ask{Take: &fleet.Take{Match: invented, Chunks: 1, Tick: 1}}
	if a := askHost(t, f, s.member.self.ID, take); a.Match != nil || !strings.Contains(a.Error, fleet.ErrNone.Error()) {
		t.Errorf("asked to take a match that is not in the directory: %+v", a)
	}
	other := invented
	other.Host = 9
	if _, err := f.Put(t.Context(), fleet.Matches, other.ID.String(), fleet.Append(nil, &other)); err != nil {
		t.Fatal(err)
	}
	if a := askHost(t, f, s.member.self.ID, take); a.Match != nil || !strings.Contains(a.Error, "the match is not where") {
		t.Errorf("asked to take a match that another host has: %+v", a)
	}
}

func TestAHostPlaysAtMostTwiceItsMatchesHoweverManyItClaims(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	m := fleetHost(t, f, 2).member
	for opening, want := range []struct{ asked, claimed bool }{{true, true}, {false, true}, {false, true}, {false, false}} {
		m.mu.Lock()
		m.opening = opening // beside the match that is always there
		m.mu.Unlock()
		if asked, claimed := m.hasRoom(false), m.hasRoom(true); asked != want.asked || claimed != want.claimed {
			t.Errorf("with %d matches of 2: room for another %v, for one whose host is gone %v", 1+opening, asked, claimed)
		}
	}
	m.mu.Lock()
	m.opening = 3
	m.mu.Unlock()
	if _, err := m.open(roomPlan{claim: &keeper.Claim{}}); err == nil {
		t.Error("one more is opened")
	}
	m.mu.Lock()
	m.opening = 0
	m.mu.Unlock()
}
