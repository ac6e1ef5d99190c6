package door

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/ops"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// Options configure a door.
type Options struct {
	Fleet       fleet.Fleet
	Key         ed25519.PrivateKey // signs tickets; nil for a new one, if the bus asks for none
	Certificate tls.Certificate    // for native clients
	Listen      string             // for native clients
	Limits      admission.Limits
	Address     string // for native clients; "" for that of the listener
	Region      string
	// Rating returns the rating of a player; 0 for unknown. nil: all are unknown.
	Rating func(ctx context.Context, identity string) int
	Log    *slog.Logger // nil is silent

	patience *patience // nil for usualPatience; tests on slow machines have more
}

// patience is the time that a door waits for others. The usual values have their reasons.
type patience struct {
	hold    time.Duration // see heldFor
	friends time.Duration // see friendTime
	asks    int           // see pulseAsks
}

var usualPatience = patience{heldFor, friendTime, pulseAsks}

// Door is an open door of a fleet.
type Door struct {
	// Static after Open.
	fleet    fleet.Fleet
	id       fleet.ID
	key      ed25519.PrivateKey
	identity string          // fingerprint of shown
	shown    tls.Certificate // to hosts, by clients in this process
	region   string
	address  string
	rating   func(ctx context.Context, identity string) int
	log      *slog.Logger
	view     *fleet.View
	listener *link.Listener
	asker    *pulses
	patience patience

	reception reception
	placer    placer
	list      admission.Answer[[]byte] // a FleetList
	totals    admission.Answer[totals]
	summary   admission.Answer[string]

	traffic atomic.Pointer[ops.Traffic] // of native clients; nil until Watch

	known atomic.Bool  // the directory has the door, and hosts its key
	away  atomic.Int64 // the latest time that the directory did not have the door, as the bus was away; Unix ns

	stop    context.CancelFunc
	running sync.WaitGroup
}

// rememberTime is the time for a directory that has lost its memory to be complete again, from the first write that it accepts: streams choose their
// leaders one after another, and some hosts wait before they write a match again.
const rememberTime = fleet.RecreateAfter + 30*time.Second

// mayHaveForgotten reports whether the directory may be incomplete.
func (d *Door) mayHaveForgotten() bool {
	return time.Since(time.Unix(0, d.away.Load())) < rememberTime
}

// Open opens a door.
func Open(o Options) (*Door, error) {
	d := &Door{
		fleet: o.Fleet, id: fleet.NewID(), key: o.Key, region: o.Region, rating: o.Rating, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)),
		patience: *cmp.Or(o.patience, &usualPatience),
	}
	if d.key == nil {
		_, d.key, _ = ed25519.GenerateKey(nil)
	}
	d.answerQuestions()
	var err error
	if d.shown, d.identity, err = certificateOf(d.key); err != nil {
		return nil, err
	}
	if d.asker, err = newPulses(d.patience.asks); err != nil {
		return nil, err
	}
	if d.view, err = fleet.WatchView(o.Fleet, fleet.Hosts, fleet.Matches, fleet.Doors); err != nil {
		d.asker.close()
		return nil, err
	}
	o.Limits.Log = d.log
	if d.listener, err = link.Listen(o.Listen, o.Certificate, o.Limits); err != nil {
		d.view.Close()
		d.asker.close()
		return nil, err
	}
	if err := d.listener.UDP(); err != nil {
		d.log.Warn(err.Error())
	}
	d.address = cmp.Or(o.Address, reachable(d.listener.Addr()))
	if err := fleet.Check(d.self()); err != nil {
		d.listener.Close()
		d.view.Close()
		d.asker.close()
		return nil, fmt.Errorf("the fleet would not take this door: %w", err)
	}
	d.listener.Answer(d.answer)
	d.run()
	return d, nil
}

// run starts the goroutines of the door.
func (d *Door) run() {
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	d.away.Store(time.Now().UnixNano())
	d.placer.init(d)
	d.reception.beat.Store(time.Now().UnixNano())
	d.placer.beat.Store(time.Now().UnixNano())
	for _, work := range []func(context.Context){d.placer.run, d.receive, d.accept, d.announce} {
		d.running.Go(func() {
			defer sys.Restore()
			work(ctx)
		})
	}
}

// Close refuses all waiting players.
func (d *Door) Close() {
	d.stop()
	d.listener.Close()
	d.running.Wait()
	d.view.Close() // its entry stays until it expires: hosts need the key for the latest tickets
	d.asker.close()
}

