package server

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// attendance tells in text who is in a match.
func attendance(a net.Attendance) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in %s, %s\n", a.Title, a.Mode.Name(), a.Arena, statusNames[a.Status])
	fmt.Fprintf(&b, "%s, %s, %d slots\n", count(int(a.Players), "player"), count(int(a.Bots), "bot"), a.Slots)
	for i, p := range a.Pilots {
		fmt.Fprintf(&b, "%-24s %-9s %5d\n", p.Name, roleOf(&p), a.Scores[i])
	}
	return b.String()
}

// count returns a number and what is counted.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

var statusNames = map[game.Status]string{game.Waiting: "waiting", game.InProgress: "under way", game.Closed: "finished"}

func roleOf(p *proto.Pilot) string {
	switch {
	case p.Flags&proto.Away != 0:
		return "away"
	case p.Flags&proto.BotPilot != 0:
		return "bot"
	case p.Slot == proto.NoSlot:
		return "spectator"
	}
	return "player"
}
