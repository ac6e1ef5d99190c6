//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestServersOfOtherProtocolsAreJoined(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"dogfight", "rtype", "rtype-code"} {
		t.Run(dialect, func(t *testing.T) {
			host := startHeadless(t, "--lan=false", "--stats=false", "--bots", "2", "--dialect", dialect+"=127.0.0.1:0")
			addr := host.listens[dialect]
			term := startTerminal(t, "join", dialect+"://"+addr, "--name", "Nova")
			term.sees("3 ships")
			term.press("\t")
			term.sees(dialect + "://" + addr)
			term.sees("Nova")
			term.press("\t\rhello\r")
			term.sees("this protocol has no chat")
		})
	}
}

func TestJoiningNoServerOfAnotherProtocolSaysSo(t *testing.T) {
	t.Parallel()
	for address, words := range map[string]string{
		"dogfight://127.0.0.1:1": "no dogfight server answers at 127.0.0.1:1: connection refused",
		"rtype://127.0.0.1:1":    "no rtype server answers at 127.0.0.1:1: connection refused",
	} {
		term := startTerminal(t, "join", address)
		if code := term.leaves(); code != exitFailure {
			t.Errorf("%s: exit code %d, expected %d", address, code, exitFailure)
		}
		term.sees(words)
	}
}

func TestHelpTellsOfAddressesOfOtherProtocols(t *testing.T) {
	t.Parallel()
	_, stdout, _ := run(t, "help", "join")
	for _, form := range []string{"ssh://[USER@]HOST[:PORT]", "dogfight://HOST[:PORT]", "rtype://HOST[:PORT][?floats=big-endian]", "rtype-code://HOST[:PORT]"} {
		if !strings.Contains(stdout, form) {
			t.Errorf("expected %q, got %q", form, stdout)
		}
	}
}
