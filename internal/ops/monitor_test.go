package ops

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(16)
	goleak.VerifyTestMain(m)
}

// written returns the output of the monitor.
func written(m *Monitor) string {
	var b bytes.Buffer
	m.Write(&b)
	return b.String()
}

// figure returns the value of a figure, or fails the test.
func figure(t *testing.T, m *Monitor, name string) float64 {
	t.Helper()
	for line := range strings.Lines(written(m)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func expect(t *testing.T, m *Monitor, want map[string]float64) {
	t.Helper()
	for name, v := range want {
		if got := figure(t, m, name); got != v {
			t.Errorf("%s is %v, expected %v", name, got, v)
		}
	}
}

// busy returns a monitor with a value of each kind.
func busy() *Monitor {
	m := New("1.2.3")
	one := m.Match()
	one.Begin()
	one.Measure(net.Measured{Late: time.Millisecond, Work: time.Millisecond, Flown: 10, Missed: 2})
	m.Native()
	m.Dialect("rtype")
	m.Meter("ssh")
	m.Events(&Events{})
	m.Refused("ssh", func() admission.Refused { return admission.Refused{Busy: 3} })
	m.Log(func() (int, int, bool) { return 1, 2, true })
	for _, name := range []string{"dogfight_records_waiting", "dogfight_results_waiting", "dogfight_fleet_connected"} {
		m.Source(name, func() float64 { return 1 })
	}
	for _, name := range []string{"dogfight_results_lost_total", "dogfight_records_refused_total"} {
		m.Counter(name, func() uint64 { return 1 })
	}
	return m
}

func TestFiguresOfAllMatchesAreSummedAlsoOfEndedOnes(t *testing.T) {
	m := New("")
	a, b := m.Match(), m.Match()
	a.Begin()
	b.Begin()
	a.Figures(net.Figures{Players: 3, Bots: 5, Spectators: 1, Keyframes: 10, Desyncs: 2, Malformed: 1})
	b.Figures(net.Figures{Players: 4, Visitors: 2, Paused: true, Leaseless: true, Keyframes: 100, Skipped: 7})
	a.Measure(net.Measured{Flown: 60, Missed: 6})
	b.Measure(net.Measured{Flown: 600})
	expect(t, m, map[string]float64{
		"dogfight_matches": 2, "dogfight_matches_standing": 1, "dogfight_matches_without_lease": 1, "dogfight_players": 7, "dogfight_bots": 5, "dogfight_spectators": 1, "dogfight_visitors": 2,
		"dogfight_keyframes_sent_total": 110, "dogfight_desyncs_total": 2, "dogfight_ticks_skipped_total": 7,
		"dogfight_player_ticks_total": 660, "dogfight_rollbacks_told_total": 6, malformedName: 1, "dogfight_tick_seconds_count": 2,
	})
	b.Figures(net.Figures{Keyframes: 101})
	b.End()
	b.End()
	a.Figures(net.Figures{Players: 2, Keyframes: 11})
	expect(t, m, map[string]float64{
		"dogfight_matches": 1, "dogfight_players": 2, "dogfight_keyframes_sent_total": 112, "dogfight_player_ticks_total": 660,
	})
}

func TestRefusalsAreCountedByDoorAndReason(t *testing.T) {
	m := busy()
	one := m.Match()
	one.Begin()
	var f net.Figures
	f.Refused[proto.RejectBanned], f.Flooded = 4, 2
	one.Figures(f)
	expect(t, m, map[string]float64{
		visitorsName("banned"): 4, floodedName: 2, visitorsName("version"): 0, RefusedName("ssh", "busy"): 3,
	})
	for code, why := range reasons {
		if why == "" && code != 0 {
			t.Errorf("the proto.RejectCode %d has no word", code)
		}
	}
}

func TestRefusalsOfTwoDoorsOfOneNameAreSummed(t *testing.T) {
	m := New("")
	first, second := admission.Refused{Full: 7, Cut: 1}, admission.Refused{}
	m.Refused("rtype", func() admission.Refused { return first })
	m.Refused("rtype", func() admission.Refused { return second })
	for range 2 { // the second call adds nothing
		expect(t, m, map[string]float64{RefusedName("rtype", "full"): 7, RefusedName("rtype", "cut"): 1, RefusedName("rtype", "busy"): 0})
	}
	first.Full, second.Full = 8, 2
	expect(t, m, map[string]float64{RefusedName("rtype", "full"): 10, RefusedName("rtype", "address_full"): 0})
}

func TestTrafficOfLinksIsCountedByDoorAlsoOfEndedOnes(t *testing.T) {
	m := New("")
	native, dialect := m.Native(), m.Dialect("rtype")
	for range 3 * minLook {
		near, far := link.PipeOf("192.0.2.1:1", "")
		native.Follow(far)
		near.Send(link.Data, make([]byte, 10))
		far.Send(link.Data, make([]byte, 100))
		near.Close()
	}
	if n := len(native.links); n > minLook {
		t.Errorf("%d links are stored, though none is up", n)
	}
	near, far := link.PipeOf("192.0.2.1:1", "")
	dialect.Follow(near)
	near.Send(link.Data, make([]byte, 7))
	far.Send(link.Data, make([]byte, 70))
	for range 2 { // the second call adds nothing
		expect(t, m, map[string]float64{
			`dogfight_door_bytes_total{door="native",path="tls",direction="in"}`:    30 * minLook,
			`dogfight_door_bytes_total{door="native",path="tls",direction="out"}`:   300 * minLook,
			`dogfight_door_packets_total{door="native",path="tls",direction="out"}`: 3 * minLook,
			`dogfight_door_connections{door="native",path="tls"}`:                   0,
			`dogfight_door_bytes_total{door="rtype",direction="in"}`:                7,
			`dogfight_door_bytes_total{door="rtype",direction="out"}`:               70,
			`dogfight_door_connections{door="rtype"}`:                               1,
		})
	}
}

func TestTheWorstLagOfLogsAndAllWaitingBytesAreReported(t *testing.T) {
	m := New("")
	m.Log(func() (int, int, bool) { return 2, 100, false })
	forget := m.Log(func() (int, int, bool) { return 8, 50, true })
	expect(t, m, map[string]float64{"dogfight_log_lag_seconds": 2, "dogfight_log_waiting_bytes": 150, "dogfight_recording_stopped": 1})
	forget()
	expect(t, m, map[string]float64{"dogfight_log_lag_seconds": 0.5, "dogfight_log_waiting_bytes": 100, "dogfight_recording_stopped": 0})
}

// A line of a sample: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
var sample = regexp.MustCompile(`^[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)+\})? \S+$`)

// ourNames match the beginnings of names: those that Prometheus' client for Go uses for the process and its runtime, and those of the game.
var ourNames = regexp.MustCompile(`^(dogfight|process|go)_`)

// ofServices match the figures of doors and hubs, and ofRelays those of relays, which their packages add.
var ofServices = regexp.MustCompile(`^dogfight_(hub_|list_|fleet_(hosts|matches|players)|placing_|placed_|door_drawn)`)

var ofRelays = regexp.MustCompile(`^dogfight_relay_`)

func TestAllNamesHaveAPrefixAndATypeAndHelp(t *testing.T) {
	listed := map[string]bool{}
	for line := range strings.Lines(written(busy())) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, helpMark); ok {
			name, text, _ := strings.Cut(rest, " ")
			if text == "" || listed[name] {
				t.Errorf("%s has no help, or appears twice", name)
			}
			listed[name] = true
			continue
		}
		if strings.HasPrefix(line, "# TYPE ") {
			continue
		}
		if !sample.MatchString(line) || !ourNames.MatchString(line) {
			t.Errorf("%q is no sample of ours", line)
		}
	}
	for name := range help {
		if !listed[name] && !ofServices.MatchString(name) && !ofRelays.MatchString(name) {
			t.Errorf("%s is documented, but not served", name)
		}
	}
}

