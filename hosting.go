package main

import (
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
	hush     func()         // ends what announce began; nil without
	cancel   context.CancelFunc
	running  sync.WaitGroup

	recorder *stats.Recorder // nil: nothing is kept
	unkept   error           // why not; nil also if nobody wanted it
}

// limits let a full match, and as many spectators, come from one address: a
// school or an office behind one router.
var limits = link.Limits{PerAddress: 2 * game.MaxShips, HalfOpen: 4 * game.MaxShips}

// startHosting starts a host. With an address, it lets others in there.
func startHosting(o ui.MatchOptions, title, listen string, log *slog.Logger) (*hosting, error) {
	conf, err := hostConfig(o, title, log)
	if err != nil {
		return nil, err
	}
	h := &hosting{id: conf.ID}
	if listen != "" {
		if h.listener, err = listenAt(listen); err != nil {
			return nil, err
		}
		if err := h.listener.UDP(); err != nil && log != nil {
			log.Warn(err.Error())
		}
	}
	if !o.OffRecord {
		h.keepRecords(&conf)
	}
	h.run(conf)
	if h.listener != nil {
		h.listener.Answer(h.host.Answer)
		h.running.Go(h.accept)
	}
	return h, nil
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
		Match: o,
		Change: func(o ui.MatchOptions) (atOnce bool, err error) {
			terms, err := termsOf(o)
			if err != nil {
				return false, err
			}
			return h.host.Change(terms)
		},
		Start: h.host.Start,
		End:   h.host.Finish,
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
			h.host.Add(l)
		}
	}
}

// dial connects from inside the process.
func (h *hosting) dial() link.Link {
	near, far := link.PipeOf("memory", ownIdentity())
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

// stop tells everybody that the match is closed, and ends it.
func (h *hosting) stop() {
	if h.hush != nil {
		h.hush()
	}
	if h.listener != nil {
		h.listener.Close()
	}
	h.cancel()
	h.running.Wait()
}
