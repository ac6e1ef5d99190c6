package fleet

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// world is a random fleet, and a Queue that places into it.
type world struct {
	Queue
	fleet   Snapshot
	dead    []ID
	now     time.Time
	since   map[uint64]time.Time
	players map[uint64]Player
	sent    map[uint64]ID
	next    ID
}

func newWorld(t *rapid.T) *world {
	w := &world{now: placingEpoch, since: map[uint64]time.Time{}, players: map[uint64]Player{}, sent: map[uint64]ID{}, next: 1000}
	for id := range ID(rapid.IntRange(1, 6).Draw(t, "hosts")) {
		h := at(id+1, rapid.SampledFrom([]string{"", "eu", "us"}).Draw(t, "region"))
		h.Rules += uint32(rapid.IntRange(0, 1).Draw(t, "rules"))
		h.Load, h.Room = rapid.IntRange(0, 1200).Draw(t, "load"), rapid.IntRange(0, 3).Draw(t, "room")
		h.Draining = rapid.IntRange(0, 4).Draw(t, "draining") == 0
		if rapid.IntRange(0, 4).Draw(t, "dead") == 0 {
			w.dead = append(w.dead, h.ID)
		}
		w.fleet.Hosts = append(w.fleet.Hosts, h)
		for range rapid.IntRange(0, 4).Draw(t, "matches") {
			w.open(h.ID, rapid.SampledFrom([]string{"deathmatch", "teams"}).Draw(t, "mode"))
			m := &w.fleet.Matches[len(w.fleet.Matches)-1]
			m.Slots, m.Closed = rapid.IntRange(1, 20).Draw(t, "slots"), rapid.IntRange(0, 4).Draw(t, "closed") == 0
			m.Players = rapid.IntRange(0, m.Slots).Draw(t, "players")
			if m.Players > 0 {
				m.Rating = rapid.SampledFrom([]int{0, 1200, 1500, 2600}).Draw(t, "rating of a match")
			}
		}
	}
	w.fleet.Dead = func(h ID) bool { return slices.Contains(w.dead, h) }
	return w
}

func (w *world) open(host ID, mode string) Match {
	w.next++
	m := with(w.next, host, 0)
	m.Mode = mode
	w.fleet.Matches = append(w.fleet.Matches, m)
	return m
}

