// Package player plays a Mixer's sound: on Windows and macOS through the system's library, on other systems through an audio program, as
// their libraries need C, and at the other end of a line.
//
//	Play ──► queue of Cues ──► mixed block by block ─┬─► WASAPI, Core Audio, as they ask for it
//	                                                ├─► standard input of pw-cat, paplay, ..., paced by a clock
//	                                                └─► a line, paced by a clock
//
// A Player has its own goroutine and never blocks its caller: it drops Cues that it cannot take, and is silent if nothing plays.
package player

import (
	"context"
	"sync/atomic"
	"time"

	"dogfight/sys"
	"dogfight/ui/sound"
)

// Player plays Cues.
type Player struct {
	queue  chan cue
	volume atomic.Int32
	stop   context.CancelFunc
	ended  chan struct{}

	mixer sound.Mixer // owned by run
}

// cue is a Cue with its time.
type cue struct {
	sound.Cue
	at time.Time
}

const (
	// maxQueued is enough for the Cues of one frame of a crowded fight.
	maxQueued = 64
	// maxAge is the age up to which a Cue is played.
	maxAge = 150 * time.Millisecond
	// maxOpeningAge is maxAge until a device has begun, so that the start of the match is not lost.
	maxOpeningAge = time.Second

	// deviceTime is the buffer to request from a system or a program, in milliseconds.
	deviceTime = 30
)

// newPlayer returns a Player whose Cues are played by run, until its context is done.
func newPlayer(volume int, run func(context.Context, *Player)) *Player {
	ctx, stop := context.WithCancel(context.Background())
	p := &Player{queue: make(chan cue, maxQueued), stop: stop, ended: make(chan struct{})}
	p.SetVolume(volume)
	go func() {
		defer sys.Restore()
		defer close(p.ended)
		sound.Prepare()
		run(ctx, p)
	}()
	return p
}

// Play plays Cues. It returns at once, and drops those that do not fit into the queue.
func (p *Player) Play(cues []sound.Cue) {
	if len(cues) == 0 {
		return
	}
	now := time.Now()
	for _, c := range cues {
		select {
		case p.queue <- cue{c, now}:
		default:
			return
		}
	}
}

// SetVolume sets the volume, 0 to 100.
func (p *Player) SetVolume(percent int) { p.volume.Store(int32(percent)) }

// Close ends the sound.
func (p *Player) Close() {
	p.stop()
	<-p.ended
}

// mixQueue passes the queued Cues to the mixer, up to an age.
func (p *Player) mixQueue(now time.Time, oldest time.Duration) {
	p.mixer.SetVolume(int(p.volume.Load()))
	for {
		select {
		case c := <-p.queue:
			if now.Sub(c.at) < oldest {
				p.mixer.Play(c.Cue)
			}
		default:
			return
		}
	}
}

// Finding is the result of trying a program, or the library of the system.
type Finding struct {
	Name    string
	Path    string // of a program, "" if it is not installed; the name of a library
	Problem error  // nil if it plays
}
