package dogfight

import "dogfight/proto"

// Event is a message of a client.
type Event struct {
	Action    Action
	Direction Direction // of a Move; nothing else has one
	PlayerID  ID        // the client's own
}

// Action is the kind of an Event.
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

// Direction is the course of a ship or a bullet. The numbers are those of game.Course.
type Direction uint8

// The directions.
const (
	Idle  Direction = 0
	Up    Direction = 1
	Down  Direction = 2
	Left  Direction = 3
	Right Direction = 4
)

// directionOf returns the direction nearest to a vector; of a diagonal, Left or Right.
func directionOf(x, y int32) Direction {
	switch {
	case x == 0 && y == 0:
		return Idle
	case x < 0 && -x >= max(y, -y):
		return Left
	case x > 0 && x >= max(y, -y):
		return Right
	case y < 0:
		return Up
	}
	return Down
}

// Append appends the event.
func (e *Event) Append(b []byte) []byte {
	c := coder{proto.FieldCoder{Out: b}}
	e.fields(&c)
	return c.Out
}

func (e *Event) fields(c *coder) {
	if proto.Range8(&c.FieldCoder, "action", &e.Action, 0, uint32(Shoot)); e.Action == Move {
		c.direction(&e.Direction)
	}
	c.id(&e.PlayerID)
}

// parseEvent reads an event, which must fill p. The error is a *proto.SyntaxError.
func parseEvent(p []byte) (e Event, err error) {
	c := read(p, "event")
	e.fields(&c)
	if err := c.End(); err != nil {
		return Event{}, err
	}
	return e, nil
}

// eventReader is the host's end of a stream: it finds the events in segments of any size. The zero value is ready.
type eventReader struct {
	framer framer
	event  Event
}

// Take reads p up to the end of an event, and returns that and the rest of p. The event is nil if p ends before it does, and
// good until the next call. After an error the stream cannot be read further.
func (r *eventReader) Take(p []byte) (e *Event, rest []byte, err error) {
	message, rest, err := r.framer.next(p, eventExtent)
	if message == nil {
		return nil, nil, err
	}
	if r.event, err = parseEvent(message); err != nil {
		return nil, nil, err
	}
	return &r.event, rest, nil
}

// eventExtent is an extent.
func eventExtent(p []byte) (int, error) {
	switch {
	case len(p) == 0:
		return 1, nil
	case Action(p[0]) == Move:
		return moveSize, nil
	case Action(p[0]) > Shoot:
		return 0, wrong("event", "action", "0 to 3", p[0])
	}
	return eventSize, nil
}
