package ops

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	victoria "github.com/VictoriaMetrics/metrics"

	"dogfight/internal/ops/hush"
	"dogfight/net/admission"
)

func init() { hush.Over() }

// help describes the figures. docs/host.md lists them too.
var help = map[string]string{
	"dogfight_tick_seconds":                     "what a tick takes; 16.7 ms is all the time there is",
	"dogfight_tick_late_seconds":                "by how much a tick begins late",
	"dogfight_ticks_skipped_total":              "ticks given up because their match was too far behind",
	"dogfight_matches":                          "matches that this process plays",
	"dogfight_matches_standing":                 "matches among them that stand still, as their only player is in a menu or they move to another host",
	"dogfight_matches_without_lease":            "matches among them that stand still, as this host of a fleet has no lease on them",
	"dogfight_fleet_connected":                  "1 while a host or a door of a fleet reaches the hub",
	"dogfight_players":                          "players with a ship, or whose seat waits for them",
	"dogfight_bots":                             "bots with a ship",
	"dogfight_spectators":                       "who is in a match without a ship",
	"dogfight_visitors":                         "who is connected and not in a match yet",
	"dogfight_player_ticks_total":               "ticks that players have flown, one each",
	"dogfight_rollbacks_told_total":             "ticks among them with another input than was pressed, as that came too late: a roll-back for its player",
	"dogfight_keyframes_sent_total":             "whole Worlds that were sent",
	"dogfight_desyncs_total":                    "times that a client in a match asked for a whole World, as its own was another",
	"dogfight_refused_total":                    "connections that were not let in, by door and reason",
	"dogfight_visitors_refused_total":           "visitors of any door that a match refused or disconnected, by reason",
	"dogfight_door_connections":                 "connections that are open, by door; those of native links also by the path of their data",
	"dogfight_door_bytes_total":                 "bytes that doors carry; those of native links include estimated headers",
	"dogfight_door_packets_total":               "packets that doors carry; over SSH and the web reads and writes",
	"dogfight_log_lag_seconds":                  "how much of a match is not yet written to its replay, by which it can be resumed: of the one that is worst",
	"dogfight_log_waiting_bytes":                "bytes of that",
	"dogfight_recording_stopped":                "matches that are no longer recorded, as the disk is full or too slow",
	"dogfight_records_waiting":                  "matches that are over and not yet in the records",
	shortName:                                   "times that no file descriptor was left for a connection to this door",
	"dogfight_records_refused_total":            "matches that the records did not take when they ended: they are tried again",
	"dogfight_results_waiting":                  "results that the hub of a fleet does not have yet",
	"dogfight_results_lost_total":               "results that the hub of a fleet, or the records, will never have",
	"dogfight_placing_waiting":                  "players that a door has not sent to a match yet",
	"dogfight_placing_oldest_seconds":           "for how long the first of them has waited",
	"dogfight_placed_total":                     "players that a door has sent to a match",
	"dogfight_placing_refused_total":            "players that a door could not send to a match",
	"dogfight_door_drawn":                       "players by SSH and browser that a door draws for",
	"dogfight_fleet_hosts":                      "hosts in the directory, as a door knows it",
	"dogfight_fleet_matches":                    "matches in the directory, as a door knows it",
	"dogfight_fleet_players":                    "players in these matches",
	"dogfight_relay_hosts":                      "hosts that are registered at a relay",
	"dogfight_relay_invitations":                "invitations that a relay knows, those of hosts that are away for up to two minutes included",
	"dogfight_relay_players":                    "players that a relay connects to their hosts",
	"dogfight_relay_calls_total":                "calls by an invitation",
	"dogfight_relay_calls_refused_total":        "calls among them that were refused, by reason",
	"dogfight_relay_stream_bytes_total":         "bytes of streams that a relay has passed on",
	"dogfight_relay_datagrams_total":            "datagrams that a relay has passed on",
	"dogfight_relay_datagram_bytes_total":       "bytes of these",
	"dogfight_relay_datagrams_dropped_total":    "datagrams that a relay has dropped",
	"dogfight_hub_stream_up":                    "1 while the stream has a leader, so that it can be written",
	"dogfight_hub_stream_messages":              "messages in a stream; those of DOGFIGHT_RESULTS wait for the records",
	"dogfight_hub_stream_bytes":                 "bytes of a stream",
	"dogfight_hub_stream_consumers":             "watches of a stream",
	"dogfight_hub_connections":                  "connections of hosts, doors and operators, by the role of their key; any without keys",
	"dogfight_hub_over_quota_total":             "requests that were put off, as their key asks for too much",
	"dogfight_hub_slow_total":                   "connections that were closed, as they did not read",
	"dogfight_hub_results_total":                "results of matches, by outcome: recorded, repeated, refused, or put off",
	"dogfight_hub_database_bytes":               "size of the database of the records",
	"dogfight_hub_certificate_end_seconds":      "when the hub's certificate ends, in seconds since 1970",
	"dogfight_list_matches":                     "hosts in the public list",
	"dogfight_list_announcements_total":         "announcements of hosts to the public list, by outcome: accepted or refused",
	"dogfight_healthy":                          "1 while the program works: every match has its ticks, the door its players, the hub its streams",
	"dogfight_ready":                            "1 while players can come in",
	"dogfight_draining":                         "1 while nobody new is let in",
	"dogfight_build_info":                       "the version of the program",
	"process_start_time_seconds":                "when the process began, in seconds since 1970",
	"process_resident_memory_bytes":             "memory of the machine that the process has",
	"process_cpu_seconds_total":                 "for how long processors have worked for the process",
	"process_open_fds":                          "files and sockets that the process has open",
	"process_max_fds":                           "files and sockets that it may have open",
	"go_info":                                   "the version of Go",
	"go_goroutines":                             "goroutines",
	"go_threads":                                "threads of the system",
	"go_sched_gomaxprocs_threads":               "processors that Go may use at once",
	"go_memstats_sys_bytes":                     "memory that Go's runtime has of the system",
	"go_memstats_heap_alloc_bytes":              "memory on the heap, of things in use and such as are not yet collected",
	"go_memstats_heap_inuse_bytes":              "memory of the heap's spans in use",
	"go_memstats_stack_inuse_bytes":             "memory of stacks",
	"go_memstats_next_gc_bytes":                 "size of the heap at which it is collected next",
	"go_memstats_alloc_bytes_total":             "bytes that were allocated",
	"go_memstats_mallocs_total":                 "things that were allocated",
	"go_gc_cycles_total_gc_cycles_total":        "times that the heap was collected",
	"go_cpu_classes_gc_total_cpu_seconds_total": "estimated time of processors that collecting took",
	"dogfight_events_dropped_total":             "events that a slow follower of the console, or the webhook, did not get",
	reloadsRefusedName:                          "configurations that were refused by a reload or a set",
}

