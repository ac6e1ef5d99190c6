//go:build unix

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	stdnet "net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

func TestAHostWithoutItsUDPPortLogsItAndPlays(t *testing.T) {
	t.Parallel()
	taken, err := stdnet.ListenPacket("udp", fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))) // a port that is free for TCP
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	h := startHeadlessAt(t, taken.LocalAddr().String())
	h.cmd.Process.Signal(syscall.SIGTERM)
	h.cmd.Wait()
	if log := h.log.String(); !strings.Contains(log, "there is no UDP, which means more lag for players") {
		t.Errorf("the log does not report it: %s", log)
	}
}

// throughSSH returns the program with an ssh in its path that ignores the user's settings.
func throughSSH(t *testing.T, options string, args ...string) *exec.Cmd {
	t.Helper()
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		t.Skip("there is no ssh here")
	}
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec %s -F none -o UserKnownHostsFile=%s -o LogLevel=ERROR -o IdentityFile=none %s \"$@\"\n",
		ssh, filepath.Join(bin, "known"), options)
	if err := os.WriteFile(filepath.Join(bin, "ssh"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"), "SSH_AUTH_SOCK=")
	return cmd
}

func TestTheGameIsPlayedThroughATunnel(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0")
	comet := startTerminalOf(t, throughSSH(t, "", "join", "ssh://anybody@"+host.door, "--name", "Comet"))
	comet.sees("Are you sure you want to continue connecting") // ssh may ask before there is a screen
	comet.press("yes\r")
	comet.sees("♥ ▊▊▊▊▊")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	comet.sees("Quasar")
	quasar.sees("Comet")
	quasar.seesMove(comet, "Comet")
	comet.press("\x1bOR")
	comet.sees("through SSH")
	comet.press("\x1bOR\rhello through a tunnel\r")
	quasar.sees("hello through a tunnel")
	host.cmd.Process.Signal(syscall.SIGINT)
	if code := comet.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("left with code %d", code)
	}
	comet.isAsItWas(comet.raw.String())
	if !strings.Contains(comet.raw.String(), "the host closed the match") {
		t.Error("the reason is not shown")
	}
}

func TestAnErrorOfSSHIsPrintedInOneLine(t *testing.T) {
	t.Parallel()
	host := startDoor(t)
	for options, want := range map[string]string{
		"-o BatchMode=yes": "Host key verification failed.",
		"-o StrictHostKeyChecking=no -o PubkeyAuthentication=no -o KbdInteractiveAuthentication=no": "Permission denied",
	} {
		cmd := throughSSH(t, options, "join", "ssh://anybody@"+host.door)
		code, out, errs := outcome(t, cmd)
		if code != exitFailure || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) ||
			!strings.HasPrefix(errs, "dogfight: cannot reach the host at ssh://") {
			t.Errorf("%s: code %d, %q, want %q", options, code, errs, want)
		}
	}
}

func TestJoiningThroughATunnelFromTheMenuNeverPrompts(t *testing.T) {
	t.Parallel()
	host := startDoor(t)
	p := startTerminalOf(t, throughSSH(t, ""))
	p.sees("Join a match")
	p.press("j")
	p.sees("Join by address")
	p.press("a")
	p.sees("Address")
	p.press("ssh://" + host.door + "\r")
	p.sees("Host key verification")
}

func TestAClosedMatchIsJoinedWithItsPassword(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "password", "open sesame\r\nnothing of this\n")
	h := startHeadless(t, "--password-file", file)

	knows := startTerminal(t, "join", h.addr, "--password-file", file, "--name", "Rex")
	knows.sees("points")

	asked := startTerminal(t, "join", h.addr, "--name", "Vega")
	asked.sees("Password needed")
	asked.press("open sesam\r")
	asked.sees("that is not the password")
	asked.press("open sesame\r")
	asked.sees("points")
	knows.sees("Vega has joined")
}

func TestAPasswordFileWithoutAPasswordIsRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       ":1: password: must be 1 to 128 bytes, got 0",
		"\nsecret\n":             "got 0",
		"a\x07b":                 "must be legible characters",
		strings.Repeat("x", 129): "got 129",
	} {
		file := writeFile(t, "password", text)
		for _, args := range [][]string{{"host", "--headless"}, {"join", "127.0.0.1:1"}} {
			code, _, stderr := run(t, append(args, "--password-file", file)...)
			if code != exitFailure || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%q: exit code %d, stderr %q", text, code, stderr)
			}
		}
	}
}

func TestTheHostOfAClosedMatchNeedsNoPassword(t *testing.T) {
	t.Parallel()
	startTerminal(t, "host", "--listen", "127.0.0.1:0", "--password-file", writeFile(t, "password", "open sesame\n")).sees("points")
}

