package proto

// Pilot is one line of the roster: somebody in the match, human or bot.
type Pilot struct {
	ID    uint16 // of the pilot for as long as he is in the match; not given again before all others were
	Slot  uint8  // of his ship, or NoSlot for a spectator
	Flags PilotFlags
	Ping  uint16 // round trip in milliseconds; 0 for bots
	Name  string // 1 to MaxName runes
}

// NoSlot stands where a slot would for somebody without a ship.
const NoSlot = 255

// PilotFlags are what else the roster says of a Pilot.
type PilotFlags uint8

// The flags.
const (
	BotPilot PilotFlags = 1 << 0 // flown by the host
	Ready    PilotFlags = 1 << 1 // wants the waiting match to start
	Away     PilotFlags = 1 << 2 // his link is down; his seat is kept for a while
)
