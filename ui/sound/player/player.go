// Package player has a program of the machine play what a Mixer makes. There is no library for that which needs no C, and
// each system has such a program.
//
//	Play ──► queue of Cues ──► run: mixed block by block, paced by a clock ──► standard input of pw-cat, paplay, ...
//
// A Player has a goroutine of its own, for which nobody waits: Cues that it cannot take are dropped, and where there is no
// program, or it ends, or takes nothing, there is silence.
package player

import (
	"context"
	"os/exec"
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

	patience time.Duration // how long a program may take nothing

	mixer sound.Mixer // owned by run
}

// cue is a Cue, and when it was given.
type cue struct {
	sound.Cue
	at time.Time
}

const (
	// queued is how many Cues may wait for the next block: those of a frame in the thick of a fight.
	queued = 64
	// stale is the age from which on a Cue is not played any more: what it tells of is long over.
	stale = 150 * time.Millisecond
	// opening is the same as long as the program has yet to begin, which the match's start would be lost for.
	opening = time.Second
)

// New returns a Player of that volume, 0 to 100, which has its program started and must be closed.
func New(volume int) *Player { return start(volume, stalled, programs, exec.LookPath) }

func start(volume int, patience time.Duration, programs []program, find func(name string) (path string, err error)) *Player {
	ctx, stop := context.WithCancel(context.Background())
	p := &Player{queue: make(chan cue, queued), stop: stop, ended: make(chan struct{}), patience: patience}
	p.SetVolume(volume)
	go func() {
		defer sys.Restore()
		defer close(p.ended)
		sound.Prepare()
		p.run(ctx, programs, find)
	}()
	return p
}

// Play has Cues be heard. It returns at once, and drops what there is no room for.
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

// SetVolume sets how loud all is, 0 to 100.
func (p *Player) SetVolume(percent int) { p.volume.Store(int32(percent)) }

// Close ends the program, and what it plays.
func (p *Player) Close() {
	p.stop()
	<-p.ended
}

// steadyAfter is how long a program plays that was not the wrong one: when it ends, as with the sound server, it is
// started again.
const steadyAfter = 10 * time.Second

// run has one program after another play, for as long as there is one that does.
func (p *Player) run(ctx context.Context, programs []program, find func(string) (string, error)) {
	for i := 0; i < len(programs) && ctx.Err() == nil; {
		path, err := find(programs[i].name)
		if err != nil {
			i++
			continue
		}
		began := time.Now()
		if programs[i].files {
			p.playFiles(ctx, path)
		} else {
			p.stream(ctx, path, programs[i].args)
		}
		if time.Since(began) < steadyAfter {
			i++
		}
	}
	<-ctx.Done() // in silence
}

// hear takes the Cues that have come, and gives those to the mixer that are not older than most.
func (p *Player) hear(now time.Time, most time.Duration) {
	p.mixer.SetVolume(int(p.volume.Load()))
	for {
		select {
		case c := <-p.queue:
			if now.Sub(c.at) < most {
				p.mixer.Play(c.Cue)
			}
		default:
			return
		}
	}
}
