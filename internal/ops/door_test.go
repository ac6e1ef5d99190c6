package ops

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	dognet "dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// openDoor opens a door to a monitor, at an address or at a path.
func openDoor(t *testing.T, m *Monitor, addr string) *Door {
	t.Helper()
	return openDoorFor(t, m, addr, limits{testkit.Limit, testkit.Limit})
}

func openDoorFor(t *testing.T, m *Monitor, addr string, most limits) *Door {
	t.Helper()
	l, err := listen(addr)
	if err != nil {
		t.Fatal(err)
	}
	d := serve(l, "figures.example.org", m, slog.New(slog.DiscardHandler), most)
	t.Cleanup(d.Close)
	return d
}

var long = flag.Bool("long", false, "a thousand connections, in place of fifty")

const loopback = "127.0.0.1:0"

// asker returns a client of the door.
func asker(t *testing.T, d *Door) *http.Client {
	t.Helper()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		if path, unix := strings.CutPrefix(d.addr, unixPrefix); unix {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		}
		return new(net.Dialer).DialContext(ctx, "tcp", d.addr)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: testkit.Limit}
}

// get returns the door's answer.
func get(t *testing.T, c *http.Client, path string) (status int, body string) {
	t.Helper()
	r, err := c.Get("http://host" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

// aPath returns a path for a Unix socket: shorter than the test's own.
func aPath(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "o")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return filepath.Join(folder, "ops")
}

func TestADoorServesFiguresAndHealth(t *testing.T) {
	for _, addr := range []string{loopback, unixPrefix + aPath(t)} {
		m := busy()
		d := openDoor(t, m, addr)
		c := asker(t, d)
		if status, body := get(t, c, "/metrics"); status != 200 || !strings.Contains(body, "\ndogfight_matches 1\n") {
			t.Errorf("%s: /metrics is %d: %s", d.addr, status, body)
		}
		if status, body := get(t, c, "/healthz"); status != 200 || body != "ok\n" {
			t.Errorf("%s: /healthz is %d: %s", d.addr, status, body)
		}
		if status, body := get(t, c, "/readyz"); status != 503 || body != "the doors are not open yet\n" {
			t.Errorf("%s: /readyz is %d: %s", d.addr, status, body)
		}
		m.Open()
		if status, _ := get(t, c, "/readyz"); status != 200 {
			t.Errorf("%s: /readyz is %d with all doors open", d.addr, status)
		}
		if status, _ := get(t, c, "/"); status != 404 {
			t.Errorf("%s: / is %d", d.addr, status)
		}
	}
}

func TestProfilesAreServedOnlyAtAPath(t *testing.T) {
	t.Parallel()
	private, public := asker(t, openDoor(t, New(""), unixPrefix+aPath(t))), asker(t, openDoor(t, New(""), loopback))
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/goroutine?debug=1", "/debug/pprof/cmdline", "/debug/pprof/profile?seconds=1", "/debug/pprof/heap"} {
		if path == "/debug/pprof/profile?seconds=1" && testing.Short() {
			continue
		}
		if status, body := get(t, private, path); status != 200 || len(body) == 0 {
			t.Errorf("%s is %d at a path: %s", path, status, body)
		}
		if status, _ := get(t, public, path); status != 404 {
			t.Errorf("%s is %d at an address", path, status)
		}
	}
}

func TestOnlyGetAndHeadAreAnswered(t *testing.T) {
	d := openDoor(t, New(""), loopback)
	c := asker(t, d)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		r, err := http.NewRequest(method, "http://host/metrics", strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s is answered by %s", method, answer.Status)
		}
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		answer, err := c.Head("http://host" + path)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode == http.StatusMethodNotAllowed {
			t.Errorf("HEAD %s is answered by %s", path, answer.Status)
		}
	}
}

