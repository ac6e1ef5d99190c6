//go:build unix

package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/sys"
	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

func TestEnterOnTheTitleStartsAMatchAgainstBots(t *testing.T) {
	smoke(t)
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.pressFor("\r", "♥ ▊▊▊▊▊")
	p.sees("/8 ") // the place among eight ships
	p.pressFor("\t", "newcomer")
	p.press("\t")
	p.await("no more scores", func(text string) bool { return !strings.Contains(text, "newcomer") })
	p.picks("Leave the match", "l", "Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// panicOnATerminal opens the terminal and panics in a goroutine.
func panicOnATerminal() {
	if _, err := term.Open(input.AutoColours, nil); err != nil {
		panic(err)
	}
	go func() {
		defer sys.Restore()
		panic("on purpose")
	}()
	select {}
}

func TestTheTerminalIsRestoredBeforeAPanicIsShown(t *testing.T) {
	t.Parallel()
	smoke(t)
	cmd := newCommand(t)
	cmd.Env = append(cmd.Env, beTheProgram+"=panic")
	p := startTerminalOf(t, cmd)
	if code := p.leaves(); code != 2 {
		t.Errorf("exit code %d, expected 2, the Go runtime's after a panic", code)
	}
	raw := p.raw.String()
	p.isAsItWas(raw)
	if !strings.Contains(raw, "\x1b[?1049l") ||
		strings.Index(raw, "on purpose") < strings.LastIndex(raw, "\x1b[?1049l") {
		t.Errorf("the panic is not shown on the first screen: %q", raw)
	}
}

// startIn starts the program on a terminal, with a folder for its settings.
func startIn(t *testing.T, home string, args ...string) *terminal {
	t.Helper()
	cmd := newCommand(t, args...)
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+home)
	return startTerminalOf(t, cmd)
}

// homeWith returns a home with a settings file of this text, and the file's path.
func homeWith(t *testing.T, text string) (home, file string) {
	t.Helper()
	home = testkit.Home(t)
	file = filepath.Join(home, "dogfight", "settings.toml")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return home, file
}

// hasSettings fails the test unless a file has the default settings with a change.
func hasSettings(t *testing.T, file string, change func(s *input.Settings)) {
	t.Helper()
	want := input.DefaultSettings()
	change(&want)
	if got, err := config.ReadSettings(file); got != want || err != nil {
		t.Errorf("expected %+v in the file, found %+v, %v", want, got, err)
	}
}

func (p *terminal) quits() {
	p.Helper()
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		p.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// seesInBox waits for words in the box on the screen, across its lines.
func (p *terminal) seesInBox(words string) {
	p.Helper()
	p.await(words, func(text string) bool {
		var boxed []string
		for line := range strings.Lines(text) {
			if parts := strings.Split(line, "│"); len(parts) == 3 {
				boxed = append(boxed, strings.TrimSpace(parts[1]))
			}
		}
		return strings.Contains(strings.Join(boxed, " "), words)
	})
}

func TestSettingsAreSaved(t *testing.T) {
	t.Parallel()
	home := testkit.Home(t)
	file := filepath.Join(home, "dogfight", "settings.toml")

	p := startIn(t, home)
	p.sees("Play against bots")
	p.pressFor("s", "newcomer")
	if _, err := os.Stat(filepath.Dir(file)); !os.IsNotExist(err) {
		t.Errorf("something was written before anything was changed: %v", err)
	}
	p.pressFor("-2", "newcomer-2")
	p.pressFor("\x1b[B\x1b[D\r", `\___/`) // and ASCII
	p.quits()

	hasSettings(t, file, func(s *input.Settings) { s.Name, s.Glyphs = "newcomer-2", input.ASCIIGlyphs })
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("expected mode 0600, found %v, %v", info.Mode(), err)
	}

	p = startIn(t, home)
	p.sees(`\___/`)
	p.pressFor("s", "newcomer-2")
	p.quits()
}

func TestTheNameFlagOverridesTheSavedNameAndIsNotSaved(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "name = 'Ann'\n")
	p := startIn(t, home, "solo", "--name", "Bob")
	p.sees("♥ ▊▊▊▊▊")
	p.picks("Leave the match", "s", "Bob")
	p.pressFor("\x1b[B\x1b[B\x1b[C\r", "Leave the match") // fewer flashes
	p.quits()
	hasSettings(t, file, func(s *input.Settings) { s.Name, s.FewerFlashes = "Ann", true })
}

