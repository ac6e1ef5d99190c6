package swarm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/sys"
)

// hosts are the matches of this process. They share nothing but a Listener and
// the meter.
type hosts struct {
	conf     hostsConfig
	meter    *meter
	listener *link.Listener
	matches  []*net.Host
	cancel   context.CancelFunc
	running  sync.WaitGroup
}

// startHosts opens the matches on a free port of the loopback.
func startHosts(conf hostsConfig) (*hosts, error) {
	setup, err := arena()
	if err != nil {
		return nil, err
	}
	h := &hosts{conf: conf, meter: newMeter(conf.Matches)}
	if h.listener, err = listen(conf.Clients); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.cancel = cancel
	for n := range conf.Matches {
		host := net.NewHost(net.HostConfig{
			Title:   fmt.Sprint("Swarm ", n+1),
			Measure: func(m net.Measured) { h.meter.tick(n, m) },
		}, net.FixedMatch(setup, net.MatchOptions{}, uint64(n)))
		h.matches = append(h.matches, host)
		h.running.Go(func() {
			defer sys.Restore()
			pause(ctx, stagger(n, conf.Matches))
			host.Run(ctx)
		})
	}
	h.running.Go(h.accept)
	return h, nil
}

// stagger returns how much later than the first a match begins: by chance, they would
// not all have their ticks at the same time either.
func stagger(n, matches int) time.Duration {
	const tick = time.Second / game.TickRate
	return tick * time.Duration(n) / time.Duration(matches)
}

// arena returns a match without end where 64 ships have room.
func arena() (*game.Setup, error) {
	a, err := assets.Arena("expanse")
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}, err
}

// listen lets so many clients come from one address.
func listen(clients int) (*link.Listener, error) {
	dir, err := os.MkdirTemp("", "dogfight-swarm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cert, err := link.Certificate(filepath.Join(dir, "host.pem"))
	if err != nil {
		return nil, err
	}
	most := 2 * clients // a client whose link was lost returns before the old one is given up
	return link.Listen("127.0.0.1:0", cert, link.Limits{PerAddress: most, Total: most, HalfOpen: most})
}

// accept deals the links to the matches in turn.
func (h *hosts) accept() {
	defer sys.Restore()
	for n := 0; ; n++ {
		l, err := h.listener.Accept()
		if err != nil {
			return
		}
		h.matches[n%len(h.matches)].Add(worsen(l, h.conf.Conditions, n))
	}
}

// stop closes the matches, and waits for them.
func (h *hosts) stop() {
	h.listener.Close()
	h.cancel()
	h.running.Wait()
}
