package player

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"dogfight/ui/sound"
)

// Finding is what became of a program that was tried.
type Finding struct {
	Name    string
	Path    string // "" if it is not there
	Problem error  // nil if it plays
}

const (
	trialTime = 400 * time.Millisecond // that a program must play silence
	trialWait = 2 * time.Second        // that it may take nothing meanwhile
)

// Try looks for the programs and has them play silence, until one does. It takes a second, or a few where programs are
// there that do not play.
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
	var said lastWords
	command := exec.CommandContext(ctx, path, name)
	command.Stderr, command.WaitDelay = &said, parting
	setApart(command)
	err = command.Run()
	switch {
	case ctx.Err() != nil:
		return errStalled
	case err != nil && said.String() != "":
		return errors.New(said.String())
	}
	return err
}
