package proto

import "dogfight/game"

// orderRun codes the orders of consecutive ticks. It foresees what it can: a
// pilot holds on for many ticks, and what they press next depends on what they
// hold. How likely all that is, orderTable tells.
type orderRun struct {
	arithmetic
	slots [game.MaxShips]slotContext
	bad   bool
}

// slotContext is what a run knows of a slot's pilot.
type slotContext struct {
	held, before game.Input
	age          uint8 // ticks since held took before's place, up to oldAge; 0: not in this run
	empty, dead  bool
}

const (
	// oldAge is from when on it no longer matters how long a pilot has held on.
	oldAge = 7
	// maxOthers bounds the orders of a tick beside inputs: a leave, a join and
	// a choice of each slot.
	maxOthers = 3 * game.MaxShips
)

// kinds of slots that differ in what comes next: three bits of what is held, and
// one for those whose ship is dead.
const kinds = 9

func (h *slotContext) kind() int {
	if h.dead {
		return kinds - 1
	}
	return btoi(h.held.Course() == game.Idle) | btoi(h.held.Holds(game.Fire))<<1 | btoi(h.held.Holds(game.Special))<<2
}

// appendOrderRun appends the orders that follow on base.
func appendOrderRun(b []byte, base *Baseline, ticks [][]game.Order) []byte {
	r := startOrderRun(b, base, false)
	for _, orders := range ticks {
		r.write(orders)
	}
	return r.finish(len(b))
}

// startOrderRun begins to write after b, or to read b, what follows on base.
func startOrderRun(b []byte, base *Baseline, reading bool) orderRun {
	r := orderRun{arithmetic: startArithmetic(b, reading)}
	for slot, in := range base {
		h := &r.slots[slot]
		if h.empty = in == slotEmpty; !h.empty {
			h.held, h.dead = game.Input(in&^slotDead), in&slotDead != 0
		}
	}
	return r
}

// write sends the orders of a tick, of which inputs are the last, by slot.
func (r *orderRun) write(orders []game.Order) {
	n := 0
	for ; n < len(orders) && orders[n].Kind != game.OrderInput; n++ {
		r.bit(&orderTable.More[min(n, 1)], true)
		r.other(&orders[n])
	}
	r.bit(&orderTable.More[min(n, 1)], false)
	for slot := range r.slots {
		h := &r.slots[slot]
		next := h.held
		if n < len(orders) && orders[n].Slot == uint8(slot) {
			next = orders[n].Input
			n++
		}
		r.input(h, next)
	}
}

// read appends the orders of the next tick.
func (r *orderRun) read(orders []game.Order) []game.Order {
	for n := 0; r.bit(&orderTable.More[min(n, 1)], false); n++ {
		if r.bad = r.bad || n == maxOthers; r.bad {
			return orders
		}
		var o game.Order
		r.other(&o)
		orders = append(orders, o)
	}
	for slot := range r.slots {
		h := &r.slots[slot]
		if held := h.held; r.input(h, 0) != held {
			orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: h.held})
		}
	}
	return orders
}

// other sends an order that is no input, with what its kind needs and nothing
// else. They are too seldom to be foreseen.
func (r *orderRun) other(o *game.Order) {
	o.Kind = game.OrderKind(r.bits(uint8(o.Kind)-1, 3) + 1)
	switch o.Kind {
	case game.OrderStart, game.OrderClose:
		return
	case game.OrderLeave, game.OrderJoin, game.OrderChoose:
		o.Slot = r.bits(o.Slot, slotBits)
	default:
		r.bad = true
		return
	}
	h := &r.slots[o.Slot]
	if o.Kind == game.OrderLeave {
		*h = slotContext{empty: true}
		return
	}
	o.Class = r.bits(o.Class, 3)
	o.Weapon = r.bits(o.Weapon, 3)
	o.Team = r.team(o.Team)
	if o.Kind == game.OrderJoin && h.empty {
		*h = slotContext{dead: true}
	}
}

// team sends a team in 2 bits, or a third for one of those that most matches do not
// have.
func (r *orderRun) team(team uint8) uint8 {
	const late = 3 // and, with 1 after it, 4
	if read := r.bits(min(team, late), 2); read < late {
		return read
	}
	return late + r.bits(team-late, 1)
}

// input sends what a pilot holds in a tick, and returns it.
func (r *orderRun) input(h *slotContext, next game.Input) game.Input {
	if h.empty {
		return h.held
	}
	if r.bit(&orderTable.Change[h.kind()][h.age], next != h.held) {
		h.held, h.before = r.change(h, next), h.held
		h.age, h.dead = 1, false
	} else if h.age > 0 {
		h.age = min(h.age+1, oldAge)
	}
	return h.held
}

// change sends what a pilot holds instead of what they held.
func (r *orderRun) change(h *slotContext, next game.Input) game.Input {
	if h.age > 0 && r.bit(&orderTable.Back[h.age], next == h.before) {
		return h.before
	}
	kind, toggled, course := h.kind(), next^h.held, next.Course()
	turn := r.bit(&orderTable.Turn[kind], course != h.held.Course())
	fire := r.bit(&orderTable.Fire[kind][btoi(turn)], toggled.Holds(game.Fire))
	special := !turn && !fire || r.bit(&orderTable.Special[kind][btoi(turn)], toggled.Holds(game.Special))

	next = h.held
	if turn {
		next ^= game.Steer(h.held.Course()) ^ game.Steer(r.course(h.held.Course(), course))
	}
	if fire {
		next ^= game.Fire
	}
	if special {
		next ^= game.Special
	}
	return next
}

// course sends one of the eight courses that are not held.
func (r *orderRun) course(held, next game.Course) game.Course {
	if next > held {
		next--
	}
	node := 1
	for bit := 2; bit >= 0; bit-- {
		node = node<<1 | btoi(r.bit(&orderTable.Course[held][node], next>>bit&1 == 1))
	}
	if next = game.Course(node - 8); next >= held {
		next++
	}
	return next
}