// A page of a stranger's name that now resolves to this host (DNS rebinding) reads nothing. Scrapes by the host's own names continue.
func TestOnlyNamesThatNoStrangerCanControlAreAnswered(t *testing.T) {
	t.Parallel()
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	d, private := openDoor(t, New(""), loopback), openDoor(t, New(""), unixPrefix+aPath(t))
	for host, want := range map[string]int{
		"evil.example": 421, "evil.example:9464": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421, "example.org": 421,
		machine + ".evil.example": 421, "figures.example.org.evil.example": 421, "evil.example.": 421, "127.0.0.1@evil.example": 400,
		"": 200, "127.0.0.1:9464": 200, "[::1]:9464": 200, "203.0.113.5": 200, "localhost:9464": 200, "LOCALHOST.": 200, "host:9464": 200,
		"host.internal:9100": 200, "game.local": 200, "game.fritz.lan": 200, "Figures.Example.Org:9464": 200, "figures.example.org.": 200, machine + ":9464": 200,
	} {
		if answer := raw(t, d, "GET /metrics HTTP/1.1\r\nConnection: close\r\nHost: "+host+"\r\n\r\n"); !strings.HasPrefix(answer, fmt.Sprint("HTTP/1.1 ", want)) {
			t.Errorf("as %q: %.200s", host, answer)
		}
	}
	r, err := asker(t, private).Get("http://evil.example/metrics")
	if err != nil {
		t.Fatal(err)
	}
	if r.Body.Close(); r.StatusCode != 200 {
		t.Errorf("at a path, which no page reaches: %s", r.Status)
	}
}

func TestAddressesAreCheckedAndExplained(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:9464": "", ":0": "", "[::1]:http": "", "unix:/run/x": "",
		"unix:": "no path", "9464": "must be HOST:PORT, :PORT or unix:PATH", "host:": "must be HOST:PORT", "host:99999": "port must be 0 to 65535", "": "must be HOST:PORT",
	} {
		err := CheckAddress(addr)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", addr, err, want)
		}
	}
	d := openDoor(t, New(""), loopback)
	if _, err := Listen(d.addr, New(""), nil); err == nil || !strings.Contains(err.Error(), d.addr) || strings.Contains(err.Error(), "\n") {
		t.Errorf("where another listens: %v", err)
	}
	if _, err := Listen("nonsense", New(""), nil); err == nil {
		t.Error("it listens at nonsense")
	}
}

// raw connects by hand, sends text and returns the whole answer.
func raw(t *testing.T, d *Door, send string) string {
	t.Helper()
	conn, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(testkit.Limit))
	io.WriteString(conn, send)
	b, _ := io.ReadAll(conn)
	return string(b)
}

func TestHugeSlowAndBrokenRequestsAreEnded(t *testing.T) {
	t.Parallel()
	patient, hasty := openDoor(t, New(""), loopback), openDoorFor(t, New(""), loopback, limits{200 * time.Millisecond, testkit.Limit})
	var asking sync.WaitGroup
	for name, c := range map[string]struct{ send, want string }{
		"a header without end": {"GET /metrics HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 64<<10), "431"},
		"many headers":         {"GET /metrics HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X: y\r\n", 10000), "431"},
		"a long path":          {"GET /" + strings.Repeat("x", 64<<10), "431"},
		"rubbish":              {"\x16\x03\x01\x00\xff\r\n\r\n", "400"},
		"silence":              {"", ""},
		"half a request":       {"GET /metrics HT", ""},
	} {
		asking.Go(func() {
			d := patient
			if c.want == "" { // its time limit ends it
				d = hasty
			}
			began := time.Now()
			answer := raw(t, d, c.send)
			if !strings.Contains(answer, c.want) || strings.Contains(answer, " 200 ") {
				t.Errorf("%s is answered by %.100q", name, answer)
			}
			t.Logf("%s: over after %v", name, time.Since(began).Round(time.Millisecond))
		})
	}
	asking.Wait()
	if status, _ := get(t, asker(t, patient), "/healthz"); status != 200 {
		t.Errorf("/healthz is %d afterwards", status)
	}
}

