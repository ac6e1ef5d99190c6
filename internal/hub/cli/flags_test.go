package cli

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/internal/command"
	"dogfight/testkit"
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
	anyText := strings.Fields("admin config data dir keys name records tls-ca tls-cert tls-key")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	refuses := func(f *pflag.Flag, value string, args ...string) {
		args = append(args, "--"+f.Name+"="+value)
		var out, errs bytes.Buffer
		code := (&program{stdout: &out, stderr: &errs}).run(ctx, args)
		line := testkit.CheckRefusal(t, args, out.String(), errs.String())
		free := slices.Contains(anyText, f.Name) || value == "" && strings.HasPrefix(f.Value.Type(), "string")
		if code != command.ExitUsage || !free && !strings.HasPrefix(line, "dogfight-hub: --"+f.Name+": ") {
			t.Errorf("%.200q: exit code %d, %.200q", args, code, line)
		}
	}
	root := newRoot(&program{})
	eachFlag := func(c *cobra.Command, last, other string, words ...string) { // last is a wrong flag that is checked after all others
		c.Flags().VisitAll(func(f *pflag.Flag) {
			for _, value := range testkit.BadValues {
				fault := last
				if strings.HasPrefix(f.Name, "tls-") || f.Name == "role" {
					fault = other
				}
				refuses(f, value, append(words, fault)...)
			}
		})
	}
	eachFlag(root, "--tls-cert=x", "--replicas=2")
	key, _, _ := root.Find([]string{"key"})
	eachFlag(key, "--role=king", "--dir=/nonexistent", "key", "a")
}