func TestBrokenSettingsAreReportedAndThePlayerPlays(t *testing.T) {
	t.Parallel()
	const text = "name = 'Ann'\nframe_rate = 45 # why not?\n"
	home, file := homeWith(t, text)
	p := startIn(t, home)
	p.seesInBox("dogfight/settings.toml:2: frame_rate: must be \"auto\", 30 or 60, got 45; using the defaults until it is fixed")
	p.pressFor("x", "Play against bots")
	p.pressFor("s", "newcomer") // the default
	p.press("-2\r")
	p.seesInBox("the file is broken and was left alone: /")
	p.seesInBox("settings.toml:2: frame_rate: must be \"auto\", 30 or 60, got 45")
	p.pressFor("\r", "Play against bots")
	p.pressFor("p", "♥ ▊▊▊▊▊")
	p.pressFor("\t", "newcomer-2")
	p.quits()
	if got, err := os.ReadFile(file); string(got) != text || err != nil {
		t.Errorf("the file is now %q, %v", got, err)
	}
}

func TestBrokenSettingsAreReportedOverAMatch(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "wings = 2\n")
	p := startIn(t, home, "solo")
	p.seesInBox(`unknown setting "wings": must be name, ship_colour, glyphs, fewer_flashes, reduced_motion, damage_numbers, kill_cam, frame_rate, colours, theme, palette, keys, steering, sound, volume, replays, list, relay or bind; the other settings apply`)
	p.pressFor(" ", "♥ ▊▊▊▊▊")
	p.quits()
}

func TestAServerLogsBrokenSettingsAndStarts(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "\ncolours = 8\n")
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+home)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	var said bytes.Buffer
	for one := make([]byte, 1); !strings.Contains(said.String(), "ready\n"); said.Write(one) {
		if _, err := out.Read(one); err != nil {
			t.Fatalf("the server did not start: %v", err)
		}
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	first, _, _ := strings.Cut(errs.String(), "\n")
	want := "dogfight: " + file + `:2: colours: must be "auto", "mono", "16", "256" or "true", got 8; using the defaults until it is fixed`
	if first != want {
		t.Errorf("expected\n%s\nfound\n%s", want, errs.String())
	}
}

func TestColoursOfTheSettingsAreSent(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "colours = 'mono'\n")
	p := startIn(t, home)
	p.sees("Play against bots")
	p.quits()
	if raw := p.raw.String(); strings.Contains(raw, "\x1b[38;5;") || strings.Contains(raw, "\x1b[48;5;") {
		t.Error("colours were sent in spite of mono")
	}
}

func TestTheColourSettingAppliesAtOnce(t *testing.T) {
	t.Parallel()
	home := testkit.Home(t)
	p := startIn(t, home)
	p.sees("Play against bots")
	p.pressFor("s", "auto")
	p.pressFor("\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\x1b[C", "none") // from the last entry
	p.pressFor("\r", "Play against bots")
	p.pressFor("s", "none") // and it remains
	p.quits()
	raw := p.raw.String()
	before, after, found := strings.Cut(raw, "\x1b[?1049l")
	if !found || !strings.Contains(before, "38;5;") || strings.Contains(after, "38;5;") {
		t.Errorf("expected colours before the terminal was opened again, and none after: %q", raw)
	}
	hasSettings(t, filepath.Join(home, "dogfight", "settings.toml"), func(s *input.Settings) { s.Colours = input.NoColours })
}

// The longest of the parallel tests is in one of the last files: tests that are found last mostly start first. So the others run beside it,
// and nothing waits for it at the end.

// lessons are the pilot's solutions of the tasks.
var lessons = [...]func(p *pilot, way, later place, shows bool){
	func(p *pilot, way, _ place, _ bool) { p.flyTo(way) },
	func(p *pilot, way, _ place, shows bool) {
		if shows && way.length() < 24*24 {
			p.steer(upright(way.y) + sideways(way.x))
		} else {
			p.flyTo(way)
		}
	},
	func(p *pilot, _, _ place, _ bool) { p.brake() },
	func(p *pilot, way, later place, shows bool) { p.shootAt(way, later, shows, false) },
	func(p *pilot, way, _ place, shows bool) {
		p.flyTo(way)
		if shows && way.length() < 16*16 {
			p.press("f")
		}
	},
	func(p *pilot, way, later place, shows bool) {
		if shows && way.length() < 40*40 {
			way = later
		}
		p.flyTo(way)
	},
	func(p *pilot, way, later place, shows bool) { p.shootAt(way, later, shows, true) },
}

