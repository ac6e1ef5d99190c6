package door

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// placer has players placed, all by one goroutine: those who come together are to play together.
type placer struct {
	// Static after init.
	door   *Door
	asked  chan *placement
	opened chan opened
	gone   chan uint64
	ended  chan struct{} // closed when nobody is placed any more
	number atomic.Uint64

	// Owned by run.
	queue   fleet.Queue
	waiting map[uint64]*placement
	fleet   fleet.Snapshot
	seen    time.Time
	fresh   []freshMatch // that were opened, and the directory may not have yet
}

type placement struct {
	fleet.Player
	answer chan placed
}

type placed struct {
	match fleet.Match
	err   error
}

// opened is what came of asking a host for a match.
type opened struct {
	number uint64
	match  *fleet.Match
}

type freshMatch struct {
	fleet.Match
	until time.Time
}

const (
	// untoldLife is how long the directory may take to tell of a match that was opened.
	untoldLife = 10 * time.Second
	// placeEvery is how often those are looked at who wait.
	placeEvery = 100 * time.Millisecond
	// sceneLife is how old what there is may be when players are placed.
	sceneLife = 25 * time.Millisecond
	// openTime is how long a host may take to open a match.
	openTime = 3 * time.Second
	// maxTogether is how many are placed in one step.
	maxTogether = 512
)

func (p *placer) init(d *Door) {
	p.door, p.waiting = d, map[uint64]*placement{}
	p.asked, p.opened, p.gone = make(chan *placement, maxTogether), make(chan opened), make(chan uint64)
	p.ended = make(chan struct{})
}

// place waits until a player has a place. It may be called from any goroutine.
func (p *placer) place(ctx context.Context, player fleet.Player) (fleet.Match, error) {
	player.ID = p.number.Add(1)
	w := &placement{player, make(chan placed, 1)}
	select {
	case p.asked <- w:
	case <-p.ended:
		return fleet.Match{}, context.Canceled
	case <-ctx.Done():
		return fleet.Match{}, ctx.Err()
	}
	select {
	case a := <-w.answer:
		return a.match, a.err
	case <-ctx.Done():
	}
	select {
	case p.gone <- w.ID:
	case a := <-w.answer:
		return a.match, a.err
	case <-p.ended:
	}
	return fleet.Match{}, ctx.Err()
}

// run places players until ctx is done, and sends away who waits then.
func (p *placer) run(ctx context.Context) {
	defer close(p.ended)
	timer := time.NewTicker(placeEvery)
	defer timer.Stop()
	for {
		select {
		case w := <-p.asked:
			p.take(w)
			for range maxTogether {
				select {
				case w := <-p.asked:
					p.take(w)
					continue
				default:
				}
				break
			}
			p.step(ctx)
		case o := <-p.opened:
			p.hearOpened(o)
			p.step(ctx)
		case id := <-p.gone:
			p.queue.Remove(id)
			delete(p.waiting, id)
		case <-timer.C:
			if p.queue.Len() > 0 {
				p.step(ctx)
			}
		case <-ctx.Done():
			for id := range p.waiting {
				p.tell(id, placed{err: ctx.Err()})
			}
			return
		}
	}
}

func (p *placer) take(w *placement) {
	if err := p.queue.Add(w.Player, time.Now()); err != nil {
		w.answer <- placed{err: err}
		return
	}
	p.waiting[w.ID] = w
}

// step decides what can be decided now.
func (p *placer) step(ctx context.Context) {
	now := time.Now()
	if now.Sub(p.seen) > sceneLife {
		p.seen = now
		p.fleet = p.door.scene(now)
		p.fresh = slices.DeleteFunc(p.fresh, func(m freshMatch) bool {
			_, told := p.door.view.Match(m.ID)
			return told || now.After(m.until)
		})
		for _, m := range p.fresh {
			p.fleet.Matches = append(p.fleet.Matches, m.Match)
		}
	}
	d := p.queue.Step(&p.fleet, now)
	for _, s := range d.Seated {
		for i := range p.fleet.Matches {
			if m := &p.fleet.Matches[i]; m.ID == s.Match {
				p.tell(s.Player, placed{match: *m})
				break
			}
		}
	}
	for _, r := range d.Refused {
		p.tell(r.Player, placed{err: r.Err})
	}
	for _, o := range d.Open {
		p.door.running.Go(func() {
			defer sys.Restore()
			p.open(ctx, o)
		})
	}
}

func (p *placer) hearOpened(o opened) {
	if o.match != nil {
		p.fresh = append(p.fresh, freshMatch{*o.match, time.Now().Add(untoldLife)})
		p.seen = time.Time{}
	}
	for _, s := range p.queue.Opened(o.number, o.match, time.Now()) {
		p.tell(s.Player, placed{match: *o.match})
	}
}

func (p *placer) tell(id uint64, a placed) {
	if w := p.waiting[id]; w != nil {
		w.answer <- a
		delete(p.waiting, id)
	}
}

// open asks a host for a match.
func (p *placer) open(ctx context.Context, o fleet.Opening) {
	m, err := p.door.askToOpen(ctx, o)
	if err != nil && ctx.Err() == nil {
		p.door.log.Warn("no match was opened", "host", o.Host, "err", err)
	}
	select {
	case p.opened <- opened{o.Number, m}:
	case <-ctx.Done():
	}
}

// scene returns what the directory has, and what the door itself has found of it.
func (d *Door) scene(now time.Time) fleet.Snapshot {
	f := fleet.Snapshot{Hosts: d.view.Hosts(), Matches: d.view.Matches(), Said: d.said}
	dead := map[fleet.ID]bool{}
	for _, h := range f.Hosts {
		if d.asker.dead(h.Address, now) {
			dead[h.ID] = true
		}
	}
	f.Dead = func(host fleet.ID) bool { return dead[host] }
	return f
}

// said returns when the host of a match said last how that is.
func (d *Door) said(match fleet.ID) time.Time {
	_, _, seen, _ := d.view.Written(match)
	return seen
}
