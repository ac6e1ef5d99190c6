//go:build unix

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/net/swarm"
	"dogfight/proto"
	"dogfight/testkit"
)

// ballotRow is the row of the results that has the choices for the next match.
var ballotRow = regexp.MustCompile(`1 \w+( \w+)? +2 (\w+)( \w+)? +(\d )? *3 \w+`)

// alone is in results that wait for the key of a player without others.
const alone = "Enter plays again"

// toResults ends a match without other players with the host's menu.
func (p *terminal) toResults() {
	p.Helper()
	p.picks("End this match now", "e", alone)
}

// playsAgain starts the next match. Results ignore a key that may be one of the fight.
func (p *terminal) playsAgain() {
	p.Helper()
	again := pressingWhile(p, "\r", alone)
	p.await("a match", inMatch, again)
}

// clock matches the time in the top line during a match.
var clock = regexp.MustCompile(`\d:\d\d `)

// inSpace waits for a running match of any mode: others vote too, and a player may be out of a round.
func (p *terminal) inSpace() {
	p.Helper()
	p.await("a match", inMatch)
}

func inMatch(text string) bool {
	top, _, _ := strings.Cut(text, "\n")
	return clock.MatchString(top) && !strings.Contains(text, "next match in") && !strings.Contains(text, alone)
}

func TestFromResultsToTheNextMatchByAKeyAndByAVote(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("\r")
	p.inSpace()
	p.sees("newcomer: gg", p.pressing("1")) // a player without a ship sends nothing
	p.toResults()
	p.playsAgain()
	p.toResults()
	if !ballotRow.MatchString(p.text()) {
		t.Fatalf("there is nothing to vote for; the screen is\n%s", p.text())
	}
	p.await("a vote", func(text string) bool {
		found := ballotRow.FindStringSubmatch(text)
		return found != nil && strings.TrimSpace(found[4]) == "1"
	}, p.pressing("2"))
	p.playsAgain()
	p.toResults()
	p.press("\x1b")
	p.sees("Play again")
	p.press("l")
	p.sees("Play against bots")
	p.press("q")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

// shootingRange is an arena in which two ships spawn face to face, with so much room above and below that a ship that flies from wall to
// wall moves by several rows in any alignment of the cells.
const shootingRange = `
##############################
#............................#
#............................#
#.....@................@.....#
#............................#
#............................#
##############################
`

// Two players on two terminals, and a host, each a process.
func TestTwoPlayersFlyFightReturnAndChat(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--arena", writeFile(t, "range.txt", shootingRange), "--time", "0", "--title", "Range")
	comet := startTerminal(t, "join", host.addr, "--name", "Comet")
	comet.sees("♥ ▊▊▊▊▊")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	quasar.sees("♥ ▊▊▊▊▊")
	comet.sees("Quasar")
	quasar.sees("Comet")

	// Both fly: each sees the other's name move.
	for _, p := range []struct{ who, sees *terminal }{{comet, quasar}, {quasar, comet}} {
		name := "Comet"
		if p.who == quasar {
			name = "Quasar"
		}
		before := -1
		p.sees.await(name+" in space", func(text string) bool { before = row(text, name); return before >= 0 })
		p.who.press("s")
		p.sees.await(name+" moving down", func(text string) bool { return row(text, name) > before })
		p.who.press("w")
		p.sees.await(name+" moving back up", func(text string) bool { return row(text, name) >= 0 && row(text, name) <= before })
		p.who.press("s")
	}

	// Chat, both ways.
	comet.press("\rhello over there\r")
	quasar.sees("hello over there")
	quasar.press("\rhello yourself\r")
	comet.sees("hello yourself")

	// Both fire until each has been destroyed and has returned.
	hunt(comet, quasar)
	hunt(quasar, comet)

	// Both see the same scores.
	comet.press("\t")
	quasar.press("\t")
	comet.await("its score board", hasScores)
	quasar.await("its score board", hasScores)
	var seen [2]string
	comet.await("the same scores on both screens", func(text string) bool {
		seen[0], seen[1] = scores(text), scores(quasar.text())
		return seen[0] == seen[1]
	})
	t.Logf("both see\n%s", seen[0])

	// The host closes within two seconds and notifies its players.
	asked := time.Now()
	host.cmd.Process.Signal(syscall.SIGINT)
	if err := host.cmd.Wait(); err != nil {
		t.Errorf("the host ended with %v: %s", err, host.log.String())
	}
	t.Logf("the host ended after %v", time.Since(asked))
	for _, p := range []*terminal{comet, quasar} {
		if code := p.quitsAtTheEnd(); code != exitFailure {
			t.Errorf("a player whose host closed left with code %d, expected %d", code, exitFailure)
		}
	}
}

// hunt fires along the lower wall until the victim is destroyed, and waits until it is back.
func hunt(shooter, victim *terminal) {
	shooter.Helper()
	looks := 0
	victim.sees("destroyed", func() {
		if looks%20 == 0 { // both go to the wall, and a tap turns the ship towards the victim
			victim.press("s")
			shooter.press("s")
			time.Sleep(500 * time.Millisecond)
			towards := "a"
			if column(shooter.text(), "Comet", "Quasar") >= 40 { // the victim's name: the own name is not drawn
				towards = "d"
			}
			shooter.press(towards)
			time.Sleep(100 * time.Millisecond)
			shooter.press("x")
		}
		looks++
		shooter.press(" ")
	})
	victim.sees("♥ ▊▊▊▊▊")
}

// findName returns the first place of a ship's name, or -1. It reads only the middle rows, where the arena is; others may have the name for
// other reasons.
func findName(text, name string) (row, column int) {
	for y, line := range strings.Split(text, "\n") {
		if before, _, ok := strings.Cut(line, name); ok && y >= 8 && y <= 17 {
			return y, utf8.RuneCountInString(before)
		}
	}
	return -1, -1
}

func row(text, name string) int {
	y, _ := findName(text, name)
	return y
}

// column returns the column of one of the names.
func column(text string, names ...string) int {
	for _, name := range names {
		if _, x := findName(text, name); x >= 0 {
			return x
		}
	}
	return -1
}

// scores returns the pilots' lines of the score board, without the parts that differ between the players' screens.
func scores(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		parts := strings.Split(line, "│")
		if len(parts) != 3 { // beside the board there are stars
			continue
		}
		fields := strings.Fields(strings.Map(func(r rune) rune {
			if r == '►' || unicode.Is(picture, r) { // the mark of the own row, the own row's colour, and the background behind the own ship
				return ' '
			}
			return r
		}, parts[1]))
		if len(fields) >= 6 && (fields[1] == "Comet" || fields[1] == "Quasar") {
			lines = append(lines, strings.Join(fields[:6], " "))
		}
	}
	return strings.Join(lines, "\n")
}

