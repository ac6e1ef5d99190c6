//go:build unix

package e2e

import (
	"context"
	"fmt"
	"io"
	stdnet "net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dogfight/testkit"
)

// ask returns the host's response to a monitoring request.
func (h *headless) ask(path string) (status int, body string) {
	h.Helper()
	client := http.Client{Timeout: patience}
	defer client.CloseIdleConnections()
	var r *http.Response
	var err error
	for deadline := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) {
		if r, err = client.Get("http://" + h.listens["ops"] + path); err == nil {
			break
		}
		if time.Now().After(deadline) { // a host without a processor for seconds closes the connection
			h.Fatalf("%s: %v; the log is\n%s", path, err, h.log.String())
		}
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		h.Fatal(err)
	}
	return r.StatusCode, string(b)
}

// figures are samples of /metrics, by their name with its labels.
type figures map[string]float64

// sampleLine is a line of the text format: prometheus.io/docs/instrumenting/exposition_formats.
var sampleLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*"(?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*")*\})? ([^ ]+)$`)

// parseFigures parses Prometheus's text format, and checks the rules that a program may break.
func parseFigures(text string) (figures, error) {
	all, family, kind, done := figures{}, "", "", map[string]bool{}
	if !strings.HasSuffix(text, "\n") {
		return nil, fmt.Errorf("the last line has no end")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if words := strings.SplitN(line, " ", 4); words[0] == "#" {
			switch {
			case len(words) < 4:
				return nil, fmt.Errorf("%q is empty", line)
			case words[1] == "HELP" && done[words[2]]:
				return nil, fmt.Errorf("%s is in two places", words[2])
			case words[1] == "HELP":
				family, kind, done[words[2]] = words[2], "", true
			case words[1] != "TYPE" || words[2] != family || kind != "":
				return nil, fmt.Errorf("%q after the help of %s", line, family)
			default:
				kind = words[3]
			}
			continue
		}
		m := sampleLine.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("%q is no sample", line)
		}
		name := m[1]
		if kind == "histogram" {
			name = regexp.MustCompile("_(bucket|sum|count)$").ReplaceAllString(name, "")
		}
		v, err := strconv.ParseFloat(m[3], 64)
		_, twice := all[m[1]+m[2]]
		switch {
		case err != nil:
			return nil, err
		case name != family || kind != "counter" && kind != "gauge" && kind != "histogram":
			return nil, fmt.Errorf("%q among samples of %s, a %s", line, family, kind)
		case twice:
			return nil, fmt.Errorf("%s%s occurs twice", m[1], m[2])
		case kind == "counter" && (v < 0 || !strings.HasSuffix(name, "_total")):
			return nil, fmt.Errorf("%q is a counter", line)
		}
		all[m[1]+m[2]] = v
	}
	return all, nil
}

// scrape returns a host's metrics.
func (h *headless) scrape() figures {
	h.Helper()
	status, text := h.ask("/metrics")
	all, err := parseFigures(text)
	if status != 200 || err != nil {
		h.Fatalf("/metrics is %d, %v:\n%s", status, err, text)
	}
	return all
}

// until scrapes until a condition holds.
func (h *headless) until(what string, is func(figures) bool) figures {
	h.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(200 * time.Millisecond) { // less often than the door's limit
		if f := h.scrape(); is(f) {
			return f
		} else if time.Now().After(deadline) {
			h.Fatalf("waited in vain until %s: %v", what, f)
		}
	}
}

func TestAHostServesMetricsAndHealth(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--fill", "4", "--ssh", "127.0.0.1:0", "--web", "127.0.0.1:0", "--dialect", "rtype=127.0.0.1:0", "--lan=false", "--ops", "127.0.0.1:0")
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/debug/pprof/": 404, "/": 404} {
		if status, body := h.ask(path); status != want {
			t.Errorf("%s is %d: %s", path, status, body)
		}
	}
	swarm := newCommand(t, "swarm", "--addr", h.addr, "--clients", "3", "--warm-up", "0s", "--duration", "10m")
	if err := swarm.Start(); err != nil {
		t.Fatal(err)
	}
	defer swarm.Wait()
	defer swarm.Process.Kill()
	f := h.until("three play over UDP", func(f figures) bool {
		return f["dogfight_players"] == 3 && f[`dogfight_door_connections{door="native",path="udp"}`] == 3
	})
	if f["dogfight_bots"] != 1 || f["dogfight_matches"] != 1 || f["dogfight_ready"] != 1 || f["dogfight_keyframes_sent_total"] < 3 {
		t.Errorf("figures %v", f)
	}
	more := h.until("a second has passed", func(later figures) bool {
		return later["dogfight_tick_seconds_count"] >= f["dogfight_tick_seconds_count"]+60
	})
	for _, name := range []string{
		`dogfight_door_bytes_total{door="native",path="udp",direction="in"}`, `dogfight_door_packets_total{door="native",path="udp",direction="out"}`,
		"dogfight_player_ticks_total", "dogfight_tick_late_seconds_sum", "go_memstats_alloc_bytes_total",
	} {
		if more[name] <= f[name] {
			t.Errorf("%s went from %v to %v", name, f[name], more[name])
		}
	}
	if more[`dogfight_tick_seconds_bucket{le="+Inf"}`] != more["dogfight_tick_seconds_count"] {
		t.Error("not all ticks are in a bucket")
	}
	if _, text := h.ask("/metrics"); strings.Contains(text, "127.0.0.1") || strings.Contains(text, "Swarm") {
		t.Errorf("there is a name or an address in\n%s", text)
	}
	swarm.Process.Kill()
	after := h.until("no connection is left", func(f figures) bool { return f[`dogfight_door_connections{door="native",path="udp"}`] == 0 })
	if name := `dogfight_door_bytes_total{door="native",path="udp",direction="in"}`; after[name] < more[name] {
		t.Errorf("the traffic of closed links is lost: %v, after %v", after[name], more[name])
	}
	h.cmd.Process.Signal(syscall.SIGTERM)
	status, body := 0, ""
	testkit.Until(t, "the host is not ready", func() bool {
		time.Sleep(100 * time.Millisecond) // less often than the door's limit
		status, body = h.ask("/readyz")
		return status == 503
	})
	if !strings.HasPrefix(body, "draining: ") {
		t.Errorf("/readyz is %q", body)
	}
	if status, body := h.ask("/healthz"); status != 200 {
		t.Errorf("while it drains /healthz is %d: %s", status, body)
	}
}

func TestAHostUsesInheritedSocketsAndNotifiesItsManager(t *testing.T) {
	t.Parallel()
	notified := filepath.Join(shortFolder(t), "notify")
	manager, err := stdnet.ListenUnixgram("unixgram", &stdnet.UnixAddr{Name: notified, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:1", "--lan=false", "--bots", "2") // an address at which it cannot listen
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	at := map[string]string{}
	for _, name := range []string{"native", "ssh", "ops"} {
		l, err := stdnet.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.(*stdnet.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		at[name] = l.Addr().String()
		l.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	}
	cmd.Env = append(cmd.Env, "LISTEN_FDS=3", "LISTEN_FDNAMES=native:ssh:ops", "NOTIFY_SOCKET="+notified, "WATCHDOG_USEC=200000")
	h := startHeadlessOf(t, cmd)
	for name, addr := range at {
		if h.listens[name] != addr {
			t.Errorf("it listens for %s at %s, and was handed %s", name, h.listens[name], addr)
		}
	}
	b := make([]byte, 4096)
	hears := func(want string) {
		t.Helper()
		for manager.SetReadDeadline(time.Now().Add(patience)); ; {
			n, err := manager.Read(b)
			if err != nil {
				t.Fatalf("the service manager did not get %q: %v; the log is\n%s", want, err, h.log.String())
			}
			if strings.HasPrefix(string(b[:n]), want) {
				return
			}
		}
	}
	hears("READY=1\nSTATUS=")
	hears("WATCHDOG=1")
	hears("WATCHDOG=1")
	if status, body := h.ask("/readyz"); status != 200 {
		t.Errorf("/readyz is %d: %s", status, body)
	}
	if code, out, errs := run(t, "info", at["native"]); code != 0 || !strings.Contains(out, `"bots":2`) {
		t.Errorf("info: %d, %s, %s", code, out, errs)
	}
	h.cmd.Process.Signal(os.Interrupt)
	hears("STOPPING=1")
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// besiege connects to an address again and again, with all kinds of misuse, until end is called. It counts the connections.
func besiege(addr string, at int) (tries *atomic.Int64, end func()) {
	rude := []string{
		"", // says nothing
		"GET /metrics HTTP/1.1\r\nX: ",
		"GET /metrics HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 64<<10),
		strings.Repeat("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 1000),
		"\x00\xff\x16\x03",
	}
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	tries = new(atomic.Int64)
	for i := range at {
		all.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				conn, err := new(stdnet.Dialer).DialContext(ctx, "tcp", addr)
				if err != nil {
					continue
				}
				tries.Add(1)
				done := context.AfterFunc(ctx, func() { conn.Close() })
				go io.WriteString(conn, rude[n%len(rude)])
				conn.SetReadDeadline(time.Now().Add(2 * time.Second))
				io.Copy(io.Discard, conn)
				done()
				conn.Close()
			}
		})
	}
	return tries, func() {
		stop()
		all.Wait()
	}
}

func TestASiegeOfTheMetricsDoesNotDisturbTheMatch(t *testing.T) {
	t.Parallel()
	besiegers, ticks, lasts := 100, 60.0, time.Second
	if *long {
		besiegers, ticks, lasts = 1000, 180, 3*time.Second
	}
	h := startHeadless(t, "--fill", "8", "--lan=false", "--ops", "127.0.0.1:0")
	swarm := newCommand(t, "swarm", "--addr", h.addr, "--clients", "8", "--warm-up", "0s", "--duration", "10m")
	if err := swarm.Start(); err != nil {
		t.Fatal(err)
	}
	defer swarm.Wait()
	defer swarm.Process.Kill()
	start := h.until("eight play", func(f figures) bool { return f["dogfight_players"] == 8 })
	played := func(since figures, ticks float64) figures {
		return h.until("the match has continued", func(f figures) bool {
			return f["dogfight_tick_seconds_count"] >= since["dogfight_tick_seconds_count"]+ticks
		})
	}
	quiet := played(start, ticks)
	tries, end := besiege(h.listens["ops"], besiegers)
	time.Sleep(lasts)
	testkit.Until(t, "all besiegers have connected", func() bool { return tries.Load() >= int64(besiegers) })
	end()
	loud := played(quiet, ticks)
	if runtime.GOOS == "linux" {
		loud = h.until("the files of the siege are closed", func(f figures) bool { return f["process_open_fds"] <= quiet["process_open_fds"]+16 })
	}
	late := func(from, to figures) float64 {
		return 1e6 * (to["dogfight_tick_late_seconds_sum"] - from["dogfight_tick_late_seconds_sum"]) / (to["dogfight_tick_late_seconds_count"] - from["dogfight_tick_late_seconds_count"])
	}
	load := func(from, to figures) float64 {
		return 100 * 60 * (to["process_cpu_seconds_total"] - from["process_cpu_seconds_total"]) / (to["dogfight_tick_late_seconds_count"] - from["dogfight_tick_late_seconds_count"])
	}
	t.Logf("%d connections of %d besiegers: the host took %.0f %% of a processor, and %.0f %% before; ticks were late by %.0f µs on average, and by %.0f before; %v were skipped; %v files were open after it and %v before",
		tries.Load(), besiegers, load(quiet, loud), load(start, quiet), late(quiet, loud), late(start, quiet), loud["dogfight_ticks_skipped_total"]-quiet["dogfight_ticks_skipped_total"], loud["process_open_fds"], quiet["process_open_fds"])
	if loud["dogfight_players"] != 8 || loud["dogfight_desyncs_total"] != 0 {
		t.Errorf("%v players are left, with %v desyncs", loud["dogfight_players"], loud["dogfight_desyncs_total"])
	}
	if status, body := h.ask("/healthz"); status != 200 {
		t.Errorf("/healthz is %d: %s", status, body)
	}
}
