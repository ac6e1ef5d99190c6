package door

import (
	"context"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// pulses knows which hosts answer. Its methods may be called from any goroutine.
type pulses struct {
	asker   *link.QueryAsker
	asks    int // see pulseAsks
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	hosts  map[string]*pulse // by address
	nonces map[uint64]*pulse // of what was asked and not answered yet
	closed bool
}

// pulse is what is known of one host.
type pulse struct {
	alive   bool
	at      time.Time     // when that was found
	finding chan struct{} // closed when it is found anew; nil while nobody looks
	heard   chan struct{} // has one when an answer came
}

const (
	// pulseLife is for how long a host is believed to be there that has answered, freshLife the same where somebody comes back who may
	// have lost it, and silenceLife for how long it is believed to be gone that has not.
	pulseLife, freshLife, silenceLife = time.Second, 100 * time.Millisecond, 300 * time.Millisecond
	// deadLife is for how long nobody new is sent to a host that has not answered. Then one is, who finds out whether it does again.
	deadLife = 2 * time.Second
	// pulseAsks is how often a host is asked that does not answer, and pulseWait how long each time; the last wait is for TCP too,
	// which is what matters where no UDP comes through.
	pulseAsks, pulseWait = 3, 120 * time.Millisecond
	// maxPulses is of how many hosts that is remembered.
	maxPulses = 4096
)

func newPulses(asks int) (*pulses, error) {
	p := &pulses{asks: asks, hosts: map[string]*pulse{}, nonces: map[uint64]*pulse{}}
	var err error
	if p.asker, err = link.NewQueryAsker(p.hear); err != nil {
		return nil, err
	}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p, nil
}

func (p *pulses) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.stop()
	p.running.Wait()
	p.asker.Close()
}

// answers reports whether the host at an address answers, or has within life. It may take a moment to find out; many who ask find out
// together.
func (p *pulses) answers(ctx context.Context, address string, life time.Duration) bool {
	p.mu.Lock()
	h := p.hosts[address]
	if h == nil {
		if len(p.hosts) >= maxPulses {
			clear(p.hosts)
		}
		h = &pulse{heard: make(chan struct{}, 1)}
		p.hosts[address] = h
	}
	if !h.alive {
		life = silenceLife
	}
	if time.Since(h.at) < life {
		defer p.mu.Unlock()
		return h.alive
	}
	if h.finding == nil {
		if p.closed {
			p.mu.Unlock()
			return false
		}
		h.finding = make(chan struct{})
		p.running.Go(func() {
			defer sys.Restore()
			p.find(h, address)
		})
	}
	finding := h.finding
	p.mu.Unlock()
	select {
	case <-finding:
		p.mu.Lock()
		defer p.mu.Unlock()
		return h.alive
	case <-ctx.Done():
		return false
	}
}

// dead reports whether the host at an address did not answer when it was asked a moment ago. It asks nobody.
func (p *pulses) dead(address string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[address]
	return h != nil && !h.alive && now.Sub(h.at) < deadLife
}

// find finds out whether a host answers.
func (p *pulses) find(h *pulse, address string) {
	alive := p.ask(h, address)
	p.mu.Lock()
	defer p.mu.Unlock()
	h.alive, h.at = alive, time.Now()
	close(h.finding)
	h.finding = nil
	for nonce, of := range p.nonces {
		if of == h {
			delete(p.nonces, nonce)
		}
	}
}

func (p *pulses) ask(h *pulse, address string) bool {
	ctx, cancel := context.WithTimeout(p.ctx, time.Duration(p.asks)*pulseWait)
	defer cancel()
	select {
	case <-h.heard: // of the last time
	default:
	}
	at, err := resolve(ctx, address)
	if err != nil {
		return false
	}
	reached := make(chan bool, 1)
	for try := range p.asks {
		if try == 1 { // a host answers within the first wait, unless there is no way for UDP
			p.running.Go(func() {
				defer sys.Restore()
				reached <- connects(ctx, at)
			})
		}
		p.post(h, at)
		timer := time.NewTimer(pulseWait)
		select {
		case <-h.heard:
			timer.Stop()
			return true
		case ok := <-reached:
			timer.Stop()
			return ok
		case <-timer.C:
		}
	}
	return false
}

func (p *pulses) post(h *pulse, at netip.AddrPort) {
	nonce := max(rand.Uint64(), 1)
	p.mu.Lock()
	p.nonces[nonce] = h
	p.mu.Unlock()
	p.asker.Ask(at, (&proto.Query{Nonce: nonce}).Append(nil))
}

// hear takes a datagram from anywhere.
func (p *pulses) hear(b []byte, _ time.Time) {
	answer, err := proto.ParseAnswer(b)
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.nonces[answer.Nonce]
	if h == nil {
		return
	}
	delete(p.nonces, answer.Nonce)
	select {
	case h.heard <- struct{}{}:
	default:
	}
}

// resolve returns where an address is.
func resolve(ctx context.Context, address string) (netip.AddrPort, error) {
	if at, err := netip.ParseAddrPort(address); err == nil {
		return at, nil
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return netip.AddrPort{}, err
	}
	number, err := net.DefaultResolver.LookupPort(ctx, "tcp", port)
	if err != nil {
		return netip.AddrPort{}, err
	}
	all, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.AddrPortFrom(all[0].Unmap(), uint16(number)), nil
}

// connects reports whether something listens there.
func connects(ctx context.Context, at netip.AddrPort) bool {
	c, err := new(net.Dialer).DialContext(ctx, "tcp", at.String())
	if err != nil {
		return false
	}
	c.Close()
	return true
}
