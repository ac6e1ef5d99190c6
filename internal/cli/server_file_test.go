package cli

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"dogfight/internal/command"
	"dogfight/internal/config"
)

func TestEachFlagOfAHostHasAKeyOrAReasonForNone(t *testing.T) {
	c, _ := newHosting(&program{dirs: noFiles})
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if k, reason := serverKeyOf(f.Name), notInFile[f.Name]; !f.Hidden && (k == nil) == (reason == "") {
			t.Errorf("--%s: key %v, reason for none %q", f.Name, k, reason)
		}
	})
	seen := map[string]bool{}
	for _, k := range serverKeys {
		if c.Flags().Lookup(k.flag) == nil || seen[k.name] {
			t.Errorf("%s has no flag, or is there twice", k.name)
		}
		seen[k.name] = true
	}
}

// aFile writes a text to a file.
func aFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "server.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var commentedKey = regexp.MustCompile(`(?m)^#([a-z])`)

func TestConfigShowPrintsTheDefaults(t *testing.T) {
	t.Parallel()
	code, shown, errs := call(t, "config", "show")
	if code != command.ExitOK || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	lines := 0
	for line := range strings.Lines(shown) {
		lines++
		if len(line) > commentWidth+1 {
			t.Errorf("line %d is %d long", lines, len(line))
		}
	}
	code, empty, errs := call(t, "config", "check", aFile(t, shown))
	if code != command.ExitOK || strings.Contains(empty, "# line ") {
		t.Fatalf("as it is shown: exit code %d, %s%s", code, empty, errs)
	}
	code, full, errs := call(t, "config", "check", aFile(t, commentedKey.ReplaceAllString(shown, "$1")))
	if code != command.ExitOK {
		t.Fatalf("with all lines: exit code %d, %s", code, errs)
	}
	source := regexp.MustCompile(` +# (line \d+|default|/.* is valid.*)\n`)
	if a, b := source.ReplaceAllString(empty, "\n"), source.ReplaceAllString(full, "\n"); a[strings.Index(a, "\n"):] != b[strings.Index(b, "\n"):] {
		t.Errorf("without a line:\n%s\nwith all:\n%s", a, b)
	}
}

// badConfigs are valid TOML with invalid values.
var badConfigs = []struct{ text, want string }{
	{"\nlisten = \"4242:x\"", `:2: listen: the port in "4242:x" must be 0 to 65535, got "x"`},
	{"bots = 99", ":1: bots: must be 0 to 64, got 99"},
	{"bots = 9999999999", ":1: bots: "},
	{"skill = 9", ":1: skill: must be 1 to 5, or auto, got \"9\""},
	{"mode = \"chess\"", ":1: mode: must be one of deathmatch, teams"},
	{"\n\narena = \"duell\"", `:3: arena: no arena called "duell": must be one of open`},
	{"arena = \"/nonexistent/arena.txt\"", ":1: arena: "},
	{"mode = \"teams\"\nteams = 9", `:2: teams: must be 2 to 4, got "9"`},
	{"campaign = \"nowhere\"", ":1: campaign: "},
	{"time = \"soon\"", `:1: time: "soon" is not a time, such as 90s or 5m`},
	{"time = -5", ":1: time: "},
	{"score = -1", ":1: score: must be 0 or more, got -1"},
	{"rotation = [\"teams:duel\", \"chess\"]", `:1: rotation: entry 2: no mode called "chess"`},
	{"[[rotation]]\nmode = \"teams\"\n\n[[rotation]]\narena = \"nowhere\"", `:4: rotation: entry 2, "deathmatch:nowhere": no arena called "nowhere"`},
	{"mode = \"teams\"\nrotation = [\"teams\"]", ":2: rotation: does not go with mode: its entries say that"},
	{"title = \"\\u001b[31m\"", ":1: title: must be legible characters, got U+001B"},
	{"motd = \"\"\"\na\n\nb\"\"\"", ":1: motd: line 2: must be 1 to 200 bytes, got 0"},
	{"motd = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]", ":1: motd: must be at most 5 lines, got 6"},
	{"password_file = \"/nonexistent\"", ":1: password_file: open /nonexistent: no such file or directory"},
	{"ssh_allow = \"x\"", ":1: ssh_allow: needs ssh with it"},
	{"ssh = \":0\"\nssh_allow = \"/nonexistent\"", ":2: ssh_allow: cannot read the allowed keys: open /nonexistent"},
	{"web_tls = \"a,b\"", ":1: web_tls: needs web with it"},
	{"web = \":0\"\nweb_tls = \"a\"", ":2: web_tls: must be two files, CERT,KEY"},
	{"web = \":0\"\nweb_tls = \"/nonexistent,/nonexistent\"", ":2: web_tls: "},
	{"web = \":0\"\nweb_acme = \"localhost\"", ":2: web_acme: must be a domain, such as example.org"},
	{"web = \":0\"\nweb_proxy = [\"10.0.0.0/8\", \"0.0.0.0/0\"]", ":2: web_proxy: 0.0.0.0/0 is everybody"},
	{"dialect = [\"chess=:1\"]", ":1: dialect: must be one of dogfight"},
	{"per_address = 0", ":1: per_address: must be 1 to 1024, got 0"},
	{"delay = \"5h\"", ":1: delay: must be 0 to 5m, such as 30s, got 5h0m0s"},
	{"delay = 5", ":1: delay: must be text in quotes, got 5"},
	{"replays = \"many\"", ":1: replays: "},
	{"log = \"xml\"", ":1: log: must be one of text, json, got \"xml\""},
	{"log_level = \"loud\"", ":1: log_level: must be one of debug, info, warn, error, got \"loud\""},
	{"no_votes = true", `:1: no_votes: must be a key that dogfight config show lists, such as votes, got "no_votes"`},
	{"votes = [\"kick\", \"party\"]", ":1: votes: "},
	{"config = \"x\"", ":1: config: must be a key"},
}

