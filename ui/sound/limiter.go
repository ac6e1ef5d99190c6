package sound

// limiter keeps what is mixed within -1 and 1 without cutting it off: it turns the whole down for as long as it is too
// loud, and bends what is left over.
type limiter struct {
	reduced float32 // what the gain falls short of 1, so that the zero value does nothing
}

const (
	ceiling  = 0.85 // that it turns down to
	recovery = 0.06 // a block: a third of the way back in some 80 ms
)

func (l *limiter) idle() { l.reduced = 0 }

// apply limits a block.
func (l *limiter) apply(left, right []float32) {
	var peak float32
	for i := range left {
		peak = max(peak, left[i], -left[i], right[i], -right[i])
	}
	goal := float32(0)
	if peak > ceiling {
		goal = 1 - ceiling/peak
	}
	from := l.reduced
	if goal > l.reduced {
		l.reduced = goal
	} else {
		l.reduced += (goal - l.reduced) * recovery
	}
	step := 4 * (l.reduced - from) / float32(len(left)) // it is there after a quarter of the block
	for i := range left {
		if from += step; (from-l.reduced)*step > 0 {
			from = l.reduced
		}
		left[i], right[i] = bend(left[i]*(1-from)), bend(right[i]*(1-from))
	}
}

// bend leaves what is below the ceiling as it is, and comes as near to 1 as there is more above.
func bend(value float32) float32 {
	const room = 1 - ceiling
	switch {
	case value > ceiling:
		over := (value - ceiling) / room
		return ceiling + room*over/(1+over)
	case value < -ceiling:
		return -bend(-value)
	}
	return value
}
