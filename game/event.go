package game

// Event tells what happened in a tick, for sparks, sounds and the kill feed.
// No rule reads Events.
type Event struct {
	Kind EventKind
	Slot uint8 // that it happened to
	By   uint8 // that did it; the same as Slot if no other did
	What uint8 // weapon, or ItemKind for EventPickup
	HP   uint8 // what an EventHit took and an EventPickup gave; of an EventKill: what By has left
	X, Y int32

	// FromX and FromY are where that was fired, laid or exploded which an EventHit, EventBlock or EventKill tells of. It
	// came from there, whatever became of By since.
	FromX, FromY int32
}

// EventKind says what happened.
type EventKind uint8

// The events.
const (
	EventShot   EventKind = 1  // Slot fired What at X, Y
	EventSpark  EventKind = 2  // a shot of Slot ended on rock
	EventHit    EventKind = 3  // By's What took HP from Slot
	EventBlock  EventKind = 4  // a shield kept By's What from Slot
	EventKill   EventKind = 5  // By's What destroyed Slot
	EventBlast  EventKind = 6  // a barrel exploded; Slot shot it
	EventPickup EventKind = 7  // Slot took an item of kind What
	EventSpawn  EventKind = 8  // Slot entered space
	EventBump   EventKind = 9  // Slot and By touched
	EventBoost  EventKind = 10 // Slot lit its afterburner
	EventStart  EventKind = 11 // the match began
	EventClose  EventKind = 12 // the match is over

	EventRound    EventKind = 13 // round What began
	EventRoundWon EventKind = 14 // Slot won a round for team What, 0 without teams; none did if What is NoTeam
	EventOut      EventKind = 15 // Slot has no life left in this round
	EventTake     EventKind = 16 // Slot took the orb
	EventDrop     EventKind = 17 // Slot lost it
	EventHome     EventKind = 18 // it went home
	EventCapture  EventKind = 19 // Slot brought it to its base
	EventGate     EventKind = 20 // Slot passed checkpoint What
	EventLap      EventKind = 21 // Slot began lap What, counted from 0
	EventFinish   EventKind = 22 // Slot finished as number What
	EventWave     EventKind = 23 // wave What began
	EventRepelled EventKind = 24 // wave What was repelled
	EventJump     EventKind = 25 // Slot jumped
	EventShock    EventKind = 26 // a shockwave of Slot cleared shots
	EventZone     EventKind = 27 // the zone begins to close around X, Y, for the What'th time, counted from 0
)

// What in an Event that no weapon did.
const (
	BlastWeapon = 255 // a barrel exploded
	ZoneWeapon  = 254 // the ship was outside of the zone
	WallWeapon  = 253 // it flew into a trail, or rock where that kills
	RamWeapon   = 252 // it flew into a drone
)

// NoTeam is What of an EventRoundWon that no side won.
const NoTeam = 255

// Factual reports whether the event changes what the score board or the pilots'
// memory says. Clients show such events only once they are confirmed, and all
// others as soon as they are predicted.
func (k EventKind) Factual() bool {
	switch k {
	case EventKill, EventPickup, EventSpawn, EventStart, EventClose,
		EventRound, EventRoundWon, EventOut, EventTake, EventDrop, EventHome, EventCapture,
		EventLap, EventFinish, EventWave, EventRepelled:
		return true
	}
	return false
}

// Events collects what Step reports. A nil *Events takes nothing.
type Events struct {
	List []Event
}

func (e *Events) add(ev Event) {
	if e != nil {
		e.List = append(e.List, ev)
	}
}

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
