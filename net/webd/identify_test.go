package webd

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/net/webd/webdtest"
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
	for what, who := range map[string]webdtest.Player{"a key": webdtest.NewPlayer(), "a token": webdtest.TokenPlayer()} {
		for range 2 {
			p, answer := webdtest.Comes(t, addr, who, webdtest.Hello{Name: "Nova"})
			if !answer.Known || answer.Linked != "" {
				t.Errorf("by %s: %+v", what, answer)
			}
			p.Sees(fmt.Sprintf("%q linked %q;", who.Fingerprint(), ""))
		}
	}
	p, answer := webdtest.Comes(t, addr, webdtest.Player{}, webdtest.Hello{Name: "Nova", Vouch: "AAAA", Tab: webdtest.NewTab()})
	if p.Sees(`"" linked "";`); answer.Known {
		t.Error("nobody is known")
	}
}

func TestAProofThatDoesNotHoldIsRefusedInSoManyWords(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova := d.Addr().String(), webdtest.NewPlayer()
	old, _ := webdtest.Comes(t, addr, nova, webdtest.Hello{Name: "Nova"})
	for what, proof := range map[string]func(p *webdtest.Page) json.RawMessage{
		"replayed":       func(*webdtest.Page) json.RawMessage { return nova.Proof(old.Origin, old.Challenge) },
		"of another":     func(p *webdtest.Page) json.RawMessage { return nova.Proof("http://example.org", p.Challenge) },
		"without origin": func(p *webdtest.Page) json.RawMessage { return nova.Proof("", p.Challenge) },
	} {
		t.Log(what)
		p := webdtest.Open(t, addr)
		p.Refused(webdtest.Hello{Name: "Nova", Columns: 80, Rows: 24, Proof: proof(p)}, "could not prove who you are")
	}
	for _, text := range []string{`{}`, `"Nova"`, `{"token": "short"}`, `null`} {
		t.Log(text)
		webdtest.Open(t, addr).Refused(webdtest.Hello{Name: "Nova", Proof: json.RawMessage(text)}, "who you are: load it anew")
	}
	p := webdtest.Open(t, addr)
	p.Refused(webdtest.Hello{Name: "Nova", Proof: nova.Proof(p.Origin, p.Challenge), Tab: "first"}, "load it anew")
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
		p, answer := webdtest.Comes(t, d.Addr().String(), webdtest.NewPlayer(), webdtest.Hello{Name: "Nova", Vouch: vouch})
		if p.Sees(fmt.Sprintf("linked %q;", want)); answer.Linked != want {
			t.Errorf("%q: linked with %q", vouch, answer.Linked)
		}
	}
}

func TestAPageThatComesAgainTakesThePlaceOfTheOldOne(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova, tab := d.Addr().String(), webdtest.NewPlayer(), webdtest.NewTab()
	first, _ := webdtest.Comes(t, addr, nova, webdtest.Hello{Name: "Nova", Tab: tab})
	first.Sees(";")
	second, _ := webdtest.Comes(t, addr, nova, webdtest.Hello{Name: "Nova", Tab: tab})
	second.Sees(";")
	if why, status := first.Ends(); why != errReplaced.Error() || status != websocket.StatusPolicyViolation {
		t.Errorf("the old one is sent away with %q, %v", why, status)
	}
	second.Types("still here")
	second.Sees("still here")

	for what, h := range map[string]struct {
		who webdtest.Player
		tab string
	}{
		"in another tab":          {nova, webdtest.NewTab()},
		"that does not say where": {nova, ""},
		"of another player":       {webdtest.NewPlayer(), tab},
		"of nobody":               {webdtest.Player{}, tab},
	} {
		other, _ := webdtest.Comes(t, addr, h.who, webdtest.Hello{Name: "Nova", Tab: h.tab})
		other.Sees(";")
		second.Types(what)
		second.Sees(what)
	}
}

func TestAPageThatComesAgainManyTimesAtOncePlaysOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: whoCame})
	addr, nova, tab := d.Addr().String(), webdtest.NewPlayer(), webdtest.NewTab()
	var pages []*webdtest.Page
	for range 8 {
		p := webdtest.Open(t, addr)
		p.Says("hello", webdtest.Hello{Name: "Nova", Columns: 80, Rows: 24, Tab: tab, Proof: nova.Proof(p.Origin, p.Challenge)})
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
