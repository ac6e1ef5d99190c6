package server

import (
	"encoding/base64"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// nativePlayer is one who has the program, and a key.
type nativePlayer struct {
	*webMatch
	key identity.Key
}

func (m *webMatch) native() *nativePlayer {
	m.Helper()
	key, err := identity.Load(filepath.Join(m.TempDir(), "key"))
	if err != nil {
		m.Fatal(err)
	}
	return &nativePlayer{m, key}
}

// flies has the player in the match until their link is cut.
func (p *nativePlayer) flies(name string) (cut func()) {
	p.Helper()
	cert, err := p.key.Certificate(nil)
	if err != nil {
		p.Fatal(err)
	}
	at := p.doors[slices.IndexFunc(p.doors, func(d Door) bool { return d.Name() == "native" })].Addrs()[0]
	c := net.NewClient(net.ClientConfig{Name: name, Dial: func() link.Link { return link.DialAs(at, &link.Trust{}, cert) }})
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				c.Link().Close()
				return
			case <-time.After(10 * time.Millisecond):
				c.Frame(time.Now(), 0)
			}
		}
	}()
	var once bool
	cut = func() {
		if !once {
			once = true
			close(stop)
			<-stopped
		}
	}
	p.Cleanup(cut)
	return cut
}

// vouch is what the player's key says of a browser at this match's page.
func (p *nativePlayer) vouch(browser testkit.WebPlayer, origin string) string {
	p.Helper()
	statement, err := p.key.Vouch(browser.Fingerprint(), origin)
	if err != nil {
		p.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(statement)
}

func TestAPlayersBrowserAndProgramHaveOneSeat(t *testing.T) {
	t.Parallel()
	for what, browser := range knownPlayers() {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			m := startWebMatch(t)
			wilma := m.native()
			cut := wilma.flies("Wilma")
			was, before := m.waits("Wilma", "there", isThere)
			cut()
			m.waits("Wilma", "away", isAway)

			page, answer, ended := m.comes(browser, testkit.WebHello{Name: "Wilma", Vouch: wilma.vouch(browser, "http://"+m.web)})
			if answer.Linked != wilma.key.Fingerprint() {
				t.Errorf("it is linked with %q, and the player is %s", answer.Linked, wilma.key.Fingerprint())
			}
			is, now := m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)

			m.learns(wilma.key.Fingerprint(), 2)
			page.CloseNow()
			<-ended
			m.waits("Wilma", "away", isAway)
			wilma.flies("Wilma") // who brings no statement: the host knows
			is, now = m.waits("Wilma", "there again", isThere)
			m.same(was, is, before, now)
		})
	}
}

// learns waits until the host remembers so many keys of a player.
func (m *webMatch) learns(key string, keys int) {
	m.Helper()
	testkit.Until(m, fmt.Sprintf("the host knows %d keys of the player", keys), func() bool { return len(m.keys.known.Of(key)) == keys })
}

func TestAStatementThatDoesNotHoldLinksNothing(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	wilma, browser, other := m.native(), testkit.NewWebPlayer(), testkit.NewWebPlayer()
	good := wilma.vouch(browser, "http://"+m.web)
	for what, h := range map[string]struct {
		who   testkit.WebPlayer
		vouch string
	}{
		"for another browser": {other, good},
		"for another host":    {browser, wilma.vouch(browser, "http://other.example")},
		"of nobody":           {testkit.WebPlayer{}, good},
		"that is cut short":   {browser, good[:len(good)-8]},
		"that is none":        {browser, base64.RawURLEncoding.EncodeToString([]byte("SSHSIG"))},
	} {
		page, answer, ended := m.comes(h.who, testkit.WebHello{Name: "Wilma", Vouch: h.vouch})
		m.waits("Wilma", "there", isThere) // and plays all the same
		if answer.Linked != "" {
			t.Errorf("a statement %s links with %q", what, answer.Linked)
		}
		page.Says("leave", true)
		<-ended
		m.gone("Wilma")
	}
	m.learns(wilma.key.Fingerprint(), 1)
}

func TestAPlayersBrowserAndProgramHaveOneCareer(t *testing.T) {
	t.Parallel()
	m := startWebMatch(t)
	wilma, browser := m.native(), testkit.NewWebPlayer()
	m.comes(browser, testkit.WebHello{Name: "Wilma", Vouch: wilma.vouch(browser, "http://"+m.web)})
	m.waits("Wilma", "shot down", m.shotDown)
	m.learns(wilma.key.Fingerprint(), 2)
	if err := m.host.Finish(); err != nil {
		t.Fatal(err)
	}
	m.waits("Wilma", "at the end", func(proto.Pilot, *game.Ship) bool { return m.news.Load() != nil })
	c, err := records.ReadCareer(m.dirs.Records(), m.keysOf(wilma.key.Fingerprint()))
	if err != nil || c.Matches != 1 || c.Deaths == 0 {
		t.Errorf("the career of the player's own key is %+v, %v", c, err)
	}
}
