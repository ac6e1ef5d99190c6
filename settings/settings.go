// Package settings is the file in which a player's settings are kept:
//
//	name = "Ann"           # up to 24 legible characters in quotes: in the match; "" takes your user name
//	glyphs = "auto"        # "auto", "braille", "blocks" or "ascii": what things are drawn with
//	fewer_flashes = false  # true or false: for eyes that flashes hurt
//	frame_rate = "auto"    # "auto", 30 or 60: pictures a second
//	colours = "auto"       # "auto", "mono", "16", "256" or "true": how many the terminal is sent
//	theme = "auto"         # "auto" or a theme's name in quotes: what the screen looks like
//	palette = "standard"   # "standard" or "colour-blind": colours that the colour-blind can tell apart
//	keys = "qwerty"        # "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right": which keys do what, but for what [bind] says
//	steering = "keys"      # "keys" or "mouse": what steers the ship
//
//	[bind]                 # actions that have other keys than those
//	fire = ["Space", "Enter"]
//
// Players edit it by hand, so whatever stands in it is answered in one line that
// names the place, and what is not understood is never written over.
package settings

import keyboard "dogfight/ui/keys"

// Settings are what is kept.
type Settings struct {
	Name         string // "": the user's
	Glyphs       string // "auto", "braille", "blocks" or "ascii"
	FewerFlashes bool
	FrameRate    int               // 30 or 60 a second; 0 for "auto"
	Colours      string            // "auto", "mono", "16", "256" or "true"
	Theme        string            // "auto", or by name, of which the file does not know which there are
	Palette      string            // "standard" or "colour-blind"
	Keys         keyboard.Bindings // keys and [bind]
	Steering     string            // "keys" or "mouse"
}

// Default returns the settings of somebody who has set nothing.
func Default() Settings {
	return Settings{
		Glyphs: "auto", Colours: "auto", Theme: "auto", Palette: "standard", Steering: "keys",
	}
}
