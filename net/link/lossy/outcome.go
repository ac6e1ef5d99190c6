package lossy

import (
	"math/rand/v2"
	"time"

	"dogfight/net/link"
)

// outcome is the fate of one packet.
type outcome struct {
	lost, twice, reordered bool
	jitter, secondJitter   time.Duration
}

// outcomes draws the outcomes of the packets of one channel.
type outcomes struct {
	conditions Conditions
	chance     *rand.Rand
	bad        bool // the network is in a burst of loss
}

func newOutcomes(c Conditions, ch link.Channel) *outcomes {
	return &outcomes{conditions: c, chance: rand.New(rand.NewPCG(c.Seed, uint64(ch)))}
}

// next draws the same number of values for every packet, so that the loss of the n-th does not depend on the other
// conditions.
func (f *outcomes) next() outcome {
	return outcome{
		lost:         f.lost(f.chance.Float64()),
		twice:        f.chance.Float64() < f.conditions.Duplicate,
		reordered:    f.chance.Float64() < f.conditions.Reorder,
		jitter:       f.jitter(),
		secondJitter: f.jitter(),
	}
}

func (f *outcomes) jitter() time.Duration {
	return time.Duration(f.chance.Float64() * float64(f.conditions.Jitter))
}

// lost decides by a draw from 0 to 1 whether a packet is lost. Bursts are those of Gilbert (1960): the network is good
// or bad, and changes so often that the shares of loss come out right.
func (f *outcomes) lost(draw float64) bool {
	c := &f.conditions
	if c.Burst <= 1 {
		return draw < c.Loss
	}
	if f.bad {
		f.bad = draw >= 1/c.Burst
	} else {
		f.bad = draw < c.Loss/(1-c.Loss)/c.Burst
	}
	return f.bad
}
