package ui

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/ui/term"
)

// vicinity is a Finder that finds what a test says.
type vicinity struct {
	mu    sync.Mutex
	list  []lan.FoundMatch
	asked int
}

func (a *vicinity) Matches(time.Time) []lan.FoundMatch {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	return a.list
}

func (a *vicinity) is(list ...lan.FoundMatch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = list
}

// timesAsked returns how often it was asked since the last time.
func (a *vicinity) timesAsked() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.asked
	a.asked = 0
	return n
}

// aMatch is one at 192.0.2.ID.
func aMatch(id uint64, title string) lan.FoundMatch {
	return lan.FoundMatch{
		ID: id, Address: fmt.Sprintf("192.0.2.%d:4242", id), Ping: 12 * time.Millisecond,
		Info: proto.Info{Version: proto.Version, Title: title, Arena: "belt", Mode: game.Teams, Players: 3, Bots: 5, Slots: 64},
	}
}

func TestJoinPageListsMatchesAndEnterJoinsTheChosen(t *testing.T) {
	a := &vicinity{list: []lan.FoundMatch{aMatch(1, "First"), aMatch(2, "Second")}}
	onRig(t, Config{Finder: a, Pilot: Pilot{Name: "Ann", Class: "scout"}}, func(r *rig) {
		r.press("j")
		r.shows("TITLE", "▸First", "belt", "teams", "3 +5 bots", "12 ms", "Second", "(a) Join by address", "Host a match")
		r.press(down)
		r.shows("▸Second")
		r.press(enter)
		if len(r.launcher.join) != 1 {
			t.Fatalf("nothing was joined:\n%s", r.text())
		}
		if o := r.launcher.join[0]; o.Address != "192.0.2.2:4242" || o.Pilot.Name != "Ann" || o.Pilot.Class != "scout" {
			t.Errorf("found %+v", o)
		}
	})
}

func TestMatchesOfOneNameAreToldApartByTheirAddresses(t *testing.T) {
	long := strings.Repeat("W", proto.MaxTitle)
	a := &vicinity{list: []lan.FoundMatch{aMatch(1, "Fun"), aMatch(2, "fun"), aMatch(3, ""), aMatch(4, long), aMatch(5, long), aMatch(6, "Alone")}}
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.press("j")
		r.shows("Fun 192.0.2.1:4242", "fun 192.0.2.2:4242", "192.0.2.3:4242", "W 192.0.2.4:4242", "W 192.0.2.5:4242", "Alone ")
		if strings.Contains(r.text(), "192.0.2.6") {
			t.Errorf("one that is called like no other shows its address:\n%s", r.text())
		}
	})
}

func TestWhatIsChosenStaysSoWhileTheListChanges(t *testing.T) {
	a := &vicinity{}
	one, two, three := aMatch(1, "One"), aMatch(2, "Two"), aMatch(3, "Three")
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.press("j")
		a.is(two)
		r.wait()
		r.shows("▸Two")
		a.is(one, two)
		r.wait()
		r.shows("▸One") // nothing was chosen yet
		r.press(down)
		a.is(two, three)
		r.wait()
		r.shows("▸Two")
		a.is(three)
		r.wait()
		r.shows("▸Three")
		r.press(down)
		r.shows("▸(a)")
		a.is(one, two, three)
		r.wait()
		r.shows("▸(a)")
		r.press(down, down)
		r.shows("▸One")
	})
}

func TestJoinPageThatFindsNothingSaysSoAndOffersToHost(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{}}, func(r *rig) {
		r.press("j")
		r.shows("Looking for matches on this network")
		r.showsNot("None found")
		time.Sleep(looking)
		r.wait()
		r.resize(60, 20)
		r.shows("Looking for matches", "None found yet", "press a and type its address.", "press h to host one", "Host a match")
		r.press(down, enter)
		r.shows(" Host a match ─")
		r.press(esc)
		r.shows(" Join a match ─", "None found yet")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestJoinPageLeadsToTheFormForAnAddress(t *testing.T) {
	for _, keys := range [][]string{{"a"}, {up, up, enter}} {
		onRig(t, Config{Finder: &vicinity{list: []lan.FoundMatch{aMatch(1, "One")}}}, func(r *rig) {
			r.press("j")
			r.press(keys...)
			r.press("example.org")
			r.press(enter)
			if len(r.launcher.join) != 1 || r.launcher.join[0].Address != "example.org" {
				t.Errorf("%q: joined %v", keys, r.launcher.join)
			}
		})
	}
}

func TestAMatchOfAnotherVersionIsNotJoined(t *testing.T) {
	old := aMatch(1, "Old")
	old.Version = 77
	onRig(t, Config{Finder: &vicinity{list: []lan.FoundMatch{old}}}, func(r *rig) {
		r.press("j")
		r.shows("other version")
		r.press(enter)
		r.shows("The host speaks protocol version 77")
		if len(r.launcher.join) > 0 {
			t.Error("it was joined")
		}
		r.press(down)
		r.showsNot("It speaks")
	})
}

func TestJoinPageShowsWhyAMatchCannotBeJoined(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.FoundMatch{aMatch(1, "One")}}}, func(r *rig) {
		r.launcher.fails = errTest
		r.press("j", enter)
		r.shows(errTest.Error(), "▸One")
	})
}

