package net

import (
	"fmt"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

func TestWhoJoinsAndLeavesForEverPushesNobodyOutOfTheResult(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	var told results
	s := newStage(HostConfig{Result: told.take}, played{Setup: testSetup(t), Bots: 3})
	rex := s.flier(t, "Rex", "SHA256:rex", proto.Token{})
	for range 5 * game.TickRate {
		s.pass(1)
		rex.press()
	}
	rex.Close()
	s.pass(2)
	many := mostLeft * 5 / 4
	if *long {
		many = 3 * mostLeft
	}
	for i := range many {
		f := s.flier(t, fmt.Sprint("Eve ", i), fmt.Sprint("SHA256:eve", i), proto.Token{})
		s.pass(2)
		if i%8 > 0 { // the others only lose the link
			f.say(&proto.Bye{})
			s.pass(1)
		}
		f.Close()
		s.pass(2)
	}
	if n := len(s.Left); n != mostLeft {
		t.Errorf("%d flights of those who left are remembered", n)
	}
	s.conclude(true)
	r := told.all()[0]
	if n := len(r.Flights); n < mostLeft || n > mostLeft+game.MaxShips {
		t.Errorf("%d flights are told", n)
	}
	r.flight(t, "Rex")
}

func TestOfFlightsThatAreLeftOutNoKillsAreTold(t *testing.T) {
	skipIfShort(t)
	var left []Flight
	var kills []Kills
	for i := range uint16(3 * mostLeft) {
		left, kills = boundLeft(append(left, Flight{Pilot: i, Flown: tickTime(int64(i%7) + 1)}), append(kills, Kills{i, 9999, 1}, Kills{9999, i, 1}))
	}
	stays := map[uint16]bool{}
	for _, f := range left {
		stays[f.Pilot] = true
	}
	for _, k := range kills {
		if !stays[k.By] && !stays[k.Of] {
			t.Fatalf("%+v is of nobody", k)
		}
	}
	if len(left) != mostLeft || len(kills) != 2*mostLeft {
		t.Errorf("%d flights and %d kills", len(left), len(kills))
	}
	for range 3 * mostLeftKills { // of one who takes a seat and gives it up again
		left, kills = boundLeft(append(left, Flight{Pilot: 7777, Flown: 1}), append(kills, Kills{7777, 8888, 1}))
	}
	if len(left) != mostLeft || len(kills) > mostLeftKills {
		t.Errorf("%d flights and %d kills", len(left), len(kills))
	}
}
