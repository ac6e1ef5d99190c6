//go:build unix

package e2e

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

// mortal is a host that is killed and started again, with its folders.
type mortal struct {
	*testing.T
	addr, data string
	logged     *os.File
	args       []string
	cmd        *exec.Cmd
}

// startMortal hosts at an address that is free, and stays the same.
func startMortal(t *testing.T, args ...string) *mortal {
	t.Helper()
	addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
	logged, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	m := &mortal{T: t, addr: addr, data: t.TempDir(), logged: logged, args: append([]string{"host", "--headless", "--lan=false", "--listen", addr}, args...)}
	t.Cleanup(func() { m.kill(); logged.Close() })
	m.start()()
	return m
}

// start starts the host, and returns what waits until it is open.
func (m *mortal) start() (ready func()) {
	m.Helper()
	cmd := newCommand(m.T, m.args...)
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+m.data, "XDG_CONFIG_HOME="+m.data)
	cmd.Stderr = m.logged
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		m.Fatal(err)
	}
	m.cmd = cmd
	return func() {
		m.Helper()
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "ready" {
		}
		if lines.Text() != "ready" {
			m.Fatalf("the host did not start: %s", m.log())
		}
	}
}

func (m *mortal) kill() {
	if m.cmd == nil {
		return // the test is skipped
	}
	m.cmd.Process.Kill()
	m.cmd.Wait()
}

func (m *mortal) log() string {
	text, _ := os.ReadFile(m.logged.Name())
	return string(text)
}

// resumedAt returns the tick from which the host went on last.
func (m *mortal) resumedAt() (tick game.Tick) {
	log := m.log()
	_, last, _ := strings.Cut(log[max(strings.LastIndex(log, "resumed: "), 0):], " tick=")
	if _, err := fmt.Sscan(last, &tick); err != nil {
		m.Fatalf("the log does not tell the tick: %s", log)
	}
	return tick
}

// flier is a player at that host, and what they saw lately.
type flier struct {
	*net.Client
	view   *net.View
	scores map[game.Tick]int32
	was    seen
}

// seen is where a player stood.
type seen struct {
	pilot     uint16
	slot      int
	team      uint8
	confirmed game.Tick // up to which the host had told what happens
}

func (m *mortal) flier(name string) *flier {
	c := newClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.Dial(m.addr, &link.Trust{}) }})
	m.Cleanup(func() { leave(c) })
	return &flier{Client: c, scores: map[game.Tick]int32{}}
}

// flies reports whether the player has a ship, in a frame of theirs.
func (f *flier) flies() bool {
	in := game.Steer(game.Course(1+time.Now().UnixMilli()/300%8)) | game.Fire
	f.view = f.Frame(time.Now(), in)
	if f.view.Phase != net.Playing || f.view.Me < 0 || f.view.World == nil {
		return false
	}
	f.scores[f.view.World.Tick] = f.view.World.Ships[f.view.Me].Score
	return true
}

func (f *flier) stands() seen {
	v := f.view
	return seen{v.Pilot, v.Me, v.World.Ships[v.Me].Team, v.World.Tick - game.Tick(v.Lag.Ahead)}
}

// fly lets the players play for a while, until all fly in the end.
func (m *mortal) fly(d time.Duration, fliers ...*flier) {
	m.Helper()
	began := time.Now()
	m.until("all fly", func() bool { return m.allFly(fliers...) && time.Since(began) > d })
}

// allFly has a frame for each player, and reports whether all fly. It fails if one of them has been sent away.
func (m *mortal) allFly(fliers ...*flier) bool {
	m.Helper()
	all := true
	for _, f := range fliers {
		all = f.flies() && all
		if f.view.Phase == net.Refused || f.view.Phase == net.Ended {
			m.Fatalf("a player does not fly: phase %d, %v; the log is\n%s", f.view.Phase, f.view.Err, m.log())
		}
	}
	return all
}

// until waits until something holds, which it looks at as often as a picture is drawn.
func (m *mortal) until(what string, holds func() bool) {
	m.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Second / 60) {
		if time.Now().After(end) {
			m.Fatalf("waited in vain until %s; the log is\n%s", what, m.log())
		}
	}
}

// flyAgain waits until all players fly, and returns how long that took and how much of the match is lost.
func (m *mortal) flyAgain(fliers ...*flier) (took, lost time.Duration) {
	m.Helper()
	began := time.Now()
	back := map[*flier]bool{}
	m.until("all fly again", func() bool {
		for _, f := range fliers {
			flew := f.view.Phase == net.Playing
			if !f.flies() || flew || back[f] {
				continue // or it has not noticed yet
			}
			back[f] = true
			f.mustHave(m, f.stands())
			lost = max(lost, time.Duration(int32(f.was.confirmed-m.resumedAt()))*time.Second/game.TickRate)
		}
		return len(back) == len(fliers)
	})
	return time.Since(began), lost
}

