//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestWhatIsPastedIntoTheChatIsOneLineOfTextAndNothingElse(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--bots", "3")
	p.sees("boost")
	p.press("\r")
	p.sees("say:")
	p.press("\x1b[200~one\ntwo\r\nthree\tfour\x03five\x1b[Asix\x1bseven\x1a\x1b\x1beight\x1b[24~nine\x1b[201~")
	p.sees("nine")
	p.press("!") // what is typed afterwards is a key again
	p.sees("!_")
	p.sees("say: one two  three four")
	p.press("\r")
	p.sees("newcomer: one two  three four")
	for _, words := range []string{"say:", "Leave the match"} {
		if strings.Contains(p.text(), words) {
			t.Errorf("%q is on the screen:\n%s", words, p.text())
		}
	}
	p.quits()
}
