package swarm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"dogfight/testkit"
)

// talk is a Serve and the other end of its input and output.
type talk struct {
	testing.TB
	in    *io.PipeWriter
	lines *bufio.Scanner
	ended chan error
}

func startTalk(t testing.TB) *talk {
	in, toServe := io.Pipe()
	fromServe, out := io.Pipe()
	s := &talk{TB: t, in: toServe, lines: bufio.NewScanner(fromServe), ended: make(chan error, 1)}
	go func() {
		err := Serve(in, out)
		out.Close()
		s.ended <- err
	}()
	return s
}

func (s *talk) send(line string) { fmt.Fprintln(s.in, line) }

func (s *talk) receive() string {
	s.lines.Scan()
	return s.lines.Text()
}

func (s *talk) end() error {
	s.in.Close()
	return testkit.Receive(s.TB, "the hosts end", s.ended)
}

func TestHostsReportAndEndWithTheirInput(t *testing.T) {
	s := startTalk(t)
	s.send(`{"clients": 1, "matches": 3}`)
	addr := s.receive()
	if _, err := netip.ParseAddrPort(addr); err != nil {
		t.Errorf("expected an address, got %q", addr)
	}
	s.send("measure")
	if got := s.receive(); got != measuring {
		t.Errorf("expected that they begin, got %q", got)
	}
	var r hostsReport
	testkit.Until(t, "there are ticks", func() bool {
		s.send("report")
		if err := json.Unmarshal([]byte(s.receive()), &r); err != nil {
			t.Fatal(err)
		}
		return r.Ticks >= 30 && r.Seconds >= 0.1
	})
	if !(r.Mallocs >= 0 && r.WorkP50 >= 0 && r.LateP99 >= 0) || r.Flown != 0 {
		t.Errorf("this cannot be right: %+v", r)
	}
	if err := s.end(); err != nil {
		t.Error(err)
	}
}

func TestUnknownLinesAreErrors(t *testing.T) {
	s := startTalk(t)
	s.send("hello")
	if err := s.end(); err == nil || !strings.Contains(err.Error(), "the hosts' configuration must be JSON") {
		t.Errorf("got %v", err)
	}
	s = startTalk(t)
	s.send(`{"clients": 1, "matches": 1}`)
	s.receive()
	s.send("dance")
	if err := s.end(); err == nil || err.Error() != `must be measure or report, got "dance"` {
		t.Errorf("got %v", err)
	}
}

func TestHostsEndWithoutInput(t *testing.T) {
	if err := startTalk(t).end(); err != nil {
		t.Error(err)
	}
}
