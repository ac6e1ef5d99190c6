package ui

import (
	"time"

	"dogfight/net"
	"dogfight/ui/sound"
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
