package lan

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dogfight/proto"
)

func nearbyAt(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }

// asked is a list of candidates with the time and nonces of a test's own.
type nearbyAsked struct {
	candidates
	now   time.Time
	nonce uint64
}

func newAsked(where ...string) *nearbyAsked {
	a := &nearbyAsked{now: time.Unix(1000, 0)}
	for _, w := range where {
		a.see(nearbyAt(w), a.now)
	}
	return a
}

// round asks the candidates that are due; those answer for which answer has a match.
func (a *nearbyAsked) round(answer func(at netip.AddrPort) (id uint64, title string)) (n int) {
	due := a.due(a.now, func() uint64 { a.nonce++; return a.nonce })
	for _, p := range due {
		if id, title := answer(p.at); id != 0 {
			a.answered(proto.Answer{Nonce: p.nonce, ID: id, Info: proto.Info{Title: title}}, a.now.Add(5*time.Millisecond))
		}
	}
	return len(due)
}

// titles returns what is listed.
func (a *nearbyAsked) titles() (titles []string) {
	for _, m := range a.matches(a.now) {
		titles = append(titles, m.Title)
	}
	return titles
}

func allAnswer(at netip.AddrPort) (uint64, string) { return uint64(at.Port()), at.String() }

func noneAnswers(netip.AddrPort) (uint64, string) { return 0, "" }

func TestWhoAnswersIsListedAndWhoDoesNotIsNot(t *testing.T) {
	a := newAsked("192.0.2.1:1", "192.0.2.2:2")
	a.round(func(at netip.AddrPort) (uint64, string) {
		if at.Port() == 2 {
			return 7, "Fun"
		}
		return 0, ""
	})
	list := a.matches(a.now)
	if len(list) != 1 || list[0].ID != 7 || list[0].Address != "192.0.2.2:2" || list[0].Ping != 5*time.Millisecond {
		t.Errorf("%+v", list)
	}
}

func TestAHostAtSeveralAddressesIsOneEntryAtTheSameOfThemAlways(t *testing.T) {
	all := []string{"192.0.2.1:4", "[2001:db8::1]:4", "[fe80::1%eth0]:4", "10.0.0.1:4", "[::1]:4", "127.0.0.1:4"}
	for n := range all {
		a := newAsked(append(slices.Clone(all[n:]), all[:n]...)...)
		a.round(allAnswer)
		if list := a.matches(a.now); len(list) != 1 || list[0].Address != "127.0.0.1:4" {
			t.Errorf("%+v", list)
		}
	}
}

func TestAMatchVanishesWhenItAnswersNoMore(t *testing.T) {
	a := newAsked("192.0.2.1:1")
	a.round(allAnswer)
	for second := range 10 {
		a.now = a.now.Add(time.Second)
		a.see(nearbyAt("192.0.2.1:1"), a.now) // it is still announced
		a.round(noneAnswers)
		if listed := len(a.titles()) == 1; listed != (second < 3) {
			t.Errorf("after %d s without an answer it is listed: %v", second+1, listed)
		}
	}
	a.now = a.now.Add(time.Second)
	a.round(allAnswer)
	if len(a.titles()) != 1 {
		t.Error("it answers again, and is not listed")
	}
}

func TestAPlaceIsAskedOnceASecondAndForgottenWhenNobodyNamesItAnyMore(t *testing.T) {
	a := newAsked("192.0.2.1:1")
	n := 0
	for range 100 * 60 {
		n += a.round(noneAnswers)
		a.now = a.now.Add(10 * time.Millisecond)
	}
	if want := int(unseen/askEvery) + 1; n != want || len(a.list) != 0 {
		t.Errorf("asked %d times in a minute, want %d; %d candidates are left", n, want, len(a.list))
	}
}

func TestAnAnswerThatNobodyAskedForIsDropped(t *testing.T) {
	a := newAsked("192.0.2.1:1")
	a.answered(proto.Answer{Nonce: 0, ID: 1}, a.now) // before any query
	a.round(noneAnswers)
	a.answered(proto.Answer{Nonce: 999, ID: 1}, a.now)
	if len(a.titles()) != 0 {
		t.Error("it is listed")
	}
	a.answered(proto.Answer{Nonce: 1, ID: 1}, a.now)
	a.answered(proto.Answer{Nonce: 1, ID: 2}, a.now) // once is enough
	if list := a.matches(a.now); len(list) != 1 || list[0].ID != 1 {
		t.Errorf("%+v", list)
	}
}

func TestOneAddressCannotFloodTheList(t *testing.T) {
	a := newAsked("192.0.2.2:1")
	for port := range 10000 {
		a.see(nearbyAt(fmt.Sprintf("192.0.2.1:%d", port+1)), a.now)
	}
	a.round(allAnswer)
	if n := len(a.list); n != maxPorts+1 {
		t.Errorf("%d candidates, want %d", n, maxPorts+1)
	}
}

func TestAFloodOfLiesIsBoundedAndKeepsNobodyAway(t *testing.T) {
	a := newAsked()
	honest := nearbyAt("192.0.2.1:77")
	const lies = 400
	for second := range 200 {
		turn := rand.N(lies)
		for i := range lies {
			if i == turn {
				a.see(honest, a.now)
			}
			a.see(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, byte(second), byte(i >> 8), byte(i)}), 1), a.now)
		}
		if asked := a.round(func(at netip.AddrPort) (uint64, string) {
			if at == honest {
				return 77, "Fun"
			}
			return 0, ""
		}); asked > maxCandidates {
			t.Fatalf("%d were asked", asked)
		}
		a.now = a.now.Add(time.Second)
	}
	if got := a.titles(); !slices.Equal(got, []string{"Fun"}) {
		t.Errorf("%q are listed", got)
	}
}

func TestTheListIsBoundedAndKeepsItsOrder(t *testing.T) {
	a := newAsked()
	for i := range 2 * maxCandidates {
		a.see(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), uint16(i+1)), a.now)
	}
	a.round(allAnswer)
	first := a.titles()
	if len(first) != nearbyMaxMatches {
		t.Errorf("%d are listed", len(first))
	}
	slices.Reverse(a.list)
	if again := a.titles(); !slices.Equal(first[:1], again[:1]) || !slices.IsSorted(again) {
		t.Errorf("%q became %q", first, again)
	}
}
