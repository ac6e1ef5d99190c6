package replays

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net"
	"dogfight/sys"
)

// Recorder takes what one camera films, match after match. Nobody who films waits for the disk: if that falls behind by more than
// the queue holds, or is full, the match goes on and is not recorded until the disk takes a new log.
type Recorder struct {
	// Static after construction.
	archive *Archive
	label   string
	warn    func(error)
	again   func()
	closing chan struct{}
	close   func() // closes it, once
	leave   atomic.Bool

	// Safe from any goroutine.
	queue    chan piece
	warnings chan error
	done     chan struct{} // closed when nothing more can go wrong
	last     atomic.Pointer[Outcome]

	lost      atomic.Bool // the queue was full; nothing is taken until a file begins. Set by the caller of Record alone
	broken    atomic.Bool // what comes is not written until a file begins. Set by run alone
	abandoned atomic.Bool
	waiting   atomic.Int64 // pieces that are not written yet
	bytes     atomic.Int64 // in them

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

// Outcome is what became of the match that a Recorder took last.
type Outcome struct {
	Name string // of the replay; "" for none
	Err  error  // why there is none, or only a part; nil also for a match that is not worth a replay
}

// queued is how many pieces of footage may wait for the disk: a minute's.
const queued = 60 * 4

// syncEvery is how often a log that is to be resumed is to be on the disk, whatever happens to the machine. Pieces come each
// 250 ms: it is every second.
const syncEvery = 400 * time.Millisecond

// A match that is not recorded is filmed anew once there is room for so many bytes, which is looked for so often.
const (
	roomWanted = 256 << 10
	lookForIt  = 10 * time.Second
)

var errSlow = errors.New("the disk is too slow")

// Recorder returns a new one, for the matches of a host that can be resumed by a label, or for others without one. Warn, if not
// nil, is called by another goroutine when a match cannot be recorded, once for each reason.
func (a *Archive) Recorder(label string, warn func(error)) *Recorder {
	return a.Resume(label, nil, warn, nil)
}

// Resume is Recorder for a host that goes on with a log, after its Continue: what is filmed first goes there. Other logs of
// the label are taken in. Again, if not nil, is called by another goroutine when a match that was no longer recorded can be: it begins a new
// file.
func (a *Archive) Resume(label string, log *Log, warn func(error), again func()) *Recorder {
	r := &Recorder{
		archive: a, label: label, warn: warn, again: again, log: log, closing: make(chan struct{}), done: make(chan struct{}),
		queue: make(chan piece, queued), warnings: make(chan error, 4),
	}
	r.close = sync.OnceFunc(func() { close(r.closing) })
	if !a.records() {
		return r
	}
	a.tidy()
	if label != "" {
		a.TakeIn(a.Folder.Left(label))
	}
	a.running.Go(func() {
		defer sys.Restore()
		r.run()
	})
	a.running.Go(func() {
		defer sys.Restore()
		r.runWarnings()
	})
	return r
}

// records reports whether anything is to be recorded.
func (a *Archive) records() bool { return a != nil && a.Folder.Path != "" && a.Folder.Limit > 0 }

// Film returns what a host or a client films with. It is not for two of them.
func (r *Recorder) Film() net.Film {
	if !r.archive.records() {
		return net.Film{}
	}
	return net.Film{Record: r.Record, State: r.label != "", Program: r.archive.Program, Started: func() int64 { return time.Now().UnixMilli() }}
}

// Record takes footage. It does not wait.
func (r *Recorder) Record(f net.Footage) {
	if r.lost.Load() && !f.First {
		return
	}
	size := int64(len(f.Bytes))
	r.waiting.Add(1)
	r.bytes.Add(size)
	select {
	case r.queue <- piece{f, r.lost.Load()}:
		r.lost.Store(false)
	default:
		r.written(size)
		r.lost.Store(true)
		r.last.Store(&Outcome{Err: errSlow})
		r.complain(errSlow)
	}
}

// written takes a piece of so many bytes off what waits.
func (r *Recorder) written(size int64) {
	r.waiting.Add(-1)
	r.bytes.Add(-size)
}

// Waiting returns how much footage is not written yet, in pieces, of which four come a second, and in bytes, and whether the match that runs
// is no longer recorded.
func (r *Recorder) Waiting() (pieces, bytes int, stopped bool) {
	return int(r.waiting.Load()), int(r.bytes.Load()), r.stopped()
}

func (r *Recorder) stopped() bool { return r.lost.Load() || r.broken.Load() }

// Leave is Close for a host whose match another goes on with: its log stays as it is.
func (r *Recorder) Leave() {
	r.leave.Store(true)
	r.close()
}

// Abandon has the log that runs become no replay: another host has the match, and all of its log. Nothing more is filmed.
func (r *Recorder) Abandon() {
	r.abandoned.Store(true)
	r.close()
}

// Close says that nothing more is filmed. It does not wait.
func (r *Recorder) Close() { r.close() }

// Last returns what became of the match that ended last, and false if there is none, or that is still being made.
func (r *Recorder) Last() (Outcome, bool) {
	if o := r.last.Load(); o != nil {
		return *o, true
	}
	return Outcome{}, false
}

// LastWords says in a few words what became of the match that ended last; "" if nothing has yet. It does not wait.
func (r *Recorder) LastWords() string {
	switch o, ok := r.Last(); {
	case ok && o.Err != nil:
		return "no replay: " + Brief(o.Err)
	case ok && o.Name != "":
		return "recorded: dogfight replay last"
	}
	return ""
}

// Brief returns what is wrong in a few words, without the path of a file.
func Brief(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// run writes what comes.
func (r *Recorder) run() {
	defer close(r.done)
	defer r.developing.Wait()
	var look <-chan time.Time // nil while all is recorded
	for {
		select {
		case p := <-r.queue:
			r.take(p)
		case <-look:
			look = nil
			if r.stopped() && r.hasRoom() {
				r.again()
			}
		case <-r.closing:
			for len(r.queue) > 0 {
				r.take(<-r.queue)
			}
			if r.abandoned.Load() && r.log != nil {
				r.log.Remove()
				return
			}
			r.part()
			return
		}
		if look == nil && r.again != nil && r.stopped() {
			look = time.After(lookForIt)
		}
	}
}

// hasRoom reports whether the disk takes a new log.
func (r *Recorder) hasRoom() bool {
	log, err := r.newLog()
	if err != nil {
		return false
	}
	defer log.Remove()
	_, err = log.Write(make([]byte, roomWanted))
	return errors.Join(err, log.disk.Sync()) == nil
}

// part makes a replay of the log of which nobody saw the end, or leaves it.
func (r *Recorder) part() {
	if r.log == nil || !r.leave.Load() {
		r.finish(nil)
		return
	}
	if err := errors.Join(r.log.disk.Sync(), r.log.Close()); err != nil {
		r.complain(err)
	}
	r.log = nil
}

// take writes a piece into the log that it belongs to.
func (r *Recorder) take(p piece) {
	defer r.written(int64(len(p.Bytes)))
	var before *Log
	if p.First {
		before = r.begin(p.gap)
	}
	if before != nil {
		defer before.Remove() // once a host that is killed now can go on with the new one
	}
	if r.log == nil {
		r.broken.Store(!p.Ended)
		return
	}
	if _, err := r.log.Write(p.Bytes); err != nil {
		if p.First { // nothing of it can be played
			r.log.Remove()
			r.log = nil
		}
		r.fail(err)
		return
	}
	r.broken.Store(false)
	if p.Ended {
		r.finish(nil)
		return
	}
	if now := time.Now(); r.label != "" && now.Sub(r.synced) >= syncEvery {
		if err := r.log.disk.Sync(); err != nil {
			r.fail(err)
			return
		}
		r.synced = now
	}
}

// begin begins a log, and returns that of the match before if it is of no use any more: it has not ended, and not because of a gap.
func (r *Recorder) begin(gap bool) (before *Log) {
	if gap {
		r.finish(errSlow)
	}
	before, r.log, r.synced = r.log, nil, time.Time{}
	r.last.Store(nil)
	log, err := r.newLog()
	if err != nil {
		r.fail(err)
		return before
	}
	r.log = log
	return before
}

func (r *Recorder) newLog() (*Log, error) {
	log, err := r.archive.Folder.newLog(r.label, lock)
	if err == nil && r.archive.wrap != nil {
		log.disk = r.archive.wrap(log.disk)
	}
	return log, err
}

// fail stops the recording of the match. What there is of it becomes a replay.
func (r *Recorder) fail(err error) {
	r.broken.Store(true)
	r.complain(err)
	r.last.Store(&Outcome{Err: err})
	r.finish(err)
}

// finish makes a replay of the log, if there is one. It does not wait. Why is nil if the match is over, or else why the rest
// of it is missing.
func (r *Recorder) finish(why error) {
	log := r.log
	if r.log = nil; log == nil {
		return
	}
	outcome := &Outcome{Err: why}
	r.last.Store(nil)
	r.developing.Go(func() {
		defer sys.Restore()
		name, err := r.archive.develop(log)
		if outcome.Name = name; err != nil {
			log.Close() // it is taken in by a later process
			outcome.Err = err
			r.complain(err)
		}
		r.last.CompareAndSwap(nil, outcome)
	})
}

// complain has a warning be given, unless too many wait.
func (r *Recorder) complain(err error) {
	select {
	case r.warnings <- fmt.Errorf("this match has no replay: %w", err):
	default:
	}
}

// runWarnings gives each warning once.
func (r *Recorder) runWarnings() {
	given := map[string]bool{}
	give := func(err error) {
		if text := err.Error(); r.warn != nil && !given[text] {
			given[text] = true
			r.warn(err)
		}
	}
	for {
		select {
		case err := <-r.warnings:
			give(err)
		case <-r.done:
			for len(r.warnings) > 0 {
				give(<-r.warnings)
			}
			return
		}
	}
}
