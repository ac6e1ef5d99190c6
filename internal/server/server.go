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

	"dogfight/assets"
	"dogfight/internal/crash"
	"dogfight/internal/home"
	"dogfight/internal/replays"
	"dogfight/internal/stats"
	"dogfight/net"
	"dogfight/net/admin"
	"dogfight/net/admission"
	"dogfight/net/bans"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/net/reel"
	"dogfight/net/window"
	"dogfight/ui"
)

// discard is a log that keeps nothing.
var discard = slog.New(slog.DiscardHandler)

// Server is a host that runs in this process.
type Server struct {
	// Static after construction.
	host  *net.Host
	log   *slog.Logger
	keys  *linkedKeys // of those who come; nil where nobody can
	doors []Door
	reel  *reel.Reel // for all screens of this process

	windows *window.Pool // that visitors' terminals are drawn in; nil where nobody comes with one

	replays *replays.Recorder
	hosting chan struct{} // closed when there is a host

	recorder   *stats.Recorder       // nil: nothing is recorded
	event      string                // that the matches are part of; "" for none
	unrecorded error                 // why not; nil also if that was not asked for
	news       atomic.Pointer[fresh] // of the match that ended last; nil until it is recorded
	warning    error                 // for the host's own player; may be nil

	invites atomic.Pointer[invitation] // nil until all doors are open

	cancel         context.CancelFunc // ends the host
	stopAnnouncing context.CancelFunc
	running        sync.WaitGroup

	mu    sync.Mutex
	match net.MatchOptions // of the matches to come
}

// Start starts a host and opens the doors that the options name. Without an address to listen on, only
// this process can join. A log that is nil is silent.
func Start(o Options, log *slog.Logger) (*Server, error) {
	o.Match.ArenaFolder = home.Arenas()
	s := newServer(cmp.Or(log, discard))
	s.match = o.Match
	match, err := net.NewMatch(o.Match, rand.Uint64())
	if err != nil {
		return nil, err
	}
	match.Past = o.Past
	conf := s.hostConfig(&o)
	var listener *link.Listener
	if o.Listen != "" {
		if err := s.rememberPlayers(&conf); err != nil {
			return nil, err
		}
		if listener, err = s.listen(&o); err != nil {
			return nil, err
		}
	}
	if !o.Match.OffRecord {
		s.record(&conf)
	}
	label := logLabel(o.Listen)
	resumed, left := s.resume(&o, label)
	if resumed != nil {
		conf.Resumed, match = resumed, resumed.Match
		conf.ID = cmp.Or(resumed.File.Head.Host, conf.ID) // by which its records find the replay
	}
	s.film(&conf, o.Archive, label, left)
	s.run(conf, match)
	if err := s.openDoors(&o, listener); err != nil {
		s.Close()
		return nil, err
	}
	if d := s.webDoor(); d != nil {
		s.host.SetWeb(d.Addr().Port(), d.secure())
	}
	s.invites.Store(&invitation{web: s.WebURL(), ways: s.joinHints()})
	if listener != nil && !o.Hidden {
		s.announce(lan.Announcer{ID: conf.ID, Title: o.Title, Listen: listener.Addr(), Web: s.webAnnounced(), Folder: home.Matches(), Log: log})
	}
	return s, nil
}

// newServer returns a server without a host.
func newServer(log *slog.Logger) *Server { return &Server{log: log, hosting: make(chan struct{})} }

// StartFor starts a host that only this process can join, with a configuration and a match of its own. Replays go into the
// archive, if there is one.
func StartFor(conf net.HostConfig, match net.Match, archive *replays.Archive) *Server {
	s := newServer(discard)
	s.film(&conf, archive, "", nil)
	s.run(conf, match)
	return s
}

// hostConfig returns what the options mean to a host.
func (s *Server) hostConfig(o *Options) net.HostConfig {
	return net.HostConfig{
		Title: o.Title, ID: rand.Uint64(), Delay: o.Delay, BotNames: assets.PilotNames(),
		Password: o.Password, PerAddress: o.PerAddress,
		Local: admission.IsLocal,
		Log:   s.log, Measure: o.Measure,
	}
}

