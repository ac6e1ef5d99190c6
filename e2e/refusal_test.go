//go:build unix

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

func TestBadInputGetsOneLineThatSaysWhatWasExpected(t *testing.T) {
	t.Parallel()
	broken := writeFile(t, "broken.txt", "#####\n#@.X#\n#####\n")
	taken := startHeadless(t)
	for _, c := range []struct {
		args string
		code int
		line string
	}{
		{"solo --arena nowhere", exitUsage, `--arena: no arena called "nowhere": must be one of open, basin, belt, chasm, duel, expanse`},
		{"sim --arena nowhere", exitUsage, `must be one of open, basin, belt, chasm, duel, expanse`},
		{"solo --arena " + broken, exitFailure, "broken.txt:2:4: unknown tile: must be one of"},
		{"host --headless --arena missing.txt", exitFailure, "missing.txt"},
		{"host --headless --listen " + taken.addr, exitFailure, taken.addr},
		{"host --headless --listen nonsense", exitFailure, "nonsense"},
		{"info 127.0.0.1:1", exitFailure, "no host answers at 127.0.0.1:1: connection refused"},
		{"info", exitUsage, "missing argument; usage: dogfight info ADDR"},
		{"info host:99999", exitUsage, "must be 0 to 65535"},
		{"info nosuch.invalid", exitFailure, "nosuch.invalid"},
		{"join a b", exitUsage, `unexpected argument "b"; usage: dogfight join [ADDR]`},
		{"join host:99999", exitUsage, "must be 0 to 65535"},
		{"join ssh://", exitUsage, "must be ssh://[USER@]HOST[:PORT]"},
		{"join 127.0.0.1:1 --password-file missing.txt", exitFailure, "missing.txt"},
		{"join 127.0.0.1:1", exitFailure, "must be a terminal"},
		{"join dogfight://", exitUsage, `must be dogfight://HOST[:PORT], got "dogfight://"`},
		{"join rtype://host/match", exitUsage, `must be rtype://HOST[:PORT][?floats=big-endian], got "rtype://host/match"`},
		{"join rtype-code://host:99999", exitUsage, `port must be 1 to 65535, got "rtype-code://host:99999"`},
		{"join dogfight://host --spectate", exitUsage, "--spectate: the dogfight protocol has no spectators"},
		{"join 127.0.0.1:1 --name=", exitUsage, "--name: must be 1 to 24 characters, got 0"},
		{"join 127.0.0.1:1 --name=" + strings.Repeat("x", 25), exitUsage, "must be 1 to 24 characters, got 25"},
		{"join 127.0.0.1:1 --name=a\x1b[31m", exitUsage, "must be legible characters, got U+001B"},
		{"host --headless --title=\x07", exitUsage, "must be legible characters, got U+0007"},
		{"solo --bots 64", exitUsage, "--bots: must be 0 to 63, got 64"},
		{"sim --bots 65", exitUsage, "--bots: must be 0 to 64, got 65"},
		{"solo --bots many", exitUsage, `--bots: "many" is not a number`},
		{"solo --time soon", exitUsage, `--time: "soon" is not a time, such as 90s or 5m`},
		{"solo --skill 6", exitUsage, `--skill: must be 1 to 5, or auto, got "6"`},
		{"sim --skill auto", exitUsage, "--skill: auto needs a player to suit, and here are only bots: must be 1 to 5"},
		{"solo --class tank", exitUsage, `--class: must be one of fighter, scout, bomber, got "tank"`},
		{"solo --weapon fork", exitUsage, `--weapon: must be one of cannon, spread, rail, mines, got "fork"`},
		{"solo --time -5m", exitUsage, "--time: must be 0 to 24h"},
		{"solo --score -1", exitUsage, "--score: must be 0 or more"},
		{"host --headless --dialect klingon", exitUsage, `--dialect: must be one of dogfight, carnage, warworlds, lightracer, rtype, rtype-code, got "klingon"`},
		{"host --headless --dialect rtype=:port", exitUsage, `--dialect: port must be 0 to 65535, got "port"`},
		{"host --headless --dialect dogfight=:0,big-endian", exitUsage, `--dialect: dogfight has no options, got "big-endian"`},
		{"host --headless --dialect carnage=:0,sockets", exitUsage, `--dialect: option of carnage must be websocket or origin=ORIGIN, got "sockets"`},
		{"host --headless --dialect carnage=:0,origin=*", exitUsage, "--dialect: origin needs websocket, as in carnage=ADDR,websocket,origin=ORIGIN"},
		{"host --headless --dialect carnage=:0,websocket,origin=example.org", exitUsage, `--dialect: origin must be *, null or as https://example.org, got "example.org"`},
		{"host --headless --dialect rtype --password-file " + writeFile(t, "password", "secret"), exitUsage, "dialects know no passwords"},
		{"host --headless --web-acme example.org", exitUsage, "--web-acme: needs --web with it"},
		{"host --headless --web-replays", exitUsage, "--web-replays: needs --web with it"},
		{"host --headless --web :0 --web-tls cert.pem", exitUsage, `--web-tls: must be two files, CERT,KEY, got "cert.pem"`},
		{"host --headless --web :0 --web-tls a.pem,b.pem --web-acme example.org", exitUsage, "--web-tls: does not go with --web-acme"},
		{"host --headless --web :0 --web-acme localhost", exitUsage, "--web-acme: must be a domain, such as example.org, without a port"},
		{"host --headless --web :0 --web-acme example.org:443", exitUsage, "--web-acme: must be a domain, such as example.org, without a port"},
		{"host --headless --web :0 --web-acme 192.0.2.1", exitUsage, "--web-acme: must be a domain: an address can have no certificate there"},
		{"host --headless --web :0 --web-acme-server https://acme.example/", exitUsage, "--web-acme-server: needs --web-acme with it"},
		{"host --headless --web :0 --web-acme a.example --web-acme-server acme.example", exitUsage, "--web-acme-server: must be a URL, such as https://acme.example/directory"},
		{"host --headless --web :0 --web-origin example.org", exitUsage, `--web-origin: origin must be *, null or as https://example.org, got "example.org"`},
		{"host --headless --web :0 --web-proxy proxy.example", exitUsage, `--web-proxy: must be a network, such as 10.0.0.0/8 or ::1/128, got "proxy.example"`},
		{"host --headless --web :0 --web-proxy 0.0.0.0/0", exitUsage, "--web-proxy: 0.0.0.0/0 is everybody, and not all can be believed"},
		{"host --headless --per-address 0", exitUsage, "--per-address: must be 1 to 1024, got 0"},
		{"host --headless --listen 127.0.0.1:99999", exitUsage, `--listen: the port in "127.0.0.1:99999" must be 0 to 65535`},
		{"host --headless --listen 127.0.0.1:0 --ssh :99999", exitUsage, `--ssh: the port in ":99999" must be 0 to 65535`},
		{"host --headless --ssh-allow keys", exitUsage, "--ssh-allow: needs --ssh"},
		{"host --headless --fill 65", exitUsage, "--fill: must be 0 to 64, got 65"},
		{"host --headless --password-file missing.txt", exitFailure, "missing.txt"},
		{"host extra", exitUsage, `unexpected argument "extra"; usage: dogfight host [flags]`},
		{"solo --bots", exitUsage, "flag needs an argument: --bots"},
		{"tutorial extra", exitUsage, `unexpected argument "extra"; usage: dogfight tutorial`},
		{"tutorial", exitFailure, "must be a terminal"},
		{"lan extra", exitUsage, `unexpected argument "extra"`},
		{"lan --wait -1s", exitUsage, "--wait: must be more than 0, up to 1h, got -1s"},
		{"sim --ticks -1", exitUsage, `--ticks: "-1" is not a number, 0 or more`},
		{"sim --arena missing.txt", exitFailure, "missing.txt"},
		{"scores --limit 0", exitUsage, "--limit: must be 1 to 1000, got 0"},
		{"doctor extra", exitUsage, `unexpected argument "extra"`},
		{"doctor --yaml", exitUsage, "unknown flag: --yaml"},
		{"admin who", exitFailure, "is one running?"},
		{"id add", exitUsage, "dogfight id [add FILE.pub | link KEY HOST | unlink KEY]"},
		{"id add missing.pub", exitFailure, "missing.pub"},
		{"version extra", exitUsage, `unexpected argument "extra"`},
		{"swarm --clients 0", exitUsage, "--clients: must be 1 to 65536, got 0"},
		{"help fly", exitUsage, `no command called "fly"`},
		{"--nonsense", exitUsage, "unknown flag: --nonsense"},
		{"solo --nonsense", exitUsage, "unknown flag: --nonsense"},
		{"fly", exitUsage, `no command called "fly": must be one of solo, daily, tutorial, join, replay, host, door, admin, config, lan, info, fleet, scores, id, doctor, arena, sim, swarm, man, licenses, version`},
		{"", exitFailure, "standard input and output must be a terminal"},
		{"solo", exitFailure, "use dogfight host --headless, sim or info"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, stdout, stderr := run(t, strings.Fields(c.args)...)
			if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.line) {
				t.Errorf("exit code %d, stdout %q, stderr %q\nexpected code %d and one line with %q", code, stdout, stderr, c.code, c.line)
			}
		})
	}
}

