//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/vt"
)

// startDoor hosts without a screen, and lets people in by SSH too.
func startDoor(t *testing.T, args ...string) *headless {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("there is no ssh here")
	}
	return startHeadless(t, append([]string{"--ssh", "127.0.0.1:0"}, args...)...)
}

// ssh returns OpenSSH's client, on its way to the door, without any of the
// user's own settings and keys.
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

func TestWhoHostsWithAScreenSeesWhereTheDoorIs(t *testing.T) {
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

func TestTheHostTellsThoseWhoCameBySSHThatItCloses(t *testing.T) {
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
		t.Errorf("not told on the first screen: %q", raw[max(0, len(raw)-300):])
	}
}

func TestWhoComesAsWatchLooksOn(t *testing.T) {
	t.Parallel()
	host := startDoor(t, "--bots", "3")
	p := startTerminalOf(t, host.ssh("watch"))
	p.sees("spectator")
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("left with code %d", code)
	}
}

func TestWhoAndScoresAreToldAndAnythingElseIsRefused(t *testing.T) {
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

// newIdentity makes a key of OpenSSH's and returns the file.
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

func TestTheDoorIsClosedToThoseWhoAreNotAllowed(t *testing.T) {
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

func TestAListOfTheAllowedNeedsADoorAndKeys(t *testing.T) {
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

// seesMove waits until a player, who flies up and down for it, is seen to move: their name goes to another row, be it above their ship
// or below. On a busy machine a picture may stand for so long that the player seems to have settled: then they try again, and wait
// for longer each time.
func (p *terminal) seesMove(who *terminal, name string) {
	p.Helper()
	for looks, w := 10, p.newWait(); !w.over(); looks += 10 {
		who.press("w")
		before := p.settles(name, looks)
		who.press("s")
		for end := time.Now().Add(time.Duration(looks) * 300 * time.Millisecond); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if at := row(p.text(), name); at >= 0 && at != before {
				return
			}
		}
	}
	p.Fatalf("waited for %s to move; the screen is\n%s\nand theirs\n%s", name, p.text(), who.text())
}

// settles waits until a ship's name stands still for so many looks, as the camera does, and
// returns in which row.
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

// line returns a row of what the terminal shows.
func (p *terminal) line(y int) string {
	var b strings.Builder
	for x := range 80 {
		b.WriteString(p.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}).C)
	}
	return b.String()
}