const helpMark = "# HELP "

// explain adds the descriptions to the text of the figures.
func explain(text []byte) []byte {
	b := make([]byte, 0, len(text)+8<<10)
	for line := range bytes.Lines(text) {
		if rest, is := bytes.CutPrefix(line, []byte(helpMark)); is {
			name := strings.TrimSuffix(string(rest), "\n")
			b = append(append(append(append(append(b, helpMark...), name...), ' '), help[name]...), '\n')
			continue
		}
		b = append(b, line...)
	}
	return b
}

// RefusedName returns the counter of connections that a door refused for a reason.
func RefusedName(door, why string) string {
	return fmt.Sprintf("dogfight_refused_total{door=%q,reason=%q}", door, why)
}

// visitorsName returns the counter of visitors that a match refused for a reason, whatever their door.
func visitorsName(why string) string {
	return fmt.Sprintf("dogfight_visitors_refused_total{reason=%q}", why)
}

// isCounter reports whether a figure is a counter, by its name.
func isCounter(name string) bool {
	name, _, _ = strings.Cut(name, "{")
	return strings.HasSuffix(name, "_total")
}

// Refused counts the connections that a door refuses. Doors of one name are summed: a dialect may have several.
func (m *Monitor) Refused(door string, refused func() admission.Refused) {
	count := func(why string, of func(admission.Refused) uint64) {
		m.Counter(RefusedName(door, why), func() uint64 { return of(refused()) })
	}
	count("address_full", func(r admission.Refused) uint64 { return r.AddressFull })
	count("full", func(r admission.Refused) uint64 { return r.Full })
	count("busy", func(r admission.Refused) uint64 { return r.Busy })
	count("cut", func(r admission.Refused) uint64 { return r.Cut })
	count("failed", func(r admission.Refused) uint64 { return r.Failed })
}

