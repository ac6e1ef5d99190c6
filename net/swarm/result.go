package swarm

import (
	"encoding/json"
	"math"
	"strconv"
	"sync/atomic"
	"time"
)

// Result is a measurement. Traffic is the average of a client, with all headers, before our conditions lose any.
type Result struct {
	Clients   int    `json:"clients"` // that joined
	Matches   figure `json:"matches"`
	Transport string `json:"transport"` // "udp", "tls" or "mixed", at the end

	DownKbitS      figure `json:"down_kbit_s"`
	UpKbitS        figure `json:"up_kbit_s"`
	DownPacketsS   figure `json:"down_packets_s"` // of data
	UpPacketsS     figure `json:"up_packets_s"`
	BitsPerShip    figure `json:"bits_per_ship"`    // of a data packet's orders
	PacketMaxBytes figure `json:"packet_max_bytes"` // data packets from the host

	AgeP50MS      figure `json:"age_p50_ms"` // of a client's newest tick, in each frame
	AgeP99MS      figure `json:"age_p99_ms"`
	StarvedPct    figure `json:"starved_pct"` // ticks flown with a wrong input, as the right one came too late
	Desyncs       figure `json:"desyncs"`     // of all, since they joined
	Keyframes     figure `json:"keyframes"`   // of all, after the warm-up
	RollbacksPerS figure `json:"rollbacks_per_s"`

	TickUSP50      figure `json:"tick_us_p50"`
	TickUSP99      figure `json:"tick_us_p99"`
	LateMSP99      figure `json:"late_ms_p99"`
	CPUPct         figure `json:"cpu_pct"`          // of one core, by the hosts' process
	PlayersPerCore figure `json:"players_per_core"` // meaningless if ticks_per_s is far below 60
	TicksPerS      figure `json:"ticks_per_s"`      // of a match
	AllocsPerTick  figure `json:"allocs_per_tick"`
	Allocs         figure `json:"allocs"`
	RSSMB          figure `json:"rss_mb"`

	Lost    int    `json:"lost"` // clients that did not play at the end
	JoinS   figure `json:"join_s"`
	Seconds figure `json:"seconds"`
}

// measured is the raw data of a Result.
type measured struct {
	tally
	join, wall time.Duration
	hosts      hostsReport
}

// result computes the figures.
func (f *fleet) result(m measured) *Result {
	joined, seconds, matches, h := f.limiter.joined.Load(), figure(m.wall.Seconds()), figure(f.conf.Matches), m.hosts
	if f.conf.Addr != "" {
		matches = unknown
	}
	clients := figure(joined)
	cpu := 100 * h.CPU / h.Seconds
	r := &Result{
		Clients: int(joined), Matches: matches, Transport: f.transport(),
		DownKbitS:      figure(m.bytesIn) * 8 / 1000 / (seconds * clients),
		UpKbitS:        figure(m.bytesOut) * 8 / 1000 / (seconds * clients),
		DownPacketsS:   figure(m.dataIn) / (seconds * clients),
		UpPacketsS:     figure(m.dataOut) / (seconds * clients),
		BitsPerShip:    8 * figure(m.orderBytes) / figure(m.dataIn) / (clients / matches),
		PacketMaxBytes: known(float64(m.largest)),
		AgeP50MS:       f.ages.percentile(0.50) * ageMS,
		AgeP99MS:       f.ages.percentile(0.99) * ageMS,
		StarvedPct:     100 * h.Missed / h.Flown,
		Desyncs:        figure(m.desyncs),
		Keyframes:      figure(m.keyframes),
		RollbacksPerS:  figure(m.rollbacks) / (seconds * clients),
		TickUSP50:      h.WorkP50, TickUSP99: h.WorkP99, LateMSP99: h.LateP99 / 1000,
		CPUPct: cpu, PlayersPerCore: clients / (cpu / 100), TicksPerS: h.Ticks / matches / h.Seconds,
		AllocsPerTick: h.Mallocs / h.Ticks, Allocs: h.Mallocs, RSSMB: h.RSS / (1 << 20),
		Lost: int(joined) - m.playing, JoinS: figure(m.join.Seconds()), Seconds: seconds,
	}
	if f.conf.Thin { // they have no World
		r.Desyncs, r.RollbacksPerS = unknown, unknown
	}
	return r
}

// ageMS is a unit of the ages in milliseconds.
const ageMS = figure(ageUnit) / figure(time.Millisecond)

// figure is a number that may be unknown. A result computed from an unknown one is unknown too.
type figure float64

var unknown = figure(math.NaN())

// known returns v, or unknown for 0, if 0 means not measured.
func known(v float64) figure {
	if v == 0 {
		return unknown
	}
	return figure(v)
}

// MarshalJSON writes at most three decimals, and null for unknown.
func (f figure) MarshalJSON() ([]byte, error) {
	v := float64(f)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(v*1000)/1000, 'f', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *figure) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*f = unknown
		return nil
	}
	return json.Unmarshal(b, (*float64)(f))
}

// histogram counts durations by units. It is safe for concurrent use and does not allocate. Durations beyond its range count as the longest
// one.
type histogram struct {
	unit    time.Duration
	buckets []atomic.Uint32
	longest atomic.Int64 // in units
}

// newHistogram returns a histogram with a range of size units.
func newHistogram(unit time.Duration, size int) *histogram {
	return &histogram{unit: unit, buckets: make([]atomic.Uint32, size)}
}

// add counts a duration. One below 0 counts as 0.
func (h *histogram) add(d time.Duration) {
	n := max(int64(d/h.unit), 0)
	h.buckets[min(n, int64(len(h.buckets)-1))].Add(1)
	for longest := h.longest.Load(); n > longest && !h.longest.CompareAndSwap(longest, n); {
		longest = h.longest.Load()
	}
}

func (h *histogram) reset() {
	for i := range h.buckets {
		h.buckets[i].Store(0)
	}
	h.longest.Store(0)
}

func (h *histogram) count() (n uint64) {
	for i := range h.buckets {
		n += uint64(h.buckets[i].Load())
	}
	return n
}

// percentile returns the smallest number of units that a share of all durations, 0 to 1, does not exceed: a counted duration, not a mean of
// two. Without any it is unknown.
func (h *histogram) percentile(share float64) figure {
	n := h.count()
	if n == 0 {
		return unknown
	}
	rank := max(uint64(math.Ceil(share*float64(n))), 1)
	last := len(h.buckets) - 1
	for i := range h.buckets[:last] {
		if c := uint64(h.buckets[i].Load()); c < rank {
			rank -= c
		} else {
			return figure(i)
		}
	}
	return figure(h.longest.Load())
}
