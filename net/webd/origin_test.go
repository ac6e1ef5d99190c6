package webd

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// asks returns the response to a request for a path, or for a WebSocket at /ws, with this Host and these headers.
func (d *door) asks(path, host string, headers ...string) *http.Response {
	d.Helper()
	r, err := http.NewRequest("GET", "http://"+d.Addr().String()+path, nil)
	if err != nil {
		d.Fatal(err)
	}
	r.Host = host
	if path == "/ws" {
		headers = append(headers, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: path != "/ws"}}
	d.Cleanup(client.CloseIdleConnections)
	response, err := client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { response.Body.Close() })
	return response
}

func TestOnlyPagesOfTheHostAndOfTheConfiguredOriginsMayPlay(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Origins: admission.Origins{"https://club.example", "http://game.example:8080"}})
	for _, c := range []struct {
		host, origin string
		status       int
	}{
		{"192.168.1.7:8080", "", 101}, // a program
		{"192.168.1.7:8080", "http://192.168.1.7:8080", 101},
		{"192.168.1.7:8080", "http://192.168.1.7", 403}, // another server on the same machine
		{"192.168.1.7:8080", "http://192.168.1.8:8080", 403},
		{"192.168.1.7:8080", "null", 403},
		{"192.168.1.7:8080", "file://", 403},
		{"localhost:8080", "http://localhost:8080", 101},
		{"sofa.local:8080", "http://Sofa.local:8080", 101},
		{"[fd00::1]:8080", "http://[fd00::1]:8080", 101},
		// A stranger's name that now resolves to this host.
		{"rebound.example:8080", "http://rebound.example:8080", 421},
		{"rebound.example", "http://rebound.example", 421},
		{"rebound.example:8080", "", 421},
		// Origins of the operator.
		{"game.example:8080", "http://game.example:8080", 101},
		{"192.168.1.7:8080", "https://club.example", 101},
		{"192.168.1.7:8080", "https://xclub.example", 403},
		{"192.168.1.7:8080", "http://club.example", 403},
	} {
		var headers []string
		if c.origin != "" {
			headers = []string{"Origin: " + c.origin}
		}
		if r := d.asks("/ws", c.host, headers...); r.StatusCode != c.status {
			t.Errorf("a page of %q with the Host %s is answered %s, want %d", c.origin, c.host, r.Status, c.status)
		}
	}
	if r := d.asks("/ws", "192.168.1.7", "Origin: http://192.168.1.7", "Origin: https://club.example"); r.StatusCode != 403 {
		t.Errorf("two origins are answered %s", r.Status)
	}
}

func TestAHostUnderAStrangersNameShowsOnlyInstructions(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Origins: admission.Origins{"http://game.example:8080"}})
	for host, shown := range map[string]bool{
		"127.0.0.1:8080": true, "localhost": true, "sofa": true, "game.example:8080": true,
		"rebound.example": false, "game.example:81": false, "127.0.0.1.nip.example": false,
	} {
		r := d.asks("/", host)
		body := make([]byte, 4096)
		n, _ := r.Body.Read(body)
		if got := string(body[:n]) == "the page"; got != shown {
			t.Errorf("with the Host %s, the page is shown: %v", host, got)
		}
		if !shown && (r.StatusCode != http.StatusMisdirectedRequest || !strings.Contains(string(body[:n]), "--web-origin http://"+host)) {
			t.Errorf("with the Host %s, it answers %s: %s", host, r.Status, body[:n])
		}
	}
}

func TestAnOriginThatOnlyBeginsLikeTheHostIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	addr := d.Addr().String()
	for _, page := range []string{"http://" + addr + ".example", "http://" + addr + "/", "http://x@" + addr, "ftp://" + addr, addr, "http://" + addr + "0"} {
		if _, r, err := d.dials(page); err == nil || r.StatusCode != http.StatusForbidden {
			t.Errorf("a page of %s may play: %v", page, err)
		}
	}
	ws, _, err := d.dials("http://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	ws.Close(websocket.StatusNormalClosure, "")
}

