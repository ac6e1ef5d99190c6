package replays

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/crash"
	"dogfight/net"
)

// Reel takes what one camera films, match after match. Nobody who films waits for the disk: if that falls behind by more than
// the queue holds, the match goes on and is no longer recorded.
type Reel struct {
	// Static after construction.
	rec     *Recorder
	label   string
	warn    func(error)
	closing chan struct{}

	// Owned by the caller of Record.
	lost bool // the queue was full; nothing is taken until the next match

	// Safe from any goroutine.
	queue    chan piece
	warnings chan error
	done     chan struct{} // closed when nothing more can go wrong
	last     atomic.Pointer[Outcome]

	// Owned by run.
	// Owned by run.
	log        *Log
	synced     time.Time
	developing sync.WaitGroup
}

// piece is footage, and whether some is missing before it.
type piece struct {
	net.Footage
	gap bool
}

// Outcome is what became of the match that a Reel took last.
type Outcome struct {
	Name string // of the replay; "" for none
	Err  error  // why there is none, or only a part; nil also for a match that is not worth a replay
}

// queued is how many pieces of footage may wait for the disk: a minute's.
const queued = 60 * 4

// syncEvery is how often a log that is to be resumed is to be on the disk, whatever happens to the machine. Pieces come each
// 250 ms: it is every second.
const syncEvery = 400 * time.Millisecond

var errSlow = errors.New("the disk is too slow")

// Reel returns a new one, for the matches of a host that can be resumed by a label, or for others without one. Warn, if not
// nil, is called by another goroutine when a match cannot be recorded, once for each reason.
func (r *Recorder) Reel(label string, warn func(error)) *Reel {
	return r.ResumeReel(label, nil, warn)
}

// ResumeReel is Reel for a host that goes on with a log, after its Continue: what is filmed first goes there. Other logs of
// the label are taken in.
func (r *Recorder) ResumeReel(label string, log *Log, warn func(error)) *Reel {
	l := &Reel{
		rec: r, label: label, warn: warn, log: log, closing: make(chan struct{}), done: make(chan struct{}),
		queue: make(chan piece, queued), warnings: make(chan error, 4),
	}
	if !r.records() {
		return l
	}
	r.tidy()
	if label != "" {
		r.TakeIn(r.Folder.Left(label))
	}
	r.running.Go(func() {
		defer crash.Restore()
		l.run()
	})
	r.running.Go(func() {
		defer crash.Restore()
		l.runWarnings()
	})
	return l
}

// records reports whether anything is to be recorded.
func (r *Recorder) records() bool { return r != nil && r.Folder.Path != "" && r.Folder.Limit > 0 }

// Film returns what a host or a client films with. It is not for two of them.
func (l *Reel) Film() net.Film {
	if !l.rec.records() {
		return net.Film{}
	}
	return net.Film{Record: l.Record, Program: l.rec.Program, Started: func() int64 { return time.Now().UnixMilli() }}
}

// Record takes footage. It does not wait.
func (l *Reel) Record(f net.Footage) {
	if l.lost && !f.First {
		return
	}
	select {
	case l.queue <- piece{f, l.lost}:
		l.lost = false
	default:
		l.lost = true
		l.last.Store(&Outcome{Err: errSlow})
		l.complain(errSlow)
	}
}

// Close says that nothing more is filmed. It does not wait.
func (l *Reel) Close() { close(l.closing) }

// Last returns what became of the match that ended last, and false if there is none, or that is still being made.
func (l *Reel) Last() (Outcome, bool) {
	if o := l.last.Load(); o != nil {
		return *o, true
	}
	return Outcome{}, false
}

// run writes what comes.
func (l *Reel) run() {
	defer close(l.done)
	defer l.developing.Wait()
	for {
		select {
		case p := <-l.queue:
			l.take(p)
		case <-l.closing:
			for len(l.queue) > 0 {
				l.take(<-l.queue)
			}
			l.finish(nil) // nobody saw its end
			return
		}
	}
}

// take writes a piece into the log that it belongs to.
func (l *Reel) take(p piece) {
	if p.First {
		l.begin(p.gap)
	}
	if l.log == nil {
		return
	}
	if _, err := l.log.Write(p.Bytes); err != nil {
		l.fail(err)
		return
	}
	if p.Ended {
		l.finish(nil)
		return
	}
	if now := time.Now(); l.label != "" && now.Sub(l.synced) >= syncEvery {
		if err := l.log.disk.Sync(); err != nil {
			l.fail(err)
			return
		}
		l.synced = now
	}
}

// begin begins a log. That of the match before is of no use if it has not ended, unless that is because of a gap.
func (l *Reel) begin(gap bool) {
	switch {
	case gap:
		l.finish(errSlow)
	case l.log != nil:
		l.log.Remove()
	}
	l.last.Store(nil)
	log, err := l.rec.Folder.newLog(l.label)
	if err != nil {
		l.fail(err)
		return
	}
	if l.log = log; l.rec.wrap != nil {
		log.disk = l.rec.wrap(log.disk)
	}
}

// fail gives up the recording of the match. What there is of it becomes a replay.
func (l *Reel) fail(err error) {
	l.complain(err)
	l.last.Store(&Outcome{Err: err})
	l.finish(err)
}

// finish makes a replay of the log, if there is one. It does not wait. Why is nil if the match is over, or else why the rest
// of it is missing.
func (l *Reel) finish(why error) {
	log := l.log
	if l.log = nil; log == nil {
		return
	}
	outcome := &Outcome{Err: why}
	l.last.Store(nil)
	l.developing.Go(func() {
		defer crash.Restore()
		name, err := l.rec.develop(log)
		if outcome.Name = name; err != nil {
			log.Close() // it is taken in by a later process
			outcome.Err = err
			l.complain(err)
		}
		l.last.CompareAndSwap(nil, outcome)
	})
}

// complain has a warning be given, unless too many wait.
func (l *Reel) complain(err error) {
	select {
	case l.warnings <- fmt.Errorf("this match is not recorded: %w", err):
	default:
	}
}

// runWarnings gives each warning once.
func (l *Reel) runWarnings() {
	given := map[string]bool{}
	give := func(err error) {
		if text := err.Error(); l.warn != nil && !given[text] {
			given[text] = true
			l.warn(err)
		}
	}
	for {
		select {
		case err := <-l.warnings:
			give(err)
		case <-l.done:
			for len(l.warnings) > 0 {
				give(<-l.warnings)
			}
			return
		}
	}
}
