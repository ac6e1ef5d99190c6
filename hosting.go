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
	keys     *linkedKeys    // of those who come
	log      *slog.Logger
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
	warning  error           // that the host's own player is to be told; may be nil
}

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
	h := &hosting{id: conf.ID, match: o.Match, log: log}
	if o.Listen == "" {
		h.begin(conf, &o.Match)
		return h, nil
	}
	if conf.Bans, err = bans.Open(filepath.Join(configFolder(), "bans")); err != nil {
		return nil, err
	}
	if h.keys, err = openLinkedKeys(filepath.Join(configFolder(), "kin"), log); err != nil {
		return nil, err
	}
	conf.Kin, conf.Settled = h.keys.of, h.keys.settle
	cert, err := link.Certificate(filepath.Join(configFolder(), "host.pem"))
	if err := h.forNow("certificate", err); err != nil {
		return nil, err
	}
	if h.listener, err = link.Listen(o.Listen, cert, limitsOf(&o)); err != nil {
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
	if h.keys != nil {
		h.running.Go(func() {
			defer guard.Panics()
			h.keys.run(ctx)
		})
	}
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
		Log: log,
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
		Ban: func(id uint16, by net.BanBy, sure bool) error {
			_, err := h.host.BanPilot(id, by, "", sure)
			return err
		},
		Bans: h.host.Bans,
		Unban: func(what string) error {
			_, err := h.host.Unban(what)
			return err
		},
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
			h.keys.meet(l)
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
		if h.door, err = h.openDoor(&o, log); err != nil {
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
