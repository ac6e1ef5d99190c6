package webd

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/net/admission"
)

// asks returns what is answered to a request for a path, or for a WebSocket, that calls the host so and has these headers.
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

func TestOnlyTheHostsOwnPagesAndThoseOfTheOriginsGivenMayPlay(t *testing.T) {
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
		// Whose name means this host by now.
		{"rebound.example:8080", "http://rebound.example:8080", 421},
		{"rebound.example", "http://rebound.example", 421},
		{"rebound.example:8080", "", 421},
		// What the operator has named.
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
			t.Errorf("a page of %q that calls the host %s is answered %s, want %d", c.origin, c.host, r.Status, c.status)
		}
	}
	if r := d.asks("/ws", "192.168.1.7", "Origin: http://192.168.1.7", "Origin: https://club.example"); r.StatusCode != 403 {
		t.Errorf("two origins are answered %s", r.Status)
	}
}

func TestAHostThatIsCalledByAStrangersNameShowsNothingButWhatToDo(t *testing.T) {
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
			t.Errorf("called %s, the page shows: %v", host, got)
		}
		if !shown && (r.StatusCode != http.StatusMisdirectedRequest || !strings.Contains(string(body[:n]), "--web-origin http://"+host)) {
			t.Errorf("called %s, it answers %s: %s", host, r.Status, body[:n])
		}
	}
}

func TestAnOriginThatOnlyBeginsLikeTheHostIsAnother(t *testing.T) {
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
