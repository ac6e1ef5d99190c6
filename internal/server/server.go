// Package server plays matches in this process. A Server is rooms, each of which plays a match, and doors, through which players
// reach them. A host alone has one room; a host of a fleet has one for each of its matches.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"strings"
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
	"dogfight/net/listing"
	"dogfight/net/playback"
	"dogfight/net/sshd"
	"dogfight/proto/replay"
	"dogfight/sys"
	"dogfight/ui"
)

// discard is a silent log.
var discard = slog.New(slog.DiscardHandler)

// Server plays matches in this process, and lets players in.
type Server struct {
	*Entrance

	// Static after construction.
	home       *room              // stays until Close
	recent     *playback.Buffer   // of the home's match, for all screens of this process
	member     *member            // of a fleet; nil: the home is the only room
	cancel     context.CancelFunc // ends the goroutines beside the rooms
	finish     func()             // closes drained
	drained    chan struct{}      // closed when the server is to be closed
	running    sync.WaitGroup
	announcing announcing
	doorAddrs  doorAddresses // of the fleet
	options    Options       // of the start, without the password; Reload updates some

	// A host of a fleet replaces these.
	route    func(link.Link)           // brings a native link to its room
	leave    func(limit time.Duration) // drains; nil: the home drains
	alsoKeys func(key string) []string // keys of the same player that the fleet knows; nil without a fleet
	scores   func() (string, error)    // text of the records
	leaving  atomic.Bool               // the matches are handed over
	replaced atomic.Bool               // another host plays the home's match, so this process must start again

	events  ops.Events
	logChat atomic.Bool

	results *outbox.Box // on their way to the hub of the fleet; nil: none

	// Records.
	recorder   *records.Recorder          // nil: nothing is recorded here
	localKeys  []string                   // of the user of this process, if results are recorded
	event      string                     // that the matches belong to; "" for none
	unrecorded error                      // why matches are not recorded, if they should be
	retries    *outbox.Box                // matches that the records refused; nil as recorder is
	refused    atomic.Uint64              // number of those
	news       atomic.Pointer[playerNews] // of the latest match; nil until it is recorded
	finishOnce sync.Once                  // of the recorder

	mu    sync.Mutex
	match net.MatchOptions // of the next match
}

