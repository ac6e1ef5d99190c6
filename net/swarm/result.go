package swarm

import "time"

// Result is what was measured. Traffic is that of one client, on average, with all
// headers, and as if conditions of ours had lost nothing.
type Result struct {
	Clients   int    `json:"clients"` // that joined
	Matches   figure `json:"matches"`
	Transport string `json:"transport"` // "udp", "tls" or "mixed", as it was at the end

	DownKbitS      figure `json:"down_kbit_s"`
	UpKbitS        figure `json:"up_kbit_s"`
	DownPacketsS   figure `json:"down_packets_s"` // of data
	UpPacketsS     figure `json:"up_packets_s"`
	BitsPerShip    figure `json:"bits_per_ship"`    // of a data packet's orders
	PacketMaxBytes figure `json:"packet_max_bytes"` // data packets from the host

	AgeP50MS      figure `json:"age_p50_ms"` // of the newest tick that a client knows, in each frame
	AgeP99MS      figure `json:"age_p99_ms"`
	StarvedPct    figure `json:"starved_pct"` // ticks flown with another input than was pressed: it came too late
	Desyncs       figure `json:"desyncs"`     // of all, since they joined
	Keyframes     figure `json:"keyframes"`   // of all, after the warm-up
	RollbacksPerS figure `json:"rollbacks_per_s"`

	TickUSP50      figure `json:"tick_us_p50"`
	TickUSP99      figure `json:"tick_us_p99"`
	LateMSP99      figure `json:"late_ms_p99"`
	CPUPct         figure `json:"cpu_pct"`          // of one core, by the hosts' process
	PlayersPerCore figure `json:"players_per_core"` // says nothing where ticks_per_s is far below 60
	TicksPerS      figure `json:"ticks_per_s"`      // of a match
	AllocsPerTick  figure `json:"allocs_per_tick"`
	Allocs         figure `json:"allocs"`
	RSSMB          figure `json:"rss_mb"`

	Lost    int    `json:"lost"` // clients that did not play at the end
	JoinS   figure `json:"join_s"`
	Seconds figure `json:"seconds"`
}

// measured is what a Result is made of.
type measured struct {
	tally
	join, wall time.Duration
	hosts      hostsReport
}

// result works out the figures.
func (f *fleet) result(m measured) *Result {
	r := &Result{
		Clients: int(f.limiter.joined.Load()), Matches: figure(f.conf.Matches), Transport: f.transport(),
		Lost: int(f.limiter.joined.Load()) - m.playing, JoinS: figure(m.join.Seconds()), Seconds: figure(m.wall.Seconds()),
	}
	if f.conf.Addr != "" {
		r.Matches = unknown
	}
	r.addTraffic(m.traffic)
	r.addClients(m.tally)
	r.AgeP50MS = f.ages.percentile(0.50) * ageMS
	r.AgeP99MS = f.ages.percentile(0.99) * ageMS
	r.addHosts(m.hosts)
	if f.conf.Thin { // they have no World that could be wrong
		r.Desyncs, r.RollbacksPerS = unknown, unknown
	}
	return r
}

// ageMS is a unit of the ages in milliseconds.
const ageMS = figure(ageUnit) / figure(time.Millisecond)

func (r *Result) addTraffic(t traffic) {
	clientSeconds := r.Seconds * figure(r.Clients)
	r.DownKbitS = figure(t.bytesIn) * 8 / 1000 / clientSeconds
	r.UpKbitS = figure(t.bytesOut) * 8 / 1000 / clientSeconds
	r.DownPacketsS = figure(t.dataIn) / clientSeconds
	r.UpPacketsS = figure(t.dataOut) / clientSeconds
	r.BitsPerShip = 8 * figure(t.orderBytes) / figure(t.dataIn) / (figure(r.Clients) / r.Matches)
	r.PacketMaxBytes = known(float64(t.largest))
}

func (r *Result) addClients(t tally) {
	r.Desyncs = figure(t.desyncs)
	r.Keyframes = figure(t.keyframes)
	r.RollbacksPerS = figure(t.rollbacks) / (r.Seconds * figure(r.Clients))
}

func (r *Result) addHosts(h hostsReport) {
	r.TickUSP50, r.TickUSP99, r.LateMSP99 = h.WorkP50, h.WorkP99, h.LateP99/1000
	r.StarvedPct = 100 * h.Missed / h.Flown
	r.CPUPct = 100 * h.CPU / h.Seconds
	r.PlayersPerCore = figure(r.Clients) / (r.CPUPct / 100)
	r.TicksPerS = h.Ticks / r.Matches / h.Seconds
	r.AllocsPerTick, r.Allocs = h.Mallocs/h.Ticks, h.Mallocs
	r.RSSMB = h.RSS / (1 << 20)
}
