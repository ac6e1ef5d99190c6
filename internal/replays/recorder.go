package replays

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// Recorder writes the matches of one host or client to replays. It never blocks the match: while the disk is full, or slower than the queue
// allows, the match is not recorded.
type Recorder struct {
	// Static after construction.
	archive *Archive
	label   string
	warn    func(error)
	again   func()
	ends    chan ending // the first call of Close, Leave or Abandon

	// Safe from any goroutine.
	queue    chan queuedPiece
	warnings chan error
	done     chan struct{} // closed after the last warning
	last     atomic.Pointer[outcome]

	lost    atomic.Bool  // the queue was full; pieces are dropped until a file begins. Set by the caller of record alone
	broken  atomic.Bool  // pieces are dropped until a file begins. Set by run alone
	waiting atomic.Int64 // pieces in the queue
	bytes   atomic.Int64 // bytes in the queue

	// Owned by run.
	log        *Log
	synced     time.Time
	converting sync.WaitGroup
}

// queuedPiece is a piece of a replay, with a flag for missing pieces before it.
type queuedPiece struct {
	replay.Piece
	gap bool
}

// outcome is the result of recording a match.
type outcome struct {
	name string // of the replay; "" for none
	err  error  // why there is none, or only a part; nil for a match that is not worth a replay
}

// queued is the length of the queue: pieces of a minute.
const queued = 60 * 4

// syncEvery is the interval of syncs of a log that can be resumed. Pieces come every 250 ms, so it is synced every 500 ms.
const syncEvery = 400 * time.Millisecond

// A match that is not recorded is recorded again once there is room for roomWanted bytes, which is checked every roomEvery.
const (
	roomWanted = 256 << 10
	roomEvery  = 10 * time.Second
)

var errSlow = errors.New("the disk is too slow")

