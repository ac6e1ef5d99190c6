//go:build unix && !darwin

package player

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"dogfight/ui/sound"
)

// New starts a program and returns its Player, at a volume of 0 to 100. The caller must close it.
func New(volume int) *Player { return start(volume, maxStall, programs, exec.LookPath) }

func start(volume int, patience time.Duration, programs []program, find func(name string) (path string, err error)) *Player {
	return newPlayer(volume, func(ctx context.Context, p *Player) {
		p.run(ctx, patience, programs, find)
	})
}

// steadyAfter is the time after which a program counts as working: if it ends later, as with the sound server, it is
// started again.
const steadyAfter = 10 * time.Second

// run runs the programs in turn, and goes to the next when one fails.
func (p *Player) run(ctx context.Context, patience time.Duration, programs []program, find func(string) (string, error)) {
	for i := 0; i < len(programs) && ctx.Err() == nil; {
		path, err := find(programs[i].name)
		if err != nil {
			i++
			continue
		}
		began := time.Now()
		p.stream(ctx, path, programs[i].args, patience)
		if time.Since(began) < steadyAfter {
			i++
		}
	}
	<-ctx.Done() // in silence
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

// program is an audio program.
type program struct {
	name string
	args []string
}

// programs are tried in this order. They belong to PipeWire, PulseAudio, ALSA and SoX.
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
}

// Names returns the names of the programs.
func Names() (names []string) {
	for i := range programs {
		names = append(names, programs[i].name)
	}
	return names
}
