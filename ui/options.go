package ui

import (
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/term"
)

// The options that the forms offer.

// around returns the options with value among them, should it not be: the
// command line allows more than the menus offer.
func around[T comparable](options []option[T], value T, name string) []option[T] {
	for _, o := range options {
		if o.value == value {
			return options
		}
	}
	return append([]option[T]{{value, name}}, options...)
}

func countOptions(least, most int) (options []option[int]) {
	for n := least; n <= most; n++ {
		options = append(options, option[int]{n, fmt.Sprint(n)})
	}
	return options
}

func noYes() []option[bool] { return []option[bool]{{false, "no"}, {true, "yes"}} }

func glyphOptions() []option[Glyphs] {
	return []option[Glyphs]{
		{BestGlyphs, "what the terminal has"}, {BrailleGlyphs, "braille dots"}, {BlockGlyphs, "half-blocks"}, {ASCIIGlyphs, "plain ASCII"},
	}
}

func rateOptions() []option[int] {
	return []option[int]{{0, "as the terminal keeps up"}, {slowRate, "30 a second"}, {fastRate, "60 a second"}}
}

func steeringOptions() []option[bool] {
	return []option[bool]{{false, "keys"}, {true, "mouse, with the keys beside it"}}
}

// themeOptions offers the themes that there are, which may have changed since the
// last time.
func themeOptions(folder, value string) (options []option[string]) {
	for _, name := range append([]string{assets.AutoTheme}, assets.ThemeNamesIn(folder)...) {
		options = append(options, option[string]{name, name})
	}
	return around(options, value, value)
}

func paletteOptions() []option[bool] {
	return []option[bool]{{false, "standard"}, {true, "colour-blind"}}
}

func coloursOptions() []option[term.Colours] {
	return []option[term.Colours]{
		{term.AsManyAsItHas, "as many as there are"}, {term.NoColours, "none"},
		{term.Colours16, "16"}, {term.Colours256, "256"}, {term.TrueColours, "16 million"},
	}
}

func modeOptions() []option[bool] {
	return []option[bool]{{false, "deathmatch"}, {true, "two teams"}}
}

func skillOptions() []option[int] {
	return []option[int]{{1, "1 beginner"}, {2, "2 easy"}, {3, "3 fair"}, {4, "4 hard"}, {5, "5 ace"}}
}

func timeOptions(value time.Duration) []option[time.Duration] {
	options := []option[time.Duration]{{0, "none"}}
	for _, minutes := range []time.Duration{1, 2, 3, 5, 8, 10, 15, 20, 30, 60} {
		options = append(options, option[time.Duration]{minutes * time.Minute, fmt.Sprintf("%d min", minutes)})
	}
	return around(options, value, value.String())
}

func scoreOptions(value int32) []option[int32] {
	options := []option[int32]{{0, "none"}}
	for _, points := range []int32{50, 100, 150, 200, 300, 500, 1000} {
		options = append(options, option[int32]{points, fmt.Sprint(points)})
	}
	return around(options, value, fmt.Sprint(value))
}

func arenaOptions(names []string, value string) []option[string] {
	options := []option[string]{{"", "all in turn"}}
	for _, name := range names {
		options = append(options, option[string]{name, name})
	}
	return around(options, value, value)
}

func classOptions() (options []option[string]) {
	for i, c := range assets.Classes() {
		options = append(options, option[string]{nameUnlessFirst(i, c.Name), c.Title})
	}
	return options
}

func weaponOptions() (options []option[string]) {
	for i, w := range assets.Weapons() {
		options = append(options, option[string]{nameUnlessFirst(i, w.Name), w.Title})
	}
	return options
}

// nameUnlessFirst gives the default, which is the first, its other name.
func nameUnlessFirst(i int, name string) string {
	if i == 0 {
		return ""
	}
	return name
}

func maxBots() int { return game.MaxShips - 1 }
