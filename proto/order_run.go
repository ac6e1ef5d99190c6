package proto

import (
	"bytes"
	"fmt"

	"dogfight/game"
)

// Baseline holds the inputs of the ships of a World, as far as coding orders needs them. A host and a client that know the same
// World have the same.
type Baseline [game.MaxShips]slotInput

// slotInput is the input that one ship holds, with a bit for whether it flies.
type slotInput uint8

const (
	slotEmpty slotInput = 0xff
	slotDead  slotInput = 1 << 6 // the ship waits for its spawn
)

// BaselineOf returns the Baseline of w.
func BaselineOf(w *game.World) (base Baseline) {
	for slot := range base {
		switch ship := &w.Ships[slot]; ship.State {
		case game.Empty:
			base[slot] = slotEmpty
		case game.Dead:
			base[slot] = slotInput(ship.Input) | slotDead
		default:
			base[slot] = slotInput(ship.Input)
		}
	}
	return base
}

// table holds the probabilities of the decisions in an orderRun.
type table struct {
	More    [2]probability                 // another order that is no input: a first; a further one
	Change  [kinds][oldAge + 1]probability // of the held input, by kind of slot and age
	Back    [oldAge + 1]probability        // to the input held before, by age
	Turn    [kinds]probability             // otherwise: to another course
	Fire    [kinds][2]probability          // otherwise: the button goes up or down; without and with a turn
	Special [kinds][2]probability          // likewise
	Course  [game.Courses][8]probability   // the courses that are not held: a tree of three decisions, its root at 1
}

// orderRun codes the orders of consecutive ticks by their probabilities in orderTable: a pilot holds the same input for many
// ticks, and the next input depends on the held one.
type orderRun struct {
	arithmetic
	slots [game.MaxShips]slotContext
	bad   bool
}

// slotContext is the state of a slot within a run.
type slotContext struct {
	held, before game.Input
	age          uint8 // ticks since held replaced before, up to oldAge; 0: not in this run
	empty, dead  bool
}

const (
	// oldAge is the age from which on the probabilities no longer change.
	oldAge = 7
	// maxOthers bounds the orders of a tick beside inputs: a leave, a join and a choice of each slot.
	maxOthers = 3 * game.MaxShips
	// kinds is the number of kinds of slots: three bits of the held input, and one for dead ships.
	kinds = 9
)

func (h *slotContext) kind() int {
	if h.dead {
		return kinds - 1
	}
	return btoi(h.held.Course() == game.Idle) | btoi(h.held.Holds(game.Fire))<<1 | btoi(h.held.Holds(game.Special))<<2
}

// AppendOrderRun appends the orders of consecutive ticks, coded as in Orders, where base is the Baseline of the World before
// the first.
func AppendOrderRun(b []byte, base *Baseline, ticks [][]game.Order) []byte {
	r := startOrderRun(b, base, false)
	for _, orders := range ticks {
		r.write(orders)
	}
	return r.finish(len(b))
}

// ParseOrderRun reads the orders of n ticks, at most the given number of them, which must fill coded. The error is a
// *SyntaxError; bytes that AppendOrderRun would not make of the same orders are one.
func ParseOrderRun(coded []byte, base *Baseline, n, most int) ([][]game.Order, error) {
	ticks := make([][]game.Order, 0, n)
	run := startOrderRun(coded, base, true)
	for len(ticks) < n && !run.bad {
		orders := run.read(nil)
		ticks = append(ticks, orders)
		if most -= len(orders); most < 0 {
			run.bad = true
		}
	}
	if run.bad || !bytes.Equal(AppendOrderRun(nil, base, ticks), coded) {
		return nil, &SyntaxError{Message: "orders", Field: "ticks", Want: "orders as they are coded", Got: fmt.Sprintf("%d other bytes", len(coded))}
	}
	return ticks, nil
}

// startOrderRun begins to write after b, or to read b. The first tick follows base.
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

// write codes the orders of a tick, of which inputs are the last, by slot.
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

// other codes an order that is no input, with the fields that its kind needs. Such orders are too rare to be predicted.
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

// team codes a team in 2 bits, or in 3 for teams that most matches do not have.
func (r *orderRun) team(team uint8) uint8 {
	const late = 3 // and, with 1 after it, 4
	if read := r.bits(min(team, late), 2); read < late {
		return read
	}
	return late + r.bits(team-late, 1)
}

// input codes the input that a pilot holds in a tick, and returns it.
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

// change codes the input that replaces the held one.
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

// course codes one of the eight courses that are not held.
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