func TestTheOperatorsManualListsAllFigures(t *testing.T) {
	for name := range help {
		file := "host.md"
		if ofServices.MatchString(name) {
			file = "fleet.md"
		}
		text, err := os.ReadFile("../../docs/" + file)
		if err != nil || !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/%s does not list %s: %v", file, name, err)
		}
	}
}

func TestAMatchWithoutTicksIsUnhealthyAndAPausedOneIsNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New("")
		a, b := m.Match(), m.Match()
		if err := m.Healthy(); err != nil {
			t.Errorf("without a match: %v", err)
		}
		a.Begin()
		b.Begin()
		for range 100 {
			time.Sleep(time.Second / 20)
			a.Measure(net.Measured{})
			b.Figures(net.Figures{Paused: true}) // as a host does that checks whether to resume
		}
		if err := m.Healthy(); err != nil {
			t.Error(err)
		}
		time.Sleep(maxTickGap)
		b.Figures(net.Figures{Paused: true})
		if err := m.Healthy(); err != nil {
			t.Errorf("after just a second: %v", err)
		}
		time.Sleep(maxTickGap / 2)
		b.Figures(net.Figures{Paused: true})
		if err := m.Healthy(); err == nil || err.Error() != "1 of 2 matches had no tick for up to 1.5s" {
			t.Errorf("err %v", err)
		}
		a.End()
		if err := m.Healthy(); err != nil {
			t.Errorf("when it has ended: %v", err)
		}
	})
}

