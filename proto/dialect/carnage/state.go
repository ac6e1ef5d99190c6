package carnage

// State is the document's ServerState: what the host listens to.
type State uint8

// The states.
const (
	WaitingForHello State = 0
	WaitingForSpawn State = 1
	Playing         State = 2
	CloseOnMessage  State = 3
)

// String returns the document's name.
func (s State) String() string {
	switch s {
	case WaitingForHello:
		return "SS_WAITING_FOR_HELLO_REQUEST"
	case WaitingForSpawn:
		return "SS_WAITING_FOR_SPAWN_REQUEST"
	case Playing:
		return "SS_PLAYING"
	}
	return "SS_CLOSE_ON_MESSAGE"
}

// takes names the only message that does not end the connection.
func (s State) takes() string {
	switch s {
	case WaitingForHello:
		return HelloRequestType.String()
	case WaitingForSpawn:
		return SpawnRequestType.String()
	case Playing:
		return InputsType.String()
	}
	return "the end"
}

// silence returns after how many ticks without a message the host gives a player up.
// A player who waits for a ship has nothing to send until they want one.
func (s State) silence() int {
	if s == WaitingForSpawn {
		return atMenu
	}
	return silent
}