// mustHave expects the player's seat to be what it was, with the score of that moment.
func (f *flier) mustHave(m *mortal, is seen) {
	m.Helper()
	is.confirmed = f.was.confirmed
	if is != f.was {
		m.Fatalf("the player was %+v, and is %+v; the log is\n%s", f.was, is, m.log())
	}
	now := f.view.World.Ships[f.view.Me].Score
	for tick, score := range f.scores {
		if near := int32(tick - f.view.World.Tick); score == now && near > -game.TickRate && near < game.TickRate {
			return
		}
	}
	m.Fatalf("the score is %d, and was %v; the log is\n%s", now, f.scores, m.log())
}

func TestHostsThatAreKilledLoseNoMatchThatIsPlayed(t *testing.T) {
	t.Parallel()
	kills := 3
	if *long {
		kills = 100
	}
	m := startMortal(t, "--mode", "teams", "--fill", "6", "--time", "0", "--score", "100000")
	ann, rex := m.flier("Ann"), m.flier("Rex")
	m.fly(0, ann, rex)
	m.isLogged()
	var took, lost []time.Duration
	for n := range kills {
		clear(ann.scores)
		clear(rex.scores)
		m.fly(1200*time.Millisecond+time.Duration(rand.IntN(700))*time.Millisecond, ann, rex)
		ann.was, rex.was = ann.stands(), rex.stands()
		m.kill()
		ready := m.start()
		go ready()
		again, gone := m.flyAgain(ann, rex)
		took, lost = append(took, again), append(lost, gone)
		if n == 0 {
			_, out, _ := run(t, "info", m.addr)
			if !strings.Contains(out, `"time_left_s":null,"round":1,"resumed":true`) {
				t.Errorf("info prints %s", out)
			}
		}
	}
	tellTimes(t, "flying again after the restart", took, 1500*time.Millisecond)
	tellTimes(t, "of the match lost", lost, time.Second)
	if log := m.log(); strings.Count(log, "resumed: teams on") != kills || strings.Count(log, "2 players' seats wait") != kills {
		t.Errorf("the log is\n%s", log)
	}

	m.cmd.Process.Signal(syscall.SIGINT) // which leaves nothing to go on with
	m.cmd.Wait()
	m.start()()
	if log := m.log(); strings.Count(log, "resumed: ") != kills {
		t.Errorf("after an end the log is\n%s", log)
	}
}

// tellTimes prints the figures of many times, and what they should be at most. They depend on the machine: with -long alone they can be a
// fault, when there is no doubt.
func tellTimes(t *testing.T, what string, times []time.Duration, most time.Duration) {
	t.Helper()
	slices.Sort(times)
	worst := times[len(times)-1]
	t.Logf("%s, %d times: p50 %v, p99 %v, worst %v; target %v", what, len(times), round(times[len(times)/2]), round(times[(len(times)-1)*99/100]), round(worst), most)
	if *long && worst > 4*most {
		t.Errorf("%s: %v, many times more than %v", what, round(worst), most)
	}
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// isLogged waits until a match can be resumed: the log of it has the World.
func (m *mortal) isLogged() {
	m.Helper()
	m.until("the match is in a log", func() bool {
		logs, _ := filepath.Glob(filepath.Join(m.data, "dogfight", "replays", "running", "*.log"))
		if len(logs) != 1 {
			return false
		}
		b, _ := os.ReadFile(logs[0])
		_, err := net.Resume(b)
		return err == nil
	})
}

func TestALogThatCannotBeReadIsSetAside(t *testing.T) {
	t.Parallel()
	m := startMortal(t, "--bots", "2")
	ann := m.flier("Ann")
	m.fly(0, ann)
	m.isLogged()
	m.kill()
	logs, _ := filepath.Glob(filepath.Join(m.data, "dogfight", "replays", "running", "*.log"))
	if len(logs) != 1 {
		t.Fatalf("expected one log, there are %v", logs)
	}
	os.WriteFile(logs[0], []byte(strings.Repeat("what is this? ", 500)), 0o600)
	m.start()()
	broken, _ := filepath.Glob(filepath.Join(m.data, "dogfight", "replays", "running", "*.broken"))
	if log := m.log(); len(broken) != 1 || strings.Count(log, "its log is set aside") != 1 || strings.Count(log, "match starts") != 2 {
		t.Errorf("set aside are %v; the log is\n%s", broken, log)
	}
}

func TestAMatchInWhichAHostIsKilledAgainAndAgainIsGivenUp(t *testing.T) {
	t.Parallel()
	m := startMortal(t, "--bots", "2")
	m.isLogged()
	kills := 0
	m.until("a match is given up", func() bool { // on a slow machine it goes on in between, and is killed again
		m.kill()
		m.start()()
		kills++
		return strings.Contains(m.log(), "a match is given up")
	})
	if log := m.log(); kills < 3 || strings.Count(log, "a match is given up") != 1 || strings.Count(log, "resumed: ") != kills-1 {
		t.Errorf("after %d kills the log is\n%s", kills, log)
	}
}