func TestAFullDiskUnderStandardOutputIsAFailure(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("nothing here is full: %v", err)
	}
	defer full.Close()
	for _, args := range []string{"--help", "help arena show", "id", "arena show open", "completion bash"} {
		cmd := newCommand(t, strings.Fields(args)...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitFailure || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "no space left on device") {
			t.Errorf("%s: exit code %d, expected %d and one line that names the fault, got %q", args, code, exitFailure, &errs)
		}
	}
}

func TestJoiningNobodySaysSo(t *testing.T) {
	t.Parallel()
	term := startTerminal(t, "join", "127.0.0.1:1")
	if code := term.leaves(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	term.sees("no host answers at 127.0.0.1:1")
}

func TestAHostOfAnotherVersionIsNamed(t *testing.T) {
	t.Parallel()
	addr := lonelyHost(t, func(l link.Link) {
		m := proto.Reject{Code: proto.RejectVersion, Reason: (&proto.VersionError{Theirs: proto.Version}).Error()}
		l.Send(link.Control, m.Append(nil))
	})
	term := startTerminal(t, "join", addr.String())
	if code := term.leaves(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	term.sees("version")
}

// lonelyHost listens for one client, answers as told, and lets it go.
func lonelyHost(t *testing.T, answer func(link.Link)) netip.AddrPort {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := link.Listen("127.0.0.1:0", cert, link.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if l, err := listener.Accept(); err == nil {
			answer(l)
			l.Close()
		}
	}()
	t.Cleanup(listener.Close)
	return listener.Addr()
}

func TestAChangedCertificateIsRefusedWithBothFingerprints(t *testing.T) {
	t.Parallel()
	addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
	host := startHeadlessAt(t, addr)
	first := startTerminal(t, "join", addr, "--spectate")
	first.sees("spectator")
	first.press("\x03")
	first.leaves()
	host.cmd.Process.Kill()
	host.cmd.Wait()

	// A host with another certificate takes the address over.
	startHeadlessAt(t, addr)
	again := newCommand(t, "join", addr)
	again.Env = first.cmd.Env // who knows the first certificate
	second := startTerminalOf(t, again)
	if code := second.leaves(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	text := strings.Join(strings.Fields(second.text()), " ")
	if strings.Count(text, "SHA256:") != 2 || !strings.Contains(text, "known_hosts") {
		t.Errorf("expected both fingerprints and the file to mend, the terminal shows\n%s", second.text())
	}
}

func TestThe65thPlayerLooksOnUntilAShipIsFree(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--skill", "1", "--arena", "expanse", "--stats=false", "--record", "off", "--lan=false", "--title", "Full house")
	ctx, cancel := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	seated := make(chan bool)
	crowd.Go(func() { fillWithPlayers(ctx, h.addr, seated) })
	defer crowd.Wait()
	defer cancel()
	testkit.Receive(t, "all ships have players", seated)

	late := startTerminal(t, "join", h.addr)
	late.sees("waiting for a ship")
	late.sees("too many players from your address") // in the chat

	looker := startTerminal(t, "join", h.addr, "--spectate")
	looker.sees("Full house", looker.pressing("\t"))
	cancel() // and the others leave
	late.sees("♥ ▊▊▊▊▊")
}

// fillWithPlayers takes all ships over real links, and tells when that is done.
func fillWithPlayers(ctx context.Context, addr string, seated chan<- bool) {
	var clients []*net.Client
	for i := range game.MaxShips {
		clients = append(clients, newClient(net.ClientConfig{Name: fmt.Sprint("Player ", i+1), Dial: func() link.Link { return link.Dial(addr, &link.Trust{}) }}))
	}
	defer func() {
		for _, c := range clients {
			c.Leave()
		}
	}()
	told := false
	for ctx.Err() == nil {
		playing := 0
		for _, c := range clients {
			if v := c.Frame(time.Now(), 0); v.Phase == net.Playing && v.Me >= 0 {
				playing++
			}
		}
		if playing == len(clients) && !told {
			told = true
			close(seated)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestTheTerminalIsRestoredHoweverTheProgramEnds(t *testing.T) {
	smoke(t)
	t.Parallel()
	for _, end := range []struct {
		how string
		do  func(*terminal)
	}{
		{"q on the title", func(term *terminal) { term.press("q") }},
		{"Ctrl-C", func(term *terminal) { term.press("\x03") }},
		{"SIGINT", func(term *terminal) { term.cmd.Process.Signal(os.Interrupt) }},
		{"SIGTERM", func(term *terminal) { term.cmd.Process.Signal(syscall.SIGTERM) }},
		{"SIGHUP", func(term *terminal) { term.cmd.Process.Signal(syscall.SIGHUP) }},
	} {
		t.Run(end.how, func(t *testing.T) {
			term := startTerminal(t)
			term.sees("Play against bots")
			if term.modes() == term.found {
				t.Error("expected the terminal in raw mode while the title is shown")
			}
			end.do(term)
			if code := term.leaves(); code != exitOK {
				t.Errorf("exit code %d, expected %d", code, exitOK)
			}
			if term.modes() != term.found {
				t.Error("the terminal's modes are not those of before")
			}
			if strings.Contains(term.text(), "Play against bots") {
				t.Error("the alternate screen is still shown")
			}
		})
	}
}
