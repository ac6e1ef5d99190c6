package door

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// reception holds the players that are not sent on yet.
type reception struct {
	mu   sync.Mutex
	new  []*guest
	n    int // guests in all
	shut bool

	settling map[*guest]bool // that have sent their hello

	draining        atomic.Bool // new native guests are refused
	placed, refused atomic.Uint64
	beat            atomic.Int64 // the time of the latest round, Unix ns

	guests []*guest // owned by receive
	buf    []byte
}

// guest is a client that has connected.
type guest struct {
	link     link.Link
	drawn    bool // by this process: it shows hosts the door's certificate
	joinedAt time.Time
	count    int // of its messages
	wish     proto.MatchWish

	cancel context.CancelFunc // of settling; nil before its hello
	answer chan proto.Message // of settling
	heldAt time.Time          // when the last sign of life was sent
	done   bool
}

const (
	// maxGuests is many times more than come in the time of placing; more wait only in a crowd.
	maxGuests = 4096
	// maxMessages is enough for some lists, a wish and a hello.
	maxMessages = 16
	// helloTime is the time for a hello to come.
	helloTime = 20 * time.Second
	// pollEvery is the interval of polling guests.
	pollEvery = 5 * time.Millisecond
	// holdEvery is the interval of signs of life for waiting guests.
	holdEvery = 2 * time.Second
)

// add adds a guest, or closes its link.
func (r *reception) add(l link.Link, drawn bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	full := r.shut || r.n >= maxGuests
	if closing := r.draining.Load() && !drawn; full || closing { // visitors are refused before they are drawn
		why := proto.Reject{Code: proto.RejectFull, Reason: "too many players come at once: try again in a moment"}
		if closing {
			why = proto.Reject{Code: proto.RejectClosing, Reason: "this door is closing and takes no new players"}
		}
		l.Send(link.Control, why.Append(nil))
		l.Close()
		return
	}
	r.n++
	r.new = append(r.new, &guest{link: l, drawn: drawn, joinedAt: time.Now(), wish: proto.MatchWish{Mode: proto.AnyMode}, answer: make(chan proto.Message, 1)})
}

// takeNew returns the new guests.
func (r *reception) takeNew() []*guest {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.new
	r.new = nil
	return all
}

// settle adds a guest to those that wait for a place.
func (r *reception) settle(g *guest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.settling == nil {
		r.settling = map[*guest]bool{}
	}
	r.settling[g] = true
}

// remove removes the guests that are done.
func (r *reception) remove() {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := len(r.guests)
	r.guests = slices.DeleteFunc(r.guests, func(g *guest) bool {
		if g.done {
			delete(r.settling, g)
		}
		return g.done
	})
	r.n -= before - len(r.guests)
}

// close refuses all guests.
func (r *reception) close() {
	r.mu.Lock()
	r.shut = true
	r.mu.Unlock()
	for _, g := range append(r.guests, r.takeNew()...) {
		g.dismiss(&proto.Reject{Code: proto.RejectClosing, Reason: "the door is closing"})
	}
}

// receive polls all guests until ctx is done.
func (d *Door) receive(ctx context.Context) {
	r := &d.reception
	defer r.close()
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	for {
		select {
		case now := <-timer.C:
			if !d.fleet.Up() || !d.known.Load() {
				d.away.Store(now.UnixNano())
			}
			r.guests = append(r.guests, r.takeNew()...)
			for _, g := range r.guests {
				d.poll(ctx, g, now)
			}
			r.remove()
			r.beat.Store(now.UnixNano())
		case <-ctx.Done():
			return
		}
	}
}

// poll handles the messages of a guest, and sends the result of settling.
func (d *Door) poll(ctx context.Context, g *guest, now time.Time) {
	down := g.link.Err() != nil // before its last messages are read
	for !g.done {
		p, ok := g.link.Receive(d.reception.buf)
		if !ok {
			break
		}
		d.reception.buf = p.Bytes
		if p.Channel == link.Control {
			d.handle(ctx, g, p.Bytes)
		}
	}
	select {
	case m := <-g.answer:
		if m == nil {
			g.leave()
			break
		}
		if _, sent := m.(*proto.Redirect); sent {
			d.reception.placed.Add(1)
		} else {
			d.reception.refused.Add(1)
		}
		g.dismiss(m)
	default:
	}
	switch {
	case g.done:
	case down:
		g.leave()
	case g.cancel == nil && now.Sub(g.joinedAt) > helloTime:
		g.leave()
	case g.cancel != nil && now.Sub(g.heldAt) > holdEvery:
		g.heldAt = now
		d.sendList(g)
	}
}

func (d *Door) sendList(g *guest) {
	list, _ := d.list.Get()
	g.link.Send(link.Control, list)
}

func (d *Door) handle(ctx context.Context, g *guest, b []byte) {
	m, err := proto.Parse(b)
	var version *proto.VersionError
	switch g.count++; {
	case errors.As(err, &version):
		g.dismiss(&proto.Reject{Code: proto.RejectVersion, Reason: version.Reason()})
		return
	case err != nil:
		g.dismiss(&proto.Kick{Reason: "malformed message: " + err.Error()})
		return
	case g.count > maxMessages:
		g.dismiss(&proto.Kick{Reason: "too many messages"})
		return
	}
	switch m := m.(type) {
	case *proto.ListFleet:
		link.Settle(g.link)
		d.sendList(g)
	case *proto.InfoQuery:
		link.Settle(g.link)
		info := d.Info()
		g.send(&info)
		g.send(&proto.Progress{Left: proto.NoLimit})
		g.dismiss(&proto.Web{})
	case *proto.MatchWish:
		g.wish = *m
	case *proto.Ticket: // a host has sent its player back
	case *proto.Hello:
		d.begin(ctx, g, m)
	case *proto.Bye:
		g.leave()
	default:
		if g.cancel == nil {
			g.dismiss(&proto.Kick{Reason: "hello must come first"})
		}
	}
}

// begin starts settling a guest.
func (d *Door) begin(ctx context.Context, g *guest, hello *proto.Hello) {
	if g.cancel != nil {
		g.dismiss(&proto.Kick{Reason: "unexpected second hello"})
		return
	}
	link.Settle(g.link)
	ctx, g.cancel = context.WithTimeout(ctx, settleTime)
	g.heldAt = time.Now()
	d.reception.settle(g)
	s := settling{
		Door: d, hello: *hello, wish: g.wish, drawn: g.drawn,
		identity: g.link.Identity(), remote: g.link.Remote(),
	}
	d.running.Go(func() {
		defer sys.Restore()
		g.answer <- s.run(ctx)
	})
}

func (g *guest) send(m proto.Message) { g.link.Send(link.Control, m.Append(nil)) }

// dismiss sends a guest its last message.
func (g *guest) dismiss(m proto.Message) {
	if !g.done {
		g.send(m)
		g.leave()
	}
}

func (g *guest) leave() {
	g.done = true
	g.link.Close()
	if g.cancel != nil {
		g.cancel()
	}
}
