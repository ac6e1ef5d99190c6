package game

// Trail is the wall behind a ship: from its tail over the corners to the ship. Each part is
// along an axis.
type Trail struct {
	Corners [MaxCorners]Corner // the oldest, at the tail, first
	Gaps    uint32             // bit k: no wall from corner k on, where the ship jumped
	Count   uint8              // of corners
	Jump    uint8              // counts down through the jump, then the recharge
	Held    Course             // course held in the tick before: a diagonal turns once
}

// Corner is a place in whole units.
type Corner struct{ X, Y int16 }

// MaxCorners is the most corners of a trail. A longer one loses its oldest.
const MaxCorners = 24

// Point returns the place in 1/256 unit.
func (c Corner) Point() Point { return Point{int32(c.X) * One, int32(c.Y) * One} }

// Jumping reports whether the ship is above the walls.
func (t *Trail) Jumping() bool { return t.Jump > jumpRecharge }

// Airborne returns the rest of the jump.
func (t *Trail) Airborne() Tick { return Tick(max(t.Jump, jumpRecharge) - jumpRecharge) }

// JumpReady returns the time until the ship can jump.
func (t *Trail) JumpReady() Tick { return Tick(t.Jump) }

// JumpCharge returns the charge of the jump, 0 to 100.
func (t *Trail) JumpCharge() int {
	return 100 * (jumpRecharge - int(min(t.Jump, jumpRecharge))) / jumpRecharge
}

// Walls returns the number of parts of the trail, gaps included.
func (t *Trail) Walls() int { return int(min(t.Count, MaxCorners)) }

// Wall returns part k of the trail of a ship at head, from the tail on; ok is false for a gap.
func (t *Trail) Wall(k int, head Point) (from, to Point, ok bool) {
	from, to = t.Corners[k].Point(), head
	if k+1 < t.Walls() {
		to = t.Corners[k+1].Point()
	}
	return from, to, t.Gaps>>k&1 == 0
}

// corner adds a corner at the ship's place, which begins a wall or a gap.
func (t *Trail) corner(at Point, gap bool) {
	c := Corner{int16(at.X / One), int16(at.Y / One)}
	if t.Count == 0 || t.Corners[t.Count-1] != c {
		if t.Count >= MaxCorners {
			t.cut()
		}
		t.Corners[t.Count] = c
		t.Count++
	}
	bit := uint32(1) << (t.Count - 1)
	if t.Gaps &^= bit; gap {
		t.Gaps |= bit
	}
}

// cut removes the oldest corner.
func (t *Trail) cut() {
	copy(t.Corners[:], t.Corners[1:t.Count])
	t.Count--
	t.Corners[t.Count] = Corner{}
	t.Gaps >>= 1
}

// length returns the length of the trail of a ship at head, in units.
func (t *Trail) length(head Corner) (length int32) {
	for k := range int(t.Count) {
		length += t.next(k, head).far(t.Corners[k])
	}
	return length
}

// next returns the end of the part that begins at corner k.
func (t *Trail) next(k int, head Corner) Corner {
	if k+1 < int(t.Count) {
		return t.Corners[k+1]
	}
	return head
}

// shorten removes units at the tail, up to the whole trail.
func (t *Trail) shorten(by int32, head Corner) {
	for by > 0 && t.Count > 0 {
		next := t.next(0, head)
		if far := next.far(t.Corners[0]); far <= by {
			by -= far
			t.cut()
			continue
		}
		t.Corners[0] = t.Corners[0].towards(next, int16(by))
		return
	}
}

// far returns the distance of two corners along the axes.
func (c Corner) far(from Corner) int32 {
	dx, dy := int32(c.X)-int32(from.X), int32(c.Y)-int32(from.Y)
	return max(dx, -dx) + max(dy, -dy)
}

// towards returns the place by units nearer to another along one axis.
func (c Corner) towards(to Corner, by int16) Corner {
	if c.X != to.X {
		c.X += by * int16(sign(int32(to.X)-int32(c.X)))
	} else {
		c.Y += by * int16(sign(int32(to.Y)-int32(c.Y)))
	}
	return c
}

func (t *Trail) hash(h *hash) {
	h.add(uint64(t.Gaps)<<32 | quad(0, t.Count, t.Jump, uint8(t.Held)))
	for _, c := range t.Corners[:min(t.Count, MaxCorners)] {
		h.add(uint64(uint16(c.X))<<16 | uint64(uint16(c.Y)))
	}
}
