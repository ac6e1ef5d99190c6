//go:build linux

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// asksWho opens what the card tells of the player, and returns their fingerprint.
func (p *page) asksWho() (fingerprint string) {
	p.Helper()
	p.do(chromedp.WaitVisible("#whoami summary", chromedp.ByQuery))
	p.holds("who the player is", `document.querySelector("#whoami code") || (document.querySelector("#whoami").open = true, false)`)
	p.eval(`document.querySelector("#whoami code").textContent`, &fingerprint)
	return fingerprint
}

// Without a browser: TestTheHostTakesWhatThePageProves of net/webd has the page's keys and statements, and
// TestAPlayersBrowserAndProgramHaveOneSeat of internal/server has the host's side.
func TestABrowsersPlayerIsThePlayerOfTheirProgram(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--time", "0")
	p := c.open(host.url(), little)
	browser := p.asksWho()
	if !strings.HasPrefix(browser, "SHA256:") || !strings.Contains(p.words(), "a key of its own") {
		t.Errorf("the card says %q", p.words())
	}
	var command string
	p.eval(`document.querySelector("#command").value`, &command)
	words := strings.Fields(command)
	if want := []string{"dogfight", "id", "link", browser, strings.TrimSuffix(host.url(), "/")}; strings.Join(words, " ") != strings.Join(want, " ") {
		t.Fatalf("the card says to run %q, want %q", words, want)
	}
	p.isForEverybody("who")
	home := t.TempDir()
	printed, _ := output(t, home, words[1:]...)
	own, _ := output(t, home, "id")
	native, _, _ := strings.Cut(own, "\n")

	// What is none links nothing; and Enter in the field does not begin to play.
	p.do(chromedp.Focus("#linking", chromedp.ByQuery))
	p.press("hello\r")
	p.holds("why it is no link", `document.querySelector("#whoami .said").textContent.includes("is not what")`)

	p.do(chromedp.Navigate(strings.TrimSpace(printed))) // only another fragment: the page stays
	p.holds("the link in the field", `document.querySelector("#linking").value.includes("#link=") && location.hash == ""`)
	p.eval(`[...document.querySelectorAll("#whoami button")].find(b => b.textContent == "Link").click()`, nil)
	p.holds("a browser that is linked", `document.querySelector("#whoami").innerText.includes("Linked.")`)
	p.plays("Comet")
	p.holds("a host that knows both", `dogfight.session.heard.welcome.linked == "`+native+`"`)
	if text, _ := os.ReadFile(filepath.Join(host.home(), "kin")); !strings.HasPrefix(string(text), native+" "+browser+" ") {
		p.await("a host that remembers both", func() bool {
			text, _ = os.ReadFile(filepath.Join(host.home(), "kin"))
			return strings.HasPrefix(string(text), native+" "+browser+" ")
		})
	}

	// Loaded anew, the browser is the same player, and goes on in the same seat.
	p.do(chromedp.Reload())
	if again := p.asksWho(); again != browser {
		t.Errorf("it was %s and is %s", browser, again)
	}
	p.plays("Comet")
	if strings.Contains(p.text(), "Comet 2") {
		t.Error("they have a second seat")
	}

	p.eval(`dogfight.ui.leave()`, nil)
	p.do(chromedp.WaitVisible("#whoami summary", chromedp.ByQuery))
	p.holds("whom the host knows", `document.querySelector("#whoami").innerText.includes("`+native+`")`)
	p.eval(`confirm = () => true; [...document.querySelectorAll("#whoami button")].find(b => b.textContent == "Forget me").click()`, nil)
	p.holds("another player", `document.querySelector("#whoami .said").textContent.includes("new player")`)
	if again := p.asksWho(); again == browser {
		t.Error("who was forgotten is the same player")
	}
}