// picture are the characters that draw space.
var picture = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x2580, Hi: 0x259f, Stride: 1}, {Lo: 0x2800, Hi: 0x28ff, Stride: 1}}}

func hasScores(text string) bool { return strings.Count(scores(text), "\n") == 1 }

func TestTheHostSetsAndStartsALobby(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--lobby", "--arena", "open", "--bots", "3")
	p.sees("0 of 1 ready, 3 bots of auto skill")
	p.press("m")
	p.sees("Match settings")
	p.press("\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\r") // one bot more, the lowest level, another arena, two teams
	p.sees("0 of 1 ready, 4 bots of skill 1")
	p.sees("teams in ")
	p.sees("the match settings have changed")
	p.press("\x1b")
	p.sees("Start now")
	p.press("n")
	p.sees("♥ ▊▊▊▊▊")
	p.picks("End this match now", "e", alone)
	p.press("\x03")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
}

func TestTheMenuPausesAMatchWithoutOtherPlayers(t *testing.T) {
	t.Parallel()
	host := startHeadless(t, "--bots", "3")
	for what, args := range map[string][]string{"solo": {"solo"}, "tutorial": {"tutorial"}, "alone on a server": {"join", host.addr}} {
		p := startTerminal(t, args...)
		p.sees("boost")
		p.press("\x1b")
		p.sees("Menu (paused)")
		clock := clockIn(p.text())
		p.press("\x1b")
		p.await("the match", func(text string) bool { return !strings.Contains(text, "paused") })
		if clock != "" {
			t.Errorf("%s: the top line shows %q beside the menu", what, clock)
		}
		p.press("\x03")
		p.leaves()
	}
}

func TestTheMenuDoesNotPauseAMatchWithOtherPlayers(t *testing.T) {
	smoke(t)
	t.Parallel()
	host := startHeadless(t, "--bots", "3")
	first := startTerminal(t, "join", host.addr)
	first.sees("boost")
	first.press("\x1b")
	first.sees("Menu (paused)")
	second := startTerminal(t, "join", host.addr, "--spectate")
	first.sees("Menu (match still running)")
	second.sees("spectator")
	second.press("\x03")
	second.leaves()
	first.sees("Menu (paused)")
	first.press("\x03")
	first.leaves()
}

// clockIn returns the time in the top line, such as 4:59.
func clockIn(text string) string {
	top, _, _ := strings.Cut(text, "\n")
	for _, word := range strings.Fields(top) {
		if minutes, seconds, ok := strings.Cut(word, ":"); ok && len(minutes) > 0 && len(seconds) == 2 {
			return word
		}
	}
	return ""
}

