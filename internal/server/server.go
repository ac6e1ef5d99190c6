// Package server runs a match in this process: a host, the doors through which players come in, the
// records of what was played, and its announcements on the network.
package server

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/assets"
	"dogfight/internal/config"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/ops"
	"dogfight/internal/records"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/playback"
	"dogfight/net/window"
	"dogfight/sys"
)

// discard is a log that keeps nothing.
var discard = slog.New(slog.DiscardHandler)

// Server is a host that runs in this process.
type Server struct {
	// Static after construction.
	host       *net.Host   // nil behind a Front
	front      *Front      // nil: this process hosts
	dirs       config.Dirs // of the user of this process
	log        *slog.Logger
	drainLimit time.Duration
	keys       *linkedKeys // of those who come; nil where nobody can
	doors      []Door
	reel       *playback.Reel // for all screens of this process

	fingerprint string        // of the certificate for our own clients; "" without an address to listen on
	doorsAt     doorAddresses // of the fleet
	member      *member       // of a fleet; nil: it stands alone

	monitor *ops.Monitor // of all that runs here; nil where nobody can ask
	watched *ops.Match   // that the host plays; likewise
	ops     *ops.Door    // nil without one

	windows *window.Pool // that visitors' terminals are drawn in; nil where nobody comes with one

	replays *replays.Recorder
	hosting chan struct{} // closed when there is a host

	recorder   *records.Recorder     // nil: nothing is recorded here
	own        []string              // keys of the user of this process, where it is told whose flights are
	event      string                // that the matches are part of; "" for none
	unrecorded error                 // why not; nil also if that was not asked for
	retries    *outbox.Box           // matches that the records did not take; nil as recorder is
	refused    atomic.Uint64         // how many those were
	news       atomic.Pointer[fresh] // of the match that ended last; nil until it is recorded
	warning    error                 // for the host's own player; may be nil

	invites atomic.Pointer[invitation] // nil until all doors are open

	endHost    func()             // and waits until it has ended
	cancel     context.CancelFunc // ends what runs beside it
	finish     func()             // closes drained
	finishOnce sync.Once          // of the records
	drained    chan struct{}      // closed when it is to be ended
	running    sync.WaitGroup

	options    Options // as they hold now, without the password; for Reload
	announcing announcing

	mu    sync.Mutex
	match net.MatchOptions // of the matches to come
}

