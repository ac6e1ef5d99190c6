package game

// Order is one thing that the host decided for a tick. Orders are all that
// changes a World besides time; a World takes those of one tick in the order
// given, and ignores one that makes no sense for its slot.
type Order struct {
	Kind   OrderKind
	Slot   uint8
	Input  Input // OrderInput
	Class  uint8 // OrderJoin, OrderChoose
	Weapon uint8 // OrderJoin, OrderChoose
	Team   uint8 // OrderJoin, OrderChoose
}

// OrderKind says what an Order does.
type OrderKind uint8

// The orders.
const (
	OrderInput  OrderKind = 0 // the slot's pilot holds Input from now on
	OrderJoin   OrderKind = 1 // a ship takes the empty slot
	OrderLeave  OrderKind = 2 // the slot's ship and shots are gone
	OrderChoose OrderKind = 3 // class and weapon from the next spawn on, and the team while Dead
	OrderStart  OrderKind = 4 // the waiting match begins
	OrderClose  OrderKind = 5 // the match ends
)
