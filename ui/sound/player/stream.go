package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode"

	"dogfight/sys"
	"dogfight/ui/sound"
)

const (
	// stalled is how long a program may take nothing. One that opens a device, or has a server be started for it, may
	// well take a second or two.
	stalled = 4 * time.Second
	// parting is how long a program has to end after it was killed: what it has started may hold on to its output.
	parting = 200 * time.Millisecond
)

var errStalled = errors.New("it takes no sound")

const turnBytes = turnBlocks * sound.BlockBytes

// stream plays by the standard input of a program, until ctx is done or the program can no more. The error says why.
func (p *Player) stream(ctx context.Context, path string, args []string) error {
	s, err := startStream(ctx, path, args, p.patience)
	if err != nil {
		return err
	}
	return p.feed(ctx, s)
}

// feed plays by a program that was started.
func (p *Player) feed(ctx context.Context, s *stream) error {
	var turn [turnBytes]byte
	var err error
	for err == nil {
		if err = s.wait(ctx); err == nil {
			p.hear(time.Now(), s.stale())
			for block := range slices.Chunk(turn[:], sound.BlockBytes) {
				p.mixer.Mix(block)
			}
			err = s.write(turn[:])
		}
	}
	return s.end(err)
}

// stream is a program that plays what it is written.
type stream struct {
	pacer
	stdin    io.WriteCloser
	patience time.Duration
	stop     context.CancelFunc // kills it
	idle     *time.Timer        // does so when it stalls
	due      *time.Timer        // for wait
	ended    chan struct{}      // closed when it is gone
	result   error              // then: how it ended
	said     lastWords
}

// newStream returns a stream to a program that is stopped so.
func newStream(stdin io.WriteCloser, patience time.Duration, stop context.CancelFunc) *stream {
	return &stream{
		stdin: stdin, patience: patience, stop: stop, ended: make(chan struct{}), idle: time.AfterFunc(patience, stop), due: time.NewTimer(0),
	}
}

// startStream starts a program that may take nothing for as long as the patience lasts.
func startStream(ctx context.Context, path string, args []string, patience time.Duration) (*stream, error) {
	theirs, ours, err := newStdin()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := newStream(ours, patience, stop)
	command := exec.CommandContext(ctx, path, args...)
	command.Stdin, command.Stderr, command.WaitDelay = theirs, &s.said, parting
	setApart(command)
	err = command.Start()
	theirs.Close()
	if err != nil {
		s.idle.Stop()
		stop()
		ours.Close()
		return nil, err
	}
	go func() {
		defer sys.Restore()
		defer close(s.ended)
		s.result = command.Wait()
		s.stdin.Close() // which ends a write: others may hold on to the other end
	}()
	return s, nil
}

// socketTurns is how many turns the socket has room for.
const socketTurns = 2

// stale is the age from which on a Cue is not played any more.
func (s *stream) stale() time.Duration {
	if s.frames <= (socketTurns+1)*turnFrames { // it may have taken nothing yet but what was on its way
		return opening
	}
	return stale
}

// wait waits until a turn is due.
func (s *stream) wait(ctx context.Context) error {
	s.due.Reset(s.until(time.Now()))
	select {
	case <-s.due.C:
		return nil
	case <-s.ended:
		return s.result
	case <-ctx.Done():
		return ctx.Err()
	}
}

// write writes a turn, and waits until the program has room for it.
func (s *stream) write(turn []byte) error {
	began := time.Now()
	s.idle.Reset(s.patience)
	_, err := s.stdin.Write(turn)
	now := time.Now()
	s.wrote(began, now)
	if err != nil && now.Sub(began) >= s.patience {
		return errStalled
	}
	return err
}

// end ends the program, waits until it is gone, and says why it was ended.
func (s *stream) end(why error) error {
	s.idle.Stop()
	if why != errStalled && !errors.Is(why, context.Canceled) {
		select { // it may be about to tell
		case <-s.ended:
		case <-time.After(parting):
		}
	}
	s.stop()
	<-s.ended
	switch said := s.said.String(); {
	case why == errStalled, errors.Is(why, context.Canceled):
		return why
	case said != "":
		return errors.New(said)
	case s.result != nil:
		return fmt.Errorf("it ended: %w", s.result)
	}
	return errors.New("it ended")
}

// lastWords keeps the end of what a program says. It is safe to read when the program is gone.
type lastWords struct {
	text []byte
}

const mostWords = 400

func (w *lastWords) Write(text []byte) (int, error) {
	w.text = append(w.text, text...)
	if more := len(w.text) - mostWords; more > 0 {
		w.text = append(w.text[:0], w.text[more:]...)
	}
	return len(text), nil
}

// String returns the last line, fit to be shown.
func (w *lastWords) String() string {
	lines := strings.Split(strings.TrimSpace(string(w.text)), "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, lines[len(lines)-1]))
}
