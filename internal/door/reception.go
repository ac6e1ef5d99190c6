package door

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// reception has those who have come, and have not been sent on yet.
type reception struct {
	mu   sync.Mutex
	new  []*guest
	n    int // guests in all
	shut bool

	guests []*guest // owned by receive
	buf    []byte
}

// guest is who has come.
type guest struct {
	link  link.Link
	drawn bool // by this process, whose certificate its client shows to hosts
	came  time.Time
	heard int // messages
	wish  proto.Wish

	cancel context.CancelFunc // of its placing; nil before its hello
	answer chan proto.Message // what came of that
	told   time.Time          // when it was last told that it waits
	done   bool
}

const (
	// maxGuests is how many are heard at once. They are few in the time that placing takes, and more only where many wait.
	maxGuests = 4096
	// maxSaid is how many messages a guest may say: some lists, a wish and a hello.
	maxSaid = 16
	// helloTime is how long a guest may take to say a hello.
	helloTime = 20 * time.Second
	// hearEvery is how often guests are heard.
	hearEvery = 5 * time.Millisecond
	// holdEvery is how often who waits is told that they are not forgotten.
	holdEvery = 2 * time.Second
)

// add takes a link in, or closes it.
func (r *reception) add(l link.Link, drawn bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shut || r.n >= maxGuests {
		l.Send(link.Control, (&proto.Reject{Code: proto.RejectFull, Reason: "too many players come at once: try again in a moment"}).Append(nil))
		l.Close()
		return
	}
	r.n++
	r.new = append(r.new, &guest{link: l, drawn: drawn, came: time.Now(), wish: proto.Wish{Mode: proto.AnyMode}, answer: make(chan proto.Message, 1)})
}

// take returns those who are new.
func (r *reception) take() []*guest {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.new
	r.new = nil
	return all
}

func (r *reception) left(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n -= n
}

// close sends all away.
func (r *reception) close() {
	r.mu.Lock()
	r.shut = true
	r.mu.Unlock()
	for _, g := range append(r.guests, r.take()...) {
		g.dismiss(&proto.Reject{Code: proto.RejectClosing, Reason: "the door is closing"})
	}
}

// receive hears all guests, again and again.
func (d *Door) receive(ctx context.Context) {
	r := &d.reception
	defer r.close()
	timer := time.NewTicker(hearEvery)
	defer timer.Stop()
	for {
		select {
		case now := <-timer.C:
			if !d.fleet.Up() {
				d.away.Store(now.UnixNano())
			}
			r.guests = append(r.guests, r.take()...)
			for _, g := range r.guests {
				d.hear(ctx, g, now)
			}
			before := len(r.guests)
			r.guests = slices.DeleteFunc(r.guests, func(g *guest) bool { return g.done })
			r.left(before - len(r.guests))
		case <-ctx.Done():
			return
		}
	}
}

// hear hears what a guest says, and tells what came of it.
func (d *Door) hear(ctx context.Context, g *guest, now time.Time) {
	down := g.link.Err() != nil // before what it said last is heard
	for !g.done {
		p, ok := g.link.Receive(d.reception.buf)
		if !ok {
			break
		}
		d.reception.buf = p.Bytes
		if p.Channel == link.Control {
			d.hearMessage(ctx, g, p.Bytes)
		}
	}
	select {
	case m := <-g.answer:
		if m == nil {
			g.leave()
		} else {
			g.dismiss(m)
		}
	default:
	}
	switch {
	case g.done:
	case down:
		g.leave()
	case g.cancel == nil && now.Sub(g.came) > helloTime:
		g.leave()
	case g.cancel != nil && now.Sub(g.told) > holdEvery:
		g.told = now
		g.link.Send(link.Control, d.list.get(time.Now()))
	}
}

func (d *Door) hearMessage(ctx context.Context, g *guest, b []byte) {
	m, err := proto.Parse(b)
	var version *proto.VersionError
	switch g.heard++; {
	case errors.As(err, &version):
		g.dismiss(&proto.Reject{Code: proto.RejectVersion, Reason: version.Reason()})
		return
	case err != nil:
		g.dismiss(&proto.Kick{Reason: "malformed message: " + err.Error()})
		return
	case g.heard > maxSaid:
		g.dismiss(&proto.Kick{Reason: "too many messages"})
		return
	}
	switch m := m.(type) {
	case *proto.ListFleet:
		link.Settle(g.link)
		g.link.Send(link.Control, d.list.get(time.Now()))
	case *proto.InfoQuery:
		link.Settle(g.link)
		info := d.Info()
		g.say(&info)
		g.say(&proto.Progress{Left: proto.NoLimit})
		g.dismiss(&proto.Web{})
	case *proto.Wish:
		g.wish = *m
	case *proto.Ticket: // of a host that has sent its player back
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

// begin has a guest placed.
func (d *Door) begin(ctx context.Context, g *guest, hello *proto.Hello) {
	if g.cancel != nil {
		g.dismiss(&proto.Kick{Reason: "unexpected second hello"})
		return
	}
	link.Settle(g.link)
	ctx, g.cancel = context.WithTimeout(ctx, settleTime)
	g.told = time.Now()
	s := settling{
		Door: d, hello: *hello, wish: g.wish, drawn: g.drawn,
		identity: g.link.Identity(), remote: g.link.Remote(),
	}
	d.running.Go(func() {
		defer sys.Restore()
		g.answer <- s.run(ctx)
	})
}

func (g *guest) say(m proto.Message) { g.link.Send(link.Control, m.Append(nil)) }

// dismiss says the last thing to a guest.
func (g *guest) dismiss(m proto.Message) {
	if !g.done {
		g.say(m)
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
