package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/guard"
	"dogfight/identity"
	"dogfight/net"
	"dogfight/net/admin"
	"dogfight/net/bans"
	"dogfight/net/gateway"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/stats"
	"dogfight/ui"
)

// hosting is a host that runs in this process.
type hosting struct {
	host     *net.Host
	id       uint64         // of the match, for who finds it on the network
	listener *link.Listener // nil: nobody from outside
	kin      *identity.Kin  // of those who come
	log      *slog.Logger
	password string        // that its own player knows too
	admin    *admin.Socket // nil if it could not be had
	hush     func()        // ends what announce began; nil without
	door     *door         // nil: nobody by SSH
	gateways []*gateway.Gateway
	cancel   context.CancelFunc
	running  sync.WaitGroup

	mu    sync.Mutex
	match ui.MatchOptions // of the matches to come

	recorder *stats.Recorder // nil: nothing is kept
	unkept   error           // why not; nil also if nobody wanted it
}

// limits let a full match, and as many spectators, come from one address: a
// school or an office behind one router.
var limits = link.Limits{PerAddress: 2 * game.MaxShips, HalfOpen: 4 * game.MaxShips}

// startHosting starts a host. With an address, it lets others in there, and can be
// told who is to stay out.
func startHosting(o ui.HostOptions, log *slog.Logger) (*hosting, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	conf, err := hostConfig(o.Match, o.Title, log)
	if err != nil {
		return nil, err
	}
	conf.Password = o.Password
	h := &hosting{id: conf.ID, password: o.Password, match: o.Match, log: log}
	if o.Listen == "" {
		h.begin(conf, &o.Match)
		return h, nil
	}
	if conf.Bans, err = bans.Open(filepath.Join(configFolder(), "bans")); err != nil {
		return nil, err
	}
	if h.kin, err = identity.OpenKin(filepath.Join(configFolder(), "kin")); err != nil {
		return nil, err
	}
	conf.Kin = h.kin.Of
	if h.listener, err = listenAt(o.Listen); err != nil {
		return nil, err
	}
	if err := h.listener.UDP(); err != nil {
		log.Warn(err.Error())
	}
	h.begin(conf, &o.Match)
	h.listener.Answer(h.host.Answer)
	h.running.Go(h.accept)
	if err := h.listenToAdmin(o.Admin, log); err != nil {
		h.stop()
		return nil, err
	}
	return h, nil
}

// listenToAdmin opens the socket at path or, without one, at the usual place, where
// another host may be already.
func (h *hosting) listenToAdmin(path string, log *slog.Logger) (err error) {
	h.admin, err = admin.Listen(cmp.Or(path, defaultSocket()), admin.Console{Host: h.host}.Answer)
	if err != nil && path == "" {
		log.Warn(err.Error())
		return nil
	}
	return err
}

// begin starts the host, and what keeps its matches.
func (h *hosting) begin(conf net.HostConfig, o *ui.MatchOptions) {
	if !o.OffRecord {
		h.keepRecords(&conf)
	}
	h.run(conf)
}

// run starts the host's own goroutine.
func (h *hosting) run(conf net.HostConfig) {
	h.host = net.NewHost(conf)
	ctx, cancel := context.WithCancel(context.Background())
	h.cancel = cancel
	h.running.Go(func() {
		defer guard.Panics()
		if h.recorder != nil {
			defer h.recorder.Finish()
		}
		h.host.Run(ctx)
	})
}

func listenAt(addr string) (*link.Listener, error) {
	cert, err := link.Certificate(filepath.Join(configFolder(), "host.pem"))
	if err != nil {
		return nil, err
	}
	return link.Listen(addr, cert, limits)
}

func hostConfig(o ui.MatchOptions, title string, log *slog.Logger) (net.HostConfig, error) {
	terms, err := termsOf(o)
	if err != nil {
		return net.HostConfig{}, err
	}
	return net.HostConfig{
		Title: title, ID: rand.Uint64(),
		Setup: terms.Setup(0),
		Next:  terms.Setup,
		Seed:  rand.Uint64(),
		Bots:  o.Bots, Fill: o.Fill, Skill: o.Skill, BotNames: assets.PilotNames(),
		Local: lan.Local,
		Log:   log,
	}, nil
}

// termsOf returns what a host needs to know of the options of a match.
func termsOf(o ui.MatchOptions) (net.Terms, error) {
	first, err := newSetup(&o, 0)
	return net.Terms{
		Setup: func(round int) *game.Setup {
			if next, err := newSetup(&o, round); err == nil {
				return next
			}
			return first // its file was there when it was chosen
		},
		Bots: o.Bots, Fill: o.Fill, Skill: o.Skill,
	}, err
}

// hosted is what the player may do who hosts the match.
func (h *hosting) hosted(o ui.MatchOptions) *ui.Hosted {
	return &ui.Hosted{
		Match:     o,
		Authority: h.authority(),
		Ways:      h.waysIn(),
		Change:    h.change,
		Start:     h.host.Start,
		End:       h.host.Finish,
	}
}

// change has the matches to come played otherwise.
func (h *hosting) change(o ui.MatchOptions) (atOnce bool, err error) {
	terms, err := termsOf(o)
	if err != nil {
		return false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.match = o
	return h.host.Change(terms)
}

// authority is what the player may do who hosts the match with those who come.
func (h *hosting) authority() *ui.Authority {
	if h.listener == nil {
		return nil
	}
	return &ui.Authority{
		Pilots: h.host.Pilots, Kick: h.host.Kick, Mute: h.host.Mute,
		Ban:  func(id uint16, byAddress bool) (string, error) { return h.host.BanPilot(id, byAddress, "") },
		Bans: h.host.Bans, Unban: h.host.Unban,
	}
}

// accept brings whoever connects to the host.
func (h *hosting) accept() {
	defer guard.Panics()
	for {
		l, err := h.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err == nil {
			if err := h.kin.Learn(l.Identity(), identity.ProofsIn(link.CertificateOf(l))); err != nil {
				h.log.Warn(err.Error())
			}
			h.host.Add(l)
		}
	}
}

// dial connects from inside the process.
func (h *hosting) dial() link.Link {
	near, far := link.PipeOf(link.Here, ownIdentity())
	h.host.Add(far)
	return near
}

// announce lets the match be found on this network and on this machine.
func (h *hosting) announce(title string, log *slog.Logger) {
	ctx, cancel := context.WithCancel(context.Background())
	h.hush = cancel
	a := lan.Announcer{ID: h.id, Title: title, Listen: h.listener.Addr(), Folder: matchFolder(), Log: log}
	h.running.Go(func() {
		defer guard.Panics()
		a.Run(ctx)
	})
}

// openDoors lets in who has but ssh, or speaks a dialect, if the options say so.
func (h *hosting) openDoors(o ui.HostOptions, log *slog.Logger) (err error) {
	if o.SSH != "" {
		if h.door, err = openDoor(h.host, o.SSH, o.SSHAllow, log); err != nil {
			return err
		}
	}
	return h.openGateways(o, log)
}

// stop tells everybody that the match is closed, and ends it.
func (h *hosting) stop() {
	if h.admin != nil {
		h.admin.Close()
	}
	if h.hush != nil {
		h.hush()
	}
	if h.listener != nil {
		h.listener.Close()
	}
	h.cancel()
	h.running.Wait()
	if h.door != nil { // after the host's last words to those who came there
		h.door.close()
	}
	for _, g := range h.gateways { // likewise
		g.Close()
	}
}
