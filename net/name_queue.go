package net

import (
	"strings"

	"dogfight/game"
	"dogfight/proto"
)

// nameQueue lets pilots have other names, a few at a time: each change costs everybody a line of the roster.
type nameQueue struct {
	renames  allowance // in all
	renaming int       // pilots who wait for another name
}

// How often names change.
const (
	// renameEvery is the least between two changes of a pilot's name.
	renameEvery = 3 * game.TickRate
	// renamesEach and renamesBurst bound all changes: 15 a second, once the burst is spent.
	renamesEach  = game.TickRate / 15
	renamesBurst = 64
)

// ask has a pilot wait for another name, unless they wait already: the last that they asked for counts.
func (q *nameQueue) ask(p *pilot, name string, now game.Tick) {
	if p.Asked = name; p.wants == "" {
		q.renaming++
		p.turn = now
		if p.renamed != 0 {
			p.turn = max(p.turn, p.renamed+renameEvery)
		}
	}
	p.wants = name
}

// next takes the pilot out of the queue whose turn came first, and returns them with the name that they want. Without any
// whose turn it is, the pilot is nil.
func (q *nameQueue) next(pilots []*pilot, now game.Tick) (next *pilot, name string) {
	if q.renaming == 0 || !q.renames.has(now, renamesEach, renamesBurst) {
		return nil, ""
	}
	for _, p := range pilots {
		if p.wants != "" && p.turn <= now && (next == nil || p.turn < next.turn) {
			next = p
		}
	}
	if next == nil {
		return nil, ""
	}
	q.renames.take(now, renamesEach)
	name, next.renamed = next.wants, max(now, 1)
	q.forget(next)
	return next, name
}

// forget takes a pilot out of the queue, if they are in it.
func (q *nameQueue) forget(p *pilot) {
	if p.wants != "" {
		p.wants = ""
		q.renaming--
	}
}

// requestName has a pilot go by another name as soon as it is their turn, unless they want yet another before: the last
// counts. To look at a name takes time, so that is done in their turn too; the error is that of proto.CleanName if it was
// their turn at once. If it comes later they are told.
func (m *liveMatch) requestName(p *pilot, name string) error {
	if name == p.Asked {
		return nil
	}
	m.nameQueue.ask(p, name, m.World.Tick)
	return m.changeNames(p)
}

// changeNames gives those their names whose turn it is. It returns why the one who is asking cannot have theirs, and
// tells the others.
func (m *liveMatch) changeNames(asking *pilot) (refused error) {
	for {
		p, wanted := m.nameQueue.next(m.pilots, m.World.Tick)
		if p == nil {
			return refused
		}
		switch name, err := proto.CleanName(wanted); {
		case err == nil:
			m.rename(p, name)
		case p == asking:
			refused = err
		default:
			m.tell(p, "you keep your name: "+strings.TrimPrefix(err.Error(), "name: "))
		}
	}
}
