//go:build unix

package e2e

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// onlookerOf is somebody native who looks on at a host's match.
type onlookerOf struct {
	*testing.T
	client *net.Client
	said   []string
}

func looksOn(t *testing.T, h *headless) *onlookerOf {
	w := &onlookerOf{T: t, client: newClient(net.ClientConfig{Name: "Eye", Spectate: true, Dial: func() link.Link { return link.Dial(h.addr, &link.Trust{}) }})}
	t.Cleanup(func() { leave(w.client) })
	return w
}

// waits waits until the pilot of a name, and his ship, are as wanted.
func (w *onlookerOf) waits(name, what string, wanted func(p proto.Pilot, ship *game.Ship) bool) (proto.Pilot, game.Ship) {
	w.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		v := w.client.Frame(time.Now(), 0)
		for _, line := range v.Chat {
			w.said = append(w.said, line.Text)
		}
		for _, p := range v.Roster {
			if p.Name == name && p.Slot != proto.NoSlot && v.World != nil && wanted(p, &v.World.Ships[p.Slot]) {
				return p, v.World.Ships[p.Slot]
			}
		}
	}
	w.Fatalf("%s did not become %s; %q was said", name, what, w.said)
	return proto.Pilot{}, game.Ship{}
}

// hears waits until the host has said something.
func (w *onlookerOf) hears(words string) {
	w.Helper()
	testkit.Until(w.T, fmt.Sprintf("%q is said", words), func() bool {
		for _, line := range w.client.Frame(time.Now(), 0).Chat {
			w.said = append(w.said, line.Text)
		}
		return strings.Contains(strings.Join(w.said, "\n"), words)
	})
}

// pit is an arena so small that an idle ship is soon shot down.
const pit = `
##############################
#............................#
#.....@................@.....#
#............................#
##############################
`

// startSkirmish hosts a match in which an idle ship is soon shot down.
func startSkirmish(t *testing.T) *headless {
	t.Helper()
	return startDoor(t, "--arena", writeFile(t, "pit.txt", pit), "--bots", "7", "--skill", "5", "--teams", "--time", "0")
}

func TestWhoIsCutOffFromSSHHasHisSeatWhenHeIsBackWithHisKey(t *testing.T) {
	t.Parallel()
	key := newIdentity(t)
	host := startSkirmish(t)
	eye := looksOn(t, host)
	first := startTerminalOf(t, host.ssh("Friend", "-i", key))
	was, ship := eye.waits("Friend", "shot down", func(p proto.Pilot, ship *game.Ship) bool { return ship.Deaths > 0 })

	first.cmd.Process.Kill()
	eye.hears("Friend has lost the link")
	eye.waits("Friend", "a bot's", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.BotPilot != 0 && p.Flags&proto.Away != 0 })

	second := startTerminalOf(t, host.ssh("Friend", "-i", key))
	is, now := eye.waits("Friend", "himself again", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 })
	if is.ID != was.ID || is.Slot != was.Slot || now.Team != ship.Team || now.Class != ship.Class || now.Deaths < ship.Deaths || now.Kills < ship.Kills {
		t.Errorf("he was %+v with %+v and is %+v with %+v", was, ship, is, now)
	}
	second.press("\x03")
	second.leaves()
}

func TestWhoLeavesSSHOnPurposeGivesUpHisSeat(t *testing.T) {
	t.Parallel()
	for what, leave := range map[string]func(p *terminal){
		"Ctrl-C":                func(p *terminal) { p.press("\x03") },
		"OpenSSH's own way out": func(p *terminal) { p.press("\r~.") },
		"a hang-up of ssh":      func(p *terminal) { p.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			key := newIdentity(t)
			host := startSkirmish(t)
			eye := looksOn(t, host)
			p := startTerminalOf(t, host.ssh("Friend", "-i", key))
			eye.waits("Friend", "a pilot", func(proto.Pilot, *game.Ship) bool { return true })
			leave(p)
			p.leaves()
			eye.hears("Friend has left")
		})
	}
}
