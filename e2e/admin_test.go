//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	stdnet "net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// shortFolder returns a folder with a path short enough for a Unix socket in it.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "d")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// home returns the host's configuration folder.
func (h *headless) home() (folder string) {
	for _, entry := range h.cmd.Env {
		if value, ok := strings.CutPrefix(entry, "XDG_CONFIG_HOME="); ok {
			folder = filepath.Join(value, "dogfight") // the last one counts
		}
	}
	return folder
}

func TestTheAdminSocketOfARunningHost(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(shortFolder(t), "admin")
	h := startHeadless(t, "--admin", socket, "--bots", "2")
	tell := func(words ...string) (stdout, stderr string) {
		t.Helper()
		return output(t, t.TempDir(), append([]string{"admin", "--socket", socket}, words...)...)
	}
	if stdout, _ := tell(); !strings.Contains(stdout, "kick PLAYER [REASON]") {
		t.Errorf("help is %q", stdout)
	}
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	stdout, stderr := tell("who")
	if stderr != "" || strings.Count(stdout, "  bot\n") != 2 || !strings.Contains(stdout, "Rex") || !strings.Contains(stdout, "SHA256:") || !strings.Contains(stdout, "127.0.0.1:") {
		t.Errorf("who prints\n%s%s", stdout, stderr)
	}
	if _, stderr := tell("fly", "away"); stderr != "dogfight: no command called \"fly\": must be one of help, who, kick, mute, unmute, warn, ban, unban, bans, say, next, start, finish, votes, veto, set, reload, events, drain, undrain\n" {
		t.Errorf("stderr %q", stderr)
	}
	tell("say", "five minutes")
	player.sees("five minutes")
	if _, stderr := tell("ban", "Rex", "a", "pest"); stderr != "" {
		t.Error(stderr)
	}
	if code := player.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("the banned player's exit code is %d", code)
	}
	player.sees("you are banned from this host")
	if text, _ := os.ReadFile(filepath.Join(h.home(), "bans")); !strings.HasPrefix(string(text), "SHA256:") || !strings.HasSuffix(string(text), " a pest\n") {
		t.Errorf("the bans are %q", text)
	}

	h.cmd.Process.Signal(syscall.SIGINT)
	h.cmd.Wait()
	if _, err := os.Lstat(socket); err == nil {
		t.Error("the socket outlives its host")
	}
	if _, stderr := tell("who"); !strings.Contains(stderr, "is one running?") {
		t.Errorf("stderr %q", stderr)
	}
}

func TestAHostDoesNotStartWithoutTheRequestedAdminSocket(t *testing.T) {
	t.Parallel()
	socket := filepath.Join(shortFolder(t), "admin")
	os.WriteFile(socket, []byte("precious"), 0o600)
	code, _, stderr := run(t, "host", "--headless", "--listen", "127.0.0.1:0", "--admin", socket)
	if code != exitFailure || !strings.Contains(stderr, "cannot open the admin socket "+socket+": something else is there") {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}

func TestAHostDoesNotStartWithABrokenListOfBans(t *testing.T) {
	t.Parallel()
	home := testkit.Home(t)
	os.MkdirAll(filepath.Join(home, "dogfight"), 0o700)
	os.WriteFile(filepath.Join(home, "dogfight", "bans"), []byte("# fine\nRex\n"), 0o600)
	stdout, stderr := output(t, home, "host", "--headless", "--listen", "127.0.0.1:0")
	if stdout != "" || !strings.Contains(stderr, filepath.Join(home, "dogfight", "bans")+":2: \"Rex\" is not a key") {
		t.Errorf("stdout %q, stderr %q", stdout, stderr)
	}
}

// updates returns the number of updates under load.
func updates() int {
	if *long {
		return 20
	}
	return 2
}

// join connects players, and returns them once all fly.
func (m *mortal) join(names ...string) (all []*flier) {
	m.Helper()
	for _, name := range names {
		all = append(all, m.flier(name))
	}
	m.fly(0, all...)
	return all
}

func TestAnUpdateOfTheHostLosesNoSeatAndLittleTime(t *testing.T) {
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
			p.was = p.seat()
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
	reportTimes(t, "from the command to all 8 players flying again", took, 1500*time.Millisecond)
	reportTimes(t, "of the match lost", lost, 100*time.Millisecond)
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

// eventually waits until the log contains a text, if it should.
func (m *mortal) eventually(what string, is bool) {
	m.Helper()
	m.until(fmt.Sprintf("the log has %q", what), func() bool { return !is || strings.Contains(m.log(), what) })
}

// logged is the log of a running program.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// awaits waits for a text in the log.
func (l *logged) awaits(t *testing.T, words string) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("the log is\n%s", l)
		}
	}()
	testkit.Until(t, fmt.Sprintf("%q is logged", words), func() bool { return strings.Contains(l.String(), words) })
}

