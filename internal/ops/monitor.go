package ops

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Monitor holds the figures of a process that plays matches. Its methods are safe for concurrent use.
type Monitor struct {
	// Static after construction.
	set        *metrics.Set
	work, late *metrics.PrometheusHistogram
	lag        *metrics.Gauge // of logs
	unwritten  *metrics.Gauge // bytes of logs
	stopped    *metrics.Gauge // logs that cannot be written
	process    process
	service    *Service // nil for a host

	open     atomic.Bool
	draining atomic.Pointer[string] // the reason; nil: not draining
	check    atomic.Pointer[func() error]

	mu      sync.Mutex
	matches map[*Match]bool
	logs    map[*log]bool
	doors   []*Traffic
	sources []func() // update figures that others hold
}

// tickBuckets are for the work and the lateness of ticks: one may take 16.7 ms.
var tickBuckets = []float64{.00005, .0001, .00025, .0005, .001, .002, .004, .008, .0167, .0333, .1, .25, 1}

// New returns the Monitor of a host without matches, for a version of the program.
func New(version string) *Monitor {
	m := newMonitor("host", version)
	m.work = m.set.NewPrometheusHistogramExt("dogfight_tick_seconds", tickBuckets)
	m.late = m.set.NewPrometheusHistogramExt("dogfight_tick_late_seconds", tickBuckets)
	m.lag, m.unwritten = m.set.NewGauge("dogfight_log_lag_seconds", nil), m.set.NewGauge("dogfight_log_waiting_bytes", nil)
	m.stopped = m.set.NewGauge("dogfight_recording_stopped", nil)
	m.register(reloadsRefusedName)
	for _, name := range matchNames {
		m.register(name)
	}
	return m
}

// newMonitor returns a Monitor with the figures that all programs have.
func newMonitor(program, version string) *Monitor {
	metrics.ExposeMetadata(true)
	m := &Monitor{set: metrics.NewSet(), matches: map[*Match]bool{}, logs: map[*log]bool{}}
	m.set.NewGauge(fmt.Sprintf("dogfight_build_info{program=%q,version=%q}", program, version), nil).Set(1)
	m.process.register(m.set)
	return m
}

// register creates a figure at 0: one that does not exist cannot be watched.
func (m *Monitor) register(name string) {
	if isCounter(name) {
		m.set.NewCounter(name)
	} else {
		m.set.NewGauge(name, nil)
	}
}

// Source adds a gauge that is computed when the figures are read.
func (m *Monitor) Source(name string, value func() float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	gauge := m.set.GetOrCreateGauge(name, nil)
	m.sources = append(m.sources, func() { gauge.Set(value()) })
}

// Counter is Source for a counter. Counters with one name are summed.
func (m *Monitor) Counter(name string, value func() uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counter, counted := m.set.GetOrCreateCounter(name), uint64(0)
	m.sources = append(m.sources, func() {
		now := value()
		counter.AddInt64(int64(now - counted))
		counted = now
	})
}

// Write writes all figures in the text format of Prometheus.
func (m *Monitor) Write(w io.Writer) error {
	m.refresh()
	var b bytes.Buffer
	m.set.WritePrometheus(&b)
	_, err := w.Write(explain(b.Bytes()))
	return err
}

// refresh updates all figures.
func (m *Monitor) refresh() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.service == nil {
		m.sumMatches()
		m.sumLogs()
	}
	for _, d := range m.doors {
		d.refresh()
	}
	for _, ask := range m.sources {
		ask()
	}
	m.set.GetOrCreateGauge("dogfight_healthy", nil).Set(truth(m.healthy() == nil))
	m.set.GetOrCreateGauge("dogfight_draining", nil).Set(truth(m.draining.Load() != nil))
	m.set.GetOrCreateGauge("dogfight_ready", nil).Set(truth(m.Ready() == nil))
	m.process.refresh()
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// maxTickGap is the longest time without a tick in a healthy match.
const maxTickGap = time.Second

