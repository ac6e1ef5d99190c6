package overnats

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"dogfight/sys"
)

// Options say how to reach the bus.
type Options struct {
	URL  string // nats:// or tls://; several of one cluster with commas between them
	Seed string // the file of an nkey's seed; "" where the bus asks for none
	CA   string // a file of certificates that the bus's must be signed by; "" is the system's
	Name string // for the bus's own logs
	Log  *slog.Logger
}

const (
	// firstTime is how long Connect may take altogether. A bus that is away is found later.
	firstTime = time.Second
	dialTime  = 2 * time.Second

	// A bus that falls silent is left after three seconds, for another of its cluster.
	pingInterval, pingsOut = time.Second, 2

	reconnectWait, reconnectJitter = 100 * time.Millisecond, 200 * time.Millisecond

	maxSeed = 1024 // bytes of a seed's file
)

// Conn is a fleet.Fleet over NATS.
type Conn struct {
	// Static after Connect.
	nc     *nats.Conn
	js     jetstream.JetStream
	log    *slog.Logger
	ours   bool // the connection, to be closed
	ctx    context.Context
	stop   context.CancelFunc
	public string // our key, or ""
	desk   string // what is asked of the hub begins with: see desk.go

	asking  asking
	running sync.WaitGroup // those who watch
	dropped atomic.Uint64
	refused atomic.Bool           // by the bus, the last time
	tried   atomic.Pointer[error] // what came of that
}

// Connect returns a connection that finds the bus again whenever it was lost, for ever. A bus that cannot be reached is no error:
// it may come. What is wrong with the options is one.
func Connect(o Options) (*Conn, error) {
	settings := []nats.Option{
		nats.Name(o.Name), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectJitter, reconnectJitter),
		nats.ReconnectBufSize(-1), // what cannot be sent now is of no use later
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(pingsOut), nats.IgnoreAuthErrorAbort(),
		nats.Timeout(dialTime), nats.SetCustomDialer(&dialer{first: time.Now().Add(firstTime)}),
	}
	if err := CheckURL(o.URL); err != nil {
		return nil, err
	}
	if o.CA != "" {
		if _, err := sys.ReadFile(o.CA, sys.MaxText); err != nil {
			return nil, fmt.Errorf("--fleet-ca: %w", err)
		}
		settings = append(settings, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13}), nats.RootCAs(o.CA))
	}
	var public string
	if o.Seed != "" {
		key, of, err := readSeed(o.Seed)
		if err != nil {
			return nil, err
		}
		public = of
		settings = append(settings, nats.Nkey(public, key.Sign), nats.CustomInboxPrefix(Inbox(public)))
	}
	c := &Conn{log: o.Log, ours: true}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	nc, err := nats.Connect(o.URL, append(settings, c.handlers()...)...)
	if err != nil {
		return nil, fmt.Errorf("--fleet: %s: %w", o.URL, err)
	}
	if _, err := c.over(nc, public); err != nil {
		return nil, err
	}
	c.running.Go(func() { c.tellIfMissing(o.URL) })
	return c, nil
}

// missingAfter is how long the bus may take to be there until that is told.
const missingAfter = 2 * time.Second

// tellIfMissing logs after missingAfter that the bus is not there: what is logged later goes by what was before.
func (c *Conn) tellIfMissing(url string) {
	select {
	case <-time.After(missingAfter):
		c.tellMissing(url)
	case <-c.ctx.Done():
	}
}

// tellMissing logs that the bus is not there, if it is not.
func (c *Conn) tellMissing(url string) {
	switch {
	case c.Refused():
		c.turnedAway(nats.ErrAuthorization)
	case !c.Up():
		c.log.Warn("the fleet's bus is not there yet", "url", url, "err", c.Problem())
	}
}

// Over returns a fleet over a connection that somebody else has made, and closes.
func Over(nc *nats.Conn) (*Conn, error) {
	return (&Conn{log: slog.New(slog.DiscardHandler)}).over(nc, "")
}

