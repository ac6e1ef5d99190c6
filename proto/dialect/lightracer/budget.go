package lightracer

import "dogfight/game"

// budget says how often a player may do something: most times at once, and then once
// in every Ticks.
type budget struct {
	every, most int
	debt        int // Ticks until all of it is there again
}

// What one player may have the host do.
var (
	lineBudget = budget{every: 1, most: 2 * game.TickRate} // a chatting player sends a few a second
	setBudget  = budget{every: game.TickRate, most: 6}     // all that can be set, twice; each goes to all players
)

// spend reports whether it may be done once more.
func (b *budget) spend() bool {
	if b.debt+b.every > b.most*b.every {
		return false
	}
	b.debt += b.every
	return true
}

func (b *budget) tick() { b.debt = max(b.debt-1, 0) }
