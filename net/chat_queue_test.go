package net

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/proto"
)

// listen lets the players play for a while and returns what the last of them
// gets to read.
func (m *testMatch) listen(d time.Duration, players ...*player) (lines []ChatLine) {
	for until := time.Now().Add(d); time.Now().Before(until); {
		m.fly(tickTime(1), players...)
		lines = append(lines, players[len(players)-1].view.Chat...)
	}
	return lines
}

func TestChatReachesAllWithTheNameOfWhoSaidIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, rex, vega, watcher)
		if err := vega.Say("héllo 世界"); err != nil {
			t.Fatal(err)
		}
		want := []ChatLine{{From: "Vega", Pilot: vega.view.Pilot, Slot: uint8(vega.view.Me), Text: "héllo 世界"}}
		if got := m.listen(time.Second, rex, vega, watcher); !slices.Equal(got, want) {
			t.Errorf("the spectator read %v", got)
		}
		watcher.Say("well flown")
		want = []ChatLine{{From: "Watcher", Pilot: watcher.view.Pilot, Slot: proto.NoSlot, Text: "well flown"}}
		if got := m.listen(time.Second, watcher, vega, rex); !slices.Equal(got, want) {
			t.Errorf("the pilot read %v", got)
		}
	})
}

func TestWhatATerminalShouldNotShowIsNotSaid(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex, vega)
		for _, text := range []string{"", strings.Repeat("x", proto.MaxChat+1), "\x1b[2J", "two\nlines", "\u202eolleh", "\xff"} {
			if rex.Say(text) == nil {
				t.Errorf("%q was taken", text)
			}
		}
		if got := m.listen(time.Second, rex, vega); len(got) != 0 {
			t.Errorf("the other read %v", got)
		}
	})
}

func TestWhoSaysTooMuchIsToldBeforeTheHostMinds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex, vega)
		sent, read := 0, 0
		for range 5 {
			for range 20 {
				if rex.Say("flood") == nil {
					sent++
				}
			}
			read += len(m.listen(time.Second, rex, vega))
		}
		read += len(m.listen(time.Second, rex, vega))
		if rex.view.Phase != Playing || sent < lineBurst+4 || sent > lineBurst+5 || read != sent {
			t.Errorf("%d lines were sent, %d were read, phase %v", sent, read, rex.view.Phase)
		}
	})
}

func TestNothingIsSaidIntoALinkThatIsDown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		rex := newPlayer("Rex", m.pipe, 1)
		if rex.Say("too soon") == nil {
			t.Error("before there was a link: it was taken")
		}
		m.fly(time.Second, rex)
		rex.Link().Close()
		m.fly(tickTime(2), rex)
		if rex.Say("hello?") == nil {
			t.Error("it was taken")
		}
	})
}

func TestTheHostTellsWhoComesAndGoes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 2}) // of whom nobody is told
		defer m.end()
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex)
		m.tells(t, "Vega has joined", vega, rex)
		vega.Link().Close()
		m.tells(t, "Vega has lost the link", rex)
		m.tells(t, "Vega is back", vega, rex)
		vega.Leave()
		m.tells(t, "Vega has left", rex)
	})
}

// tells expects that the last of the players reads a notice, and only that.
func (m *testMatch) tells(t *testing.T, text string, players ...*player) {
	t.Helper()
	got := m.listen(time.Second, players...)
	if want := []ChatLine{{Pilot: proto.Notice, Slot: proto.NoSlot, Text: text}}; !slices.Equal(got, want) {
		t.Errorf("expected %v, read %v", want, got)
	}
}
