//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/crypto/ssh"

	"dogfight/internal/config"
	"dogfight/internal/server"
	dogfight "dogfight/net"
	"dogfight/net/sshd"
	"dogfight/net/webd"
	"dogfight/ui"
)

// BenchmarkSSHSessions measures a host that draws for 32 players: its CPU time and memory, the delay of a key until it shows on a player's
// screen, and how long and how late the ticks of the match are, with and without these players. Run it with -benchtime 1x.
func BenchmarkSSHSessions(b *testing.B) {
	const players = 32
	for b.Loop() {
		host := startBenchHost(b)
		time.Sleep(time.Second)
		host.ticks(b) // resets the measurement
		time.Sleep(aloneTime)
		alone := host.ticks(b)
		live, resident := host.live(b), host.resident(b)
		bare := host.bareCost(b, players)
		all := make([]*distant, players)
		for i := range all {
			all[i] = connectBySSH(b, host.door, fmt.Sprint("Pilot ", i), usualSize, 0)
		}
		time.Sleep(time.Second) // the first pictures
		host.ticks(b)
		before, began := host.cpu(b), time.Now()
		for _, d := range all {
			d.count() // resets the count
		}
		for range 20 {
			for _, d := range all[1:] {
				d.press("asdw x"[time.Now().UnixNano()%6:][:1])
			}
			time.Sleep(250 * time.Millisecond)
		}
		keys := all[0].typeAndWait(b, 40)
		passed, beside := time.Since(began), host.ticks(b)
		var sent, frames int
		for _, d := range all {
			n, f := d.count()
			sent, frames = sent+n, frames+f
		}
		seconds := passed.Seconds() * players
		b.ReportMetric(float64(sent)/1000/seconds, "kB/s/player")
		b.ReportMetric(float64(frames)/seconds, "frames/s/player")
		b.ReportMetric(100*(host.cpu(b)-before).Seconds()/seconds, "%core/player")
		b.ReportMetric((host.resident(b)-resident)/players/1e6, "MB/player")
		b.ReportMetric((host.live(b)-live)/players/1e6, "MB/player-live")
		b.ReportMetric(100*bare, "%core/player-bare")
		b.ReportMetric(millisOf(keys, 50), "key-ms-p50")
		b.ReportMetric(millisOf(keys, 95), "key-ms-p95")
		b.ReportMetric(alone.work, "tick-ms-p99-alone")
		b.ReportMetric(beside.work, "tick-ms-p99-beside")
		b.ReportMetric(alone.late, "late-ms-p99-alone")
		b.ReportMetric(beside.late, "late-ms-p99-beside")
		if perSecond := float64(sent) / seconds; perSecond > 20_000 {
			b.Errorf("a player takes %.0f bytes a second", perSecond)
		}
		host.stop()
	}
}

// bareCost returns the cores that SSH alone takes for each player, for the same bytes at the same rate.
func (h *benchHost) bareCost(b *testing.B, players int) float64 {
	var all []*distant
	for range players {
		all = append(all, connectBySSH(b, h.bare, "nobody", usualSize, 0))
	}
	time.Sleep(time.Second)
	before, began := h.cpu(b), time.Now()
	time.Sleep(bareTime)
	cost := (h.cpu(b) - before).Seconds() / time.Since(began).Seconds()
	for _, d := range all {
		d.leave()
	}
	time.Sleep(time.Second)
	return cost / float64(players)
}

const bareTime = 5 * time.Second

// aloneTime is how long the match is measured before players join.
const aloneTime = 8 * time.Second

// BenchmarkSSHOnASlowLine measures the delay of a key until it shows on the screen, over a line with 12 kB/s. The pictures need more than
// that. A terminal that does not answer falls behind forever there.
func BenchmarkSSHOnASlowLine(b *testing.B) {
	for b.Loop() {
		host := startBenchHost(b)
		d := connectBySSH(b, host.door, "Ann", usualSize, 12_000)
		d.waits(b, "boost", func() {}) // in the bottom line: she flies
		time.Sleep(3 * time.Second)
		keys := d.typeAndWait(b, 60)
		b.ReportMetric(millisOf(keys, 50), "key-ms-p50")
		b.ReportMetric(millisOf(keys, 95), "key-ms-p95")
		host.stop()
	}
}

// distant is a player at a terminal over a line with a limited rate in bytes a second; 0 is unlimited.
type distant struct {
	keys  io.Writer
	leave func() error
	line  *countedLine // nil if not counted
	rate  int

	mu            sync.Mutex
	bytes, frames int
	wanted        string
	seen          chan time.Time
}

// usualSize is the size of a large terminal.
var usualSize = terminalSize{120, 40}

type terminalSize struct{ columns, rows int }

