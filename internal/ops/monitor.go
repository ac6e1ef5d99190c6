package ops

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Monitor knows how a process fares that runs matches. Its methods may be called from any goroutine.
type Monitor struct {
	// Static after construction.
	set        *metrics.Set
	work, late *metrics.PrometheusHistogram
	lag        *metrics.Gauge // of logs
	unwritten  *metrics.Gauge // bytes of them
	stopped    *metrics.Gauge // of logs of which nothing is written any more
	process    process

	open     atomic.Bool
	draining atomic.Pointer[string] // why; nil: it is not

	mu      sync.Mutex
	matches map[*Match]bool
	logs    map[*log]bool
	doors   []*Traffic
	sources []func() // that bring what others know up to date
}

// tickBuckets are for what ticks take, and for how late they begin: there are 60 a second, so that 16.7 ms is all they have.
var tickBuckets = []float64{.00005, .0001, .00025, .0005, .001, .002, .004, .008, .0167, .0333, .1, .25, 1}

// New returns a Monitor of a program of a version, without matches.
func New(version string) *Monitor {
	metrics.ExposeMetadata(true)
	m := &Monitor{set: metrics.NewSet(), matches: map[*Match]bool{}, logs: map[*log]bool{}}
	m.work = m.set.NewPrometheusHistogramExt("dogfight_tick_seconds", tickBuckets)
	m.late = m.set.NewPrometheusHistogramExt("dogfight_tick_late_seconds", tickBuckets)
	m.set.NewGauge(fmt.Sprintf("dogfight_build_info{version=%q}", version), nil).Set(1)
	m.set.NewGauge("dogfight_start_time_seconds", nil).Set(float64(time.Now().UnixMilli()) / 1000)
	m.lag, m.unwritten = m.set.NewGauge("dogfight_log_lag_seconds", nil), m.set.NewGauge("dogfight_log_waiting_bytes", nil)
	m.stopped = m.set.NewGauge("dogfight_recording_stopped", nil)
	m.process.register(m.set)
	for _, name := range matchNames {
		m.register(name)
	}
	return m
}

// register has a figure be there from the beginning, at 0: what is not there cannot be watched.
func (m *Monitor) register(name string) {
	if isCounter(name) {
		m.set.NewCounter(name)
	} else {
		m.set.NewGauge(name, nil)
	}
}

// Source has a figure be asked for when figures are. Its name is that of a gauge.
func (m *Monitor) Source(name string, value func() float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	gauge := m.set.GetOrCreateGauge(name, nil)
	m.sources = append(m.sources, func() { gauge.Set(value()) })
}

// Counter is Source of a figure that only grows. Several may have one name, which tells their sum.
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

// refresh brings up to date what is not told by itself.
func (m *Monitor) refresh() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sumMatches()
	m.sumLogs()
	for _, d := range m.doors {
		d.refresh()
	}
	for _, ask := range m.sources {
		ask()
	}
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
