package ui

import (
	"time"

	"dogfight/net"
	"dogfight/ui/input"
	"dogfight/ui/sound"
	"dogfight/ui/term"
)

// Speaker plays Cues. The App's goroutine calls it; it must not block.
type Speaker interface {
	Play(cues []sound.Cue)
	SetVolume(percent int)
	Close()
}

// outlet is a way to make sounds.
type outlet uint8

const (
	mute     outlet = 0
	speakers outlet = 1
	bell     outlet = 2
)

// outletOf returns the outlet of a choice on a terminal, and why it is not loudspeakers.
func outletOf(s input.Sound, t term.Traits) (o outlet, why string) {
	switch {
	case s == input.BellSound:
		return bell, "the terminal's bell rings for hits, kills and the start, as set"
	case s == input.NoSound:
		return mute, "as set"
	case t.Speaks:
		return speakers, ""
	case t.Remote || t.SSH:
		return mute, "over SSH, unless the host is asked for it (dogfight help ssh-sound); with sound = \"bell\" the terminal's bell rings"
	case t.Inside:
		return mute, "in tmux or screen; with sound = \"bell\" the terminal's bell rings"
	}
	return speakers, ""
}

// Speaks reports whether a terminal has loudspeakers for a match. Otherwise it returns "bell" or "off", and why.
func Speaks(s input.Sound, t term.Traits) (speaks bool, outlet, why string) {
	switch o, why := outletOf(s, t); o {
	case speakers:
		return true, "", why
	case bell:
		return false, "bell", why
	default:
		return false, "off", why
	}
}

// outlet returns the outlet of the match.
func (a *app) outlet() outlet {
	o, _ := outletOf(a.conf.Settings.Sound, a.term.Traits())
	if o == speakers && a.conf.Speaker == nil {
		return mute
	}
	return o
}

// playSounds plays the sounds of a View.
func (f *flight) playSounds(v *net.View, now time.Time) {
	o := f.app.outlet()
	if o == mute || f.session.Replay.silent() {
		return
	}
	cues := f.ear.Hear(v, f.screen.Place())
	if o == bell {
		f.app.ring(cues, now)
		return
	}
	f.app.play(cues)
}

func (a *app) play(cues []sound.Cue) {
	a.openSpeaker()
	a.speaker.Play(cues)
}

// openSpeaker opens the loudspeakers if they are the outlet. It is called ahead of the first sound, as opening takes time.
func (a *app) openSpeaker() {
	if a.speaker == nil && a.outlet() == speakers {
		a.speaker = a.conf.Speaker(a.conf.Settings.Volume)
	}
}

// tune applies the Settings to open loudspeakers.
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

// sample plays a sound at a volume.
func (a *app) sample(volume int) {
	if a.outlet() == speakers {
		a.play([]sound.Cue{{Effect: sound.Orb, Gain: 1}})
		a.speaker.SetVolume(volume)
	}
}

// ringPause is the least time between two bells.
const ringPause = 500 * time.Millisecond

// ring rings the terminal's bell for hits on the player, for kills, and for the start.
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
