//go:build unix

package e2e

import (
	"context"
	"fmt"
	"hash/crc32"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// BenchmarkWebBesideSSH is what players cost who come by a browser, and by SSH, in turn and in the same match, and how long
// a key takes to their screens. Run it with -benchtime 1x.
func BenchmarkWebBesideSSH(b *testing.B) {
	for _, size := range []terminalSize{{100, 32}, usualSize} {
		b.Run(fmt.Sprintf("%dx%d", size.columns, size.rows), func(b *testing.B) {
			for b.Loop() {
				host := startBenchHost(b)
				time.Sleep(time.Second)
				doors := []*doorFigures{
					{name: "ssh", comes: func(name string) *distant { return comes(b, host.door, name, size, 0, pagesTerminal...) }},
					{name: "web", comes: func(name string) *distant { return comesByWeb(b, host.web, farAddress(name), name, size, 0) }},
					{name: "bare-ssh", bare: true, comes: func(name string) *distant { return comes(b, host.bare, name, size, 0) }},
					{name: "bare-web", bare: true, comes: func(name string) *distant { return comesByWeb(b, host.bareWeb, "", name, size, 0) }},
					{name: "near-web", near: true, comes: func(name string) *distant { return comesByWeb(b, host.web, "", name, size, 0) }},
				}
				alone := host.costOf(b, func() { time.Sleep(bareTime) })
				for _, i := range []int{0, 1, 1, 0, 0, 1, 1, 0, 4, 2, 3, 3, 2, 4} { // what happens in the match differs from one to the next
					doors[i].measure(b, host, alone)
				}
				for _, d := range doors {
					d.report(b)
				}
				b.ReportMetric(doors[1].cpu/doors[0].cpu, "cpu-web/ssh")
				b.ReportMetric(doors[3].cpu/doors[2].cpu, "cpu-bare-web/ssh")
				b.ReportMetric(2*doors[4].cpu/doors[0].cpu, "cpu-near-web/ssh") // of half as many rounds
				host.stop()
			}
		})
	}
}

// BenchmarkWebOnASlowLine is BenchmarkSSHOnASlowLine by a browser.
func BenchmarkWebOnASlowLine(b *testing.B) {
	for b.Loop() {
		host := startBenchHost(b)
		d := comesByWeb(b, host.web, farAddress("Ann"), "Ann", usualSize, 12_000)
		d.waits(b, "boost", func() {}) // of the bottom line: they fly
		time.Sleep(3 * time.Second)
		keys := d.typeAndWait(b, 60)
		b.ReportMetric(millisOf(keys, 50), "key-ms-p50")
		b.ReportMetric(millisOf(keys, 95), "key-ms-p95")
		host.stop()
	}
}

// doorFigures are those of a door, summed up over some rounds.
type doorFigures struct {
	name  string
	bare  bool // there are no keys
	near  bool // there is bandwidth to spare
	comes func(name string) *distant

	cpu                 float64 // seconds of a core
	seconds             float64 // that all players were there, in all
	sent, frames, wired int
	keys                []time.Duration
}

const doorPlayers = 16

// pagesTerminal is what a page's terminal can do: players who come by SSH see the same.
var pagesTerminal = []string{"COLORTERM=truecolor", "LANG=C.UTF-8"}

// measure has players come, play for a while, and leave.
func (d *doorFigures) measure(b *testing.B, host *benchHost, alone float64) {
	var all []*distant
	for i := range doorPlayers {
		all = append(all, d.comes(fmt.Sprint("Pilot ", i)))
	}
	time.Sleep(2 * time.Second) // the first pictures
	for _, p := range all {
		p.count() // from now on
		p.line.read.Store(0)
	}
	began := time.Now()
	cost := host.costOf(b, func() {
		for i := range 20 {
			for _, p := range all[1:] {
				if !d.bare {
					p.press("asdw x"[(i*7+3)%6:][:1])
				}
			}
			time.Sleep(250 * time.Millisecond)
		}
	})
	passed := time.Since(began).Seconds()
	d.cpu += (cost - alone) * passed
	d.seconds += passed * doorPlayers
	for _, p := range all {
		n, f := p.count()
		d.sent, d.frames, d.wired = d.sent+n, d.frames+f, d.wired+int(p.line.read.Load())
	}
	if !d.bare {
		d.keys = append(d.keys, all[0].typeAndWait(b, 20)...)
	}
	for _, p := range all {
		p.leave()
	}
	time.Sleep(2 * time.Second)
}

func (d *doorFigures) report(b *testing.B) {
	b.ReportMetric(100*d.cpu/d.seconds, d.name+"-%core/player")
	b.ReportMetric(float64(d.sent)/1000/d.seconds, d.name+"-kB/s")
	b.ReportMetric(float64(d.wired)/1000/d.seconds, d.name+"-wire-kB/s")
	if d.bare {
		return
	}
	b.ReportMetric(float64(d.frames)/d.seconds, d.name+"-frames/s")
	b.ReportMetric(millisOf(d.keys, 50), d.name+"-key-ms-p50")
	b.ReportMetric(millisOf(d.keys, 95), d.name+"-key-ms-p95")
	if perSecond := float64(d.sent) / d.seconds; perSecond > 20_000 && !d.near {
		b.Errorf("by %s a player takes %.0f bytes a second", d.name, perSecond)
	}
}

// costOf is how many cores the host takes while something is done.
func (h *benchHost) costOf(b *testing.B, do func()) (cores float64) {
	before, began := h.cpu(b), time.Now()
	do()
	return (h.cpu(b) - before).Seconds() / time.Since(began).Seconds()
}

// countedLine counts what comes over a connection.
type countedLine struct {
	net.Conn
	read atomic.Int64
}

func (l *countedLine) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	l.read.Add(int64(n))
	return n, err
}

