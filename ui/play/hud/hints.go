package hud

import (
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
)

// Hints returns the key hints of the bottom line, the longest first: in lessons, until the player has pressed a key,
// and with results.
func (f *Frame) Hints(l *Lesson, flown bool) []string {
	if f.Match.World.Status == game.Closed {
		return f.resultsHints()
	}
	if f.Sheet.Pad && f.Match.World.Status == game.InProgress && f.Match.Phase == net.Playing && f.Match.Dead() && !f.Match.Out() && !f.Match.Foreign {
		return shipHint
	}
	if f.Match.World.Status != game.InProgress || f.Match.Phase != net.Playing || f.Match.Dead() && !f.Match.Out() || l == nil && flown && !f.Match.Out() {
		return nil
	}
	of := hintsOf{*f.Keys, f.Scheme, l != nil, l != nil && l.Over, f.Match.Watches(), f.Match.Foreign, f.Match.Recorded}
	if f.Told == nil {
		return f.newHints(l)
	}
	if f.Told.hints == nil || f.Told.of != of {
		*f.Told = Hints{of, f.newHints(l)}
	}
	return f.Told.hints
}

// shipHint is for a pad, which has no digits to choose a ship.
var shipHint = []string{"SHIP changes ship and gun", "SHIP changes"}

// Hints caches the hints of the last picture.
type Hints struct {
	of    hintsOf
	hints []string
}

// hintsOf is everything that hints depend on.
type hintsOf struct {
	keys                              input.Bindings
	scheme                            input.Scheme
	taught, over, spectating, foreign bool
	recorded                          bool
}

func (f *Frame) newHints(l *Lesson) []string {
	help := f.Keys.First(input.Help) + " help"
	switch {
	case f.Sheet.Pad && l != nil && !l.Over:
		return []string{"SKIP skips   MENU"}
	case f.Sheet.Pad && f.Match.Watches() && !f.Match.Recorded:
		return []string{"STICK another ship   CAMERA flies free   ARENA shows all", "STICK another ship   CAMERA   ARENA", "STICK another ship"}
	case f.Sheet.Pad:
		help = f.Keys.First(input.Help)
	}
	switch {
	case l != nil && l.Over:
		return []string{f.Keys.First(input.Scores) + " scores   " + help, help}
	case l != nil:
		return []string{"Enter skips   Esc menu   " + help, "Enter skips   " + help}
	}
	return append(f.firstKeys("   "+help), help)
}

// resultsHints returns the hints with results.
func (f *Frame) resultsHints() []string {
	if f.Match.Me < 0 || f.Match.Foreign || f.Match.NextMatch <= 0 {
		return nil
	}
	again, vote, menu := "Enter again", "", "   Esc menu"
	if f.Sheet.Pad {
		if f.Match.Ballot != nil && len(f.Match.Ballot.Choices) > 1 {
			vote = "STICK votes   "
		}
		return []string{vote + "AGAIN when ready   MENU", vote + "AGAIN when ready", vote + "AGAIN"}
	}
	if f.Match.Ballot != nil && len(f.Match.Ballot.Choices) > 1 {
		vote = "   1-" + strconv.Itoa(len(f.Match.Ballot.Choices)) + " vote"
	}
	for _, k := range strings.Fields(f.Keys.Names(input.Chat, input.MostKeys)) {
		if k != "Enter" { // Enter starts another match here
			return []string{again + vote + "   " + k + " chat" + menu, again + vote + menu, again + vote}
		}
	}
	return []string{again + vote + menu, again + vote}
}

// firstKeys returns the main keys, the longest line first.
func (f *Frame) firstKeys(help string) []string {
	steering := append(f.Keys.Steering(), "keys")[0]
	steers, boosts := steering+" steer   "+f.Keys.First(input.Fire)+" fires", "   "+f.Keys.First(input.Boost)+" boosts"
	switch {
	case f.Match.Recorded:
		return []string{
			"Space pause   ← → 5 s   ↑ ↓ another pilot   d director" + help,
			"Space pause   ← → 5 s   ↑ ↓ pilot   d director" + help,
			"Space pause   ← → 5 s   ↑ ↓ pilot" + help,
			"Space pause   ← → 5 s" + help,
		}
	case f.Match.Watches():
		return []string{
			steering + " another ship   c free camera   v whole arena" + help,
			steering + " another ship   c camera   v arena" + help,
			steering + " another ship" + help,
		}
	case f.Scheme == input.ByMouse:
		steers, boosts = "mouse steers   left fires", "   right boosts"
	}
	if f.objective().gauge != nil {
		steers, boosts = steering+" turn", "   "+f.Keys.First(input.Fire)+" jumps"
	}
	if f.Match.Foreign { // their ships have no afterburner
		boosts = ""
	}
	return []string{steers + boosts + help, steers + help, steers}
}
