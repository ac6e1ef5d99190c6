package lan

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// forged names n addresses of a network at which an attacker answers.
func (a *nearbyAsked) forged(network [2]byte, n int) {
	for i := range n {
		a.see(netip.AddrPortFrom(netip.AddrFrom4([4]byte{network[0], network[1], byte(i >> 8), byte(i)}), 42), a.now)
	}
}

// near has the network 192.168.0.0/16 be our own.
func (a *nearbyAsked) near() *nearbyAsked {
	a.candidates.near = netip.MustParsePrefix("192.168.0.0/16").Contains
	return a
}

// answers has each candidate answer with a match of its own, by a title.
func answers(title func(at netip.AddrPort) string) func(netip.AddrPort) (uint64, string) {
	return func(at netip.AddrPort) (uint64, string) {
		b := at.Addr().As4()
		return uint64(b[0])<<24 | uint64(b[1])<<16 | uint64(b[2])<<8 | uint64(b[3]), title(at)
	}
}

func TestForgedMatchesDoNotPushOutOneThatWasThereBefore(t *testing.T) {
	a := newAsked("192.168.0.7:42").near()
	say := answers(func(at netip.AddrPort) string {
		if at.Addr() == netip.MustParseAddr("192.168.0.7") {
			return "Zed"
		}
		return "AAA " + at.String() // which comes before it
	})
	a.round(say)
	for range 20 {
		a.now = a.now.Add(time.Second)
		a.see(nearbyAt("192.168.0.7:42"), a.now)
		a.forged([2]byte{192, 168}, 1000)
		a.round(say)
	}
	got := a.titles()
	if !slices.Contains(got, "Zed") || len(got) > nearbyMaxMatches {
		t.Errorf("%d are listed, and the one that was there before is not among them", len(got))
	}
}

func TestAMatchOfOurNetworkFindsRoomHoweverManyAreForgedElsewhere(t *testing.T) {
	a := newAsked().near()
	say := answers(func(at netip.AddrPort) string { return at.String() })
	for second := range 20 {
		a.forged([2]byte{10, 0}, 1000)
		if second > 10 {
			a.see(nearbyAt("192.168.0.7:42"), a.now)
		}
		if asked := a.round(say); asked > maxCandidates {
			t.Fatalf("%d were asked", asked)
		}
		a.now = a.now.Add(time.Second)
	}
	if got := a.titles(); !slices.Contains(got, "192.168.0.7:42") {
		t.Errorf("of %d that are listed none is of our network", len(got))
	}
}

func TestThoseOfOurNetworkComeFirst(t *testing.T) {
	a := newAsked().near()
	for _, where := range []string{"10.0.0.1:42", "192.168.0.7:42", "127.0.0.1:42"} {
		a.see(nearbyAt(where), a.now)
	}
	a.round(answers(func(at netip.AddrPort) string { return at.String() }))
	if got, want := a.titles(), []string{"127.0.0.1:42", "192.168.0.7:42", "10.0.0.1:42"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNobodyTakesOverARow has an attacker answer with the number of a listed match, which anyone can ask for.
func TestNobodyTakesOverARow(t *testing.T) {
	for _, thief := range []string{"192.168.0.1:42", "192.168.0.7:41", "10.0.0.1:42"} {
		a := newAsked("192.168.0.7:42").near()
		say := func(netip.AddrPort) (uint64, string) { return 7, "Fun" }
		a.round(say)
		for second := range 10 {
			a.now = a.now.Add(time.Second)
			a.see(nearbyAt("192.168.0.7:42"), a.now)
			if second > 2 { // until then, it may be another address of the same host
				a.see(nearbyAt(thief), a.now)
			}
			a.round(say)
		}
		if list := a.matches(a.now); len(list) != 1 || list[0].Address != "192.168.0.7:42" {
			t.Errorf("%s: %+v", thief, list)
		}
	}
}

func TestRowsStayWhereTheyAreWhateverTheyAreCalled(t *testing.T) {
	a := newAsked("192.168.0.7:42", "192.168.0.8:42", "192.168.0.9:42")
	var first []netip.AddrPort
	for n := range 10 {
		for _, p := range a.list {
			p.seenAt = a.now
		}
		a.round(answers(func(at netip.AddrPort) string {
			return fmt.Sprint((int(at.Addr().As4()[3])*7 + n*5) % 11)
		}))
		var rows []netip.AddrPort
		for _, m := range a.matches(a.now) {
			rows = append(rows, m.at)
		}
		if first == nil {
			first = rows
		}
		if !slices.Equal(rows, first) {
			t.Fatalf("%v became %v", first, rows)
		}
		a.now = a.now.Add(time.Second)
	}
}

func TestAPlaceIsNotAnotherMatchEachSecond(t *testing.T) {
	a := newAsked("192.168.0.7:42")
	told := map[uint64]bool{}
	for second := range uint64(60) {
		a.see(nearbyAt("192.168.0.7:42"), a.now)
		a.round(func(netip.AddrPort) (uint64, string) { return 1 + second, "Fun" })
		for _, m := range a.matches(a.now) {
			told[m.ID] = true
		}
		a.now = a.now.Add(time.Second)
	}
	if len(told) > int(time.Minute/timeout)+1 || len(told) < 2 {
		t.Errorf("%d matches were there in a minute", len(told))
	}
}
