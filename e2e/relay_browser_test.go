//go:build linux

package e2e

import (
	"strings"
	"testing"
)

// TestAFriendPlaysInABrowserByAnInvitation: the host has no port for browsers.
func TestAFriendPlaysInABrowserByAnInvitation(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	relay := startListening(t, newCommand(t, "relay", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"), "relay")
	host := startHeadless(t, "--invite", "--relay", relay.listens["relay"], "--arena", writeFile(t, "plain.txt", plain), "--time", "0")
	_, code, _ := strings.Cut(host.invitation, "/")
	url := "http://" + relay.listens["web"] + "/" + code
	invited := c.open(url, little)
	invited.await("a link to play here", func() bool { return strings.Contains(invited.words(), "play in this browser") })
	invited.picture("invitation-to-browsers")
	on := little
	on.still = true
	comet := c.open(url+"/", on)
	comet.holds("it says that the relay reads along", `!document.getElementById("relayed").hidden`)
	comet.playsAccessibly("Comet")
	quasar := startTerminal(t, "join", host.invitation, "--name", "Quasar")
	quasar.sees("Comet")
	comet.sees("Quasar")
	comet.press("\rhello by a relay\r")
	quasar.sees("hello by a relay")
	comet.down("\t")
	comet.sees("Quasar")
	comet.up("\t")
	var known bool
	comet.eval(`dogfight.session.heard.welcome.known`, &known)
	if !known {
		t.Error("the host does not know the browser's key")
	}
}
