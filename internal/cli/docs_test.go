package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/internal/command"
	"dogfight/testkit"
)

// documents returns the documents for users, by their paths in the repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatal("no documents: ", err)
	}
	for _, name := range []string{"README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "examples/README.md"} {
		files = append(files, filepath.Join(root, name))
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, file)
		texts[filepath.ToSlash(name)] = string(text)
	}
	return texts
}

var (
	codeBlock    = regexp.MustCompile("(?ms)^```\\w*\n(.*?)^```$")
	inlineRun    = regexp.MustCompile("`(dogfight [^`]+)`")
	shellComment = regexp.MustCompile(`\s+#( .*)?$`)
	flagName     = regexp.MustCompile("`--([a-z][a-z0-9-]+)")
	mdLink       = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading    = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// commandLines returns the command lines of a document.
func commandLines(text string) (lines []string) {
	for _, block := range codeBlock.FindAllStringSubmatch(text, -1) {
		joined := strings.ReplaceAll(block[1], "\\\n", " ")
		for line := range strings.Lines(joined) {
			for part := range strings.SplitSeq(shellComment.ReplaceAllString(strings.TrimSpace(line), ""), " && ") {
				part, _, _ = strings.Cut(part, " | ")
				lines = append(lines, strings.Replace(part, "go run . ", "dogfight ", 1))
			}
		}
	}
	for _, run := range inlineRun.FindAllStringSubmatch(text, -1) {
		lines = append(lines, run[1])
	}
	return lines
}

// split returns the words of a command line as a shell does, as far as the documents need it.
func split(line string) (words []string) {
	quote, word, in := rune(0), "", false
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word += string(r)
		case r == '\'' || r == '"':
			quote, in = r, true
		case unicode.IsSpace(r) && in:
			words, word, in = append(words, word), "", false
		case !unicode.IsSpace(r):
			word, in = word+string(r), true
		}
	}
	return words
}

// check parses a command line as the program does, without running it.
func check(words []string) error {
	root := newRoot(&program{dirs: noFiles})
	root.InitDefaultHelpCmd()
	c, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	if c == root && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return unknownCommand(c, rest)
	}
	if c.DisableFlagParsing {
		return nil
	}
	if err := c.ParseFlags(rest); err != nil || len(rest) == 0 {
		return err // sentences name commands without their arguments
	}
	return c.ValidateArgs(c.Flags().Args())
}

func TestEachCommandInTheDocumentsExists(t *testing.T) {
	t.Parallel()
	n := 0
	for name, text := range documents(t) {
		for _, line := range commandLines(text) {
			words := split(line)
			if len(words) == 0 || words[0] != "dogfight" || strings.Contains(line, "...") || strings.Contains(line, "<") {
				continue
			}
			if i := slices.IndexFunc(words, func(w string) bool { return w == ">" || strings.HasPrefix(w, "#") }); i > 0 {
				words = words[:i]
			}
			n++
			if err := check(words[1:]); err != nil {
				t.Errorf("%s: %s: %v", name, line, err)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d command lines were found, want 50 or more", n)
	}
}

func TestEachFlagInTheDocumentsExists(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"help": true, "update": true, "now": true} // the last two are words of admin drain
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add(newRoot(&program{dirs: noFiles}))
	hub := ""
	sources, _ := filepath.Glob(filepath.Join("..", "hub", "cli", "*.go"))
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		hub += string(text)
	}
	texts := documents(t)
	delete(texts, "examples/README.md") // its programs have flags of their own
	for name, text := range texts {
		for _, flag := range flagName.FindAllStringSubmatch(text, -1) {
			if !known[flag[1]] && !strings.Contains(hub, `"`+flag[1]+`"`) {
				t.Errorf("%s: --%s is a flag of no command", name, flag[1])
			}
		}
	}
}

// anchor returns the part of a link that leads to a heading, as GitHub makes it.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

