package ops

import (
	"bytes"
	"os"
	"runtime/metrics"
	"strconv"

	victoria "github.com/VictoriaMetrics/metrics"
)

// process are the figures of the process itself. They are read from runtime/metrics, which stops nothing: runtime.ReadMemStats, as
// libraries use it, has all goroutines wait.
type process struct {
	samples []metrics.Sample
	set     []func(metrics.Value) // of the samples
	memory  *victoria.Gauge       // resident; nil where the system does not tell
	cpu     *victoria.FloatCounter
}

// runtimeFigures are what runtime/metrics calls what we tell of.
var runtimeFigures = []struct{ ours, theirs string }{
	{"dogfight_go_memory_bytes", "/memory/classes/total:bytes"},
	{"dogfight_go_heap_bytes", "/memory/classes/heap/objects:bytes"},
	{"dogfight_go_heap_goal_bytes", "/gc/heap/goal:bytes"},
	{"dogfight_go_allocated_bytes_total", "/gc/heap/allocs:bytes"},
	{"dogfight_go_allocations_total", "/gc/heap/allocs:objects"},
	{"dogfight_go_gc_cycles_total", "/gc/cycles/total:gc-cycles"},
	{"dogfight_go_goroutines", "/sched/goroutines:goroutines"},
	{"dogfight_go_threads_limit", "/sched/gomaxprocs:threads"},
	{"dogfight_go_gc_cpu_seconds_total", "/cpu/classes/gc/total:cpu-seconds"},
}

func (p *process) register(set *victoria.Set) {
	for _, f := range runtimeFigures {
		p.samples = append(p.samples, metrics.Sample{Name: f.theirs})
		p.set = append(p.set, setter(set, f.ours))
	}
	if _, ok := residentBytes(); ok {
		p.memory = set.NewGauge("dogfight_memory_resident_bytes", nil)
	}
	if _, ok := cpuSeconds(); ok {
		p.cpu = set.NewFloatCounter("dogfight_cpu_seconds_total")
	}
	set.NewGauge("dogfight_open_files", openFiles)
	set.NewCounter(shortName)
}

// shortName is the name of the figure that counts how often no descriptor was left.
const shortName = "dogfight_descriptors_used_up_total"

// setter returns what sets a figure of the set.
func setter(set *victoria.Set, name string) func(metrics.Value) {
	if isCounter(name) {
		c := set.NewFloatCounter(name)
		return func(v metrics.Value) { c.Set(number(v)) }
	}
	g := set.NewGauge(name, nil)
	return func(v metrics.Value) { g.Set(number(v)) }
}

func number(v metrics.Value) float64 {
	switch v.Kind() {
	case metrics.KindUint64:
		return float64(v.Uint64())
	case metrics.KindFloat64:
		return v.Float64()
	}
	return 0 // this version of Go tells it no more
}

func (p *process) refresh() {
	metrics.Read(p.samples)
	for i, set := range p.set {
		set(p.samples[i].Value)
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

// residentBytes returns how much memory of the machine the process has, where the system says so (Linux: proc_pid_statm(5)).
func residentBytes() (n int, ok bool) {
	b, err := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(b)
	if err != nil || len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.Atoi(string(fields[1]))
	return pages * os.Getpagesize(), err == nil
}

// openFiles returns how many files and sockets the process has, or 0 where the system does not say.
func openFiles() float64 {
	f, err := os.Open("/proc/self/fd")
	if err != nil {
		return 0
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return float64(max(len(names)-1, 0)) // without this folder
}
