package dogfight

// EventReader finds the events in a stream, in whatever segments it comes: the host's
// end of it. The zero value is ready.
type eventReader struct {
	framer framer
	event  Event
}

// Take reads p up to the end of an event, and returns that and what is left of p. The
// event is nil if p ends before it does, and good until the next call. After an error
// the stream is of no use any more.
func (r *eventReader) Take(p []byte) (e *Event, rest []byte, err error) {
	message, rest, err := r.framer.take(p, eventExtent)
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