// Start starts a host and opens the doors that the options name. Without a Listen address, only
// this process can join. A nil log is silent.
func Start(o Options, log *slog.Logger) (*Server, error) {
	o.Match.ArenaFolder = o.Dirs.Arenas()
	s := newServer(o.Dirs, o.Program, cmp.Or(log, discard))
	s.match, s.options = o.Match, o
	s.logChat.Store(o.LogChat)
	s.options.Password = ""
	match, err := net.NewMatch(o.Match, rand.Uint64())
	if err != nil {
		return nil, err
	}
	match.Past = o.RecentMatches
	conf := s.hostConfig(&o)
	conf.ResultsWait = o.Listen == ""
	var listener *link.Listener
	if o.Listen != "" {
		if err := s.rememberPlayers(&conf); err != nil {
			return nil, err
		}
		if listener, err = s.listen(&o); err != nil {
			return nil, err
		}
	}
	further := conf // of the other rooms, with results for the fleet
	if !o.Match.OffRecord {
		s.record(&conf)
	}
	label := o.resumeLabel()
	if o.Fleet.Fleet != nil {
		if s.member, err = s.joinFleet(&o, further, listener); err != nil {
			listener.Close()
			return nil, err
		}
	}
	resumed, left := s.resume(&o, label)
	if resumed != nil {
		conf.Resumed, match = resumed, resumed.Match
		conf.ID = cmp.Or(resumed.File.Head.Host, conf.ID) // the records find the replay by it
	}
	s.home.record(&conf, o.Archive, label, left, s.replayFailed)
	if s.member != nil {
		s.member.openHome(&conf, &match)
	}
	s.play(conf, match)
	err = s.openDoors(&o, listener)
	if err == nil && s.member != nil {
		err = s.member.start()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	if d := s.webDoor(); d != nil {
		s.home.host.SetWeb(d.Addr().Port(), d.secure())
	}
	if o.Relay != "" && listener != nil {
		if err := s.beginInviting(&o, listener); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.monitor.Open()
	s.invite()
	if listener != nil {
		s.announce(&o, conf.ID, listener.Addr())
	}
	return s, nil
}

// announce announces the match of a host at an address, on this network and to a public list.
func (s *Server) announce(o *Options, id uint64, at netip.AddrPort) {
	local := lan.Announcer{ID: id, Listen: at, Web: s.webAnnounced(), Folder: s.dirs.Matches(), Log: s.log}
	public := listing.Announcer{Certificate: s.certificate, Port: at.Port(), Say: func(text string) {
		if s.log.Info(text); !o.Drains { // it has a player
			s.home.host.Notify(text)
		}
	}}
	s.announcing.begin(local, public, &o.Hosting)
}

// resumeLabel returns the label by which a later host finds the log of the match, or "" if none resumes it.
func (o *Options) resumeLabel() string {
	if o.Fleet.Fleet != nil || strings.HasSuffix(o.Listen, ":0") {
		return "" // another host of the fleet resumes the match; a later host has another port
	}
	return o.Listen
}

// newServer returns a server with a home that has no host yet.
func newServer(dirs config.Dirs, program string, log *slog.Logger) *Server {
	s := &Server{Entrance: &Entrance{dirs: dirs, log: log, monitor: ops.New(program)}, drained: make(chan struct{})}
	s.finish = sync.OnceFunc(func() { close(s.drained) })
	s.home = newRoom(s)
	s.scores = func() (string, error) { return s.dirs.ScoresText(config.ScoresListed, config.ScoresWidth) }
	s.route = func(l link.Link) {
		s.keys.meet(l)
		s.home.host.Add(l)
	}
	return s
}

// StartFor starts a host that only this process can join, with its own configuration and match. Replays go into the
// archive, unless it is nil.
func StartFor(dirs config.Dirs, conf net.HostConfig, match net.Match, archive *replays.Archive) *Server {
	return newServer(dirs, "", discard).playAlone(conf, match, archive)
}

// StartOnce is StartFor for a match that records its first round, as part of an event.
func StartOnce(dirs config.Dirs, conf net.HostConfig, match net.Match, event string, archive *replays.Archive) *Server {
	s := newServer(dirs, "", discard)
	s.event = event
	conf.ID = cmp.Or(conf.ID, rand.Uint64())
	result := conf.Result
	conf.Result = nil
	s.record(&conf)
	record := conf.Result
	conf.Result = func(r net.Result) {
		if record != nil {
			record(r)
			record = nil
		}
		if result != nil {
			result(r)
		}
	}
	return s.playAlone(conf, match, archive)
}

// playAlone plays a match that only this process can join.
func (s *Server) playAlone(conf net.HostConfig, match net.Match, archive *replays.Archive) *Server {
	conf.ResultsWait = true
	s.home.record(&conf, archive, "", nil, s.replayFailed)
	s.play(conf, match)
	return s
}

// hostConfig returns the configuration of a host with the options.
func (s *Server) hostConfig(o *Options) net.HostConfig {
	conf := net.HostConfig{
		HostOptions: o.HostOptions, ID: rand.Uint64(), BotNames: assets.PilotNames(), Local: admission.IsLocal, Log: s.log, Measure: o.Measure,
	}
	if o.Drains {
		conf.Draining, conf.Drained = s.setDraining, s.finish
	}
	return conf
}

// rememberPlayers reads the bans, and the keys that belong to one player.
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

// play starts the home's match, and the goroutines beside it.
func (s *Server) play(conf net.HostConfig, match net.Match) {
	s.recent = playback.NewBuffer(playback.MaxBuffer)
	if r := conf.Resumed; r != nil { // a kill-cam needs the seconds before
		s.recent.Take(replay.Piece{First: true, Bytes: r.File.Bytes(), Ended: r.File.Ended})
	}
	conf.Recording.To = append(conf.Recording.To, s.recent.Take)
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	if s.options.Webhook != "" {
		post := s.events.Webhook(s.options.Webhook, s.log)
		s.running.Go(func() {
			defer sys.Restore()
			post(ctx)
		})
	}
	s.home.run(conf, match, &s.running)
	if s.keys != nil {
		s.running.Go(func() {
			defer sys.Restore()
			s.keys.run(ctx)
		})
	}
}

// publish passes on an event of a match.
func (s *Server) publish(e net.Event) {
	if e.Kind == "chat" && s.logChat.Load() {
		s.log.Info("chat", "name", e.Player, "key", e.Key, "address", e.Address, "text", e.Text)
	}
	s.events.Add(e)
}

// newLobby returns the home's match for visitors.
func (s *Server) newLobby() *lobby {
	host := s.home.host
	return &lobby{
		add: host.Add, likely: host.Likely, knows: host.Knows, closed: host.Closed, suspended: host.Suspended, draining: host.Draining, info: host.PublicInfo,
		roster: func() (string, error) {
			a, err := host.Attendance()
			return attendance(a), err
		},
		scores: s.scores, career: s.careerText, console: s.console, news: s.newsOf, recent: s.recent,
	}
}

// SetBots sets the number of bots in the match.
func (s *Server) SetBots(n int) { s.home.host.SetBots(n) }

// Send sends a line to all players and spectators. The host's callbacks must not call it.
func (s *Server) Send(text string) { s.home.host.Notify(text) }

// Close ends the match and notifies all players. The doors close last, after the host's last messages.
func (s *Server) Close() {
	s.monitor.Drain("the host closes")
	s.announcing.end()
	s.inviting.end()
	if s.member != nil {
		s.member.close()
	}
	s.home.end()
	if s.recorder != nil {
		s.finishOnce.Do(s.recorder.Finish)
	}
	s.cancel()
	s.running.Wait()
	s.announcing.running.Wait()
	s.recent.Close()
	s.Entrance.Close()
}

// change sets the options of the next match.
func (s *Server) change(o net.MatchOptions) (atOnce bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if atOnce, err = s.home.host.Change(o); err == nil {
		s.match = o
	}
	return atOnce, err
}

// Drain stops the server from taking players. It ends with the match, or after Options.DrainLimit at the latest: see Drained.
// A host of a fleet hands its matches over.
func (s *Server) Drain() error {
	if s.leave == nil {
		return s.home.host.Drain(s.options.DrainLimit)
	}
	s.leave(s.options.DrainLimit)
	return nil
}

// console returns the operator's console.
func (s *Server) console() ops.Console {
	return ops.Console{Host: s.home.host, DrainLimit: s.options.DrainLimit, Leave: s.leave, Settings: s.options.Settings, Events: &s.events}
}

// answerAdmin answers a request of a user at the operator's socket.
func (s *Server) answerAdmin(by, request string) ([]string, error) {
	console := s.console()
	console.By = by
	return console.Answer(request)
}

// Draining reports whether the server takes no more players.
func (s *Server) Draining() bool { return s.home.host.Draining() || s.leaving.Load() }

// Drained is closed when a draining server has nothing left to wait for. It is to be closed then.
func (s *Server) Drained() <-chan struct{} { return s.drained }

var errReplaced = errors.New("another host of the fleet has gone on with the match of this one, which is to be started again")

// Err returns the reason if the server drains by itself, or nil.
func (s *Server) Err() error {
	if s.replaced.Load() {
		return errReplaced
	}
	return nil
}

// setDraining withdraws the announcement of a host that drains.
func (s *Server) setDraining(on bool) {
	if on {
		s.monitor.Drain("the host ends with the match")
	} else {
		s.monitor.Refill()
	}
	s.announcing.pause(on)
	s.log.Info("draining", "on", on)
}

// Reload applies other options, and reads the files again that an operator edits: the keys for SSH, and the bans. If anything is
// wrong, nothing changes. Rules apply from the next match on, the rest to new players. Addresses, certificates, dialects, limits,
// operators, the delay of spectators and the records of a running server stay as they are. Reload must not run twice at once, nor beside Close.
func (s *Server) Reload(o Options) error {
	o.Dirs = s.dirs
	o.Match.ArenaFolder = o.Dirs.Arenas()
	o.Match.OffRecord = s.options.Match.OffRecord // the recorder stays
	o.Delay, o.PerAddress, o.SSHAdmins, o.SSHModerators = s.options.Delay, s.options.PerAddress, s.options.SSHAdmins, s.options.SSHModerators
	door := doorOf[*sshServer](s.Entrance)
	var allowed sshd.Allowed
	var err error
	if door != nil {
		if allowed, err = sshKeys(&o); err != nil {
			return err
		}
	}
	if _, err := admission.OpenBans(s.dirs.Bans()); err != nil {
		return err
	}
	if o.Match != s.options.Match {
		if _, err := s.change(o.Match); err != nil {
			return err
		}
		s.options.Match = o.Match
	}
	host := s.home.host
	if err := host.Reconfigure(o.HostOptions); err != nil {
		return err
	}
	if s.member != nil {
		s.member.reload(o.HostOptions)
	}
	if door != nil {
		door.Allow(allowed)
	}
	s.announcing.as(&o.Hosting)
	s.logChat.Store(o.LogChat)
	return host.ReloadBans()
}

// dialFrom connects a player from an address to the host.
func (s *Server) dialFrom(remote, identity string) link.Link {
	near, far := link.PipeOf(remote, identity)
	s.home.host.Add(far)
	return near
}

// Join gives the user of this process a seat. Closing the session closes the server.
func (s *Server) Join(p ui.Player) *ui.Session {
	dial := func() link.Link { return s.dialFrom(link.Here, s.dirs.Identity()) }
	client := net.NewClient(net.ClientConfig{Dial: dial, Name: p.Name, Class: p.Class, Weapon: p.Weapon, Colour: p.Colour, Wait: true, Steps: &s.steps})
	return &ui.Session{
		Match: client, Recent: s.recent, Unrecorded: s.unrecorded, Warning: s.warning, News: s.newsOf(s.dirs.Identity()), Recorded: s.home.replays.Summary,
		Close: func() {
			client.Leave()
			s.Close()
		},
	}
}

// JoinBeside gives a second user of this process's terminal a seat, without records.
func (s *Server) JoinBeside(p ui.Player) ui.Match {
	dial := func() link.Link { return s.dialFrom(link.Here, "") }
	return net.NewClient(net.ClientConfig{Dial: dial, Name: p.Name + " 2", Wait: true, Steps: &s.steps})
}

// Controls returns the commands of the local player.
func (s *Server) Controls() *ui.HostControls {
	return &ui.HostControls{
		Match:      s.match,
		Moderation: s.moderation(),
		JoinHints:  s.joinHints(""),
		Web:        s.WebURL(),
		Change: func(o net.MatchOptions) (atOnce bool, err error) {
			atOnce, err = s.change(o)
			return atOnce, s.logCommand("set", o, err)
		},
		Start: func() error { return s.logCommand("start", "the match", s.home.host.Start()) },
		End:   func() error { return s.logCommand("finish", "the match", s.home.host.Finish()) },
	}
}

// moderation returns the commands on other players; nil if there can be none.
func (s *Server) moderation() *ui.Moderation {
	if s.keys == nil {
		return nil
	}
	host := s.home.host
	return &ui.Moderation{
		Pilots: host.Pilots,
		Kick: func(id uint16, reason string) error {
			return s.logCommand("kick", id, host.Kick(id, reason))
		},
		Mute: func(id uint16, on bool) error {
			return s.logCommand(map[bool]string{true: "mute", false: "unmute"}[on], id, host.Mute(id, on))
		},
		Ban: func(id uint16, by net.BanBy, sure bool) error {
			_, err := host.BanPilot(id, by, "", time.Time{}, sure)
			return s.logCommand("ban", id, err)
		},
		Bans: host.Bans,
		Unban: func(what string) error {
			_, err := host.Unban(what)
			return s.logCommand("unban", what, err)
		},
	}
}

// logCommand logs a command of the local player, and returns its error.
func (s *Server) logCommand(command string, on any, err error) error {
	s.log.Info("admin by the host's player", "command", command, "on", on, "err", err)
	s.events.AddAct("the host's player", fmt.Sprintf("%s %+v", command, on), err)
	return err
}
