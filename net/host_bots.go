package net

import "dogfight/game"

// manBots lets bots come and go until their number is right.
func (h *Host) manBots() {
	humans, bots := h.count()
	want := h.botsWanted(humans)
	for ; bots < want && h.addBot(h.setup, h.conf.BotNames, h.terms.Skill, h.chance); bots++ {
	}
	for ; bots > want; bots-- {
		h.makeRoom()
	}
}

// botsWanted returns how many bots should fly along with so many humans.
func (h *Host) botsWanted(humans int) int {
	return min(max(h.terms.Bots, h.terms.Fill-humans), game.MaxShips-humans)
}

// makeRoom lets the bot go that is needed least, and reports whether there was
// one. That a stand-in goes is worth telling: it was somebody's ship.
func (h *Host) makeRoom() bool {
	spare := h.spareBot()
	switch {
	case spare == nil:
		return false
	case spare.standIn():
		h.part(spare, "his stand-in made room")
	default:
		h.leave(spare)
	}
	return true
}
