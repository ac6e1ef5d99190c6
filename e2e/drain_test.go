//go:build unix

package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/net"
	"dogfight/testkit"
)

// updates returns how often a host is updated under load.
func updates() int {
	if *long {
		return 20
	}
	return 2
}

// join has players come in, and returns them when all fly.
func (m *mortal) join(names ...string) (all []*flier) {
	m.Helper()
	for _, name := range names {
		all = append(all, m.flier(name))
	}
	m.fly(0, all...)
	return all
}

func TestAnUpdateOfTheHostLosesNoSeatAndHardlyATime(t *testing.T) {
	t.Parallel()
	admin := shortFolder(t) + "/admin"
	m := startMortal(t, "--mode", "teams", "--fill", "10", "--time", "0", "--score", "100000", "--admin", admin)
	players := m.join("Ann", "Rex", "Ida", "Bob", "Cleo", "Dan", "Eve", "Finn")
	var took, lost []time.Duration
	for range updates() {
		for _, p := range players {
			clear(p.scores)
		}
		m.fly(700*time.Millisecond, players...)
		for _, p := range players {
			p.was = p.stands()
		}
		began := time.Now()
		code, out, stderr := run(t, "admin", "--socket", admin, "drain", "--update")
		if code != exitOK || !strings.Contains(out, "--resume") {
			t.Fatalf("admin exits with %d: %s%s", code, out, stderr)
		}
		if err := m.cmd.Wait(); err != nil {
			t.Fatalf("the host ended with %v: %s", err, m.log())
		}
		ready := m.start()
		go ready()
		_, gone := m.flyAgain(players...)
		took, lost = append(took, time.Since(began)), append(lost, gone)
	}
	tellTimes(t, "from the command to all 8 players flying again", took, 1500*time.Millisecond)
	tellTimes(t, "of the match lost", lost, 100*time.Millisecond)
	if log := m.log(); strings.Count(log, "8 players' seats wait") != updates() {
		t.Errorf("the log is\n%s", log)
	}
}

func TestAHostPlaysOnAfterSIGTERMUntilItsMatchIsOver(t *testing.T) {
	t.Parallel()
	admin := shortFolder(t) + "/admin"
	m := startMortal(t, "--time", "0", "--fill", "2", "--admin", admin)
	players := m.join("Ann")
	m.cmd.Process.Signal(syscall.SIGTERM)
	m.eventually("draining", true)
	m.fly(time.Second, players...)
	late := m.flier("Late")
	m.until("a newcomer is answered", func() bool { late.flies(); return late.view.Phase != net.Joining })
	if late.view.Phase != net.Refused || !strings.Contains(late.view.Err.Error(), "closing") {
		t.Errorf("a newcomer is in phase %d: %v", late.view.Phase, late.view.Err)
	}
	if _, out, _ := run(t, "info", m.addr); !strings.Contains(out, `"closing":true`) {
		t.Errorf("info prints %s", out)
	}
	ended := make(chan error, 1)
	go func() { ended <- m.cmd.Wait() }()
	if code, out, stderr := run(t, "admin", "--socket", admin, "finish"); code != exitOK {
		t.Fatalf("admin exits with %d: %s%s", code, out, stderr)
	}
	m.until("the match of the last player ends", func() bool { players[0].flies(); return players[0].view.Phase != net.Playing })
	if err := testkit.Receive(t, "the host ends", ended); err != nil {
		t.Errorf("the host ended with %v", err)
	}
}

func TestASecondSIGTERMAndCtrlCEndAHostAtOnce(t *testing.T) {
	t.Parallel()
	for name, signals := range map[string][]syscall.Signal{
		"SIGTERM twice":      {syscall.SIGTERM, syscall.SIGTERM},
		"SIGTERM, Ctrl-C":    {syscall.SIGTERM, syscall.SIGINT},
		"Ctrl-C":             {syscall.SIGINT},
		"--drain 0, SIGTERM": {syscall.SIGTERM},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--time", "0"}
			if strings.HasPrefix(name, "--drain 0") {
				args = append(args, "--drain", "0s")
			}
			m := startMortal(t, args...)
			m.join("Ann")
			for _, s := range signals {
				m.cmd.Process.Signal(s)
				m.eventually("draining", s == syscall.SIGTERM && len(signals) > 1)
			}
			if err := endOf(m.cmd); err != nil {
				t.Errorf("the host ended with %v: %s", err, m.log())
			}
		})
	}
}

// eventually waits until the log says something, if it is to.
func (m *mortal) eventually(what string, is bool) {
	m.Helper()
	m.until(fmt.Sprintf("the log has %q", what), func() bool { return !is || strings.Contains(m.log(), what) })
}
