//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"dogfight/testkit"
)

// happened are the events that a reader has got.
type happened struct {
	mu   sync.Mutex
	text string
}

func (e *happened) Write(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.text += string(b)
	return len(b), nil
}

// has waits for an event of this kind, about this player, with a text that has these words.
func (e *happened) has(t *testing.T, kind, player, words string) {
	t.Helper()
	testkit.Until(t, fmt.Sprintf("%s of %q with %q", kind, player, words), func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		for line := range strings.Lines(e.text) {
			var event struct{ Event, Player, Text, By, Time, Address string }
			if !strings.HasSuffix(line, "\n") {
				continue // its rest is on the way
			}
			if err := json.Unmarshal([]byte(line), &event); err != nil || event.Time == "" {
				t.Fatalf("%q: %v", line, err)
			}
			if event.Event == kind && event.Player == player && strings.Contains(event.Text, words) && (event.By != "") == (kind == "act") && (event.Address != "") == (player != "") {
				return true
			}
		}
		return false
	})
}

func TestEventsOfARunningHostReachItsReaders(t *testing.T) {
	t.Parallel()
	var posted, streamed happened
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { io.Copy(&posted, r.Body) }))
	defer hook.Close()
	socket := filepath.Join(shortFolder(t), "admin")
	h := startHeadless(t, "--admin", socket, "--webhook", hook.URL, "--log-chat")
	reader := newCommand(t, "admin", "--socket", socket, "events", "--json")
	reader.Stdout = &streamed
	if err := reader.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Until(t, "the reader is connected", func() bool { // acts come until it is
		output(t, t.TempDir(), "admin", "--socket", socket, "say", "listen")
		streamed.mu.Lock()
		defer streamed.mu.Unlock()
		return streamed.text != ""
	})
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	player.press("\rhello there\r")
	player.sees("hello there")
	output(t, t.TempDir(), "admin", "--socket", socket, "warn", "Rex", "be", "kind")
	player.sees("the host warns you: be kind")
	output(t, t.TempDir(), "admin", "--socket", socket, "ban", "Rex", "2h", "spoils", "the", "fun")
	player.sees("for another 2h0m: spoils the fun")
	player.quitsAtTheEnd()
	if stdout, _ := output(t, t.TempDir(), "admin", "--socket", socket, "bans"); !strings.Contains(stdout, "  2h0m  spoils the fun") && !strings.Contains(stdout, "  1h59m  spoils the fun") {
		t.Errorf("the bans are %s", stdout)
	}
	for _, got := range []*happened{&streamed, &posted} {
		got.has(t, "join", "Rex", "")
		got.has(t, "chat", "Rex", "hello there")
		got.has(t, "act", "", "ban Rex 2h spoils the fun")
		got.has(t, "leave", "Rex", "spoils the fun")
	}
	posted.has(t, "start", "", "")
	reader.Process.Signal(syscall.SIGINT)
	if err := reader.Wait(); err != nil {
		t.Errorf("an interrupted reader ends with %v", err)
	}
	output(t, t.TempDir(), "admin", "--socket", socket, "drain", "--now") // the last events are posted
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("the host ends with %v", err)
	}
	posted.has(t, "act", "", "drain --now")
	if log := h.log.String(); !strings.Contains(log, `msg=chat name=Rex key=SHA256:`) || !strings.Contains(log, `text="hello there"`) {
		t.Errorf("the log is\n%s", log)
	}
}

func TestModeratorsAreNamedByTheirKeys(t *testing.T) {
	t.Parallel()
	admin, adminLine := sshKeyPair(t)
	key, line := sshKeyPair(t)
	fields := strings.Fields(line)
	h := startDoor(t, "--ssh-admins", writeFile(t, "admins", adminLine), "--ssh-moderators", writeFile(t, "moderators", fields[0]+" "+fields[1]+" Ann Lee\n"), "--bots", "1")
	ask := func(key string, words ...string) (code int, stdout, stderr string) {
		t.Helper()
		return outcome(t, h.ssh("anybody", append([]string{"-i", key, "-o", "IdentitiesOnly=yes", "--", "admin"}, words...)...))
	}
	player := startTerminal(t, "join", h.addr, "--name", "Rex")
	player.sees("points")
	for request, want := range map[string]string{
		"say hello": "moderators may not use say, only help, who", "drain --now": "moderators may not use drain", "set bots 3": "may not use set", "events --json": "may not use events",
		"ban Rex": "must have a time, up to 7d", "ban Rex 30d": "must have a time, up to 7d",
	} {
		if code, stdout, stderr := ask(key, request); code == 0 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d %s%s", request, code, stdout, stderr)
		}
	}
	if code, stdout, _ := ask(key, "ban", "Rex", "2h", "spoils", "the", "fun"); code != 0 || !strings.HasPrefix(stdout, "banned Rex") {
		t.Errorf("a ban for a time: %d %s", code, stdout)
	}
	player.sees("for another 2h0m: spoils the fun")
	if code, _, stderr := ask(admin, "say", "hello"); code != 0 {
		t.Errorf("an operator: %s", stderr)
	}
	log := h.log.String()
	for _, words := range []string{`command="ban Rex 2h spoils the fun" by="Ann Lee" moderator=true`, `msg="admin by SSH failed"`, "moderator=false"} {
		if !strings.Contains(log, words) {
			t.Errorf("the log does not have %s:\n%s", words, log)
		}
	}
}

