//go:build unix

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/net"
)

// updates returns how often a host is updated under load.
func updates() int {
	if *long {
		return 20
	}
	return 3
}

// join has players come in, and returns them when all fly.
func (m *mortal) join(names ...string) (all []*flier) {
	m.Helper()
	for _, name := range names {
		all = append(all, m.flier(name))
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		flying := 0
		for _, f := range all {
			if f.flies() {
				flying++
			}
		}
		if flying == len(all) {
			return all
		}
		if time.Now().After(deadline) {
			m.Fatalf("%d of %d fly; the log is\n%s", flying, len(all), m.log())
		}
	}
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
	m := startMortal(t, "--time", "8s", "--fill", "2")
	players := m.join("Ann")
	m.cmd.Process.Signal(syscall.SIGTERM)
	m.fly(2*time.Second, players...)
	late := m.flier("Late")
	for deadline := time.Now().Add(patience); late.view == nil || late.view.Phase == net.Joining; time.Sleep(5 * time.Millisecond) {
		if late.flies(); time.Now().After(deadline) {
			t.Fatal("a newcomer is not answered")
		}
	}
	if late.view.Phase != net.Refused || !strings.Contains(late.view.Err.Error(), "closing") {
		t.Errorf("a newcomer is in phase %d: %v", late.view.Phase, late.view.Err)
	}
	if _, out, _ := run(t, "info", m.addr); !strings.Contains(out, `"closing":true`) {
		t.Errorf("info prints %s", out)
	}
	ended := make(chan error, 1)
	go func() { ended <- m.cmd.Wait() }()
	for deadline := time.Now().Add(patience); players[0].view.Phase == net.Playing; time.Sleep(5 * time.Millisecond) {
		if players[0].flies(); time.Now().After(deadline) {
			t.Fatal("the host goes on")
		}
	}
	if err := <-ended; err != nil {
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
			began := time.Now()
			for _, s := range signals {
				m.cmd.Process.Signal(s)
				m.eventually("draining", s == syscall.SIGTERM && len(signals) > 1)
			}
			if err := m.cmd.Wait(); err != nil || time.Since(began) > patience {
				t.Errorf("after %v the host ended with %v: %s", time.Since(began), err, m.log())
			}
		})
	}
}

// eventually waits until the log says something, if it is to.
func (m *mortal) eventually(what string, is bool) {
	m.Helper()
	for deadline := time.Now().Add(patience); is && !strings.Contains(m.log(), what); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			m.Fatalf("the log does not say %q: %s", what, m.log())
		}
	}
}