var errNotOpen = errors.New("the doors are not open yet")

// Healthy returns nil while every match has had a tick within a second or is paused on purpose, or else the reason.
func (m *Monitor) Healthy() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.healthy()
}

// healthy is Healthy for a caller that holds mu.
func (m *Monitor) healthy() error {
	if m.service != nil {
		return m.service.Healthy()
	}
	now := time.Now().UnixNano()
	late, longest := 0, time.Duration(0)
	for one := range m.matches {
		if since := time.Duration(now - one.alive.Load()); since > maxTickGap {
			late++
			longest = max(longest, since)
		}
	}
	if late == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches had no tick for up to %v", late, len(m.matches), longest.Round(100*time.Millisecond))
}

// Ready returns nil while players can join, or else the reason.
func (m *Monitor) Ready() error {
	if why := m.draining.Load(); why != nil {
		return errors.New("draining: " + *why)
	}
	if !m.open.Load() {
		return errNotOpen
	}
	if check := m.check.Load(); check != nil {
		return (*check)()
	}
	return nil
}

// Check sets a function that returns why players cannot join, or nil, while the doors are open. It must not call the Monitor.
func (m *Monitor) Check(check func() error) { m.check.Store(&check) }

// RefuseReload counts a configuration that was refused.
func (m *Monitor) RefuseReload() { m.add(reloadsRefusedName, 1) }

// Events adds the figure of events.
func (m *Monitor) Events(e *Events) { m.Counter("dogfight_events_dropped_total", e.dropped.Load) }

// Open reports that all doors are open.
func (m *Monitor) Open() { m.open.Store(true) }

// Drain reports that players without a seat cannot join, and the reason.
func (m *Monitor) Drain(why string) { m.draining.Store(&why) }

// Refill reports that players can join again.
func (m *Monitor) Refill() { m.draining.Store(nil) }

// Status returns a line about the players and matches, or about the service.
func (m *Monitor) Status() string {
	text := ""
	if m.service != nil {
		text = m.service.Status()
	} else {
		text = m.attendance()
	}
	if why := m.draining.Load(); why != nil {
		text += "; draining: " + *why
	} else if err := m.Ready(); err != nil {
		text += "; not ready: " + err.Error()
	}
	return text
}

// attendance returns the numbers of players, bots, spectators and matches.
func (m *Monitor) attendance() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	players, bots, spectators := 0, 0, 0
	for one := range m.matches {
		one.mu.Lock()
		players += one.latest.Players
		bots += one.latest.Bots
		spectators += one.latest.Spectators
		one.mu.Unlock()
	}
	return fmt.Sprintf("%s, %s, %s in %s", count(players, "player", "s"), count(bots, "bot", "s"), count(spectators, "spectator", "s"), count(len(m.matches), "match", "es"))
}

func count(n int, noun, plural string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s%s", n, noun, plural)
}

// pieceTime is the length of a piece of a log.
const pieceTime = time.Second / 4

// log is a match's log on its way to the disk.
type log struct {
	waiting func() (pieces, bytes int, stopped bool)
}

// Log adds a log, until forget. waiting returns the pieces and bytes that are not written yet, and whether writing has stopped.
func (m *Monitor) Log(waiting func() (pieces, bytes int, stopped bool)) (forget func()) {
	l := &log{waiting}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logs[l] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.logs, l)
	}
}

// sumLogs updates the figures of logs. The lag is that of the slowest. The caller holds mu.
func (m *Monitor) sumLogs() {
	longest, sum, ended := 0, 0, 0
	for l := range m.logs {
		pieces, bytes, stopped := l.waiting()
		longest = max(longest, pieces)
		sum += bytes
		if stopped {
			ended++
		}
	}
	m.lag.Set((time.Duration(longest) * pieceTime).Seconds())
	m.unwritten.Set(float64(sum))
	m.stopped.Set(float64(ended))
}
