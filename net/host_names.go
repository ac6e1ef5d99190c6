package net

import (
	"strings"

	"dogfight/game"
	"dogfight/proto"
)

// How often names change. Whatever pilots want to be called, each change costs everybody a line of the roster.
const (
	// renameEvery is the least between two changes of a pilot's name.
	renameEvery = 3 * game.TickRate
	// renamesEach and renamesBurst bound all changes: 15 a second, once the burst is spent.
	renamesEach  = game.TickRate / 15
	renamesBurst = 64
)

// requestName has a pilot go by another name as soon as it is his turn, unless he wants yet another before: the last
// counts. To look at a name takes time, so that is done in his turn too; the error is that of proto.CleanName if it was
// his turn at once. If it comes later he is told.
func (h *Host) requestName(p *pilot, name string) error {
	if name == p.asked {
		return nil
	}
	if p.asked = name; p.wants == "" {
		h.renaming++
		p.turn = h.world.Tick
		if p.renamed != 0 {
			p.turn = max(p.turn, p.renamed+renameEvery)
		}
	}
	p.wants = name
	return h.changeNames(p)
}

// changeNames gives those their names whose turn it is, and first who has waited for longest. It returns why one of them
// cannot have his, and tells the others.
func (h *Host) changeNames(asking *pilot) (refused error) {
	for h.renaming > 0 && h.renames.has(h.world.Tick, renamesEach, renamesBurst) {
		p := h.nextToRename()
		if p == nil {
			break
		}
		h.renames.take(h.world.Tick, renamesEach)
		name, err := proto.CleanName(p.wants)
		p.wants, p.renamed = "", max(h.world.Tick, 1)
		h.renaming--
		switch {
		case err == nil:
			h.rename(p, name)
		case p == asking:
			refused = err
		default:
			h.tell(p, "you keep your name, "+strings.TrimPrefix(err.Error(), "name: "))
		}
	}
	return refused
}

// tell has the host itself say something to one pilot.
func (h *Host) tell(p *pilot, text string) {
	if peer := h.peerOf(p); peer != nil && !peer.leaving {
		peer.say(&proto.Chat{Pilot: proto.Notice, Text: text})
	}
}

// nextToRename returns the pilot whose turn came first, or nil if it is nobody's yet.
func (h *Host) nextToRename() (next *pilot) {
	for _, p := range h.pilots {
		if p.wants != "" && p.turn <= h.world.Tick && (next == nil || p.turn < next.turn) {
			next = p
		}
	}
	return next
}