func TestWrongValuesAreReportedWithTheirLines(t *testing.T) {
	t.Parallel()
	for _, bad := range badConfigs {
		path := aFile(t, bad.text)
		code, out, errs := call(t, "config", "check", path)
		if code != command.ExitFailure || out != "" || !strings.HasPrefix(errs, path+bad.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit code %d\nexpected %s\ngot      %s%s", bad.text, code, bad.want, errs, out)
		}
		code, out, errs = call(t, "host", "--headless", "--config", path)
		if code != command.ExitUsage || out != "" || !strings.HasPrefix(errs, "dogfight: "+path+bad.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: a host: exit code %d\nexpected %s\ngot      %s%s", bad.text, code, bad.want, errs, out)
		}
	}
}

func TestConfigCheckPrintsAllMistakes(t *testing.T) {
	path := aFile(t, "per_address = 0\nbots = \"x\"\nfoo = 1\nskill = \"high\"\n")
	_, _, errs := call(t, "config", "check", path)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if len(lines) != 4 {
		t.Fatalf("got %q", lines)
	}
	for i, key := range []string{":1: per_address", ":2: bots", ":3: foo", ":4: skill"} {
		if !strings.HasPrefix(lines[i], path+key) {
			t.Errorf("expected %s, got %s", key, lines[i])
		}
	}
	if _, _, errs = call(t, "host", "--headless", "-c", path); !strings.Contains(errs, path+":1: per_address") || !strings.Contains(errs, "(and 3 more: see dogfight config check)") {
		t.Errorf("a host prints %s", errs)
	}
}

// hostedBy returns the options of a file and flags.
func hostedBy(t *testing.T, text string, flags ...string) *hosting {
	t.Helper()
	c, h := newHosting(&program{dirs: noFiles})
	if err := c.ParseFlags(flags); err != nil {
		t.Fatal(err)
	}
	set, wrong := readSources(c, aFile(t, text))
	if wrong = append(wrong, set.settle(h, (&program{dirs: noFiles}).readSettings())...); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	return h
}