// farAddress returns one that is not of this network, for which a proxy speaks.
func farAddress(name string) string {
	return fmt.Sprintf("203.0.113.%d", crc32.ChecksumIEEE([]byte(name))%256)
}

// comesByWeb has a player come to a door as a browser's page does, from an address, or by themselves.
func comesByWeb(b *testing.B, door, from, name string, size terminalSize, rate int) *distant {
	b.Helper()
	d := &distant{rate: rate, seen: make(chan time.Time, 1)}
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		raw, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		d.line = &countedLine{Conn: raw}
		return d.line, err
	}
	header := http.Header{}
	if from != "" {
		header.Set("X-Forwarded-For", from)
	}
	ws, _, err := websocket.Dial(b.Context(), "ws://"+door+"/ws", &websocket.DialOptions{
		HTTPHeader: header,
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: dial}}, Subprotocols: []string{"dogfight.1"},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { ws.CloseNow() })
	ws.SetReadLimit(1 << 20)
	page := &pageLine{ws: ws}
	hello := fmt.Sprintf(`{"hello": {"name": %q, "columns": %d, "rows": %d}}`, name, size.columns, size.rows)
	if err := ws.Write(b.Context(), websocket.MessageText, []byte(hello)); err != nil {
		b.Fatal(err)
	}
	d.keys, d.leave = page, ws.CloseNow
	go d.watch(page)
	return d
}

// pageLine is what is typed, and shown, by a page.
type pageLine struct {
	ws   *websocket.Conn
	rest strings.Reader // of a message
}

func (p *pageLine) Read(b []byte) (int, error) {
	for p.rest.Len() == 0 {
		kind, message, err := p.ws.Read(context.Background())
		if err != nil {
			return 0, err
		}
		if kind == websocket.MessageBinary {
			p.rest.Reset(string(message))
		}
	}
	return p.rest.Read(b)
}

func (p *pageLine) Write(b []byte) (int, error) {
	return len(b), p.ws.Write(context.Background(), websocket.MessageBinary, b)
}
