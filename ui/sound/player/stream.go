//go:build unix && !darwin

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
	// maxStall is the patience with a program. Opening a device, or starting a server, may take it a second or two.
	maxStall = 4 * time.Second
	// killWait is the time for a killed program to end: its children may hold its output open.
	killWait = 200 * time.Millisecond
)

var errStalled = errors.New("it takes no sound")

const turnBytes = turnBlocks * sound.BlockBytes

// stream plays through the standard input of a program, until ctx is done or the program fails.
func (p *Player) stream(ctx context.Context, path string, args []string, patience time.Duration) error {
	s, err := startStream(ctx, path, args, patience)
	if err != nil {
		return err
	}
	return p.feed(ctx, s)
}

// feed mixes turns and writes them to a program.
func (p *Player) feed(ctx context.Context, s *stream) error {
	var turn [turnBytes]byte
	var err error
	for err == nil {
		if err = s.wait(ctx); err == nil {
			p.mixQueue(time.Now(), s.maxAge())
			for block := range slices.Chunk(turn[:], sound.BlockBytes) {
				p.mixer.Mix(block)
			}
			err = s.write(turn[:])
		}
	}
	return s.end(err)
}

// stream is a program that plays its standard input.
type stream struct {
	pacer
	stdin    io.WriteCloser
	patience time.Duration
	stop     context.CancelFunc // kills the program
	idle     *time.Timer        // calls stop when it stalls
	due      *time.Timer        // for wait
	ended    chan struct{}      // closed when the program has ended
	result   error              // then: its error
	output   lastLine
}

// newStream returns a stream to a program that stop kills.
func newStream(stdin io.WriteCloser, patience time.Duration, stop context.CancelFunc) *stream {
	return &stream{
		stdin: stdin, patience: patience, stop: stop, ended: make(chan struct{}), idle: time.AfterFunc(patience, stop), due: time.NewTimer(0),
	}
}

// startStream starts a program.
func startStream(ctx context.Context, path string, args []string, patience time.Duration) (*stream, error) {
	theirs, ours, err := newStdin()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	s := newStream(ours, patience, stop)
	command := exec.CommandContext(ctx, path, args...)
	command.Stdin, command.Stderr, command.WaitDelay = theirs, &s.output, killWait
	isolate(command)
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
		s.stdin.Close() // ends a write: others may hold the other end open
	}()
	return s, nil
}

const socketTurns = 2 // that fit into the socket

// maxAge returns the age up to which a Cue is played.
func (s *stream) maxAge() time.Duration {
	if s.frames <= (socketTurns+1)*turnFrames { // perhaps it has only filled the socket
		return maxOpeningAge
	}
	return maxAge
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

// write writes a turn; it blocks until there is room.
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

// end stops the program, waits for its end and returns the reason.
func (s *stream) end(reason error) error {
	s.idle.Stop()
	if reason != errStalled && !errors.Is(reason, context.Canceled) {
		select { // an error message may follow
		case <-s.ended:
		case <-time.After(killWait):
		}
	}
	s.stop()
	<-s.ended
	switch output := s.output.String(); {
	case reason == errStalled, errors.Is(reason, context.Canceled):
		return reason
	case output != "":
		return errors.New(output)
	case s.result != nil:
		return fmt.Errorf("it ended: %w", s.result)
	}
	return errors.New("it ended")
}

// lastLine keeps the end of a program's output. It is safe to read after the program has ended.
type lastLine struct {
	text []byte
}

const maxOutput = 400 // bytes

func (w *lastLine) Write(text []byte) (int, error) {
	w.text = append(w.text, text...)
	if more := len(w.text) - maxOutput; more > 0 {
		w.text = append(w.text[:0], w.text[more:]...)
	}
	return len(text), nil
}

// String returns the last line, without control characters.
func (w *lastLine) String() string {
	lines := strings.Split(strings.TrimSpace(string(w.text)), "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, lines[len(lines)-1]))
}

// maxBuffered bounds the sound that was written but not played yet: that in the socket and in the program's buffer. The pacer aims at less, to leave room for the program's
// own buffer and for late wake-ups.
const (
	maxBuffered = 80 * time.Millisecond
	aim         = 64 * time.Millisecond
)

// turnBlocks are mixed and written together, because each wake-up costs more than the mixing.
const (
	turnBlocks = 2
	turnFrames = turnBlocks * sound.BlockFrames
)

// pacer decides when to write, by a clock: in a program that takes everything at once, effects would queue up.
type pacer struct {
	begun  time.Time // when the first frame would have been played
	frames int64     // written
}

// waited is a write that takes so long because there was no room at first.
const waited = 5 * time.Millisecond

// until returns how long to wait before another turn is written.
func (p *pacer) until(now time.Time) time.Duration {
	return p.ahead(now) + timeOf(turnFrames) - aim
}

// ahead returns the sound that was written but not played yet. It is never negative: late writes do not catch up.
func (p *pacer) ahead(now time.Time) time.Duration {
	ahead := timeOf(p.frames) - now.Sub(p.begun)
	if ahead < 0 {
		p.begun = now.Add(-timeOf(p.frames))
		ahead = 0
	}
	return ahead
}

// wrote counts a turn. If there was no room for it at first, the program's buffer is full, or it has yet to begin: the
// sound is as far ahead as it can be.
func (p *pacer) wrote(began, now time.Time) {
	p.frames += turnFrames
	if now.Sub(began) > waited {
		p.begun = now.Add(aim - timeOf(p.frames))
	}
}

func timeOf(frames int64) time.Duration { return time.Duration(frames) * time.Second / sound.Rate }
