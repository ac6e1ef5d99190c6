//go:build unix

package e2e

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// aRaid is a wave that bots repel soon, and one that no pilots do.
const aRaid = `
title = "Raid"

[[wave]]
title = "Gnats"

  [[wave.group]]
  drone = "gnat"
  time_s = 2
  count = 3
  gap_ms = 500
  path = "dive"
  from = "left"
  lane = 50

[[wave]]
title = "Brutes"

  [[wave.group]]
  drone = "brute"
  time_s = 4
  count = 30
  gap_ms = 50
  path = "dive"
  from = "right"
  lane = 50

  [[wave.group]]
  drone = "lancer"
  time_s = 4
  count = 30
  gap_ms = 50
  path = "dive"
  from = "left"
  lane = 50
`

// aYard is small, so that drones are soon there.
const aYard = `
##############################
#............................#
#............................#
#............................#
#.......@.....@.....@........#
#............................#
#............................#
#.......@.....@.....@........#
#............................#
#............................#
#............................#
##############################
`

// wavesTop is what stands in the top line: the wave and the lives that are shared.
var wavesTop = regexp.MustCompile(`wave (\d)/2  ♥ (\d+) `)

// wavesSeen is what a player has seen of the waves so far.
type wavesSeen struct {
	*terminal
	lives [3]map[string]bool // in each wave
	tasks map[string]bool    // "Gnats" and "Brutes" as long as there are some
}

func newWavesSeen(p *terminal) *wavesSeen {
	seen := &wavesSeen{terminal: p, tasks: map[string]bool{}}
	for i := range seen.lives {
		seen.lives[i] = map[string]bool{}
	}
	return seen
}

func (s *wavesSeen) look() string {
	text := s.text()
	if m := wavesTop.FindStringSubmatch(text); m != nil {
		wave, _ := strconv.Atoi(m[1])
		s.lives[min(wave, 2)][m[2]] = true
	}
	for _, title := range []string{"Gnats", "Brutes"} {
		if strings.Contains(text, title+": ") {
			s.tasks[title] = true
		}
	}
	return text
}

// Two players and six bots repel a wave, and share their lives. One leaves, and the other plays on
// until no life is left.
func TestTwoPlayersShareTheirLivesAgainstWaves(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--mode", "waves", "--arena", writeFile(t, "yard.txt", aYard), "--campaign", writeFile(t, "raid.toml", aRaid),
		"--bots", "6", "--skill", "2", "--lobby", "--no-votes")
	comet := newWavesSeen(startTerminal(t, "join", host.addr, "--name", "Comet"))
	quasar := newWavesSeen(startTerminal(t, "join", host.addr, "--name", "Quasar"))
	bothReady(comet.terminal, quasar.terminal, func() { comet.look() }, func() { quasar.look() }) // before a life is lost
	both := []*wavesSeen{comet, quasar}

	// The first wave, and the second as soon as both see it.
	for waits := [2]*wait{comet.newWait(), quasar.newWait()}; len(comet.lives[2]) == 0 || len(quasar.lives[2]) == 0; time.Sleep(50 * time.Millisecond) {
		for i, p := range both {
			if text := p.look(); waits[i].over() {
				t.Fatalf("there is no second wave; the screen is\n%s", text)
			}
		}
	}
	for _, p := range both {
		if t.Logf("wave 1: lives %v, wave 2: %v, %v", p.lives[1], p.lives[2], p.tasks); !p.tasks["Gnats"] || !p.lives[1]["11"] {
			t.Errorf("expected eleven lives of eight pilots against gnats: lives %v, %v", p.lives[1], p.tasks)
		}
	}
	if !sameLives(comet.lives[2], quasar.lives[2]) {
		t.Errorf("the lives of the second wave: %v and %v", comet.lives[2], quasar.lives[2])
	}

	// One leaves.
	quasar.press("\x03")
	comet.await("the end", func(string) bool { return strings.Contains(comet.look(), "GAME OVER - WAVE 2") }) // which stands for ten seconds
	if code := quasar.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
	if t.Logf("wave 2: lives %v, %v", comet.lives[2], comet.tasks); !comet.tasks["Brutes"] || !comet.lives[2]["0"] || len(comet.lives[2]) < 3 {
		t.Errorf("expected lives that go down to 0 against brutes: %v, %v", comet.lives[2], comet.tasks)
	}
}

// sameLives reports whether both saw the same of what was there before drones came.
func sameLives(a, b map[string]bool) bool {
	for lives := range a {
		if b[lives] {
			return true
		}
	}
	return false
}
