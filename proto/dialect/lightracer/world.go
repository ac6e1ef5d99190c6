package lightracer

import "fmt"

// World is what a match is as a whole. Its id is 0.
type World struct {
	Tick          int32 // 60 a second
	Status        int32 // StatusWaiting to StatusClosed
	Width, Height int32 // arena units
	TimeLeft      int32 // ticks; 0: none is left, or there is no limit
	ScoreLimit    int32 // 0: none
	You           int32 // id of the own Player; 0: there is none
}

// The statuses of a match.
const (
	StatusWaiting    = 0
	StatusInProgress = 1
	StatusClosed     = 2
)

const worldSize = 50

// Append appends the object.
func (m *World) Append(b []byte) []byte {
	b = appendHeaderData(b, worldType, 0, worldSize)
	for _, v := range [...]int32{m.Tick, m.Status, m.Width, m.Height, m.TimeLeft, m.ScoreLimit, m.You} {
		b = appendInt(b, v)
	}
	return append(b, make([]byte, worldSize-7*4)...)
}

// Parse reads the object.
func (m *World) Parse(n *NOD) error {
	get, err := n.open("world", worldType, worldSize)
	if err != nil {
		return err
	}
	if n.ID != 0 {
		return fmt.Errorf("world: id must be 0, got %d", n.ID)
	}
	*m = World{
		Tick: get.int(), Status: get.int(), Width: get.int(), Height: get.int(),
		TimeLeft: get.int(), ScoreLimit: get.int(), You: get.int(),
	}
	if m.Status < StatusWaiting || m.Status > StatusClosed {
		return fmt.Errorf("world: status must be 0 to 2, got %d", m.Status)
	}
	return nil
}
