package webd

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

const testCode = "amber-fox-7k3q-92hd-m4xt"

// relayTo returns the door of a relay, for one host that answers each stream by a function.
func relayTo(t *testing.T, answer func(conn net.Conn, from netip.AddrPort)) *door {
	return openDoor(t, Config{Invited: func(code string, from netip.AddrPort) (net.Conn, error) {
		if code != testCode {
			return nil, errors.New("unknown")
		}
		near, far := net.Pipe()
		go answer(far, from)
		return near, nil
	}})
}

// dialsAt opens the WebSocket of a path as a page of the door does.
func (d *door) dialsAt(path string, header http.Header) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	if header.Get("Origin") == "" {
		header.Set("Origin", "http://"+d.Addr().String())
	}
	return websocket.Dial(ctx, "ws://"+d.Addr().String()+path, &websocket.DialOptions{HTTPHeader: header, Subprotocols: []string{subprotocol}})
}

// TestARelayPassesOnlyWhatAWebSocketNeeds: neither what a browser says of itself, nor its cookies.
func TestARelayPassesOnlyWhatAWebSocketNeeds(t *testing.T) {
	got := make(chan *http.Request, 1)
	var from netip.AddrPort
	d := relayTo(t, func(conn net.Conn, at netip.AddrPort) {
		from = at
		r, err := http.ReadRequest(bufio.NewReader(conn))
		if err == nil {
			got <- r
		}
		conn.Close()
	})
	header := http.Header{"X-Forwarded-For": {"203.0.113.9"}, "Forwarded": {"for=203.0.113.9"}, "Cookie": {"a=b"}, "X-Real-Ip": {"203.0.113.9"}}
	if _, _, err := d.dialsAt("/"+testCode+"/ws?secret=1", header); err == nil {
		t.Error("a host that hangs up was taken for a WebSocket")
	}
	r := <-got
	if r.URL.String() != "/ws" || r.Host != d.Addr().String() || r.Header.Get("Origin") != "http://"+r.Host || r.Header.Get("Sec-WebSocket-Protocol") != subprotocol {
		t.Errorf("the host was asked %s of %s with %v", r.URL, r.Host, r.Header)
	}
	if len(r.Header) != 6 {
		t.Errorf("the host was sent %v", r.Header)
	}
	if !from.Addr().IsLoopback() {
		t.Errorf("the host was told %v", from)
	}
}

func TestARelayPassesNoOtherRequests(t *testing.T) {
	d := relayTo(t, func(conn net.Conn, _ netip.AddrPort) {
		t.Error("the host was called")
		conn.Close()
	})
	if _, r, err := d.dialsAt("/"+testCode+"/ws", http.Header{"Origin": {"https://elsewhere.example"}}); err == nil || r.StatusCode != http.StatusForbidden {
		t.Errorf("a page from elsewhere: %v", err)
	}
	if _, r, err := d.dialsAt("/blue-cat-7k3q-92hd-m4xt/ws", http.Header{}); err == nil || r.StatusCode != http.StatusBadGateway {
		t.Errorf("another code: %v", err)
	}
	for what, request := range map[string]string{
		"a page":      "GET /%s/ws HTTP/1.1\r\nHost: %s\r\n\r\n",
		"a body":      "GET /%s/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 4\r\n\r\nGET ",
		"chunks":      "GET /%s/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"two lengths": "GET /%s/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\n",
	} {
		c, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, request, testCode, d.Addr())
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %v, %v", what, r, err)
		}
		c.Close()
	}
	for _, path := range []string{"/" + testCode + "/info", "/" + testCode + "/ws/", "/ws/" + testCode, "/" + testCode + "/../ws/x"} {
		if page := d.gets(path); page != "the page" {
			t.Errorf("%s: %q", path, page)
		}
	}
}

// TestNothingIsSmuggledToAHost: a host that refuses a request gets no more of the connection.
func TestNothingIsSmuggledToAHost(t *testing.T) {
	rest := make(chan string, 1)
	d := relayTo(t, func(conn net.Conn, _ netip.AddrPort) {
		r := bufio.NewReader(conn)
		http.ReadRequest(r)
		io.WriteString(conn, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
		more, _ := io.ReadAll(r)
		rest <- string(more)
		conn.Close()
	})
	c, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /%s/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n", testCode, d.Addr())
	if r, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || r.StatusCode != http.StatusBadGateway {
		t.Errorf("got %v, %v", r, err)
	}
	if more := <-rest; more != "" {
		t.Errorf("the host was sent %q", more)
	}
}

// TestAHostPutsNothingIntoAnAnswerOfTheRelay: its pages, cookies and early hints would be of the relay's origin.
func TestAHostPutsNothingIntoAnAnswerOfTheRelay(t *testing.T) {
	const accepted = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSet-Cookie: evil=1\r\n\r\n"
	for what, of := range map[string]struct {
		answer string
		status int
	}{
		"a page":      {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\nSet-Cookie: evil=1\r\n\r\nevil", http.StatusBadGateway},
		"a redirect":  {"HTTP/1.1 302 Found\r\nLocation: https://evil.example/\r\n\r\n", http.StatusBadGateway},
		"hints":       {"HTTP/1.1 103 Early Hints\r\nLink: </evil.js>; rel=preload\r\nSet-Cookie: evil=1\r\n\r\n" + accepted, http.StatusSwitchingProtocols},
		"a cookie":    {accepted, http.StatusSwitchingProtocols},
		"no HTTP":     {"evil\r\n\r\n", http.StatusBadGateway},
		"much header": {"HTTP/1.1 101 Switching Protocols\r\nX: " + strings.Repeat("evil", 1<<14) + "\r\n\r\n", http.StatusBadGateway},
	} {
		d := relayTo(t, func(conn net.Conn, _ netip.AddrPort) {
			http.ReadRequest(bufio.NewReader(conn))
			io.WriteString(conn, of.answer)
			conn.Close()
		})
		c, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET /%s/ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", testCode, d.Addr())
		all, _ := io.ReadAll(io.LimitReader(c, 2000))
		c.Close()
		if text := string(all); strings.Contains(text, "evil") || !strings.HasPrefix(text, fmt.Sprintf("HTTP/1.1 %d ", of.status)) {
			t.Errorf("%s: %q", what, text)
		}
	}
}

// TestASignatureForOneInvitationIsWorthlessForAnother, although both pages have the origin of the relay.
func TestASignatureForOneInvitationIsWorthlessForAnother(t *testing.T) {
	for place, welcome := range map[string]bool{"/" + testCode: true, "": false, "/blue-cat-7k3q-92hd-m4xt": false} {
		host := openDoor(t, Config{Invitation: testCode})
		b := host.opens()
		origin := "http://" + host.Addr().String()
		b.sends(`{"hello": {"name": "Ann", "columns": 80, "rows": 24, "proof": %s}}`, signed(t, origin+place, b.challenge))
		if text := b.readText(); strings.HasPrefix(text, `{"welcome":{"known":true`) != welcome {
			t.Errorf("signed for %q: answered %s", place, text)
		}
	}
}

// signed returns a proof by a new key.
func signed(t *testing.T, origin, challenge string) []byte {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return proofFrom(public, ed25519.Sign(private, signedText(origin, challenge)))
}
