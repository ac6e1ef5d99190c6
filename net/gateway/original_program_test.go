package gateway

import (
	"bufio"
	"context"
	"fmt"
	"net/netip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// badNetwork is between an original and the host on real sockets.
var badNetwork = testkit.Network{Loss: 0.05, Delay: 10 * time.Millisecond, Jitter: 40 * time.Millisecond}

// really returns a stage on real sockets, with a relay for each original.
func really(t *testing.T, match dogfight.Match) (s *stage, host netip.AddrPort) {
	s = &stage{rig: newRig(t, dogfight.HostConfig{}, match), real: true}
	host = netip.MustParseAddrPort(s.open("warworlds=:0").Addrs()[0])
	s.Cleanup(s.playing.Wait)
	s.dial = func() *dialects.Conn {
		through := testkit.NewRelay(t, host, badNetwork)
		return s.connected(func(ctx context.Context) (*dialects.Conn, error) {
			return dialects.Dial(ctx, through.Addr().String(), 0, enet.Limits{Channels: 1})
		})
	}
	return s, host
}

func TestAnOriginalStaysOnRealSocketsOverABadNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("a second of real time; runs without -short")
	}
	t.Parallel()
	lasts, round := time.Duration(0), 100*time.Millisecond
	if *long {
		lasts, round = time.Minute, 10*time.Second
	}
	s, _ := really(t, lobbyMatch(t))
	s.stays(lasts, round)
}

// program is a running testdata/original.c.
type program struct {
	lines chan string // its output
	ended chan error
	seen  []string // lines that were read
}

// program starts one. It ends with the test at the latest.
func (s *stage) program(host netip.AddrPort) *program {
	s.Helper()
	built := filepath.Join(s.TempDir(), "original")
	dialects.Need(s, dialects.Build(built, filepath.Join("testdata", "original.c")))
	through := testkit.NewRelay(s, host, badNetwork)
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, built, fmt.Sprint(through.Addr().Port()))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.Fatal(err)
	}
	p := &program{lines: make(chan string, 10_000), ended: make(chan error, 1)}
	s.playing.Go(func() {
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			p.lines <- scanner.Text()
		}
		close(p.lines)
		p.ended <- cmd.Wait()
	})
	s.Cleanup(stop)
	return p
}

// prints waits until it has printed a line that begins with begin.
func (p *program) prints(t testing.TB, begin string) (line string) {
	t.Helper()
	for late := time.After(testkit.Limit); ; {
		select {
		case line, ok := <-p.lines:
			if !ok {
				t.Fatalf("it has ended: %v; it printed %q", <-p.ended, p.seen)
			}
			if p.seen = append(p.seen, line); strings.HasPrefix(line, begin) {
				return line
			}
		case <-late:
			t.Fatalf("it did not print %q, but %q", begin, p.seen)
		}
	}
}

func TestAProgramOnLibenetSurvivesAllOurPackets(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program and talks to it; runs without -short")
	}
	t.Parallel()
	turns := 3
	if *long {
		turns = 5 * 60
	}
	s, host := really(t, openMatch(2)(t))
	c := s.commander()
	p := s.program(host)
	if line := p.prints(t, "joined"); line != "joined duel 3 ff0000ff 228844ff" {
		t.Errorf("it %s", line)
	}
	p.prints(t, "started")
	c.receivesEnding(": hi all")
	for turn := range turns {
		if p.prints(t, "turn"); turn%10 == 2 { // others join and leave
			c.leave()
			c = s.commander()
			c.sends(steers(game.Steer(game.Left) | game.Fire))
		}
	}
	s.host.SendNotice("goodbye")
	p.prints(t, "heard goodbye")
	for line := range p.lines {
		p.seen = append(p.seen, line)
	}
	if err := <-p.ended; err != nil {
		t.Errorf("it ended with %v, and printed %q", err, p.seen)
	}
	t.Logf("it printed %d lines", len(p.seen))
}
