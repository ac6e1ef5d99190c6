package swarm

import (
	"runtime"
	"sync/atomic"
	"time"

	"dogfight/net"
)

// meter measures what the hosts of this process cost. Between begin and report
// it allocates nothing.
type meter struct {
	late, work *histogram // of the ticks of all matches
	gauges     []gauge    // by match

	began time.Time
	at    reading          // when it began
	stats runtime.MemStats // reused
}

// gauge is what has been counted of a host since it was made.
type gauge struct {
	ticks, flown, missed atomic.Uint64
}

// reading is what has been counted so far, in this process.
type reading struct {
	cpu                  time.Duration
	mallocs              uint64
	ticks, flown, missed uint64 // in all matches
}

// tickRange is up to which µs the times of ticks are told apart: more than the
// 100 ms by which a host that catches up can be late.
const tickRange = 1 << 17

func newMeter(matches int) *meter {
	return &meter{
		late:   newHistogram(time.Microsecond, tickRange),
		work:   newHistogram(time.Microsecond, tickRange),
		gauges: make([]gauge, matches),
	}
}

// tick takes what the host of the n-th match measured in a tick.
func (m *meter) tick(n int, t net.Measured) {
	m.late.add(t.Late)
	m.work.add(t.Work)
	m.gauges[n].ticks.Add(1)
	m.gauges[n].flown.Store(t.Flown)
	m.gauges[n].missed.Store(t.Missed)
}

func (m *meter) begin() {
	m.late.reset()
	m.work.reset()
	m.at, m.began = m.read(), time.Now()
}

func (m *meter) read() reading {
	runtime.ReadMemStats(&m.stats)
	r := reading{mallocs: m.stats.Mallocs, cpu: processTime()}
	for i := range m.gauges {
		r.ticks += m.gauges[i].ticks.Load()
		r.flown += m.gauges[i].flown.Load()
		r.missed += m.gauges[i].missed.Load()
	}
	return r
}

// HostsReport tells what the hosts of a process cost in a while.
type hostsReport struct {
	Seconds figure `json:"seconds"`
	CPU     figure `json:"cpu"`     // seconds of one core, user and system
	Mallocs figure `json:"mallocs"` // objects, however small
	RSS     figure `json:"rss"`     // bytes, at the end
	Ticks   figure `json:"ticks"`   // of all matches
	Flown   figure `json:"flown"`   // ticks of pilots
	Missed  figure `json:"missed"`  // of these, with another input than was pressed
	WorkP50 figure `json:"work_p50"`
	WorkP99 figure `json:"work_p99"` // µs that a tick took
	LateP99 figure `json:"late_p99"` // µs after it was due that it began
}

// noReport is that of hosts that cannot be asked.
var noReport = hostsReport{unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown}

// report tells what was measured since begin. The matches go on meanwhile, so what
// is quick to read is read at once.
func (m *meter) report() hostsReport {
	seconds, now := time.Since(m.began), m.read()
	return hostsReport{
		Seconds: figure(seconds.Seconds()),
		CPU:     known((now.cpu - m.at.cpu).Seconds()),
		Mallocs: figure(now.mallocs - m.at.mallocs),
		RSS:     rssBytes(),
		Ticks:   figure(now.ticks - m.at.ticks),
		Flown:   figure(now.flown - m.at.flown),
		Missed:  figure(now.missed - m.at.missed),
		WorkP50: m.work.percentile(0.50),
		WorkP99: m.work.percentile(0.99),
		LateP99: m.late.percentile(0.99),
	}
}