// configured is a host with a configuration file.
type configured struct {
	*headless
	file   string
	logged *logged
}

// startConfigured starts a host with a configuration file at the default path.
func startConfigured(t *testing.T, text string, args ...string) *configured {
	t.Helper()
	cmd := newCommand(t, append([]string{"host", "--headless"}, args...)...)
	h := &configured{headless: &headless{T: t, cmd: cmd}, logged: &logged{}}
	h.file = filepath.Join(h.home(), "server.toml")
	if err := os.MkdirAll(h.home(), 0o700); err != nil {
		t.Fatal(err)
	}
	h.writes(text)
	cmd.Stderr = h.logged
	h.headless = startHeadlessOf(t, cmd)
	return h
}

func (h *configured) writes(text string) {
	h.Helper()
	if err := os.WriteFile(h.file, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

// reads makes the host read a new file, and waits for the resulting log line.
func (h *configured) reads(text, logs string) {
	h.Helper()
	h.writes(text)
	h.cmd.Process.Signal(syscall.SIGHUP)
	h.logged.awaits(h.T, logs)
}

// joinAs joins the match, and returns the first notices and the title.
func (h *configured) joinAs(name string) (notices []string, title string) {
	h.Helper()
	c := newClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.Dial(h.addr, &link.KnownHosts{}) }})
	defer leave(c)
	var seen *net.View
	testkit.Until(h.T, name+" is in", func() bool {
		seen = c.Frame(time.Now(), 0)
		for _, line := range seen.Chat {
			if line.Pilot == proto.Notice {
				notices = append(notices, line.Text)
			}
		}
		return seen.Me >= 0
	})
	return notices, seen.Title
}

// next returns the output of dogfight admin next.
func (h *configured) next() string {
	h.Helper()
	out, _ := output(h.T, filepath.Dir(h.home()), "admin", "next")
	return out
}

func TestAConfigurationFileIsReadAtTheStartAndAgainAsAWhole(t *testing.T) {
	t.Parallel()
	usual := "listen = \"127.0.0.1:0\"\nlan = false\narena = \"open\"\nbots = 1\n"
	h := startConfigured(t, usual+"title = \"Monday\"\nmotd = [\"Welcome.\", \"Be kind.\"]\n")
	h.logged.awaits(t, "msg=configured file="+h.file)
	if notices, title := h.joinAs("Ann"); title != "Monday" || !strings.HasPrefix(strings.Join(notices, "\n"), "Welcome.\nBe kind.") {
		t.Errorf("Ann gets %q with the title %q", notices, title)
	}

	h.reads(usual+"title = \"Tuesday\"\nmotd = \"New\"\nskill = 9\n", "the configuration was refused, and nothing has changed")
	h.logged.awaits(t, h.file+":7: skill: must be 1 to 5, or auto, got")
	if notices, title := h.joinAs("Bob"); title != "Monday" || !strings.HasPrefix(strings.Join(notices, "\n"), "Welcome.\nBe kind.") {
		t.Errorf("after a bad file Bob gets %q with the title %q", notices, title)
	}
	if next := h.next(); !strings.Contains(next, "next: deathmatch in open") {
		t.Errorf("after a bad file, next prints %q", next)
	}

	h.reads("listen = \"127.0.0.1:1\"\nlan = false\ntitle = \"Tuesday\"\nmotd = \"New\"\nrotation = [\"teams:duel\"]\nbots = 2\n", "the configuration was read again")
	h.logged.awaits(t, `msg="needs a restart: listen"`)
	if notices, title := h.joinAs("Cy"); title != "Tuesday" || len(notices) == 0 || notices[0] != "New" {
		t.Errorf("after a good file Cy gets %q with the title %q", notices, title)
	}
	if next := h.next(); !strings.Contains(next, "now: deathmatch in open") || !strings.Contains(next, "next: teams in duel") {
		t.Errorf("after a good file, next prints %q", next)
	}

	h.cmd.Process.Signal(syscall.SIGTERM)
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v:\n%s", err, h.logged)
	}
}

