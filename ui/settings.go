package ui

import (
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// newSettingsForm changes the Preferences.
func newSettingsForm(a *app) *form {
	f := newForm(a, "Settings", "saves")
	p := a.preferences()
	f.text("Your name", &p.Name, proto.MaxName)
	glyphs := choose(f, "Glyphs", glyphOptions, &p.Glyphs)
	glyphs.compare = func() { a.push(newTestCard(a, glyphs)) }
	choose(f, "Fewer flashes", noYes, &p.FewerFlashes)
	choose(f, "Reduced motion", noYes, &p.ReducedMotion)
	choose(f, "Frame rate", rateOptions, &p.FrameRate)
	choose(f, "Theme", themeOptions(a.conf.Themes, p.Theme), &p.Theme)
	choose(f, "Palette", paletteOptions, &p.ColourBlind)
	choose(f, "Damage numbers", yesNo, &p.NoDamageNumbers)
	choose(f, "Kill-cam", yesNo, &p.NoKillCam)
	choose(f, "Sound", a.soundOptions(), &p.Sound)
	volume := choose(f, "Volume", volumeOptions(p.Volume), &p.Volume)
	volume.changed = func() { f.store(); a.sample(p.Volume) }
	if a.ownsTerminal() && !a.term.Traits().NoColor { // NO_COLOR overrides the setting
		choose(f, "Colours", coloursOptions, &p.Colours)
	}
	choose(f, "Steering", steeringOptions, &p.Mouse)
	f.submenu("Keys", a.conf.Settings.keysName, func() { a.push(newBindings(a)) })
	checkTheme := func() error {
		_, err := paletteOf(a.conf.Themes, ThemeOn(a.reported.Background, p.Theme), p.ColourBlind)
		return err
	}
	f.apply = func() {
		if clean, err := proto.CleanName(p.Name); err == nil {
			a.conf.Player.Name = clean
		}
		s, bad := p.Settings, checkTheme()
		if bad != nil {
			s.Theme, s.ColourBlind = a.conf.Settings.Theme, a.conf.Settings.ColourBlind
		}
		s.Keys = a.conf.Settings.Keys // they have a page of their own
		a.set(s)
		a.setColours(p.Colours)
		a.save()
		if bad != nil {
			a.push(newBadTheme(a, bad))
		}
	}
	f.submit = func() error {
		if _, err := proto.CleanName(p.Name); err != nil {
			return err
		}
		if err := checkTheme(); err != nil {
			a.push(newBadTheme(a, err))
			return nil
		}
		f.back()
		return nil
	}
	return f.ready()
}

// newBadTheme shows the fault of a theme, which is too long for a form.
func newBadTheme(a *app, err error) *panel {
	return newMessage(a, "Could not use this theme", err.Error())
}

// set applies settings.
func (a *app) set(s Settings) {
	was := a.conf.Settings
	a.conf.Settings = s
	if s.FrameRate != was.FrameRate {
		a.pace = newPace(a.rate())
		a.frames.Reset(a.frameTime())
		was.FrameRate = s.FrameRate
	}
	a.tune()
	if s == was {
		return
	}
	a.paint() // the form has checked the theme
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.screen.Set(a.screenOptions())
	}
}

// setColours changes the number of colours, which reopens the terminal: it must be the process's own.
func (a *app) setColours(c term.Colours) {
	if c == a.conf.Colours {
		return
	}
	a.conf.Colours = c
	a.reopen(a.term.Close)
}

// recolour changes the colour of the player's ship, also in a running match.
func (a *app) recolour(colour uint8) {
	a.conf.Player.Colour = colour
	if a.flight != nil {
		a.flight.session.Match.Recolour(colour)
	}
}

// nextColour changes to the next colour and saves it.
func (a *app) nextColour() {
	a.recolour((a.conf.Player.Colour + 1) % (proto.Colours + 1))
	a.save()
}

// ownsTerminal reports whether the terminal is the process's own.
func (a *app) ownsTerminal() bool { return a.conf.Terminal == nil }

// save saves the changes. If that fails they apply all the same, and are saved with the next ones.
func (a *app) save() {
	is := a.preferences()
	if is == a.saved || a.conf.Save == nil {
		return
	}
	if err := a.conf.Save(a.saved, is); err != nil {
		a.push(newMessage(a, "Could not save your settings", err.Error()))
		return
	}
	a.saved = is
}

func (a *app) preferences() Preferences {
	return Preferences{Name: a.conf.Player.Name, ShipColour: a.conf.Player.Colour, Colours: a.conf.Colours, Settings: a.conf.Settings}
}

// keysName names the key bindings.
func (s *Settings) keysName() string {
	preset := s.Keys.Preset()
	if s.Keys != input.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}

