//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestThePageOfAnInvitationRequestsNothingElse(t *testing.T) {
	t.Parallel()
	relay := startListening(t, newCommand(t, "relay", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"), "relay")
	const code = "amber-fox-7k3q-92hd-m4xt"
	p := startChromium(t).open("http://"+relay.listens["web"]+"/"+code, little)
	if words, want := p.words(), "dogfight join "+relay.listens["relay"]+"/"+code; !strings.Contains(words, want) {
		t.Errorf("expected %q in\n%s", want, words)
	}
	p.picture("invitation")
	if files := p.loaded(); len(files) != 1 {
		t.Errorf("the page loaded %v", files)
	}
}
