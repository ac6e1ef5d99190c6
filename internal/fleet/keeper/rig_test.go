package keeper

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/proto/replay"
)

// rig is a fleet of hosts in virtual time. Their matches only count ticks.
type rig struct {
	*testing.T
	bus   *bus
	mu    sync.Mutex
	hosts []*host

	claims    map[fleet.ID][]claimed // by match
	handovers int                    // matches that were handed over
	frozen    int
	newFiles  int
	lost      int
	failed    []string
}

type claimed struct {
	by fleet.ID
	at time.Time
}

// host is a host of the rig.
type host struct {
	*member
	rig    *rig
	roll   *fleet.Roll
	keeper *Keeper
	info   fleet.Host
	dead   bool

	playing map[fleet.ID]*playing
}

// playing is a match that a host plays, or has played.
type playing struct {
	host  *host
	owner *Owner
	ticks atomic.Uint64 // including those before it was claimed
	last  time.Time
	stop  chan struct{}
}

// tickEvery is the interval of ticks in the rig.
const tickEvery = 50 * time.Millisecond

func newRig(t *testing.T, seed uint64, hosts int) *rig {
	r := &rig{T: t, bus: newBus(seed), claims: map[fleet.ID][]claimed{}}
	for i := range hosts {
		r.add(fleet.ID(i + 1))
	}
	return r
}

// add adds a host.
func (r *rig) add(id fleet.ID) *host {
	h := &host{
		member: r.bus.member(id), rig: r, playing: map[fleet.ID]*playing{},
		info: fleet.Host{ID: id, Address: fmt.Sprintf("host%d:1", id), Fingerprint: "SHA256:x", Version: "v1", Protocol: 1, Rules: 1, Room: 100},
	}
	r.mu.Lock()
	r.hosts = append(r.hosts, h)
	r.mu.Unlock()
	h.roll = fleet.NewRoll(h.member)
	var err error
	if h.keeper, err = New(Config{Fleet: h.member, Hosts: h.roll, Self: h.self, Claimed: h.claimed}); err != nil {
		r.Fatal(err)
	}
	go h.announce()
	return h
}

func (h *host) self() fleet.Host {
	h.rig.mu.Lock()
	defer h.rig.mu.Unlock()
	return h.info
}

// announce writes the host's entry until the host ends.
func (h *host) announce() {
	wait := time.Duration(0)
	for h.keeper.sleep(wait) {
		ctx, cancel := context.WithTimeout(h.keeper.ctx, callTime)
		info := h.self()
		wait = fleet.Announce
		if _, err := h.Put(ctx, fleet.Hosts, h.id.String(), fleet.Append(nil, &info)); err != nil {
			wait = time.Second
		}
		cancel()
	}
}

// open starts a new match on a host.
func (h *host) open(id fleet.ID) *playing {
	p := &playing{host: h, stop: make(chan struct{})}
	h.begin(p, id, func(u User) *Owner { return h.keeper.Start(fleet.Match{ID: id, Title: "test", Mode: "deathmatch"}, u) })
	p.owner.Record(replay.Piece{First: true, Bytes: p.state()})
	return p
}

// claimed resumes a claimed match.
func (h *host) claimed(c *Claim) {
	if !h.runs() {
		return
	}
	r := h.rig
	r.mu.Lock()
	r.claims[c.Match.ID] = append(r.claims[c.Match.ID], claimed{h.id, time.Now()})
	h.info.Room = max(h.info.Room-1, 0)
	r.mu.Unlock()
	if len(c.Log) < 8 {
		c.Abandon(fmt.Errorf("there is no log"))
		return
	}
	p := &playing{host: h, stop: make(chan struct{})}
	p.ticks.Store(binary.BigEndian.Uint64(c.Log[len(c.Log)/8*8-8:]))
	h.begin(p, c.Match.ID, func(u User) *Owner { return c.Resume(c.Log, u) })
}

func (h *host) begin(p *playing, id fleet.ID, start func(User) *Owner) {
	r := h.rig
	o := start(User{
		Frozen: func(on bool) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if on {
				r.frozen++
			}
		},
		NewFile: func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.newFiles++
			p.owner.Record(replay.Piece{First: true, Bytes: p.state()})
		},
		Lost: func(fleet.Match) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.lost++
			if h.playing[id] == p {
				delete(h.playing, id)
				close(p.stop)
			}
		},
	})
	r.mu.Lock()
	p.owner = o
	h.playing[id] = p
	r.mu.Unlock()
	go h.play(id, p)
}

