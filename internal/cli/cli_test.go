package cli

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/net/link"
	"dogfight/testkit"
)

// TestMain runs more tests at a time than there are cores: many wait for hubs. The program starts itself for the hosts of a swarm: a child
// process of the tests runs the program, not the tests again.
func TestMain(m *testing.M) {
	const asProgram = "RUN_AS_DOGFIGHT"
	if os.Getenv(asProgram) != "" {
		Main()
	}
	os.Setenv(asProgram, "1")
	testkit.Parallel(8)
	os.Exit(m.Run())
}

// noFiles is a user without files.
var noFiles = config.Dirs{Config: "/nonexistent/config", Data: "/nonexistent/data"}

// user is a user of the program, with files of their own.
type user struct {
	*testing.T
	config.Dirs
}

// newUser returns a user without files.
func newUser(t *testing.T) user {
	return user{t, config.Dirs{Config: t.TempDir(), Data: t.TempDir()}}
}

// call runs the program with arguments.
func (p user) call(args ...string) (code int, stdout, stderr string) {
	p.Helper()
	var out, errs bytes.Buffer
	code = (&program{dirs: p.Dirs, fleetTime: testkit.Limit, stdout: &out, stderr: &errs}).run(p.Context(), args)
	return code, out.String(), errs.String()
}

// call runs the program for a user without files.
func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return user{t, noFiles}.call(args...)
}

func TestTheLicencesOfAllLinkedModulesArePrinted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("not tried: bash is missing")
	}
	want, err := exec.Command("bash", "../../packaging/notices.sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call(t, "licenses"); code != command.ExitOK || out != string(want) || errs != "" {
		t.Errorf("exit code %d, %q: %d bytes, expected %d; run go generate ./internal/cli", code, errs, len(out), len(want))
	}
}

// refuses runs the program for a user without files, and expects an error of one line with a text.
func refuses(t *testing.T, want string, args ...string) {
	t.Helper()
	code, out, errs := call(t, args...)
	if code != command.ExitUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
		t.Errorf("%q: exit code %d, %q, %q, expected %q", args, code, out, errs, want)
	}
}

func TestVersionIsPrinted(t *testing.T) {
	for _, arg := range []string{"version", "--version", "-v"} {
		if code, out, errs := call(t, arg); code != command.ExitOK || out != command.VersionLine("dogfight")+"\n" || errs != "" {
			t.Errorf("%s: exit code %d, %q, %q", arg, code, out, errs)
		}
	}
}

func TestAdminHelpNeedsNoHost(t *testing.T) {
	for _, args := range [][]string{{"admin"}, {"admin", "help"}} {
		if code, out, errs := call(t, args...); code != command.ExitOK || !strings.Contains(out, "kick PLAYER") || errs != "" {
			t.Errorf("%v: exit code %d, %q, %q", args, code, out, errs)
		}
	}
}

func TestTheHelpOfAnAdminCommandNeedsNoHost(t *testing.T) {
	want := "usage: kick PLAYER [REASON] [--yes]\ndisconnect a player, who may rejoin\n"
	for _, line := range []string{"admin kick --help", "admin kick Ann --help", "admin help kick", "help admin kick", "admin kick --socket /nowhere Ann --help"} {
		if code, out, errs := call(t, strings.Fields(line)...); code != command.ExitOK || out != want || errs != "" {
			t.Errorf("%s: exit code %d, %q, %q", line, code, out, errs)
		}
	}
}

func TestAdminAcceptsSocketAnywhere(t *testing.T) {
	for _, line := range []string{"--socket /nowhere say hi", "say --socket=/nowhere hi", "say hi --socket /nowhere"} {
		code, _, errs := call(t, append([]string{"admin"}, strings.Fields(line)...)...)
		if want := "dogfight: no host listens at /nowhere: is one running?\n"; code != command.ExitFailure || errs != want {
			t.Errorf("%s: exit code %d, %q", line, code, errs)
		}
	}
}

