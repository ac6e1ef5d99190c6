//go:build linux

package e2e

import (
	"math"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dogfight/game"
	"dogfight/proto"
)

// startWeb hosts without a screen, and lets players in by a browser too.
func startWeb(t *testing.T, args ...string) *headless {
	t.Helper()
	return startHeadless(t, append([]string{"--web", "127.0.0.1:0"}, args...)...)
}

// url is where a browser finds the host.
func (h *headless) url() string { return "http://" + h.listens["web"] + "/" }

// plain is an arena in which a ship flies for seconds until it meets a wall. Corridor is one in which it meets all others.
const (
	plain = `
############################################################
#..........................................................#
#..........................................................#
#..........................................................#
#............................@.............................#
#..........................................................#
#...............................@..........................#
#..........................................................#
#............................@.............................#
#..........................................................#
#..........................................................#
#..........................................................#
############################################################
`
	corridor = `
##############################
#............................#
#...@........@...........@...#
#............................#
##############################
`
)

// plays types a name and plays, from the page's first words to a ship of one's own.
func (p *page) plays(name string) {
	p.Helper()
	p.name += "-" + name
	p.do(chromedp.WaitVisible("#name", chromedp.ByQuery))
	p.eval(`document.querySelector("#name").select()`, nil)
	p.do(chromedp.Focus("#name", chromedp.ByQuery))
	p.press(name)
	p.click("#play")
	p.sees("♥ ▊▊▊▊▊")
}

// follows waits until the pilot of a name is as wanted in what an onlooker sees.
func (w *onlookerOf) follows(name, what string, wanted func(ship *game.Ship) bool, meanwhile ...func()) game.Ship {
	w.Helper()
	_, ship := w.waits(name, what, func(_ proto.Pilot, ship *game.Ship) bool {
		for _, do := range meanwhile {
			do()
		}
		return wanted(ship)
	})
	return ship
}

// flies reports whether a ship's pilot holds a course.
func flies(c game.Course) func(*game.Ship) bool {
	return func(ship *game.Ship) bool { return ship.State == game.Flying && ship.Input.Course() == c }
}

// shootsDown has the player of a name turn to whoever is beside them in the corridor, and fire until somebody is destroyed: for
// good, since what an onlooker sees is ahead of what the host has decided.
func (p *page) shootsDown(w *onlookerOf, name string) {
	p.Helper()
	var turning string
	turn := func(key string) {
		if turning != "" {
			p.up(turning)
		}
		if turning = key; key != "" {
			p.down(key)
		}
	}
	fire := p.pressing(" ")
	since := game.Tick(0) // there has been a kill
	w.follows(name, "a killer", func(ship *game.Ship) bool {
		v := w.client.Frame(time.Now(), 0)
		key, course := kb.ArrowRight, game.Right
		if beside(v.World, ship) < ship.X {
			key, course = kb.ArrowLeft, game.Left
		}
		switch {
		case ship.State != game.Flying || ship.Facing == course:
			turn("")
			fire()
		case key != turning:
			turn(key)
		}
		if ship.Kills == 0 || since == 0 {
			since = v.World.Tick
		}
		return ship.Kills > 0 && v.World.Tick > since+2*game.TickRate
	})
	turn("")
}

// beside returns where the ship nearest to another is.
func beside(w *game.World, own *game.Ship) (x int32) {
	nearest := int32(math.MaxInt32)
	for i := range w.Ships {
		other := &w.Ships[i]
		if d := max(other.X-own.X, own.X-other.X); other.State == game.Flying && d > 0 && d < nearest {
			nearest, x = d, other.X
		}
	}
	return x
}

var standing = regexp.MustCompile(`│.*?(Comet|Quasar|Pulsar)[^-\d│]+(-?\d+)[^-\d│]+(\d+)[^-\d│]+(\d+)[^-\d│]+(\d+)\D`)

// standings returns what a score board says of each player: score, kills, deaths and assists.
func standings(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if of := standing.FindStringSubmatch(line); of != nil {
			all[of[1]] = strings.Join(of[2:], " ")
		}
	}
	return all
}

// cable is a connection that can be cut, between a browser and a host.
type cable struct {
	host string
	at   net.Listener

	mu  sync.Mutex
	is  []net.Conn
	off bool
}

// newCable lays one to a host. It is gone when the test ends.
func newCable(t *testing.T, host string) *cable {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{host: host, at: at}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			near, err := at.Accept()
			if err != nil {
				return
			}
			running.Go(func() { c.pass(near) })
		}
	})
	t.Cleanup(func() {
		at.Close()
		c.cut()
		running.Wait()
	})
	return c
}

// pass moves bytes both ways until the cable is cut, or an end hangs up.
func (c *cable) pass(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", c.host)
	if err != nil {
		return
	}
	defer far.Close()
	if !c.add(near, far) {
		return
	}
	var back sync.WaitGroup
	back.Go(func() {
		defer near.Close()
		copyAll(near, far)
	})
	copyAll(far, near)
	far.Close()
	back.Wait()
}

func copyAll(to, from net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if _, failed := to.Write(buf[:n]); err != nil || failed != nil {
			return
		}
	}
}

func (c *cable) add(ends ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.is = append(c.is, ends...)
	return !c.off
}

// cut cuts all connections, and those to come until it is mended.
func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = true
	for _, end := range c.is {
		end.Close()
	}
	c.is = nil
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = false
}