// connectBySSH connects a player to a door by SSH, with variables for their environment.
func connectBySSH(b *testing.B, door, name string, size terminalSize, rate int, env ...string) *distant {
	b.Helper()
	raw, err := net.Dial("tcp", door)
	if err != nil {
		b.Fatal(err)
	}
	line := &countedLine{Conn: raw}
	conn, channels, requests, err := ssh.NewClientConn(line, door, &ssh.ClientConfig{
		User: name, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		b.Fatal(err)
	}
	c := ssh.NewClient(conn, channels, requests)
	b.Cleanup(func() { c.Close() })
	s, err := c.NewSession()
	if err != nil {
		b.Fatal(err)
	}
	d := &distant{rate: rate, leave: c.Close, line: line, seen: make(chan time.Time, 1)}
	for _, v := range env {
		key, value, _ := strings.Cut(v, "=")
		s.Setenv(key, value)
	}
	d.keys, _ = s.StdinPipe()
	out, _ := s.StdoutPipe()
	if err := errors.Join(s.RequestPty("xterm-256color", size.rows, size.columns, nil), s.Shell()); err != nil {
		b.Fatal(err)
	}
	go d.watch(out)
	return d
}

// watch plays the terminal.
func (d *distant) watch(out io.Reader) {
	var tail []byte
	for b := make([]byte, 512); ; {
		n, err := out.Read(b)
		if err != nil {
			return
		}
		if d.rate > 0 {
			time.Sleep(time.Duration(n) * time.Second / time.Duration(d.rate))
		}
		held := len(tail)
		tail = append(tail, b[:n]...)
		if questions := count(tail, "\x1b[5n", held); questions > 0 {
			io.WriteString(d.keys, strings.Repeat("\x1b[0n", questions))
		}
		d.mu.Lock()
		d.bytes += n
		d.frames += count(tail, "\x1b[?2026l", held)
		if d.wanted != "" && bytes.Contains(tail, []byte(d.wanted)) {
			d.wanted = ""
			d.seen <- time.Now()
		}
		d.mu.Unlock()
		tail = append(tail[:0], tail[max(0, len(tail)-16):]...)
	}
}

// waits calls bring, and returns the time when words show on the screen.
func (d *distant) waits(b *testing.B, words string, bring func()) time.Time {
	b.Helper()
	d.mu.Lock()
	d.wanted = words
	d.mu.Unlock()
	bring()
	select {
	case at := <-d.seen:
		return at
	case <-time.After(patience):
		b.Fatalf("%q does not reach the screen", words)
		return time.Time{}
	}
}

// count returns how often words end in b after its first held bytes.
func count(b []byte, words string, held int) int {
	return bytes.Count(b, []byte(words)) - bytes.Count(b[:held], []byte(words))
}

// count returns the bytes and frames since the last call.
func (d *distant) count() (bytes, frames int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes, frames = d.bytes, d.frames
	d.bytes, d.frames = 0, 0
	return bytes, frames
}

func (d *distant) press(keys string) { io.WriteString(d.keys, keys) }

// typeAndWait types letters into the chat, and returns the delays until they show.
func (d *distant) typeAndWait(b *testing.B, n int) (took []time.Duration) {
	b.Helper()
	d.press("\r")
	for i := range n {
		time.Sleep(100 * time.Millisecond)
		letter := string(rune('Ѐ' + i))
		began := time.Now()
		took = append(took, d.waits(b, letter, func() { d.press(letter) }).Sub(began))
		d.press("\x7f")
	}
	return took
}

// benchHost is a host in its own process, so that its CPU time is measured apart from the players'.
type benchHost struct {
	cmd     *exec.Cmd
	door    string
	web     string // the door for browsers
	bare    string // a door that draws no match
	bareWeb string
	asks    io.WriteCloser
	answers *bufio.Scanner
}

func startBenchHost(b *testing.B) *benchHost {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	home := b.TempDir()
	h := &benchHost{cmd: exec.Command(self)}
	h.cmd.Env = append(os.Environ(), beTheProgram+"=bench host", "HOME="+home, "XDG_CONFIG_HOME="+home, "USER=host")
	in, errIn := h.cmd.StdinPipe()
	out, errOut := h.cmd.StdoutPipe()
	h.cmd.Stderr = os.Stderr
	if err := errors.Join(errIn, errOut, h.cmd.Start()); err != nil {
		b.Fatal(err)
	}
	h.asks, h.answers = in, bufio.NewScanner(out)
	b.Cleanup(h.stop)
	fmt.Sscan(h.reads(b), &h.door, &h.bare, &h.web, &h.bareWeb)
	return h
}

// live returns the memory of the host in bytes, without garbage.
func (h *benchHost) live(b *testing.B) (bytes float64) {
	b.Helper()
	io.WriteString(h.asks, "memory\n")
	if _, err := fmt.Sscan(h.reads(b), &bytes); err != nil {
		b.Fatal(err)
	}
	return bytes
}

// resident returns the resident memory of the host in bytes, on systems with /proc.
func (h *benchHost) resident(b *testing.B) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		b.Skip("this system does not report the memory of a process")
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	var kB float64
	fmt.Sscan(rest, &kB)
	return 1024 * kB
}

