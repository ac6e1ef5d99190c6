//go:build linux

package e2e

import (
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"dogfight/game"
	"dogfight/proto"
)

func TestAFriendWithNothingButABrowserPlays(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "plain.txt", plain), "--time", "0", "--title", "Plain")
	eye := looksOn(t, host)
	on := little
	on.still = true
	comet := c.open(host.url(), on)
	comet.hasACardForEverybody()
	comet.playsForEverybody("Comet")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	quasar.sees("Comet")
	comet.sees("Quasar")

	// A key that is down and does not repeat is held for as long as it is down: releases are told. The ship ends far from any wall.
	for _, key := range []struct {
		is     string
		course game.Course
		held   game.Tick
	}{{kb.ArrowRight, game.Right, game.TickRate}, {kb.ArrowLeft, game.Left, game.TickRate}, {kb.ArrowDown, game.Down, 0}, {kb.ArrowUp, game.Up, 0}} {
		comet.down(key.is)
		eye.follows("Comet", "one who flies", flies(key.course))
		since := eye.tick()
		eye.follows("Comet", "one who still flies", func(ship *game.Ship) bool { return !flies(key.course)(ship) || eye.tick() > since+key.held })
		eye.follows("Comet", "one who flies while the key is down", flies(key.course))
		comet.up(key.is)
		eye.follows("Comet", "one who has let go", flies(game.Idle))
	}

	// Two at once are a diagonal; what stays down when one goes up goes on.
	comet.down(kb.ArrowRight)
	comet.down(kb.ArrowDown)
	eye.follows("Comet", "on a diagonal", flies(game.DownRight))
	comet.up(kb.ArrowDown)
	eye.follows("Comet", "going on to the right", flies(game.Right))
	comet.up(kb.ArrowRight)
	eye.follows("Comet", "one who has let go", flies(game.Idle))

	comet.down(" ")
	eye.follows("Comet", "one who fires", func(ship *game.Ship) bool { return ship.Live != 0 && ship.Input&game.Fire != 0 })
	comet.up(" ")
	eye.follows("Comet", "one who has let go of the trigger", func(ship *game.Ship) bool { return ship.Input&game.Fire == 0 })

	comet.press("\rhello from a browser\r")
	quasar.sees("hello from a browser")
	quasar.press("\rhello yourself\r")
	comet.sees("hello yourself")
	comet.followsItsWindow()

	comet.press(kb.Escape)
	comet.sees("Leave the match")
	comet.press("l")
	quasar.sees("Comet has left")
	comet.close()
}

// tick is the host's as the onlooker knows it.
func (w *onlookerOf) tick() game.Tick {
	if v := w.client.Frame(time.Now(), 0); v.World != nil {
		return v.World.Tick
	}
	return 0
}

// followsItsWindow checks that the terminal fills windows of several sizes and scales.
func (p *page) followsItsWindow() {
	p.Helper()
	last, sizes := p.size(), []screen{{width: 600, height: 480, scale: 1}, {width: 900, height: 421, scale: 1.25}}
	if *long {
		sizes = append(sizes, screen{width: 700, height: 450, scale: 1}, screen{width: 1280, height: 700, scale: 1}, screen{width: 600, height: 700, scale: 1.5})
	}
	for _, on := range sizes {
		p.turn(on)
		p.await("another size of the terminal, filled to the last row", func() bool {
			size := p.size()
			lines := strings.Split(p.text(), "\n")
			return size != last && strings.Contains(p.text(), "♥ ") && strings.TrimSpace(lines[len(lines)-1]) != ""
		})
		p.isFilled(p.looks(p.size()))
		p.isDrawnAsHeld()
		p.Logf("%dx%d at %v: %s cells", on.width, on.height, on.scale, p.size())
		last = p.size()
	}
}

// size is the terminal's, in columns and rows.
func (p *page) size() (size string) {
	p.Helper()
	p.eval(`dogfight.ui.terminal.cols + "x" + dogfight.ui.terminal.rows`, &size)
	return size
}

// Without a browser: TestAPageThatWasCutOffHasItsSeatAgain and TestAPageOnAnotherNetworkHasItsSeatAtOnce of internal/server.
func TestABrowserThatLosesItsConnectionComesBackIntoItsSeat(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "corridor.txt", corridor), "--time", "0")
	eye := looksOn(t, host)
	wire := newCable(t, host.listens["web"])
	comet := c.open("http://"+wire.at.Addr().String()+"/", little)
	comet.plays("Comet")
	startTerminal(t, "join", host.addr, "--name", "Quasar").sees("♥ ▊▊▊▊▊")
	comet.shootsDown(eye, "Comet")
	was, ship := eye.waits("Comet", "a killer", func(p proto.Pilot, ship *game.Ship) bool { return ship.Kills > 0 })
	comet.excuse("WebSocket")
	comet.excuse("net::ERR_")
	for _, way := range []struct {
		what string
		lose func()
	}{
		{"the socket is closed", func() { comet.eval(`rig.sockets.at(-1).close()`, nil) }},
		{"the network is gone", func() {
			wire.cut()
			eye.waits("Comet", "a bot's", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.Away != 0 })
			comet.await("words that it is lost", func() bool { return strings.Contains(comet.words(), "Connection lost") })
			comet.picture("lost")
			wire.mend()
		}},
	} {
		sockets := 0
		comet.eval(`rig.sockets.length`, &sockets)
		way.lose()
		comet.holds(way.what+", and another one", `rig.sockets.length > `+strconv.Itoa(sockets))
		is, now := eye.waits("Comet", "himself again", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 })
		comet.sees("♥ ")
		if is.ID != was.ID || is.Slot != was.Slot || now.Kills < ship.Kills || now.Score == 0 {
			t.Errorf("%s: he was %+v with %+v and is %+v with %+v", way.what, was, ship, is, now)
		}
		eye.follows("Comet", "one who flies again", flies(game.Up), comet.holding(kb.ArrowUp))
		comet.up(kb.ArrowUp)
		eye.follows("Comet", "one who has let go", flies(game.Idle))
	}
	comet.picture("back")
}

// Without a browser: TestTwoPlayersFlyShootDieComeBackAndChat has the scores on two terminals, and TestTwoTabsAreTwoPlayers of
// internal/server two pages.
func TestTwoBrowsersAndANativeClientSeeTheSameScore(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "corridor.txt", corridor), "--time", "0")
	eye := looksOn(t, host)
	comet, quasar := c.open(host.url(), little), c.open(host.url(), little)
	comet.plays("Comet")
	quasar.plays("Quasar")
	pulsar := startTerminal(t, "join", host.addr, "--name", "Pulsar")
	pulsar.sees("♥ ▊▊▊▊▊")
	comet.shootsDown(eye, "Comet")
	boards := []func() string{comet.text, quasar.text, pulsar.text}
	comet.press("\t")
	quasar.press("\t")
	pulsar.press("\t")
	comet.await("the same scores on three screens", func() bool {
		first := standings(boards[0]())
		t.Log(first, standings(boards[1]()), standings(boards[2]()))
		return len(first) == 3 && first["Comet"] != first["Quasar"] && maps.Equal(first, standings(boards[1]())) && maps.Equal(first, standings(boards[2]()))
	})
	comet.picture("scores")
}