// task returns the number of the lesson on the screen that is not done, from 0. It is -1 if there is none or it is only partly drawn.
func (p *pilot) task() int {
	if at := strings.Index(p.words, "/7 [ ]"); at > 0 {
		if task := int(p.words[at-1]) - '1'; task >= 0 && task < len(lessons) {
			return task
		}
	}
	return -1
}

func TestAPilotCompletesTheTutorialFromTheScreenAlone(t *testing.T) {
	t.Parallel()
	p := newPilot(t)
	p.sees("Learn to fly")
	p.pressFor("l", "1/7 [ ]")
	at, w := 0, p.newWait()
	for !strings.Contains(p.words, "You can fly") {
		saw := p.readNext()
		task := p.task()
		if task > at {
			t.Logf("lesson %d took %v", at+1, time.Since(w.began).Round(100*time.Millisecond))
			at, w = task, p.newWait()
		}
		if task >= 0 && saw {
			way, later, shows := p.nearest()
			lessons[task](p, way, later, shows)
		}
		if w.over() {
			t.Fatalf("no success; the screen is\n%s", p.words)
		}
	}
	t.Logf("lesson %d took %v", at+1, time.Since(w.began).Round(100*time.Millisecond))
	p.pressFor("\r", "/8 ") // rank among eight ships
	p.quits()
}

var long = flag.Bool("long", false, "kill and update hosts many more times, open 200 large windows by SSH, and run the tests in a browser that other tests cover without one")

// keeper is a host with its records and log in the test's files.
type keeper struct {
	*headless
	data, logged string
}

// startKeeper starts a host with its records in a folder. Its match waits until the player is ready.
func startKeeper(t *testing.T, data string, args ...string) *keeper {
	t.Helper()
	cmd := newCommand(t, append([]string{"host", "--headless", "--listen", "127.0.0.1:0", "--lobby", "--bots", "2", "--arena", "duel"}, args...)...)
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	logged, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer logged.Close()
	cmd.Stderr = logged
	return &keeper{startHeadlessOf(t, cmd), data, logged.Name()}
}

// log returns the host's log so far.
func (k *keeper) log() string {
	k.Helper()
	text, err := os.ReadFile(k.logged)
	if err != nil {
		k.Fatal(err)
	}
	return string(text)
}

// play connects a player who is ready at once and plays until the condition holds. Then it calls then, and disconnects.
func (k *keeper) play(text string, holds func(v *net.View) bool, then ...func()) {
	k.Helper()
	c := newClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.Dial(k.addr, &link.KnownHosts{}) }})
	defer leave(c)
	defer func() {
		if k.Failed() {
			k.Logf("the log is\n%s", k.log())
		}
	}()
	testkit.Until(k.T, text, func() bool {
		v := c.Frame(time.Now(), game.Steer(game.Left)|game.Fire)
		if v.Phase == net.Playing && v.World != nil && v.Me >= 0 && v.World.Status == game.Waiting {
			c.Ready(true)
		}
		return holds(v)
	})
	for _, do := range then {
		do()
	}
}

// playUntil plays until the log has the words.
func (k *keeper) playUntil(words string, then ...func()) {
	k.Helper()
	k.play(fmt.Sprintf("%q is logged", words), func(*net.View) bool { return strings.Contains(k.log(), words) }, then...)
}

func (k *keeper) end(signal syscall.Signal) {
	k.Helper()
	k.cmd.Process.Signal(signal)
	k.cmd.Wait()
}

// scoresIn returns the records in a folder, as scores --json prints them.
func scoresIn(t *testing.T, data string) (scores records.Scores) {
	t.Helper()
	cmd := newCommand(t, "scores", "--json", "--limit", fmt.Sprint(records.MostListed))
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &scores)
	}
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func recordsIn(data string) string { return filepath.Join(data, "dogfight", "records.db") }