func TestFlagsOverrideTheFile(t *testing.T) {
	file := "title = \"File\"\nbots = 3\nballot = false\nmotd = [\"a\", \"b\"]\nrotation = [\"teams:duel\", \"deathmatch\"]\nlan = false\n"
	h := hostedBy(t, file)
	if h.Title != "File" || h.Match.Bots != 3 || !h.Match.NoVotes || len(h.Welcome) != 2 || h.Match.Rotation != "teams:duel,deathmatch" || !h.Hidden {
		t.Errorf("the file gives %+v", h.Options)
	}
	h = hostedBy(t, file, "--title", "Flag", "--bots=0", "--motd", "c", "--mode", "last", "--lan", "--no-votes=false")
	if h.Title != "Flag" || h.Match.Bots != 0 || h.Match.NoVotes || len(h.Welcome) != 1 || h.Match.Rotation != "" || h.Match.Mode.Name() != "last" || h.Hidden {
		t.Errorf("flags and file give %+v", h.Options)
	}
	h = hostedBy(t, "mode = \"teams\"\narena = \"duel\"\nresume = false\n", "--rotation", "last,:open", "--headless")
	if h.Match.Rotation != "last,:open" || h.Match.Arena != "" || h.Resume {
		t.Errorf("a rotation on the command line: %+v", h.Options)
	}
}

func TestMistakesOfFlagsNameTheFlag(t *testing.T) {
	if _, _, errs := call(t, "host", "--headless", "--bots", "99", "--config", aFile(t, "bots = 3\n")); errs != "dogfight: --bots: must be 0 to 64, got 99\n" {
		t.Errorf("got %s", errs)
	}
}

func TestOnlyAHeadlessHostReadsTheUsualFile(t *testing.T) {
	ann := newUser(t)
	if at := configPath(ann.Dirs, "", true); at != "" {
		t.Errorf("reads %s, which is not there", at)
	}
	path := ann.ServerFile()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("bots = -1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if at := configPath(ann.Dirs, "", true); at != path {
		t.Errorf("expected %s, reads %q", path, at)
	}
	if at := configPath(ann.Dirs, "", false); at != "" {
		t.Errorf("with a screen it reads %q", at)
	}
	if code, _, errs := ann.call("config", "check"); code != command.ExitFailure || errs != path+":1: bots: must be 0 to 64, got -1\n" {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// Any file is accepted, or refused with one line for each fault, without a panic. (The parser itself is fuzzed in its package: this one
// takes too long to build for that.)
func TestAnyFileIsAcceptedOrRefusedInOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{commentedKey.ReplaceAllString(defaultConfig(noFiles), "$1")}
	for _, bad := range badConfigs {
		texts = append(texts, bad.text)
	}
	const bytes = "\"'[]{}=#\n,.-0a\\\x00\xff"
	for range 400 {
		text := []byte(texts[random.IntN(len(texts))])
		for range 1 + random.IntN(3) {
			text[random.IntN(len(text))] = bytes[random.IntN(len(bytes))]
		}
		c, _ := newHosting(&program{dirs: noFiles})
		file, err := config.ParseServerFile("server.toml", text, fileKeys(c))
		set := sources{flags: c, file: file}
		wrong := set.apply()
		if err != nil {
			wrong = append(wrong, err)
		}
		for _, err := range wrong {
			if !strings.HasPrefix(err.Error(), "server.toml:") || strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Errorf("%q: %q", text, err)
			}
		}
		for _, k := range serverKeys {
			k.fileText(c.Flags().Lookup(k.flag))
		}
	}
}

func TestADoorReadsItsPartOfAFile(t *testing.T) {
	t.Parallel()
	hub := "title = \"Fun\"\nrotation = [\"teams\"]\nfleet = \"nats://127.0.0.1:1\"\n" // a door has no title
	for text, want := range map[string]string{
		"":                           "--fleet: must be the URL of the fleet's hub",
		`fleet = "here"`:             ":1: fleet: must be a URL such as nats://10.0.0.1:4222, got \"here\"",
		hub + `titel = "Fun"`:        `:4: titel: must be a key that dogfight config show lists, such as title, got "titel"`,
		hub + `log = "xml"`:          ":4: log: must be one of text, json, got \"xml\"",
		hub + `ops = "nowhere"`:      ":4: ops: must be HOST:PORT, :PORT or unix:PATH, got \"nowhere\"",
		hub + `drain = "-5m"`:        ":4: drain: must be a time such as 10m, or 0 to end at once, got -5m0s",
		hub + `ssh_allow = "/x"`:     ":4: ssh_allow: needs ssh with it",
		hub + `per_address = "many"`: ":4: per_address: must be a whole number, got \"many\"",
	} {
		path := aFile(t, text)
		if code, _, errs := call(t, "door", "--config", path); code != command.ExitUsage || !strings.Contains(errs, want) {
			t.Errorf("%q: exit code %d, %s", text, code, errs)
		}
	}
}
