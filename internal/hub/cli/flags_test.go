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

func TestTheVersionOfAHubIsPrinted(t *testing.T) {
	for _, arg := range []string{"--version", "-v"} {
		var out, errs bytes.Buffer
		code := (&program{stdout: &out, stderr: &errs}).run(t.Context(), []string{arg})
		if want := command.VersionLine("dogfight-hub") + "\n"; code != command.ExitOK || out.String() != want || errs.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", arg, code, &out, &errs)
		}
	}
}

func TestEachFlagRefusesBadValuesInOneLine(t *testing.T) {
	t.Parallel()
	badValues := []string{"", " ", "-1", "99999999999999999999", "1e999", "no such:thing", "two\nlines", "\x1b[31mred", "\xff\xfe", strings.Repeat("long", 1000)}
	anyText := strings.Fields("data dir keys name records tls-ca tls-cert tls-key")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refuses := func(f *pflag.Flag, value string, args ...string) {
		args = append(args, "--"+f.Name+"="+value)
		var out, errs bytes.Buffer
		code := (&program{stdout: &out, stderr: &errs}).run(ctx, args)
		line := strings.TrimSuffix(errs.String(), "\n")
		free := slices.Contains(anyText, f.Name) || value == "" && strings.HasPrefix(f.Value.Type(), "string")
		if code != command.ExitUsage || !free && !strings.HasPrefix(line, "dogfight-hub: --"+f.Name+": ") {
			t.Errorf("%.200q: exit code %d, %.200q", args, code, line)
		}
		if out.Len() > 0 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || len(line) > 600 || strings.Contains(line, "strconv.") {
			t.Errorf("%.200q: expected one legible line, got %.200q, %.200q", args, line, out.String())
		}
	}
	root := newRoot(&program{})
	eachFlag := func(c *cobra.Command, last, other string, words ...string) { // last is a wrong flag that is checked after all others
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, value := range badValues {
				fault := last
				if strings.HasPrefix(f.Name, "tls-") || f.Name == "role" {
					fault = other
				}
				refuses(f, value, append(words, fault)...)
			}
		})
	}
	eachFlag(root, "--tls-cert=x", "--replicas=2")
	eachFlag(root.Commands()[0], "--role=king", "--dir=/nonexistent", "key", "a")
}
