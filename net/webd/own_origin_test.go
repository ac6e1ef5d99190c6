package webd

import (
	"crypto/tls"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"dogfight/net/origin"
	"dogfight/net/webd/webdtest"
)

func TestAHostTakesStatementsForOriginsAloneThatItKnowsToBeItsOwn(t *testing.T) {
	self, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if self = strings.ToLower(self); strings.Contains(self, ".") {
		t.Skip("this computer's name has a domain, which only the operator can say to be ours")
	}
	d := openDoor(t, Config{Play: whoCame, Origins: origin.List{"https://play.example"}, Vouched: func(*Visitor, []byte) string { return "SHA256:native" }})
	port := strings.TrimPrefix(d.Addr().String(), "127.0.0.1")
	for page, own := range map[string]bool{
		"http://127.0.0.1" + port:          true,
		"http://localhost" + port:          true,
		"http://" + self + port:            true,
		"http://" + self + ".local" + port: true,
		"https://play.example":             true,
		"https://127.0.0.1" + port:         true, // behind what speaks TLS for it
		"http://127.0.0.1":                 false,
		"http://127.0.0.2" + port:          false,
		"http://192.0.2.1" + port:          false,
		"http://evil" + port:               false,
		"http://evil.local" + port:         false,
		"https://evil.lan" + port:          false,
		"http://localhost0" + port:         false,
	} {
		p := webdtest.OpenAs(t, d.Addr().String(), page) // a program, which says what it likes
		who := webdtest.NewPlayer()
		answer := p.Comes(webdtest.Hello{Name: "Nova", Columns: 80, Rows: 24, Vouch: "AAAA", Proof: who.Proof(page, p.Challenge)})
		if !answer.Known || (answer.Linked != "") != own {
			t.Errorf("%s: %+v", page, answer)
		}
	}
}

func TestAHostKnowsTheNameInItsCertificateToBeItsOwn(t *testing.T) {
	a, f := newAuthority(t), newFiles(t)
	f.writes(a, "game.example", time.Now())
	c, err := ReadCertificate(f.certificate, f.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{TLS: c.TLS()})
	for _, ask := range []struct {
		page, asked string
		own         bool
	}{
		{"https://game.example", "game.example", true},
		{"https://game.example:8443", "game.example", true},
		{"https://evil.example", "evil.example", false}, // which gets our certificate all the same
		{"https://evil.example", "game.example", false},
		{"https://game.example", "", false},
		{"http://game.example", "game.example", false},
	} {
		r := &http.Request{Header: http.Header{"Origin": {ask.page}}, TLS: &tls.ConnectionState{ServerName: ask.asked}}
		if own := d.owns(r); own != ask.own {
			t.Errorf("%s, asked for %q: %v", ask.page, ask.asked, own)
		}
	}
}
