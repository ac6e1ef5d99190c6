// Package replays draws the page of the player's replays: a list, what is known of the one that is chosen, and what can be done
// with it.
package menu

import (
	"fmt"
	"strings"
	"time"
)

// Entry is what is listed of a replay.
type ReplayEntry struct {
	Name    string // without the ending of its file; by which it is found
	Kept    bool   // stays when the folder is full
	Size    int64  // in bytes
	Started time.Time
	Length  time.Duration // of the match

	Title, Arena, Mode string
	Players            []string // who had a ship, and is no bot
	Bots               int
	Winner             string // a pilot or a team; "" for none that is known

	Ended    bool             // the match came to its end
	Place    int              // the player's own; 0 if that is not known, or they left
	Ships    int              // that were in it to the end
	Won      bool             // the player, or their team
	Standing []ReplayStanding // of all who had a ship, the best first

	Sealed     bool   // a host has signed it
	Torn       bool   // its end is missing
	OtherRules string // by which it was played, if this version cannot play it: "rules version 3"; "" if it can
	Broken     string // why nothing can be read; "" if it can
}

// Stand is how a pilot did.
type ReplayStanding struct {
	Place                  int // 0: they left
	Name                   string
	Own                    bool  // the player
	Team                   uint8 // 0 for none
	Score                  int
	Kills, Deaths, Assists int
}

// playable reports whether it can be watched.
func (e *ReplayEntry) playable() bool { return e.OtherRules == "" && e.Broken == "" }

// result writes how the match went.
func (e *ReplayEntry) result() string {
	switch {
	case e.Broken != "":
		return "cannot be read"
	case e.OtherRules != "":
		return e.OtherRules
	case e.Torn:
		return "end is missing"
	case !e.Ended:
		return "broken off"
	case e.Winner == "":
		return "nobody won"
	}
	return e.Winner + " won"
}

// place writes the player's own place.
func (e *ReplayEntry) place() string {
	switch {
	case e.Won:
		return "won"
	case e.Place == 0 || e.Ships < 2:
		return "-"
	}
	return fmt.Sprintf("%d/%d", e.Place, e.Ships)
}

// pilots writes who was in the match.
func (e *ReplayEntry) pilots() string {
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

// when writes when it began, with the year if that is another than now.
func (e *ReplayEntry) when(now time.Time) string {
	at := e.Started.Local()
	switch {
	case e.Started.Unix() <= 0:
		return "-"
	case at.Year() != now.Local().Year():
		return at.Format("2 Jan 2006")
	}
	return at.Format("2 Jan 15:04")
}

// length writes how long the match was.
func (e *ReplayEntry) length() string {
	if e.Broken != "" {
		return "-"
	}
	s := int(e.Length.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// size writes how large a file is.
func size(bytes int64) string {
	switch {
	case bytes >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	case bytes >= 1e3:
		return fmt.Sprintf("%d kB", (bytes+500)/1e3)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// has reports whether all of some words, in lower case, stand somewhere in what is told of the replay.
func (e *ReplayEntry) has(words []string) bool {
	all := strings.ToLower(strings.Join([]string{
		e.Name, e.Title, e.Arena, e.Mode, e.pilots(), e.result(), e.place(), e.Started.Local().Format("2 Jan 2006 2006-01-02"),
	}, "\n"))
	if e.Kept {
		all += "\nkept"
	}
	for _, word := range words {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
