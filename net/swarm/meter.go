package swarm

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"dogfight/net"
)

// meter measures the cost of this process's hosts. Between begin and report it does not allocate.
type meter struct {
	late, work *histogram // of the ticks of all matches
	gauges     []gauge    // by match

	began time.Time
	at    reading          // when it began
	stats runtime.MemStats // reused
}

// gauge is the counters of a host since it was made.
type gauge struct {
	ticks, flown, missed atomic.Uint64
}

// reading is the sum of this process's counters at one time.
type reading struct {
	cpu                  time.Duration
	mallocs              uint64
	ticks, flown, missed uint64 // in all matches
}

// tickRange is the range of the histograms in µs: more than the 100 ms by which a host that catches up can be late.
const tickRange = 1 << 17

func newMeter(matches int) *meter {
	return &meter{
		late:   newHistogram(time.Microsecond, tickRange),
		work:   newHistogram(time.Microsecond, tickRange),
		gauges: make([]gauge, matches),
	}
}

// tick adds a tick of the n-th match.
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

// hostsReport is the cost of a process's hosts since begin.
type hostsReport struct {
	Seconds figure `json:"seconds"`
	CPU     figure `json:"cpu"`     // seconds of one core, user and system
	Mallocs figure `json:"mallocs"` // objects, however small
	RSS     figure `json:"rss"`     // bytes, at the end
	Ticks   figure `json:"ticks"`   // of all matches
	Flown   figure `json:"flown"`   // ticks of pilots
	Missed  figure `json:"missed"`  // of these, with a wrong input
	WorkP50 figure `json:"work_p50"`
	WorkP99 figure `json:"work_p99"` // µs, duration of a tick
	LateP99 figure `json:"late_p99"` // µs, delay of a tick
}

// noReport is the report of foreign hosts.
var noReport = hostsReport{unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown}

// report returns the measurement since begin. As the matches continue, the counters are read first, at once.
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

// rssBytes returns the resident set size of this process, on systems that report it as Linux does (proc_pid_statm(5)).
func rssBytes() figure {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return unknown
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return unknown
	}
	return figure(resident * os.Getpagesize())
}
