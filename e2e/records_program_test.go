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
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let hosts be killed and updated as often as it takes to believe it, 200 large windows be asked for by SSH, and browsers play what is proved without them too")

// keeper is a host whose records and log are files of the test's.
type keeper struct {
	*headless
	data, logged string
}

// startKeeper hosts a match that waits for the player to be ready, with its
// records in a folder.
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

// log returns what the host has logged so far.
func (k *keeper) log() string {
	k.Helper()
	text, err := os.ReadFile(k.logged)
	if err != nil {
		k.Fatal(err)
	}
	return string(text)
}

// playUntil lets somebody fly who is ready at once, until the log has the words. Then
// something else may happen before he leaves.
func (k *keeper) playUntil(words string, then ...func()) {
	k.Helper()
	c := newClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.Dial(k.addr, &link.Trust{}) }})
	defer leave(c)
	defer func() {
		if k.Failed() {
			k.Logf("the log is\n%s", k.log())
		}
	}()
	testkit.Until(k.T, fmt.Sprintf("%q is logged", words), func() bool {
		if v := c.Frame(time.Now(), game.Steer(game.Left)|game.Fire); v.Phase == net.Playing && v.World != nil && v.Me >= 0 && v.World.Status == game.Waiting {
			c.Ready(true)
		}
		return strings.Contains(k.log(), words)
	})
	for _, do := range then {
		do()
	}
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

func TestHostsThatAreKilledLoseNoMatchThatWasKept(t *testing.T) {
	t.Parallel()
	rounds := 2
	if *long {
		rounds = 50
	}
	data := t.TempDir()
	told, over := 0, 0
	for round := range rounds {
		k, other := startKeeper(t, data, "--time", "300ms"), startKeeper(t, data, "--time", "350ms")
		other.playUntil("match starts") // it ends at about the same time, so that both write at once at times
		k.playUntil([]string{"match over", "match recorded"}[round%2], func() {
			time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
			k.end(syscall.SIGKILL)
			other.end(syscall.SIGKILL)
		})
		for _, log := range []string{k.log(), other.log()} {
			told += strings.Count(log, "match recorded")
			over += strings.Count(log, "match over")
		}
		s, err := records.Open(recordsIn(data)) // looks through all of it
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		s.Close()
		if n := len(scoresIn(t, data).Matches); n < told || n > over {
			t.Fatalf("round %d: %d matches were over, %d were told to be kept, and %d are", round, over, told, n)
		}
	}
	t.Logf("%d matches were over when their hosts were killed, %d were told to be kept, and %d are", over, told, len(scoresIn(t, data).Matches))
	if told < rounds/2 || over < rounds {
		t.Errorf("%d matches were over, and %d kept", over, told)
	}
}

// briefly is how long an unfinished match may have lasted and not be recorded.
const briefly = 5 * game.TickRate

func TestTheMatchUnderWayIsKeptWhenTheHostIsTold(t *testing.T) {
	t.Parallel()
	k := startKeeper(t, t.TempDir())
	k.playFor(briefly + 1)
	k.end(syscall.SIGINT)
	scores := scoresIn(t, k.data)
	if len(scores.Matches) != 1 || scores.Matches[0].Finished || scores.Matches[0].Bots != 2 || scores.Matches[0].Arena != "duel" {
		t.Errorf("found %+v; the log is\n%s", scores, k.log())
	}
}

// playFor lets somebody fly who is ready at once, for so long as the host has confirmed.
func (k *keeper) playFor(d game.Tick) {
	k.Helper()
	c := newClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.Dial(k.addr, &link.Trust{}) }})
	defer leave(c)
	testkit.Until(k.T, "the match has gone on for long enough", func() bool {
		v := c.Frame(time.Now(), 0)
		if v.World == nil || v.Me < 0 {
			return false
		}
		if v.World.Status == game.Waiting {
			c.Ready(true)
			return false
		}
		return int32(v.World.Tick-game.Tick(v.Lag.Ahead)-v.World.Started) > int32(d)
	})
}

func TestWithoutStatsAndReplaysNothingIsWritten(t *testing.T) {
	t.Parallel()
	k := startKeeper(t, t.TempDir(), "--time", "300ms", "--stats=false", "--record", "off")
	k.playUntil("match over")
	k.end(syscall.SIGINT)
	if files, _ := os.ReadDir(k.data); len(files) > 0 {
		t.Errorf("found %v", files)
	}
}

func TestRecordsThatCannotBeUsedAreNamedOnceAndTheMatchGoesOn(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		make func(t *testing.T, data string)
		said string
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
			data := t.TempDir()
			os.Mkdir(filepath.Dir(recordsIn(data)), 0o700)
			c.make(t, data)
			before, _ := os.ReadFile(recordsIn(data))
			k := startKeeper(t, data, "--time", "300ms")
			k.playUntil("match over")
			k.end(syscall.SIGINT)
			if log := k.log(); strings.Count(log, "matches are not recorded") != 1 || !strings.Contains(log, c.said) || !strings.Contains(log, data) {
				t.Errorf("expected one line that names the file and says %q, the log is\n%s", c.said, log)
			}
			if after, _ := os.ReadFile(recordsIn(data)); !bytes.Equal(before, after) && what != "on a medium that is full" {
				t.Errorf("the file was changed")
			}
		})
	}
}

// mount puts a file system in memory at a folder, if that is allowed here.
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
	data := t.TempDir()
	mount(t, data, "size=256k")
	k := startKeeper(t, data, "--time", "500ms")
	stuffed, err := os.Create(filepath.Join(data, "stuffed"))
	for err == nil {
		_, err = stuffed.Write(make([]byte, 4096))
	}
	stuffed.Close()
	k.playUntil("match not recorded")
	k.playUntil(`"match starts" round=2`)   // and on it goes
	k.playUntil("this match has no replay") // of a later one: that of a match in which little happened is small enough
	k.end(syscall.SIGINT)
	log := k.log()
	said, matches := map[string]int{}, strings.Count(log, "match starts")
	for _, m := range regexp.MustCompile(`level=(?:WARN|ERROR) msg="([^":]*)`).FindAllStringSubmatch(log, -1) {
		if said[m[1]]++; said[m[1]] > matches {
			t.Errorf("%q is said more than once a match; the log is\n%s", m[1], log)
		}
	}
	for _, words := range []string{"match not recorded yet", "this match has no replay"} {
		if said[words] == 0 {
			t.Errorf("%q is not said; the log is\n%s", words, log)
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
	data, config := t.TempDir(), t.TempDir()
	cmd := newCommand(t, "solo", "--bots", "2", "--name", "Ann", "--time", "11s", "--replays", "1MB")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data, "XDG_CONFIG_HOME="+config)
	p := startTerminalOf(t, cmd)
	p.sees("recorded: dogfight replay last")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
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

func TestWhoPlaysAloneIsToldWhyNothingIsKept(t *testing.T) {
	t.Parallel()
	data := writeFile(t, "data", "")
	cmd := newCommand(t, "solo", "--bots", "2")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	p := startTerminalOf(t, cmd)
	p.sees("Not recorded")
	p.press(" ")
	p.sees("boost")
}

func TestScoresSayWhenThereAreNone(t *testing.T) {
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

func TestScoresRefuseALimitThatIsNone(t *testing.T) {
	t.Parallel()
	if code, _, errs := run(t, "scores", "--limit", "0"); code != exitUsage || !strings.HasPrefix(errs, "dogfight: --limit: must be 1 to 1000, got 0") {
		t.Errorf("exit code %d, found %q", code, errs)
	}
}
