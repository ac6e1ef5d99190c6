package ui

import (
	"fmt"
	"strings"

	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
)

// newHelp shows how to play, with the ships and weapons of the match, or the
// usual ones when there is none.
func newHelp(a *App, s *game.Setup) *panel {
	if s == nil {
		s = usualSetup()
	}
	text := tview.NewTextView().SetText(strings.TrimRight(assets.Help(), "\n") + "\n\n" + tables(s))
	hint := tview.NewTextView().SetTextColor(labelColor).SetText("↑↓ PgUp PgDn scroll · Esc back")
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(text, 0, 1, true).AddItem(nil, 1, 0, false).AddItem(hint, 1, 0, false)
	rows.SetBorder(true).SetTitle(" Help ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: MinWidth, height: helpHeight, inSpace: a.flight == nil, back: a.pop}
	p.focus(text)
	return p
}

const helpHeight = 60

// tables lists ships and weapons in the units of the data files, if any are known.
func tables(s *game.Setup) string {
	if len(s.Classes) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s%4s%12s\n", "SHIP", "HP", "SPEED")
	for _, c := range s.Classes {
		fmt.Fprintf(&b, "%-12s%4d%12d\n", c.Title, c.HP, unitsASecond(c.TopSpeed))
	}
	fmt.Fprintf(&b, "\n%-12s%4s%12s%10s%12s\n", "WEAPON", "HIT", "IN FLIGHT", "SPEED", "EVERY MS")
	for _, w := range s.Weapons {
		fmt.Fprintf(&b, "%-12s%4d%12d%10d%12d\n", w.Title, w.Damage, w.Shots, unitsASecond(w.Speed),
			int(w.Cooldown)*1000/game.TickRate)
	}
	return b.String()
}

func unitsASecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }
