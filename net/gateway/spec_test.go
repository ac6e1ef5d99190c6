package gateway

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
)

func TestASpecNamesADialectAndWhereItListens(t *testing.T) {
	for text, want := range map[string]Spec{
		"rtype":                         {Dialect: "rtype", Addr: "127.0.0.1:4243"},
		"rtype=":                        {Dialect: "rtype", Addr: "127.0.0.1:4243"},
		"carnage=:5000":                 {Dialect: "carnage", Addr: "127.0.0.1:5000"},
		"dogfight=0.0.0.0":              {Dialect: "dogfight", Addr: "0.0.0.0:6699"},
		"warworlds=[::]:0":              {Dialect: "warworlds", Addr: "[::]:0"},
		"rtype=:0,big-endian":           {Dialect: "rtype", Addr: "127.0.0.1:0", BigEndian: true},
		"lightracer=host.example:65535": {Dialect: "lightracer", Addr: "host.example:65535"},
		"carnage=,websocket":            {Dialect: "carnage", Addr: "127.0.0.1:4245", WebSocket: true},
		"carnage=0.0.0.0,websocket,origin=HTTPS://Example.org:8443,origin=null,origin=*": {
			Dialect: "carnage", Addr: "0.0.0.0:4245", WebSocket: true, Origins: []string{"https://example.org:8443", "null", "*"},
		},
	} {
		if s, err := ParseSpec(text); fmt.Sprint(s) != fmt.Sprint(want) || err != nil {
			t.Errorf("%s: expected %+v, came %+v, %v", text, want, s, err)
		}
	}
}

func TestASpecThatIsNoneIsRefusedWithTheForm(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "must be one of dogfight, ",
		"quake=:1":                    "must be one of dogfight, ",
		"Rtype":                       "must be one of dogfight, ",
		"rtype=:0,little-endian":      `option of rtype must be big-endian, got "little-endian"`,
		"carnage=:0,big-endian":       `option of carnage must be websocket or origin=ORIGIN, got "big-endian"`,
		"rtype-code=:0,big-endian":    `rtype-code has no options, got "big-endian"`, // it always is
		"rtype=:0,":                   `option of rtype must be big-endian, got ""`,
		"carnage=:0,websocket=yes":    `option of carnage must be websocket or origin=ORIGIN, got "websocket=yes"`,
		"carnage=:0,websocket,origin": `option of carnage must be websocket or origin=ORIGIN, got "origin"`,
		"carnage=:0,origin=*":         "origin needs websocket",
		"dogfight=:0,websocket":       `dogfight has no options, got "websocket"`,
		"rtype=:65536":                "port must be 0 to 65535",
		"rtype=:-1":                   "port must be 0 to 65535",
		"rtype=a:b:c":                 "must be an address such as :4243",
	} {
		if s, err := ParseSpec(text); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: expected %q, came %+v, %v", text, want, s, err)
		}
	}
}

func TestAnOriginIsOneAsBrowsersSendIt(t *testing.T) {
	for _, text := range []string{
		"", "example.org", "https://", "https://example.org/", "https://example.org/page", "https://ann@example.org", "https://*.example.org?", "**", "file://",
	} {
		_, err := ParseSpec("carnage=:0,websocket,origin=" + text)
		if want := fmt.Sprintf("origin must be *, null or as https://example.org, got %q", text); err == nil || err.Error() != want {
			t.Errorf("expected %q, came %v", want, err)
		}
	}
}

// Read the other way round, a stick held to the right is all but at rest.
func TestABigEndianListenerHearsAndTellsItsFloatsSo(t *testing.T) {
	t.Parallel()
	r := newRig(t, net.HostConfig{})
	c := r.rtype(r.open("rtype=:0,big-endian"), 0)
	c.wire.BigEndianFloats = true
	c.flies()
	r.boards(c)
	flew := r.ever(func(w *game.World) bool { return w.Ships[0].VX > 0 })
	r.waits("that the ship flies to the right", func(w *game.World) bool {
		c.hold(game.Steer(game.Right))
		return flew(w)
	})
	ships, err := c.look()
	if err != nil {
		t.Fatal(err)
	}
	w, h := duelSetup(t).Arena.Size()
	for _, s := range ships {
		if s.x < 1 || s.y < 1 || s.x > float64(w)/game.One || s.y > float64(h)/game.One || math.IsNaN(s.x+s.y) {
			t.Errorf("a ship is told to be at %v, %v", s.x, s.y)
		}
	}
}
