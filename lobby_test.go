//go:build unix

package main

import (
	"testing"

	"dogfight/ui"
)

func TestALobbyIsSetAndStartedByWhoHostsIt(t *testing.T) {
	p := startTerminal(t, "solo", "--lobby", "--arena", "open", "--bots", "3")
	p.sees("0 of 1 ready, 3 bots of skill 2")
	p.press("m")
	p.sees("Match settings")
	p.press("\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\r") // one bot more, a level better, another arena, two teams
	p.sees("0 of 1 ready, 4 bots of skill 3")
	p.sees("team match")
	p.sees("the match has been changed")
	p.press("\x1b")
	p.sees("Start now")
	p.press("n")
	p.sees("♥♥♥♥♥")
	p.press("\x1b")
	p.sees("End this match now")
	p.press("e")
	p.sees("next match in")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

func TestAnArenaThatIsNotThereChangesNothing(t *testing.T) {
	o := ui.MatchOptions{Skill: 1, Arena: "open", Lobby: true, OffRecord: true}
	h, err := startHosting(ui.HostOptions{Match: o, Title: "Test"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.stop()
	hosted := h.hosted(o)
	o.Arena = "nowhere"
	if _, err := hosted.Change(o); err == nil {
		t.Error("expected an error")
	}
	o.Arena = "belt"
	if atOnce, err := hosted.Change(o); err != nil || !atOnce {
		t.Errorf("at once: %v, %v", atOnce, err)
	}
}
