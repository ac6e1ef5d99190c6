package ui

import (
	"cmp"
	"fmt"
	"time"

	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/listing"
	"dogfight/net/relay"
	"dogfight/proto"
	"dogfight/ui/input"
)

// newSettingsForm changes the Settings.
func newSettingsForm(a *app) *form {
	f := newForm(a, "Settings", "saves")
	p := a.conf.Settings
	f.text("Your name", &p.Name, proto.MaxName)
	glyphs := choose(f, "Glyphs", glyphOptions, &p.Glyphs)
	glyphs.compare = func() { a.push(newTestCard(a, glyphs)) }
	choose(f, "Fewer flashes", noYes, &p.FewerFlashes)
	choose(f, "Reduced motion", noYes, &p.ReducedMotion)
	choose(f, "Frame rate", rateOptions, &p.FrameRate)
	f.submenu("Theme", func() string { return a.conf.Settings.Theme }, func() { a.push(newThemes(a)) })
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
	f.submenu("Keys", a.keysName, func() { a.push(newBindings(a)) })
	if a.conf.List != nil {
		f.note(f.text("Relay", &p.Relay, maxAddress), "For invitations to your matches, from behind any router. \"dogfight relay\" runs one.")
		f.note(f.text("Match list", &p.List, listing.MaxURL), "URL of a public list of matches, to join one or show yours.")
	}
	f.apply = func() {
		s := p
		s.Name = a.conf.Settings.Name
		if clean, err := proto.CleanName(p.Name); err == nil {
			s.Name = clean
		}
		if listing.CheckURL(p.List) != nil {
			s.List = a.conf.Settings.List
		}
		if relay.CheckAddress(p.Relay) != nil {
			s.Relay = a.conf.Settings.Relay
		}
		s.Keys, s.Theme = a.conf.Settings.Keys, a.conf.Settings.Theme // they have pages of their own
		a.set(s)
		a.save()
	}
	f.submit = func() error {
		if _, err := proto.CleanName(p.Name); err != nil {
			return err
		}
		if err := relay.CheckAddress(p.Relay); err != nil {
			return err
		}
		if err := listing.CheckURL(p.List); err != nil {
			return fmt.Errorf("match list: %w", err)
		}
		f.back()
		return nil
	}
	return f.ready()
}

const (
	themesWidth = 36
	themesRows  = 10
)

// newThemes lists the themes. The screen shows the one under the cursor. Enter chooses it, Esc restores the former.
func newThemes(a *app) *panel {
	menu, options := newMenu(), themeOptions(a.conf.Themes, a.conf.Settings.Theme)
	for i, o := range options {
		menu.AddItem(tview.Escape(o.name), "", 0, func() {
			if err := a.preview(o.value); err != nil {
				a.push(newBadTheme(a, err))
				return
			}
			a.pop()
			s := a.conf.Settings
			s.Theme = o.value
			a.set(s)
			a.save()
		})
		if o.value == a.conf.Settings.Theme {
			menu.SetCurrentItem(i)
		}
	}
	menu.SetChangedFunc(func(i int, _, _ string, _ rune) { a.preview(options[i].value) }) // a broken one shows when it is chosen
	rows := framed("Theme", 0).AddItem(menu, 0, 1, true).AddItem(nil, 1, 0, false).AddItem(a.hintLine("Enter chooses · Esc restores"), 1, 0, false)
	p := &panel{root: rows, width: themesWidth, height: min(len(options), themesRows) + 5, back: func() {
		a.pop()
		a.preview("")
	}}
	p.focus(menu)
	return p
}

// preview shows a theme until the settings are changed, or the match ends; "" ends that. One with a fault is not shown.
func (a *app) preview(theme string) error {
	if _, err := a.paletteOf(cmp.Or(theme, a.conf.Settings.Theme)); err != nil {
		return err
	}
	a.previewed = theme
	return a.paint()
}