// The options of the forms.

var (
	noYes = []option[bool]{{false, "no"}, {true, "yes"}}
	// yesNo is for a setting that disables something.
	yesNo        = []option[bool]{{false, "yes"}, {true, "no"}}
	glyphOptions = []option[Glyphs]{
		{BestGlyphs, "auto"}, {BrailleGlyphs, "braille dots"}, {HalfGlyphs, "half-blocks"}, {BlockGlyphs, "blocks"},
		{SextantGlyphs, "sextants"}, {OctantGlyphs, "octants"}, {ASCIIGlyphs, "plain ASCII"},
	}
	rateOptions     = []option[int]{{0, "auto"}, {slowRate, "30 fps"}, {fastRate, "60 fps"}}
	steeringOptions = []option[bool]{{false, "keys"}, {true, "mouse and keys"}}
	paletteOptions  = []option[bool]{{false, "standard"}, {true, "colour-blind"}}
	coloursOptions  = []option[term.Colours]{
		{term.AutoColours, "auto"}, {term.NoColours, "none"},
		{term.Colours16, "16"}, {term.Colours256, "256"}, {term.TrueColours, "16 million"},
	}
	skillOptions = []option[int]{{net.AutoSkill, "auto"}, {1, "1 beginner"}, {2, "2 easy"}, {3, "3 medium"}, {4, "4 hard"}, {5, "5 ace"}}
)

// around adds a value to the options if it is missing: the command line allows more than the menus offer.
func around[T comparable](options []option[T], value T, name string) []option[T] {
	for _, o := range options {
		if o.value == value {
			return options
		}
	}
	return append([]option[T]{{value, name}}, options...)
}

// optionsOf appends values with their names to the options.
func optionsOf[T any](options []option[T], name func(T) string, values ...T) []option[T] {
	for _, value := range values {
		options = append(options, option[T]{value, name(value)})
	}
	return options
}

func itself(name string) string { return name }

// botCounts offers up to as many bots as leave a slot for the player.
func botCounts() (options []option[int]) {
	for n := range game.MaxShips {
		options = append(options, option[int]{n, fmt.Sprint(n)})
	}
	return options
}

// soundOptions offers loudspeakers where the player may have some, and the bell elsewhere.
func (a *app) soundOptions() []option[Sound] {
	auto := "auto"
	switch {
	case a.term.Traits().Speaks: // it has no bell
		return []option[Sound]{{AutoSound, "on, unless muted"}, {NoSound, "off"}}
	case a.conf.Guest:
		auto = "auto: off over SSH"
	}
	return []option[Sound]{{AutoSound, auto}, {BellSound, "terminal bell"}, {NoSound, "off"}}
}

func volumeOptions(value int) []option[int] {
	percent := func(n int) string { return fmt.Sprint(n, " %") }
	return around(optionsOf(nil, percent, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100), value, percent(value))
}

// themeOptions reads the themes again, as their folder may have changed.
func themeOptions(folder, value string) []option[string] {
	return around(optionsOf([]option[string]{{assets.AutoTheme, assets.AutoTheme}}, itself, assets.ThemeNamesIn(folder)...), value, value)
}

// usualWeb is the usual address for browsers.
const usualWeb = ":8080"

func webOptions(value string) []option[string] {
	return around([]option[string]{{"", "no"}, {usualWeb, "yes, at " + usualWeb}}, value, "yes, at "+value)
}

func timeOptions(value time.Duration) []option[time.Duration] {
	options := []option[time.Duration]{{net.UsualTime, "usual"}, {0, "none"}}
	for _, minutes := range []time.Duration{1, 2, 3, 5, 8, 10, 15, 20, 30, 60} {
		options = append(options, option[time.Duration]{minutes * time.Minute, fmt.Sprintf("%d min", minutes)})
	}
	return around(options, value, value.String())
}

func scoreOptions(value int32) []option[int32] {
	number := func(n int32) string { return fmt.Sprint(n) }
	return around(optionsOf([]option[int32]{{0, "usual"}}, number, 50, 100, 150, 200, 300, 500, 1000), value, number(value))
}

func arenaOptions(names []string, value string) []option[string] {
	return around(optionsOf([]option[string]{{"", "rotate all"}}, itself, names...), value, value)
}

func classOptions() (options []option[string]) {
	for _, c := range assets.Classes() {
		options = append(options, option[string]{c.Name, c.Title})
	}
	options[0].value = "" // the default
	return options
}

func weaponOptions() (options []option[string]) {
	for _, w := range assets.Weapons() {
		options = append(options, option[string]{w.Name, w.Title})
	}
	options[0].value = "" // the default
	return options
}