// Start starts a host and opens the doors that the options name. Without an address to listen on, only
// this process can join. A log that is nil is silent.
func Start(o Options, log *slog.Logger) (*Server, error) {
	o.Match.ArenaFolder = o.Dirs.Arenas()
	s := newServer(o.Dirs, cmp.Or(log, discard))
	s.monitor = ops.New(o.Program)
	s.match = o.Match
	s.options = o
	s.options.Password = ""
	match, err := net.NewMatch(o.Match, rand.Uint64())
	if err != nil {
		return nil, err
	}
	match.Past = o.Past
	conf := s.hostConfig(&o)
	if o.Drains {
		s.drainLimit = o.DrainLimit
		conf.Draining, conf.Drained = s.setDraining, s.finish
	}
	var listener *link.Listener
	if o.Listen != "" {
		if err := s.rememberPlayers(&conf); err != nil {
			return nil, err
		}
		if listener, err = s.listen(&o); err != nil {
			return nil, err
		}
	}
	rooms := conf // before what is of this host alone
	if !o.Match.OffRecord {
		s.record(&conf)
	}
	if o.Fleet.Fleet != nil {
		if s.member, err = s.joinFleet(&o, rooms, listener); err != nil {
			listener.Close()
			return nil, err
		}
	}
	label := logLabel(o.Listen)
	if s.member != nil {
		label = "" // another host goes on with the match when this one is killed
	}
	resumed, left := s.resume(&o, label)
	if resumed != nil {
		conf.Resumed, match = resumed, resumed.Match
		conf.ID = cmp.Or(resumed.File.Head.Host, conf.ID) // by which its records find the replay
	}
	s.film(&conf, o.Archive, label, left)
	if s.member != nil {
		s.member.openHome(&conf, &match)
	}
	s.run(conf, match)
	err = s.openDoors(&o, listener)
	if err == nil && s.member != nil {
		err = s.member.start(s.host)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	if d := s.webDoor(); d != nil {
		s.host.SetWeb(d.Addr().Port(), d.secure())
	}
	s.monitor.Open()
	s.invites.Store(&invitation{web: s.WebURL(), ways: s.joinHints()})
	if listener != nil {
		s.announcing.begin(lan.Announcer{ID: conf.ID, Title: o.Title, Listen: listener.Addr(), Web: s.webAnnounced(), Folder: s.dirs.Matches(), Log: log}, o.Hidden)
	}
	return s, nil
}

// newServer returns a server without a host.
func newServer(dirs config.Dirs, log *slog.Logger) *Server {
	s := &Server{dirs: dirs, log: log, hosting: make(chan struct{}), drained: make(chan struct{})}
	s.finish = sync.OnceFunc(func() { close(s.drained) })
	return s
}

// StartFor starts a host that only this process can join, with a configuration and a match of its own. Replays go into the
// archive, if there is one.
func StartFor(dirs config.Dirs, conf net.HostConfig, match net.Match, archive *replays.Archive) *Server {
	s := newServer(dirs, discard)
	s.film(&conf, archive, "", nil)
	s.run(conf, match)
	return s
}

// hostConfig returns what the options mean to a host.
func (s *Server) hostConfig(o *Options) net.HostConfig {
	return net.HostConfig{
		Title: o.Title, Welcome: o.Welcome, ID: rand.Uint64(), Delay: o.Delay, BotNames: assets.PilotNames(),
		Password: o.Password, PerAddress: o.PerAddress,
		Local: admission.IsLocal, Motions: o.Motions,
		Log: s.log, Measure: o.Measure,
	}
}

// rememberPlayers has the host know the banned, and the keys that belong together.
func (s *Server) rememberPlayers(conf *net.HostConfig) (err error) {
	if conf.Bans, err = admission.OpenBans(s.dirs.Bans()); err != nil {
		return err
	}
	if s.keys, err = openLinkedKeys(s.dirs.LinkedKeys(), s.log); err != nil {
		return err
	}
	conf.LinkedKeys, conf.Settled = s.keysOf, s.keys.settle
	return nil
}

// run starts the host's own goroutine, and those beside it.
func (s *Server) run(conf net.HostConfig, match net.Match) {
	s.reel = playback.NewReel(playback.MaxReel)
	if r := conf.Resumed; r != nil { // a kill-cam needs the seconds before
		s.reel.Take(net.Footage{First: true, Bytes: r.Log, Ended: r.File.Ended})
	}
	conf.Film.Record = s.reel.Beside(conf.Film.Record)
	s.watch(&conf)
	s.host = net.NewHost(conf, match)
	if s.watched != nil {
		s.watched.Begin()
	}
	close(s.hosting)
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	hosted, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	s.endHost = func() { end(); <-ended }
	s.running.Go(func() {
		if s.member != nil {
			defer sys.Recover(s.member.home.broke)
		} else {
			defer sys.Restore()
		}
		defer close(ended)
		s.host.Run(hosted)
	})
	if s.keys != nil {
		s.running.Go(func() {
			defer sys.Restore()
			s.keys.run(ctx)
		})
	}
}

// SetBots says how many bots fly in the match.
func (s *Server) SetBots(n int) { s.host.SetBots(n) }

// Close tells all players that the match is over, and ends it. The doors close after the host's last
// words to those who came in there.
func (s *Server) Close() {
	s.closing()
	s.announcing.end()
	if s.member != nil {
		s.member.close()
	}
	s.endHost()
	s.finishRecords()
	s.cancel()
	s.running.Wait()
	s.announcing.running.Wait()
	if s.watched != nil {
		s.watched.End()
	}
	s.reel.Close()
	if s.host.Suspended() {
		s.replays.Leave()
	} else {
		s.replays.Close()
	}
	for _, d := range s.doors {
		d.Close()
	}
	if s.windows != nil {
		s.windows.Stop()
	}
	if s.ops != nil {
		s.ops.Close()
	}
}

// change has the matches to come played otherwise.
func (s *Server) change(o net.MatchOptions) (atOnce bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if atOnce, err = s.host.Change(o); err == nil {
		s.match = o
	}
	return atOnce, err
}
