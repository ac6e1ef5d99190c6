package server

import (
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/testkit"
)

// knownPlayers are those who are known, by what.
func knownPlayers() map[string]testkit.WebPlayer {
	return map[string]testkit.WebPlayer{"a key": testkit.NewWebPlayer(), "a token": testkit.TokenPlayer()}
}

func TestAPageThatWasCutOffHasItsSeatAgain(t *testing.T) {
	t.Parallel()
	for what, who := range knownPlayers() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			m := startWebMatch(t)
			page, answer, _ := m.comes(who, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
			if !answer.Known {
				t.Error("nobody is known")
			}
			was, before := m.waits("Wilma", "shot down", m.shotDown)
			page.CloseNow()
			m.waits("Wilma", "away", isAway)
			m.comes(who, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}) // it may be another tab
			is, now := m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)
		})
	}
}

func TestAPageThatIsLoadedAnewHasItsSeatAgain(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	who, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	page, _, _ := m.comes(who, hello)
	was, before := m.waits("Wilma", "there", isThere)
	for range 3 {
		page.Close(websocket.StatusGoingAway, "")
		page, _, _ = m.comes(who, hello)
		is, now := m.waits("Wilma", "there again", isThere)
		m.same(was, is, before, now)
	}
	page.Says("leave", true) // from the one seat that they have
	m.gone("Wilma")
}

// The old connection says nothing, and ends nowhere: so it is when a laptop goes from one network to another.
func TestAPageOnAnotherNetworkHasItsSeatAtOnce(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	who, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	testkit.Visitor(t, m.web, who, hello) // which reads nothing more
	was, before := m.waits("Wilma", "there", isThere)
	again, _, ended := m.comes(who, hello)
	is, now := m.waits("Wilma", "there", isThere)
	m.same(was, is, before, now)
	again.Says("leave", true) // from the one seat that they have
	<-ended
	m.gone("Wilma")
}

func TestTwoTabsAreTwoPlayers(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	who := testkit.NewWebPlayer()
	_, _, ended := m.comes(who, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	first, _ := m.waits("Wilma", "there", isThere)
	m.comes(who, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	second, _ := m.waits("Wilma 2", "there", isThere)
	if is, _ := m.waits("Wilma", "there", isThere); is.ID != first.ID || second.Slot == is.Slot {
		t.Errorf("one was %+v and is %+v, the other is %+v", first, is, second)
	}
	select {
	case why := <-ended:
		t.Errorf("the first was ended by %q", why)
	default:
	}
}

func TestACopyOfATabGoesOnInItsPlace(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	who, hello := testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()}
	_, _, ended := m.comes(who, hello)
	was, before := m.waits("Wilma", "there", isThere)
	m.comes(who, hello)
	if why := <-ended; !strings.Contains(why, "copy of this tab") {
		t.Errorf("the first was ended by %q", why)
	}
	is, now := m.waits("Wilma", "there", isThere)
	m.same(was, is, before, now)
}

func TestWhoLeavesByThePageGivesUpTheirSeat(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	who := testkit.NewWebPlayer()
	page, _, ended := m.comes(who, testkit.WebHello{Name: "Wilma", Tab: testkit.NewTab()})
	m.waits("Wilma", "there", isThere)
	page.Says("leave", true)
	<-ended
	m.gone("Wilma")
}

func TestTheSeatOfNobodyIsNotKept(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	page, _, _ := m.comes(testkit.WebPlayer{}, testkit.WebHello{Name: "Wilma"})
	was, _ := m.waits("Wilma", "there", isThere)
	page.CloseNow()
	m.comes(testkit.WebPlayer{}, testkit.WebHello{Name: "Wilma"})
	if is, _ := m.waits("Wilma 2", "there", isThere); is.ID == was.ID {
		t.Errorf("they were %+v and are %+v", was, is)
	}
}

func TestAPlayerIsCalledOtherwiseAsSoonAsThePageSaysSo(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	page, _, _ := m.comes(testkit.NewWebPlayer(), testkit.WebHello{Name: "Wilma"})
	was, _ := m.waits("Wilma", "there", isThere)
	page.Says("name", "Fred\x1b[2J")
	page.Says("name", "") // these are none
	page.Says("name", "Barney")
	page.Says("name", "Betty") // the last counts
	is, _ := m.waits("Betty", "there", isThere)
	if is.ID != was.ID || is.Slot != was.Slot {
		t.Errorf("they were %+v and are %+v", was, is)
	}
	m.gone("Wilma")
	watcher, _, _ := m.comes(testkit.NewWebPlayer(), testkit.WebHello{Name: "Pebbles", Watch: true})
	watcher.Says("name", "Pebbles")
	page.Says("name", "Wilma")
	m.waits("Wilma", "there", isThere)
	for _, p := range m.look().Roster {
		if p.Name == "Pebbles" {
			t.Error("a spectator has a name of their own")
		}
	}
}
