package link

import (
	"math/rand/v2"
	"time"
)

// fate is what chance does to one packet.
type fate struct {
	lost, twice, reordered bool
	jitter, secondJitter   time.Duration
}

// fates draws the fates of the packets of one channel.
type fates struct {
	conditions Conditions
	chance     *rand.Rand
}

func newFates(c Conditions, ch Channel) fates {
	return fates{c, rand.New(rand.NewPCG(c.Seed, uint64(ch)))}
}

// next draws as much for every packet, whatever comes of it, so that the n-th is
// lost or not whatever the other conditions are.
func (f fates) next() fate {
	return fate{
		lost:         f.chance.Float64() < f.conditions.Loss,
		twice:        f.chance.Float64() < f.conditions.Duplicate,
		reordered:    f.chance.Float64() < f.conditions.Reorder,
		jitter:       f.jitter(),
		secondJitter: f.jitter(),
	}
}

func (f fates) jitter() time.Duration {
	return time.Duration(f.chance.Float64() * float64(f.conditions.Jitter))
}