func TestHostFlagsSetTheOptions(t *testing.T) {
	for _, flags := range [][]string{{"--name", "Ann"}, {"-n", "Ann"}, {"--pilot", "Ann"}} {
		if h := hostedBy(t, "", flags...); h.pilot.Name != "Ann" || h.Title != "Ann's match" {
			t.Errorf("%v: the pilot is %q, the match %q", flags, h.pilot.Name, h.Title)
		}
	}
	if h := hostedBy(t, "", "--listen=", "--web=:8080", "--rotation=waves,teams", "--campaign=frontier"); h.Listen != "" || h.Match.Campaign != "frontier" {
		t.Errorf("listens at %q, plays %q", h.Listen, h.Match.Campaign)
	}
}

func TestWrongCommandLinesAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"man a b":                                       `no command called "a": did you mean admin or arena?`,
		"man arena nosuch":                              `no command "nosuch" below dogfight arena`,
		"help host nosuch":                              `no command "nosuch" below dogfight host`,
		"help admin nosuch":                             `no command called "nosuch": must be one of help, who`,
		"admin nosuch":                                  `no command called "nosuch": must be one of help, who`,
		"admin kick":                                    "usage: kick PLAYER [REASON]",
		"admin start now":                               "usage: start",
		"admin say hi --socket":                         "--socket: must be the path of a host's socket",
		"completion nosuch":                             "completion: must be one of bash",
		"completion bash nosuch":                        `unexpected argument "nosuch"; usage: dogfight completion bash`,
		"scores --arena nosuch":                         `--arena: no arena called "nosuch": must be one of open`,
		"arena check":                                   "missing argument; usage: dogfight arena check FILE...",
		"arena show open belt":                          `unexpected argument "belt"; usage: dogfight arena show FILE`,
		"arena show open --width 19":                    "--width: must be 20 to 512, got 19",
		"arena show open --width 513":                   "--width: must be 20 to 512, got 513",
		"arena chek open":                               `unexpected argument "chek"`,
		"sim --matches 3":                               "--matches: goes with --mix only",
		"sim --mix --bots 3":                            "--bots: does not go with --mix",
		"sim --mix --ticks 60":                          "--ticks: does not go with --mix",
		"sim --mix --mode teams":                        "--mode: does not go with --mix",
		"sim --mix --teams":                             "--teams: does not go with --mix",
		"sim --mix --matches 0":                         "--matches: must be 1 to 100000, got 0",
		"sim --mix --skill 6":                           "--skill: must be 1 to 5",
		"sim --mix --skill auto":                        "--skill: auto needs a player to suit",
		"sim --mix --arena nowhere!":                    "--arena: ",
		"swarm --clients 99999999999":                   "--clients: must be 1 to 65536, got 99999999999\n",
		"swarm --matches 99999999999":                   "--matches: must be 1 to 4096 for 64 clients, got 99999999999\n",
		"sim --mix --matches 99999999999999":            "--matches: must be 1 to 100000, got 99999999999999\n",
		"solo --mode waves --campaign siege":            `--campaign: must be one of frontier, exodus, maelstrom, got "siege"`,
		"solo --campaign frontier":                      "--campaign: needs --mode waves with it",
		"solo --rotation teams,last --endless":          "--endless: needs --mode waves with it",
		"sim --endless":                                 "--endless: needs --mode waves with it",
		"host --endless":                                "--endless: needs --mode waves with it",
		"host --headless --class scout":                 "--class: is of your ship, and --headless has none",
		"host --headless --colour red":                  "--colour: is of your ship, and --headless has none",
		"host --headless --name Ann":                    "--name: is of your pilot, and --headless has none: --title names the match",
		"host --log json":                               "--log: needs --headless with it",
		"host --fleet-matches 4":                        "--fleet-matches: needs --fleet with it",
		"host --invite":                                 "--invite: needs a relay, which passes on what players and this host send: run \"dogfight relay\" on a machine",
		"host --invite --relay a:b:c":                   "--relay: a relay must be HOST or HOST:PORT, got \"a:b:c\"",
		"host --invite --relay a --listen= --ssh :0":    "--invite: needs --listen with it",
		"host --invite --relay a --fleet nats://a":      "--invite: does not go with --fleet",
		"host --relay example.org":                      "--relay: needs --invite with it",
		"host --invite-once":                            "--invite-once: needs --invite with it",
		"join relay.example.org/amber-fox-7k3q":         "a code must end with 12 characters, as 7k3q-92hd-m4xt, got 4",
		"relay --rate 1":                                "--rate: must be 16 to 100000, got 1\n",
		"relay --listen=":                               "--listen: must be an address, such as :4248",
		"host --dialect-classic --dialect rtype":        "--dialect-classic: needs --dialect dogfight with it",
		"host --dialect-settings --dialect dogfight=:1": "--dialect-settings: needs --dialect lightracer with it",
		"host --listen=":                                `--listen: "" needs --ssh, --web or --dialect with it`,
		"host --record off --replays 5MB":               "--replays: does not go with --record off",
		"solo --record off --replays 5MB":               "--replays: does not go with --record off",
		"join --record off --replays 5MB":               "--replays: does not go with --record off",
		"daily --list --practice":                       "--practice: does not go with --list",
		"scores --me --laps":                            "--laps: does not go with --me",
		"scores --waves --verify":                       "--verify: does not go with --waves",
		"scores --fleet-key x":                          "--fleet-key: needs --fleet with it",
		"replay info x --json --chat":                   "--chat: does not go with --json",
		"swarm --thin --skill 2":                        "--skill: does not go with --thin",
	} {
		refuses(t, want, strings.Fields(line)...)
	}
}

