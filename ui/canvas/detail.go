package canvas

import "time"

// Tier is how richly to draw for a terminal, by its colours and its bandwidth.
type Tier uint8

// The tiers, from the richest.
const (
	Rich         Tier = 0 // 16 million colours, near: dust, rock in all its tones, shadows, light
	StandardTier Tier = 1 // 256 colours, near
	Thrift       Tier = 2 // low bandwidth: no decoration
	Sixteen      Tier = 3 // 8 or 16 colours, near
	MonoTier     Tier = 4 // no colours, near
)

func (t Tier) String() string {
	return [...]string{"rich", "standard", "thrift", "16 colours", "mono"}[t]
}

// TierOf returns the tier of a terminal.
func TierOf(colours int, lowBandwidth bool) Tier {
	switch {
	case lowBandwidth:
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

// Bound returns the bytes a second that pictures may take on average.
func (t Tier) Bound() int {
	if t == Thrift {
		return 15_000
	}
	return 100_000
}

// Detail is how much of the moving things to draw, and how often. The zero value draws everything.
type Detail struct {
	Pace
	TwoTones   bool // ships have two tones and no lights
	NoTrails   bool // shots are dots
	NoParallax bool // all stars are fixed to the arena
	Hold       int  // show each picture of a burst for so many; 0 for one
	Steps      int  // the camera moves by at least so many columns; 0 for no minimum
	Pictures   int  // most pictures a second; 0 for no limit
}

// Pace is how long ships of others near the camera, far ones and shots keep their place, and how much later each slot moves
// than the one before: pictures are of more even size if some ships move in each, and smaller if all move together.
type Pace struct{ Near, Far, Shots, Behind time.Duration }

// paceOf returns a Pace from rates a second.
func paceOf(near, far, shots, behind time.Duration) Pace {
	return Pace{time.Second / near, time.Second / far, time.Second / shots, behind}
}

// usualSteps are the details as the line gets slower: each step leaves out more, the least visible first.
var usualSteps = []Detail{
	{Pace: paceOf(30, 30, 30, 0)},
	{Pace: paceOf(15, 15, 30, 0)},
	{Pace: paceOf(15, 15, 20, 0)},
	{Pace: paceOf(15, 15, 10, 0)},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true, NoParallax: true},
	{Pace: paceOf(15, 15, 10, 0), TwoTones: true, NoTrails: true, NoParallax: true, Pictures: 30},
}

// lag is the delay between slots with low bandwidth.
const lag = 7 * time.Millisecond

// lowBandwidthSteps are the steps with low bandwidth, which begin without tones, trails and parallax.
var lowBandwidthSteps = []Detail{
	{Pace: paceOf(16, 8, 10, lag), Pictures: 60},
	{Pace: paceOf(10, 5, 10, lag), Hold: 2, Pictures: 30},
	{Pace: paceOf(10, 5, 6, lag), Hold: 3, Pictures: 30},
	{Pace: paceOf(10, 5, 6, lag), Hold: 3, Steps: 4, Pictures: 20},
	{Pace: paceOf(8, 4, 5, lag), Hold: 3, Steps: 4, Pictures: 15},
	{Pace: paceOf(6, 3, 4, lag), Hold: 6, Steps: 4, Pictures: 12},
	{Pace: paceOf(5, 2, 3, lag), Hold: 6, Steps: 6, Pictures: 10},
}

// DetailSteps returns the number of steps down from full detail.
func DetailSteps(lowBandwidth bool) int {
	if lowBandwidth {
		return len(lowBandwidthSteps) - 1
	}
	return len(usualSteps) - 1
}

// DetailOf returns the detail after so many steps down.
func DetailOf(lowBandwidth bool, step int) Detail {
	steps := usualSteps
	if lowBandwidth {
		steps = lowBandwidthSteps
	}
	return steps[min(max(step, 0), len(steps)-1)]
}
