//go:build linux

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// TestTwoHundredLargeWindowsNeedLittleMemory opens windows of 400x150 for strangers without a key, all at once. As behind a proxy, they
// share an address.
func TestTwoHundredLargeWindowsNeedLittleMemory(t *testing.T) {
	crowdDoor(t, func(io.Writer, *ssh.Session) {})
}

// TestWindowsThatWereLargeNeedLittleMemory makes each window large in turn, and then small.
func TestWindowsThatWereLargeNeedLittleMemory(t *testing.T) {
	var turn sync.Mutex
	crowdDoor(t, func(_ io.Writer, s *ssh.Session) {
		turn.Lock()
		defer turn.Unlock()
		s.WindowChange(150, 400)
		time.Sleep(100 * time.Millisecond)
		s.WindowChange(24, 80)
		time.Sleep(100 * time.Millisecond)
	})
}

// crowdDoor connects two hundred strangers, and calls do for each once they see the match.
func crowdDoor(t *testing.T, do func(io.Writer, *ssh.Session)) {
	if !*long {
		t.Skip("it takes half a minute: -long")
	}
	const windows, most = 200, 400 << 20
	host := startHeadless(t, "--ssh", "127.0.0.1:0", "--lan=false", "--bots", "4", "--time", "0")
	empty := host.memory("VmRSS")
	honest := startHonest(t, host.addr)
	defer honest.stop()
	alone := honest.rate(3 * time.Second)

	var crowd sync.WaitGroup
	var drawn atomic.Int64 // windows that have received a picture
	leave := make(chan struct{})
	for i := range windows {
		crowd.Go(func() {
			local := fmt.Sprintf("127.0.0.%d", 2+i%2) // half of them may be from one local address
			err := gaze("watch", local, host.door, leave, func(keys io.Writer, s *ssh.Session) {
				go func() {
					do(keys, s)
					drawn.Add(1)
				}()
			}, func() {})
			if err != nil && i < 3 {
				t.Log(err)
			}
		})
	}
	for deadline := time.Now().Add(2 * time.Minute); drawn.Load() < windows && time.Now().Before(deadline); {
		time.Sleep(100 * time.Millisecond)
	}
	crowded := honest.rate(5 * time.Second)
	peak, full := host.memory("VmHWM"), host.memory("VmRSS")
	close(leave)
	crowd.Wait()
	after := host.memory("VmRSS")
	for deadline := time.Now().Add(30 * time.Second); after > empty+64<<20 && time.Now().Before(deadline); after = host.memory("VmRSS") {
		time.Sleep(time.Second)
	}
	t.Logf("%d of %d windows of 400x150: %d MB at the highest, %d MB at its end, %d MB after they have left, %d MB before; "+
		"an honest player had %.0f fresh pictures a second, alone %.0f", drawn.Load(), windows, peak>>20, full>>20, after>>20, empty>>20, crowded, alone)
	if drawn.Load() < windows {
		t.Errorf("expected all %d to be drawn for, found %d", windows, drawn.Load())
	}
	if peak > most {
		t.Errorf("expected less than %d MB", most>>20)
	}
	if err := honest.failed(); err != nil {
		t.Errorf("the honest player: %v", err)
	}
	if after > empty+64<<20 {
		t.Errorf("expected the memory to be given back, within 64 MB of %d", empty>>20)
	}
}

// TestLargeWindowsBesideABusyMachine prints the packet rate of four honest players while 64 windows of 500x200 are drawn for strangers of
// sixteen addresses and two other programs use all processors, and the rate beside those programs alone.
func TestLargeWindowsBesideABusyMachine(t *testing.T) {
	if !*long {
		t.Skip("it takes half a minute: -long")
	}
	const windows, lasts = 64, 12 * time.Second
	host := startHeadless(t, "--ssh", "127.0.0.1:0", "--lan=false", "--bots", "4", "--time", "0", "--ops", "127.0.0.1:0")
	for range 2 {
		hog := exec.Command("sh", "-c", "while :; do :; done")
		if err := hog.Start(); err != nil {
			t.Skip("no shell: ", err)
		}
		defer hog.Wait()
		defer hog.Process.Kill()
	}
	players := make([]*honest, 4)
	for i := range players {
		players[i] = startHonest(t, host.addr)
		defer players[i].stop()
	}
	measure := func(beside string) {
		before, received, began := host.scrape(), packets(players), time.Now()
		time.Sleep(lasts)
		seconds, after := time.Since(began).Seconds(), host.scrape()
		grown := func(name string) float64 { return after[name] - before[name] }
		played, skipped := grown("dogfight_tick_late_seconds_count"), grown("dogfight_ticks_skipped_total")
		late := played - grown(`dogfight_tick_late_seconds_bucket{le="0.0167"}`)
		least := math.Inf(1)
		for i, n := range packets(players) {
			least = min(least, float64(n-received[i])/seconds)
		}
		t.Logf("%s: %.1f packets a second for the player with the fewest; %.0f ticks played, %.0f of them late by more than a tick, %.0f skipped: %.1f %%; the host used %.0f %% of a processor",
			beside, least, played, late, skipped, 100*(late+skipped)/(played+skipped), 100*grown("process_cpu_seconds_total")/seconds)
	}
	measure("two busy programs")

	var crowd sync.WaitGroup
	var drawn, pictures atomic.Int64
	leave := make(chan struct{})
	for i := range windows {
		crowd.Go(func() {
			gaze("Eve", fmt.Sprintf("127.0.0.%d", 2+i%16), host.door, leave, func(keys io.Writer, s *ssh.Session) {
				s.WindowChange(200, 500)
				drawn.Add(1)
				go mash(keys)
			}, func() { pictures.Add(1) })
		})
	}
	testkit.Until(t, "all windows are drawn", func() bool { return drawn.Load() == windows })
	time.Sleep(time.Second) // for the first pictures of the new size
	shown := pictures.Load()
	measure(fmt.Sprintf("and %d windows", windows))
	shown = pictures.Load() - shown
	t.Logf("%.1f pictures a second a window", float64(shown)/lasts.Seconds()/windows)
	close(leave)
	crowd.Wait()
	if shown < windows {
		t.Errorf("expected a picture for each window at least, found %d", shown)
	}
	for _, h := range players {
		if err := h.failed(); err != nil {
			t.Errorf("an honest player: %v", err)
		}
	}
}