// state is the content of a match's log.
func (p *playing) state() []byte { return binary.BigEndian.AppendUint64(nil, p.ticks.Load()) }

// handOver hands a match over to another host, if that accepts it. The answer may be lost.
func (h *host) handOver(id fleet.ID, to *host, lost bool) {
	r := h.rig
	r.mu.Lock()
	p := h.playing[id]
	dead := h.dead || to.dead
	r.mu.Unlock()
	if p == nil || dead || h == to || !h.runs() {
		return
	}
	p.owner.Hold()
	entry := p.owner.Entry()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if !to.runs() {
		return
	}
	c, err := to.keeper.ClaimHandover(ctx, &entry)
	if err == nil {
		r.mu.Lock()
		r.handovers++
		next := &playing{host: to, stop: make(chan struct{})}
		next.ticks.Store(p.ticks.Load())
		r.mu.Unlock()
		to.begin(next, id, func(u User) *Owner { return c.Resume(next.state(), u) })
	}
	if !h.runs() {
		return
	}
	if err != nil || lost {
		p.owner.GoOn()
		return
	}
	p.owner.Hand(c.Match)
	r.mu.Lock()
	defer r.mu.Unlock()
	if h.playing[id] == p {
		delete(h.playing, id)
		close(p.stop)
	}
}

// play plays a match until it is lost or the host dies.
func (h *host) play(id fleet.ID, p *playing) {
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	for n := 0; ; n++ {
		select {
		case <-p.stop:
			return
		case <-h.killed:
			return
		case <-h.rig.Context().Done():
			return
		case <-ticker.C:
		}
		if !h.runs() {
			return
		}
		now := time.Now()
		if !p.owner.MayTick(now) {
			continue
		}
		h.rig.ticked(id, p, now)
		if n%5 == 0 {
			p.owner.Record(replay.Piece{Bytes: p.state()})
		}
	}
}

// ticked counts a tick: no other host may play the match now, not even one that was stopped and resumes.
func (r *rig) ticked(id fleet.ID, p *playing, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.ticks.Add(1)
	p.last = now
	for _, h := range r.hosts {
		if o := h.playing[id]; o != nil && o != p && !h.dead && o.owner.MayTick(now) {
			r.failed = append(r.failed, fmt.Sprintf("match %v is played by %v in epoch %d and by %v in epoch %d", id, p.host.id, p.owner.epoch.Load(), h.id, o.owner.epoch.Load()))
		}
	}
}

// plays returns the instance of a match that is being played, or nil.
func (r *rig) plays(id fleet.ID) *playing {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range r.hosts {
		if p := h.playing[id]; p != nil && !h.dead && p.owner.MayTick(time.Now()) && time.Since(p.last) < 3*tickEvery {
			return p
		}
	}
	return nil
}

// kill ends a host's process.
func (h *host) kill() {
	h.rig.mu.Lock()
	dead := h.dead
	h.dead = true
	h.rig.mu.Unlock()
	if !dead {
		close(h.killed)
		h.keeper.Close()
	}
}

// pause stops a host's process until resume is called.
func (h *host) pause() (resume func()) {
	stopped := make(chan struct{})
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped != nil {
		return func() {}
	}
	h.stopped = stopped
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.stopped = nil
		close(stopped)
	}
}

// end ends all hosts.
func (r *rig) end() {
	for _, h := range r.hosts {
		h.kill()
	}
	r.bus.Close()
	time.Sleep(10 * time.Second) // for pending calls
	for _, f := range r.failed[:min(3, len(r.failed))] {
		r.Error(f)
	}
}

// directory disables or enables calls of the directory.
func (b *bus) directory(down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down = down
}

// logs makes the stored logs readable, or not.
func (b *bus) logs(readable bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.noLogs = !readable
}

// published returns the bytes published so far.
func (b *bus) published() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent
}

// cut blocks messages from a member, or to it.
func (m *member) cut(out, in bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out, m.in = out, in
}
