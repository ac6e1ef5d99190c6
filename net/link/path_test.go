package link

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// after is a time so many milliseconds from the epoch.
func after(ms int) time.Time { return datagramEpoch.Add(time.Duration(ms) * time.Millisecond) }

func TestAClientProbesQuicklyFirstAndThenEachSecondForEver(t *testing.T) {
	var c clientPath
	var got []int
	for at := 0; at < 7000; {
		probe, wait := c.probe(after(at))
		if probe {
			got = append(got, at)
		}
		at += int(wait / time.Millisecond)
	}
	if want := []int{0, 100, 300, 700, 1500, 2500, 3500, 4500, 5500, 6500}; !slices.Equal(got, want) {
		t.Errorf("probes at %v ms, want %v", got, want)
	}
	if probe, wait := c.probe(after(1e9)); !probe || wait != time.Second {
		t.Errorf("after days: probe %v, then a pause of %v", probe, wait)
	}
}

func TestAClientIsOnUDPWhileItHearsTheHost(t *testing.T) {
	var c clientPath
	for _, step := range []struct {
		at    int
		hears bool
		udp   bool
	}{{0, false, false}, {5000, false, false}, {5100, true, true}, {6099, false, true}, {6100, false, false}, {9000, true, true}} {
		if step.hears {
			c.datagram(after(step.at), true)
		}
		if got := c.udp(after(step.at)); got != step.udp {
			t.Errorf("at %d ms on UDP: %v, want %v", step.at, got, step.udp)
		}
	}
}

func TestAClientOnUDPProbesWhenEitherEndIsQuiet(t *testing.T) {
	for _, c := range []struct {
		name         string
		heard, spoke int
		want         int
	}{
		{"both speak", 1000, 1000, 1250},
		{"the host is quiet", 800, 1000, 1050},
		{"the client is quiet", 1000, 900, 1150},
	} {
		var p clientPath
		p.datagram(after(c.heard), false)
		p.sent(after(c.spoke))
		if probe, wait := p.probe(after(1000)); probe || wait != after(c.want).Sub(after(1000)) {
			t.Errorf("%s: probe %v, wait %v, want to wait until %d ms", c.name, probe, wait, c.want)
		}
		if probe, wait := p.probe(after(c.want)); !probe || wait != keepalive {
			t.Errorf("%s: probe %v, wait %v, want a probe and to wait for its answer", c.name, probe, wait)
		}
	}
}

func TestAHostAnswersWhereTheNewestDataCame(t *testing.T) {
	type step struct {
		at   int
		what string // "data" or "probe" over UDP, "control" for data there
		udp  bool
	}
	for name, steps := range map[string][]step{
		"nothing came":                    {{0, "", false}},
		"a probe alone proves nothing":    {{0, "probe", false}, {10, "control", false}},
		"data came":                       {{0, "data", true}, {999, "", true}, {1000, "", false}},
		"probes keep UDP up":              {{0, "data", true}, {900, "probe", true}, {1800, "probe", true}, {2799, "", true}, {2800, "", false}},
		"the client went over to control": {{0, "data", true}, {1200, "control", false}, {1300, "probe", false}, {1400, "control", false}},
		"and came back":                   {{0, "data", true}, {1200, "control", false}, {1300, "data", true}},
		"control was held up":             {{0, "data", true}, {50, "data", true}, {60, "control", true}, {299, "control", true}, {300, "control", false}},
		"it is heard again":               {{0, "data", true}, {1500, "", false}, {1600, "data", true}},
	} {
		var h hostPath
		for _, s := range steps {
			switch s.what {
			case "control":
				h.control(after(s.at))
			case "data", "probe":
				h.datagram(after(s.at), s.what == "probe")
			}
			if got := h.udp(after(s.at)); got != s.udp {
				t.Errorf("%s: at %d ms on UDP: %v, want %v", name, s.at, got, s.udp)
			}
		}
	}
}

// TestAnyBreakIsHealed has a network break and heal at random, in either or both
// directions, for a client and a host that send at game rates.
func TestAnyBreakIsHealed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c clientPath
		var h hostPath
		var toHost, toClient time.Time // when data last arrived
		at, arrive := datagramEpoch, func(last *time.Time, now time.Time) {
			if gap := now.Sub(*last); !last.IsZero() && gap > 2*silence+100*time.Millisecond {
				t.Fatalf("no data for %v", gap)
			}
			*last = now
		}
		probeAt := at
		for range rapid.IntRange(1, 12).Draw(t, "phases") {
			up, down := rapid.Bool().Draw(t, "up"), rapid.Bool().Draw(t, "down")
			for range rapid.IntRange(1, 500).Draw(t, "steps of 10 ms") {
				at = at.Add(10 * time.Millisecond)
				if !at.Before(probeAt) {
					probe, wait := c.probe(at)
					probeAt = at.Add(wait)
					if probe && up {
						if h.datagram(at, true); down {
							c.datagram(at, true)
						}
					}
				}
				if ms := at.Sub(datagramEpoch).Milliseconds(); ms%50 == 0 {
					overUDP := c.udp(at)
					if overUDP {
						c.sent(at)
					}
					if overUDP && up {
						h.datagram(at, false)
					} else if !overUDP {
						h.control(at)
					}
					if up || !overUDP {
						arrive(&toHost, at)
					}
				}
				if ms := at.Sub(datagramEpoch).Milliseconds(); ms%30 == 0 {
					overUDP := h.udp(at)
					if overUDP && down {
						c.datagram(at, false)
					}
					if down || !overUDP {
						arrive(&toClient, at)
					}
				}
			}
		}
	})
}
