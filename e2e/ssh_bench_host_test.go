//go:build unix

package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/sshd"
	"dogfight/net/webd"
)

// benchHost is a host as a process of its own, whose work can be told from that of
// those who come.
type benchHost struct {
	cmd     *exec.Cmd
	door    string
	web     string // the door for browsers
	bare    string // where a door is behind which nothing is drawn
	bareWeb string
	asks    io.WriteCloser
	says    *bufio.Scanner
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
	h.asks, h.says = in, bufio.NewScanner(out)
	b.Cleanup(h.stop)
	fmt.Sscan(h.reads(b), &h.door, &h.bare, &h.web, &h.bareWeb)
	return h
}

// live tells how many bytes of memory the host needs, garbage aside.
func (h *benchHost) live(b *testing.B) (bytes float64) {
	b.Helper()
	io.WriteString(h.asks, "memory\n")
	if _, err := fmt.Sscan(h.reads(b), &bytes); err != nil {
		b.Fatal(err)
	}
	return bytes
}

// resident is how many bytes of memory the system has given the host, where it tells.
func (h *benchHost) resident(b *testing.B) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		b.Skip("this system does not tell how much memory a process has")
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	var kB float64
	fmt.Sscan(rest, &kB)
	return 1024 * kB
}

// stop ends the host. Stopping again does nothing.
func (h *benchHost) stop() {
	h.asks.Close()
	h.cmd.Wait()
}

func (h *benchHost) reads(b *testing.B) string {
	b.Helper()
	if !h.says.Scan() {
		b.Fatal("the host has ended")
	}
	return h.says.Text()
}

// ticks tells how the ticks were since the last time.
func (h *benchHost) ticks(b *testing.B) (p ticksP99) {
	b.Helper()
	io.WriteString(h.asks, "ticks\n")
	if _, err := fmt.Sscan(h.reads(b), &p.work, &p.late); err != nil {
		b.Fatal(err)
	}
	return p
}

// ticksP99 is what 99 of 100 ticks kept below, in ms: what they took, and how late
// they began.
type ticksP99 struct{ work, late float64 }

// cpu is how long the host has worked so far, where the system tells.
func (h *benchHost) cpu(b *testing.B) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.cmd.Process.Pid))
	if err != nil {
		b.Skip("this system does not tell how long a process has worked")
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	var user, system int64
	fields := strings.Fields(rest)
	fmt.Sscan(fields[11]+" "+fields[12], &user, &system) // proc_pid_stat(5), 14 and 15, in 1/100 s
	return time.Duration(user+system) * 10 * time.Millisecond
}

// hostForBench is what the process of a benchHost runs: a host with a door, whose
// address it prints. For each line that it is told it prints how the ticks were, or how much
// memory it needs.
func hostForBench() {
	var c tickClock
	h, err := server.Start(server.Options{
		Dirs: config.User(), Match: net.MatchOptions{Bots: 8, Skill: 2, Arena: "open", OffRecord: true}, Title: "Bench",
		SSH: "127.0.0.1:0", Web: "127.0.0.1:0", Measure: c.note,
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
		p := c.take()
		fmt.Println(p.work, p.late)
	}
	bare.Close()
	bareWeb.Close()
	h.Close()
	os.Exit(exitOK)
}

// liveMemory is what a process needs: its heap after garbage was collected, and its stacks.
func liveMemory() uint64 {
	var is runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&is)
	return is.HeapAlloc + is.StackInuse
}

// bareDoor is a door behind which so many bytes are written as often as pictures are
// drawn, and nothing else is done: what SSH itself costs.
func bareDoor() (*sshd.Server, error) {
	key, err := sshd.HostKey(config.User().SSHHostKey())
	if err != nil {
		return nil, err
	}
	return sshd.Listen("127.0.0.1:0", sshd.Config{Key: key, Play: func(ctx context.Context, t *sshd.Terminal) error {
		return showDots(ctx, t)
	}})
}

// bareWebDoor is the same for browsers: what HTTP and WebSockets cost.
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

// tickClock keeps what a host measures of its ticks.
type tickClock struct {
	mu         sync.Mutex
	work, late []time.Duration
}

func (c *tickClock) note(m net.Measured) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.work, c.late = append(c.work, m.Work), append(c.late, m.Late)
}

func (c *tickClock) take() ticksP99 {
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
