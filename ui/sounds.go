package ui

import (
	"dogfight/ui/sound"
	"dogfight/ui/term"
)

// Sound is what the player wants to hear a match by.
type Sound uint8

// What there is to choose from.
const (
	AutoSound Sound = 0 // loudspeakers, where they are the player's own
	NoSound   Sound = 1
	BellSound Sound = 2 // the terminal's bell, wherever that rings
)

// Speaker lets Cues be heard. It is called by the App's goroutine, and must not wait for anything.
type Speaker interface {
	Play(cues []sound.Cue)
	SetVolume(percent int)
	Close()
}

// outlet is what a match is heard by.
type outlet uint8

const (
	mute     outlet = 0
	speakers outlet = 1
	bell     outlet = 2
)

// outlet returns what a match is heard by on a terminal, and why not by loudspeakers.
func (s Sound) outlet(t term.Traits) (o outlet, why string) {
	switch {
	case s == BellSound:
		return bell, "the terminal's bell rings for hits, kills and the start, as set"
	case s == NoSound:
		return mute, "as set"
	case t.Speaks:
		return speakers, ""
	case t.Remote || t.SSH:
		return mute, "over SSH; with sound = \"bell\" the terminal's bell rings"
	case t.Inside:
		return mute, "in tmux or screen; with sound = \"bell\" the terminal's bell rings"
	}
	return speakers, ""
}

// Speaks reports whether a match is heard by loudspeakers on a terminal. Otherwise what says by what it is: "bell" or
// "off", and why.
func (s Sound) Speaks(t term.Traits) (speaks bool, what, why string) {
	o, why := s.outlet(t)
	return o == speakers, map[outlet]string{mute: "off", bell: "bell"}[o], why
}
