package webd

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"testing"

	"github.com/coder/websocket"
)

// behindProxy is a door that believes proxies in these networks. Its page says who asks.
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

func TestAProxyIsBelievedForWhomItSpeaksAndNobodyElseIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxies []string
		headers []string // X-Forwarded-For
		want    string   // "": refused
	}{
		{nil, []string{"203.0.113.9"}, "127.0.0.1"},
		{[]string{"10.0.0.0/8"}, []string{"203.0.113.9"}, "127.0.0.1"}, // the one who says so is none of them
		{[]string{"127.0.0.1/32"}, nil, "127.0.0.1"},
		{[]string{"127.0.0.1/32"}, []string{"203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"2001:db8::9"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"[2001:db8::9]:1234"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"[2001:db8::9]"}, "2001:db8::9"},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9:1234"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		// What the visitor made up stands to the left of what the proxy saw.
		{[]string{"127.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"rubbish,, 203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"192.168.1.1", "203.0.113.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"127.0.0.1, 203.0.113.9"}, "203.0.113.9"},
		// A proxy before the proxy, and one that nobody has named.
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9, 10.1.2.3"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"192.168.1.1, 203.0.113.9", "10.1.2.3, ::ffff:10.9.9.9"}, "203.0.113.9"},
		{[]string{"127.0.0.0/8"}, []string{"203.0.113.9, 10.1.2.3"}, "10.1.2.3"},
		{[]string{"127.0.0.0/8", "10.0.0.0/8"}, []string{"10.1.2.3"}, "10.1.2.3"}, // asks for itself
		// What a proxy would not say.
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

// comesThrough is comes by way of a proxy that speaks for an address. It returns what the host says last, if that is no welcome.
func (d *door) comesThrough(address string) (b *browser, refusal string) {
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
	b.hears()
	b.says(`{"hello": {"name": "Nova", "columns": 80, "rows": 24}}`)
	var m struct {
		Bye struct{ Why string } `json:"bye"`
	}
	json.Unmarshal([]byte(b.hears()), &m)
	if m.Bye.Why == "" {
		b.next() // refused later than it was welcomed, or drawn
		json.Unmarshal([]byte(b.texts[len(b.texts)-1]), &m)
	}
	return b, m.Bye.Why
}

func TestTheLimitsAreThoseOfWhomAProxySpeaksFor(t *testing.T) {
	t.Parallel()
	d := behindProxy(t, Config{Limits: Limits{PerAddress: 2, Local: func(netip.Addr) bool { return false }}}, "127.0.0.0/8")
	for i := range 2 {
		if _, why := d.comesThrough("203.0.113.9"); why != "" {
			t.Fatalf("number %d is refused: %s", i+1, why)
		}
	}
	if _, why := d.comesThrough("203.0.113.9"); why == "" {
		t.Error("a third of the same address comes in")
	}
	for i := range 20 {
		if _, why := d.comesThrough(fmt.Sprintf("198.51.100.%d", i)); why != "" {
			t.Fatalf("the proxy is taken for its visitors: %s", why)
		}
	}
}

func TestOneAddressCannotTakeAllConnectionsThatAProxyMakes(t *testing.T) {
	t.Parallel()
	d := behindProxy(t, Config{Limits: Limits{PerAddress: 1, Local: func(netip.Addr) bool { return false }}}, "127.0.0.0/8")
	var all []*websocket.Conn
	for range 4 * connectionsPerTerminal { // on which nothing is said: each that is one too many takes the place of the oldest
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
	if total, _ := d.control.Count(); total != connectionsPerTerminal {
		t.Errorf("it has %d, want %d", total, connectionsPerTerminal)
	}
	for _, ws := range all[:3*connectionsPerTerminal] {
		for err := error(nil); err == nil; {
			_, _, err = ws.Read(t.Context())
		}
	}
	if _, why := d.comesThrough("198.51.100.1"); why != "" {
		t.Errorf("another address is refused: %s", why)
	}
}

func TestAProxySaysThatTheBrowserHasSeenACertificateAndNobodyElseDoes(t *testing.T) {
	t.Parallel()
	for network, status := range map[string]int{"127.0.0.0/8": 200, "10.0.0.0/8": 421} {
		d := behindProxy(t, Config{}, network)
		r := d.asks("/", "game.example", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https")
		if r.StatusCode != status {
			t.Errorf("with proxies in %s it answers %s, want %d", network, r.Status, status)
		}
		if h := r.Header.Get("Strict-Transport-Security"); h != "" {
			t.Errorf("without TLS of its own it says %q", h)
		}
		if r := d.asks("/", "game.example", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: http"); r.StatusCode != 421 {
			t.Errorf("without TLS it answers %s", r.Status)
		}
	}
}
