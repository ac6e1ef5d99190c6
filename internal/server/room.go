package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/ops"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// room plays one match, and records it as a replay.
type room struct {
	// Static after run.
	server   *Server
	replays  *replays.Recorder
	panicked func(value any, stack []byte) // ends this room alone when its host panics; nil: the process ends
	host     *net.Host
	hosted   chan struct{} // closed when host is set
	stop     context.CancelFunc
	ended    chan struct{} // closed when the host has ended
}

func newRoom(s *Server) *room {
	return &room{server: s, hosted: make(chan struct{}), ended: make(chan struct{})}
}

// record records the match into an archive, which may be nil. With a label, a later host finds the log and can resume it. The recorder
// appends to log, unless that is nil, and calls failed when it cannot record.
func (r *room) record(conf *net.HostConfig, archive *replays.Archive, label string, log *replays.Log, failed func(error)) {
	r.replays = archive.Recorder(label, log, failed, r.recordAgain)
	conf.Recording = r.replays.Recording()
}

// recordAgain starts a new file, after the match could not be recorded.
func (r *room) recordAgain() {
	if <-r.hosted; r.host.RestartRecording() == nil {
		r.server.log.Info("the match is recorded again")
	}
}

// run starts the host.
func (r *room) run(conf net.HostConfig, match net.Match, running *sync.WaitGroup) {
	watched := watch(r.server.monitor, &conf)
	conf.Event = func(e net.Event) {
		e.Match = conf.ID
		r.server.publish(e)
	}
	r.host = net.NewHost(conf, match)
	close(r.hosted)
	watched.Begin()
	forget := r.server.monitor.Log(r.replays.Waiting)
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	running.Go(func() {
		if r.panicked != nil {
			defer sys.Recover(r.panicked)
		} else {
			defer sys.Restore()
		}
		defer close(r.ended)
		defer forget()
		defer watched.End()
		r.host.Run(ctx)
		if r.host.Suspended() {
			r.replays.Leave()
		} else {
			r.replays.Close()
		}
	})
}

// end ends the match, and waits until the host has ended.
func (r *room) end() {
	r.stop()
	<-r.ended
}

// watch reports the figures of a host's match to the monitor.
func watch(monitor *ops.Monitor, conf *net.HostConfig) *ops.Match {
	watched := monitor.Match()
	conf.Figures = watched.Figures
	measure := conf.Measure
	conf.Measure = func(m net.Measured) {
		watched.Measure(m)
		if measure != nil {
			measure(m)
		}
	}
	return watched
}

// replayFailed reports that a match has no replay, or an incomplete one.
func (s *Server) replayFailed(err error) {
	<-s.home.hosted
	s.log.Warn(err.Error())
	s.home.host.Notify("this match has no replay: " + replays.Brief(err))
}

// resume returns the match of a host with this label that was killed, and its log to append to. Both are nil if there is none. All other logs
// of the label become replays.
func (s *Server) resume(o *Options, label string) (found *net.Resumed, log *replays.Log) {
	if !o.Resume || o.Archive == nil || label == "" {
		return nil, nil
	}
	for _, left := range o.Archive.Folder.Unfinished(label) {
		if found != nil {
			left.Close()
			continue
		}
		if found = s.resumeFrom(left, o.Archive.Folder, label); found != nil {
			log = left
		}
	}
	if found == nil {
		return nil, nil
	}
	m := &found.Match
	s.log.Info(fmt.Sprintf("resumed: %s on %s, %s played, %s", m.Setup.Mode.Name(), m.Setup.Arena.Name, played(m), waitingSeats(found.Waiting())), "tick", m.World.Tick)
	if o.Match != m.Asked { // the options have changed: from the next match on
		next := o.Match
		m.Asked, m.Next = o.Match, &next
	}
	if found.File.Ended { // the log is complete
		log.Close()
		return found, nil
	}
	if err := log.Continue(found.File.Whole); err != nil {
		s.log.Warn("the match is not recorded any more", "err", err)
		log.Close()
		return found, nil
	}
	return found, log
}

// resumeFrom returns the match in a log, or closes the log and returns nil.
func (s *Server) resumeFrom(log *replays.Log, folder replays.Folder, label string) *net.Resumed {
	b, err := log.Bytes()
	var found *net.Resumed
	if err == nil {
		found, err = readLog(b)
	}
	var otherRules *replay.OtherRulesError
	switch {
	case err == nil && folder.MayResume(label, found.Match.World.Tick, time.Now()):
		return found
	case err == nil:
		s.log.Warn("a match is given up: its host was killed three times at the same moment of it", "played", played(&found.Match))
	case errors.Is(err, net.ErrEnded), errors.Is(err, net.ErrNoState):
	case errors.As(err, &otherRules):
		s.log.Warn("a match cannot be resumed", "err", err)
	default:
		path, _ := log.SetAside()
		s.log.Warn("a match cannot be resumed, its log is set aside", "err", err, "file", path)
		return nil
	}
	log.Close()
	return nil
}

// readLog is net.Resume for a log that may have crashed the host before.
func readLog(b []byte) (found *net.Resumed, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("playing it crashes the program: %v", r)
		}
	}()
	return net.Resume(b)
}

// played returns how long the match has run, as minutes and seconds.
func played(m *net.Match) string {
	seconds := (m.World.Tick - m.Began) / game.TickRate
	if m.World.Status != game.Waiting {
		seconds = (m.World.Tick - m.World.Started) / game.TickRate
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

func waitingSeats(players int) string {
	if players == 1 {
		return "1 player's seat waits"
	}
	return fmt.Sprintf("%d players' seats wait", players)
}

// tickFigures measures the ticks of a room. Its methods are safe for concurrent use.
type tickFigures struct {
	mu    sync.Mutex
	work  [5 * 60]time.Duration // of the latest ticks
	ticks uint
}

func (t *tickFigures) add(m net.Measured) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.work[t.ticks%uint(len(t.work))] = m.Work
	t.ticks++
}

// figures returns the 99th percentile of a tick's work, and the mean work of a second.
func (t *tickFigures) figures() (p99, second time.Duration) {
	t.mu.Lock()
	work := slices.Clone(t.work[:min(t.ticks, uint(len(t.work)))])
	t.mu.Unlock()
	if len(work) == 0 {
		return 0, 0
	}
	var sum time.Duration
	for _, w := range work {
		sum += w
	}
	slices.Sort(work)
	return work[len(work)*99/100], sum * 60 / time.Duration(len(work))
}
