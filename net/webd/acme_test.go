package webd

import (
	"io"
	"net/http"
	"testing"
)

// automatic is a door with a certificate from an authority, which looks for the domain at that door.
func automatic(t *testing.T, a *authority, folder string) (*door, *ACME) {
	t.Helper()
	c := NewACME(a.domain, folder, a.directory.URL)
	t.Cleanup(c.Stop)
	d := openDoor(t, Config{TLS: c.TLS()})
	a.at = d.Addr().String()
	return d, c
}

func TestACertificateComesFromAnAuthorityAndIsKept(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a, folder := newAuthority(t), t.TempDir()
	a.open("game.example")
	d, c := automatic(t, a, folder)
	if err := c.Obtain(); err != nil {
		t.Fatal(err)
	}
	r, err := d.browserOf(a, "game.example").Get("https://game.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if body, _ := io.ReadAll(r.Body); string(body) != "the page" || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %q, %v", body, r.Header)
	}
	if _, err := d.browserOf(a, "other.example").Get("https://other.example/"); err == nil {
		t.Error("there is a certificate for another name")
	}
	d.Close()
	again, c := automatic(t, a, folder)
	if err := c.Obtain(); err != nil {
		t.Fatal(err)
	}
	if r, err := again.browserOf(a, "game.example").Get("https://game.example/"); err != nil {
		t.Error(err)
	} else {
		r.Body.Close()
	}
	if a.asked != 1 {
		t.Errorf("the authority was asked %d times for two hosts, one after the other", a.asked)
	}
}

func TestAnAuthorityThatIsNotThereLeavesNoVisitorHanging(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a := newAuthority(t)
	a.open("game.example")
	a.directory.Close()
	d, c := automatic(t, a, t.TempDir())
	if err := c.Obtain(); err == nil {
		t.Error("a certificate came from nowhere")
	}
	if _, err := d.browserOf(a, "game.example").Get("https://game.example/"); err == nil {
		t.Error("a visitor sees a page without a certificate")
	}
}

func TestWhoClosesWaitsForNoAuthority(t *testing.T) {
	t.Parallel()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	a := newAuthority(t)
	a.open("game.example")
	_, c := automatic(t, a, t.TempDir())
	c.Stop()
	if err := c.Obtain(); err != nil || a.asked != 0 {
		t.Errorf("%v; it was asked %d times", err, a.asked)
	}
}
