package ops

import (
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net"
	"dogfight/proto"
)

// Match is the figures of a match. Measure and Figures are for its net.HostConfig.
type Match struct {
	monitor *Monitor
	alive   atomic.Int64 // time of the latest tick, in ns since 1970

	mu     sync.Mutex
	inputs inputs
	latest net.Figures

	// Guarded by the mutex of the monitor.
	counted       net.Figures // the part in the monitor's counters
	countedInputs inputs
}

// inputs counts ticks that players have flown, and those with an input that clients predicted wrongly.
type inputs struct{ flown, missed uint64 }

// Match returns a match, which the monitor watches from Begin to End.
func (m *Monitor) Match() *Match { return &Match{monitor: m} }

// Begin starts to watch the match.
func (one *Match) Begin() {
	one.beat()
	one.monitor.mu.Lock()
	defer one.monitor.mu.Unlock()
	one.monitor.matches[one] = true
}

// Measure records a tick.
func (one *Match) Measure(t net.Measured) {
	one.monitor.work.Update(t.Work.Seconds())
	one.monitor.late.Update(max(t.Late, 0).Seconds())
	one.mu.Lock()
	one.inputs = inputs{t.Flown, t.Missed}
	one.mu.Unlock()
	one.beat()
}

// Figures records the host's figures, each second.
func (one *Match) Figures(f net.Figures) {
	one.mu.Lock()
	one.latest = f
	one.mu.Unlock()
	one.beat()
}

// End stops watching the match. Its counts stay.
func (one *Match) End() {
	m := one.monitor
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.matches[one] {
		one.count()
		delete(m.matches, one)
	}
}

func (one *Match) beat() { one.alive.Store(time.Now().UnixNano()) }

// matchNames are the names of the figures of matches, without those of ticks.
var matchNames = append([]string{
	"dogfight_matches", "dogfight_matches_standing", "dogfight_matches_without_lease", "dogfight_players", "dogfight_bots", "dogfight_spectators", "dogfight_visitors",
	"dogfight_ticks_skipped_total", "dogfight_keyframes_sent_total", "dogfight_desyncs_total",
	"dogfight_player_ticks_total", "dogfight_rollbacks_told_total", malformedName, floodedName,
}, refusedNames()...)

var malformedName, floodedName = visitorsName("malformed"), visitorsName("flooding")

// reasons are the proto.RejectCodes in words.
var reasons = [net.Refusals]string{
	proto.RejectVersion: "version", proto.RejectFull: "full", proto.RejectName: "name", proto.RejectClosing: "closing",
	proto.RejectBanned: "banned", proto.RejectPassword: "password", proto.RejectWrongPassword: "wrong_password", proto.RejectRelayed: "relayed",
}

func refusedNames() (names []string) {
	for _, why := range reasons {
		if why != "" {
			names = append(names, visitorsName(why))
		}
	}
	return names
}

// sumMatches updates the figures of matches. The caller holds mu.
func (m *Monitor) sumMatches() {
	var sum net.Figures
	paused, leaseless := 0, 0
	for one := range m.matches {
		now := one.count()
		sum.Players += now.Players
		sum.Bots += now.Bots
		sum.Spectators += now.Spectators
		sum.Visitors += now.Visitors
		if now.Paused {
			paused++
		}
		if now.Leaseless {
			leaseless++
		}
	}
	for name, n := range map[string]int{
		"dogfight_matches": len(m.matches), "dogfight_matches_standing": paused, "dogfight_matches_without_lease": leaseless,
		"dogfight_players": sum.Players, "dogfight_bots": sum.Bots, "dogfight_spectators": sum.Spectators, "dogfight_visitors": sum.Visitors,
	} {
		m.set.GetOrCreateGauge(name, nil).Set(float64(n))
	}
}

// count adds the match's new counts to the monitor's counters, and returns its latest figures. The caller holds the monitor's mu.
func (one *Match) count() net.Figures {
	one.mu.Lock()
	now, flown := one.latest, one.inputs
	one.mu.Unlock()
	before, add := &one.counted, one.monitor.add
	add("dogfight_ticks_skipped_total", now.Skipped-before.Skipped)
	add("dogfight_keyframes_sent_total", now.Keyframes-before.Keyframes)
	add("dogfight_desyncs_total", now.Desyncs-before.Desyncs)
	add("dogfight_player_ticks_total", flown.flown-one.countedInputs.flown)
	add("dogfight_rollbacks_told_total", flown.missed-one.countedInputs.missed)
	add(malformedName, now.Malformed-before.Malformed)
	add(floodedName, now.Flooded-before.Flooded)
	for code, why := range reasons {
		if why != "" {
			add(visitorsName(why), now.Refused[code]-before.Refused[code])
		}
	}
	one.counted, one.countedInputs = now, flown
	return now
}

// add adds to a counter.
func (m *Monitor) add(name string, n uint64) { m.set.GetOrCreateCounter(name).Add(int(n)) }
