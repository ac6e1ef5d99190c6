package cli

import (
	"strings"
	"testing"

	"dogfight/internal/command"
)

func TestAShareIsGivenInPerCentOrNot(t *testing.T) {
	for text, want := range map[string]share{"5%": 0.05, "0.05": 0.05, "0": 0, "100%": 1, "1": 1, "0.5%": 0.005} {
		var s share
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: expected %v, got %v, %v", text, want, s, err)
		}
	}
}

func TestNumbersThatTakeMemoryAreBounded(t *testing.T) {
	for args, want := range map[string]string{
		"swarm --clients 99999999999":        "--clients: must be 1 to 65536, got 99999999999\n",
		"swarm --matches 99999999999":        "--matches: must be 1 to 4096 for 64 clients, got 99999999999\n",
		"sim --mix --matches 99999999999999": "--matches: must be 1 to 100000, got 99999999999999\n",
	} {
		if code, _, errs := call(t, strings.Fields(args)...); code != command.ExitUsage || !strings.HasSuffix(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, expected %q", args, code, errs, want)
		}
	}
}
