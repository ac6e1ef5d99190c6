package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var keys = []Key{
	{"listen", Text}, {"bots", Number}, {"lan", Switch}, {"skill", NumberOrText}, {"dialect", List}, {"motd", Lines}, {"rotation", Turns},
}

func TestAFileIsReadAsTextsForFlags(t *testing.T) {
	f, err := ParseServerFile("server.toml", []byte(`# a comment
listen = ":4242"
bots = 4
lan = false
skill = "auto"
dialect = ["carnage=:1", "rtype=:2"]
motd = """
Welcome.
Be kind. [[rotation]]
[[rotation]]
"""

[[rotation]]
mode = "teams"
arena = "duel"

  [[ rotation ]] # again
arena = "open"
`), keys)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Value{
		{Key: "listen", Line: 2, Texts: []string{":4242"}},
		{Key: "bots", Line: 3, Texts: []string{"4"}},
		{Key: "lan", Line: 4, Texts: []string{"false"}},
		{Key: "skill", Line: 5, Texts: []string{"auto"}},
		{Key: "dialect", Line: 6, Texts: []string{"carnage=:1", "rtype=:2"}},
		{Key: "motd", Line: 7, Texts: []string{"Welcome.", "Be kind. [[rotation]]", "[[rotation]]"}},
		{Key: "rotation", Line: 13, Texts: []string{"teams:duel,:open"}, Entries: []int{13, 17}},
	} {
		got := f.Value(want.Key)
		if got == nil || got.Line != want.Line || !slices.Equal(got.Texts, want.Texts) || !slices.Equal(got.Entries, want.Entries) {
			t.Errorf("%s: expected %+v, got %+v", want.Key, want, got)
		}
	}
	if v := f.Value("rotation"); v.LineOf("entry 2, \":open\": no such arena") != 17 || v.LineOf("entry 9: none") != 13 || v.LineOf("must be") != 13 {
		t.Error("an entry's line is not that of its heading")
	}
}

func TestEmptyValuesAreNone(t *testing.T) {
	f, err := ParseServerFile("server.toml", []byte("listen = \"\"\ndialect = []\nmotd = \"\"\nrotation = []\nskill = \"\"\n"), keys)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range f.Values {
		if len(v.Texts) != 0 {
			t.Errorf("%s: got %q", v.Key, v.Texts)
		}
	}
}

// badFiles have one mistake each.
var badFiles = []struct{ text, want string }{
	{"bots = \"4\"", `server.toml:1: bots: must be a whole number, got "4"`},
	{"\n\nbots = 4.5", "server.toml:3: bots: must be a whole number, got 4.5"},
	{"bots = four", "server.toml:1: bots: must be a whole number, got \"four\""},
	{"bots =", "server.toml:1: bots: unexpected EOF; expected value"},
	{"bots = 99999999999999999999", "server.toml:1: bots: "},
	{"# x\nlisten = 4242", "server.toml:2: listen: must be text in quotes, got 4242"},
	{"listen = 2026-01-02", "server.toml:1: listen: must be text in quotes, got 2026-01-02"},
	{"listen = \"\"\"\nx\"\"\"\nlan = 1", "server.toml:3: lan: must be true or false, got 1"},
	{"lan = \"yes\"", `server.toml:1: lan: must be true or false, got "yes"`},
	{"skill = true", "server.toml:1: skill: must be a whole number, or text in quotes, got true"},
	{"dialect = [1]", "server.toml:1: dialect: entry 1: must be text in quotes, got 1"},
	{"dialect = {a = 1}", "server.toml:1: dialect: must be text in quotes, or a list of that, got a table"},
	{"motd = [[\"a\"]]", "server.toml:1: motd: entry 1: must be text in quotes, got a list"},
	{"rotation = 3", "server.toml:1: rotation: must be a list such as"},
	{"rotation = [\"teams\", 3]", "server.toml:1: rotation: entry 2: must be text in quotes or a table, got 3"},
	{"rotation = [\"teams,duel\"]", "server.toml:1: rotation: entry 1: must be MODE:ARENA, MODE or :ARENA without a comma"},
	{"[[rotation]]\nmode = \"teams\"\n[[rotation]]\nmode = 3", "server.toml:3: rotation: entry 2: mode must be text in quotes, got 3"},
	{"[[rotation]]\nmode = \"teams\"\nbots = 3", `server.toml:1: rotation: entry 1: must have mode and arena, got "bots": other keys stand above`},
	{"[[rotation]]\n", "server.toml:1: rotation: entry 1: must have mode or arena, got neither"},
	{"[rotation]\nmode = \"x\"", "server.toml:1: rotation: must be a list such as"},
	{"lan = true\nbot = 4", `server.toml:2: bot: must be a key that dogfight config show lists, such as bots, got "bot"`},
	{"Listen = \":1\"", `server.toml:1: Listen: must be a key that dogfight config show lists, such as listen, got "Listen"`},
	{"zzzzzzzz = 4", `server.toml:1: zzzzzzzz: must be a key that dogfight config show lists, got "zzzzzzzz"`},
	{"\n[web]\nlisten = 3", `server.toml:2: [web]: must be a key that dogfight config show lists, got "web"`},
	{"bots = 1\nbots = 2", "server.toml:2: bots: must be there only once"},
	{"bots 4", "server.toml:1: expected '.' or '=', but got '4' instead"},
	{"listen = \"x", "server.toml:1: listen: "},
	{"lan = true\n\n]", "server.toml:3: "},
	{"lan = true\nlisten = \"\xff\"", "server.toml:2: must be UTF-8"},
	{"listen = \"" + strings.Repeat("x", maxSize) + "\"", "server.toml:1: must be a file of at most 65536 bytes"},
}

