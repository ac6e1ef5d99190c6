package gateway

import (
	"math"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
)

func TestASpecNamesADialectAndWhereItListens(t *testing.T) {
	for text, want := range map[string]Spec{
		"rtype":                         {"rtype", "127.0.0.1:4243", false},
		"rtype=":                        {"rtype", "127.0.0.1:4243", false},
		"carnage=:5000":                 {"carnage", "127.0.0.1:5000", false},
		"dogfight=0.0.0.0":              {"dogfight", "0.0.0.0:6699", false},
		"warworlds=[::]:0":              {"warworlds", "[::]:0", false},
		"rtype=:0,big-endian":           {"rtype", "127.0.0.1:0", true},
		"lightracer=host.example:65535": {"lightracer", "host.example:65535", false},
	} {
		if s, err := ParseSpec(text); s != want || err != nil {
			t.Errorf("%s: expected %+v, came %+v, %v", text, want, s, err)
		}
	}
}

func TestASpecThatIsNoneIsRefusedWithTheForm(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "expected one of dogfight, ",
		"quake=:1":                 "expected one of dogfight, ",
		"Rtype":                    "expected one of dogfight, ",
		"rtype=:0,little-endian":   "expected NAME=ADDR, or rtype=ADDR,big-endian",
		"carnage=:0,big-endian":    "expected NAME=ADDR, or rtype=ADDR,big-endian",
		"rtype-code=:0,big-endian": "expected NAME=ADDR, or rtype=ADDR,big-endian", // it always is
		"rtype=:65536":             "expected a port from 0 to 65535",
		"rtype=:-1":                "expected a port from 0 to 65535",
		"rtype=a:b:c":              "expected an address such as :4243",
	} {
		if s, err := ParseSpec(text); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: expected %q, came %+v, %v", text, want, s, err)
		}
	}
}

// Read the other way round, a stick held to the right is all but at rest.
func TestABigEndianListenerHearsAndTellsItsFloatsSo(t *testing.T) {
	t.Parallel()
	r := newRig(t, net.HostConfig{})
	c := r.rtype(r.open("rtype=:0,big-endian"), 0)
	c.wire.BigEndianFloats = true
	c.hold(game.Steer(game.Idle))
	r.boards(c)
	c.hold(game.Steer(game.Right))
	r.waits("that the ship flies to the right", func(w *game.World) bool { return w.Ships[0].VX > 0 })
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
