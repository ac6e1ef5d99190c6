package webd

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/testkit"
)

// whoCame says who came, and then echoes.
func whoCame(ctx context.Context, t *Terminal) error {
	fmt.Fprintf(t, "%q linked %q;", t.Identity, t.Linked)
	err := echo(ctx, t)
	if context.Cause(ctx) == ErrLost {
		return ErrLost
	}
	return err
}

func TestWhoProvesWhoTheyAreIsKnown(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr := d.Addr().String()
	for what, who := range map[string]testkit.WebPlayer{"a key": testkit.NewWebPlayer(), "a token": testkit.TokenPlayer()} {
		for range 2 {
			p, answer := testkit.Visitor(t, addr, who, testkit.WebHello{Name: "Nova"})
			if !answer.Known || answer.Linked != "" {
				t.Errorf("by %s: %+v", what, answer)
			}
			p.Sees(fmt.Sprintf("%q linked %q;", who.Fingerprint(), ""))
		}
	}
	p, answer := testkit.Visitor(t, addr, testkit.WebPlayer{}, testkit.WebHello{Name: "Nova", Vouch: "AAAA", Tab: testkit.NewTab()})
	if p.Sees(`"" linked "";`); answer.Known {
		t.Error("nobody is known")
	}
}

func TestAProofThatDoesNotHoldIsRefusedInSoManyWords(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova := d.Addr().String(), testkit.NewWebPlayer()
	old, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova"})
	for what, proof := range map[string]func(p *testkit.WebPage) json.RawMessage{
		"replayed":       func(*testkit.WebPage) json.RawMessage { return nova.Proof(old.Origin, old.Challenge) },
		"of another":     func(p *testkit.WebPage) json.RawMessage { return nova.Proof("http://example.org", p.Challenge) },
		"without origin": func(p *testkit.WebPage) json.RawMessage { return nova.Proof("", p.Challenge) },
	} {
		t.Log(what)
		p := testkit.OpenWebPage(t, addr)
		p.Refused(testkit.WebHello{Name: "Nova", Columns: 80, Rows: 24, Proof: proof(p)}, "could not prove who you are")
	}
	for _, text := range []string{`{}`, `"Nova"`, `{"token": "short"}`, `null`} {
		t.Log(text)
		testkit.OpenWebPage(t, addr).Refused(testkit.WebHello{Name: "Nova", Proof: json.RawMessage(text)}, "who you are: load it anew")
	}
	p := testkit.OpenWebPage(t, addr)
	p.Refused(testkit.WebHello{Name: "Nova", Proof: nova.Proof(p.Origin, p.Challenge), Tab: "first"}, "load it anew")
}

func TestWhoIsVouchedForIsToldByWhom(t *testing.T) {
	t.Parallel()
	const native = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	d := openDoor(t, Config{Play: whoCame, Vouched: func(v *Visitor, vouch []byte) string {
		if strings.HasPrefix(v.Identity, "SHA256:") && strings.HasPrefix(v.Origin, "http://127.0.0.1:") && string(vouch) == "good" {
			return native
		}
		return ""
	}})
	for vouch, want := range map[string]string{"Z29vZA": native, "YmFk": "", "Z29vZA==": "", "?": ""} {
		p, answer := testkit.Visitor(t, d.Addr().String(), testkit.NewWebPlayer(), testkit.WebHello{Name: "Nova", Vouch: vouch})
		if p.Sees(fmt.Sprintf("linked %q;", want)); answer.Linked != want {
			t.Errorf("%q: linked with %q", vouch, answer.Linked)
		}
	}
}

func TestAPageThatComesAgainTakesThePlaceOfTheOldOne(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova, tab := d.Addr().String(), testkit.NewWebPlayer(), testkit.NewTab()
	first, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova", Tab: tab})
	first.Sees(";")
	second, _ := testkit.Visitor(t, addr, nova, testkit.WebHello{Name: "Nova", Tab: tab})
	second.Sees(";")
	if why, status := first.Ends(); why != errReplaced.Error() || status != websocket.StatusPolicyViolation {
		t.Errorf("the old one is sent away with %q, %v", why, status)
	}
	second.Types("still here")
	second.Sees("still here")

	for what, h := range map[string]struct {
		who testkit.WebPlayer
		tab string
	}{
		"in another tab":          {nova, testkit.NewTab()},
		"that does not say where": {nova, ""},
		"of another player":       {testkit.NewWebPlayer(), tab},
		"of nobody":               {testkit.WebPlayer{}, tab},
	} {
		other, _ := testkit.Visitor(t, addr, h.who, testkit.WebHello{Name: "Nova", Tab: h.tab})
		other.Sees(";")
		second.Types(what)
		second.Sees(what)
	}
}

func TestAPageThatComesAgainManyTimesAtOncePlaysOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova, tab := d.Addr().String(), testkit.NewWebPlayer(), testkit.NewTab()
	var pages []*testkit.WebPage
	for range 8 {
		p := testkit.OpenWebPage(t, addr)
		p.Says("hello", testkit.WebHello{Name: "Nova", Columns: 80, Rows: 24, Tab: tab, Proof: nova.Proof(p.Origin, p.Challenge)})
		pages = append(pages, p)
	}
	ended := make(chan int)
	for i, p := range pages {
		go func() {
			p.Ends()
			ended <- i
		}()
	}
	left := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true}
	for len(left) > 1 {
		delete(left, <-ended)
	}
	for i := range left {
		pages[i].Types("q")
	}
	<-ended
	d.tabs.mu.Lock()
	defer d.tabs.mu.Unlock()
	if len(d.tabs.in) != 0 {
		t.Error("tabs are remembered in which nobody plays")
	}
}