// mash presses keys that steer and fire until the connection ends.
func mash(keys io.Writer) {
	for i := 0; ; i++ {
		if _, err := io.WriteString(keys, "wd sa x "[i%8:][:1]); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// packets returns the packets that each player has received.
func packets(players []*honest) (received []uint64) {
	for _, h := range players {
		received = append(received, (*h.link.Load()).Counts().PacketsIn)
	}
	return received
}

// memory returns a line of the host's proc_pid_status(5), in bytes.
func (h *headless) memory(line string) (bytes int) {
	h.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		h.Skip("this system does not report the memory of a process")
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	fmt.Sscan(rest, &bytes)
	return bytes << 10
}

// gaze opens a window of 400x150 at a door, from an address, without a key, and reads its output until leave is closed. It calls drawn
// after the first picture, and picture after each.
func gaze(user, local, door string, leave <-chan struct{}, drawn func(io.Writer, *ssh.Session), picture func()) error {
	raw, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(local)}, Timeout: time.Minute}).Dial("tcp", door)
	if err != nil {
		return err
	}
	defer raw.Close()
	conn, channels, requests, err := ssh.NewClientConn(raw, door, &ssh.ClientConfig{
		User: user, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		return err
	}
	c := ssh.NewClient(conn, channels, requests)
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		return err
	}
	keys, errIn := s.StdinPipe()
	out, errOut := s.StdoutPipe()
	if err := errors.Join(errIn, errOut, s.RequestPty("xterm-256color", 150, 400, nil), s.Shell()); err != nil {
		return err
	}
	go func() {
		<-leave
		raw.Close()
	}()
	once := sync.OnceFunc(func() { drawn(keys, s) })
	for b := make([]byte, 4096); ; {
		n, err := out.Read(b)
		if err != nil {
			return err
		}
		if bytes.Contains(b[:n], []byte("\x1b[5n")) {
			io.WriteString(keys, "\x1b[0n")
		}
		if bytes.Contains(b[:n], []byte("\x1b[?2026l")) {
			once()
			picture()
		}
	}
}

// honest is a well-behaved player over the network.
type honest struct {
	end    chan struct{}
	fresh  atomic.Int64 // frames with a recent state of the match
	wrong  atomic.Pointer[string]
	link   atomic.Pointer[link.Link]
	flying sync.WaitGroup
}

func startHonest(t *testing.T, addr string) *honest {
	h := &honest{end: make(chan struct{})}
	playing := make(chan struct{})
	h.flying.Go(func() {
		c := dogfight.NewClient(dogfight.ClientConfig{Name: "Honest", Dial: func() link.Link {
			l := link.Dial(addr, &link.KnownHosts{})
			h.link.Store(&l)
			return l
		}})
		defer c.Leave()
		once := sync.OnceFunc(func() { close(playing) })
		for ticks := time.NewTicker(time.Second / 60); ; {
			select {
			case <-h.end:
				return
			case now := <-ticks.C:
				v := c.Frame(now, 0)
				if v.Phase == dogfight.Playing && v.Lag.Age < 200*time.Millisecond {
					h.fresh.Add(1)
				}
				if v.Phase == dogfight.Playing {
					once()
				}
				if v.Phase == dogfight.Refused || v.Phase == dogfight.Ended || v.Lag.Desyncs != 0 {
					wrong := fmt.Sprintf("phase %v, %d desyncs, %v", v.Phase, v.Lag.Desyncs, v.Err)
					h.wrong.Store(&wrong)
					return
				}
			}
		}
	})
	select {
	case <-playing:
	case <-time.After(patience):
		t.Fatal("the honest player cannot join")
	}
	return h
}

func (h *honest) rate(over time.Duration) float64 {
	before := h.fresh.Load()
	time.Sleep(over)
	return float64(h.fresh.Load()-before) / over.Seconds()
}

func (h *honest) failed() error {
	if wrong := h.wrong.Load(); wrong != nil {
		return errors.New(*wrong)
	}
	return nil
}

func (h *honest) stop() {
	close(h.end)
	h.flying.Wait()
}
