package canvas

import "time"

// Tier is how much is drawn on a terminal, by its colours and its distance.
type Tier uint8

// The tiers, from the richest.
const (
	Rich         Tier = 0 // 16 million colours, near: dust, rock in all its tones, shadows, light
	StandardTier Tier = 1 // 256 colours, near
	Thrift       Tier = 2 // far away: what tells nothing is left out
	Sixteen      Tier = 3 // 8 or 16 colours, near
	MonoTier     Tier = 4 // none, near
)

func (t Tier) String() string {
	return [...]string{"rich", "standard", "thrift", "16 colours", "mono"}[t]
}

// TierOf returns that of a terminal of so many colours.
func TierOf(colours int, far bool) Tier {
	switch {
	case far:
		return Thrift
	case colours == 0:
		return MonoTier
	case colours <= 16:
		return Sixteen
	case colours <= 256:
		return StandardTier
	}
	return Rich
}

// Bound is how many bytes a second all pictures together may take, on average.
func (t Tier) Bound() int {
	if t == Thrift {
		return 15_000
	}
	return 100_000
}

// Detail is how much of what moves is drawn, and how often. The zero value is all of it.
type Detail struct {
	Pace
	TwoTones   bool // a ship has two, and no lights
	NoTrails   bool // shots are dots
	NoParallax bool // all stars stand still in the arena
	Hold       int  // of the pictures of a burst, each stands for so many; 0 for one
	Steps      int  // columns that the camera moves at least; 0 for as usual
	Pictures   int  // a second at most; 0 for any number
}

// Pace is how long the ships of others, near and far from what the camera looks at, and shots stand still, and by how much
// each slot is behind the one before: pictures in which only some move are less uneven, but together they share pens.
type Pace struct{ Near, Far, Shots, Behind time.Duration }

// paceOf is a Pace of so many times a second.
func paceOf(near, far, shots, behind time.Duration) Pace {
	return Pace{time.Second / near, time.Second / far, time.Second / shots, behind}
}

// nearSteps are what is left out one after the other where a line bears no more, of a terminal near by. What is seen least
// goes first; each has all those before it.
var nearSteps = []Detail{
	{Pace: paceOf(30, 30, 30, 0)},
	{Pace: paceOf(15, 15, 30, 0)},
	{Pace: paceOf(15, 15, 20, 0)},
	{Pace: paceOf(15, 15, 10, 0)},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true, NoParallax: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true, NoParallax: true, Pictures: 30},
}

// lag is by how much slots are behind each other on a terminal far away.
const lag = 7 * time.Millisecond

// farSteps are those of one far away, where there are no tones, trails and parallax to begin with.
var farSteps = []Detail{
	{Pace: paceOf(16, 8, 10, lag), Pictures: 60},
	{Pace: paceOf(10, 5, 10, lag), Hold: 2, Pictures: 30},
	{Pace: paceOf(10, 5, 6, lag), Hold: 3, Pictures: 30},
	{Pace: paceOf(10, 5, 6, lag), Hold: 3, Steps: 4, Pictures: 20},
	{Pace: paceOf(8, 4, 5, lag), Hold: 3, Steps: 4, Pictures: 15},
	{Pace: paceOf(6, 3, 4, lag), Hold: 6, Steps: 4, Pictures: 12},
	{Pace: paceOf(5, 2, 3, lag), Hold: 6, Steps: 6, Pictures: 10},
}

// DetailSteps is how many steps there are down from all that is drawn.
func DetailSteps(far bool) int {
	if far {
		return len(farSteps) - 1
	}
	return len(nearSteps) - 1
}

// DetailOf returns what is drawn after so many steps down.
func DetailOf(far bool, step int) Detail {
	steps := nearSteps
	if far {
		steps = farSteps
	}
	return steps[min(max(step, 0), len(steps)-1)]
}
