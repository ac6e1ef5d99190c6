package door

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// placer places all players in one goroutine, so that a group plays together.
type placer struct {
	// Static after init.
	door   *Door
	asked  chan *placement
	opened chan opened
	left   chan uint64   // players that no longer wait
	ended  chan struct{} // closed when run has returned
	number atomic.Uint64
	beat   atomic.Int64 // the time of the latest round of run, Unix ns

	// Owned by run.
	queue   fleet.Queue
	waiting map[uint64]*placement
	fleet   fleet.Snapshot
	seen    time.Time
	fresh   []freshMatch // the directory may not have them yet
}

type placement struct {
	fleet.Player
	answer chan placed
}

type placed struct {
	match fleet.Match
	err   error
}

// opened is the answer of a host that was asked for a match; without one if it failed.
type opened struct {
	number uint64
	match  *fleet.Match
}

type freshMatch struct {
	fleet.Match
	until time.Time
}

const (
	// freshMatchLife is the time for the directory to have a new match.
	freshMatchLife = 10 * time.Second
	// placeEvery is the interval of steps while players wait.
	placeEvery = 100 * time.Millisecond
	// snapshotLife is the age up to which a snapshot is used.
	snapshotLife = 25 * time.Millisecond
	// openTime is the time for a host to open a match.
	openTime = 3 * time.Second
	// maxTogether is the number of players of one step.
	maxTogether = 512
)

func (p *placer) init(d *Door) {
	p.door, p.waiting = d, map[uint64]*placement{}
	p.asked, p.opened, p.left = make(chan *placement, maxTogether), make(chan opened), make(chan uint64)
	p.ended = make(chan struct{})
}

// place waits until a player has a place. It is safe for concurrent use.
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
	case p.left <- w.ID:
	case a := <-w.answer:
		return a.match, a.err
	case <-p.ended:
	}
	return fleet.Match{}, ctx.Err()
}

// run places players until ctx is done, and refuses the waiting ones then.
func (p *placer) run(ctx context.Context) {
	defer close(p.ended)
	timer := time.NewTicker(placeEvery)
	defer timer.Stop()
	for {
		p.beat.Store(time.Now().UnixNano())
		select {
		case w := <-p.asked:
			p.enqueue(w)
			for range maxTogether {
				select {
				case w := <-p.asked:
					p.enqueue(w)
					continue
				default:
				}
				break
			}
			p.step(ctx)
		case o := <-p.opened:
			p.addOpened(o)
			p.step(ctx)
		case id := <-p.left:
			p.queue.Remove(id)
			delete(p.waiting, id)
		case <-timer.C:
			if p.queue.Len() > 0 {
				p.step(ctx)
			}
		case <-ctx.Done():
			for id := range p.waiting {
				p.reply(id, placed{err: ctx.Err()})
			}
			return
		}
	}
}

func (p *placer) enqueue(w *placement) {
	if err := p.queue.Add(w.Player, time.Now()); err != nil {
		w.answer <- placed{err: err}
		return
	}
	p.waiting[w.ID] = w
}

// step places all players that can be placed now.
func (p *placer) step(ctx context.Context) {
	now := time.Now()
	if now.Sub(p.seen) > snapshotLife {
		p.seen = now
		p.fleet = p.door.snapshot(now)
		p.fresh = slices.DeleteFunc(p.fresh, func(m freshMatch) bool {
			_, known := p.door.view.Match(m.ID)
			return known || now.After(m.until)
		})
		for _, m := range p.fresh {
			p.fleet.Matches = append(p.fleet.Matches, m.Match)
		}
	}
	d := p.queue.Step(&p.fleet, now)
	for _, s := range d.Seated {
		for i := range p.fleet.Matches {
			if m := &p.fleet.Matches[i]; m.ID == s.Match {
				p.reply(s.Player, placed{match: *m})
				break
			}
		}
	}
	for _, r := range d.Refused {
		p.reply(r.Player, placed{err: r.Err})
	}
	for _, o := range d.Open {
		p.door.running.Go(func() {
			defer sys.Restore()
			p.open(ctx, o)
		})
	}
}

func (p *placer) addOpened(o opened) {
	if o.match != nil {
		p.fresh = append(p.fresh, freshMatch{*o.match, time.Now().Add(freshMatchLife)})
		p.seen = time.Time{}
	}
	for _, s := range p.queue.Opened(o.number, o.match, time.Now()) {
		p.reply(s.Player, placed{match: *o.match})
	}
}

func (p *placer) reply(id uint64, a placed) {
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

// snapshot returns the directory, with the hosts that do not answer.
func (d *Door) snapshot(now time.Time) fleet.Snapshot {
	f := fleet.Snapshot{Hosts: d.view.Hosts(), Matches: d.view.Matches(), Updated: d.updatedAt}
	dead := map[fleet.ID]bool{}
	for _, h := range f.Hosts {
		if d.asker.dead(h.Address, now) {
			dead[h.ID] = true
		}
	}
	f.Dead = func(host fleet.ID) bool { return dead[host] }
	return f
}

// updatedAt returns the time of the latest update of a match.
func (d *Door) updatedAt(match fleet.ID) time.Time {
	_, _, seen, _ := d.view.Written(match)
	return seen
}

// askToOpen asks a host to open a match.
func (d *Door) askToOpen(ctx context.Context, o fleet.Opening) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	return fleet.AskForMatch(ctx, d.fleet, o.Host, &fleet.Ask{Open: &fleet.Open{Mode: o.Mode}})
}