func (c *Conn) over(nc *nats.Conn, public string) (_ *Conn, err error) {
	c.nc, c.public, c.desk = nc, public, Desk(public)
	if c.js, err = jetstream.NewWithAPIPrefix(nc, c.desk+"."+DeskAPI); err != nil {
		return nil, err
	}
	if err = c.asking.listen(nc, public); err != nil {
		return nil, err
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c, nil
}

// handlers tell when the bus comes and goes.
func (c *Conn) handlers() []nats.Option {
	return []nats.Option{
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if !nc.IsClosed() { // which is no news to who has closed it
				c.log.Warn("the fleet's bus is away", "err", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			c.turnedAway(err)
			c.tried.Store(&err)
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			c.turnedAway(nil)
			c.log.Info("the fleet's bus is back", "at", nc.ConnectedAddr())
		}),
		nats.ConnectHandler(func(nc *nats.Conn) { c.log.Info("the fleet's bus is here", "at", nc.ConnectedAddr()) }),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			if err == nats.ErrSlowConsumer && s != nil {
				c.dropped.Add(1)
				return
			}
			if !c.turnedAway(err) {
				c.log.Warn("the fleet's bus", "err", err)
			}
		}),
	}
}

// turnedAway notes whether an error is that the bus does not let us in, and reports it. That is told once: it is tried again some times a second.
func (c *Conn) turnedAway(err error) (refused bool) {
	refused = errors.Is(err, nats.ErrAuthorization)
	if before := c.refused.Swap(refused); refused && !before {
		c.log.Warn("the fleet's bus does not let us in: --fleet-key must be one that the hub's file of keys has")
	}
	return refused
}

// Up is Fleet's.
func (c *Conn) Up() bool { return c.nc.IsConnected() }

// Problem returns why the bus could not be reached the last time, or nil.
func (c *Conn) Problem() error {
	if err := c.nc.LastError(); err != nil {
		return err
	}
	if err := c.tried.Load(); err != nil {
		return *err
	}
	return nil
}

// Refused reports whether the bus does not let us in.
func (c *Conn) Refused() bool {
	return !c.Up() && (c.refused.Load() || errors.Is(c.Problem(), nats.ErrAuthorization))
}

// Dropped returns how much was dropped: what could not be sent, what came too fast, and what was out of bounds.
func (c *Conn) Dropped() uint64 { return c.dropped.Load() }

// NATS returns the connection beneath, for what a fleet has no words for.
func (c *Conn) NATS() *nats.Conn { return c.nc }

// Close is Fleet's.
func (c *Conn) Close() {
	c.stop()
	if c.asking.heard.Unsubscribe(); c.ours {
		c.nc.Close()
	}
	c.running.Wait()
}

// CheckURL says what is wrong with the address of a bus.
func CheckURL(text string) error {
	for url := range strings.SplitSeq(text, ",") {
		scheme, rest, ok := strings.Cut(strings.TrimSpace(url), "://")
		if !ok || rest == "" || (scheme != "nats" && scheme != "tls") {
			return fmt.Errorf("--fleet: must be a URL such as nats://10.0.0.1:4222, got %q", url)
		}
	}
	return nil
}

// readSeed reads the secret half of an nkey.
func readSeed(file string) (key nkeys.KeyPair, public string, err error) {
	text, err := sys.ReadFile(file, maxSeed)
	if err != nil {
		return nil, "", fmt.Errorf("--fleet-key: %w", err)
	}
	if key, err = nkeys.ParseDecoratedUserNKey(text); err != nil {
		return nil, "", fmt.Errorf("--fleet-key: %s must have a user's seed, which begins with SU: %w", file, err)
	}
	public, err = key.PublicKey()
	return key, public, err
}

// ReadKey reads the key in the file of an nkey's seed, to sign with.
func ReadKey(file string) (ed25519.PrivateKey, error) {
	pair, _, err := readSeed(file)
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, fmt.Errorf("--fleet-key: %w", err)
	}
	_, raw, err := nkeys.DecodeSeed(seed)
	if err != nil {
		return nil, fmt.Errorf("--fleet-key: %w", err)
	}
	return ed25519.NewKeyFromSeed(raw), nil
}

// dialer keeps a bus that does not answer from holding up the start of a program.
type dialer struct{ first time.Time }

// Dial is nats.CustomDialer's.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	left := dialTime
	if early := time.Until(d.first); early > 0 {
		left = early
	}
	return net.DialTimeout(network, address, left)
}