// relays sends a proof and a vouch from a page of an origin, as a program that forwards them could, and returns whether the host accepts
// the vouch.
func (d *door) relays(page string, client *http.Client) bool {
	d.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	_, host, _ := strings.Cut(page, "://")
	to := "ws://" + d.Addr().String()
	if client != nil {
		to = "wss://game.example"
	}
	ws, _, err := websocket.Dial(ctx, to+"/ws", &websocket.DialOptions{
		HTTPClient: client, Host: host, HTTPHeader: http.Header{"Origin": {page}}, Subprotocols: []string{subprotocol},
	})
	if err != nil {
		d.Fatal(err)
	}
	defer ws.CloseNow()
	b := &browser{T: d.T, Conn: ws}
	var asked challenge
	json.Unmarshal([]byte(b.readText()), &asked)
	b.sends(`{"hello": {"columns": 80, "rows": 24, "vouch": "Z29vZA", "proof": %s}}`, testkit.NewWebPlayer().Proof(page, asked.Challenge))
	return strings.Contains(b.readText(), `"linked":`)
}

func TestAVouchForAnotherHostIsNotAcceptedUnderAnyName(t *testing.T) {
	t.Parallel()
	vouched := func(*Visitor, []byte) string { return "SHA256:native" }
	machine, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	d := openDoor(t, Config{Vouched: vouched, Origins: admission.Origins{"https://club.example"}})
	_, port, _ := net.SplitHostPort(d.Addr().String())
	for page, want := range map[string]bool{
		"http://127.0.0.1:" + port:             true,
		"http://localhost:" + port:             true,
		"http://" + machine + ":" + port:       true,
		"https://club.example":                 true, // configured by the operator
		"http://10.0.0.5:" + port:              false,
		"http://127.0.0.1:1":                   false, // another host on this machine
		"http://127.0.0.1":                     false,
		"http://localhost":                     false,
		"http://other.local:" + port:           false,
		"https://127.0.0.1:" + port:            false,
		"http://[::ffff:7f00:1]:" + port:       true,
		"http://[2001:db8::1]:" + port:         false,
		"http://other-" + machine + ":" + port: false,
	} {
		if got := d.relays(page, nil); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
	anybody := openDoor(t, Config{Vouched: vouched, Origins: admission.Origins{admission.AnyOrigin}})
	if anybody.relays("https://club.example", nil) {
		t.Error("a host that lets all pages play accepts their vouches")
	}
}

func TestOverTLSTheNamesOfAHostAreThoseOfItsCertificate(t *testing.T) {
	t.Parallel()
	a, d := openTLS(t, Config{Vouched: func(*Visitor, []byte) string { return "SHA256:native" }})
	for page, want := range map[string]bool{"https://game.example": true, "https://other.example": false, "https://127.0.0.1": false} {
		if got := d.relays(page, d.browserOf(a, "game.example")); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
}

// behindProxy is a door with trusted proxies in these networks. Its page has the visitor's address.
func behindProxy(t *testing.T, conf Config, networks ...string) *door {
	for _, n := range networks {
		conf.Proxies = append(conf.Proxies, netip.MustParsePrefix(n))
	}
	conf.Pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, _ := netip.ParseAddrPort(r.RemoteAddr)
		fmt.Fprint(w, from.Addr())
	})
	return openDoor(t, conf)
}

func TestOnlyATrustedProxyMayNameTheVisitorsAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxies []string
		headers []string // X-Forwarded-For
		want    string   // "": refused
	}{
		{nil, []string{"203.0.113.9"}, "127.0.0.1"},
		{[]string{"10.0.0.0/8"}, []string{"203.0.113.9"}, "127.0.0.1"}, // the sender is not one of them
		{[]string{"127.0.0.1/32"}, nil, "127.0.0.1"},
		{[]string{"127.0.0.1/32"}, []string{"203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"2001:db8::9"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"[2001:db8::9]:1234"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"[2001:db8::9]"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9:1234"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		// The visitor's own claim is left of the proxy's.
		{[]string{"127.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"rubbish,, 203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"192.168.1.1", "203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"127.0.0.1, 203.0.113.9"}, "203.0.113.9"},
		// A proxy before the proxy, and one that is not trusted.
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9, 10.1.2.3"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9", "10.1.2.3, ::ffff:10.9.9.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9, 10.1.2.3"}, "10.1.2.3"},
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"10.1.2.3"}, "10.1.2.3"}, // its own request
		// A proxy sends none of these.
		{[]string{"127.0.0.0/8"}, []string{""}, ""},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9, "}, ""},
		{[]string{"127.0.0.0/8"}, []string{"unknown"}, ""},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9.1"}, ""},
		{[]string{"127.0.0.0/8"}, []string{"fe80::1%eth0"}, ""},
		{[]string{"127.0.0.0/8"}, []string{"[203.0.113.9"}, ""},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9;"}, ""},
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"203.0.113.9, _hidden, 10.1.2.3"}, ""},
	} {
		d := behindProxy(t, Config{}, c.proxies...)
		var headers []string
		for _, h := range c.headers {
			headers = append(headers, "X-Forwarded-For: "+h)
		}
		r := d.asks("/", d.Addr().String(), headers...)
		body := make([]byte, 100)
		n, _ := r.Body.Read(body)
		if got := string(body[:n]); r.StatusCode == http.StatusOK && got != c.want || (r.StatusCode != http.StatusOK) != (c.want == "") || c.want == "" && r.StatusCode != 400 {
			t.Errorf("proxies %v, X-Forwarded-For %q: %s %q, want %q", c.proxies, c.headers, r.Status, got, c.want)
		}
		d.Close()
	}
}