func TestMistakesAreReportedInOneLineWithTheirPlace(t *testing.T) {
	for _, bad := range badFiles {
		_, err := ParseServerFile("server.toml", []byte(bad.text), keys)
		var found Problems
		if !errors.As(err, &found) || len(found) != 1 || !strings.HasPrefix(err.Error(), bad.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q:\nexpected %s\ngot      %v", bad.text, bad.want, err)
		}
	}
}

func TestMistakesAreReportedInTheOrderOfLines(t *testing.T) {
	f, err := ParseServerFile("server.toml", []byte("bots = \"4\"\nlan = true\nfoo = 3\nlisten = 4\n"), keys)
	var found Problems
	if !errors.As(err, &found) || len(found) != 3 || found[0].Line != 1 || found[1].Line != 3 || found[2].Line != 4 {
		t.Errorf("got %v", found)
	}
	if !strings.Contains(err.Error(), "(and 2 more: see dogfight config check)") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if v := f.Value("lan"); v == nil || v.Line != 2 {
		t.Errorf("a valid key is missing: %v", v)
	}
}

func TestAFileThatCannotBeReadIsRefused(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "missing"), folder} {
		if _, err := ReadServerFile(path, keys); err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v", path, err)
		}
	}
	path := filepath.Join(folder, "server.toml")
	if err := os.WriteFile(path, []byte("bots = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := ReadServerFile(path, keys); err != nil || f.Value("bots").Texts[0] != "3" || f.Path != path {
		t.Errorf("got %v, %v", f, err)
	}
}

// Any file is read without a panic, its mistakes have one line each, and its values have lines.
func FuzzParse(f *testing.F) {
	for _, bad := range badFiles {
		if len(bad.text) < 1000 {
			f.Add([]byte(bad.text))
		}
	}
	f.Add([]byte("motd = '''\n[[rotation]]\n'''\n[[rotation]]\nmode = \"teams\" # \"\"\"\n[[rotation]]\narena = 'a'\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := ParseServerFile("server.toml", text, keys)
		lines := 1 + strings.Count(string(text), "\n")
		var found Problems
		if errors.As(err, &found); err != nil && len(found) == 0 {
			t.Fatalf("an error of another kind: %v", err)
		}
		for _, p := range found {
			if p.Line < 1 || p.Line > lines || strings.ContainsAny(p.Error(), "\n\r\x1b") {
				t.Errorf("of %d lines: %q", lines, p.Error())
			}
		}
		for _, v := range file.Values {
			if v.Line < 1 || v.Line > lines || keyNamed(keys, v.Key) == nil {
				t.Errorf("of %d lines: %+v", lines, v)
			}
		}
	})
}