// stop ends the host. It may be called again.
func (h *benchHost) stop() {
	h.asks.Close()
	h.cmd.Wait()
}

func (h *benchHost) reads(b *testing.B) string {
	b.Helper()
	if !h.answers.Scan() {
		b.Fatal("the host has ended")
	}
	return h.answers.Text()
}

// ticks returns the measurements of the ticks since the last call.
func (h *benchHost) ticks(b *testing.B) (p ticksP99) {
	b.Helper()
	io.WriteString(h.asks, "ticks\n")
	if _, err := fmt.Sscan(h.reads(b), &p.work, &p.late); err != nil {
		b.Fatal(err)
	}
	return p
}

// ticksP99 are 99th percentiles in ms: the duration of a tick, and its delay.
type ticksP99 struct{ work, late float64 }

// cpu returns the CPU time of the host, on systems with /proc.
func (h *benchHost) cpu(b *testing.B) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.cmd.Process.Pid))
	if err != nil {
		b.Skip("this system does not report the CPU time of a process")
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	var user, system int64
	fields := strings.Fields(rest)
	fmt.Sscan(fields[11]+" "+fields[12], &user, &system) // proc_pid_stat(5), 14 and 15, in 1/100 s
	return time.Duration(user+system) * 10 * time.Millisecond
}

// hostForBench is main of a benchHost's process. It prints the addresses of its doors, and answers each input line with tick measurements
// or the memory in use.
func hostForBench() {
	var c tickClock
	h, err := server.Start(server.Options{
		Dirs:    config.User(),
		Hosting: ui.Hosting{Match: dogfight.MatchOptions{Bots: 8, Skill: 2, Arena: "open", OffRecord: true}, HostOptions: dogfight.HostOptions{Title: "Bench"}, Web: "127.0.0.1:0"},
		SSH:     "127.0.0.1:0", Measure: c.note,
		WebOptions: server.WebOptions{WebProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}},
	}, nil)
	if err != nil {
		panic(err)
	}
	bare, err := bareDoor()
	if err != nil {
		panic(err)
	}
	bareWeb, err := bareWebDoor()
	if err != nil {
		panic(err)
	}
	doors := map[string]string{}
	for _, d := range h.Doors() {
		doors[d.Name()] = d.Addrs()[0]
	}
	fmt.Println(doors["ssh"], bare.Addr(), doors["web"], bareWeb.Addr())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if lines.Text() == "memory" {
			fmt.Println(liveMemory())
			continue
		}
		p := c.reset()
		fmt.Println(p.work, p.late)
	}
	bare.Close()
	bareWeb.Close()
	h.Close()
	os.Exit(exitOK)
}

// liveMemory returns the size of the heap after a collection, plus the stacks.
func liveMemory() uint64 {
	var is runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&is)
	return is.HeapAlloc + is.StackInuse
}

// bareDoor is a door that only writes constant bytes at the picture rate: the cost of SSH itself.
func bareDoor() (*sshd.Server, error) {
	key, err := sshd.HostKey(config.User().SSHHostKey())
	if err != nil {
		return nil, err
	}
	return sshd.Listen("127.0.0.1:0", sshd.Config{Key: key, Play: func(ctx context.Context, t *sshd.Terminal) error {
		return showDots(ctx, t)
	}})
}

// bareWebDoor is the same for browsers: the cost of HTTP and WebSockets.
func bareWebDoor() (*webd.Server, error) {
	return webd.Listen("127.0.0.1:0", webd.Config{Play: func(ctx context.Context, t *webd.Terminal) error {
		return showDots(ctx, t)
	}})
}

func showDots(ctx context.Context, w io.Writer) error {
	picture := []byte(strings.Repeat(".", barePicture-len(endOfPicture)) + endOfPicture)
	pictures := time.NewTicker(time.Second / 30)
	defer pictures.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pictures.C:
			if _, err := w.Write(picture); err != nil {
				return err
			}
		}
	}
}

const (
	barePicture  = 470
	endOfPicture = "\x1b[?2026l"
)

// tickClock collects the tick measurements of a host.
type tickClock struct {
	mu         sync.Mutex
	work, late []time.Duration
}

func (c *tickClock) note(m dogfight.Measured) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.work, c.late = append(c.work, m.Work), append(c.late, m.Late)
}

func (c *tickClock) reset() ticksP99 {
	c.mu.Lock()
	work, late := c.work, c.late
	c.work, c.late = nil, nil
	c.mu.Unlock()
	if len(work) == 0 {
		return ticksP99{}
	}
	return ticksP99{millisOf(work, 99), millisOf(late, 99)}
}

