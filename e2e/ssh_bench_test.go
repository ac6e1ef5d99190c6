//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// BenchmarkSSHSessions is what 32 players cost who are drawn for, how long a key
// takes to their screens, and what they do to the ticks of the match: what those
// take and how late they begin, without them and beside them; and their memory. Run it with
// -benchtime 1x.
func BenchmarkSSHSessions(b *testing.B) {
	const players = 32
	for b.Loop() {
		host := startBenchHost(b)
		time.Sleep(time.Second)
		host.ticks(b) // from now on
		time.Sleep(aloneTime)
		alone := host.ticks(b)
		live, resident := host.live(b), host.resident(b)
		bare := host.bareCost(b, players)
		all := make([]*distant, players)
		for i := range all {
			all[i] = comes(b, host.door, fmt.Sprint("Pilot ", i), usualSize, 0)
		}
		time.Sleep(time.Second) // the first pictures
		host.ticks(b)
		before, began := host.cpu(b), time.Now()
		for _, d := range all {
			d.count() // from now on
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

// bareCost is which part of a core SSH itself costs for each of so many players who
// are sent as much, as often.
func (h *benchHost) bareCost(b *testing.B, players int) float64 {
	var all []*distant
	for range players {
		all = append(all, comes(b, h.bare, "nobody", usualSize, 0))
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

// aloneTime is how long the match is watched before anybody comes.
const aloneTime = 8 * time.Second

// BenchmarkSSHOnASlowLine is how long a key takes to the screen of somebody whose
// line carries 12 kB a second, less than the picture would take. A terminal
// that does not answer falls behind for ever there.
func BenchmarkSSHOnASlowLine(b *testing.B) {
	for b.Loop() {
		host := startBenchHost(b)
		d := comes(b, host.door, "Ann", usualSize, 12_000)
		d.waits(b, "boost", func() {}) // of the bottom line: she flies
		time.Sleep(3 * time.Second)
		keys := d.typeAndWait(b, 60)
		b.ReportMetric(millisOf(keys, 50), "key-ms-p50")
		b.ReportMetric(millisOf(keys, 95), "key-ms-p95")
		host.stop()
	}
}

// distant is a player at a terminal with a line of so many bytes a second, 0 for any.
type distant struct {
	keys  io.Writer
	leave func() error
	line  *countedLine // nil if it is not counted
	rate  int

	mu            sync.Mutex
	bytes, frames int
	wanted        string
	seen          chan time.Time
}

// usualSize is that of a large terminal.
var usualSize = terminalSize{120, 40}

type terminalSize struct{ columns, rows int }

// comes has a player come to a door by SSH, with some variables of their environment.
func comes(b *testing.B, door, name string, size terminalSize, rate int, env ...string) *distant {
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

// watch is the terminal.
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

// waits returns when words came that something brings onto the screen.
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

// count returns how often words end behind the first held bytes of b.
func count(b []byte, words string, held int) int {
	return bytes.Count(b, []byte(words)) - bytes.Count(b[:held], []byte(words))
}

// count returns how many bytes and frames came since the last time.
func (d *distant) count() (bytes, frames int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes, frames = d.bytes, d.frames
	d.bytes, d.frames = 0, 0
	return bytes, frames
}

func (d *distant) press(keys string) { io.WriteString(d.keys, keys) }

// typeAndWait types letters into the chat, and returns how long each took to be seen.
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
