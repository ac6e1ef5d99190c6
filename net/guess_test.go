package net

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// guesser returns a player who does not know the password, and spares himself the cost.
func guesser(m *testMatch, from string) *player {
	return newPilot(ClientConfig{
		Dial: m.pipeAs("", from), Name: "Guesser", Password: "wrong", Likely: func(string) bool { return false },
	})
}

// guess has as many players guess the password at once, each from a place of his own,
// until all have been told that it is wrong.
func (m *testMatch) guess(from func(i int) string, n int) {
	m.t.Helper()
	var all []*player
	for i := range n {
		all = append(all, guesser(m, from(i)))
	}
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(all, func(p *player) bool { return p.view == nil || p.view.Phase != Refused })
	}, all...)
	for _, p := range all {
		if !strings.Contains(p.view.Err.Error(), wrongPassword) {
			m.t.Errorf("a guess is answered by %v", p.view.Err)
		}
	}
}

func TestWrongPasswordsFromAThousandNetworksShutNobodyOut(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		began, guesses := time.Now(), 512
		if *long {
			guesses *= 8
		}
		for batch := range guesses / maxNewcomers {
			m.guess(func(i int) string { return fmt.Sprintf("[2001:db8:%x:%x::1]:1", batch, i) }, maxNewcomers)
		}
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(time.Second, rex)
		m.plays(rex)
		t.Logf("%d guesses took %v of the host's time", guesses, time.Since(began))
	})
}

func TestWrongPasswordsFromAnAddressDelayItsOwnerByFiveSecondsAtMost(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		for range 12 {
			m.guess(func(int) string { return home }, 1)
		}
		began := time.Now()
		rex := knowing("open sesame", m.pipeAs("", home))
		m.flyUntil(func() bool { return rex.view != nil && rex.view.Phase == Playing || time.Since(began) > time.Minute }, rex)
		if took := time.Since(began); took > proofWait+time.Second || took < firstWait {
			t.Errorf("the right password took %v", took)
		}
	})
}

func TestAFloodOfGuessesFromAnAddressDoesNotHoldItsOwnerUp(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		m.guess(func(int) string { return home }, 4)
		var flood []*player
		for range maxNewcomers - 1 {
			flood = append(flood, guesser(m, home))
		}
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(proofWait+time.Second, append(flood, rex)...)
		m.plays(rex)
	})
}

func TestGuessesCostTimeWhereTheyComeFromAndNowhereElse(t *testing.T) {
	g := newGuesses()
	now := time.Unix(1<<30, 0)
	wait := func(from string) time.Duration { return g.wait(from, now, now) }
	for _, want := range []time.Duration{1, 2, 4, 5, 5} {
		g.note("192.0.2.1:1", now)
		if got := wait("192.0.2.1:99"); got != want*time.Second {
			t.Errorf("the next is heard after %v, expected %d s", got, want)
		}
	}
	if got := wait("192.0.2.2:1"); got != 0 {
		t.Errorf("a neighbour waits %v", got)
	}
	if got := g.wait("192.0.2.1:1", now.Add(-proofWait), now); got > 0 {
		t.Errorf("who has waited for five seconds waits %v more", got)
	}
	for i := range wideTries + 1 { // all of one /48
		g.note(fmt.Sprintf("[2001:db8:0:%x::1]:1", i), now)
	}
	if near, far := wait("[2001:db8:0:ffff::1]:1"), wait("[2001:db8:1::1]:1"); near != firstWait || far != 0 {
		t.Errorf("in a network that guesses one waits %v, in another %v", near, far)
	}
	now = now.Add(wrongKept)
	if g.note("192.0.2.1:1", now); wait("192.0.2.1:1") != firstWait {
		t.Errorf("ten minutes later one waits %v", wait("192.0.2.1:1"))
	}
}

func TestWhatIsRememberedOfGuessesIsBounded(t *testing.T) {
	g := newGuesses()
	now := time.Unix(1<<30, 0)
	told := 0
	for i := range 4 * maxPlaces {
		if g.note(fmt.Sprintf("[2001:%x:%x:%x::1]:1", i>>8, i&0xff, i&3), now) {
			told++
		}
	}
	if len(g.at[0]) != maxPlaces || len(g.at[1]) != maxPlaces {
		t.Errorf("%d and %d places are remembered, expected %d", len(g.at[0]), len(g.at[1]), maxPlaces)
	}
	if wait := g.wait("192.0.2.1:1", now, now); wait != 0 {
		t.Errorf("somebody else waits %v", wait)
	}
	for range 100 {
		if g.note("192.0.2.1:1", now) {
			told++
		}
	}
	if told != 4*maxPlaces+1 {
		t.Errorf("the log has %d lines, expected one for each place", told)
	}
}

func TestTypedGuessesWaitLikeProofs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		types := func(from, text string) (time.Duration, error) {
			began := time.Now()
			err := m.host.Knows(t.Context(), from, text)
			return time.Since(began), err
		}
		for _, want := range []time.Duration{0, 1, 2, 4, 5} {
			if took, err := types(home, "wrong"); err == nil || took != want*time.Second {
				t.Errorf("a guess took %v, expected %d s: %v", took, want, err)
			}
		}
		if took, err := types(home, "open sesame"); err != nil || took != proofWait {
			t.Errorf("the right one took %v: %v", took, err)
		}
		if took, err := types(elsewhere, "open sesame"); err != nil || took != 0 {
			t.Errorf("from elsewhere it took %v: %v", took, err)
		}
		types(home, "wrong") // which counts for proofs too
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(time.Second, rex)
		if rex.view.Phase != Joining {
			t.Errorf("phase %d", rex.view.Phase)
		}
		m.fly(proofWait, rex)
		m.plays(rex)
	})
}