// resize makes the window another size.
func (p *terminal) resize(columns, rows int) {
	p.Helper()
	p.eyes.SetSize(vt.Coord{X: vt.Col(columns), Y: vt.Row(rows)})
	if err := pty.Setsize(p.pty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		p.Fatal(err)
	}
}

func TestThePictureIsRightAfterManyResizes(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	p.press("\x1b[A")
	chance := rand.New(rand.NewPCG(1, 1))
	for i := range 200 {
		switch i {
		case 50:
			p.resize(1, 1)
		case 100:
			p.resize(400, 150)
		default:
			p.resize(1+chance.IntN(400), 1+chance.IntN(150))
		}
		if i%20 == 0 {
			p.press("\x1b[B")
		}
		time.Sleep(3 * time.Millisecond)
	}
	p.resize(80, 24)
	p.await("the picture as it should be", func(text string) bool { return p.read() && asItShouldBe(text) })
	p.quits()
}

// asItShouldBe reports whether the screen has every text of the first lesson at its place, once.
func asItShouldBe(text string) bool {
	lines := strings.Split(text, "\n")
	return strings.HasPrefix(lines[0], " 1st/1  0 points ") &&
		strings.Contains(lines[1], " 1/7 [ ] Fly through the rings with the arrows (") &&
		strings.HasSuffix(lines[23], " Enter skips   Esc menu   ? help ") &&
		strings.Count(text, "♥ ▊▊▊▊▊") == 1 && strings.Count(text, "0 points") == 1 && strings.Count(text, "1/7") == 1 &&
		strings.Count(text, "skips") == 1 && !strings.Contains(text, "small")
}

// swarmKeys are the keys in each swarm's output.
var swarmKeys = strings.Fields(`clients matches transport down_kbit_s up_kbit_s bits_per_ship packet_max_bytes
	age_p50_ms age_p99_ms starved_pct desyncs keyframes rollbacks_per_s tick_us_p50 tick_us_p99 late_ms_p99 cpu_pct
	players_per_core ticks_per_s allocs_per_tick allocs rss_mb seconds`)

// swarmLine reads the one line that a swarm printed.
func swarmLine(t *testing.T, stdout string) map[string]any {
	t.Helper()
	t.Log(stdout)
	var got map[string]any
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || strings.Count(stdout, "\n") != 1 {
		t.Fatalf("expected one line of JSON: %v", err)
	}
	for _, key := range swarmKeys {
		if _, ok := got[key]; !ok {
			t.Errorf("expected the key %s", key)
		}
	}
	return got
}

// inRange checks that figures are in their ranges. null is in none.
func inRange(t *testing.T, got map[string]any, ranges map[string][2]float64) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(ranges)) {
		v, ok := got[key].(float64)
		if want := ranges[key]; !ok || v < want[0] || v > want[1] {
			t.Errorf("%s: expected %v to %v, got %v", key, want[0], want[1], got[key])
		}
	}
}

// Bounds are exact if they do not depend on the machine's load. Other figures must exist.
func TestASwarmPrintsOneLine(t *testing.T) {
	t.Parallel()
	unbounded := math.Inf(1)
	for _, c := range []struct {
		name, args string
		ranges     map[string][2]float64
		nulls      []string
	}{
		{"clients", "", map[string][2]float64{"desyncs": {0, 0}, "rollbacks_per_s": {0, unbounded}}, nil},
		{"thin", "--thin --transport tls", nil,
			[]string{"desyncs", "rollbacks_per_s", "age_p50_ms", "age_p99_ms"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			args := "swarm --clients 8 --matches 2 --duration 1s --warm-up 100ms --rtt 20ms --loss 5% " + c.args
			code, stdout, stderr := run(t, strings.Fields(args)...)
			if code != exitOK {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			got := swarmLine(t, stdout)
			inRange(t, got, map[string][2]float64{
				"clients": {8, 8}, "matches": {2, 2}, "lost": {0, 0},
				"seconds": {1, unbounded}, "ticks_per_s": {0.1, 70},
				"down_kbit_s": {0.1, unbounded}, "up_kbit_s": {0.1, unbounded}, "down_packets_s": {0.1, unbounded}, "up_packets_s": {0.1, unbounded},
				"bits_per_ship": {0.1, unbounded}, "packet_max_bytes": {30, 1300},
				"tick_us_p50": {1, unbounded}, "tick_us_p99": {1, unbounded}, "late_ms_p99": {0.001, unbounded}, "starved_pct": {0, 100},
				"cpu_pct": {0.001, unbounded}, "players_per_core": {0.01, unbounded},
				"allocs": {0, 1e6}, "allocs_per_tick": {0, unbounded}, "rss_mb": {2, 1000},
			})
			inRange(t, got, c.ranges)
			for _, key := range c.nulls {
				if got[key] != nil {
					t.Errorf("%s: expected null, got %v", key, got[key])
				}
			}
			if strings.Contains(c.args, "tls") && got["transport"] != "tls" {
				t.Errorf("expected all to travel over TLS, got %v", got["transport"])
			}
		})
	}
}

func TestAnInterruptedSwarmPrintsItsResult(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--time", "0")
	cmd := newCommand(t, "swarm", "--addr", host.addr, "--clients", "3", "--warm-up", "0s", "--duration", "10m")
	var stdout strings.Builder
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	awaitPlayers(t, host.addr, 3)
	cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the swarm ended with %v", err)
	}
	got := swarmLine(t, stdout.String())
	for _, key := range []string{"matches", "tick_us_p50", "late_ms_p99", "cpu_pct", "ticks_per_s", "allocs", "rss_mb"} {
		if got[key] != nil {
			t.Errorf("%s: expected null of a host that is not ours, got %v", key, got[key])
		}
	}
	awaitPlayers(t, host.addr, 0) // they have sent Bye
}