// process is the figures of the process itself. They come from runtime/metrics, which stops nothing: runtime.ReadMemStats, as
// libraries use it, stops all goroutines.
type process struct {
	samples []metrics.Sample
	set     []func(float64) // sets each of runtimeFigures
	memory  *victoria.Gauge // resident; nil where the system does not report it
	cpu     *victoria.FloatCounter
}

// runtimeFigures are the sums of values of runtime/metrics under the names that Prometheus' own client for Go gives them.
var runtimeFigures = []struct {
	name string
	sum  []string
}{
	{"go_goroutines", []string{"/sched/goroutines:goroutines"}},
	{"go_threads", []string{"/sched/threads/total:threads"}},
	{"go_sched_gomaxprocs_threads", []string{"/sched/gomaxprocs:threads"}},
	{"go_memstats_sys_bytes", []string{"/memory/classes/total:bytes"}},
	{"go_memstats_heap_alloc_bytes", []string{"/memory/classes/heap/objects:bytes"}},
	{"go_memstats_heap_inuse_bytes", []string{"/memory/classes/heap/objects:bytes", "/memory/classes/heap/unused:bytes"}},
	{"go_memstats_stack_inuse_bytes", []string{"/memory/classes/heap/stacks:bytes"}},
	{"go_memstats_next_gc_bytes", []string{"/gc/heap/goal:bytes"}},
	{"go_memstats_alloc_bytes_total", []string{"/gc/heap/allocs:bytes"}},
	{"go_memstats_mallocs_total", []string{"/gc/heap/allocs:objects"}},
	{"go_gc_cycles_total_gc_cycles_total", []string{"/gc/cycles/total:gc-cycles"}},
	{"go_cpu_classes_gc_total_cpu_seconds_total", []string{"/cpu/classes/gc/total:cpu-seconds"}},
}

func (p *process) register(set *victoria.Set) {
	for _, f := range runtimeFigures {
		for _, name := range f.sum {
			p.samples = append(p.samples, metrics.Sample{Name: name})
		}
		p.set = append(p.set, setter(set, f.name))
	}
	set.NewGauge(fmt.Sprintf("go_info{version=%q}", runtime.Version()), nil).Set(1)
	set.NewGauge("process_start_time_seconds", nil).Set(float64(time.Now().UnixMilli()) / 1000)
	if _, ok := residentBytes(); ok {
		p.memory = set.NewGauge("process_resident_memory_bytes", nil)
	}
	if _, ok := cpuSeconds(); ok {
		p.cpu = set.NewFloatCounter("process_cpu_seconds_total")
	}
	set.NewGauge("process_open_fds", openFiles)
	set.NewGauge("process_max_fds", maxFiles)
	set.NewCounter(shortName)
}

// reloadsRefusedName counts configurations that were refused.
const reloadsRefusedName = "dogfight_reloads_refused_total"

// shortName counts the times that no file descriptor was left.
const shortName = "dogfight_descriptors_used_up_total"

// setter returns a function that sets a figure.
func setter(set *victoria.Set, name string) func(float64) {
	if isCounter(name) {
		return set.NewFloatCounter(name).Set
	}
	return set.NewGauge(name, nil).Set
}

func number(v metrics.Value) float64 {
	switch v.Kind() {
	case metrics.KindUint64:
		return float64(v.Uint64())
	case metrics.KindFloat64:
		return v.Float64()
	}
	return 0 // this version of Go does not have it
}

func (p *process) refresh() {
	metrics.Read(p.samples)
	rest := p.samples
	for i, set := range p.set {
		sum := 0.0
		for range runtimeFigures[i].sum {
			sum += number(rest[0].Value)
			rest = rest[1:]
		}
		set(sum)
	}
	if p.memory != nil {
		resident, _ := residentBytes()
		p.memory.Set(float64(resident))
	}
	if p.cpu != nil {
		seconds, _ := cpuSeconds()
		p.cpu.Set(seconds)
	}
}

// residentBytes returns the resident memory of the process, where the system reports it (Linux: proc_pid_statm(5)).
func residentBytes() (n int, ok bool) {
	b, err := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(b)
	if err != nil || len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.Atoi(string(fields[1]))
	return pages * os.Getpagesize(), err == nil
}

// openFiles returns the number of open files and sockets, or 0 where the system does not report it.
func openFiles() float64 {
	f, err := os.Open("/proc/self/fd")
	if err != nil {
		return 0
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return float64(max(len(names)-1, 0)) // without this folder
}