func TestEachLinkInTheDocumentsLeadsSomewhere(t *testing.T) {
	t.Parallel()
	texts := documents(t)
	for name, text := range texts {
		for _, found := range mdLink.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
			to, at, _ := strings.Cut(found[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			target := name
			if to != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(name), to))
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(target))); err != nil {
				t.Errorf("%s: %s: there is no such file", name, found[1])
				continue
			}
			if at != "" && !slices.ContainsFunc(mdHeading.FindAllStringSubmatch(texts[target], -1), func(h []string) bool { return anchor(h[1]) == at }) {
				t.Errorf("%s: %s: there is no such heading", name, found[1])
			}
		}
	}
}

func TestTheReadmeIsShort(t *testing.T) {
	text := documents(t)["README.md"]
	if lines, words := strings.Count(text, "\n"), len(strings.Fields(text)); lines > 150 || words > 900 {
		t.Errorf("%d lines and %d words, want at most 150 and 900", lines, words)
	}
}

// anyText are the flags that accept any file or text as their value. Every text may be empty.
var anyText = strings.Fields("addr admin arena backup campaign config data dir fleet-address fleet-ca fleet-key fleet-region follow listen motd name output " +
	"password-file pilot profile record region socket ssh-admins ssh-allow title web-tls")

// faults are wrong flags that stop a command. They are checked after all others, except the second, which is for values of the first.
var faults = map[string][2]string{
	"dogfight solo":   {"--name=", "--class=x"},
	"dogfight daily":  {"--name=", "--class=x"},
	"dogfight join":   {"--name=", "--password-file=/nonexistent"},
	"dogfight host":   {"--log-level=x", "--listen=127.0.0.1:0"},
	"dogfight relay":  {"--log-level=x", "--listen=127.0.0.1:0"},
	"dogfight scores": {"--limit=0", "--me=false"}, // --backup refuses it
	"dogfight swarm":  {"--skill=9", "--addr=127.0.0.1:1"},
}

// words are the arguments of commands that need some.
var words = map[string][]string{
	"dogfight arena check": {"/nonexistent"}, "dogfight arena show": {"/nonexistent"}, "dogfight info": {"127.0.0.1:1"},
	"dogfight fleet ban": {"192.0.2.1"}, "dogfight fleet unban": {"192.0.2.1"}, "dogfight fleet replay": {"hash", "/nonexistent/file"},
	"dogfight replay cut": {"/nonexistent"}, "dogfight replay export": {"/nonexistent", "--format=cast"}, "dogfight replay info": {"/nonexistent"},
	"dogfight replay stats": {"/nonexistent"}, "dogfight replay verify": {"/nonexistent"},
}

func TestEachFlagRefusesBadValuesInOneLine(t *testing.T) {
	t.Parallel()
	var all func(c *cobra.Command)
	all = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, value := range testkit.BadValues {
				refusesInOneLine(t, c, f, value)
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				all(sub)
			}
		}
	}
	all(newRoot(&program{dirs: noFiles}))
}

func refusesInOneLine(t *testing.T, c *cobra.Command, f *pflag.Flag, value string) {
	args := strings.Fields(c.CommandPath())[1:]
	args = append(args, words[c.CommandPath()]...)
	fault := faults[c.CommandPath()]
	late := fault[0]
	if strings.HasPrefix(late, "--"+f.Name+"=") || f.Name == "backup" {
		late = fault[1]
	}
	if late != "" {
		args = append(args, late)
	}
	if c.Name() == "host" {
		args = append(args, "--headless")
	}
	args = append(args, "--"+f.Name+"="+value)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	code := (&program{dirs: noFiles, stdout: &out, stderr: &errs}).run(ctx, args)
	free := slices.Contains(anyText, f.Name) || c.Name() == "join" && (f.Name == "class" || f.Name == "weapon") || // the host has the list
		value == "" && strings.HasPrefix(f.Value.Type(), "string")
	if free && code == command.ExitOK && errs.Len() == 0 {
		return
	}
	line := testkit.CheckRefusal(t, args, out.String(), errs.String())
	switch {
	case code != command.ExitUsage && !(free && code == command.ExitFailure):
		t.Errorf("%.200q: exit code %d, %.200q", args, code, line)
	case !free && !strings.HasPrefix(line, "dogfight: --"+f.Name+": "):
		t.Errorf("%.200q: the error is about another flag: %.200q", args, line)
	}
}
