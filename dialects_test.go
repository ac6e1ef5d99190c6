package main

import (
	"strings"
	"testing"

	"dogfight/ui"
)

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
	for _, s := range [][2]string{{"bots", "3"}, {"time", "60"}, {"arena", "expanse"}} {
		if err := h.set(s[0], s[1]); err != nil {
			t.Error(err)
		}
	}
	if m := h.match; m.Bots != 3 || m.Time.Seconds() != 60 || m.Arena != "expanse" {
		t.Errorf("what is played is %+v", m)
	}
}