func TestAClientThatAsksWithoutPauseIsRefused(t *testing.T) {
	d := openDoor(t, New(""), loopback)
	conn, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	began := time.Now()
	go io.WriteString(conn, strings.Repeat("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 10*requestBurst))
	answers, answered := bufio.NewReader(conn), 0
	for {
		r, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if r.StatusCode == http.StatusTooManyRequests {
			break
		}
		answered++
	}
	most := requestBurst + int(requestRate*time.Since(began).Seconds()) + 1
	if answered < requestBurst || answered > most {
		t.Errorf("%d of %d requests at once were answered", answered, 10*requestBurst)
	}
}

func TestHundredsOfSilentConnectionsBlockNoScraper(t *testing.T) {
	t.Parallel()
	silent := 50
	if *long {
		silent = 1000 // which takes ten seconds, the rate at which connections are accepted
	}
	d := openDoor(t, busy(), loopback)
	var all sync.WaitGroup
	defer all.Wait()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for range silent {
		all.Go(func() {
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", d.addr)
			if err != nil {
				return
			}
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			io.Copy(io.Discard, conn) // until the door hangs up
		})
	}
	c := asker(t, d)
	for range 3 {
		testkit.Until(t, "a scraper is answered", func() bool { // its own connection may be the oldest idle one, too
			defer c.CloseIdleConnections()
			r, err := c.Get("http://host/metrics")
			if err != nil {
				return false
			}
			defer r.Body.Close()
			body, err := io.ReadAll(r.Body)
			return err == nil && r.StatusCode == 200 && bytes.HasSuffix(body, []byte("\n"))
		})
	}
	d.listener.mu.Lock()
	open := len(d.listener.open)
	d.listener.mu.Unlock()
	if open > maxOpen {
		t.Errorf("%d connections are open", open)
	}
}

func TestACrowdOfScrapersIsAnswered(t *testing.T) {
	d := openDoor(t, busy(), loopback)
	var all sync.WaitGroup
	for range maxOpen / 2 {
		c := asker(t, d)
		all.Go(func() {
			for range 5 {
				if r, err := c.Get("http://host/metrics"); err != nil {
					t.Error(err)
				} else {
					io.Copy(io.Discard, r.Body)
					r.Body.Close()
				}
			}
		})
	}
	all.Wait()
}

func TestADoorClosesWithRequestsUnderWay(t *testing.T) {
	d, err := Listen(unixPrefix+aPath(t), New(""), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := asker(t, d)
	ended := make(chan error)
	go func() {
		r, err := c.Get("http://host/debug/pprof/trace?seconds=60")
		if err == nil {
			_, err = io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		ended <- err
	}()
	testkit.Until(t, "the request is under way", func() bool {
		d.listener.mu.Lock()
		defer d.listener.mu.Unlock()
		return len(d.listener.open) > 0 && d.listener.open[0].serving.Load()
	})
	d.Close()
	<-ended
	if _, err := os.Lstat(strings.TrimPrefix(d.addr, unixPrefix)); err == nil {
		t.Error("the socket is still there")
	}
}

// crowd is a host with a full match of clients in real time, and its monitor.
type crowd struct {
	monitor  *Monitor
	observer atomic.Pointer[Match] // gets the ticks, if not nil
	mu       sync.Mutex
	ticks    []time.Duration // durations, including measure
}

// fly starts a crowd, and ends it with the test.
func fly(t testing.TB) *crowd {
	t.Helper()
	arena, err := assets.Arena("expanse")
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{monitor: New("1.2.3")}
	one, native := c.monitor.Match(), c.monitor.Native()
	one.Begin()
	c.observer.Store(one)
	host := dognet.NewHost(dognet.HostConfig{Measure: c.measure, Figures: one.Figures}, dognet.FixedMatch(&game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}, dognet.MatchOptions{}, 1))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		stop()
		running.Wait()
		one.End()
	})
	running.Go(func() { host.Run(ctx) })
	var clients []*dognet.Client
	for i := range game.MaxShips {
		clients = append(clients, dognet.NewClient(dognet.ClientConfig{Name: fmt.Sprintf("Pilot %d", i+1), Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			native.Follow(far)
			host.Add(far)
			return near
		}}))
	}
	running.Go(func() {
		frames := time.NewTicker(time.Second / 20) // enough to stay in the match
		defer frames.Stop()
		for n := 0; ctx.Err() == nil; n++ {
			<-frames.C
			for i, client := range clients {
				client.Frame(time.Now(), game.Steer(game.Course(1+(n/20+i)%8))|game.Fire)
			}
		}
	})
	testkit.Until(t, "all are in the match", func() bool { return c.players() == game.MaxShips })
	return c
}

