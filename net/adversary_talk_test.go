package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
	_ "dogfight/testkit"
)

// soon is in how many ticks the line of a regular who writes seldom is passed on, whoever else talks.
// makeRegulars makes regulars of all pilots, as if they had been here for long enough.
func (s *stage) makeRegulars() {
	for _, p := range s.pilots {
		p.Came -= regularAfter
	}
}

const soon = game.TickRate / 5

// chatter says a line in every fourth tick, as much as is not kicked for; that of each is his own.
func chatter(n int, tick game.Tick) proto.Message {
	if tick/4%2 == 0 {
		return nil
	}
	return &proto.Chat{Text: fmt.Sprint("chatter ", n, " ", tick)}
}

// heardIn returns after how many ticks somebody reads a line that a pilot of the stage says now.
func heardIn(s *stage, p *pilot, by *nuisance, text string) (ticks int) {
	s.speak(p, text)
	for ; !slices.Contains(by.lines, text) && ticks < 60*game.TickRate; ticks++ {
		s.pass(1)
	}
	return ticks
}

func TestWhoWritesSeldomIsReadWhileAHundredAndTwentyWriteAllTheTime(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	tries, pause := 2, 5*game.TickRate
	if *long {
		tries, pause = 4, 15*game.TickRate
	}
	s, all := mob(t, 120, chatter)
	s.admit(&thin{stage: s})
	s.makeRegulars()
	s.pass(2 * game.TickRate)
	seldom, before, from := s.pilots[len(s.pilots)-1], len(all[0].lines), s.World.Tick
	for line := range tries {
		if ticks := heardIn(s, seldom, all[0], fmt.Sprint("a word of mine ", line)); ticks > soon {
			t.Errorf("it was read after %d ticks, expected %d", ticks, soon)
		}
		s.pass(pause)
	}
	lines := len(all[0].lines) - before
	seconds := int(s.World.Tick-from) / game.TickRate
	t.Logf("%d lines in %d s of %d", lines, seconds, 120*7*seconds)
	if lines > 20*(seconds+2) || lines < 19*seconds {
		t.Errorf("expected 20 a second")
	}
	for _, n := range all {
		if n.kicked || len(n.notices) == 0 || len(n.notices) > 2+announceBurst+seconds {
			t.Fatalf("one was told %q, kicked %v", n.notices, n.kicked)
		}
	}
	if most := chatLines * len(s.pilots); s.lines > most {
		t.Errorf("%d lines wait, expected %d at most", s.lines, most)
	}
}

// TestARegularIsReadWhileStrangersComeToSayALine: each of them is somebody who writes seldom, and has waited for longer
// than he.
func TestARegularIsReadWhileStrangersComeToSayALine(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	waves, strangers := 1, 100
	if *long {
		waves, strangers = 2, 200
	}
	s, _ := mob(t, 1, mobs["quiet"])
	s.makeRegulars()
	s.pass(2 * game.TickRate)
	regular := s.pilots[len(s.pilots)-1]
	ear := &nuisance{thin: thin{stage: s}, says: mobs["quiet"]}
	s.admit(ear)
	for wave := range waves {
		first := len(s.peers.all)
		for n := range strangers {
			s.admit(&nuisance{thin: thin{stage: s}, number: n, says: mobs["quiet"]})
		}
		s.pass(5 * game.TickRate)
		heardIn(s, regular, ear, fmt.Sprint("a word before ", wave)) // so that they have been silent for longer
		s.pass(5 * game.TickRate)
		was := len(ear.lines)
		for _, p := range s.peers.all[first:] {
			s.speak(p.pilot, "I am new")
		}
		s.pass(2)
		if ticks := heardIn(s, regular, ear, fmt.Sprint("a word of mine ", wave)); ticks > soon {
			t.Errorf("it was read after %d ticks, expected %d", ticks, soon)
		}
		s.pass((strangers/20 + 2) * game.TickRate)
		if news := len(ear.lines) - was - 1; news != strangers {
			t.Errorf("of newcomers %d lines were read: they should not be shut out", news)
		}
		for _, p := range s.peers.all[first:] {
			s.release(p, "leaves")
			p.leaving = true
		}
		s.peers.all = s.peers.all[:first]
	}
}

func TestWhoWritesTooFastIsToldOnceAndReadsInOrder(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	n := all[0]
	p := s.pilots[len(s.pilots)-1]
	n.notices = nil
	for line := range 14 {
		s.speak(p, fmt.Sprint(line))
	}
	if got := strings.Join(n.lines, " "); got != "0 1 2 3 4" {
		t.Errorf("at once came %q", got)
	}
	s.pass(chatLines*chatEach + 1)
	if got := strings.Join(n.lines, " "); got != "0 1 2 3 4 5 6 7 8 9" {
		t.Errorf("later came %q", got)
	}
	if len(n.notices) != 1 || !strings.Contains(n.notices[0], "too fast") {
		t.Errorf("he was told %q", n.notices)
	}
}

func TestLinesOfWhoHasLeftOrIsMutedWaitNoLonger(t *testing.T) {
	s, all := mob(t, 2, mobs["quiet"])
	leaves, muted := s.pilots[len(s.pilots)-1], s.pilots[len(s.pilots)-2]
	for line := range 8 {
		s.speak(leaves, fmt.Sprint("l", line))
		s.speak(muted, fmt.Sprint("m", line))
	}
	s.mute(muted, true)
	s.release(s.peers.of(leaves), "leaves")
	s.pass(10 * game.TickRate)
	if s.lines != 0 || len(all[0].lines) != 2*chatBurst {
		t.Errorf("%d lines wait, and read were %q", s.lines, all[0].lines)
	}
}

// TestEachPilotsLinesComeInOrderAndNoneIsLostThatWasTaken, however they talk; and nobody reads more than is passed on.
func TestEachPilotsLinesComeInOrderAndNoneIsLostThatWasTaken(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	rapid.Check(t, func(rt *rapid.T) {
		s, all := mob(t, 12, mobs["quiet"])
		pilots, ear := s.pilots, all[0]
		var said, read [32]int // by pilot; he says the numbers from 0 on
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			p := rapid.IntRange(0, len(pilots)-1).Draw(rt, "who")
			for range rapid.IntRange(1, 8).Draw(rt, "lines") {
				if waiting := pilots[p].talk.n; waiting < chatLines {
					s.speak(pilots[p], fmt.Sprint(p, " ", said[p]))
					said[p]++
				}
			}
			was, ticks := len(ear.lines), rapid.SampledFrom([]int{0, 1, 10, 60}).Draw(rt, "ticks")
			s.pass(ticks)
			if got := len(ear.lines) - was; got > 1+ticks/int(allChatEach)+allChatBurst {
				rt.Fatalf("%d lines in %d ticks", got, ticks)
			}
		}
		for ticks := 0; s.lines > 0 && ticks < 2*chatLines*chatEach; ticks++ {
			s.pass(1)
		}
		s.pass(2)
		for _, line := range ear.lines {
			var p, number int
			fmt.Sscan(line, &p, &number)
			if number != read[p] {
				rt.Fatalf("of pilot %d came %d, expected %d", p, number, read[p])
			}
			read[p]++
		}
		if read != said || s.lines != 0 {
			rt.Fatalf("said %v, read %v, %d wait", said, read, s.lines)
		}
	})
}
