package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// foreignView is testView on a foreign server.
func foreignView(names ...string) *net.View {
	v := playtest.View(names...)
	v.Foreign = true
	v.Lag.Transport = "rtype"
	v.Setup.Classes, v.Setup.Weapons = v.Setup.Classes[:1], v.Setup.Weapons[:1]
	return v
}

func TestForeignServersShowNoScores(t *testing.T) {
	term := newTerminal(t, 80, 24)
	screen := New(Options{})
	v := foreignView("Nova", "3f2a1b2c")
	v.World.Ships[1].Deaths = 2
	screen.pages.overlay = scoreOverlay
	show(screen, term, v, playtest.Noon)
	term.shows(t, "2 ships", "3f2a1b2c")
	term.hides(t, "points", "1st", "boost", "Fighter", "Cannon", "weapon")
	if row := strings.Join(strings.Fields(term.text()), " "); !strings.Contains(row, "▌ 3f2a1b2c - - 2 - -") {
		t.Errorf("expected deaths alone, got %q", row)
	}
}

func TestTheListOfAForeignMatchShowsDeaths(t *testing.T) {
	term := newTerminal(t, 120, 36)
	v := foreignView("Nova", "3f2a1b2c")
	v.World.Ships[1].Deaths = 2
	show(New(Options{}), term, v, playtest.Noon)
	term.shows(t, " pilots ──────────── D")
}

func TestForeignServersShowOnlyKnownNetFigures(t *testing.T) {
	term := newTerminal(t, 80, 24)
	screen := New(Options{})
	v := foreignView("Nova")
	screen.news.figures.Open = true
	show(screen, term, v, playtest.Noon)
	term.shows(t, "rtype", "ping", "update", "traffic", "fine")
	term.hides(t, "slack", "desyncs", "host tick", "roll-backs", "measuring")
}

func TestForeignServersNameNoKiller(t *testing.T) {
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

func TestHelpOnForeignServersOmitsOurRules(t *testing.T) {
	term := newTerminal(t, 80, 30)
	screen := New(Options{})
	screen.pages.overlay = helpOverlay
	show(screen, term, foreignView("Nova"), playtest.Noon)
	term.shows(t, "Space", "brake", "more HP")
	term.hides(t, "boost", "next ship", "shield", "overdrive")
}

// coloured is a terminal with any number of colours.
type coloured struct {
	terminal
	colours int
}

func (c coloured) Colours() int { return c.colours }

func TestGhostsDifferFromLiveShipsWithoutColour(t *testing.T) {
	t.Parallel()
	for i, colours := range []int{1 << 24, 256, 16, 8, 0} {
		for j, mode := range allModes {
			term := coloured{newTerminal(t, 80, 24), colours}
			for k, facing := range facings {
				for class := range uint8(3) {
					if !*long && (i+j+k)%3 != int(class) {
						continue // each class in each mode and colour, but not in all directions
					}
					var looks [2]string
					for i, stale := range []bool{false, true} {
						v := playtest.View("Nova", "Rex")
						v.Stale = stale
						v.World.Ships[1].Facing, v.World.Ships[1].Class = facing, class
						show(New(Options{Mode: mode}), term, v, playtest.Noon)
						looks[i] = term.patch(20, 6, 3, 2)
					}
					if looks[0] == looks[1] || looks[1] == "|   |   " {
						t.Errorf("%d colours, %v, class %d to %d: live %s, ghost %s", colours, mode, class, facing, looks[0], looks[1])
					}
				}
			}
		}
	}
}

func TestAGhostIsDottedAndDim(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Stale = true
	term := drawn(t, v)
	if got, want := term.patch(18, 5, 8, 3), "|   (Rex)|  ▒▒    | ▒▒▒▒▒  "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	rex := (&model.Match{View: v}).HullOf(1)
	for y, ink := range map[int]canvas.TermColour{5: standardColour(canvas.LabelInk), 6: standardColour(rex.Dark)} {
		if _, style, _ := term.Get(21, y); style.Ink != ink {
			t.Errorf("row %d: got %v, want %v", y, style.Ink, ink)
		}
	}
}

func TestAGhostHasNeitherFlameNorHaloNorBar(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Stale = true
	bare := drawn(t, v).text()
	ship := &v.World.Ships[1]
	ship.Input, ship.Hits, ship.HP = game.Steer(game.Up), 3, 2
	if got := drawn(t, v).text(); got != bare {
		t.Errorf("got\n%s\nwant\n%s", got, bare)
	}
}

func TestRadarAndArrowsOfGhostsAreDim(t *testing.T) {
	v := wideView("Nova", "Rex")
	v.World.Ships[1].X = playtest.Unit(1500) // out of sight, but not far
	rex := (&model.Match{View: v}).HullOf(1)
	for _, stale := range []bool{false, true} {
		v.Stale = stale
		term := newTerminal(t, 90, 30) // no list names the pilots
		show(New(Options{Mode: canvas.Braille}), term, v, playtest.Noon)
		bright := term.column(standardColour(rex.Bright)) >= 0 || term.column(standardColour(rex.Middle)) >= 0
		if dark := term.column(standardColour(rex.Dark)) >= 0; bright == stale || dark != stale {
			t.Errorf("stale %v: bright %v, dark %v", stale, bright, dark)
		}
	}
}

func TestThePlayersShipIsNeverAGhost(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].Input = game.Steer(game.Up)
	fresh := drawn(t, v).patch(0, 4, 16, 6)
	v.Stale = true
	if got := drawn(t, v).patch(0, 4, 16, 6); got != fresh {
		t.Errorf("got %s, want %s", got, fresh)
	}
	v.Me = 1
	drawn(t, v).shows(t, "(Nova)")
	v.Me = -1
	drawn(t, v).shows(t, "(Nova)", "(Rex)")
}

func TestTopLineShowsTheSilenceOfTheHost(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = net.Lag{RTT: 38 * time.Millisecond, Transport: "udp"}
	v.Stale = true
	for age, want := range map[time.Duration]string{
		740 * time.Millisecond:    "no answer for 0.7 s",
		1990 * time.Millisecond:   "no answer for 1.9 s",
		12900 * time.Millisecond:  "no answer for 12 s",
		170000 * time.Millisecond: "no answer for 170 s",
	} {
		v.Lag.Age = age
		drawn(t, v).shows(t, want)
	}
	v.Stale = false
	drawn(t, v).hides(t, "no answer")
}

func TestTheLeaderIsLeftOutOfAFullTopLine(t *testing.T) {
	v := playtest.View("Nova", "Kestrel-Nine")
	v.World.Ships[1].Score = 1250
	v.Stale, v.Lag.Age = true, 700*time.Millisecond
	for width, want := range map[int]string{
		60: fmt.Sprintf("%-28s%-12s%s", " 2nd/2  0 points", "0:16", "no answer for 0.7 s"),
		90: fmt.Sprintf("%-43s%-8s%s", " 2nd/2  0 points", "0:16", "Kestrel-Nine 1250  no answer for 0.7 s"),
	} {
		term := newTerminal(t, width, 20)
		show(New(Options{}), term, v, playtest.Noon)
		if got := term.row(0); got != want {
			t.Errorf("%d columns: got %q, want %q", width, got, want)
		}
	}
}
