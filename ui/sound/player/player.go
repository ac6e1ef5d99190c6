// Package player plays a Mixer's sound through an audio program of the machine: there is no library without C, and each
// system has such a program.
//
//	Play ──► queue of Cues ──► run: mixed block by block, paced by a clock ──► standard input of pw-cat, paplay, ...
//
// A Player has its own goroutine and never blocks its caller: it drops Cues that it cannot take, and is silent if there is no
// program, or the program ends or stalls.
package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

	patience time.Duration // a program that takes no sound for so long is stopped

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
	// maxOpeningAge is maxAge until the program has begun, so that the start of the match is not lost.
	maxOpeningAge = time.Second
)

// New starts a program and returns its Player, at a volume of 0 to 100. The caller must close it.
func New(volume int) *Player { return start(volume, maxStall, programs, exec.LookPath) }

func start(volume int, patience time.Duration, programs []program, find func(name string) (path string, err error)) *Player {
	return newPlayer(volume, func(ctx context.Context, p *Player) {
		p.patience = patience
		p.run(ctx, programs, find)
	})
}

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

// Close stops the program.
func (p *Player) Close() {
	p.stop()
	<-p.ended
}

// steadyAfter is the time after which a program counts as working: if it ends later, as with the sound server, it is
// started again.
const steadyAfter = 10 * time.Second

// run runs the programs in turn, and goes to the next when one fails.
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

// Finding is the result of trying a program.
type Finding struct {
	Name    string
	Path    string // "" if it is not installed
	Problem error  // nil if it plays
}

const (
	trialTime = 400 * time.Millisecond // of silence to play
	trialWait = 2 * time.Second        // patience for it
)

// Try plays silence with the programs in turn, until one works. It takes about a second, and more for installed programs
// that do not work.
func Try(ctx context.Context) []Finding { return try(ctx, trialWait, programs, exec.LookPath) }

func try(ctx context.Context, patience time.Duration, programs []program, find func(string) (string, error)) (findings []Finding) {
	for i := range programs {
		f := Finding{Name: programs[i].name}
		if f.Path, f.Problem = find(f.Name); f.Problem == nil {
			f.Problem = programs[i].try(ctx, f.Path, patience)
		}
		findings = append(findings, f)
		if f.Problem == nil {
			break
		}
	}
	return findings
}

// try plays silence.
func (p *program) try(ctx context.Context, path string, patience time.Duration) error {
	if p.files {
		return tryFile(ctx, path, patience)
	}
	s, err := startStream(ctx, path, p.args, patience)
	if err != nil {
		return err
	}
	var silence [turnBytes]byte
	for began := time.Now(); err == nil && time.Since(began) < trialTime; {
		if err = s.wait(ctx); err == nil {
			err = s.write(silence[:])
		}
	}
	if err == nil {
		s.end(context.Canceled)
		return nil
	}
	return s.end(err)
}

func tryFile(ctx context.Context, path string, patience time.Duration) error {
	folder, err := os.MkdirTemp("", "dogfight-sound-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "silence.wav")
	if err := os.WriteFile(name, sound.WAV(make([]byte, 8*sound.BlockBytes)), 0o600); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	var output lastLine
	command := exec.CommandContext(ctx, path, name)
	command.Stderr, command.WaitDelay = &output, killWait
	isolate(command)
	err = command.Run()
	switch {
	case ctx.Err() != nil:
		return errStalled
	case err != nil && output.String() != "":
		return errors.New(output.String())
	}
	return err
}

// program is an audio program.
type program struct {
	name  string
	args  []string
	files bool // it can only play files: effects become files, each played by a run of the program
}

// deviceTime is the buffer to request from a program, in milliseconds. With the two turns in the socket it is less than
// maxBuffered.
const deviceTime = 30

// programs are tried in this order. The first three belong to PipeWire, PulseAudio and ALSA, the fourth to SoX, the last
// to macOS.
var programs = []program{
	{name: "pw-cat", args: []string{
		"--playback", "--raw", "--media-role=Game", fmt.Sprintf("--latency=%dms", deviceTime),
		fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels), "--format=s16", "-",
	}},
	{name: "paplay", args: []string{
		"--raw", "--client-name=dogfight", "--stream-name=dogfight", fmt.Sprintf("--latency-msec=%d", deviceTime),
		fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels), "--format=s16le",
	}},
	{name: "aplay", args: []string{
		"--quiet", "--file-type=raw", "--format=S16_LE", fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels),
		fmt.Sprintf("--buffer-time=%d", 1000*deviceTime), fmt.Sprintf("--period-time=%d", 1000*deviceTime/4), "-",
	}},
	{name: "play", args: []string{
		"-q", "--buffer", fmt.Sprint(sound.BlockBytes),
		"-t", "raw", "-e", "signed-integer", "-b", "16", "-L", "-r", fmt.Sprint(sound.Rate), "-c", fmt.Sprint(sound.Channels), "-",
	}},
	{name: "afplay", files: true},
}

// Names returns the names of the programs.
func Names() (names []string) {
	for i := range programs {
		names = append(names, programs[i].name)
	}
	return names
}