// awaitPlayers waits until a host has n players.
func awaitPlayers(t *testing.T, addr string, n int) {
	t.Helper()
	players := func() int {
		told, err := net.Ask(testkit.Context(t), link.Dial(addr, &link.KnownHosts{}))
		if err != nil {
			t.Fatal(err)
		}
		return int(told.Info.Players)
	}
	testkit.Until(t, fmt.Sprintf("the host has %d players", n), func() bool { return players() == n })
}

// The parent of the hosts may be killed: then they only see the end of their standard input.
func TestTheHostsOfASwarmEndWithTheirInput(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "swarm", "--hosts")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	fmt.Fprintln(in, `{"clients": 1, "matches": 1}`)
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	awaitPlayers(t, strings.TrimSpace(addr), 0) // it hosts
	cmd.Process.Signal(syscall.SIGINT)          // Ctrl-C on a terminal is for both
	awaitPlayers(t, strings.TrimSpace(addr), 0) // it still hosts
	in.Close()
	if err := endOf(cmd); err != nil {
		t.Errorf("the hosts ended with %v", err)
	}
}

// endOf waits for a process, up to patience.
func endOf(cmd *exec.Cmd) error {
	late := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer late.Stop()
	return cmd.Wait()
}

func TestASwarmRefusesInvalidFlags(t *testing.T) {
	t.Parallel()
	taken := lonelyHost(t, func(l link.Link) {
		l.Send(link.Control, (&proto.Reject{Code: proto.RejectFull, Reason: "no room today"}).Append(nil))
	})
	for _, c := range []struct {
		args string
		code int
		line string
	}{
		{"--clients 0", exitUsage, "--clients: must be 1 to 65536, got 0"},
		{"--clients 65 --matches 1", exitUsage, "--matches: must be 2 to 4096 for 65 clients, got 1"},
		{"--addr localhost --matches 1", exitUsage, "--matches: does not go with --addr"},
		{"--duration 0s", exitUsage, "--duration: must be 1ms or more, got 0s"},
		{"--rtt -1ms", exitUsage, "--rtt: must be 0s or more, got -1ms"},
		{"--jitter much", exitUsage, `--jitter: "much" is not a time, such as 90s or 5m`},
		{"--loss 5", exitUsage, `--loss: "5" is not a share, such as 5% or 0.05`},
		{"--loss 101%", exitUsage, `"101%" is not a share`},
		{"--loss NaN", exitUsage, `"NaN" is not a share`},
		{"--loss %", exitUsage, `"%" is not a share`},
		{"--rate 50", exitUsage, "--rate: must be 30 or 60, got 50"},
		{"--skill 0", exitUsage, "--skill: must be 1 to 5, got 0"},
		{"--transport pigeon", exitUsage, `--transport: must be one of udp, tls, got "pigeon"`},
		{"now", exitUsage, "usage: dogfight swarm [flags]"},
		{"--addr 127.0.0.1:1 --clients 2", exitFailure, "a client cannot join (0 of 2 have): no host answers at 127.0.0.1:1"},
		{"--addr " + taken.String() + " --clients 1 --thin", exitFailure, "a client cannot join (0 of 1 have): no room today"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, stdout, stderr := run(t, append([]string{"swarm"}, strings.Fields(c.args)...)...)
			if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.line) {
				t.Errorf("exit code %d, stdout %q, stderr %q\nexpected code %d and one line with %q", code, stdout, stderr, c.code, c.line)
			}
		})
	}
}
