//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// aCourse is a lap of a few seconds.
const aCourse = `laps = 1
..................................
..................................
..@.....a.................b.......
........a.................b.......
..@.....a.................b.......
........a.................b.......
..@.....a.................b.......
........a.................b.......
........##################........
........##################........
........##################........
........##################........
dddddddd##################cccccccc
........##################........
........##################........
........##################........
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
`

// A time trial, flown over a socket, is in the records with its best lap, and that is proved by its
// orders.
func TestTheLapOfARaceIsListedAndHolds(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	course := filepath.Join(data, "course.txt")
	if err := os.WriteFile(course, []byte(aCourse), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := newCommand(t, "host", "--headless", "--listen", "127.0.0.1:0", "--mode", "race", "--arena", course, "--bots", "0", "--fill", "0")
	cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
	h := startHeadlessOf(t, cmd)
	cert := madeUp(t)
	c := newClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialAs(h.addr, &link.Trust{}, cert) }})
	defer leave(c)
	pilot, in := bot.New(5, 3), game.Steer(game.Idle)
	for tick, deadline := game.Tick(0), time.Now().Add(longest); ; time.Sleep(8 * time.Millisecond) {
		v := c.Frame(time.Now(), in)
		if time.Now().After(deadline) {
			t.Fatalf("the race does not end: %v", v.Phase)
		}
		if v.World == nil || v.Me < 0 || v.World.Tick == tick {
			continue
		}
		if tick = v.World.Tick; v.World.Status == game.Closed {
			break
		}
		in = pilot.Fly(v.World, v.Setup, v.Me)
	}
	list := func(args ...string) string {
		t.Helper()
		cmd := newCommand(t, append([]string{"scores", "--laps"}, args...)...)
		cmd.Env = append(cmd.Env, "XDG_DATA_HOME="+data)
		_, stdout, stderr := runOf(t, cmd)
		return stdout + stderr
	}
	text := ""
	testkit.Until(t, "the lap is listed", func() bool { text = list("--verify"); return strings.Contains(text, "Rex") })
	if t.Log(text); !strings.Contains(text, "yes") {
		t.Errorf("the lap does not hold:\n%s", text)
	}
	if text := list("--arena", "tour"); !strings.Contains(text, "No laps recorded yet.") {
		t.Errorf("of another arena:\n%s", text)
	}
}
