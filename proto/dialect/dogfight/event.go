package dogfight

// Event is what a client tells the host.
type Event struct {
	Action    Action
	Direction Direction // of a Move; nothing else has one
	PlayerID  ID        // the client's own
}

// Action says what an Event is.
type Action uint8

// The actions.
const (
	PlayerConnection    Action = 0
	PlayerDisconnection Action = 1
	Move                Action = 2
	Shoot               Action = 3
)

const (
	eventSize = 1 + idSize
	moveSize  = 2 + idSize
)

// Append appends the event.
func (e *Event) Append(b []byte) []byte {
	b = append(b, byte(e.Action))
	if e.Action == Move {
		b = append(b, byte(e.Direction))
	}
	return append(b, e.PlayerID[:]...)
}

// ParseEvent reads an event, which p must hold from its first byte to its last. The
// error is a *proto.SyntaxError.
func parseEvent(p []byte) (Event, error) {
	c := newCursor(p, "event")
	e := Event{Action: Action(c.UpTo("action", uint8(Shoot)))}
	if e.Action == Move {
		e.Direction = c.direction()
	}
	e.PlayerID = c.id()
	if err := c.End(); err != nil {
		return Event{}, err
	}
	return e, nil
}