// joinThrough joins through a proxy as a visitor with an address. It returns the host's refusal, if any.
func (d *door) joinThrough(address string) (b *browser, refusal string) {
	d.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	ws, r, err := websocket.Dial(ctx, "ws://"+d.Addr().String()+"/ws", &websocket.DialOptions{
		Subprotocols: []string{subprotocol},
		HTTPHeader:   http.Header{"X-Forwarded-For": {address}, "X-Forwarded-Proto": {"https"}, "Origin": {"https://game.example"}},
		Host:         "game.example",
	})
	if err != nil {
		return nil, r.Status
	}
	d.Cleanup(func() { ws.CloseNow() })
	b = &browser{T: d.T, Conn: ws}
	b.readText()
	b.sends(`{"hello": {"name": "Nova", "columns": 80, "rows": 24}}`)
	var m struct {
		Bye struct{ Why string } `json:"bye"`
	}
	json.Unmarshal([]byte(b.readText()), &m)
	if m.Bye.Why == "" {
		b.next() // a refusal may follow the welcome
		json.Unmarshal([]byte(b.texts[len(b.texts)-1]), &m)
	}
	return b, m.Bye.Why
}

func TestLimitsApplyToTheVisitorsBehindAProxy(t *testing.T) {
	t.Parallel()
	d := behindProxy(t, Config{Limits: admission.Limits{PerAddress: 2, Local: func(netip.Addr) bool { return false }}}, "127.0.0.0/8")
	for i := range 2 {
		if _, why := d.joinThrough("203.0.113.9"); why != "" {
			t.Fatalf("number %d is refused: %s", i+1, why)
		}
	}
	if _, why := d.joinThrough("203.0.113.9"); why == "" {
		t.Error("a third of the same address joins")
	}
	for i := range 20 {
		if _, why := d.joinThrough(fmt.Sprintf("198.51.100.%d", i)); why != "" {
			t.Fatalf("the limit applies to the proxy: %s", why)
		}
	}
}

func TestOneAddressCannotUseAllConnectionsOfAProxy(t *testing.T) {
	t.Parallel()
	d := behindProxy(t, Config{Limits: admission.Limits{PerAddress: 1, Local: func(netip.Addr) bool { return false }}}, "127.0.0.0/8")
	var all []*websocket.Conn
	for range 4 * connectionsPerTerminal { // without a hello: each above the limit replaces the oldest
		ctx, cancel := context.WithTimeout(context.Background(), longest)
		ws, _, err := websocket.Dial(ctx, "ws://"+d.Addr().String()+"/ws", &websocket.DialOptions{
			Subprotocols: []string{subprotocol}, HTTPHeader: http.Header{"X-Forwarded-For": {"203.0.113.9"}},
		})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ws.CloseNow() })
		all = append(all, ws)
	}
	if total, _ := d.Control.Count(); total != connectionsPerTerminal {
		t.Errorf("it has %d, want %d", total, connectionsPerTerminal)
	}
	for _, ws := range all[:3*connectionsPerTerminal] {
		for err := error(nil); err == nil; {
			_, _, err = ws.Read(t.Context())
		}
	}
	if _, why := d.joinThrough("198.51.100.1"); why != "" {
		t.Errorf("another address is refused: %s", why)
	}
}

func TestOnlyATrustedProxyMayReportTLS(t *testing.T) {
	t.Parallel()
	for network, status := range map[string]int{"127.0.0.0/8": 200, "10.0.0.0/8": 421} {
		d := behindProxy(t, Config{}, network)
		r := d.asks("/", "game.example", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https")
		if r.StatusCode != status {
			t.Errorf("with proxies in %s it answers %s, want %d", network, r.Status, status)
		}
		if h := r.Header.Get("Strict-Transport-Security"); h != "" {
			t.Errorf("without its own TLS the header is %q", h)
		}
		if r := d.asks("/", "game.example", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http"); r.StatusCode != 421 {
			t.Errorf("without TLS it answers %s", r.Status)
		}
	}
}