func (w *world) match(id ID) *Match {
	i := slices.IndexFunc(w.fleet.Matches, func(m Match) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return &w.fleet.Matches[i]
}

func (w *world) host(id ID) *Host {
	i := slices.IndexFunc(w.fleet.Hosts, func(h Host) bool { return h.ID == id })
	return &w.fleet.Hosts[i]
}

// add adds a player.
func (w *world) add(t *rapid.T) {
	p := player(uint64(len(w.since)))
	p.Rules += uint32(rapid.IntRange(0, 1).Draw(t, "version"))
	p.Rating = rapid.SampledFrom([]int{0, 1000, 1450, 1500, 2500}).Draw(t, "rating")
	p.Mode = rapid.SampledFrom([]string{"", "", "teams", "orb"}).Draw(t, "wish")
	p.Region = rapid.SampledFrom([]string{"", "eu"}).Draw(t, "where")
	p.Spectate = rapid.IntRange(0, 4).Draw(t, "watches") == 0
	if err := w.Add(p, w.now); err != nil {
		t.Fatal(err)
	}
	w.since[p.ID], w.players[p.ID] = w.now, p
}

// seat carries out a decision, and expects that it is allowed.
func (w *world) seat(t *rapid.T, all []SeatPlaced) {
	for _, s := range all {
		m, p := w.match(s.Match), w.players[s.Player]
		h := w.host(m.Host)
		switch {
		case m.Closed, h.Draining, w.fleet.Dead(h.ID):
			t.Fatalf("%+v is put into %+v at %+v", p, m, h)
		case m.Players >= m.Slots && !p.Spectate:
			t.Fatalf("%+v is put into a full match: %+v", p, m)
		case h.Rules != p.Rules || p.Mode != "" && p.Mode != m.Mode:
			t.Fatalf("%+v is put into %+v at %+v", p, m, h)
		}
		if _, twice := w.sent[s.Player]; twice {
			t.Fatalf("player %d is placed twice", s.Player)
		}
		if !p.Spectate {
			m.Players++ // hosts report at once here; see the promises for those that do not
		}
		w.sent[s.Player] = s.Match
	}
}

// step lets the door decide; hosts may open matches.
func (w *world) step(t *rapid.T) {
	d := w.Step(&w.fleet, w.now)
	w.seat(t, d.Seated)
	for _, r := range d.Refused {
		w.sent[r.Player] = 0
	}
	for _, o := range d.Open {
		h := w.host(o.Host)
		if h.Draining || w.fleet.Dead(h.ID) || h.Room == 0 {
			t.Fatalf("a match is opened at %+v", h)
		}
		if rapid.IntRange(0, 3).Draw(t, "fails") == 0 {
			w.Opened(o.Number, nil, w.now)
			continue
		}
		mode := o.Mode
		if mode == "" {
			mode = "deathmatch"
		}
		h.Room--
		m := w.open(h.ID, mode)
		m.Slots = rapid.IntRange(1, 40).Draw(t, "slots of a new match")
		*w.match(m.ID) = m
		w.seat(t, w.Opened(o.Number, &m, w.now))
	}
}

func TestPlayersArePlacedOnlyWhereAllowedAndWithinAShortTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			for range rapid.IntRange(0, 6).Draw(t, "come") {
				w.add(t)
			}
			w.now = w.now.Add(time.Duration(rapid.IntRange(1, 2000).Draw(t, "ms")) * time.Millisecond)
			w.step(t)
			for id, since := range w.since {
				if _, placed := w.sent[id]; !placed && w.now.Sub(since) >= PlacingPatience+2*time.Second {
					t.Fatalf("%+v waits since %v", w.players[id], w.now.Sub(since))
				}
			}
		}
	})
}

func TestTwoOfEqualRatingThatJoinWithinTwentySecondsMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		w.fleet.Matches, w.dead = nil, nil
		for i := range w.fleet.Hosts {
			h := &w.fleet.Hosts[i]
			h.Region, h.Rules, h.Draining, h.Room = "", 7, false, 9
		}
		rating := rapid.IntRange(500, 3000).Draw(t, "rating")
		stranger := rapid.IntRange(500, 3000).Draw(t, "of another")
		gap := time.Duration(rapid.IntRange(0, 19_999).Draw(t, "ms between them")) * time.Millisecond
		join := func(rating int) {
			p := player(uint64(len(w.since)))
			p.Rating = rating
			w.Add(p, w.now)
			w.since[p.ID], w.players[p.ID] = w.now, p
		}
		if apart(rating, stranger) > window(2*PlacingPatience) { // otherwise they may have met the stranger
			join(stranger)
		}
		first := uint64(len(w.since))
		join(rating)
		second := w.now.Add(gap)
		for end := second.Add(PlacingPatience); !w.now.After(end); w.now = w.now.Add(250 * time.Millisecond) {
			if len(w.since) == int(first)+1 && !w.now.Before(second) {
				join(rating)
			}
			d := w.Step(&w.fleet, w.now)
			w.seat(t, d.Seated)
			for _, o := range d.Open {
				m := w.open(o.Host, "deathmatch")
				w.seat(t, w.Opened(o.Number, &m, w.now))
			}
			for _, m := range w.fleet.Matches { // hosts report the ratings of their players
				sum, n := 0, 0
				for id, at := range w.sent {
					if at == m.ID {
						sum, n = sum+w.players[id].Rating, n+1
					}
				}
				w.match(m.ID).Rating = sum / max(n, 1)
			}
		}
		if w.sent[first] == 0 || w.sent[first] != w.sent[first+1] {
			t.Fatalf("%v apart, they are in %v", gap, fmt.Sprint(w.sent))
		}
	})
}
