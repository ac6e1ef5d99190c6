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

// newSettingsForm changes the settings and the player's name.
func newSettingsForm(a *app) *form {
	f := newForm(a, "Settings", "saves")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	glyphs := addChoice(f, "Glyphs", glyphOptions(), a.conf.Settings.Glyphs)
	glyphs.compare = func() { a.push(newTestCard(a, glyphs)) }
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	motion := choose(f, "Reduced motion", noYes(), a.conf.Settings.ReducedMotion)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	theme := choose(f, "Theme", themeOptions(a.conf.Themes, a.conf.Settings.Theme), a.conf.Settings.Theme)
	colourBlind := choose(f, "Palette", paletteOptions(), a.conf.Settings.ColourBlind)
	numbers := choose(f, "Damage numbers", yesNo(), a.conf.Settings.NoDamageNumbers)
	killCam := choose(f, "Kill-cam", yesNo(), a.conf.Settings.NoKillCam)
	hearing := choose(f, "Sound", a.soundOptions(), a.conf.Settings.Sound)
	volumes := volumeOptions(a.conf.Settings.Volume)
	volume := addChoice(f, "Volume", volumes, a.conf.Settings.Volume)
	percent := func() int { return volumes[volume.current].value }
	volume.changed = func() { a.sample(percent()) }
	colours := func() term.Colours { return a.conf.Colours }
	if a.ownsTerminal() && !a.term.Traits().NoColor { // NO_COLOR goes before everything
		colours = choose(f, "Colours", coloursOptions(), a.conf.Colours)
	}
	mouse := choose(f, "Steering", steeringOptions(), a.conf.Settings.Mouse)
	f.submenu(a, "Keys", a.conf.Settings.keysName, func() { a.push(newBindings(a)) })
	f.keep = func() {
		if clean, err := proto.CleanName(name()); err == nil {
			a.conf.Pilot.Name = clean
		}
		s := a.conf.Settings // the keys have a page of their own
		s.Glyphs, s.FrameRate, s.Mouse = glyphOptions()[glyphs.current].value, rate(), mouse()
		s.FewerFlashes, s.ReducedMotion = flashes(), motion()
		s.NoDamageNumbers, s.NoKillCam = numbers(), killCam()
		s.Sound, s.Volume = hearing(), percent()
		_, unpainted := paletteOf(a.conf.Themes, ThemeOn(a.told.Background, theme()), colourBlind())
		if unpainted == nil {
			s.Theme, s.ColourBlind = theme(), colourBlind()
		}
		a.set(s)
		a.setColours(colours())
		a.save()
		if unpainted != nil {
			a.push(newBadTheme(a, unpainted))
		}
	}
	f.submit = func() error {
		if _, err := proto.CleanName(name()); err != nil {
			return err
		}
		if _, err := paletteOf(a.conf.Themes, ThemeOn(a.told.Background, theme()), colourBlind()); err != nil {
			a.push(newBadTheme(a, err))
			return nil
		}
		f.back()
		return nil
	}
	return f.ready()
}

// newBadTheme says what is wrong with a theme. With its path that is too long for a form.
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
	a.paint() // the form has seen to it that it can
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.screen.Set(a.look())
	}
}

// setColours sets how many colours the terminal is sent. That takes reopening it, so it
// must be the process's own.
func (a *app) setColours(c term.Colours) {
	if c == a.conf.Colours {
		return
	}
	a.conf.Colours = c
	a.reopen(a.term.Close)
}

// recolour has the player's ship be of another colour, in the match that is shown too.
func (a *app) recolour(colour uint8) {
	a.conf.Pilot.Colour = colour
	if a.flight != nil {
		a.flight.session.Match.Recolour(colour)
	}
}

// nextColour has it be of the next one, and saves that.
func (a *app) nextColour() {
	a.recolour((a.conf.Pilot.Colour + 1) % (proto.Colours + 1))
	a.save()
}

// ownsTerminal reports whether the terminal is the process's own.
func (a *app) ownsTerminal() bool { return a.conf.Terminal == nil }

// save saves what was changed. If that fails, the changes still apply, and are saved with
// the next ones.
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
	return Preferences{Name: a.conf.Pilot.Name, ShipColour: a.conf.Pilot.Colour, Colours: a.conf.Colours, Settings: a.conf.Settings}
}

// keysName names the key bindings.
func (s *Settings) keysName() string {
	preset := s.Keys.Preset()
	if s.Keys != input.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}

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