// Addr returns the address for native clients.
func (d *Door) Addr() netip.AddrPort { return d.listener.Addr() }

// accept accepts native clients.
func (d *Door) accept(context.Context) {
	for {
		l, err := d.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err == nil {
			if t := d.traffic.Load(); t != nil {
				t.Follow(l)
			}
			d.reception.add(l, false)
		}
	}
}

// Add takes a client in this process, at the other end of a pipe. The link has the address and the identity of its player.
func (d *Door) Add(l link.Link) { d.reception.add(l, true) }

// reachable returns the address of a listener for others: with the name of this machine, if it listens at all of its addresses.
func reachable(at netip.AddrPort) string {
	if !at.Addr().IsUnspecified() {
		return at.String()
	}
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "localhost"
	}
	return net.JoinHostPort(name, fmt.Sprint(at.Port()))
}

// answer answers a query without a connection.
func (d *Door) answer(b, buf []byte) []byte {
	q, err := proto.ParseQuery(b)
	if err != nil {
		return buf
	}
	return (&proto.Answer{Nonce: q.Nonce, ID: uint64(d.id), Info: d.Info()}).Append(buf)
}

// certificateOf returns a certificate for a key, and its fingerprint. Hosts check nothing but the key.
func certificateOf(key ed25519.PrivateKey) (tls.Certificate, string, error) {
	template := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "dogfight door"},
		NotBefore: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // "no end", RFC 5280, section 4.1.2.5
		KeyUsage:  x509.KeyUsageDigitalSignature,
	}
	public := key.Public().(ed25519.PublicKey)
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, link.KeyFingerprint(public), err
}

// Follow dials the host to which the one at the address by has sent a client in this process, with the certificate of its ticket.
// The directory must have the host: a door may reach addresses that strangers must not.
func (d *Door) Follow(to proto.Place, by netip.Addr) link.Link {
	if !slices.ContainsFunc(d.view.Hosts(), func(h fleet.Host) bool { return h.Address == to.Address && h.Fingerprint == to.Fingerprint }) {
		d.log.Warn("a player is sent to a host that the directory does not have", "to", to.Address, "by", by)
		near, _ := link.PipeOf(to.Address, "")
		near.Close()
		return near
	}
	return link.DialSent(to.Address, by, link.OnlyHost(to.Fingerprint), &d.shown)
}

// announcer announces the key that signs tickets. One goroutine owns it.
type announcer struct {
	*Door
	entry   []byte
	triedAt time.Time // the latest attempt
	written bool      // whether it succeeded
	seen    bool      // the door's own view has the entry since
	down    bool      // the bus was away since
}

const (
	// announceLook is the interval of checks of the entry.
	announceLook = 20 * time.Millisecond
	// announceAgain is the interval of attempts while the view does not have the entry.
	announceAgain = time.Second
)

// announce writes the door's entry until ctx is done: each 5 s, and at once when a directory has lost its memory, as hosts refuse
// the door's tickets until then.
func (d *Door) announce(ctx context.Context) {
	a := announcer{Door: d, entry: fleet.Append(nil, d.self())}
	timer := time.NewTicker(announceLook)
	defer timer.Stop()
	for {
		if a.check(); time.Since(a.triedAt) >= a.pause() {
			a.write(ctx)
		}
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// self returns the door's entry.
func (d *Door) self() *fleet.Door {
	return &fleet.Door{ID: d.id, Key: fleet.FormatKey(d.key.Public().(ed25519.PublicKey)), Address: d.address, Region: d.region}
}

// check checks whether the directory may have lost the entry. While the bus is away, hosts have not.
func (a *announcer) check() {
	_, there := a.view.Door(a.id)
	up := a.fleet.Up()
	if a.known.Load() && up && (a.down || a.seen && !there) {
		a.known.Store(false)
		a.triedAt = time.Time{}
	}
	a.seen = a.seen || there
	a.down = a.down || !up
}

// pause returns the time between attempts.
func (a *announcer) pause() time.Duration {
	if a.written && a.seen {
		return fleet.Announce
	}
	return announceAgain
}

// write writes the entry.
func (a *announcer) write(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, fleet.Announce)
	defer cancel()
	_, err := a.fleet.Put(ctx, fleet.Doors, a.id.String(), a.entry)
	a.triedAt, a.written = time.Now(), err == nil
	if a.written {
		a.seen, a.down = false, false
		a.known.Store(true)
	}
}
