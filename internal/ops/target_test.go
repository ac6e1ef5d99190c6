package ops

import (
	"slices"
	"strings"
	"testing"

	"dogfight/net"
)

// nobodyOut expects that a request is refused for hitting those, and hits none.
func (m *match) nobodyOut(request string, hits ...string) {
	m.Helper()
	lines, err := Console{Host: m.host}.Answer(request)
	if err == nil || !strings.Contains(err.Error(), yes) {
		m.Errorf("%s: came %q, %v", request, lines, err)
		return
	}
	for _, hit := range hits {
		if !strings.Contains(err.Error(), hit) {
			m.Errorf("%s: expected %q, came %v", request, hit, err)
		}
	}
	m.pass()
	all := make([]bool, len(m.pilots))
	for i := range all {
		all[i] = true
	}
	m.in(all...)
}

// picks expects whom the words mean, by their ids, and what words are left.
func picks(t *testing.T, all []net.Present, words string, left string, want ...uint16) {
	t.Helper()
	hit, rest, err := meant(all, func(key string) []string { return []string{key} }, strings.Fields(words))
	var got []uint16
	for _, p := range hit {
		got = append(got, p.ID)
	}
	if !slices.Equal(got, want) || err == nil && strings.Join(rest, " ") != left {
		t.Errorf("%q means %v and leaves %q, %v; expected %v and %q", words, got, rest, err, want, left)
	}
}

func TestAPilotCalledLikeAnAddressOrAnIDIsNotTakenForIt(t *testing.T) {
	all := []net.Present{
		{ID: 1, Name: "Bot", Bot: true}, {ID: 2, Name: "Rex", Identity: rexKey, Address: "192.0.2.1:1"},
		{ID: 3, Name: "0.0.0.0/0", Address: "192.0.2.2:1"}, {ID: 4, Name: "2", Address: "[2001:db8::1]:1"},
		{ID: 5, Name: "#2", Address: "memory"}, {ID: 6, Name: vegaKey}, {ID: 7, Name: "--yes"},
	}
	picks(t, all, "0.0.0.0/0", "", 2, 3)
	picks(t, all, "192.0.2.0/31 out", "out", 2)
	picks(t, all, "192.0.2.1", "", 2)
	picks(t, all, "::/0", "", 4)
	picks(t, all, "2 be nice", "be nice", 4)
	picks(t, all, "#2 be nice", "be nice", 2)
	picks(t, all, "#5", "", 5)
	picks(t, all, rexKey, "", 2)
	picks(t, all, vegaKey, "")
	picks(t, all, "SHA256:2", "")
	picks(t, all, "3", "")
	picks(t, all, "Bot", "", 1)
}

func TestANameMeansAllWhoseNamesMayBeTakenForIt(t *testing.T) {
	all := []net.Present{
		{ID: 2, Name: "Rex"}, {ID: 3, Name: "REX"}, {ID: 4, Name: "Ｒｅｘ"}, {ID: 5, Name: "Rex too"}, {ID: 6, Name: "Vega"},
	}
	picks(t, all, "Rex", "", 2, 3, 4)
	picks(t, []net.Present{{ID: 2, Name: "R\u0435x"}}, "Rex", "", 2) // in part Cyrillic
	picks(t, all, "rex be nice", "be nice", 2, 3, 4)
	picks(t, all, "Rex too loud", "loud", 2, 3, 4, 5)
	picks(t, all[3:], "Rex too loud", "loud", 5)
	picks(t, all, "vega", "", 6)
	picks(t, all, "Veg", "")
}

func TestANetworkThatHitsSeveralOrIsLargeIsBannedOnlyByWhoIsSure(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Vega", "192.0.2.1:2", vegaKey)
		m.joins("Nova", "192.0.2.3:1", "")
		m.nobodyOut("ban 0.0.0.0/0", "as large as a country's", "Rex (#2)", "Vega (#3)", "Nova (#4)")
		m.nobodyOut("ban 0.0.0.0/0 he is a pest")
		m.nobodyOut("ban ::/0", "as large as a country's")
		m.nobodyOut("kick 0.0.0.0/0", "Rex (#2)")
		m.nobodyOut("ban #2", "Rex (#2)", "Vega (#3)") // of one address
		m.nobodyOut("ban Rex a pest", "Rex (#2)", "Vega (#3)")
		m.nobodyOut("ban 192.0.2.1", "Rex (#2)", "Vega (#3)")
		m.refused("kick 2", `no player is "2"`)
		m.told("ban --key #2", "banned Rex (#2): "+rexKey)
		m.in(false, true, true)
		m.told("ban 192.0.2.0/24 --yes out", "banned Vega (#3): 192.0.2.0/24", "banned Nova (#4): 192.0.2.0/24")
		m.in(false, false, false)
		m.told("bans", rexKey+" ", "192.0.2.0/24 ", " out")
	})
}

func TestANameThatBeginsAnotherIsAskedFor(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Rex too", "192.0.2.2:1", "")
		m.nobodyOut("kick Rex too loud", "Rex (#2)", "Rex too (#3)")
		m.told(`kick "Rex too" loud`, "kicked Rex too (#3): loud")
		m.in(true, false)
	})
}

func TestABanOfAKeyHitsAllOfItsWindowsUnasked(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Two", "192.0.2.1:2", rexKey)
		m.joins("Vega", "192.0.2.3:1", "")
		m.told("ban Rex", "banned Rex (#2): "+rexKey+", 192.0.2.1", "banned Two (#3): ")
		m.in(false, false, true)
	})
}

func TestABanByNameSaysWhoElseIsOutByIt(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "192.0.2.1:1", rexKey)
		m.joins("Vega", "192.0.2.1:2", vegaKey)
		m.told("ban 192.0.2.1 --yes", "banned Rex (#2): 192.0.2.1", "banned Vega (#3): 192.0.2.1")
		m.told("unban 192.0.2.1", "unbanned 192.0.2.1")
		m.joins("Nova", "192.0.2.1:1", rexKey)
		m.joins("Nova's", "192.0.2.1:2", vegaKey)
		m.told("ban Nova --yes", "banned Nova (#4): "+rexKey+", 192.0.2.1", "banned Nova's (#5): "+rexKey+", 192.0.2.1")
		m.in(false, false, false, false)
	})
}

func TestAnAddressOfIPv6IsBannedWithItsNetwork(t *testing.T) {
	hosted(t, func(m *match) {
		m.joins("Rex", "[2001:db8::1]:1", "")
		m.told("ban Rex", "banned Rex (#2): 2001:db8::/64")
		m.joins("Rex", "[2001:db8::2]:1", "")
		m.in(false, false)
	})
}
