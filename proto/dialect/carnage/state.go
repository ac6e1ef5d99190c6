package carnage

// State is the document's ServerState: what the host listens to.
type state uint8

// The states.
const (
	waitingForHello state = 0
	waitingForSpawn state = 1
	playing         state = 2
	closeOnMessage  state = 3
)

// String returns the document's name.
func (s state) String() string {
	switch s {
	case waitingForHello:
		return "SS_WAITING_FOR_HELLO_REQUEST"
	case waitingForSpawn:
		return "SS_WAITING_FOR_SPAWN_REQUEST"
	case playing:
		return "SS_PLAYING"
	}
	return "SS_CLOSE_ON_MESSAGE"
}

// takes names the only message that does not end the connection.
func (s state) takes() string {
	switch s {
	case waitingForHello:
		return HelloRequestType.String()
	case waitingForSpawn:
		return SpawnRequestType.String()
	case playing:
		return InputsType.String()
	}
	return "the end"
}

// silence returns after how many ticks without a message the host gives a player up.
// A player who waits for a ship has nothing to send until they want one.
func (s state) silence() int {
	if s == waitingForSpawn {
		return atMenu
	}
	return silent
}
