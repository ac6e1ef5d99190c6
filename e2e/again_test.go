//go:build unix

package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// ballotRow is the row of the results that has the choices for the next match.
var ballotRow = regexp.MustCompile(`1 \w+( \w+)? +2 (\w+)( \w+)? +(\d )? *3 \w+`)

// resultsShow matches the results once a key is no longer one of the fight.
var resultsShow = regexp.MustCompile(`next match in [0-8] s`)

// toResults ends the match under way, by the menu of who hosts it.
func (p *terminal) toResults() {
	p.Helper()
	p.picks("End this match now", "e", "next match in")
	p.await("the results", resultsShow.MatchString)
	p.sees("Enter plays again now")
}

// clock stands in the top line while a match is under way.
var clock = regexp.MustCompile(`\d:\d\d `)

// inSpace waits until a match is under way, of any mode: players vote for others too, and may be out of a round.
func (p *terminal) inSpace() {
	p.Helper()
	p.await("a match", func(text string) bool {
		top, _, _ := strings.Cut(text, "\n")
		return clock.MatchString(top) && !strings.Contains(text, "next match in")
	})
}

func TestFromResultsToTheNextMatchByAKeyAndByAVote(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("\r")
	p.inSpace()
	p.sees("newcomer: gg", p.pressing("1")) // who has no ship yet says nothing
	p.toResults()
	p.press("\r")
	p.inSpace()
	p.toResults()
	if !ballotRow.MatchString(p.text()) {
		t.Fatalf("there is nothing to vote for; the screen is\n%s", p.text())
	}
	p.press("2")
	p.await("a vote", func(text string) bool {
		found := ballotRow.FindStringSubmatch(text)
		return found != nil && strings.TrimSpace(found[4]) == "1"
	})
	p.press("\r")
	p.inSpace()
	p.toResults()
	p.press("\x1b")
	p.sees("Play again")
	p.press("l")
	p.sees("Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
