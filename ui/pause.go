package ui

// newPause is the menu over a match, which is paused or still running.
func newPause(a *app) *panel {
	menu := newMenu(panelColor)
	back, leave := "Back to the match", "Leave the match"
	if a.flight.session.Replay != nil {
		back, leave = "Back to the replay", "Leave the replay"
	}
	menu.AddItem(back, "", 'b', a.pop)
	if a.flight.mayPlayAgain() {
		menu.AddItem("Play again", "", 'a', func() { a.pop(); a.flight.session.Match.Ready(true) })
	}
	switch v := a.flight.view; {
	case v.World == nil || v.Setup == nil || v.Foreign || v.Recorded:
	case v.Me >= 0:
		menu.AddItem("Change ship", "", 'c', a.changeShip)
	case !v.Waiting:
		menu.AddItem("Join the fight", "", 'j', a.joinFight)
	}
	if hosted := a.flight.session.Host; hosted != nil {
		menu.AddItem("Match settings", "", 'm', func() { a.push(newMatchForm(a, hosted)) })
		a.addStartOrEnd(menu, hosted)
		if hosted.Moderation != nil {
			menu.AddItem("Kick, mute, ban", "", 'k', func() { a.push(newModeration(a, hosted.Moderation)) })
		}
	}
	if web, ways := a.flight.session.invitation(); web != "" || len(ways) > 0 {
		menu.AddItem("How others join", "", 'o', func() { a.push(newInvitation(a, "How others join", web, ways)) })
	}
	a.addVotes(menu)
	menu.AddItem("Chat log", "", 't', func() { a.pop(); a.flight.screen.OpenTalk() })
	menu.AddItem("Players and bots", "", 'p', func() { a.pop(); a.flight.screen.OpenPilots() })
	menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, a.flight.tables())) })
	menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	if a.aside != nil {
		leave = "Leave for the lobby"
	}
	menu.AddItem(leave, "", 'l', a.leaveMatch)
	menu.SetBorder(true).SetTitle(" Menu ").SetBorderPadding(1, 1, 2, 2)
	return &panel{root: menu, width: 32, height: menu.GetItemCount() + 4, back: a.pop}
}