func TestBansAndAllowedKeysAreReadAgain(t *testing.T) {
	t.Parallel()
	h := startConfigured(t, "listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n")
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	bans := filepath.Join(h.home(), "bans")
	os.WriteFile(bans, []byte("127.0.0.1\nnonsense\n"), 0o600)
	h.reads("listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n", bans+":2: ")
	os.WriteFile(bans, []byte("127.0.0.1\n"), 0o600)
	h.reads("listen = \"127.0.0.1:0\"\nlan = false\nlog = \"json\"\n", "the configuration was read again")
	if code := player.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("the banned player's exit code is %d", code)
	}
	for line := range strings.Lines(h.logged.String()) {
		var entry struct{ Time, Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Time == "" || entry.Level == "" || entry.Msg == "" {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func TestAHostEndsWhenItsTerminalHangsUp(t *testing.T) {
	t.Parallel()
	far, near, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had: %v", err)
	}
	defer far.Close()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false")
	log := &logged{}
	cmd.Stdin, cmd.Stderr = near, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	h := startHeadlessOf(t, cmd)
	near.Close()
	h.cmd.Process.Signal(syscall.SIGHUP)
	log.awaits(t, "the configuration was read again")
	far.Close()
	ended := make(chan error, 1)
	go func() { ended <- h.cmd.Wait() }()
	if err := testkit.Receive(t, "it ends", ended); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

func TestAHostNotifiesTheServiceManagerWhenItReadsItsFileAgain(t *testing.T) {
	t.Parallel()
	manager, err := stdnet.ListenUnixgram("unixgram", &stdnet.UnixAddr{Name: filepath.Join(shortFolder(t), "n"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--lan=false")
	cmd.Env = append(cmd.Env, "NOTIFY_SOCKET="+manager.LocalAddr().String())
	hears := func(words string) {
		t.Helper()
		text := make([]byte, 4096)
		for {
			manager.SetReadDeadline(time.Now().Add(patience))
			n, err := manager.Read(text)
			if err != nil {
				t.Fatalf("the service manager did not get %s: %v", words, err)
			}
			if strings.HasPrefix(string(text[:n]), words) {
				return
			}
		}
	}
	h := startHeadlessOf(t, cmd)
	hears("READY=1")
	h.cmd.Process.Signal(syscall.SIGHUP)
	hears("RELOADING=1\nMONOTONIC_USEC=")
	hears("READY=1")
}

// mortal is a host that tests kill and restart with the same folders.
type mortal struct {
	*testing.T
	addr, data string
	logged     *os.File
	args       []string
	cmd        *exec.Cmd
}

// startMortal starts a host at a free address, which restarts keep.
func startMortal(t *testing.T, args ...string) *mortal {
	t.Helper()
	addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
	logged, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	m := &mortal{T: t, addr: addr, data: testkit.Home(t), logged: logged, args: append([]string{"host", "--headless", "--lan=false", "--listen", addr}, args...)}
	t.Cleanup(func() { m.kill(); logged.Close() })
	m.start()()
	return m
}

// start starts the host, and returns a function that waits until it listens.
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

// resumedAt returns the tick of the last resumption.
func (m *mortal) resumedAt() (tick game.Tick) {
	log := m.log()
	_, last, _ := strings.Cut(log[max(strings.LastIndex(log, "resumed: "), 0):], " tick=")
	if _, err := fmt.Sscan(last, &tick); err != nil {
		m.Fatalf("the log has no tick: %s", log)
	}
	return tick
}

// flier is a player at a mortal host, with the latest view.
type flier struct {
	*net.Client
	view   *net.View
	scores map[game.Tick]int32
	was    seen
}

// seen is a player's seat.
type seen struct {
	pilot     uint16
	slot      int
	team      uint8
	confirmed game.Tick // the last tick that the host has confirmed
}

func (m *mortal) flier(name string) *flier {
	c := newClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.Dial(m.addr, &link.KnownHosts{}) }})
	m.Cleanup(func() { leave(c) })
	return &flier{Client: c, scores: map[game.Tick]int32{}}
}

// flies runs a frame, and reports whether the player has a ship.
func (f *flier) flies() bool {
	in := game.Steer(game.Course(1+time.Now().UnixMilli()/300%8)) | game.Fire
	f.view = f.Frame(time.Now(), in)
	if f.view.Phase != net.Playing || f.view.Me < 0 || f.view.World == nil {
		return false
	}
	f.scores[f.view.World.Tick] = f.view.World.Ships[f.view.Me].Score
	return true
}

func (f *flier) seat() seen {
	v := f.view
	return seen{v.Pilot, v.Me, v.World.Ships[v.Me].Team, v.World.Tick - game.Tick(v.Lag.Ahead)}
}

// fly runs frames for at least d, until all players fly.
func (m *mortal) fly(d time.Duration, fliers ...*flier) {
	m.Helper()
	began := time.Now()
	m.until("all fly", func() bool { return m.allFly(fliers...) && time.Since(began) > d })
}

// allFly runs a frame for each player, and reports whether all fly. It fails if a player was refused or disconnected.
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

// until polls a condition at the frame rate.
func (m *mortal) until(what string, holds func() bool) {
	m.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(time.Second / 60) {
		if time.Now().After(end) {
			m.Fatalf("waited in vain until %s; the log is\n%s", what, m.log())
		}
	}
}

// flyAgain waits until all players fly. It returns the time that takes, and how much of the match is lost.
func (m *mortal) flyAgain(fliers ...*flier) (took, lost time.Duration) {
	m.Helper()
	began := time.Now()
	back := map[*flier]bool{}
	m.until("all fly again", func() bool {
		for _, f := range fliers {
			flew := f.view.Phase == net.Playing
			if !f.flies() || flew || back[f] {
				continue // or it has not noticed the restart yet
			}
			back[f] = true
			f.mustHave(m, f.seat())
			lost = max(lost, time.Duration(int32(f.was.confirmed-m.resumedAt()))*time.Second/game.TickRate)
		}
		return len(back) == len(fliers)
	})
	return time.Since(began), lost
}

// mustHave expects the player's earlier seat, with a score from within a second of that tick.
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

func TestAKilledHostResumesItsMatch(t *testing.T) {
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
		ann.was, rex.was = ann.seat(), rex.seat()
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
	reportTimes(t, "flying again after the restart", took, 1500*time.Millisecond)
	reportTimes(t, "of the match lost", lost, time.Second)
	if log := m.log(); strings.Count(log, "resumed: teams on") != kills || strings.Count(log, "2 players' seats wait") != kills {
		t.Errorf("the log is\n%s", log)
	}

	m.cmd.Process.Signal(syscall.SIGINT) // a regular end: nothing to resume
	m.cmd.Wait()
	m.start()()
	if log := m.log(); strings.Count(log, "resumed: ") != kills {
		t.Errorf("after an end the log is\n%s", log)
	}
}

// reportTimes logs percentiles beside a target. The times depend on the machine: only with -long, and far beyond the target, are they
// errors.
func reportTimes(t *testing.T, what string, times []time.Duration, most time.Duration) {
	t.Helper()
	slices.Sort(times)
	worst := times[len(times)-1]
	t.Logf("%s, %d times: p50 %v, p99 %v, worst %v; target %v", what, len(times), round(times[len(times)/2]), round(times[(len(times)-1)*99/100]), round(worst), most)
	if *long && worst > 4*most {
		t.Errorf("%s: %v, many times more than %v", what, round(worst), most)
	}
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// isLogged waits until the match log contains a World, and so can be resumed.
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

func TestAMatchThatKeepsCrashingItsHostIsAbandoned(t *testing.T) {
	t.Parallel()
	m := startMortal(t, "--bots", "2")
	m.isLogged()
	kills := 0
	m.until("a match is abandoned", func() bool { // on a slow machine it resumes in between, and is killed again
		m.kill()
		m.start()()
		kills++
		return strings.Contains(m.log(), "a match is given up")
	})
	if log := m.log(); kills < 3 || strings.Count(log, "a match is given up") != 1 || strings.Count(log, "resumed: ") != kills-1 {
		t.Errorf("after %d kills the log is\n%s", kills, log)
	}
}
