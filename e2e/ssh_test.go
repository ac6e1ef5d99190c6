//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// startDoor starts a headless host with a door for SSH.
func startDoor(t *testing.T, args ...string) *headless {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("there is no ssh here")
	}
	return startHeadless(t, append([]string{"--ssh", "127.0.0.1:0"}, args...)...)
}

// ssh returns OpenSSH's client with a connection to the door, without the user's settings and keys.
func (h *headless) ssh(user string, args ...string) *exec.Cmd {
	h.Helper()
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		h.Skip("there is no ssh here")
	}
	host, port, _ := strings.Cut(h.door, ":")
	cmd := exec.Command(ssh, append([]string{
		"-F", "none", "-o", "UserKnownHostsFile=/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
		"-o", "IdentityFile=none", "-p", port,
	}, args...)...)
	cmd.Env = append(newCommand(h.T).Env, "SSH_AUTH_SOCK=", "HOST="+host)
	at := len(cmd.Args)
	for i, arg := range cmd.Args {
		if arg == "--" {
			at = i
		}
	}
	rest := cmd.Args[at:]
	cmd.Args = append(append(cmd.Args[:at:at], user+"@"+host), rest...)
	return cmd
}

// outcome runs ssh to its end.
func outcome(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

func TestAFriendWithNothingButSSHPlays(t *testing.T) {
	smoke(t)
	t.Parallel()
	host := startDoor(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0", "--title", "Range")
	comet := startTerminalOf(t, host.ssh("Comet"))
	comet.sees("♥ ▊▊▊▊▊")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	comet.sees("Quasar")
	quasar.sees("Comet")

	// Each sees the other move.
	for _, p := range []struct {
		who, sees *terminal
		name      string
	}{{comet, quasar, "Comet"}, {quasar, comet, "Quasar"}} {
		p.sees.seesMove(p.who, p.name)
	}

	comet.press("\rhello from far away\r")
	quasar.sees("hello from far away")
	quasar.press("\rhello yourself\r")
	comet.sees("hello yourself")

	comet.press("\x1bOR")
	comet.sees("on the host")
	comet.sees("SSH to you")
	comet.press("\x1bOR")

	comet.resize(100, 30)
	comet.await("a picture of 100x30", func(string) bool { return strings.TrimSpace(comet.line(29)) != "" })

	comet.opensMenu("Leave the match")
	comet.press("l")
	if code := comet.leaves(); code != exitOK {
		t.Errorf("left with code %d", code)
	}
	comet.isAsItWas(comet.raw.String())
	quasar.sees("Comet has left")
}

func TestSoundBySSHIsOnTheErrorStreamOfThoseWhoAskForIt(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--bots", "7")
	plays := func(name string, words ...string) (p *terminal, errors string) {
		errors = filepath.Join(t.TempDir(), "errors")
		file, err := os.Create(errors)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		cmd := host.ssh(name, append([]string{"-t", "--"}, words...)...)
		cmd.Stderr = file
		return startTerminalOf(t, cmd), errors
	}
	quasar, silence := plays("Quasar")
	quasar.sees("♥ ▊▊▊▊▊")
	comet, sounds := plays("Comet", "sound")
	comet.await("a sound", func(string) bool {
		b, _ := os.ReadFile(sounds)
		return bytes.HasPrefix(b, []byte(".snd")) && len(bytes.Trim(b, "\xff")) > 10_000
	})
	if b, err := os.ReadFile(silence); err != nil || len(b) > 0 {
		t.Errorf("unasked %q is on the error stream, %v", b[:min(len(b), 100)], err)
	}
}

func TestAHostWithAScreenShowsTheAddressOfItsDoor(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "host", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--lobby")
	p.sees("others join with   ssh -p ")
	p.press("\x1b")
	p.sees("How others join")
	p.press("o")
	p.sees("dogfight join 127.0.0.1:")
	p.press("\x03")
	p.leaves()
}

func TestPlayersBySSHSeeThatTheHostCloses(t *testing.T) {
	t.Parallel()
	host := startDoor(t)
	p := startTerminalOf(t, host.ssh("Comet"))
	p.sees("♥ ▊▊▊▊▊")
	host.cmd.Process.Signal(syscall.SIGINT)
	if code := p.leaves(); code != 1 {
		t.Errorf("left with code %d", code)
	}
	p.isAsItWas(p.raw.String())
	if raw := p.raw.String(); strings.Index(raw, "dogfight: the host closed the match") < strings.LastIndex(raw, "\x1b[?1049l") {
		t.Errorf("the first screen does not show it: %q", raw[max(0, len(raw)-300):])
	}
}

func TestTheUserWatchSpectates(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--bots", "3")
	p := startTerminalOf(t, host.ssh("watch"))
	p.sees("spectator")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("left with code %d", code)
	}
}

func TestWhoAndScoresAreAnsweredAndOtherCommandsRefused(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--bots", "2", "--title", "Fun", "--arena", "open")
	code, out, errs := outcome(t, host.ssh("anybody", "--", "who"))
	if code != 0 || !strings.HasPrefix(out, "Fun: deathmatch in open, under way\n") || strings.Count(out, " bot ") != 2 || errs != "" {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	code, out, errs = outcome(t, host.ssh("anybody", "--", "scores"))
	if code != 0 || !strings.Contains(out, "No matches recorded yet") || errs != "" {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	code, out, errs = outcome(t, host.ssh("anybody", "--", "career"))
	if code != 0 || !strings.HasPrefix(out, "You came without a key") || errs != "" {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	code, out, errs = outcome(t, host.ssh("anybody", "-i", newIdentity(t), "--", "career"))
	if code != 0 || out != "No match of yours recorded yet.\n" || errs != "" {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	code, out, errs = outcome(t, host.ssh("anybody", "--", "cat", "/etc/passwd"))
	if code != 1 || out != "" || !strings.HasPrefix(errs, "dogfight: must be one of ") || strings.Count(errs, "\n") != 1 {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	if code, _, errs = outcome(t, host.ssh("anybody", "-T")); code != 1 || !strings.Contains(errs, "playing needs a terminal") {
		t.Errorf("code %d, %q", code, errs)
	}
	if code, _, _ = outcome(t, host.ssh("anybody", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "--", "who")); code != 255 {
		t.Errorf("a forward was granted: code %d", code)
	}
}

// newIdentity creates a key for OpenSSH and returns the file.
func newIdentity(t *testing.T) (file string) {
	t.Helper()
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("there is no ssh-keygen here")
	}
	file = filepath.Join(t.TempDir(), "id")
	if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-f", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

func TestTheDoorRefusesPlayersWithoutAnAllowedKey(t *testing.T) {
	t.Parallel()
	friend, stranger := newIdentity(t), newIdentity(t)
	host := startDoor(t, "--ssh-allow", friend+".pub")
	if code, out, errs := outcome(t, host.ssh("ann", "-i", friend, "--", "who")); code != 0 || !strings.Contains(out, "newcomer's match") {
		t.Errorf("a friend: code %d, %q, %q", code, out, errs)
	}
	for name, cmd := range map[string]*exec.Cmd{
		"a stranger": host.ssh("ann", "-i", stranger, "--", "who"), "nobody": host.ssh("ann", "--", "who"),
	} {
		if code, _, errs := outcome(t, cmd); code != 255 || !strings.Contains(errs, "Permission denied") {
			t.Errorf("%s: code %d, %q", name, code, errs)
		}
	}
}

func TestAListOfAllowedKeysNeedsADoorAndKeys(t *testing.T) {
	t.Parallel()
	if code, _, errs := run(t, "host", "--headless", "--ssh-allow", "x"); code != exitUsage || !strings.Contains(errs, "needs --ssh") {
		t.Errorf("code %d, %q", code, errs)
	}
	empty := writeFile(t, "allowed", "# nobody\n")
	code, out, errs := run(t, "host", "--headless", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ssh-allow", empty)
	if code != exitFailure || strings.Contains(out, "ready") || !strings.Contains(errs, "must hold at least one public key") {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
}

// seesMove waits until a player's name moves to another row, while the player flies up and down. On a busy machine a picture may last so
// long that the player seems to have settled: then it retries with a longer wait.
func (p *terminal) seesMove(player *terminal, name string) {
	p.Helper()
	for looks, w := 10, p.newWait(); !w.over(); looks += 10 {
		player.press("w")
		before := p.settles(name, looks)
		player.press("s")
		for end := time.Now().Add(time.Duration(looks) * 300 * time.Millisecond); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if at := row(p.text(), name); at >= 0 && at != before {
				return
			}
		}
	}
	p.Fatalf("waited for %s to move; the screen is\n%s\nand theirs\n%s", name, p.text(), player.text())
}

// settles waits until a ship's name stays in place for several checks, as the camera then does too, and returns the row.
func (p *terminal) settles(name string, still int) (at int) {
	p.Helper()
	looks := 0
	p.await(name+" standing still", func(text string) bool {
		was := at
		if at = row(text, name); at != was || at < 0 {
			looks = 0
		}
		looks++
		return looks > still
	})
	return at
}

// line returns a row of the terminal's screen.
func (p *terminal) line(y int) string {
	var b strings.Builder
	for _, cell := range p.eyes.cells(y, y+1) {
		b.WriteString(cell.C)
	}
	return b.String()
}

// sshKeyPair creates a key for ssh, and returns its file and its line for authorized_keys.
func sshKeyPair(t *testing.T) (file, line string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file).CombinedOutput(); err != nil {
		t.Skipf("there is no ssh-keygen here: %v %s", err, out)
	}
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return file, string(public)
}

func TestListedKeysManageTheHostBySSH(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	other, _ := sshKeyPair(t)
	admins := filepath.Join(t.TempDir(), "admins")
	os.WriteFile(admins, []byte("# the operators\n"+line), 0o600)
	password := filepath.Join(t.TempDir(), "password")
	os.WriteFile(password, []byte("sesame\n"), 0o600)
	h := startDoor(t, "--ssh-admins", admins, "--bots", "2", "--password-file", password)
	ask := func(user, key string, words ...string) (code int, stdout, stderr string) {
		t.Helper()
		cmd := h.ssh(user, append([]string{"-i", key, "-o", "IdentitiesOnly=yes", "--"}, words...)...)
		return outcome(t, cmd)
	}
	if code, stdout, stderr := ask("anybody", key, "admin", "who"); code != 0 || strings.Count(stdout, "bot\n") != 2 || stderr != "" {
		t.Errorf("who: %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := ask("anybody", key, "admin kick Nobody"); code == 0 || stdout != "" || !strings.HasPrefix(stderr, "dogfight: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("an error: %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, _ := ask("anybody", key, "admin"); code != 0 || !strings.Contains(stdout, "undrain") {
		t.Errorf("help: %d\n%s", code, stdout)
	}
	if code, _, stderr := ask("anybody", key, "admin", "say", strings.Repeat("x", 2000)); code == 0 || !strings.Contains(stderr, "1024 bytes") {
		t.Errorf("a long command: %d %s", code, stderr)
	}
	for _, user := range []string{"root", "admin", "watch"} {
		code, stdout, stderr := ask(user, other, "admin", "drain", "--now")
		if code == 0 || stdout != "" || stderr != "dogfight: your key is not among those that may manage this host\n" {
			t.Errorf("as %s with another key: %d\n%s%s", user, code, stdout, stderr)
		}
	}
	if code, _, stderr := outcome(t, h.ssh("root", "--", "admin", "who")); code == 0 || !strings.Contains(stderr, "your key is not among those") {
		t.Errorf("without a key: %d %s", code, stderr)
	}
	os.WriteFile(admins, []byte("# nobody\n"), 0o600)
	if code, _, _ := ask("anybody", key, "admin", "who"); code == 0 {
		t.Error("a key that was removed from the file still manages the host")
	}
	os.WriteFile(admins, []byte(line), 0o600)
	if code, stdout, stderr := ask("anybody", key, "admin", "drain", "--now"); code != 0 || stdout != "the host ends\n" {
		t.Errorf("drain: %d\n%s%s", code, stdout, stderr)
	}
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("the host ended with %v", err)
	}
	log := h.log.String()
	for _, words := range []string{`msg="admin by SSH" key=SHA256:`, `command="drain --now"`, `msg="admin by SSH refused" key=SHA256:`, "key=none"} {
		if !strings.Contains(log, words) {
			t.Errorf("the log does not have %q:\n%s", words, log)
		}
	}
}

func TestListedKeysStillManageAHostAfterAReload(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	_, player := sshKeyPair(t)
	folder := t.TempDir()
	admins, players := filepath.Join(folder, "admins"), filepath.Join(folder, "players")
	os.WriteFile(admins, []byte(line), 0o600)
	os.WriteFile(players, []byte(player), 0o600)
	usual := "listen = \"127.0.0.1:0\"\nlan = false\nssh = \"127.0.0.1:0\"\n"
	h := startConfigured(t, usual+fmt.Sprintf("ssh_admins = %q\nssh_allow = %q\n", admins, players))
	manages := func() error {
		return h.ssh("anybody", "-i", key, "-o", "IdentitiesOnly=yes", "--", "admin", "who").Run()
	}
	if err := manages(); err != nil {
		t.Fatalf("at first: %v", err)
	}
	h.cmd.Process.Signal(syscall.SIGHUP)
	h.logged.awaits(t, "the configuration was read again")
	if err := manages(); err != nil {
		t.Errorf("after a hangup: %v", err)
	}
}

func TestAHostWithoutListedKeysIsNotManagedBySSH(t *testing.T) {
	t.Parallel()
	key, line := sshKeyPair(t)
	h := startDoor(t)
	code, _, stderr := outcome(t, h.ssh("root", "-i", key, "-o", "IdentitiesOnly=yes", "--", "admin", "who"))
	if code == 0 || !strings.Contains(stderr, "--ssh-admins") {
		t.Errorf("%d %s", code, stderr)
	}
	limited := filepath.Join(t.TempDir(), "limited")
	os.WriteFile(limited, []byte(`from="10.0.0.1" `+line), 0o600)
	if code, _, stderr := run(t, "host", "--headless", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--ssh-admins", limited); code == 0 || !strings.Contains(stderr, "without options") {
		t.Errorf("a key with options: %d %s", code, stderr)
	}
	if code, _, stderr := run(t, "host", "--ssh-admins", limited); code != exitUsage || !strings.Contains(stderr, "needs --ssh") {
		t.Errorf("without --ssh: %d %s", code, stderr)
	}
}

func TestWhoAndScoresOfAClosedMatchNeedItsPassword(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--title", "Fun", "--password-file", writeFile(t, "password", "open sesame\n"))
	for command, want := range map[string]string{"who": "Fun: deathmatch", "scores": "No match"} {
		for typed, refusal := range map[string]string{
			"":                        "this match asks for a password",
			"open sesam\n":            "that is not the password of this match",
			strings.Repeat("x", 1000): "too long",
		} {
			ssh := host.ssh("anybody", "--", command)
			ssh.Stdin = strings.NewReader(typed)
			if code, out, errs := outcome(t, ssh); code != 1 || out != "" || !strings.Contains(errs, refusal) {
				t.Errorf("%s, %.20q: code %d, %q, %q", command, typed, code, out, errs)
			}
		}
		ssh := host.ssh("anybody", "--", command)
		ssh.Stdin = strings.NewReader("open sesame\nmore")
		if code, out, errs := outcome(t, ssh); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: code %d, %q, %q", command, code, out, errs)
		}
	}
}

func TestAClosedMatchIsJoinedBySSHWithItsPassword(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "password", "open sesame\n")
	host := startDoor(t, "--password-file", file)
	p := startTerminalOf(t, host.ssh("ann"))
	p.sees("Password needed")
	p.press("open sesam\r")
	p.sees("that is not the password")
	p.press("open sesame\r")
	p.sees("points")
	tunnelled := startTerminalOf(t, throughSSH(t, "-o StrictHostKeyChecking=no", "join", "ssh://anybody@"+host.door, "--name", "Comet", "--password-file", file))
	tunnelled.sees("points")
}

// onlookerOf is a native spectator of a host's match.
type onlookerOf struct {
	*testing.T
	client  *net.Client
	notices []string
}

func spectate(t *testing.T, h *headless) *onlookerOf {
	w := &onlookerOf{T: t, client: newClient(net.ClientConfig{Name: "Eye", Spectate: true, Dial: func() link.Link { return link.Dial(h.addr, &link.KnownHosts{}) }})}
	t.Cleanup(func() { leave(w.client) })
	return w
}

// waits waits until a pilot and the ship are as wanted.
func (w *onlookerOf) waits(name, what string, wanted func(p proto.Pilot, ship *game.Ship) bool) (proto.Pilot, game.Ship) {
	w.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		v := w.client.Frame(time.Now(), 0)
		for _, line := range v.Chat {
			w.notices = append(w.notices, line.Text)
		}
		for _, p := range v.Roster {
			if p.Name == name && p.Slot != proto.NoSlot && v.World != nil && wanted(p, &v.World.Ships[p.Slot]) {
				return p, v.World.Ships[p.Slot]
			}
		}
	}
	w.Fatalf("%s did not become %s; the notices are %q", name, what, w.notices)
	return proto.Pilot{}, game.Ship{}
}

// receives waits for a notice of the host.
func (w *onlookerOf) receives(words string) {
	w.Helper()
	testkit.Until(w.T, fmt.Sprintf("the host has sent %q", words), func() bool {
		for _, line := range w.client.Frame(time.Now(), 0).Chat {
			w.notices = append(w.notices, line.Text)
		}
		return strings.Contains(strings.Join(w.notices, "\n"), words)
	})
}

// pit is an arena so small that an idle ship is soon destroyed.
const pit = `
##############################
#............................#
#.....@................@.....#
#............................#
##############################
`

// startSkirmish hosts a match in which an idle ship is soon destroyed.
func startSkirmish(t *testing.T) *headless {
	t.Helper()
	return startDoor(t, "--arena", writeFile(t, "pit.txt", pit), "--bots", "7", "--skill", "5", "--teams", "--time", "0")
}

func TestAPlayerCutOffFromSSHReturnsToTheSeatByKey(t *testing.T) {
	t.Parallel()
	key := newIdentity(t)
	host := startSkirmish(t)
	eye := spectate(t, host)
	first := startTerminalOf(t, host.ssh("Friend", "-i", key))
	was, ship := eye.waits("Friend", "shot down", func(p proto.Pilot, ship *game.Ship) bool { return ship.Deaths > 0 })

	first.cmd.Process.Kill()
	eye.receives("Friend has lost the link")
	eye.waits("Friend", "a bot's", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.BotPilot != 0 && p.Flags&proto.Away != 0 })

	second := startTerminalOf(t, host.ssh("Friend", "-i", key))
	is, now := eye.waits("Friend", "himself again", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 })
	if is.ID != was.ID || is.Slot != was.Slot || now.Team != ship.Team || now.Class != ship.Class || now.Deaths < ship.Deaths || now.Kills < ship.Kills {
		t.Errorf("the player was %+v with %+v and is %+v with %+v", was, ship, is, now)
	}
	second.press("\x03")
	second.leaves()
}

func TestLeavingSSHFreesTheSeat(t *testing.T) {
	t.Parallel()
	for what, leave := range map[string]func(p *terminal){
		"Ctrl-C":                func(p *terminal) { p.press("\x03") },
		"OpenSSH's own way out": func(p *terminal) { p.press("\r~.") },
		"a hang-up of ssh":      func(p *terminal) { p.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			key := newIdentity(t)
			host := startSkirmish(t)
			eye := spectate(t, host)
			p := startTerminalOf(t, host.ssh("Friend", "-i", key))
			eye.waits("Friend", "a pilot", func(proto.Pilot, *game.Ship) bool { return true })
			leave(p)
			p.leaves()
			eye.receives("Friend has left")
		})
	}
}
