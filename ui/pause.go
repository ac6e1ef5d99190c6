package ui

import (
	"fmt"

	"dogfight/game"
)

// newPause is the menu over a match, which goes on below it.
func newPause(a *App) *panel {
	menu := newMenu(panelColor)
	menu.AddItem("Back to the match", "", 'b', a.pop)
	if v := a.flight.view; v.Me >= 0 && v.World != nil && v.Setup != nil {
		menu.AddItem("Change ship", "", 'c', func() { a.push(newShipForm(a, v.Setup, &v.World.Ships[v.Me])) })
	}
	menu.AddItem("Talk", "", 't', func() { a.pop(); a.flight.screen.OpenTalk() })
	menu.AddItem("Pilots", "", 'p', func() { a.pop(); a.flight.screen.OpenPilots() })
	menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, a.flight.view.Setup)) })
	menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	menu.AddItem("Leave the match", "", 'l', func() { a.land("", nil) })
	menu.SetBorder(true).SetTitle(" the match goes on ").SetBorderPadding(1, 1, 2, 2)
	return &panel{root: menu, width: 32, height: menu.GetItemCount() + 4, back: a.pop}
}

// newShipForm asks for the ship to fly from the next spawn on.
func newShipForm(a *App, s *game.Setup, own *game.Ship) *form {
	f := newForm(a, "Your ship from the next spawn on", "chooses")
	class := choose(f, "Ship", numbered(len(s.Classes), func(i int) string { return s.Classes[i].Title }), own.NextClass)
	weapon := choose(f, "Weapon", numbered(len(s.Weapons), func(i int) string { return s.Weapons[i].Title }), own.NextWeapon)
	team := func() uint8 { return own.Team }
	if n := s.Mode.Teams(); n > 0 {
		teams := numbered(n+1, func(i int) string { return fmt.Sprintf("team %c", 'A'+i-1) })[1:]
		team = choose(f, "Team", teams, own.Team)
	}
	f.submit = func() error {
		a.flight.session.Match.Choose(class(), weapon(), team())
		a.pop() // the form
		a.pop() // the menu below it
		return nil
	}
	return f.ready()
}

// numbered returns n options whose values are the places of what they name.
func numbered(n int, name func(int) string) (options []option[uint8]) {
	for i := range n {
		options = append(options, option[uint8]{uint8(i), name(i)})
	}
	return options
}
