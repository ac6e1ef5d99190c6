package ui

import "strings"

// newWays tells what others type who want to come.
func newWays(a *App, ways []string) *panel {
	return newMessage(a, "How others join", strings.Join(ways, "\n"))
}

// newPause is the menu over a match, which stands still below it or goes on.
func newPause(a *App) *panel {
	menu := newMenu(panelColor)
	menu.AddItem("Back to the match", "", 'b', a.pop)
	if v := a.flight.view; v.Me >= 0 && v.World != nil && v.Setup != nil && !v.Foreign {
		menu.AddItem("Change ship", "", 'c', a.changeShip)
	}
	if hosted := a.flight.session.Hosted; hosted != nil {
		menu.AddItem("Match settings", "", 'm', func() { a.push(newMatchForm(a, hosted)) })
		a.addStartOrEnd(menu, hosted)
		if hosted.Authority != nil {
			menu.AddItem("Kick, mute, ban", "", 'k', func() { a.push(newGuests(a, hosted.Authority)) })
		}
		if len(hosted.Ways) > 0 {
			menu.AddItem("How others join", "", 'o', func() { a.push(newWays(a, hosted.Ways)) })
		}
	}
	menu.AddItem("Talk", "", 't', func() { a.pop(); a.flight.screen.OpenTalk() })
	menu.AddItem("Pilots", "", 'p', func() { a.pop(); a.flight.screen.OpenPilots() })
	menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, a.flight.tables())) })
	menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	menu.AddItem("Leave the match", "", 'l', func() { a.land("", nil) })
	menu.SetBorder(true).SetTitle(" Menu ").SetBorderPadding(1, 1, 2, 2)
	return &panel{root: menu, width: 32, height: menu.GetItemCount() + 4, back: a.pop}
}