func TestKilledHostsLoseNoRecordedMatch(t *testing.T) {
	t.Parallel()
	rounds := 2
	if *long {
		rounds = 50
	}
	data := testkit.Home(t)
	logged, over := 0, 0
	for round := range rounds {
		k, other := startKeeper(t, data, "--time", "300ms"), startKeeper(t, data, "--time", "350ms")
		other.playUntil("match starts") // both end at about the same time, so they sometimes write at once
		k.playUntil([]string{"match over", "match recorded"}[round%2], func() {
			time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
			k.end(syscall.SIGKILL)
			other.end(syscall.SIGKILL)
		})
		for _, log := range []string{k.log(), other.log()} {
			logged += strings.Count(log, "match recorded")
			over += strings.Count(log, "match over")
		}
		s, err := records.Open(recordsIn(data)) // checks the whole file
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.Close()
		if n := len(scoresIn(t, data).Matches); n < logged || n > over {
			t.Fatalf("round %d: %d matches were over, %d were logged as recorded, and %d are recorded", round, over, logged, n)
		}
	}
	t.Logf("%d matches were over when their hosts were killed, %d were logged as recorded, and %d are recorded", over, logged, len(scoresIn(t, data).Matches))
	if logged < rounds/2 || over < rounds {
		t.Errorf("%d matches were over, and %d recorded", over, logged)
	}
}

// briefly is the longest unfinished match that is not recorded.
const briefly = 5 * game.TickRate

func TestARunningMatchIsRecordedWhenItsHostIsInterrupted(t *testing.T) {
	t.Parallel()
	k := startKeeper(t, testkit.Home(t))
	k.play("the host has confirmed enough ticks", func(v *net.View) bool {
		return v.World != nil && v.Me >= 0 && v.World.Status != game.Waiting && int32(v.World.Tick-game.Tick(v.Lag.Ahead)-v.World.Started) > briefly+1
	})
	k.end(syscall.SIGINT)
	scores := scoresIn(t, k.data)
	if len(scores.Matches) != 1 || scores.Matches[0].Finished || scores.Matches[0].Bots != 2 || scores.Matches[0].Arena != "duel" {
		t.Errorf("found %+v; the log is\n%s", scores, k.log())
	}
}

func TestWithoutStatsAndReplaysNothingIsWritten(t *testing.T) {
	t.Parallel()
	k := startKeeper(t, testkit.Home(t), "--time", "300ms", "--stats=false", "--record", "off")
	k.playUntil("match over")
	k.end(syscall.SIGINT)
	if files, _ := os.ReadDir(k.data); len(files) > 0 {
		t.Errorf("found %v", files)
	}
}

func TestUnusableRecordsAreLoggedOnceAndTheMatchContinues(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		make func(t *testing.T, data string)
		logs string
	}{
		"damaged": {func(t *testing.T, data string) {
			os.WriteFile(recordsIn(data), []byte(strings.Repeat("what is this? ", 500)), 0o600)
		}, "is damaged"},
		"of a later version": {func(t *testing.T, data string) {
			db, err := sql.Open("sqlite", recordsIn(data))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 99", 0x646f6766)); err != nil {
				t.Fatal(err)
			}
		}, "is from a later version of the game"},
		"a folder": {func(t *testing.T, data string) { os.Mkdir(recordsIn(data), 0o700) }, "cannot be opened"},
		"a folder that is a file": {func(t *testing.T, data string) {
			os.Remove(filepath.Dir(recordsIn(data)))
			os.WriteFile(filepath.Dir(recordsIn(data)), nil, 0o600)
		}, "not a directory"},
		"on a medium that cannot be written": {func(t *testing.T, data string) {
			mount(t, data, "size=1m")
			if out, err := exec.Command("mount", "-o", "remount,ro", data).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
		}, "read-only file system"},
		"on a medium that is full": {func(t *testing.T, data string) {
			mount(t, data, "size=16k")
			os.Mkdir(filepath.Dir(recordsIn(data)), 0o700)
		}, "the disk is full"},
	} {
		t.Run(what, func(t *testing.T) {
			data := testkit.Home(t)
			os.Mkdir(filepath.Dir(recordsIn(data)), 0o700)
			c.make(t, data)
			before, _ := os.ReadFile(recordsIn(data))
			k := startKeeper(t, data, "--time", "300ms")
			k.playUntil("match over")
			k.end(syscall.SIGINT)
			if log := k.log(); strings.Count(log, "matches are not recorded") != 1 || !strings.Contains(log, c.logs) || !strings.Contains(log, data) {
				t.Errorf("expected one line that names the file and has %q, the log is\n%s", c.logs, log)
			}
			if after, _ := os.ReadFile(recordsIn(data)); !bytes.Equal(before, after) && what != "on a medium that is full" {
				t.Errorf("the file was changed")
			}
		})
	}
}