func TestAHostIsReadyWhileItsDoorsAreOpenAndItDoesNotDrain(t *testing.T) {
	m := New("")
	if err := m.Ready(); err != errNotOpen {
		t.Errorf("err %v", err)
	}
	m.Open()
	if err := m.Ready(); err != nil {
		t.Error(err)
	}
	m.Drain("an update")
	if err := m.Ready(); err == nil || err.Error() != "draining: an update" {
		t.Errorf("err %v", err)
	}
	expect(t, m, map[string]float64{"dogfight_draining": 1, "dogfight_ready": 0})
	if s := m.Status(); s != "0 players, 0 bots, 0 spectators in 0 matches; draining: an update" {
		t.Errorf("status %q", s)
	}
	m.Refill()
	expect(t, m, map[string]float64{"dogfight_draining": 0, "dogfight_ready": 1})
}

func TestAServiceHasNoMatchesAndItsOwnHealth(t *testing.T) {
	var sick, busy error
	m := NewService("1.2.3", Service{
		Program: "door", Healthy: func() error { return sick }, Ready: func() error { return busy }, Status: func() string { return "2 players to place" },
	})
	if text := written(m); strings.Contains(text, "dogfight_players") || strings.Contains(text, "dogfight_tick") || !strings.Contains(text, `dogfight_build_info{program="door",version="1.2.3"} 1`) {
		t.Errorf("its figures are\n%s", text)
	}
	if err := m.Ready(); err != errNotOpen {
		t.Errorf("before it opens: %v", err)
	}
	m.Open()
	expect(t, m, map[string]float64{"dogfight_healthy": 1, "dogfight_ready": 1})
	sick, busy = errors.New("stuck"), errors.New("no hosts")
	expect(t, m, map[string]float64{"dogfight_healthy": 0, "dogfight_ready": 0})
	if m.Healthy() != sick || m.Ready() != busy {
		t.Errorf("healthy: %v; ready: %v", m.Healthy(), m.Ready())
	}
	m.Drain("an update")
	if s := m.Status(); s != "2 players to place; draining: an update" {
		t.Errorf("status %q", s)
	}
}

func TestMeasuringATickAllocatesNothing(t *testing.T) {
	one := New("").Match()
	one.Begin()
	n := testing.AllocsPerRun(1000, func() {
		one.Measure(net.Measured{Late: time.Microsecond, Work: time.Millisecond, Flown: 1, Missed: 1})
		one.Figures(net.Figures{Players: 64})
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkMeasure(b *testing.B) {
	one := New("").Match()
	one.Begin()
	b.ReportAllocs()
	for b.Loop() {
		one.Measure(net.Measured{Late: time.Microsecond, Work: time.Millisecond, Flown: 1, Missed: 1})
	}
}

// BenchmarkWrite writes the figures of a host with 64 clients.
func BenchmarkWrite(b *testing.B) {
	m := busy()
	native := m.Native()
	for i := range 64 {
		_, far := link.PipeOf(fmt.Sprintf("192.0.2.1:%d", i+1), "")
		native.Follow(far)
	}
	b.ReportAllocs()
	for b.Loop() {
		written(m)
	}
}
