package lightracer

// TrailSegment is a shot in flight.
type TrailSegment struct {
	ID    int32
	X, Y  int32 // arena units
	Owner int32 // id of the Player that fired it
}

const trailSegmentSize = 12

// Append appends the object.
func (m *TrailSegment) Append(b []byte) []byte {
	b = appendHeaderData(b, TrailSegmentType, m.ID, trailSegmentSize)
	return appendInt(appendInt(appendInt(b, m.X), m.Y), m.Owner)
}

// Parse reads the object.
func (m *TrailSegment) Parse(n *NOD) error {
	get, err := n.open("trail segment", TrailSegmentType, trailSegmentSize)
	if err != nil {
		return err
	}
	*m = TrailSegment{ID: n.ID, X: get.int(), Y: get.int(), Owner: get.int()}
	return nil
}
