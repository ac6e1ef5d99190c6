package ui

import (
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/term"
)

// The options that the forms offer.

// around adds a missing value to the options: the command line allows more than the
// menus offer.
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

// yesNo offers what is usual first, of a setting that takes it away.
func yesNo() []option[bool] { return []option[bool]{{false, "yes"}, {true, "no"}} }

func glyphOptions() []option[Glyphs] {
	return []option[Glyphs]{
		{BestGlyphs, "auto"}, {BrailleGlyphs, "braille dots"}, {HalfGlyphs, "half-blocks"}, {BlockGlyphs, "blocks"},
		{SextantGlyphs, "sextants"}, {OctantGlyphs, "octants"}, {ASCIIGlyphs, "plain ASCII"},
	}
}

func rateOptions() []option[int] {
	return []option[int]{{0, "auto"}, {slowRate, "30 fps"}, {fastRate, "60 fps"}}
}

func steeringOptions() []option[bool] {
	return []option[bool]{{false, "keys"}, {true, "mouse and keys"}}
}

// soundOptions offers loudspeakers to those who may have some. For the others the bell is all there is.
func (a *app) soundOptions() []option[Sound] {
	auto := "auto"
	switch {
	case a.term.Traits().Speaks: // which has no bell
		return []option[Sound]{{AutoSound, "on, unless muted"}, {NoSound, "off"}}
	case a.conf.Guest:
		auto = "auto: off over SSH"
	}
	return []option[Sound]{{AutoSound, auto}, {BellSound, "terminal bell"}, {NoSound, "off"}}
}

func volumeOptions(value int) (options []option[int]) {
	for percent := 0; percent <= 100; percent += 10 {
		options = append(options, option[int]{percent, fmt.Sprint(percent, " %")})
	}
	return around(options, value, fmt.Sprint(value, " %"))
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
		{term.AsManyAsItHas, "auto"}, {term.NoColours, "none"},
		{term.Colours16, "16"}, {term.Colours256, "256"}, {term.TrueColours, "16 million"},
	}
}

// usualWeb is the address at which browsers usually come in.
const usualWeb = ":8080"

// webOptions offers to let in those who only have a browser.
func webOptions(value string) []option[string] {
	return around([]option[string]{{"", "no"}, {usualWeb, "yes, at " + usualWeb}}, value, "yes, at "+value)
}

func modeOptions() (options []option[game.Mode]) {
	for _, m := range game.Modes() {
		options = append(options, option[game.Mode]{m, m.Name()})
	}
	return options
}

func skillOptions() []option[int] {
	return []option[int]{{net.AutoSkill, "auto"}, {1, "1 beginner"}, {2, "2 easy"}, {3, "3 medium"}, {4, "4 hard"}, {5, "5 ace"}}
}

func timeOptions(value time.Duration) []option[time.Duration] {
	options := []option[time.Duration]{{net.UsualTime, "usual"}, {0, "none"}}
	for _, minutes := range []time.Duration{1, 2, 3, 5, 8, 10, 15, 20, 30, 60} {
		options = append(options, option[time.Duration]{minutes * time.Minute, fmt.Sprintf("%d min", minutes)})
	}
	return around(options, value, value.String())
}

func scoreOptions(value int32) []option[int32] {
	options := []option[int32]{{0, "usual"}}
	for _, points := range []int32{50, 100, 150, 200, 300, 500, 1000} {
		options = append(options, option[int32]{points, fmt.Sprint(points)})
	}
	return around(options, value, fmt.Sprint(value))
}

func arenaOptions(names []string, value string) []option[string] {
	options := []option[string]{{"", "rotate all"}}
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

// nameUnlessFirst returns "" for the first, which is the default.
func nameUnlessFirst(i int, name string) string {
	if i == 0 {
		return ""
	}
	return name
}

func maxBots() int { return game.MaxShips - 1 }
