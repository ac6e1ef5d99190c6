package sound

import "math"

// voice is an effect that is being played.
type voice struct {
	effect      Effect
	number      uint32 // the higher the newer
	table       []float32
	at          float32 // where in the table
	pitch       float32
	left, right float32 // gain
	bright      float32 // 1 lets all treble through
	smooth      float32 // what the filter holds
}

// dullest is how little treble the farthest has: what is above some 500 Hz fades.
const dullest = 0.13

func newVoice(c Cue, number uint32) voice {
	pitch := c.Pitch
	if !(pitch > 0) {
		pitch = 1
	}
	angle := float64(min(max(c.Pan, -1), 1)+1) * math.Pi / 4 // at which both sides together have the same power everywhere
	gain := min(c.Gain, 1) * recipes[c.Effect].level * math.Sqrt2
	return voice{
		effect: c.Effect, number: number, table: tables()[c.Effect], pitch: min(max(pitch, 0.5), 2),
		left: gain * float32(math.Cos(angle)), right: gain * float32(math.Sin(angle)),
		bright: 1 - (1-dullest)*min(max(c.Dull, 0), 1),
	}
}

func (v *voice) rank() rank { return recipes[v.effect].rank }

// over reports whether there is no more to be played.
func (v *voice) over() bool { return int(v.at)+1 >= len(v.table) }

// add adds what comes next.
func (v *voice) add(left, right []float32) {
	if v.over() {
		return
	}
	ahead := float32(len(v.table)-1) - v.at // that may be begun within, for the next sample counts too
	frames := min(len(left), int(math.Ceil(float64(ahead/v.pitch))))
	left, right = left[:frames], right[:frames]
	table, at, smooth := v.table, v.at, v.smooth
	for i := range left {
		whole := min(int(at), len(table)-2)
		a, b := table[whole], table[whole+1]
		smooth += v.bright * (a + (b-a)*(at-float32(whole)) - smooth)
		left[i] += smooth * v.left
		right[i] += smooth * v.right
		at += v.pitch
	}
	v.at, v.smooth = at, smooth
}

// tail is the end of voices that were cut off, faded out: they would click.
type tail struct {
	left, right [tailFrames]float32
	full        bool
}

const tailFrames = 64

// take fades a voice out, if it plays.
func (t *tail) take(v *voice) {
	if v.over() {
		return
	}
	var left, right [tailFrames]float32
	v.add(left[:], right[:])
	for i := range left {
		fade := 1 - float32(i)/tailFrames
		t.left[i] += left[i] * fade
		t.right[i] += right[i] * fade
	}
	t.full = true
}

// add adds what was taken, once, and reports whether there was any.
func (t *tail) add(left, right []float32) bool {
	if !t.full {
		return false
	}
	for i := range min(tailFrames, len(left)) {
		left[i] += t.left[i]
		right[i] += t.right[i]
	}
	*t = tail{}
	return true
}