// players returns the number of players in the host's last report.
func (c *crowd) players() int {
	c.monitor.mu.Lock()
	defer c.monitor.mu.Unlock()
	for one := range c.monitor.matches {
		one.mu.Lock()
		defer one.mu.Unlock()
		return one.latest.Players
	}
	return 0
}

func (c *crowd) measure(m dognet.Measured) {
	began := time.Now()
	if one := c.observer.Load(); one != nil {
		one.Measure(m)
	}
	c.mu.Lock()
	c.ticks = append(c.ticks, m.Work+time.Since(began))
	c.mu.Unlock()
}

// took returns the durations of ticks since the last call.
func (c *crowd) took() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.ticks
	c.ticks = nil
	return all
}

// at returns a percentile.
func at(percent int, all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*percent/100)]
}

// TestTicksAreAsFastWithFiguresAsWithout prints the duration of a tick while a host is measured and scraped ten times a second, and in
// alternating periods while it is not.
func TestTicksAreAsFastWithFiguresAsWithout(t *testing.T) {
	if testing.Short() {
		t.Skip("plays in real time")
	}
	rounds, lasts := 1, 250*time.Millisecond
	if !*long {
		t.Parallel() // no durations are printed
	} else {
		rounds, lasts = 30, time.Second
	}
	c := fly(t)
	one := c.observer.Load()
	var with, without, scrapes []time.Duration
	d := openDoor(t, c.monitor, unixPrefix+aPath(t))
	client := asker(t, d)
	c.took()
	for range rounds {
		c.observer.Store(nil)
		time.Sleep(lasts)
		without = append(without, c.took()...)
		c.observer.Store(one)
		for range 8 { // fewer requests than a connection may send
			began := time.Now()
			r, err := client.Get("http://host/metrics")
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := io.Copy(io.Discard, r.Body); r.StatusCode != http.StatusOK || n == 0 {
				t.Fatalf("answered by %s", r.Status)
			}
			r.Body.Close()
			scrapes = append(scrapes, time.Since(began))
			time.Sleep(lasts / 8)
		}
		with = append(with, c.took()...)
	}
	t.Logf("tick of 64 clients with figures: p50 %v, p99 %v; without: p50 %v, p99 %v; ratio %.2f and %.2f (%d and %d ticks)",
		at(50, with), at(99, with), at(50, without), at(99, without),
		float64(at(50, with))/float64(at(50, without)), float64(at(99, with))/float64(at(99, without)), len(with), len(without))
	t.Logf("scrape over a Unix socket: p50 %v, p99 %v", at(50, scrapes), at(99, scrapes))
	if ticks := figure(t, c.monitor, "dogfight_tick_seconds_count"); int(ticks) < len(with) {
		t.Errorf("%v ticks were reported, of %d", ticks, len(with))
	}
	if n := figure(t, c.monitor, "dogfight_players"); n != game.MaxShips {
		t.Errorf("%v players are reported", n)
	}
}

// BenchmarkScrape64Clients writes the figures of a host while 64 clients play.
func BenchmarkScrape64Clients(b *testing.B) {
	c := fly(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		var text bytes.Buffer
		c.monitor.Write(&text)
		size = text.Len()
	}
	b.ReportMetric(float64(size), "B/scrape")
}
