package lightracer

import "errors"

// Update is all that is there at a moment. It replaces the one before: an object that
// is not in it is deleted, one that was not there before is created.
type Update struct {
	World         World
	Players       []Player
	TrailSegments []TrailSegment
	Coordinates   []Coordinate
}

// Append appends the update with its packet header.
func (u *Update) Append(b []byte) []byte {
	b = AppendPacketHeader(b, 1+len(u.Players)+len(u.TrailSegments)+len(u.Coordinates))
	b = u.World.Append(b)
	for i := range u.Players {
		b = u.Players[i].Append(b)
	}
	for i := range u.TrailSegments {
		b = u.TrailSegments[i].Append(b)
	}
	for i := range u.Coordinates {
		b = u.Coordinates[i].Append(b)
	}
	return b
}

// size returns the length of the update in bytes.
func (u *Update) size() int {
	size := packetHeaderSize + headerDataSize + worldSize +
		len(u.Players)*(headerDataSize+playerSize) +
		len(u.Coordinates)*(headerDataSize+coordinateSize)
	for i := range u.TrailSegments {
		size += headerDataSize + u.TrailSegments[i].size()
	}
	return size
}

// Parse reads a datagram: an update, and nothing else. After an error u is as it was.
func (u *Update) Parse(p []byte) error {
	var r Reader
	rest, whole, err := r.Read(p)
	switch {
	case err != nil:
		return err
	case !whole:
		return errors.New("update is cut off")
	case len(rest) > 0:
		return errors.New("unexpected data after the update")
	}
	*u = r.Update
	return nil
}

// clear empties the update, whose room is used again.
func (u *Update) clear() {
	*u = Update{
		Players:       u.Players[:0],
		TrailSegments: u.TrailSegments[:0],
		Coordinates:   u.Coordinates[:0],
	}
}

// add reads an object into the update. Of types that are not known it takes no notice.
func (u *Update) add(n *NOD) (err error) {
	switch n.Type {
	case worldType:
		err = u.World.Parse(n)
	case playerType:
		var m Player
		err = m.Parse(n)
		u.Players = append(u.Players, m)
	case trailSegmentType:
		var m TrailSegment
		err = m.Parse(n)
		u.TrailSegments = append(u.TrailSegments, m)
	case coordinateType:
		var m Coordinate
		err = m.Parse(n)
		u.Coordinates = append(u.Coordinates, m)
	}
	return err
}
