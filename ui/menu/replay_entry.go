package menu

import (
	"fmt"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/game/career"
)

// outcome describes the end of the match.
func outcome(e *career.Replay) string {
	winner := e.Winner()
	switch {
	case e.Broken != nil:
		return "cannot be read"
	case e.Unplayable != nil:
		return otherRules(e)
	case e.Torn != nil:
		return "end is missing"
	case !e.Finished:
		return "broken off"
	case winner == "":
		return "nobody won"
	}
	return winner + " won"
}

// otherRules names the rules of a replay that cannot be played here.
func otherRules(e *career.Replay) string {
	if e.RulesVersion == game.RulesVersion {
		return "other rules"
	}
	return fmt.Sprintf("rules version %d", e.RulesVersion)
}

// place returns the player's own place.
func (p *ReplaysPage) place(e *career.Replay) string {
	ships := 0
	for i := range e.Flights {
		ships += min(e.Flights[i].Place, 1)
	}
	own := e.LocalFlight(p.Player)
	switch {
	case own != nil && own.Won:
		return "won"
	case own == nil || own.Place == 0 || ships < 2:
		return "-"
	}
	return fmt.Sprintf("%d/%d", own.Place, ships)
}

// crew returns the names of the players, and the number of bots.
func crew(e *career.Replay) string {
	text := strings.Join(e.Players, ", ")
	if e.Bots == 0 {
		return text
	}
	bots := fmt.Sprintf("%d bots", e.Bots)
	if e.Bots == 1 {
		bots = "a bot"
	}
	if text == "" {
		return bots
	}
	return text + " and " + bots
}

// startOf returns the start, with the year if it is not the present one.
func startOf(e *career.Replay, now time.Time) string {
	at := e.Started.Local()
	switch {
	case e.Started.Unix() <= 0:
		return "-"
	case at.Year() != now.Local().Year():
		return at.Format("2 Jan 2006")
	}
	return at.Format("2 Jan 15:04")
}

// lengthOf returns the length of the match.
func lengthOf(e *career.Replay) string {
	if e.Broken != nil {
		return "-"
	}
	s := int(e.Lasted.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// size formats the size of a file.
func size(bytes int64) string {
	switch {
	case bytes >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	case bytes >= 1e3:
		return fmt.Sprintf("%d kB", (bytes+500)/1e3)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// has reports whether a replay contains all of some words in lower case.
func (p *ReplaysPage) has(e *career.Replay, words []string) bool {
	all := strings.ToLower(strings.Join([]string{
		e.Name, e.Title, e.Arena, e.Mode, crew(e), outcome(e), p.place(e), e.Started.Local().Format("2 Jan 2006 2006-01-02"),
	}, "\n"))
	if e.Protected {
		all += "\nkept"
	}
	for _, word := range words {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
