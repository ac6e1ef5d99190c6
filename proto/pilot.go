package proto

// Pilot is one line of the roster: a player, spectator or bot in the match.
type Pilot struct {
	ID    uint16 // for as long as the pilot is in the match; not given again before all others were
	Slot  uint8  // of the ship, or NoSlot for a spectator
	Flags PilotFlags
	// Colour is the ship's where there are no teams, 1 to Colours; 0 for none. Two ships have the same only where there are
	// more ships than colours.
	Colour uint8
	Ping   uint16 // round trip in milliseconds; 0 for bots
	Name   string // 1 to MaxName runes
}

// Colours is how many colours ships may have. What they look like is up to the screen that shows them.
const Colours = 8

// NoSlot stands where a slot would for a pilot without a ship.
const NoSlot = 255

// PilotFlags are what else the roster says of a Pilot.
type PilotFlags uint8

// The flags.
const (
	BotPilot PilotFlags = 1 << 0 // flown by the host
	Ready    PilotFlags = 1 << 1 // wants the waiting match to start
	Away     PilotFlags = 1 << 2 // the link is down; the seat is kept for a while
)
