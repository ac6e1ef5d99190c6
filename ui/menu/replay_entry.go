package menu

import (
	"fmt"
	"strings"
	"time"
)

// ReplayEntry is a replay in the list.
type ReplayEntry struct {
	Name      string // of its file, without the ending
	Protected bool   // protected when the folder is full
	Size      int64  // in bytes
	Started   time.Time
	Length    time.Duration // of the match

	Title, Arena, Mode string
	Players            []string // with a ship, without bots
	Bots               int
	Winner             string // a pilot or a team; "" if unknown

	Ended    bool             // the match reached its end
	Place    int              // the player's; 0 if unknown, or if they left
	Ships    int              // at the end
	Won      bool             // by the player, or their team
	Standing []ReplayStanding // of all pilots, the best first

	Sealed     bool   // signed by a host
	Torn       bool   // its end is missing
	OtherRules string // of another version that cannot be played here: "rules version 3"; or ""
	Broken     string // why the file cannot be read; or ""
}

// ReplayStanding is the result of a pilot.
type ReplayStanding struct {
	Place                  int // 0 after leaving early
	Name                   string
	IsPlayer               bool  // the player
	Team                   uint8 // 0 for none
	Score                  int
	Kills, Deaths, Assists int
}

// playable reports whether the replay can be watched.
func (e *ReplayEntry) playable() bool { return e.OtherRules == "" && e.Broken == "" }

// result describes the end of the match.
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

// place returns the player's own place.
func (e *ReplayEntry) place() string {
	switch {
	case e.Won:
		return "won"
	case e.Place == 0 || e.Ships < 2:
		return "-"
	}
	return fmt.Sprintf("%d/%d", e.Place, e.Ships)
}

// pilots returns the names of the players, and the number of bots.
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

// when returns the start, with the year if it is not the present one.
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

// length returns the length of the match.
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

// has reports whether the entry contains all of some words in lower case.
func (e *ReplayEntry) has(words []string) bool {
	all := strings.ToLower(strings.Join([]string{
		e.Name, e.Title, e.Arena, e.Mode, e.pilots(), e.result(), e.place(), e.Started.Local().Format("2 Jan 2006 2006-01-02"),
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
