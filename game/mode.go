package game

// Mode names the rules that say who fights whom and who has won.
type Mode uint8

// The modes.
const (
	Deathmatch Mode = 0
	Teams      Mode = 1
)