// mount mounts a file system in memory at a folder, or skips the test.
func mount(t *testing.T, folder, options string) {
	t.Helper()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", folder).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
}

func TestADiskThatFillsUpCostsTheRecordAndNotTheMatch(t *testing.T) {
	t.Parallel()
	data := testkit.Home(t)
	mount(t, data, "size=256k")
	k := startKeeper(t, data, "--time", "500ms")
	stuffed, err := os.Create(filepath.Join(data, "stuffed"))
	for err == nil {
		_, err = stuffed.Write(make([]byte, 4096))
	}
	stuffed.Close()
	k.playUntil("match not recorded")
	k.playUntil(`"match starts" round=2`)   // the next match starts
	k.playUntil("this match has no replay") // of a later match: the replay of a match with little action is small enough
	k.end(syscall.SIGINT)
	log := k.log()
	said, matches := map[string]int{}, strings.Count(log, "match starts")
	for _, m := range regexp.MustCompile(`level=(?:WARN|ERROR) msg="([^":]*)`).FindAllStringSubmatch(log, -1) {
		if said[m[1]]++; said[m[1]] > matches {
			t.Errorf("%q is logged more than once a match; the log is\n%s", m[1], log)
		}
	}
	for _, words := range []string{"match not recorded yet", "this match has no replay"} {
		if said[words] == 0 {
			t.Errorf("%q is not logged; the log is\n%s", words, log)
		}
	}
	os.Remove(stuffed.Name())
	if s, err := records.Open(recordsIn(data)); err != nil {
		t.Error(err)
	} else {
		s.Close()
	}
}

func TestASoloMatchIsInTheRecordsAndAReplay(t *testing.T) {
	smoke(t)
	t.Parallel()
	data, config := testkit.Home(t), testkit.Home(t)
	cmd := newCommand(t, "solo", "--bots", "2", "--name", "Ann", "--time", "11s", "--replays", "1MB")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data, "XDG_CONFIG_HOME="+config)
	p := startTerminalOf(t, cmd)
	p.sees("replay saved")
	p.quits()
	verify := newCommand(t, "replay", "verify", "last")
	verify.Env = append(verify.Env, "XDG_DATA_HOME="+data, "XDG_CONFIG_HOME="+config)
	if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), "verified: 0:11") || !strings.Contains(string(out), "your own host") {
		t.Errorf("%v: %s", err, out)
	}
	scores := scoresIn(t, data)
	if len(scores.Matches) != 1 || len(scores.Pilots) != 1 || scores.Pilots[0].Name != "Ann" || scores.Pilots[0].Matches != 1 {
		t.Errorf("found %+v", scores)
	}
	own := newCommand(t, "scores", "--me", "--json")
	own.Env = append(own.Env, "XDG_DATA_HOME="+data, "XDG_CONFIG_HOME="+config)
	out, err := own.Output()
	var c career.Career
	if err == nil {
		err = json.Unmarshal(out, &c)
	}
	if err != nil || c.Name != "Ann" || c.Matches != 1 || len(c.Last) != 1 || c.Last[0].Ships != 3 || c.Last[0].Place == 0 || len(c.Weapons) != 1 {
		t.Errorf("her career is %+v, %v", c, err)
	}
}

func TestAPlayerAloneSeesWhyNothingIsRecorded(t *testing.T) {
	t.Parallel()
	data := writeFile(t, "data", "")
	cmd := newCommand(t, "solo", "--bots", "2")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	p := startTerminalOf(t, cmd)
	p.sees("Not recorded")
	p.pressFor(" ", "boost")
}

func TestScoresWithoutMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"scores"}, "No matches recorded yet.\n"},
		{[]string{"scores", "--me"}, "No match of yours recorded yet.\n"},
		{[]string{"scores", "--json"}, `{"pilots":[],"matches":[]}` + "\n"},
	} {
		if code, out, errs := run(t, c.args...); code != exitOK || out != c.want || errs != "" {
			t.Errorf("%v: exit code %d, found %q, %q", c.args, code, out, errs)
		}
	}
}

func TestScoresRefuseAnInvalidLimit(t *testing.T) {
	t.Parallel()
	if code, _, errs := run(t, "scores", "--limit", "0"); code != exitUsage || !strings.HasPrefix(errs, "dogfight: --limit: must be 1 to 1000, got 0") {
		t.Errorf("exit code %d, found %q", code, errs)
	}
}
