package player

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"dogfight/sys"
	"dogfight/ui/sound"
)

const (
	mostRuns  = 6 // of a program that plays files, at once: each is a process
	longest   = 5 * time.Second
	restTime  = 25 * time.Millisecond // after a run was started; the machine has more to do
	leastLoud = 0.2                   // of a Cue that is worth a process
)

// files plays effects by a program that plays nothing but files. It starts later than a stream would, its sounds do not
// give way to one another, and what is far away is left out.
type files struct {
	folder string
	path   string // of the program
	made   map[variant]string
	runs   chan struct{} // has room while there may be more
	wait   sync.WaitGroup
}

// variant is an effect as one of few files has it.
type variant struct {
	effect  sound.Effect
	side    int // -1, 0 or 1
	loud    int // 1 to 3 thirds
	percent int // of volume
}

// playFiles plays by files until ctx is done.
func (p *Player) playFiles(ctx context.Context, path string) error {
	folder, err := os.MkdirTemp("", "dogfight-sound-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	f := files{folder: folder, path: path, made: map[variant]string{}, runs: make(chan struct{}, mostRuns)}
	defer f.wait.Wait()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c := <-p.queue:
			if time.Since(c.at) < stale && c.Gain >= leastLoud {
				if err := f.play(ctx, variantOf(c.Cue, int(p.volume.Load()))); err != nil {
					return err
				}
			}
		}
	}
}

func variantOf(c sound.Cue, percent int) variant {
	side := 0
	switch {
	case c.Pan < -0.3:
		side = -1
	case c.Pan > 0.3:
		side = 1
	}
	return variant{effect: c.Effect, side: side, loud: 1 + min(int(c.Gain*3), 2), percent: percent}
}

// play starts the program for an effect, unless too many runs are under way.
func (f *files) play(ctx context.Context, v variant) error {
	name, err := f.file(v)
	if err != nil {
		return err
	}
	select {
	case f.runs <- struct{}{}:
	default:
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, longest)
	command := exec.CommandContext(ctx, f.path, name)
	command.WaitDelay = parting
	setApart(command)
	if err := command.Start(); err != nil {
		stop()
		return err
	}
	f.wait.Go(func() {
		defer sys.Restore()
		defer stop()
		command.Wait()
		<-f.runs
	})
	time.Sleep(restTime)
	return nil
}

// file returns the file of a variant, which is made when it is first played.
func (f *files) file(v variant) (string, error) {
	if name, ok := f.made[v]; ok {
		return name, nil
	}
	name := filepath.Join(f.folder, fmt.Sprintf("%d.wav", len(f.made)))
	if err := os.WriteFile(name, sound.WAV(render(v)), 0o600); err != nil {
		return "", err
	}
	f.made[v] = name
	return name, nil
}

// render mixes an effect alone.
func render(v variant) (pcm []byte) {
	var mixer sound.Mixer
	var block [sound.BlockBytes]byte
	mixer.SetVolume(v.percent)
	mixer.Mix(block[:]) // in which it gets loud
	mixer.Play(sound.Cue{Effect: v.effect, Gain: float32(v.loud) / 3, Pan: 0.7 * float32(v.side)})
	for mixer.Playing() {
		mixer.Mix(block[:])
		pcm = append(pcm, block[:]...)
	}
	return pcm
}
