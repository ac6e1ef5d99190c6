package server

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// webMatch is a match in which an idle ship is soon shot down, with a door for browsers, and a spectator.
type webMatch struct {
	*testing.T
	*Server
	web string // where the door is
	eye *net.Client

	killed [game.MaxShips]bool // ships that were destroyed, as the host has decided it
}

// look returns what the spectator sees.
func (m *webMatch) look() *net.View {
	v := m.eye.Frame(time.Now(), 0)
	for _, e := range v.Decided {
		if e.Kind == game.EventKill {
			m.killed[e.Slot] = true
		}
	}
	return v
}

// pit is an arena so small that an idle ship is soon shot down.
const pit = `
####################
#..................#
#...@..........@...#
#..................#
####################
`

func startWebMatch(t *testing.T) *webMatch {
	t.Helper()
	arena := filepath.Join(t.TempDir(), "pit.txt")
	if err := os.WriteFile(arena, []byte(pit), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Start(Options{
		Dirs: ownDirs(t), Match: net.MatchOptions{Bots: 7, Skill: 5, Arena: arena, Mode: game.Teams}, Title: "Test", Hidden: true,
		Listen: "127.0.0.1:0", Web: "127.0.0.1:0", Admin: filepath.Join(t.TempDir(), "admin"),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &webMatch{T: t, Server: s}
	t.Cleanup(s.Close)
	for _, d := range s.doors {
		if d.Name() == "web" {
			m.web = d.Addrs()[0]
		}
	}
	t.Cleanup(func() {
		if t.Failed() {
			v := m.eye.Frame(time.Now(), 0)
			t.Logf("seen in phase %v, %v: %+v", v.Phase, v.Err, v.Roster)
		}
	})
	m.eye = m.joins(net.ClientConfig{Name: "Eye", Spectate: true, Dial: func() link.Link { return s.dialFrom(link.Here) }})
	return m
}

// joins is a client that is driven by waits alone.
func (m *webMatch) joins(conf net.ClientConfig) *net.Client {
	conf.Wait = true
	c := net.NewClient(conf)
	m.Cleanup(c.Leave)
	return c
}

// comes is a page of a player, whose terminal is drawn until it ends.
func (m *webMatch) comes(who testkit.WebPlayer, h testkit.WebHello) (*testkit.WebPage, testkit.WebWelcome, <-chan string) {
	m.Helper()
	p, answer := testkit.Visitor(m, m.web, who, h)
	ended := make(chan string, 1)
	go func() {
		why, _ := p.Ends()
		ended <- why
	}()
	return p, answer, ended
}

// waits waits until a pilot of that name, and their ship, are as wanted.
func (m *webMatch) waits(name, what string, wanted func(p proto.Pilot, ship *game.Ship) bool) (proto.Pilot, game.Ship) {
	m.Helper()
	var pilot proto.Pilot
	var ship game.Ship
	testkit.Until(m, name+" is "+what, func() bool {
		v := m.look()
		for _, p := range v.Roster {
			if p.Name != name || p.Slot == proto.NoSlot || v.World == nil || v.World.Ships[p.Slot].State == game.Empty { // the roster may be ahead of the World
				continue
			}
			if pilot, ship = p, v.World.Ships[p.Slot]; wanted(p, &ship) {
				return true
			}
		}
		return false
	})
	return pilot, ship
}

// shotDown is a player whose ship was destroyed. A death that the spectator only foresees may not come.
func (m *webMatch) shotDown(p proto.Pilot, ship *game.Ship) bool {
	return m.killed[p.Slot] && ship.Deaths > 0
}

// isAway is a player whose seat is kept.
func isAway(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.Away != 0 }

// isThere is a player who flies.
func isThere(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 }

// gone waits until nobody has a name any more, with a number behind it or without.
func (m *webMatch) gone(name string) {
	m.Helper()
	testkit.Until(m, name+" is gone", func() bool {
		return !slices.ContainsFunc(m.look().Roster, func(p proto.Pilot) bool { return strings.HasPrefix(p.Name, name) })
	})
}

// same expects that a player has the seat that they had, and the score.
func (m *webMatch) same(was, is proto.Pilot, before, now game.Ship) {
	m.Helper()
	if is.ID != was.ID || is.Slot != was.Slot || now.Team != before.Team || now.Class != before.Class || now.Deaths < before.Deaths || now.Kills < before.Kills {
		m.Errorf("they were %+v with %+v and are %+v with %+v", was, before, is, now)
	}
}
