//go:build unix

package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// aPitch has the orb in the middle, and a base some seconds away on either side.
const aPitch = `
##############################
#............................#
#............................#
#..1.1..AA..........BB..2.2..#
#.......AA..........BB.......#
#..1.1..AA..........BB..2.2..#
#............................#
#............................#
##############################
`

// What a terminal shows of a match for the orb. The mark is at the own team's score.
var (
	orbScores = regexp.MustCompile(`team A (\d+)(◄?) .*team B (\d+)(◄?) `)
	orbTask   = regexp.MustCompile(`take the orb|orb returns in|bring it home|(stop|escort) \w`)
	orbWinner = regexp.MustCompile(`VICTORY|TEAM [AB] WINS`)
)

// orbSeen is what a player has seen of it so far.
type orbSeen struct {
	*terminal
	team          string // A or B
	task          string // the first
	counts        string // "1:0" after the first capture, in the top line
	winner, table string // in the end
}

// look notes what is to be seen now, and reports whether that was the end.
func (o *orbSeen) look() bool {
	text := o.text()
	if m := orbScores.FindStringSubmatch(text); m != nil {
		switch {
		case m[2] != "":
			o.team = "A"
		case m[4] != "":
			o.team = "B"
		}
		if counts := m[1] + ":" + m[3]; o.counts == "" && counts != "0:0" {
			o.counts = counts
		}
	}
	if o.task == "" {
		o.task = orbTask.FindString(text)
	}
	if o.winner = orbWinner.FindString(text); o.winner == "VICTORY" {
		o.winner = "TEAM " + o.team + " WINS"
	}
	o.table = text
	return o.winner != ""
}

// Two players in two teams, and bots that carry the orb: both see the same of it. Its news in the feed, from where other news may push
// a line before a slow program draws it, are those of
// TestTheNewsOfTheOrbTellWhoTookLostAndCapturedIt of ui/play/hud.
func TestTwoPlayersSeeTheSameOfTheOrbToTheEnd(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--mode", "orb", "--arena", writeFile(t, "pitch.txt", aPitch), "--bots", "4", "--skill", "4", "--score", "2", "--lobby")
	comet := &orbSeen{terminal: startTerminal(t, "join", host.addr, "--name", "Comet")}
	quasar := &orbSeen{terminal: startTerminal(t, "join", host.addr, "--name", "Quasar")}
	bothReady(comet.terminal, quasar.terminal)

	ended := [2]bool{}
	for waits := [2]*wait{comet.newWait(), quasar.newWait()}; !ended[0] || !ended[1]; time.Sleep(50 * time.Millisecond) {
		for i, p := range []*orbSeen{comet, quasar} {
			if ended[i] = ended[i] || p.look(); !ended[i] && waits[i].over() {
				t.Fatalf("the match does not end; the screen is\n%s", p.text())
			}
		}
	}
	for _, p := range []*orbSeen{comet, quasar} {
		t.Logf("team %s, %q, %s, %s", p.team, p.task, p.counts, p.winner)
		if p.team == "" || p.task == "" || p.counts != "1:0" && p.counts != "0:1" {
			t.Errorf("expected its team, its task and the first capture; the last screen was\n%s", p.table)
		}
	}
	if comet.team == quasar.team || comet.counts != quasar.counts || comet.winner != quasar.winner {
		t.Errorf("expected two teams and one match; the last screens were\n%s\n%s", comet.table, quasar.table)
	}
}

// bothReady has two players in a lobby begin the match, and lets them do something meanwhile.
func bothReady(first, second *terminal, meanwhile ...func()) {
	first.Helper()
	first.sees("of 2 ready")
	second.sees("of 2 ready")
	first.sees("1 of 2 ready", readyWhile(first, "0 of 2 ready"))
	begun := func(text string) bool { return !strings.Contains(text, "of 2 ready") } // a ship may be shot down soon
	second.await("the match", begun, append(meanwhile, readyWhile(second, "1 of 2 ready"))...)
	first.await("the match", begun, meanwhile...)
}

// readyWhile returns what says that a player is ready, and again as long as the screen has those words: a slow program
// may not have taken the key yet, and must not be told twice that it is.
func readyWhile(p *terminal, words string) func() {
	return pressingWhile(p, "r", words)
}

// pressingWhile returns a function that presses a key while the screen has certain words, and again after pauses that grow.
func pressingWhile(p *terminal, key, words string) func() {
	var next time.Time
	pause := 3 * time.Second
	return func() {
		if strings.Contains(p.text(), words) && !time.Now().Before(next) {
			p.press(key)
			next, pause = time.Now().Add(pause), 2*pause
		}
	}
}
