//go:build unix

package e2e

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// onAtFirst are the private modes of a new terminal: it wraps lines and shows a cursor.
var onAtFirst = map[string]bool{"7": true, "25": true}

var (
	privateMode = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`)
	kittyStack  = regexp.MustCompile(`\x1b\[[<>][0-9;]*u`)
	keypad      = regexp.MustCompile(`\x1b[=>]`)
)

// changes returns the modes that differ from a new terminal after this output: private modes (1049 the alternate screen, 25 the cursor,
// 1000 and on the mouse, 2004 paste, 9001 win32), kitty's keys, and the keypad's.
func changes(raw string) (left []string) {
	on := maps.Clone(onAtFirst)
	for _, set := range privateMode.FindAllStringSubmatch(raw, -1) {
		for mode := range strings.SplitSeq(set[1], ";") {
			on[mode] = set[2] == "h"
		}
	}
	for mode, on := range on {
		if on != onAtFirst[mode] {
			left = append(left, fmt.Sprintf("mode %s %v", mode, on))
		}
	}
	depth := 0
	for _, act := range kittyStack.FindAllString(raw, -1) {
		if act[2] == '>' {
			depth++
		} else {
			depth--
		}
	}
	if depth != 0 {
		left = append(left, fmt.Sprintf("kitty's keys %d deep", depth))
	}
	if all := keypad.FindAllString(raw, -1); len(all) > 0 && all[len(all)-1] == "\x1b=" {
		left = append(left, "the keypad's own keys")
	}
	slices.Sort(left)
	return left
}

// isAsItWas fails unless the terminal is as before the program, which has ended and wrote raw.
func (p *terminal) isAsItWas(raw string) {
	p.Helper()
	if p.modes() != p.found {
		p.Errorf("modes %v, want %v", p.modes(), p.found)
	}
	if left := changes(raw); len(left) > 0 {
		p.Errorf("the terminal is left with %v", left)
	}
	if !strings.Contains(raw, "\x1b[?1049h") {
		p.Errorf("the program never took the terminal over: %q", raw)
	}
}

func TestEverySignalLeavesTheTerminalAsItWas(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			p := startTerminal(t, "solo", "--bots", "3")
			p.sees("boost")
			p.press("\x1b[?1u\x1b[?27u") // kitty's answers: it reports releases from now on
			p.sees("boost")
			p.press("\x1b[47;2;63u") // Shift and slash
			p.sees("Help (fly while")
			p.cmd.Process.Signal(signal)
			if code := p.leaves(); code != exitOK {
				t.Errorf("exit code %d", code)
			}
			p.isAsItWas(p.raw.String())
		})
	}
}

func TestASignalEndsAProgramWithABlockedTerminal(t *testing.T) {
	t.Parallel()
	far, near, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had: %v", err)
	}
	defer far.Close()
	defer near.Close()
	cmd := newCommand(t, "solo", "--bots", "3")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = near, near, near
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := errors.Join(pty.Setsize(far, &pty.Winsize{Cols: 200, Rows: 60}), cmd.Start()); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the terminal takes no more output", func() bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(near.Fd()), Events: unix.POLLOUT}}, 0)
		return n == 0 && err == nil
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if err := endOf(cmd); err != nil {
		t.Error(err)
	}
}

func TestChangesAreSeen(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"\x1b[?1049h\x1b[?25l\x1b[?25h\x1b[?1049l": "[]",
		"\x1b[?1049h\x1b[?1000;1006h":              "[mode 1000 true mode 1006 true mode 1049 true]",
		"\x1b[?25l\x1b[>1u\x1b[>27u\x1b[<u\x1b=":   "[kitty's keys 1 deep mode 25 false the keypad's own keys]",
	} {
		if got := fmt.Sprint(changes(raw)); got != want {
			t.Errorf("%q: expected %s, found %s", raw, want, got)
		}
	}
}

// aRaid has a wave that bots repel soon, and one that no pilots can repel.
const aRaid = `
title = "Raid"

[[wave]]
title = "Gnats"

  [[wave.group]]
  drone = "gnat"
  time_s = 2
  count = 3
  gap_ms = 500
  path = "dive"
  from = "left"
  lane = 50

[[wave]]
title = "Brutes"

  [[wave.group]]
  drone = "brute"
  time_s = 4
  count = 30
  gap_ms = 50
  path = "dive"
  from = "right"
  lane = 50

  [[wave.group]]
  drone = "lancer"
  time_s = 4
  count = 30
  gap_ms = 50
  path = "dive"
  from = "left"
  lane = 50
`

// aYard is small, so drones arrive soon.
const aYard = `
##############################
#............................#
#............................#
#............................#
#.......@.....@.....@........#
#............................#
#............................#
#.......@.....@.....@........#
#............................#
#............................#
#............................#
##############################
`

// wavesTop matches the top line: the wave and the shared lives.
var wavesTop = regexp.MustCompile(`wave (\d)/2  lives (\d+) `)

// wavesSeen is a player's terminal, with all that it has shown of the waves.
type wavesSeen struct {
	*terminal
	lives [3]map[string]bool // in each wave
	tasks map[string]bool    // "Gnats" and "Brutes" as long as there are some
}

func newWavesSeen(p *terminal) *wavesSeen {
	seen := &wavesSeen{terminal: p, tasks: map[string]bool{}}
	for i := range seen.lives {
		seen.lives[i] = map[string]bool{}
	}
	return seen
}

func (s *wavesSeen) read() string {
	text := s.text()
	if m := wavesTop.FindStringSubmatch(text); m != nil {
		wave, _ := strconv.Atoi(m[1])
		s.lives[min(wave, 2)][m[2]] = true
	}
	for _, title := range []string{"Gnats", "Brutes"} {
		if strings.Contains(text, title+": ") {
			s.tasks[title] = true
		}
	}
	return text
}

// Two players and six bots repel a wave with shared lives. One leaves, and the other plays until no life is left.
func TestTwoPlayersShareTheirLivesAgainstWaves(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--mode", "waves", "--arena", writeFile(t, "yard.txt", aYard), "--campaign", writeFile(t, "raid.toml", aRaid),
		"--bots", "6", "--skill", "2", "--lobby", "--no-votes")
	comet := newWavesSeen(startTerminal(t, "join", host.addr, "--name", "Comet"))
	quasar := newWavesSeen(startTerminal(t, "join", host.addr, "--name", "Quasar"))
	bothReady(comet.terminal, quasar.terminal, func() { comet.read() }, func() { quasar.read() }) // before a life is lost
	both := []*wavesSeen{comet, quasar}

	// The first wave, and the second as soon as both see it.
	for waits := [2]*wait{comet.newWait(), quasar.newWait()}; len(comet.lives[2]) == 0 || len(quasar.lives[2]) == 0; time.Sleep(50 * time.Millisecond) {
		for i, p := range both {
			if text := p.read(); waits[i].over() {
				t.Fatalf("there is no second wave; the screen is\n%s", text)
			}
		}
	}
	for _, p := range both {
		if t.Logf("wave 1: lives %v, wave 2: %v, %v", p.lives[1], p.lives[2], p.tasks); !p.tasks["Gnats"] || !p.lives[1]["11"] {
			t.Errorf("expected 11 lives of eight pilots against gnats: lives %v, %v", p.lives[1], p.tasks)
		}
	}
	if !sameLives(comet.lives[2], quasar.lives[2]) {
		t.Errorf("the lives of the second wave: %v and %v", comet.lives[2], quasar.lives[2])
	}

	// One leaves.
	quasar.press("\x03")
	comet.await("the end", func(string) bool { return finished.MatchString(comet.read()) }) // shown for ten seconds
	if code := quasar.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
	if t.Logf("wave 2: lives %v, %v", comet.lives[2], comet.tasks); !comet.tasks["Brutes"] || !comet.lives[2]["0"] || len(comet.lives[2]) < 3 {
		t.Errorf("expected lives that go down to 0 against brutes: %v, %v", comet.lives[2], comet.tasks)
	}
}

// sameLives reports whether both have a number of lives in common.
func sameLives(a, b map[string]bool) bool {
	for lives := range a {
		if b[lives] {
			return true
		}
	}
	return false
}

// aPitch has the orb in the middle, and a base seconds away on either side.
const aPitch = `
##############################
#............................#
#............................#
#..1.1....AA......BB....2.2..#
#.........AA......BB.........#
#..1.1....AA......BB....2.2..#
#............................#
#............................#
##############################
`

// Texts of a match for the orb. The mark is at the own team's score.
var (
	orbScores = regexp.MustCompile(`team A (\d+)(◄?) .*team B (\d+)(◄?) `)
	orbTask   = regexp.MustCompile(`take the orb|orb returns in|bring it home|(stop|escort) \w`)
)

// finished matches the top line once a match is over. The results name the winner, but in letters of dots if they leave room for them.
var finished = regexp.MustCompile(`^.* finished `)

// orbSeen is a player's terminal, with all that it has shown of the match.
type orbSeen struct {
	*terminal
	team   string // A or B
	task   string // the first
	counts string // "1:0" after the first capture, in the top line
	end    string // the same in the end
	table  string // the last screen
}

// read updates these from the screen, and reports whether the match is over.
func (o *orbSeen) read() bool {
	text := o.text()
	if m := orbScores.FindStringSubmatch(text); m != nil {
		switch {
		case m[2] != "":
			o.team = "A"
		case m[4] != "":
			o.team = "B"
		}
		if counts := m[1] + ":" + m[3]; o.counts == "" && counts != "0:0" {
			o.counts = counts
		}
		if finished.MatchString(text) {
			o.end = m[1] + ":" + m[3]
		}
	}
	if o.task == "" {
		o.task = orbTask.FindString(text)
	}
	o.table = text
	return o.end != ""
}

// Two players in two teams, and bots that carry the orb: both see the same of it. News in the feed may scroll away before a slow program
// draws them; a test of ui/play/hud checks them.
func TestTwoPlayersSeeTheSameOfTheOrbToTheEnd(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--mode", "orb", "--arena", writeFile(t, "pitch.txt", aPitch), "--bots", "4", "--skill", "4", "--score", "2", "--lobby")
	comet := &orbSeen{terminal: startTerminal(t, "join", host.addr, "--name", "Comet")}
	quasar := &orbSeen{terminal: startTerminal(t, "join", host.addr, "--name", "Quasar")}
	bothReady(comet.terminal, quasar.terminal)

	ended := [2]bool{}
	for waits := [2]*wait{comet.newWait(), quasar.newWait()}; !ended[0] || !ended[1]; time.Sleep(50 * time.Millisecond) {
		for i, p := range []*orbSeen{comet, quasar} {
			if ended[i] = ended[i] || p.read(); !ended[i] && waits[i].over() {
				t.Fatalf("the match does not end; the screen is\n%s", p.text())
			}
		}
	}
	for _, p := range []*orbSeen{comet, quasar} {
		t.Logf("team %s, %q, %s, %s", p.team, p.task, p.counts, p.end)
		if p.team == "" || p.task == "" || p.counts != "1:0" && p.counts != "0:1" || !strings.Contains(p.end, "2") {
			t.Errorf("expected its team, its task, the first capture and two in the end; the last screen was\n%s", p.table)
		}
	}
	if comet.team == quasar.team || comet.counts != quasar.counts || comet.end != quasar.end {
		t.Errorf("expected two teams and one match; the last screens were\n%s\n%s", comet.table, quasar.table)
	}
}

// bothReady starts the match of two players in a lobby, and calls meanwhile between checks.
func bothReady(first, second *terminal, meanwhile ...func()) {
	first.Helper()
	first.sees("of 2 ready")
	second.sees("of 2 ready")
	first.sees("1 of 2 ready", readyWhile(first, "0 of 2 ready"))
	begun := func(text string) bool { return !strings.Contains(text, "of 2 ready") } // a ship may be destroyed soon
	second.await("the match", begun, append(meanwhile, readyWhile(second, "1 of 2 ready"))...)
	first.await("the match", begun, meanwhile...)
}

// readyWhile presses the key for ready while the screen has the words, with growing pauses: a slow program may not have read the first yet,
// and a second would undo it.
func readyWhile(p *terminal, words string) func() {
	return pressingWhile(p, "r", words)
}

// pressingWhile returns a function that presses a key while the screen has certain words, with growing pauses.
func pressingWhile(p *terminal, key, words string) func() {
	const first = 3 * time.Second
	var pressed time.Time
	pause := first
	return func() {
		if !strings.Contains(p.text(), words) {
			pause = first
		} else if pressed.IsZero() || time.Since(pressed) >= pause {
			if !pressed.IsZero() {
				pause *= 2
			}
			p.press(key)
			pressed = time.Now()
		}
	}
}

// aCourse is a lap of a few seconds.
const aCourse = `laps = 1
..................................
..................................
..@.....a.................b.......
........a.................b.......
..@.....a.................b.......
........a.................b.......
..@.....a.................b.......
........a.................b.......
........##################........
........##################........
........##################........
........##################........
dddddddd##################cccccccc
........##################........
........##################........
........##################........
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
`

// A time trial over a socket is recorded with its best lap, which its orders prove.
func TestTheLapOfARaceIsListedAndHolds(t *testing.T) {
	t.Parallel()
	data := testkit.Home(t)
	course := filepath.Join(data, "course.txt")
	if err := os.WriteFile(course, []byte(aCourse), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--mode", "race", "--arena", course, "--bots", "0", "--fill", "0")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	h := startHeadlessOf(t, cmd)
	cert := madeUp(t)
	c := newClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialAs(h.addr, &link.KnownHosts{}, cert) }})
	defer leave(c)
	pilot, in := bot.New(5, 3), game.Steer(game.Idle)
	for tick, deadline := game.Tick(0), time.Now().Add(longest); ; time.Sleep(8 * time.Millisecond) {
		v := c.Frame(time.Now(), in)
		if time.Now().After(deadline) {
			t.Fatalf("the race does not end: %v", v.Phase)
		}
		if v.World == nil || v.Me < 0 || v.World.Tick == tick {
			continue
		}
		if tick = v.World.Tick; v.World.Status == game.Closed {
			break
		}
		in = pilot.Fly(v.World, v.Setup, v.Me)
	}
	list := func(args ...string) string {
		t.Helper()
		cmd := newCommand(t, append([]string{"scores", "--laps"}, args...)...)
		cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
		_, stdout, stderr := runOf(t, cmd)
		return stdout + stderr
	}
	text := ""
	testkit.Until(t, "the lap is listed", func() bool { text = list("--verify"); return strings.Contains(text, "Rex") })
	if t.Log(text); !strings.Contains(text, "yes") {
		t.Errorf("the lap does not hold:\n%s", text)
	}
	if text := list("--arena", "tour"); !strings.Contains(text, "No laps recorded yet.") {
		t.Errorf("of another arena:\n%s", text)
	}
}

func TestAnArenaIsShownInColoursOnATerminalAsWideAsThat(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "arena", "show", "duel")
	p.sees("spawns of team 2")
	p.sees("rock, ")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if raw := p.raw.String(); !strings.Contains(raw, "\x1b[38;5;") {
		t.Errorf("no colours in %q", raw)
	}
	cmd := newCommand(t, "arena", "show", "expanse")
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	p = startTerminalOf(t, cmd)
	p.sees("rock, ")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if raw := p.raw.String(); strings.Contains(raw, "\x1b") || !strings.Contains(raw, "┌"+strings.Repeat("─", 78)+"┐") {
		t.Errorf("with NO_COLOR: %q", raw)
	}
}

func TestAnArenaThatIsWrongFailsItsCheck(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "my.txt", "...\n.@.\n...\n##.\n")
	if code, out, errs := run(t, "arena", "check", file); code != exitOK || !strings.Contains(out, "is fine") || errs != "" {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	file = writeFile(t, "my.txt", "....\n.@..\n....\n###.\n#.##\n####\n")
	if code, out, _ := run(t, "arena", "check", file); code != 1 || !strings.HasPrefix(out, file+":5:2: a hole of 1 tile in rock") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

func TestARotationIsPlayedMatchAfterMatch(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--rotation", "deathmatch:duel,teams:open,:belt", "--bots", "2", "--stats=false")
	p.inSpace()
	p.toResults()
	p.sees("deathmatch in duel")
	p.sees("1 open teams")
	p.playsAgain()
	p.toResults()
	p.sees("teams in open")
	p.sees("1 belt deathmatch")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

func TestTheDailyChallengeIsTriedOnceAndThenPractised(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "daily")
	p := startTerminalOf(t, cmd)
	p.sees("One try a day counts")
	p.sees("No try today yet.")
	p.press("t")
	p.isInTheMatch()
	p.picks("Leave the match", "l", "Daily challenge")
	p.press("d")
	p.sees("left early")
	p.sees("Streak: 1 day")
	p.sees("Today's try is used up")
	p.press("p")
	p.isInTheMatch()
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}

	list := newCommand(t, "daily", "--list")
	list.Env = cmd.Env
	code, out, _ := runOf(t, list)
	if code != exitOK || strings.Count(out, "left early") != 2 || !strings.Contains(out, "Today's try") || !strings.Contains(out, "Practice ") {
		t.Errorf("exit code %d, expected a try and practice in\n%s", code, out)
	}
	scores := newCommand(t, "scores")
	scores.Env = cmd.Env
	if _, out, _ := runOf(t, scores); strings.Count(out, "(unfinished)") > 1 {
		t.Errorf("practice is recorded as a match:\n%s", out)
	}
}

// isInTheMatch waits for a word in the bottom line that all modes have: each day has another mode.
func (p *terminal) isInTheMatch() {
	p.Helper()
	p.await("a ship, or that of another", func(text string) bool { return strings.Contains(text, "♥ ▊") || strings.Contains(text, "? help") })
}

func TestAllPlayersGetTheSameChallenge(t *testing.T) {
	t.Parallel()
	_, one, _ := run(t, "daily", "--list")
	_, other, _ := run(t, "daily", "--list")
	if one != other || !strings.Contains(one, "(UTC)") || !strings.Contains(one, "bots of level") {
		t.Errorf("one reads\n%s\nthe other\n%s", one, other)
	}
}

func TestThePracticeRangeIsReachedFromTheTitleAndFromALobby(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("(g) Practice range")
	p.press("g")
	p.sees("Cannon: 0 of 0 hit")
	p.await("a shot that counts", func(text string) bool { return !strings.Contains(text, "of 0 hit") }, func() { p.press(" ") })
	p.press("6")
	p.sees("Rail gun: ")
	p.press("\x03")
	p.leaves()

	p = startTerminal(t, "solo", "--lobby", "--arena", "duel")
	p.sees("g range")
	p.press("g")
	p.sees("lobby: 0 of 1 ready")
	p.press("r")
	p.sees("♥ ▊▊▊▊▊")
	p.await("the match in the place of the range", func(text string) bool {
		return !strings.Contains(text, "of 0 hit") && !strings.Contains(text, "lobby:")
	})
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}
