package cli

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/internal/command"
)

// badValues are refused by every flag but those of anyText.
var badValues = []string{"", " ", "-1", "99999999999999999999", "1e999", "no such:thing", "two\nlines", "\x1b[31mred", "\xff\xfe", strings.Repeat("long", 1000)}

// anyText are the flags whose value may be any file or text, as far as a command line shows. The empty value is allowed to every text.
var anyText = strings.Fields("addr admin arena backup campaign config data dir fleet-address fleet-ca fleet-key fleet-region follow listen motd name output " +
	"password-file pilot profile record region socket ssh-admins ssh-allow title web-tls")

// faults are wrong flags that keep a command from starting. They are checked after all others, but for the second, which is for values of the first.
var faults = map[string][2]string{
	"dogfight solo":   {"--name=", "--class=x"},
	"dogfight daily":  {"--name=", "--class=x"},
	"dogfight join":   {"--name=", "--password-file=/nonexistent"},
	"dogfight host":   {"--log-level=x", "--listen=127.0.0.1:0"},
	"dogfight scores": {"--limit=0", "--me=false"}, // which --backup refuses
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
			for _, value := range badValues {
				refusesInOneLine(t, c, f, value)
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				all(sub)
			}
		}
	}
	all(newRoot(&program{dirs: nobody}))
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
	code := (&program{dirs: nobody, stdout: &out, stderr: &errs}).run(ctx, args)
	line := strings.TrimSuffix(errs.String(), "\n")
	free := slices.Contains(anyText, f.Name) || c.Name() == "join" && (f.Name == "class" || f.Name == "weapon") || // the host has the list
		value == "" && strings.HasPrefix(f.Value.Type(), "string")
	switch {
	case free && code == command.ExitOK && line == "":
		return
	case code != command.ExitUsage && !(free && code == command.ExitFailure):
		t.Errorf("%.200q: exit code %d, %.200q", args, code, line)
	case !free && !strings.HasPrefix(line, "dogfight: --"+f.Name+": "):
		t.Errorf("%.200q: the error is about another flag: %.200q", args, line)
	}
	if out.Len() > 0 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || len(line) > 600 || line == "" {
		t.Errorf("%.200q: expected one legible line, got %.200q (%d bytes), %.200q", args, line, len(line), out.String())
	}
	for _, internal := range []string{"strconv.", "parsing", "listen tcp", "lookup", "ParseAddr", "netip", "%!"} {
		if strings.Contains(line, internal) {
			t.Errorf("%.200q: the error shows %s: %.200q", args, internal, line)
		}
	}
}
