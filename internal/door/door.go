package door

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// Options say what a door opens.
type Options struct {
	Fleet       fleet.Fleet
	Key         ed25519.PrivateKey // that tickets are signed with; nil where the bus asks for none, and one is made for as long as the door lives
	Certificate tls.Certificate    // that native clients know the door by
	Listen      string             // for native clients
	Limits      link.Limits
	Address     string // where native clients reach the door; "" for where it listens
	Region      string
	// Rating asks how good a player is; 0 for unknown. nil: all are.
	Rating func(ctx context.Context, identity string) int
	Log    *slog.Logger // nil is silent

	patience *patience // nil for usualPatience; tests have more, for machines that are slow
}

// patience is how long a door waits for others. Each has its reason where the usual value stands.
type patience struct {
	hold    time.Duration // see heldFor
	friends time.Duration // see friendTime
	asks    int           // see pulseAsks
}

var usualPatience = patience{heldFor, friendTime, pulseAsks}

// Door is a door of a fleet that is open.
type Door struct {
	// Static after Open.
	fleet    fleet.Fleet
	id       fleet.ID
	key      ed25519.PrivateKey
	identity string          // of the certificate by which drawn players' links are known at hosts
	shown    tls.Certificate // that one
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
	list      answer[[]byte] // a FleetList
	totals    answer[totals]
	who       answer[string]

	known atomic.Bool  // the directory has the door, and hosts its key
	away  atomic.Int64 // when the bus was away last, or nothing was known of it yet; Unix ns

	stop    context.CancelFunc
	running sync.WaitGroup
}

// rememberTime is how long after the bus is back all of a directory that has lost its memory is there again: the longest takes a match
// that had to stand still, of which its host waits for whether another has claimed it.
const rememberTime = fleet.OrphanAfter + 2*fleet.Announce

// mayHaveForgotten reports whether the directory may have lost its memory, and not have all of it again.
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
	d.list.find = func() []byte { return d.List().Append(nil) }
	d.totals.find, d.who.find = d.count, d.describe
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

// run starts what a door does.
func (d *Door) run() {
	ctx, stop := context.WithCancel(context.Background())
	d.stop = stop
	d.away.Store(time.Now().UnixNano())
	d.placer.init(d)
	for _, work := range []func(context.Context){d.placer.run, d.receive, d.accept, d.announce} {
		d.running.Go(func() {
			defer sys.Restore()
			work(ctx)
		})
	}
}

// Close sends away who still waits.
func (d *Door) Close() {
	d.stop()
	d.listener.Close()
	d.running.Wait()
	d.view.Close() // its entry stays until it expires: hosts need the key for the tickets that are on their way
	d.asker.close()
}

// Addr returns where native clients come in.
func (d *Door) Addr() netip.AddrPort { return d.listener.Addr() }

// accept hears who connects.
func (d *Door) accept(context.Context) {
	for {
		l, err := d.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err == nil {
			d.reception.add(l, false)
		}
	}
}

// Add hears a client in this process, at the other end of a pipe: the link says where its player is, and who.
func (d *Door) Add(l link.Link) { d.reception.add(l, true) }

// reachable returns an address at which others may reach a listener: that of this machine's name, where it listens at all of its
// addresses.
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

// answer answers a program that asks what is played here without a connection.
func (d *Door) answer(b, buf []byte) []byte {
	q, err := proto.ParseQuery(b)
	if err != nil {
		return buf
	}
	return (&proto.Answer{Nonce: q.Nonce, ID: uint64(d.id), Info: d.Info()}).Append(buf)
}
