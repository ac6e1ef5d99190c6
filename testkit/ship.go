package testkit

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"
)

// Ship is a ship of the original.
type OriginalShip struct {
	ID        string
	X, Y      int32
	HP, Alive byte
	Direction byte
	Bullets   []OriginalBullet // the first of those that the server sends
}

// Bullet is a bullet of the original. One that is not active has no place.
type OriginalBullet struct {
	X, Y      int32
	Active    bool
	Direction byte
}

// surplus is by how much the original's total_length is too large: it counts 56 bits of head
// as bytes.
const surplus = 56 - 7

var ways = [5][2]int32{1: {0, -1}, 2: {0, 1}, 3: {-1, 0}, 4: {1, 0}}

func (s *OriginalShip) move(direction byte, walled bool) {
	if int(direction) >= len(ways) {
		return
	}
	s.Direction = direction
	s.X += stride * ways[direction][0]
	s.Y += stride * ways[direction][1]
	if walled {
		s.X, s.Y = min(max(s.X, 0), width), min(max(s.Y, 0), height)
	}
}

// shoot fires where the ship last moved, if one of its bullets is free.
func (s *OriginalShip) shoot(bullets int) {
	for len(s.Bullets) < bullets {
		s.Bullets = append(s.Bullets, OriginalBullet{})
	}
	for i := range s.Bullets {
		if !s.Bullets[i].Active {
			s.Bullets[i] = OriginalBullet{s.X, s.Y, true, s.Direction}
			return
		}
	}
}

// fly lets bullets fly for an interval, until they leave the field.
func (s *OriginalShip) fly() {
	for i := range s.Bullets {
		b := &s.Bullets[i]
		b.X += bulletStride * ways[b.Direction][0]
		b.Y += bulletStride * ways[b.Direction][1]
		if b.X < 0 || b.X > width || b.Y < 0 || b.Y > height {
			*b = OriginalBullet{}
		}
	}
}

// Mines counts the bullets that stand still and never end.
func (s *OriginalShip) Mines() (n int) {
	for _, b := range s.Bullets {
		if b.Active && b.Direction == 0 {
			n++
		}
	}
	return n
}

// state returns what is sent of the match.
func (o *Original) state(now time.Time) []byte {
	o.fly(now)
	ships := slices.SortedFunc(slices.Values(o.Ships), func(a, b OriginalShip) int { return cmp.Compare(a.ID, b.ID) })
	var body []byte
	for i := range ships {
		body = ships[i].append(body, o.Bullets)
	}
	total := 7 + len(o.Ups) + len(body)
	if !o.Exact {
		total += surplus
	}
	b := binary.BigEndian.AppendUint32(nil, uint32(total))
	b = binary.BigEndian.AppendUint16(append(b, o.Status), uint16(len(o.Ups)))
	return append(append(b, o.Ups...), body...)
}

func (s *OriginalShip) append(b []byte, bullets int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(s.X))
	b = binary.BigEndian.AppendUint32(b, uint32(s.Y))
	b = append(append(b, s.HP, s.Alive, s.Direction), s.ID...)
	for i := range bullets {
		var shot OriginalBullet
		if i < len(s.Bullets) {
			shot = s.Bullets[i]
		}
		b = binary.BigEndian.AppendUint32(b, uint32(shot.X))
		b = binary.BigEndian.AppendUint32(b, uint32(shot.Y))
		active := byte(0)
		if shot.Active {
			active = 1
		}
		b = append(b, active, shot.Direction)
	}
	return b
}
