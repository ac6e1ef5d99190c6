package gateway

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
)

// skirmish is a match that many die in, and that another follows.
func skirmish(t testing.TB) dogfight.Match {
	s := fierceSetup(t)
	s.TimeLimit = 10 * game.TickRate
	m := dogfight.FixedMatch(s, dogfight.MatchOptions{Bots: 4, Skill: 4, Time: 10 * time.Second, Arena: "duel"}, 1)
	m.Fixed = false
	return m
}

// Two clients that do what the document says, and fail on what it does not, play in virtual time: twenty seconds, or with
// -long ten minutes.
func TestADocumentedClientPlaysMatchAfterMatchOverBothTransports(t *testing.T) {
	lasts := 20 * time.Second
	if *long {
		lasts = 10 * time.Minute
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, dogfight.HostConfig{}, skirmish(t))
		_, l := r.openPiped("carnage=:0,websocket")
		ws, _, err := dialWebSocket(l.dial(), nil)
		if err != nil {
			t.Fatal(err)
		}
		clients := []*carnageClient{stands(t, l.dial(), "raw"), stands(t, ws, "webbed")}
		playFor(t, lasts, clients)
	})
}

// playFor lets clients hunt for so long, and looks whether they had what is due.
func playFor(t *testing.T, lasts time.Duration, clients []*carnageClient) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	var hunting sync.WaitGroup
	var hunters []*hunter
	for _, c := range clients {
		h := &hunter{pilot: c, name: c.name}
		hunters = append(hunters, h)
		hunting.Go(func() { h.hunt(ctx) })
	}
	hunting.Wait()
	seconds := int(lasts / time.Second)
	for i, c := range clients {
		t.Logf("%s: %d records in %d s, %d deaths, %d matches", c.name, c.records, seconds, c.deaths, c.matches+1)
		if hunters[i].err != nil {
			t.Errorf("%s: %v", c.name, hunters[i].err)
		}
		if c.deaths == 0 || c.matches == 0 || c.records < 10*seconds { // nominally 20; a machine with other things to do ticks less often
			t.Errorf("%s: expected deaths, another match and at least 10 records a second", c.name)
		}
	}
}