// Recorder returns a new one, for the matches of a host that can be resumed by a label, or without a label for others. It continues log, if
// not nil, after its Continue; other logs of the label become replays. Another goroutine calls warn, if not nil, once for each reason why a
// match cannot be recorded, and again, if not nil, when such a match can be recorded in a new file.
func (a *Archive) Recorder(label string, log *Log, warn func(error), again func()) *Recorder {
	r := &Recorder{
		archive: a, label: label, warn: warn, again: again, log: log, ends: make(chan ending, 1), done: make(chan struct{}),
		queue: make(chan queuedPiece, queued), warnings: make(chan error, 4),
	}
	if !a.records() {
		return r
	}
	a.convertOrphans()
	if label != "" {
		a.convertAll(a.Folder.Unfinished(label))
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

// records reports whether matches are recorded.
func (a *Archive) records() bool { return a != nil && a.Folder.Path != "" && a.Folder.Limit > 0 }

// Recording returns the recording options of one host or client.
func (r *Recorder) Recording() net.Recording {
	if !r.archive.records() {
		return net.Recording{}
	}
	return net.Recording{To: []func(replay.Piece){r.record}, State: r.label != "", Program: r.archive.Program, Started: func() int64 { return time.Now().UnixMilli() }}
}

// record queues a piece. It does not block.
func (r *Recorder) record(p replay.Piece) {
	if r.lost.Load() && !p.First {
		return
	}
	size := int64(len(p.Bytes))
	r.waiting.Add(1)
	r.bytes.Add(size)
	select {
	case r.queue <- queuedPiece{p, r.lost.Load()}:
		r.lost.Store(false)
	default:
		r.written(size)
		r.lost.Store(true)
		r.last.Store(&outcome{err: errSlow})
		r.report(errSlow)
	}
}

// written removes a piece from the counters.
func (r *Recorder) written(size int64) {
	r.waiting.Add(-1)
	r.bytes.Add(-size)
}

// Waiting returns the unwritten pieces, four a second, and their bytes, and whether the current match is not recorded.
func (r *Recorder) Waiting() (pieces, bytes int, stopped bool) {
	return int(r.waiting.Load()), int(r.bytes.Load()), r.stopped()
}

func (r *Recorder) stopped() bool { return r.lost.Load() || r.broken.Load() }

// ending is the fate of an unfinished log at the end of a Recorder.
type ending int

const (
	convertLog ending = iota
	leaveLog
	removeLog
)

// Close ends the recording. It does not block. Only the first call of Close, Leave or Abandon counts.
func (r *Recorder) Close() { r.close(convertLog) }

// Leave is Close for a host with a match that another continues: its log stays.
func (r *Recorder) Leave() { r.close(leaveLog) }

// Abandon is Close for a host with a match that another host has, with all of its log: the log is removed.
func (r *Recorder) Abandon() { r.close(removeLog) }

func (r *Recorder) close(how ending) {
	select {
	case r.ends <- how:
	default:
	}
}

// Summary describes the outcome of the last match; "" if there is none yet.
func (r *Recorder) Summary() string {
	switch o := r.last.Load(); {
	case o == nil:
		return ""
	case o.err != nil:
		return "no replay: " + Brief(o.err)
	case o.name != "":
		return "replay saved"
	}
	return ""
}

// Brief returns the text of an error without the path of a file.
func Brief(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// run writes the queue.
func (r *Recorder) run() {
	defer close(r.done)
	defer r.converting.Wait()
	var look <-chan time.Time // nil while the match is recorded
	for {
		select {
		case p := <-r.queue:
			r.write(p)
		case <-look:
			look = nil
			if r.stopped() && r.hasRoom() {
				r.again()
			}
		case how := <-r.ends:
			for len(r.queue) > 0 {
				r.write(<-r.queue)
			}
			r.end(how)
			return
		}
		if look == nil && r.again != nil && r.stopped() {
			look = time.After(roomEvery)
		}
	}
}

// hasRoom reports whether the disk accepts a new log.
func (r *Recorder) hasRoom() bool {
	log, err := r.newLog()
	if err != nil {
		return false
	}
	defer log.Remove()
	_, err = log.Write(make([]byte, roomWanted))
	return errors.Join(err, log.disk.Sync()) == nil
}

// end ends an unfinished log.
func (r *Recorder) end(how ending) {
	if r.log == nil {
		return
	}
	switch how {
	case removeLog:
		r.log.Remove()
	case leaveLog:
		if err := errors.Join(r.log.disk.Sync(), r.log.Close()); err != nil {
			r.report(err)
		}
	default:
		r.finish(nil)
	}
}

// write writes a piece to its log.
func (r *Recorder) write(p queuedPiece) {
	defer r.written(int64(len(p.Bytes)))
	var before *Log
	if p.First {
		before = r.begin(p.gap)
	}
	if before != nil {
		defer before.Remove() // once a killed host could be resumed from the new one
	}
	if r.log == nil {
		r.broken.Store(!p.Ended)
		return
	}
	if _, err := r.log.Write(p.Bytes); err != nil {
		if p.First { // it cannot be played
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

// begin begins a log. It returns the unfinished log of the match before, if it is of no use: with a gap it becomes a replay.
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

// fail stops the recording of the match. The part before becomes a replay.
func (r *Recorder) fail(err error) {
	r.broken.Store(true)
	r.report(err)
	r.last.Store(&outcome{err: err})
	r.finish(err)
}

// finish makes a replay of the log, if there is one. It does not block. why is nil for a whole match, or the reason why the rest is
// missing.
func (r *Recorder) finish(why error) {
	log := r.log
	if r.log = nil; log == nil {
		return
	}
	outcome := &outcome{err: why}
	r.last.Store(nil)
	r.converting.Go(func() {
		defer sys.Restore()
		name, err := r.archive.convert(log)
		if outcome.name = name; err != nil {
			log.Close() // a later process converts it
			outcome.err = err
			r.report(err)
		}
		r.last.CompareAndSwap(nil, outcome)
	})
}

// report queues a warning, unless too many wait.
func (r *Recorder) report(err error) {
	select {
	case r.warnings <- fmt.Errorf("this match has no replay: %w", err):
	default:
	}
}

// runWarnings calls warn once for each text.
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
