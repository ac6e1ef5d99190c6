package ui

import (
	"time"

	"dogfight/net"
	"dogfight/ui/sound"
	"dogfight/ui/term"
)

// outlet returns what a match is heard by now.
func (a *app) outlet() outlet {
	o, _ := a.conf.Settings.Sound.outlet(a.term.Traits())
	if o == speakers && a.conf.Speaker == nil {
		return mute
	}
	return o
}

// hear has a View of the match be heard.
func (f *flight) hear(v *net.View, now time.Time) {
	o := f.app.outlet()
	if o == mute || f.session.Replay.tooFast() {
		return
	}
	cues := f.ear.Hear(v, f.screen.Place())
	if o == bell {
		f.app.ring(cues, now)
		return
	}
	f.app.play(cues)
}

// play has Cues be heard by loudspeakers.
func (a *app) play(cues []sound.Cue) {
	a.openSpeaker()
	a.speaker.Play(cues)
}

// openSpeaker opens the loudspeakers, if they are not open and there are some to be heard by. It is done ahead, for it
// takes a moment until they play.
func (a *app) openSpeaker() {
	if a.speaker == nil && a.outlet() == speakers {
		a.speaker = a.conf.Speaker(a.conf.Settings.Volume)
	}
}

// tune follows the Settings.
func (a *app) tune() {
	switch {
	case a.speaker == nil:
	case a.outlet() != speakers:
		a.closeSpeaker()
	default:
		a.speaker.SetVolume(a.conf.Settings.Volume)
	}
}

func (a *app) closeSpeaker() {
	if a.speaker != nil {
		a.speaker.Close()
		a.speaker = nil
	}
}

// sample lets the player hear a volume that may be chosen.
func (a *app) sample(volume int) {
	if a.outlet() == speakers {
		a.play([]sound.Cue{{Effect: sound.Orb, Gain: 1}})
		a.speaker.SetVolume(volume)
	}
}

// ringPause is the least time from one bell to the next.
const ringPause = 500 * time.Millisecond

// ring rings the terminal's bell for a hit that was taken, for kills, and for the start.
func (a *app) ring(cues []sound.Cue, now time.Time) {
	for _, c := range cues {
		switch c.Effect {
		case sound.Hurt, sound.Death, sound.Kill, sound.Start:
			if now.Sub(a.rang) >= ringPause {
				a.rang = now
				a.screen.Beep()
			}
		}
	}
}

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