func TestNobodyIsLookedForBeforeThePageOrDuringAMatch(t *testing.T) {
	a := &vicinity{list: []lan.FoundMatch{aMatch(1, "One")}}
	onRig(t, Config{Finder: a}, func(r *rig) {
		r.wait()
		if n := a.timesAsked(); n > 0 {
			t.Errorf("asked %d times on the title", n)
		}
		r.press("j")
		if a.timesAsked() == 0 {
			t.Error("not asked on the page")
		}
		r.press(enter)
		a.timesAsked()
		r.wait()
		if n := a.timesAsked(); n > 0 {
			t.Errorf("asked %d times during a match", n)
		}
	})
}

func TestAPasteOnTheJoinPageDoesNothing(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.FoundMatch{aMatch(1, "One")}}}, func(r *rig) {
		r.press("j", pasted("ah\r"))
		r.shows("▸One")
		if len(r.launcher.join) > 0 {
			t.Error("a paste joined")
		}
	})
}

func TestJoinPageHasRoomForManyMatchesInTheSmallestTerminal(t *testing.T) {
	var many []lan.FoundMatch
	for id := range uint64(40) {
		many = append(many, aMatch(id+1, fmt.Sprintf("[%02d] 火星大戦 🚀 long title", id)))
	}
	for _, locale := range []term.Traits{{Name: "xterm-256color"}, {Name: "xterm-256color", ASCII: true}} {
		onRigLike(t, locale, Config{Finder: &vicinity{list: many}}, func(r *rig) {
			r.resize(60, 20)
			r.press("j")
			r.shows("[00", "3 +5 ", "12 ms", "of 40", "Esc back")
			r.showsNot("[39")
			r.press(up, up, up) // past the actions to the last
			r.shows("[39", "Esc back")
			r.showsNot("[00")
		})
	}
}

func TestJoiningBeginsWithTheList(t *testing.T) {
	onRig(t, Config{Finder: &vicinity{list: []lan.FoundMatch{aMatch(1, "One")}}, Joining: true}, func(r *rig) {
		r.shows("▸One")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestAMatchMayBeHiddenFromTheNetwork(t *testing.T) {
	onRig(t, Config{Host: HostOptions{Title: "Fun", Listen: ":99"}}, func(r *rig) {
		r.press("h", up, up, right, enter)
		if len(r.launcher.host) != 1 || !r.launcher.host[0].Hidden {
			t.Errorf("found %+v:\n%s", r.launcher.host, r.text())
		}
	})
}

func TestAFleetsAddressLeadsToTheListOfItsMatches(t *testing.T) {
	one := aMatch(1, "Evening")
	one.Address = "fleet://door.example/0000000000000001"
	any := lan.FoundMatch{ID: 2, Address: "fleet://door.example", Info: proto.Info{Version: proto.Version, Title: "Fleet door.example", Arena: "1 match", Mode: proto.AnyMode}}
	of := func(address string) Finder {
		if address != "fleet://door.example" {
			return nil
		}
		return &vicinity{list: []lan.FoundMatch{any, one}}
	}
	onRig(t, Config{Finder: &vicinity{}, Fleet: of, Address: "fleet://door.example"}, func(r *rig) {
		r.press("j", "a", enter)
		r.shows("fleet://door.example", "▸Fleet door.example", "1 match", "any", "Evening", "3 +5 bots", "12 ms", "?")
		r.press(down, enter)
		if len(r.launcher.join) != 1 || r.launcher.join[0].Address != one.Address {
			t.Errorf("joined %+v\n%s", r.launcher.join, r.text())
		}
	})
}
