package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/play/playtest"
)

// foreignView is testView on a server that is none of ours.
func foreignView(names ...string) *net.View {
	v := playtest.View(names...)
	v.Foreign = true
	v.Lag.Transport = "rtype"
	v.Setup.Classes, v.Setup.Weapons = v.Setup.Classes[:1], v.Setup.Weapons[:1]
	return v
}

func TestAForeignServerIsNotSaidToKeepScores(t *testing.T) {
	term := newTerminal(t, 80, 24)
	screen := New(Options{})
	v := foreignView("Nova", "3f2a1b2c")
	v.World.Ships[1].Deaths = 2
	screen.overlay = scoreOverlay
	show(screen, term, v, playtest.Noon)
	term.shows(t, "2 ships", "3f2a1b2c")
	term.hides(t, "points", "1st", "boost", "Fighter", "Cannon", "weapon")
	if row := strings.Join(strings.Fields(term.text()), " "); !strings.Contains(row, "▌ 3f2a1b2c - - 2 - -") {
		t.Errorf("expected deaths alone, got %q", row)
	}
}

func TestTheListBesideAForeignMatchSaysThatItsFiguresAreDeaths(t *testing.T) {
	term := newTerminal(t, 120, 36)
	v := foreignView("Nova", "3f2a1b2c")
	v.World.Ships[1].Deaths = 2
	show(New(Options{}), term, v, playtest.Noon)
	term.shows(t, " pilots ──────────── D")
}

func TestTheFiguresOfAForeignServerAreThoseItTells(t *testing.T) {
	term := newTerminal(t, 80, 24)
	screen := New(Options{})
	v := foreignView("Nova")
	screen.figures.Open = true
	show(screen, term, v, playtest.Noon)
	term.shows(t, "rtype", "ping", "update", "traffic", "all good")
	term.hides(t, "slack", "desyncs", "host tick", "roll-backs", "measuring")
}

func TestOnAForeignServerNobodyIsBlamedForALoss(t *testing.T) {
	term := newTerminal(t, 80, 24)
	screen := New(Options{})
	v := foreignView("Nova", "Rex")
	v.World.Ships[0].State = game.Dead
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: proto.NoSlot}}
	show(screen, term, v, playtest.Noon)
	term.shows(t, "destroyed", "waiting to respawn", "Nova was hit")
	term.hides(t, "own shot", "back in 0", "Fighter")
}

func TestAnUnknownPowerUpIsSeenAsSuch(t *testing.T) {
	term := newTerminal(t, 80, 24)
	v := foreignView("Nova")
	v.World.Items[0] = game.Item{Kind: game.ItemKinds, X: playtest.Unit(40), Y: playtest.Unit(40), Timer: 1 << 15}
	show(New(Options{}), term, v, playtest.Noon.Add(time.Second))
	term.shows(t, " ? ")
}

func TestTheHelpOnAForeignServerLeavesOutWhatItHasNot(t *testing.T) {
	term := newTerminal(t, 80, 30)
	screen := New(Options{})
	screen.overlay = helpOverlay
	show(screen, term, foreignView("Nova"), playtest.Noon)
	term.shows(t, "Space", "brake", "more HP")
	term.hides(t, "boost", "another ship", "shield", "overdrive")
}
