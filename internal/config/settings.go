// Package settings reads and writes the file of a player's settings:
//
//	name = "Ann"           # up to 24 printable characters in quotes: your name in matches; "" for your user name
//	ship_colour = "auto"   # "auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose" or "teal": colour of your ship, or the nearest that is free
//	glyphs = "auto"        # "auto", "half", "blocks", "sextants", "octants", "braille" or "ascii": what to draw with
//	fewer_flashes = false  # true or false: less flashing
//	damage_numbers = true  # true or false: how much hits take, written where they happen
//	kill_cam = true        # true or false: while you wait after your death, how it came about
//	frame_rate = "auto"    # "auto", 30 or 60: frames per second
//	colours = "auto"       # "auto", "mono", "16", "256" or "true": colours to use
//	theme = "auto"         # "auto" or a theme's name in quotes: colour theme
//	palette = "standard"   # "standard" or "colour-blind": which colours a theme uses
//	keys = "qwerty"        # "qwerty", "azerty", "dvorak", "vi", "one-handed-left" or "one-handed-right": key bindings, unless [bind] says otherwise
//	steering = "keys"      # "keys" or "mouse": what steers the ship
//	sound = "auto"         # "auto", "off" or "bell": what a match is heard by
//	volume = 70            # 0 to 100: how loud
//	replays = "200MB"      # a size such as "200MB", "0" for none, or "unlimited": how much the replays of matches may take
//
//	[bind]                 # actions that have other keys than those
//	fire = ["Space", "Enter"]
//
// Players edit it by hand, so each problem is reported in one line that names the
// place, and what is not understood is never overwritten.
package config

import "dogfight/ui/input"

// Settings are the contents of the file.
type Settings struct {
	Name          string // "": the user's
	ShipColour    string // "auto", "red", "yellow", "magenta", "orange", "lime", "violet", "rose" or "teal"
	Glyphs        string // "auto", "half", "blocks", "sextants", "octants", "braille" or "ascii"
	FewerFlashes  bool
	ReducedMotion bool
	DamageNumbers bool
	KillCam       bool
	FrameRate     int            // 30 or 60 a second; 0 for "auto"
	Colours       string         // "auto", "mono", "16", "256" or "true"
	Theme         string         // "auto" or a name, which is not checked here
	Palette       string         // "standard" or "colour-blind"
	Keys          input.Bindings // keys and [bind]
	Steering      string         // "keys" or "mouse"
	Sound         string         // "auto", "off" or "bell"
	Volume        int            // 0 to 100
	Replays       string         // a size that replays.Size takes
}

// Default returns the settings where there is no file.
func DefaultSettings() Settings {
	return Settings{
		DamageNumbers: true, KillCam: true,
		ShipColour: "auto", Glyphs: "auto", Colours: "auto", Theme: "auto", Palette: "standard", Steering: "keys",
		Sound: "auto", Volume: 70, Replays: "200MB",
	}
}
