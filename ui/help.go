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
func newHelp(a *app, s *game.Setup) *panel {
	if s == nil {
		s = usualSetup()
	}
	how := assets.Help()
	if a.ofPad {
		how = assets.HelpForPad()
	}
	text := tview.NewTextView().SetText(strings.TrimRight(how, "\n") + "\n\n" + tables(s))
	p := scrolled(a, "Help", text, MinWidth)
	p.back = a.pop
	p.focus(text)
	return &p
}

// tables lists ships and weapons in the units of the data files, if any are known.
func tables(s *game.Setup) string {
	if len(s.PilotClasses()) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s%4s%12s\n", "SHIP", "HP", "SPEED")
	for _, c := range s.PilotClasses() {
		fmt.Fprintf(&b, "%-12s%4d%12d\n", c.Title, c.HP, unitsASecond(c.TopSpeed))
	}
	fmt.Fprintf(&b, "\n%-12s%4s%12s%10s%12s\n", "WEAPON", "DMG", "SHOTS", "SPEED", "RELOAD MS")
	for _, w := range s.PilotWeapons() {
		fmt.Fprintf(&b, "%-12s%4d%12d%10d%12d\n", w.Title, w.Damage, w.Shots, unitsASecond(w.Speed),
			int(w.Cooldown)*1000/game.TickRate)
	}
	return b.String()
}

func unitsASecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }
