package sound

import "math"

// The elements of effects. They are slow and simple: each effect is made once.

// wave is a sound under construction.
type wave []float32

// lasting returns silence.
func lasting(ms int) wave { return make(wave, ms*Rate/1000) }

// shape is a curve over a wave, from its beginning, 0, to its end, 1.
type shape func(at float64) float64

func steady(value float64) shape { return func(float64) float64 { return value } }

// sweep goes from one value to another in equal ratios, like pitch.
func sweep(from, to float64) shape {
	return func(at float64) float64 { return from * math.Pow(to/from, at) }
}

// dying is 1 at first and halves with each step of that length.
func dying(half float64) shape {
	return func(at float64) float64 { return math.Exp2(-at / half) }
}

// swelling rises until peak, and falls to 0 afterwards.
func swelling(peak float64) shape {
	return func(at float64) float64 {
		if at < peak {
			return math.Sin(at / peak * math.Pi / 2)
		}
		return math.Pow(math.Cos((at-peak)/(1-peak)*math.Pi/2), 1.5)
	}
}

// times multiplies shapes.
func times(a, b shape) shape { return func(at float64) float64 { return a(at) * b(at) } }

// Forms of a tone, by phase from 0 to 1.
func sine(phase float64) float64 { return math.Sin(2 * math.Pi * phase) }

// reed is a sine with its first odd overtones: as bright as a square, without aliasing.
func reed(phase float64) float64 {
	return (sine(phase) + sine(3*phase)/3 + sine(5*phase)/5) / 1.2
}

// grain is the number of samples over which a shape is interpolated.
const grain = 16

// along calls each for all samples with the values of two shapes.
func (w wave) along(pitch, loud shape, each func(i int, pitch, loud float64)) {
	p, l := pitch(0), loud(0)
	for from := 0; from < len(w); from += grain {
		at := min(float64(from+grain)/float64(len(w)), 1)
		nextP, nextL := pitch(at), loud(at)
		for k := range min(grain, len(w)-from) {
			part := float64(k) / grain
			each(from+k, p+(nextP-p)*part, l+(nextL-l)*part)
		}
		p, l = nextP, nextL
	}
}

// tone adds a tone.
func (w wave) tone(form func(float64) float64, hertz, loud shape) wave {
	phase := 0.0
	w.along(hertz, loud, func(i int, hertz, loud float64) {
		w[i] += float32(form(phase) * loud)
		phase += hertz / Rate
		phase -= math.Floor(phase)
	})
	return w
}

// noise adds band-pass noise around hertz; the narrower, the more it sings.
func (w wave) noise(seed uint32, hertz shape, narrow float64, loud shape) wave {
	var low, band float64
	cut := func(at float64) float64 { return 2 * math.Sin(math.Pi*math.Min(hertz(at), Rate/6)/Rate) } // the filter is unstable above Rate/6
	w.along(cut, loud, func(i int, cut, loud float64) {
		low += cut * band
		band += cut * (hiss(&seed) - low - band/narrow)
		w[i] += float32(band * loud)
	})
	return w
}

// rumble adds low-pass noise below hertz.
func (w wave) rumble(seed uint32, hertz, loud shape) wave {
	var once, twice float64
	cut := func(at float64) float64 { return 1 - math.Exp(-2*math.Pi*hertz(at)/Rate) }
	w.along(cut, loud, func(i int, cut, loud float64) {
		once += cut * (hiss(&seed) - once)
		twice += cut * (once - twice)
		w[i] += float32(twice * loud)
	})
	return w
}

// hiss returns the next random number from -1 to 1.
func hiss(state *uint32) float64 {
	*state ^= *state << 13
	*state ^= *state >> 17
	*state ^= *state << 5
	return float64(*state)/math.MaxUint32*2 - 1
}

// with adds another wave after so many milliseconds, as far as there is room.
func (w wave) with(ms int, other wave) wave {
	for i, sample := range other {
		if at := ms*Rate/1000 + i; at < len(w) {
			w[at] += sample
		}
	}
	return w
}

// The least times of rise and fall that do not click.
const (
	attack  = 2  // milliseconds
	release = 12 // milliseconds
)

// done scales a wave to its full height, and its ends to 0.
func (w wave) done() []float32 {
	var peak float32
	for _, sample := range w {
		peak = max(peak, sample, -sample)
	}
	in, out := attack*Rate/1000, release*Rate/1000
	for i := range w {
		w[i] /= peak
		if i < in {
			w[i] *= float32(i) / float32(in)
		}
		if left := len(w) - 1 - i; left < out {
			w[i] *= float32(left) / float32(out)
		}
	}
	return w
}

// Notes, in hertz.
const (
	c4, e4, g4, a4     = 261.63, 329.63, 392.00, 440.00
	c5, d5, e5, g5, a5 = 523.25, 587.33, 659.26, 783.99, 880.00
	c6, d6, e6, g6     = 1046.50, 1174.66, 1318.51, 1567.98
	eFlat4, aFlat3, g3 = 311.13, 207.65, 196.00
)

// note is a note of a tune.
type note struct {
	ms    int
	hertz float64
}

// bell is a ringing note.
func bell(hertz float64, ms int) wave {
	return lasting(ms).
		tone(sine, steady(hertz), dying(0.22)).
		tone(sine, steady(2.01*hertz), times(dying(0.12), steady(0.35))).
		tone(sine, steady(3.02*hertz), times(dying(0.07), steady(0.15)))
}

// horn is a held note.
func horn(hertz float64, ms int) wave {
	return lasting(ms).tone(reed, steady(hertz), times(swelling(0.08), steady(0.7))).tone(reed, steady(1.004*hertz), times(swelling(0.08), steady(0.5)))
}

// tune plays notes, each with the same duration.
func tune(voice func(hertz float64, ms int) wave, each int, notes ...note) wave {
	w := lasting(notes[len(notes)-1].ms + each)
	for _, n := range notes {
		w.with(n.ms, voice(n.hertz, each))
	}
	return w
}