func TestAnInterruptedCommandPrintsNoResult(t *testing.T) {
	t.Parallel()
	file := inFile(t, testMatch{ticks: 600}.bytes(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{
		"arena check open", "replay stats FILE", "replay verify FILE FILE", "replay cut FILE --to 1s --output FILE.cut", "sim",
		"info 192.0.2.1", "fleet --fleet nats://192.0.2.1:4222", "scores --verify", "scores --laps --verify",
	} {
		var out, errs bytes.Buffer
		args := strings.Fields(strings.ReplaceAll(line, "FILE", file))
		code := (&program{dirs: noFiles, stdout: &out, stderr: &errs}).run(ctx, args)
		if code != command.ExitFailure || out.Len() > 0 || !strings.HasPrefix(errs.String(), "dogfight: interrupted") || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, %q", line, code, &out, &errs)
		}
	}
	if _, err := os.Stat(file + ".cut"); err == nil {
		t.Error("a part of a replay was written")
	}
}

func TestMistypedCommandsGetASuggestion(t *testing.T) {
	for typed, want := range map[string]string{
		"hsot": `no command called "hsot": did you mean host?`,
		"jion": `no command called "jion": did you mean join?`,
		"xyzw": `no command called "xyzw": must be one of solo, daily, tutorial, join, replay, host`,
	} {
		for _, args := range [][]string{{typed}, {"help", typed}, {"man", typed}} {
			refuses(t, want, args...)
		}
	}
}

func TestHelpIsTheSameByFlagAndByCommand(t *testing.T) {
	t.Parallel()
	root := newRoot(&program{dirs: noFiles})
	for _, name := range append(command.Names(root), "") {
		_, want, _ := call(t, strings.Fields(name+" --help")...)
		if !strings.Contains(want, "Usage:\n  dogfight") || !strings.HasPrefix(want, strings.ToUpper(want[:1])) {
			t.Errorf("%s --help: %q", name, want)
		}
		for _, args := range [][]string{strings.Fields(name + " -h"), strings.Fields("help " + name)} {
			if code, out, errs := call(t, args...); code != command.ExitOK || out != want || errs != "" {
				t.Errorf("%v: exit code %d, %q, %q; expected %q", args, code, out, errs, want)
			}
		}
	}
}

func TestHelpFitsTheTerminal(t *testing.T) {
	var all func(c *cobra.Command)
	all = func(c *cobra.Command) {
		for _, columns := range []int{80, 120} {
			var b strings.Builder
			command.WriteHelp(&b, c, columns)
			_, examples, _ := strings.Cut(b.String(), "\nExamples:\n")
			examples, _, _ = strings.Cut(examples, "\n\n")
			for line := range strings.Lines(strings.Replace(b.String(), examples, "", 1)) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
					t.Errorf("%s, %d columns: %d in %q", c.CommandPath(), columns, n, line)
				}
			}
			var free strings.Builder
			if command.WriteHelp(&free, c, 0); strings.Join(strings.Fields(b.String()), " ") != strings.Join(strings.Fields(free.String()), " ") {
				t.Errorf("%s: the words in %d columns are others", c.CommandPath(), columns)
			}
		}
		for _, sub := range c.Commands() {
			all(sub)
		}
	}
	all(newRoot(&program{dirs: noFiles}))
}

