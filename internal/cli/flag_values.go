package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// What the flags of the commands hold, as pflag wants it.

// botSkill is a flag for how good bots are.
type botSkill int

// autoSkill is how net.AutoSkill is written.
const autoSkill = "auto"

func (s *botSkill) String() string {
	if *s == net.AutoSkill {
		return autoSkill
	}
	return strconv.Itoa(int(*s))
}

func (*botSkill) Type() string { return "skill" }

func (s *botSkill) Set(text string) error {
	if text == autoSkill {
		*s = net.AutoSkill
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > bot.MaxSkill {
		return fmt.Errorf("must be 1 to %d, or %s, got %q", bot.MaxSkill, autoSkill, text)
	}
	*s = botSkill(n)
	return nil
}

// mode is a flag that names one of the game's modes.
type mode game.Mode

func (m *mode) String() string { return game.Mode(*m).Name() }
func (*mode) Type() string     { return "mode" }

func (m *mode) Set(text string) error {
	if known, ok := game.ModeNamed(text); ok {
		*m = mode(known)
		return nil
	}
	return fmt.Errorf("must be one of %s, got %q", net.ModeNames(), text)
}

// timeLimit is a flag for how long a match lasts.
type timeLimit time.Duration

// usually is how net.UsualTime is written.
const usually = "usual"

func (l *timeLimit) String() string {
	if *l == timeLimit(net.UsualTime) {
		return usually
	}
	return time.Duration(*l).String()
}

func (*timeLimit) Type() string { return "limit" }

func (l *timeLimit) Set(text string) error {
	if text == usually {
		*l = timeLimit(net.UsualTime)
		return nil
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a time, such as 90s or 5m", text)
	case d < 0 || d > 24*time.Hour:
		return fmt.Errorf("must be 0 to 24h, or %s, got %v", usually, d)
	}
	*l = timeLimit(d)
	return nil
}

// usualTeams is how many there are if --teams has no number, which once was the only way to ask for the mode teams.
const usualTeams = "2"

// teams is a flag for how many teams there are. It has been a switch: true and false are taken too.
type teams struct{ o *net.MatchOptions }

func (t *teams) String() string {
	if t.o == nil || t.o.Teams == 0 {
		return ""
	}
	return strconv.Itoa(t.o.Teams)
}

func (*teams) Type() string { return "teams" }

func (t *teams) Set(text string) error {
	switch text {
	case "true":
		text = usualTeams
	case "false":
		t.o.Mode, t.o.Teams = game.Deathmatch, 0
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 || n > game.MaxTeams {
		return fmt.Errorf("must be 2 to %d, got %q", game.MaxTeams, text)
	}
	t.o.Teams = n
	return nil
}

// offRecord is a flag that is on unless something is off the record.
type offRecord bool

func (off *offRecord) String() string { return strconv.FormatBool(!bool(*off)) }

func (off *offRecord) Set(text string) error {
	on, err := strconv.ParseBool(text)
	*off = offRecord(!on)
	return err
}

func (off *offRecord) Type() string { return "bool" }

// shipColour is a flag that names a colour of ships.
type shipColour uint8

func (s *shipColour) String() string { return canvas.ShipColour(uint8(*s)) }
func (*shipColour) Type() string     { return "colour" }

func (s *shipColour) Set(text string) error {
	number, ok := canvas.ShipColourNamed(text)
	if !ok {
		return fmt.Errorf("must be auto or one of %s, got %q", strings.Join(canvas.ShipColours(), ", "), text)
	}
	*s = shipColour(number)
	return nil
}
