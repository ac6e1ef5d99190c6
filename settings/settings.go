// Package settings is the file in which a player's settings are kept:
//
//	name = "Ann"           # up to 24 legible characters in quotes: in the match; "" takes your user name
//	glyphs = "auto"        # "auto", "braille", "blocks" or "ascii": what things are drawn with
//	fewer_flashes = false  # true or false: for eyes that flashes hurt
//	frame_rate = 30        # 30 or 60: pictures a second
//	colours = "auto"       # "auto", "mono", "16", "256" or "true": how many the terminal is sent
//
// Players edit it by hand, so whatever stands in it is answered in one line that
// names the place, and what is not understood is never written over.
package settings

// Settings are what is kept.
type Settings struct {
	Name         string // "": the user's
	Glyphs       string // "auto", "braille", "blocks" or "ascii"
	FewerFlashes bool
	FrameRate    int    // 30 or 60 a second
	Colours      string // "auto", "mono", "16", "256" or "true"
}

// Default returns the settings of somebody who has set nothing.
func Default() Settings {
	return Settings{Glyphs: "auto", FrameRate: 30, Colours: "auto"}
}
