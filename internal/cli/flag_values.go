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

// flagValue is a pflag.Value of any type.
type flagValue[T any] struct {
	to    *T
	kind  string
	write func(T) string
	parse func(string) (T, error)
}

func (v flagValue[T]) Type() string { return v.kind }

func (v flagValue[T]) String() string {
	if v.to == nil {
		return ""
	}
	return v.write(*v.to)
}

func (v flagValue[T]) Set(text string) error {
	read, err := v.parse(text)
	if err == nil {
		*v.to = read
	}
	return err
}

// autoSkill is the text of net.AutoSkill.
const autoSkill = "auto"

// skillFlag is the skill of bots.
func skillFlag(to *int) flagValue[int] {
	write := func(skill int) string {
		if skill == net.AutoSkill {
			return autoSkill
		}
		return strconv.Itoa(skill)
	}
	return flagValue[int]{to, "skill", write, func(text string) (int, error) {
		if text == autoSkill {
			return net.AutoSkill, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > bot.MaxSkill {
			return 0, fmt.Errorf("must be 1 to %d, or %s, got %q", bot.MaxSkill, autoSkill, text)
		}
		return n, nil
	}}
}

func modeFlag(to *game.Mode) flagValue[game.Mode] {
	return flagValue[game.Mode]{to, "mode", game.Mode.Name, func(text string) (game.Mode, error) {
		known, ok := game.ModeNamed(text)
		if !ok {
			return 0, fmt.Errorf("must be one of %s, got %q", net.ModeNames(), text)
		}
		return known, nil
	}}
}

// usualTime is the text of net.UsualTime.
const usualTime = "usual"

// timeFlag is the time limit of a match.
func timeFlag(to *time.Duration) flagValue[time.Duration] {
	write := func(d time.Duration) string {
		if d == net.UsualTime {
			return usualTime
		}
		return d.String()
	}
	return flagValue[time.Duration]{to, "limit", write, func(text string) (time.Duration, error) {
		if text == usualTime {
			return net.UsualTime, nil
		}
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return 0, fmt.Errorf("%q is not a time, such as 90s or 5m", text)
		case d < 0 || d > 24*time.Hour:
			return 0, fmt.Errorf("must be 0 to 24h, or %s, got %v", usualTime, d)
		}
		return d, nil
	}}
}

// usualTeams is the number of teams of --teams without a number, which was once the only way to ask for the mode teams.
const usualTeams = "2"

// teamsFlag is the number of teams. It was once a switch: true and false are still accepted.
func teamsFlag(o *net.MatchOptions) flagValue[int] {
	write := func(teams int) string {
		if teams == 0 {
			return ""
		}
		return strconv.Itoa(teams)
	}
	return flagValue[int]{&o.Teams, "teams", write, func(text string) (int, error) {
		switch text {
		case "true":
			text = usualTeams
		case "false":
			o.Mode = game.Deathmatch
			return 0, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > game.MaxTeams {
			return 0, fmt.Errorf("must be 2 to %d, got %q", game.MaxTeams, text)
		}
		return n, nil
	}}
}

// unlessFlag is a switch that clears a bool.
func unlessFlag(to *bool) flagValue[bool] {
	return flagValue[bool]{to, "bool", func(off bool) string { return strconv.FormatBool(!off) }, func(text string) (bool, error) {
		on, err := strconv.ParseBool(text)
		return !on, err
	}}
}

// colourFlag is the colour of a ship.
func colourFlag(to *uint8) flagValue[uint8] {
	return flagValue[uint8]{to, "colour", canvas.ShipColour, func(text string) (uint8, error) {
		number, ok := canvas.ShipColourNamed(text)
		if !ok {
			return 0, fmt.Errorf("must be auto or one of %s, got %q", strings.Join(canvas.ShipColours(), ", "), text)
		}
		return number, nil
	}}
}

// screenSize is the size of a screen in cells.
type screenSize struct{ columns, rows int }

func (s screenSize) String() string { return fmt.Sprintf("%dx%d", s.columns, s.rows) }

func sizeFlag(to *screenSize) flagValue[screenSize] {
	return flagValue[screenSize]{to, "size", screenSize.String, func(text string) (s screenSize, err error) {
		var rest string
		if n, _ := fmt.Sscanf(text+" ", "%dx%d%s", &s.columns, &s.rows, &rest); n != 2 {
			return s, fmt.Errorf("%q is not a size, such as 100x30", text)
		}
		return s, nil
	}}
}

// shareFlag is a share from 0 to 1, as a number or in per cent.
func shareFlag(to *float64) flagValue[float64] {
	write := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return flagValue[float64]{to, "share", write, func(text string) (float64, error) {
		number, percent := strings.CutSuffix(text, "%")
		v, err := strconv.ParseFloat(number, 64)
		if percent {
			v /= 100
		}
		if err != nil || !(v >= 0 && v <= 1) { // NaN too
			return 0, fmt.Errorf("must be a share")
		}
		return v, nil
	}}
}
