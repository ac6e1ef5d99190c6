package door

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/proto"
)

// List returns the hosts and matches of the fleet that fit into one list: matches with room and many players first.
func (d *Door) List() *proto.FleetList {
	var hosts []fleet.Host
	for _, h := range d.view.Hosts() {
		if h.Protocol == proto.Version && h.Rules == game.RulesFingerprint && !h.Draining {
			hosts = append(hosts, h)
		}
	}
	slices.SortStableFunc(hosts, func(a, b fleet.Host) int {
		return cmp.Or(near(&b, d.region)-near(&a, d.region), b.Players-a.Players, cmp.Compare(a.ID, b.ID))
	})
	l := &proto.FleetList{}
	index := map[fleet.ID]uint8{}
	for _, h := range hosts[:min(len(hosts), proto.MaxFleetHosts)] {
		index[h.ID] = uint8(len(l.Hosts))
		l.Hosts = append(l.Hosts, proto.FleetHost{ID: uint64(h.ID), Address: h.Address, Region: h.Region})
	}
	matches := slices.DeleteFunc(d.view.Matches(), func(m fleet.Match) bool {
		_, known := index[m.Host]
		return !known || m.Closed
	})
	slices.SortStableFunc(matches, func(a, b fleet.Match) int {
		return cmp.Or(roomy(&b)-roomy(&a), b.Players-a.Players, cmp.Compare(a.ID, b.ID))
	})
	for _, m := range matches[:min(len(matches), proto.MaxFleetMatches)] {
		mode, known := game.ModeNamed(m.Mode)
		if !known {
			mode = unknownMode
		}
		l.Matches = append(l.Matches, proto.FleetMatch{
			ID: uint64(m.ID), Title: titleOf(&m), Mode: mode, Arena: m.Arena,
			Players: uint16(m.Players), Bots: uint16(m.Bots), Slots: uint16(m.Slots), Host: index[m.Host],
		})
	}
	return l
}

// unknownMode is a mode of a later version.
const unknownMode game.Mode = 254

func near(h *fleet.Host, region string) int {
	if region != "" && h.Region == region {
		return 1
	}
	return 0
}

func roomy(m *fleet.Match) int {
	if m.Players < m.Slots {
		return 1
	}
	return 0
}

// totals are the sums of the whole fleet.
type totals struct{ hosts, matches, players, bots, slots int }

func (d *Door) count() (t totals) {
	t.hosts = len(d.view.Hosts())
	for _, m := range d.view.Matches() {
		t.matches++
		t.players += m.Players
		t.bots += m.Bots
		t.slots += m.Slots
	}
	return t
}

// Info describes the fleet as hosts describe a match.
func (d *Door) Info() proto.Info {
	t, _ := d.totals.Get()
	few := func(n int) uint16 { return uint16(min(n, 1<<16-1)) }
	return proto.Info{
		Version: proto.Version, Title: "a fleet: " + count(t.hosts, "host") + ", " + plural(t.matches, "match", "matches"), TickRate: game.TickRate,
		Players: few(t.players), Bots: few(t.bots), Slots: few(t.slots),
	}
}

// Summary describes the matches of the fleet as text.
func (d *Door) Summary() string {
	text, _ := d.summary.Get()
	return text
}

func (d *Door) describe() string {
	t, _ := d.totals.Get()
	var b strings.Builder
	fmt.Fprintf(&b, "fleet: %s, %s, %s, %s\n", count(t.hosts, "host"), plural(t.matches, "match", "matches"), count(t.players, "player"), count(t.bots, "bot"))
	regions := map[fleet.ID]string{}
	for _, h := range d.view.Hosts() {
		regions[h.ID] = cmp.Or(h.Region, h.Name)
	}
	matches := d.view.Matches()
	slices.SortStableFunc(matches, func(a, b fleet.Match) int { return b.Players - a.Players })
	for i, m := range matches {
		if i == maxListed {
			fmt.Fprintf(&b, "and %d more\n", len(matches)-i)
			break
		}
		fmt.Fprintf(&b, "%v  %3d of %2d +%-2d bots  %-11s %-12s %-8s %s\n", m.ID, m.Players, m.Slots, m.Bots, m.Mode, m.Arena, regions[m.Host], titleOf(&m))
	}
	return b.String()
}

// maxListed is the number of matches in that text.
const maxListed = 50

func count(n int, noun string) string { return plural(n, noun, noun+"s") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// maxAnswerAge is short beside the second between updates of hosts. For a large fleet an answer takes milliseconds to compute.
const maxAnswerAge = 250 * time.Millisecond

// answerQuestions prepares the answers to questions of strangers.
func (d *Door) answerQuestions() {
	d.list.Life, d.list.Find = maxAnswerAge, func() ([]byte, error) { return d.List().Append(nil), nil }
	d.totals.Life, d.totals.Find = maxAnswerAge, func() (totals, error) { return d.count(), nil }
	d.summary.Life, d.summary.Find = maxAnswerAge, func() (string, error) { return d.describe(), nil }
}