func TestAShellWithoutACompletionScriptIsRefused(t *testing.T) {
	want := "dogfight: completion: must be one of bash, zsh, fish, powershell, got \"tcsh\"\n"
	if code, out, errs := call(t, "completion", "tcsh"); code != command.ExitUsage || out != "" || errs != want {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

func TestTheHelpOfEachCommandWithFlagsHasAnExample(t *testing.T) {
	for _, c := range newRoot(&program{dirs: noFiles}).Commands() {
		flags := 0
		c.Flags().VisitAll(func(f *pflag.Flag) { flags++ })
		if flags > 1 && !c.HasExample() { // --help is one
			t.Errorf("%s: no example", c.Name())
		}
	}
}

func TestShellsCompleteCommandsAndTheWordsOfFlags(t *testing.T) {
	t.Parallel()
	for shell, sign := range map[string]string{"bash": "complete ", "zsh": "#compdef dogfight", "fish": "complete -c dogfight", "powershell": "Register-ArgumentCompleter"} {
		if code, out, errs := call(t, "completion", shell); code != command.ExitOK || !strings.Contains(out, sign) || errs != "" {
			t.Errorf("%s: exit code %d, %d bytes, %q", shell, code, len(out), errs)
		}
	}
	for line, want := range map[string]string{
		"ho":                "host\tHost a match",
		"solo --mode t":     "teams\n",
		"solo --class s":    "scout\n",
		"host --weapon r":   "rail\n",
		"sim --arena du":    "duel\n",
		"join --class ":     "fighter\n",
		"host --friendly-f": "--friendly-fire\t",
		"completion po":     "powershell\t",
		"host --rotation d": "deathmatch\n",

		"solo --rotation deathmatch:open,te":  "deathmatch:open,teams\n",
		"solo --rotation teams,deathmatch:du": "teams,deathmatch:duel\n",
		"solo --rotation :":                   ":belt\n",

		"help ho":                 "host\tHost a match",
		"man arena ch":            "check\tList the faults",
		"host --dialect car":      "carnage\n",
		"join --mode t":           "teams\n",
		"scores --arena ri":       "ring\n",
		"admin ki":                "kick\tdisconnect a player",
		"admin help k":            "kick\tdisconnect a player",
		"replay export --theme a": "amber\n",
	} {
		_, out, _ := call(t, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if !strings.Contains(out, want) {
			t.Errorf("%q: offered %q, expected %q", line, out, want)
		}
	}
}

func TestShellsCompleteTheHostsAndReplaysOfThePlayer(t *testing.T) {
	p := newUser(t)
	fingerprint := "SHA256:" + strings.Repeat("0", 43)
	if err := link.NewKnownHosts(p.KnownHosts()).Remember("example.org:4242", fingerprint); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(p.Replays(), "friday"+replays.Ending)
	if err := cmp.Or(os.MkdirAll(p.Replays(), 0o755), os.WriteFile(file, []byte("x"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.Fleets(), []byte("door.example\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"join ":          "example.org:4242\nfleet://door.example\n",
		"info ":          "example.org:4242\nfleet://door.example\n",
		"replay ":        "last\nfriday.",
		"replay verify ": "last\nfriday.",
	} {
		if _, out, _ := p.call(append([]string{"__complete"}, strings.Split(line, " ")...)...); !strings.Contains(out, want) {
			t.Errorf("%q: offered %q, expected %q", line, out, want)
		}
	}
}

func TestBashCompletesARotationAfterACommaAndAColon(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("not tried: bash is missing")
	}
	script := filepath.Join(t.TempDir(), "dogfight.bash")
	_, out, _ := call(t, "completion", "bash")
	if err := os.WriteFile(script, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	// bash and its completion package do the rest before the script; the completion replaces the word after the last colon.
	offered, err := exec.Command(bash, "-c", `source "$1"
dogfight() { printf '%s\n' teams:duel,race:ring :6; }
_init_completion() { words=(dogfight solo --rotation teams:duel,race:r) cword=3 cur=${words[3]} prev=--rotation; }
COMP_TYPE=9 COMP_WORDBREAKS=:
__start_dogfight 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"`, "bash", script).CombinedOutput()
	if want := "ring\n"; err != nil || string(offered) != want {
		t.Errorf("%v: offered %q, want %q", err, offered, want)
	}
}

func TestCompletionsHaveNoBackquotes(t *testing.T) {
	t.Parallel()
	for _, name := range command.Names(newRoot(&program{dirs: noFiles})) {
		if _, out, _ := call(t, "__complete", name, "--"); strings.Contains(out, "`") || !strings.Contains(out, "--help\t") {
			t.Errorf("%s: offered %q", name, out)
		}
	}
}

func TestTheManualHasAPageForEachCommand(t *testing.T) {
	t.Parallel()
	for line, wants := range map[string][]string{
		"man": {".TH DOGFIGHT 6 \"\" \"Dogfight " + version + "\"\n.nh\n.ad l\n", ".SH \"FLYING\"", "fire; hold it to keep firing", "\\fBdogfight\\-join\\fR(6)", "\\fBdogfight\\-hub\\fR(8)"},
		"man host": {
			".TH DOGFIGHT-HOST 6 ", ".TP\n\\fB\\-b,\\fR \\fB\\-\\-bots\\fR \\fIN\\fR\nN bots, of up to 64 ships in all\n", "\\fI\\(ti/.config/dogfight/server.toml\\fR\n",
			".SH \"ENVIRONMENT\"", ".SH \"EXIT STATUS\"", ".SH \"EXAMPLES\"\n.nf\n  dogfight host\n", ".SH \"SEE ALSO\"\n\\fBdogfight\\fR(6),\n\\fBdogfight\\-door\\fR(6),",
		},
		"man sim":         {"on average\n.fi\n.SH"},
		"man admin":       {"\n  kick PLAYER [REASON] [\\-\\-yes]\n      disconnect a player, who may rejoin\n"},
		"man arena check": {".TH DOGFIGHT-ARENA-CHECK 6 ", "\\fBdogfight\\-arena\\-show\\fR(6)"},
	} {
		code, out, errs := call(t, strings.Fields(line)...)
		for _, want := range wants {
			if code != command.ExitOK || !strings.Contains(out, want) || errs != "" {
				t.Errorf("%s: exit code %d, %q: expected %q in\n%s", line, code, errs, want, out)
			}
		}
	}
	if code, _, errs := call(t, "man", "--dir", "/nonexistent"); code != command.ExitUsage || strings.Count(errs, "\n") != 1 {
		t.Errorf("a folder that is missing: exit code %d, %q", code, errs)
	}
}

func TestTheManualIsTheSameForEachUser(t *testing.T) {
	t.Parallel()
	one, other := t.TempDir(), t.TempDir()
	p := newUser(t)
	theme := filepath.Join(p.Themes(), "mine.toml")
	if err := cmp.Or(os.MkdirAll(p.Themes(), 0o755), os.WriteFile(theme, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	p.call("man", "--dir", one)
	call(t, "man", "--dir", other)
	for _, name := range append(command.Names(newRoot(&program{dirs: noFiles})), "replay-export") {
		page := "dogfight-" + name + ".6"
		if a, b := readFile(t, filepath.Join(one, page)), readFile(t, filepath.Join(other, page)); a == "" || a != b {
			t.Errorf("%s: %d bytes, and %d for another user", page, len(a), len(b))
		}
	}
}

func TestGroffFindsNothingWrongWithTheManual(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("not tried: groff is missing")
	}
	folder := t.TempDir()
	call(t, "man", "--dir", folder)
	pages, _ := filepath.Glob(filepath.Join(folder, "*.6"))
	if output, err := exec.Command("groff", append([]string{"-man", "-Tutf8", "-ww", "-z"}, pages...)...).CombinedOutput(); err != nil || len(output) > 0 || len(pages) == 0 {
		t.Errorf("%d pages: %v\n%s", len(pages), err, output)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestOldFlagsWork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, old []string }{
		{[]string{"--mode", "teams"}, []string{"--teams"}},
		{[]string{"--mode", "teams"}, []string{"--teams=true"}},
		{[]string{"-m", "deathmatch"}, []string{"--teams=false"}},
		{[]string{"-b", "8"}, []string{"--bots", "8"}},
	} {
		_, now, _ := call(t, append([]string{"sim", "--ticks", "600"}, c.now...)...)
		_, old, errs := call(t, append([]string{"sim", "--ticks", "600"}, c.old...)...)
		if hash(now) == "" || hash(now) != hash(old) {
			t.Errorf("%v gives %q, %v %q %q", c.now, now, c.old, old, errs)
		}
	}
	for _, delay := range []string{"-1s", "5m1s", "30", "late"} {
		if code, _, errs := call(t, "host", "--headless", "--delay="+delay); code != command.ExitUsage || !strings.Contains(errs, "--delay: ") {
			t.Errorf("--delay %s: exit code %d, %q", delay, code, errs)
		}
	}
	if code, _, errs := call(t, "host", "--pilot", "\x07"); code != command.ExitUsage || !strings.Contains(errs, "--pilot: ") {
		t.Errorf("host --pilot: exit code %d, %q", code, errs)
	}
}

func TestWrongRotationsAndTeamsAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--rotation deathmatch:open,chess:duel": `--rotation: entry 2: no mode called "chess": must be one of deathmatch, teams`,
		"--rotation duel":                       `--rotation: entry 1: no mode called "duel": must be one of deathmatch, teams`,
		"--rotation teams:nowhere":              `--rotation: entry 1, "teams:nowhere": no arena called "nowhere": must be one of ` + strings.Join(assets.ArenaNames(), ", ") + ", or a file",
		"--rotation teams,,teams":               `--rotation: entry 2: must be MODE:ARENA, MODE or :ARENA, got ""`,
		"--rotation teams --mode teams":         "--rotation: does not go with --mode",
		"--rotation teams -a duel":              "--rotation: does not go with --arena",
		"--teams=5":                             `--teams: must be 2 to 4, got "5"`,
		"--teams=some":                          `--teams: must be 2 to 4, got "some"`,
		"--teams=3 --mode deathmatch":           "--teams: there are none in deathmatch",
		"--mode waves --bots 8":                 "--bots: must be 0 to 7 in waves, got 8",
		"--time 25h":                            "--time: must be 0 to 24h, or usual, got 25h0m0s",
		"--time soon":                           `--time: "soon" is not a time, such as 90s or 5m`,
	} {
		for _, verb := range []string{"solo", "host"} {
			refuses(t, want, append([]string{verb}, strings.Fields(line)...)...)
		}
	}
}

// hash returns the hash in the output of sim.
func hash(line string) string {
	_, rest, _ := strings.Cut(line, `"hash":"`)
	return rest[:min(16, len(rest))]
}