// Two programs on two terminals, a host with a player and a player who has joined: each shows its player's destruction and, after the
// match, its play, by keys alone.
func TestTwoProgramsWatchKillCamsAndThePlayOfTheMatch(t *testing.T) {
	t.Parallel()
	addr := fmt.Sprintf("127.0.0.1:%d", freePorts(t, 1))
	comet := startTerminal(t, "host", "--listen", addr, "--lan=false", "--name", "Comet", "--arena", writeFile(t, "pit.txt", pit), "--bots", "8", "--skill", "5", "--time", "0")
	comet.inSpace()
	quasar := startTerminal(t, "join", addr, "--name", "Quasar")
	quasar.inSpace()

	quasar.sees("KILL-CAM") // an idle player is destroyed
	quasar.sees("Space skips")
	quasar.await("the live picture", func(text string) bool { return !strings.Contains(text, "KILL-CAM") })
	comet.sees("KILL-CAM")

	const results = "next match in"
	fought := true
	again := func() { // if the results ended before a slow program showed them
		top, rest, _ := strings.Cut(comet.text(), "\n")
		if strings.Contains(rest, "KILL-CAM") {
			fought = true
		} else if fought && clock.MatchString(top) && !strings.Contains(rest, results) && !strings.Contains(rest, "PLAY OF THE MATCH") {
			comet.picks("End this match now", "e", results)
			fought = false // a match without a destroyed ship has no play
		}
	}
	quasar.sees("PLAY OF THE MATCH", again, pressingWhile(quasar, "w", "w watches"))
	quasar.sees("Esc back to the results")
	quasar.press("\x1b")
	quasar.sees("w watches")

	comet.sees("PLAY OF THE MATCH", again, pressingWhile(comet, "w", "w watches"))
	comet.await("the next match in place of it", func(text string) bool {
		return !strings.Contains(text, "PLAY OF THE MATCH") && !strings.Contains(text, results)
	})
	comet.inSpace()
	quasar.inSpace()
}

func TestBadInputIsAnsweredByOneLine(t *testing.T) {
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
		{"fly", exitUsage, `no command called "fly": must be one of solo, daily, tutorial, join, replay, host, door, relay, admin, config, lan, info, fleet, scores, id, doctor, arena, sim, swarm, man, licenses, version`},
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

func TestJoiningWithoutAHostFails(t *testing.T) {
	t.Parallel()
	term := startTerminal(t, "join", "127.0.0.1:1")
	if code := term.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	term.sees("no host answers at 127.0.0.1:1")
}

func TestAHostOfAnotherVersionIsReported(t *testing.T) {
	t.Parallel()
	addr := lonelyHost(t, func(l link.Link) {
		m := proto.Reject{Code: proto.RejectVersion, Reason: (&proto.VersionError{Theirs: proto.Version}).Error()}
		l.Send(link.Control, m.Append(nil))
	})
	term := startTerminal(t, "join", addr.String())
	if code := term.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	term.sees("version")
}

// lonelyHost accepts one client, calls answer, and closes the link.
func lonelyHost(t *testing.T, answer func(link.Link)) netip.AddrPort {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
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

	// Another host, with another certificate, listens at the same address.
	startHeadlessAt(t, addr)
	again := newCommand(t, "join", addr)
	again.Env = first.cmd.Env // with the first certificate among its known hosts
	second := startTerminalOf(t, again)
	if code := second.quitsAtTheEnd(); code != exitFailure {
		t.Errorf("exit code %d, expected %d", code, exitFailure)
	}
	text := strings.Join(strings.Fields(second.text()), " ")
	if strings.Count(text, "SHA256:") != 2 || !strings.Contains(text, "known_hosts") {
		t.Errorf("expected both fingerprints and the file to mend, the terminal shows\n%s", second.text())
	}
}

func TestThe65thPlayerSpectatesUntilAShipIsFree(t *testing.T) {
	t.Parallel()
	h := startHeadless(t, "--skill", "1", "--arena", "expanse", "--stats=false", "--record", "off", "--lan=false", "--title", "Full house")
	ctx, cancel := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	seated := make(chan bool)
	crowd.Go(func() { fillWithPlayers(ctx, t, h.addr, seated) })
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

// fillWithPlayers takes all ships of a host until ctx is done. The players do not simulate: 64 predictions would need more than a core.
func fillWithPlayers(ctx context.Context, t *testing.T, addr string, seated chan<- bool) {
	_, err := swarm.Run(ctx, swarm.Config{
		Addr:     addr,
		Clients:  game.MaxShips,
		Thin:     true,
		Duration: time.Hour,
		Dial:     func(addr string) link.Link { return link.Dial(addr, &link.KnownHosts{}) },
		Progress: func(joined int) {
			if joined == game.MaxShips {
				close(seated)
			}
		},
	})
	if err != nil {
		t.Error("the players cannot join:", err)
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

// newClient returns a client without a screen, with a default ship.
func newClient(conf net.ClientConfig) *net.Client {
	conf.Wait = true
	return net.NewClient(conf)
}

// leave sends Bye for a client, and waits until the link is closed.
func leave(c *net.Client) {
	c.Leave()
	if l := c.Link(); l != nil {
		select {
		case <-l.Done():
		case <-time.After(time.Second): // the host has not read it
		}
	}
}
