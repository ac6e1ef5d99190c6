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

// asked is a list of candidates with the time and nonces of a test.
type asking struct {
	candidates
	now   time.Time
	nonce uint64
}

func newAsked(where ...string) *asking {
	a := &asking{now: time.Unix(1000, 0)}
	for _, w := range where {
		a.see(at(w), a.now)
	}
	return a
}

// round queries the candidates that are due; those for which answer has a match respond.
func (a *asking) round(answer func(at netip.AddrPort) (id uint64, title string)) (n int) {
	due := a.due(a.now, func() uint64 { a.nonce++; return a.nonce })
	for _, p := range due {
		if id, title := answer(p.at); id != 0 {
			a.answered(proto.Answer{Nonce: p.nonce, ID: id, Info: proto.Info{Title: title}}, a.now.Add(5*time.Millisecond))
		}
	}
	return len(due)
}

// titles returns the listed titles.
func (a *asking) titles() (titles []string) {
	for _, m := range a.matches(a.now) {
		titles = append(titles, m.Title)
	}
	return titles
}

func allAnswer(at netip.AddrPort) (uint64, string) { return uint64(at.Port()), at.String() }

func noneAnswers(netip.AddrPort) (uint64, string) { return 0, "" }

func TestOnlyMatchesThatAnswerAreListed(t *testing.T) {
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

func TestAMatchVanishesWhenItStopsAnswering(t *testing.T) {
	a := newAsked("192.0.2.1:1")
	a.round(allAnswer)
	for second := range 10 {
		a.now = a.now.Add(time.Second)
		a.see(at("192.0.2.1:1"), a.now) // it is still announced
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

func TestACandidateIsAskedOnceASecondAndForgottenWithoutAnnouncements(t *testing.T) {
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

func TestAnUnrequestedAnswerIsDropped(t *testing.T) {
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
		a.see(at(fmt.Sprintf("192.0.2.1:%d", port+1)), a.now)
	}
	a.round(allAnswer)
	if n := len(a.list); n != maxPorts+1 {
		t.Errorf("%d candidates, want %d", n, maxPorts+1)
	}
}

func TestAFloodOfFalseAnnouncementsIsBoundedAndExcludesNoMatch(t *testing.T) {
	a := newAsked()
	honest := at("192.0.2.1:77")
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

func TestTheListIsBoundedAndItsOrderIsStable(t *testing.T) {
	a := newAsked()
	for i := range 2 * maxCandidates {
		a.see(netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), uint16(i+1)), a.now)
	}
	a.round(allAnswer)
	first := a.titles()
	if len(first) != maxMatches {
		t.Errorf("%d are listed", len(first))
	}
	slices.Reverse(a.list)
	if again := a.titles(); !slices.Equal(first[:1], again[:1]) || !slices.IsSorted(again) {
		t.Errorf("%q became %q", first, again)
	}
}

// forged names n addresses of a network at which an attacker answers.
func (a *asking) forged(network [2]byte, n int) {
	for i := range n {
		a.see(netip.AddrPortFrom(netip.AddrFrom4([4]byte{network[0], network[1], byte(i >> 8), byte(i)}), 42), a.now)
	}
}

// near makes 192.168.0.0/16 our own network.
func (a *asking) near() *asking {
	a.candidates.near = netip.MustParsePrefix("192.168.0.0/16").Contains
	return a
}

// answers makes each candidate answer with its own match, by a title.
func answers(title func(at netip.AddrPort) string) func(netip.AddrPort) (uint64, string) {
	return func(at netip.AddrPort) (uint64, string) {
		b := at.Addr().As4()
		return uint64(b[0])<<24 | uint64(b[1])<<16 | uint64(b[2])<<8 | uint64(b[3]), title(at)
	}
}

func TestForgedMatchesDoNotReplaceAnOlderOne(t *testing.T) {
	a := newAsked("192.168.0.7:42").near()
	say := answers(func(at netip.AddrPort) string {
		if at.Addr() == netip.MustParseAddr("192.168.0.7") {
			return "Zed"
		}
		return "AAA " + at.String() // which is before it
	})
	a.round(say)
	for range 20 {
		a.now = a.now.Add(time.Second)
		a.see(at("192.168.0.7:42"), a.now)
		a.forged([2]byte{192, 168}, 1000)
		a.round(say)
	}
	got := a.titles()
	if !slices.Contains(got, "Zed") || len(got) > maxMatches {
		t.Errorf("%d are listed, and the one that was there before is not among them", len(got))
	}
}

func TestForgedMatchesElsewhereDoNotExcludeOneOfOurNetwork(t *testing.T) {
	a := newAsked().near()
	say := answers(func(at netip.AddrPort) string { return at.String() })
	for second := range 20 {
		a.forged([2]byte{10, 0}, 1000)
		if second > 10 {
			a.see(at("192.168.0.7:42"), a.now)
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

func TestMatchesOfOurNetworkAreFirst(t *testing.T) {
	a := newAsked().near()
	for _, where := range []string{"10.0.0.1:42", "192.168.0.7:42", "127.0.0.1:42"} {
		a.see(at(where), a.now)
	}
	a.round(answers(func(at netip.AddrPort) string { return at.String() }))
	if got, want := a.titles(), []string{"127.0.0.1:42", "192.168.0.7:42", "10.0.0.1:42"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNoMatchReplacesAnotherInTheList: an attacker answers with the number of a listed match, which anyone can query.
func TestNoMatchReplacesAnotherInTheList(t *testing.T) {
	for _, thief := range []string{"192.168.0.1:42", "192.168.0.7:41", "10.0.0.1:42"} {
		a := newAsked("192.168.0.7:42").near()
		say := func(netip.AddrPort) (uint64, string) { return 7, "Fun" }
		a.round(say)
		for second := range 10 {
			a.now = a.now.Add(time.Second)
			a.see(at("192.168.0.7:42"), a.now)
			if second > 2 { // until then, it may be another address of the same host
				a.see(at(thief), a.now)
			}
			a.round(say)
		}
		if list := a.matches(a.now); len(list) != 1 || list[0].Address != "192.168.0.7:42" {
			t.Errorf("%s: %+v", thief, list)
		}
	}
}

func TestTheOrderOfRowsDoesNotDependOnTitles(t *testing.T) {
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

func TestACandidateIsNotAnotherMatchEachSecond(t *testing.T) {
	a := newAsked("192.168.0.7:42")
	told := map[uint64]bool{}
	for second := range uint64(60) {
		a.see(at("192.168.0.7:42"), a.now)
		a.round(func(netip.AddrPort) (uint64, string) { return 1 + second, "Fun" })
		for _, m := range a.matches(a.now) {
			told[m.ID] = true
		}
		a.now = a.now.Add(time.Second)
	}
	if len(told) > int(time.Minute/timeout)+1 || len(told) < 2 {
		t.Errorf("there were %d matches in a minute", len(told))
	}
}

// webs returns the listed addresses for browsers.
func (a *asking) webs() (urls []string) {
	for _, m := range a.matches(a.now) {
		urls = append(urls, m.Web)
	}
	return urls
}

func TestAMatchIsListedWithItsAddressForBrowsers(t *testing.T) {
	a := newAsked("192.0.2.1:1", "192.0.2.1:2")
	a.seeWeb(at("192.0.2.1:2"), "http://192.0.2.1/")
	a.seeWeb(at("192.0.2.9:2"), "http://192.0.2.9/") // never announced
	a.round(allAnswer)
	if got := a.webs(); len(got) != 2 || got[0] != "" || got[1] != "http://192.0.2.1/" {
		t.Errorf("got %q", got)
	}
	a.seeWeb(at("192.0.2.1:1"), "http://192.0.2.1:81/") // though it has answered
	a.seeWeb(at("192.0.2.1:2"), "")
	if got := a.webs(); got[0] != "http://192.0.2.1:81/" || got[1] != "" {
		t.Errorf("got %q", got)
	}
}

func TestTheAddressForBrowsersIsThatOfTheListedHost(t *testing.T) {
	a := newAsked("192.0.2.1:4", "127.0.0.1:4")
	a.seeWeb(at("192.0.2.1:4"), "http://192.0.2.1:66/") // any host may claim the match
	a.round(allAnswer)
	if got := a.webs(); len(got) != 1 || got[0] != "" {
		t.Errorf("got %q", got)
	}
	a.seeWeb(at("127.0.0.1:4"), "http://192.0.2.1:80/")
	a.now = a.now.Add(time.Second)
	a.round(allAnswer)
	if got := a.webs(); got[0] != "http://192.0.2.1:80/" {
		t.Errorf("got %q", got)
	}
}
