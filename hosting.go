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
	"dogfight/net/link"
	"dogfight/ui"
)

// hosting is a host that runs in this process.
type hosting struct {
	host     *net.Host
	listener *link.Listener // nil: nobody from outside
	door     *door          // nil: nobody by SSH
	cancel   context.CancelFunc
	running  sync.WaitGroup
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
	h := &hosting{}
	if listen != "" {
		if h.listener, err = listenAt(listen); err != nil {
			return nil, err
		}
		if err := h.listener.UDP(); err != nil && log != nil {
			log.Warn(err.Error())
		}
	}
	h.run(conf)
	if h.listener != nil {
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
		Title: title,
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
	near, far := link.Pipe()
	h.host.Add(far)
	return near
}

// openDoor lets in who has but ssh, if the options have an address for that.
func (h *hosting) openDoor(o ui.HostOptions, log *slog.Logger) (err error) {
	if o.SSH != "" {
		h.door, err = openDoor(h.host, o.SSH, o.SSHAllow, log)
	}
	return err
}

// stop tells everybody that the match is closed, and ends it.
func (h *hosting) stop() {
	if h.listener != nil {
		h.listener.Close()
	}
	h.cancel()
	h.running.Wait()
	if h.door != nil { // after the host's last words to those who came there
		h.door.close()
	}
}