// rememberPlayers has the host know the banned, and the keys that belong together.
func (s *Server) rememberPlayers(conf *net.HostConfig) (err error) {
	if conf.Bans, err = bans.Open(home.Bans()); err != nil {
		return err
	}
	if s.keys, err = openLinkedKeys(home.LinkedKeys(), s.log); err != nil {
		return err
	}
	conf.LinkedKeys, conf.Settled = s.keys.of, s.keys.settle
	return nil
}

// run starts the host's own goroutine, and those beside it.
func (s *Server) run(conf net.HostConfig, match net.Match) {
	s.reel = reel.New(reel.Most)
	conf.Film.Record = s.reel.Beside(conf.Film.Record)
	s.host = net.NewHost(conf, match)
	close(s.hosting)
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.running.Go(func() {
		defer crash.Restore()
		if s.recorder != nil {
			defer s.recorder.Finish()
		}
		s.host.Run(ctx)
	})
	if s.keys != nil {
		s.running.Go(func() {
			defer crash.Restore()
			s.keys.run(ctx)
		})
	}
}

// openDoors opens the doors that the options name.
func (s *Server) openDoors(o *Options, listener *link.Listener) error {
	if listener != nil {
		s.open(openNative(listener, s.host, s.keys), nil)
		if err := s.openAdmin(o.Admin); err != nil {
			return err
		}
	}
	if o.SSH != "" || o.Web != "" {
		s.windows = window.NewPool(windowLimitsOf(o))
	}
	if o.SSH != "" {
		if err := s.open(s.openSSH(o)); err != nil {
			return err
		}
	}
	if o.Web != "" {
		if err := s.open(s.openWeb(o)); err != nil {
			return err
		}
	}
	return s.openGateways(o)
}

// openAdmin opens the operator's socket at path or, without one, at the usual place, where another
// host may be already.
func (s *Server) openAdmin(path string) error {
	socket, err := admin.Listen(cmp.Or(path, home.AdminSocket()), admin.Console{Host: s.host}.Answer)
	if err != nil && path == "" {
		s.log.Warn(err.Error())
		return nil
	}
	return s.open(socket, err)
}

// announce lets the match be found on this network and on this machine.
func (s *Server) announce(a lan.Announcer) {
	ctx, cancel := context.WithCancel(context.Background())
	s.stopAnnouncing = cancel
	s.running.Go(func() {
		defer crash.Restore()
		a.Run(ctx)
	})
}

// dial connects the user of this process to the host.
func (s *Server) dial() link.Link {
	near, far := link.PipeOf(link.Here, home.Identity())
	s.host.Add(far)
	return near
}

// dialFrom connects a player to the host who comes in by a door that this process holds.
func (s *Server) dialFrom(remote string) link.Link {
	near, far := link.PipeOf(remote, "")
	s.host.Add(far)
	return near
}

// Join gives the user of this process a seat. To close the session closes the server.
func (s *Server) Join(p ui.Pilot) *ui.Session {
	client := net.NewClient(net.ClientConfig{Dial: s.dial, Name: p.Name, Class: p.Class, Weapon: p.Weapon, Colour: p.Colour, Wait: true})
	return &ui.Session{
		Match: client, Reel: s.reel, Unrecorded: s.unrecorded, Warning: s.warning, Own: s.ownResult(home.Identity()), Recorded: s.replays.LastWords,
		Close: func() {
			client.Leave()
			s.Close()
		},
	}
}

// SetBots says how many bots fly in the match.
func (s *Server) SetBots(n int) { s.host.SetBots(n) }

// Close tells all players that the match is over, and ends it. The doors close after the host's last
// words to those who came in there.
func (s *Server) Close() {
	if s.stopAnnouncing != nil {
		s.stopAnnouncing()
	}
	s.cancel()
	s.running.Wait()
	s.reel.Close()
	s.replays.Close()
	for _, d := range s.doors {
		d.Close()
	}
	if s.windows != nil {
		s.windows.Stop()
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
