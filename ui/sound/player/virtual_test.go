//go:build unix && !darwin

package player

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/ui/sound"
)

// duct is the standard input of a program in memory. As the socket, it has room for two turns.
type duct struct {
	turns  chan []byte
	rest   []byte // of the turn that is read
	closed chan struct{}
	once   sync.Once
}

func newDuct() *duct {
	return &duct{turns: make(chan []byte, socketTurns), closed: make(chan struct{})}
}

func (d *duct) Write(b []byte) (int, error) {
	select {
	case d.turns <- slices.Clone(b):
		return len(b), nil
	case <-d.closed:
		return 0, os.ErrClosed
	}
}

func (d *duct) Read(b []byte) (int, error) {
	if len(d.rest) == 0 {
		select {
		case d.rest = <-d.turns:
		case <-d.closed:
			return 0, io.EOF
		}
	}
	n := copy(b, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

func (d *duct) Close() error {
	d.once.Do(func() { close(d.closed) })
	return nil
}

// withProgram runs a test with a Player in virtual time. Its program is a goroutine with a conduct. lastReport returns the
// program's last report.
func withProgram(t *testing.T, conduct func(io.Reader, func(*report)), test func(t *testing.T, p *Player, lastReport func() report)) {
	sound.Prepare()
	synctest.Test(t, func(t *testing.T) {
		p, d := &Player{queue: make(chan cue, maxQueued)}, newDuct()
		var lastReport atomic.Pointer[report]
		lastReport.Store(&report{})
		p.SetVolume(100)
		ctx, stop := context.WithCancel(t.Context())
		s := newStream(d, maxStall, func() { d.Close() })
		go func() {
			defer close(s.ended)
			conduct(d, func(r *report) {
				copied := *r
				lastReport.Store(&copied)
			})
			<-d.closed // a process is there until it is stopped
		}()
		ended := make(chan error)
		go func() { ended <- p.feed(ctx, s) }()
		test(t, p, func() report { return *lastReport.Load() })
		stop()
		if err := <-ended; err != context.Canceled && err != errStalled {
			t.Errorf("it ended with %v", err)
		}
	})
}

func TestProgramThatReadsAllIsLittleAhead(t *testing.T) {
	for _, conduct := range []string{"gulps", "dozes, then gulps"} {
		withProgram(t, conducts[conduct], func(t *testing.T, p *Player, lastReport func() report) {
			time.Sleep(10 * time.Second)
			synctest.Wait()
			r := lastReport()
			t.Logf("one that %s held %.1f ms at most, and got %.2f s", conduct, 1000*r.Ahead, r.Seconds)
			if r.Ahead > maxBuffered.Seconds() {
				t.Errorf("one that %s held %.1f ms, expected 80 at most", conduct, 1000*r.Ahead)
			}
			if r.Seconds < 9.5 {
				t.Errorf("one that %s got %.2f s in 10", conduct, r.Seconds)
			}
		})
	}
}

func TestCueIsPlayedSoon(t *testing.T) {
	for _, conduct := range []string{"plays", "gulps", "plays slowly"} {
		withProgram(t, conducts[conduct], func(t *testing.T, p *Player, lastReport func() report) {
			time.Sleep(2 * time.Second) // it is under way
			given := time.Now()
			p.Play([]sound.Cue{{Effect: sound.Cannon, Gain: 1}})
			time.Sleep(time.Second)
			synctest.Wait()
			r := lastReport()
			after := time.Unix(0, r.Loud).Sub(given)
			t.Logf("one that %s has a Cue %v after it was given", conduct, after)
			if r.Loud == 0 || after < 0 || after > maxBuffered {
				t.Errorf("one that %s has a Cue %v after it was given, expected it within %v", conduct, after, maxBuffered)
			}
		})
	}
}

func TestFirstCueWaitsForTheProgram(t *testing.T) {
	withProgram(t, conducts["dozes, then gulps"], func(t *testing.T, p *Player, lastReport func() report) {
		time.Sleep(50 * time.Millisecond)
		p.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}})
		time.Sleep(time.Second)
		synctest.Wait()
		if lastReport().Loud == 0 {
			t.Error("the start did not sound")
		}
	})
}

// TestPlayNeverBlocks plays to a program that reads nothing. If Play waited, virtual time would pass.
func TestPlayNeverBlocks(t *testing.T) {
	stalls := func(io.Reader, func(*report)) {}
	withProgram(t, stalls, func(t *testing.T, p *Player, _ func() report) {
		cues := make([]sound.Cue, 20)
		for i := range cues {
			cues[i] = sound.Cue{Effect: sound.Explosion, Gain: 1}
		}
		for range 2 { // while the program is awaited, and after it was abandoned
			began := time.Now()
			if n := testing.AllocsPerRun(10_000, func() { p.Play(cues) }); n != 0 {
				t.Errorf("Play allocates %v times", n)
			}
			if took := time.Since(began); took != 0 {
				t.Errorf("Play waits: it took %v", took)
			}
			time.Sleep(2 * maxStall)
		}
	})
}