// newBadTheme shows the fault of a theme, which is too long for a form.
func newBadTheme(a *app, err error) *panel {
	return newMessage(a, "Could not use this theme", err.Error())
}

// set applies settings.
func (a *app) set(s input.Settings) {
	was := a.conf.Settings
	a.conf.Settings = s
	if s.FrameRate != was.FrameRate {
		a.pace = newPace(a.rate())
		a.frames.Reset(a.frameTime())
	}
	a.tune()
	if a.flight != nil && s.Name != was.Name {
		if match, ok := a.flight.session.Match.(renamer); ok {
			match.ChangeName(s.Name)
		}
	}
	reopens := s.Colours != was.Colours
	a.previewed = ""
	// These need no paint.
	was.Name, was.ShipColour, was.Colours, was.FrameRate, was.List = s.Name, s.ShipColour, s.Colours, s.FrameRate, s.List
	if s != was {
		if err := a.paint(); err != nil { // the file has changed
			a.push(newBadTheme(a, err))
		}
		a.term.SetASCII(a.ascii())
	}
	if reopens { // the terminal is the process's own
		a.reopen(a.term.Close)
	}
}

// recolour changes the colour of the player's ship, also in a running match.
func (a *app) recolour(colour uint8) {
	a.conf.Settings.ShipColour = colour
	if a.flight != nil {
		a.flight.session.Match.Recolour(colour)
	}
}

// nextColour changes to the next colour and saves it.
func (a *app) nextColour() {
	a.recolour((a.conf.Settings.ShipColour + 1) % (proto.Colours + 1))
	a.save()
}

// ownsTerminal reports whether the terminal is the process's own.
func (a *app) ownsTerminal() bool { return a.conf.Terminal == nil }

// save saves the changes. If that fails they apply all the same, and are saved with the next ones.
func (a *app) save() {
	is := a.conf.Settings
	if is == a.saved || a.conf.Save == nil {
		return
	}
	if err := a.conf.Save(a.saved, is); err != nil {
		a.push(newMessage(a, "Could not save your settings", err.Error()))
		return
	}
	a.saved = is
}

// keysName names the key bindings.
func (a *app) keysName() string {
	keys := a.conf.Settings.Keys
	preset := keys.Preset()
	if keys != input.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}

// The options of the forms.

var (
	noYes = []option[bool]{{false, "no"}, {true, "yes"}}
	// yesNo is for a setting that disables something.
	yesNo        = []option[bool]{{false, "yes"}, {true, "no"}}
	glyphOptions = []option[input.Glyphs]{
		{input.BestGlyphs, "auto"}, {input.BrailleGlyphs, "braille dots"}, {input.HalfGlyphs, "half-blocks"}, {input.BlockGlyphs, "blocks"},
		{input.SextantGlyphs, "sextants"}, {input.OctantGlyphs, "octants"}, {input.ASCIIGlyphs, "plain ASCII"},
	}
	rateOptions     = []option[int]{{0, "auto"}, {slowRate, "30 fps"}, {fastRate, "60 fps"}}
	steeringOptions = []option[bool]{{false, "keys"}, {true, "mouse and keys"}}
	paletteOptions  = []option[bool]{{false, "standard"}, {true, "colour-blind"}}
	coloursOptions  = []option[input.Colours]{
		{input.AutoColours, "auto"}, {input.NoColours, "none"},
		{input.Colours16, "16"}, {input.Colours256, "256"}, {input.TrueColours, "16 million"},
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
func (a *app) soundOptions() []option[input.Sound] {
	auto := "auto"
	switch {
	case a.term.Traits().Speaks: // it has no bell
		return []option[input.Sound]{{input.AutoSound, "on, unless muted"}, {input.NoSound, "off"}}
	case a.conf.Guest:
		auto = "auto: off over SSH"
	}
	return []option[input.Sound]{{input.AutoSound, auto}, {input.BellSound, "terminal bell"}, {input.NoSound, "off"}}
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