func TestOnlyListedKeysJoinARunningHost(t *testing.T) {
	t.Parallel()
	home := testkit.Home(t)
	id, _ := output(t, home, "id")
	print, line, _ := strings.Cut(id, "\n")
	_, other := sshKeyPair(t)
	allow := writeFile(t, "allow", other)
	h := startConfigured(t, fmt.Sprintf("listen = \"127.0.0.1:0\"\nlan = false\nallow = %q\n", allow))
	join := func() string {
		cmd := newCommand(t, "join", h.addr, "--name", "Rex")
		cmd.Env = append(cmd.Env, "HOME="+home, "XDG_CONFIG_HOME="+home)
		player := startTerminalOf(t, cmd)
		defer player.cmd.Process.Kill()
		var seen string
		player.await("a ship or a refusal", func(text string) bool {
			seen = text
			return strings.Contains(text, "points") || strings.Contains(text, "Could not join")
		})
		return seen
	}
	if seen := join(); strings.Contains(seen, "points") {
		t.Errorf("a stranger joins:\n%s", seen)
	}
	for _, listed := range []string{print + " Rex\n", line} {
		if err := os.WriteFile(allow, []byte(other+listed), 0o600); err != nil {
			t.Fatal(err)
		}
		if stdout, stderr := output(t, filepath.Dir(h.home()), "admin", "reload"); stderr != "" || stdout != "changed: nothing\n" {
			t.Errorf("reload: %s%s", stdout, stderr)
		}
		if seen := join(); !strings.Contains(seen, "points") {
			t.Errorf("with the line %q:\n%s", listed, seen)
		}
	}
}

func TestSettingsOfARunningHostChange(t *testing.T) {
	t.Parallel()
	usual := "listen = \"127.0.0.1:0\"\nops = \"127.0.0.1:0\"\nlan = false\ntitle = \"Monday\"\nrotation = [\"deathmatch\"]\n"
	h := startConfigured(t, usual)
	admin := func(words ...string) string {
		t.Helper()
		stdout, stderr := output(t, filepath.Dir(h.home()), append([]string{"admin"}, words...)...)
		return stdout + stderr
	}
	title := func() string { _, title := h.joinAs("Ann"); return title }
	for _, c := range []struct{ request, want, title string }{
		{"set title Tuesday at nine", "changed: title\n", "Tuesday at nine"},
		{"set title Tuesday at nine", "changed: nothing\n", "Tuesday at nine"},
		{"set mode teams", "changed: mode, rotation\n", "Tuesday at nine"},
		{"set bots 99", "dogfight: refused, and nothing has changed: bots: must be 0 to 64, got 99\n", "Tuesday at nine"},
		{"set ballot maybe", "dogfight: refused, and nothing has changed: ballot: \"maybe\" is not true or false\n", "Tuesday at nine"},
		{"set ballot false", "changed: ballot\n", "Tuesday at nine"},
		{"set listen :1", "dogfight: must be a key of dogfight config show without (restart), got \"listen\"\n", "Tuesday at nine"},
		{"reload", "changed: title, mode, rotation, ballot\n", "Monday"},
	} {
		if got := admin(strings.Fields(c.request)...); got != c.want {
			t.Errorf("%s: %s", c.request, got)
		}
		if got := title(); got != c.title {
			t.Errorf("after %s the title is %q", c.request, got)
		}
	}
	h.writes(usual + "bots = 99\n")
	if got := admin("reload"); !strings.Contains(got, "refused, and nothing has changed: "+h.file+":6: bots: must be 0 to 64, got 99") {
		t.Errorf("a bad file: %s", got)
	}
	if _, text := h.ask("/metrics"); !strings.Contains(text, "\ndogfight_reloads_refused_total 3\n") {
		t.Errorf("three were refused:\n%s", text)
	}
	h.writes(usual + "ssh = \"127.0.0.1:0\"\nscore = 5\n")
	if got := admin("reload"); got != "changed: score\nneeds a restart: ssh\n" {
		t.Errorf("a good file: %s", got)
	}
}