func millisOf(d []time.Duration, percent int) float64 {
	slices.Sort(d)
	return float64(d[(len(d)-1)*percent/100]) / float64(time.Millisecond)
}

// BenchmarkWebBesideSSH compares the cost of players by browser and by SSH, in turn in the same match, and measures the delay of a key
// until it shows on their screens. Run it with -benchtime 1x.
func BenchmarkWebBesideSSH(b *testing.B) {
	for _, size := range []terminalSize{{100, 32}, usualSize} {
		b.Run(fmt.Sprintf("%dx%d", size.columns, size.rows), func(b *testing.B) {
			for b.Loop() {
				host := startBenchHost(b)
				time.Sleep(time.Second)
				doors := []*doorFigures{
					{name: "ssh", connect: func(name string) *distant { return connectBySSH(b, host.door, name, size, 0, pagesTerminal...) }},
					{name: "web", connect: func(name string) *distant { return connectByWeb(b, host.web, farAddress(name), name, size, 0) }},
					{name: "bare-ssh", bare: true, connect: func(name string) *distant { return connectBySSH(b, host.bare, name, size, 0) }},
					{name: "bare-web", bare: true, connect: func(name string) *distant { return connectByWeb(b, host.bareWeb, "", name, size, 0) }},
					{name: "near-web", near: true, connect: func(name string) *distant { return connectByWeb(b, host.web, "", name, size, 0) }},
				}
				alone := host.costOf(b, func() { time.Sleep(bareTime) })
				for _, i := range []int{0, 1, 1, 0, 0, 1, 1, 0, 4, 2, 3, 3, 2, 4} { // in turn, as the match changes
					doors[i].measure(b, host, alone)
				}
				for _, d := range doors {
					d.report(b)
				}
				b.ReportMetric(doors[1].cpu/doors[0].cpu, "cpu-web/ssh")
				b.ReportMetric(doors[3].cpu/doors[2].cpu, "cpu-bare-web/ssh")
				b.ReportMetric(2*doors[4].cpu/doors[0].cpu, "cpu-near-web/ssh") // half as many rounds
				host.stop()
			}
		})
	}
}

// BenchmarkWebOnASlowLine is BenchmarkSSHOnASlowLine by a browser.
func BenchmarkWebOnASlowLine(b *testing.B) {
	for b.Loop() {
		host := startBenchHost(b)
		d := connectByWeb(b, host.web, farAddress("Ann"), "Ann", usualSize, 12_000)
		d.waits(b, "boost", func() {}) // in the bottom line: they fly
		time.Sleep(3 * time.Second)
		keys := d.typeAndWait(b, 60)
		b.ReportMetric(millisOf(keys, 50), "key-ms-p50")
		b.ReportMetric(millisOf(keys, 95), "key-ms-p95")
		host.stop()
	}
}

// doorFigures are the measurements of a door, summed over its rounds.
type doorFigures struct {
	name    string
	bare    bool // takes no keys
	near    bool // bandwidth to spare
	connect func(name string) *distant

	cpu                 float64 // seconds of a core
	seconds             float64 // in which all players were connected, in total
	sent, frames, wired int
	keys                []time.Duration
}

const doorPlayers = 16

// pagesTerminal makes SSH clients get the same picture as a page's terminal.
var pagesTerminal = []string{"COLORTERM=truecolor", "LANG=C.UTF-8"}

// measure connects players, plays for a while, and disconnects them.
func (d *doorFigures) measure(b *testing.B, host *benchHost, alone float64) {
	var all []*distant
	for i := range doorPlayers {
		all = append(all, d.connect(fmt.Sprint("Pilot ", i)))
	}
	time.Sleep(2 * time.Second) // the first pictures
	for _, p := range all {
		p.count() // resets the count
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

// costOf returns the cores that the host uses while do runs.
func (h *benchHost) costOf(b *testing.B, do func()) (cores float64) {
	before, began := h.cpu(b), time.Now()
	do()
	return (h.cpu(b) - before).Seconds() / time.Since(began).Seconds()
}

// countedLine counts the bytes it receives.
type countedLine struct {
	net.Conn
	read atomic.Int64
}

func (l *countedLine) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	l.read.Add(int64(n))
	return n, err
}

// farAddress returns an address outside of this network, for which a proxy speaks.
func farAddress(name string) string {
	return fmt.Sprintf("203.0.113.%d", crc32.ChecksumIEEE([]byte(name))%256)
}

// connectByWeb connects a player to a door as a browser's page does, from an address, or directly if from is empty.
func connectByWeb(b *testing.B, door, from, name string, size terminalSize, rate int) *distant {
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

// pageLine is the input and output of a page.
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
