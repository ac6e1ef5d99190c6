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

// pulses knows the hosts that answer. Its methods are safe for concurrent use.
type pulses struct {
	asker   *link.QueryAsker
	asks    int // see pulseAsks
	ctx     context.Context
	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	hosts  map[string]*pulse // by address
	nonces map[uint64]*pulse // of open questions
	closed bool
}

// pulse is the state of one host.
type pulse struct {
	alive   bool
	at      time.Time     // time of that
	finding chan struct{} // closed when the check has ended; nil if none runs
	answer  chan struct{} // has one after an answer
}

const (
	// pulseLife is the time for which an answer is good, and freshLife for players that may have just
	// lost the host. silenceLife is the time for which a missing answer is.
	pulseLife, freshLife, silenceLife = time.Second, 100 * time.Millisecond, 300 * time.Millisecond
	// deadLife is the time for which no new player is sent to a silent host. Then one is, which checks it again.
	deadLife = 2 * time.Second
	// pulseAsks is the number of questions to a silent host, and pulseWait the wait for each. The last is for TCP too, in case
	// UDP does not pass.
	pulseAsks, pulseWait = 3, 120 * time.Millisecond
	// maxPulses is the number of hosts in memory.
	maxPulses = 4096
)

func newPulses(asks int) (*pulses, error) {
	p := &pulses{asks: asks, hosts: map[string]*pulse{}, nonces: map[uint64]*pulse{}}
	var err error
	if p.asker, err = link.NewQueryAsker(p.receive); err != nil {
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

// answers reports whether the host at an address answers, or has within life. Callers that ask at the same time share one check.
func (p *pulses) answers(ctx context.Context, address string, life time.Duration) bool {
	p.mu.Lock()
	h := p.hosts[address]
	if h == nil {
		if len(p.hosts) >= maxPulses {
			clear(p.hosts)
		}
		h = &pulse{answer: make(chan struct{}, 1)}
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
			p.check(h, address)
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

// dead reports whether the host at an address was silent at a check within deadLife. It does not check.
func (p *pulses) dead(address string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[address]
	return h != nil && !h.alive && now.Sub(h.at) < deadLife
}

// check checks whether a host answers.
func (p *pulses) check(h *pulse, address string) {
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
	case <-h.answer: // of an earlier check
	default:
	}
	at, err := resolve(ctx, address)
	if err != nil {
		return false
	}
	reached := make(chan bool, 1)
	for try := range p.asks {
		if try == 1 { // a host answers within the first wait, unless UDP does not pass
			p.running.Go(func() {
				defer sys.Restore()
				reached <- connects(ctx, at)
			})
		}
		p.post(h, at)
		timer := time.NewTimer(pulseWait)
		select {
		case <-h.answer:
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

// receive handles a datagram, from any address.
func (p *pulses) receive(b []byte, _ time.Time) {
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
	case h.answer <- struct{}{}:
	default:
	}
}

// resolve looks up HOST:PORT.
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

// connects reports whether a TCP connection to an address succeeds.
func connects(ctx context.Context, at netip.AddrPort) bool {
	c, err := new(net.Dialer).DialContext(ctx, "tcp", at.String())
	if err != nil {
		return false
	}
	c.Close()
	return true
}
