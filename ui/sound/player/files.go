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
	maxRuns     = 6 // at once: each is a process
	maxDuration = 5 * time.Second
	runGap      = 25 * time.Millisecond // from one start to the next, for the load
	minGain     = 0.2                   // of a Cue that is worth a process
)

// files plays effects with a program that can only play files. It starts later than a stream would, its sounds do not give
// way to one another, and distant ones are left out.
type files struct {
	folder string
	path   string // of the program
	made   map[variant]string
	runs   chan struct{} // a slot for each run
	wait   sync.WaitGroup
}

// variant is one of a few versions of an effect, each a file.
type variant struct {
	effect  sound.Effect
	side    int // -1, 0 or 1
	loud    int // 1 to 3 thirds
	percent int // of volume
}

// playFiles plays until ctx is done.
func (p *Player) playFiles(ctx context.Context, path string) error {
	folder, err := os.MkdirTemp("", "dogfight-sound-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	f := files{folder: folder, path: path, made: map[variant]string{}, runs: make(chan struct{}, maxRuns)}
	defer f.wait.Wait()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c := <-p.queue:
			if time.Since(c.at) < maxAge && c.Gain >= minGain {
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

// play starts the program for an effect, unless there are too many runs.
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
	ctx, stop := context.WithTimeout(ctx, maxDuration)
	command := exec.CommandContext(ctx, f.path, name)
	command.WaitDelay = killWait
	isolate(command)
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
	time.Sleep(runGap)
	return nil
}

// file returns the file of a variant, and makes it first if necessary.
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

// render mixes one effect.
func render(v variant) (pcm []byte) {
	var mixer sound.Mixer
	var block [sound.BlockBytes]byte
	mixer.SetVolume(v.percent)
	mixer.Mix(block[:]) // the volume rises within this block
	mixer.Play(sound.Cue{Effect: v.effect, Gain: float32(v.loud) / 3, Pan: 0.7 * float32(v.side)})
	for mixer.Playing() {
		mixer.Mix(block[:])
		pcm = append(pcm, block[:]...)
	}
	return pcm
}
