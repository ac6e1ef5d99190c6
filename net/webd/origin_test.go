package webd

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"dogfight/net/webd/webdtest"
)

func TestAHostTakesStatementsForOriginsAloneThatItKnowsToBeItsOwn(t *testing.T) {
	self, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	self = strings.ToLower(self)
	d := openDoor(t, Config{Play: whoCame, Origins: []string{"https://play.example"}, Vouched: func(*Visitor, []byte) string { return "SHA256:native" }})
	port := strings.TrimPrefix(d.Addr().String(), "127.0.0.1")
	for origin, own := range map[string]bool{
		"http://127.0.0.1" + port:              true,
		"http://localhost" + port:              true,
		"http://" + self + port:                true,
		"http://" + self + ".local" + port:     true,
		"https://play.example":                 true,
		"https://127.0.0.1" + port:             true, // behind what speaks TLS for it
		"http://127.0.0.1":                     false,
		"http://127.0.0.2" + port:              false,
		"http://192.0.2.1" + port:              false,
		"http://evil.example" + port:           false,
		"http://play.example":                  false,
		"http://localhost.evil.example" + port: false,
	} {
		p := webdtest.OpenAs(t, d.Addr().String(), origin) // a program, which says what it likes
		who := webdtest.NewPlayer()
		answer := p.Comes(webdtest.Hello{Name: "Nova", Columns: 80, Rows: 24, Vouch: "AAAA", Proof: who.Proof(origin, p.Challenge)})
		if !answer.Known || (answer.Linked != "") != own {
			t.Errorf("%s: %+v", origin, answer)
		}
	}
}

func TestPagesOfOriginsThatAreNamedMayPlay(t *testing.T) {
	d := openDoor(t, Config{Origins: []string{"https://play.example"}})
	for origin, status := range map[string]int{"https://play.example": http.StatusSwitchingProtocols, "https://other.example": http.StatusForbidden} {
		ws, r, err := d.dials(origin)
		if r == nil || r.StatusCode != status {
			t.Errorf("a page of %s is answered %v, %v", origin, r, err)
		}
		if err == nil {
			ws.CloseNow()
		}
	}
}
