package sound

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// mix returns the left and right samples of so many blocks.
func mix(m *Mixer, blocks int) (left, right []int16) {
	var block [BlockBytes]byte
	for range blocks {
		m.Mix(block[:])
		for i := 0; i < len(block); i += FrameBytes {
			left = append(left, int16(binary.LittleEndian.Uint16(block[i:])))
			right = append(right, int16(binary.LittleEndian.Uint16(block[i+2:])))
		}
	}
	return left, right
}

// loud returns a silent mixer at full volume.
func loud() *Mixer {
	m := &Mixer{}
	m.SetVolume(100)
	mix(m, 1)
	return m
}

func power(samples []int16) (sum float64) {
	for _, s := range samples {
		sum += float64(s) * float64(s)
	}
	return sum / float64(len(samples))
}

func TestEffectsBeginAndEndInSilence(t *testing.T) {
	for e := Silence + 1; e < Effects; e++ {
		table := tables()[e]
		var peak float32
		for _, s := range table {
			peak = max(peak, s, -s)
		}
		if table[0] != 0 || table[len(table)-1] != 0 || peak < 0.5 || peak > 1 {
			t.Errorf("effect %d: from %v to %v, at most %v", e, table[0], table[len(table)-1], peak)
		}
		if length := time.Duration(len(table)) * time.Second / Rate; length > 1600*time.Millisecond {
			t.Errorf("effect %d lasts %v", e, length)
		}
	}
}

// alike is how like each other the beginnings of two effects are, at the best shift; 1 is the same.
func alike(a, b []float32) (best float64) {
	const most = 3 * Rate / 10
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	var aa, bb float64
	for _, s := range a {
		aa += float64(s) * float64(s)
	}
	for _, s := range b {
		bb += float64(s) * float64(s)
	}
	step := 4
	if *Long {
		step = 2
	}
	for shift := -200; shift <= 200; shift += step {
		var ab [4]float64 // which a processor adds up side by side
		there, then := a[min(max(-shift, 0), len(a)):], b[min(max(shift, 0), len(b)):]
		n := min(len(there), len(then)) &^ 3 // up to three samples of thousands are left out
		there, then = there[:n], then[:n]
		for i := 0; i+4 <= len(there) && i+4 <= len(then); i += 4 {
			ab[0] += float64(there[i] * then[i])
			ab[1] += float64(there[i+1] * then[i+1])
			ab[2] += float64(there[i+2] * then[i+2])
			ab[3] += float64(there[i+3] * then[i+3])
		}
		best = max(best, math.Abs(ab[0]+ab[1]+ab[2]+ab[3])/math.Sqrt(aa*bb))
	}
	return best
}

func TestEffectsAreDistinct(t *testing.T) {
	t.Parallel()
	for a := Silence + 1; a < Effects; a++ {
		for b := a + 1; b < Effects; b++ {
			if like := alike(tables()[a], tables()[b]); like > 0.75 {
				t.Errorf("effects %d and %d are alike by %.2f", a, b, like)
			}
		}
	}
}

// loudest is how loud the loudest twentieth of a second of an effect is, in decibels below the most there can be.
func loudest(e Effect) (most float64) {
	m := loud()
	m.Play(Cue{Effect: e, Gain: 1})
	l, _ := mix(m, 60)
	const span = Rate / 20
	for i := 0; i+span < len(l); i += span / 5 {
		most = max(most, power(l[i:i+span]))
	}
	return 10 * math.Log10(most/(math.MaxInt16*math.MaxInt16))
}

func TestShotsAreQuieterThanVitalEffects(t *testing.T) {
	for _, shot := range []Effect{Cannon, Spread, Rail, Mine, Struck} {
		for _, e := range []Effect{Hurt, Explosion, Blast, Death, LowHP, LastCount} {
			if quieter := loudest(e) - loudest(shot); quieter < 3 {
				t.Errorf("effect %d, a shot, is %.1f dB quieter than effect %d", shot, quieter, e)
			}
		}
	}
	if loudest(Death) > -6 {
		t.Errorf("the loudest, alone, is at %.1f dB: nothing is left for the rest", loudest(Death))
	}
}

func TestNothingToPlayIsSilence(t *testing.T) {
	left, right := mix(loud(), 10)
	if power(left)+power(right) != 0 {
		t.Error("there is something")
	}
}

func TestPanMovesTheSound(t *testing.T) {
	for _, pan := range []float32{-1, 0, 1} {
		m := loud()
		m.Play(Cue{Effect: Explosion, Gain: 1, Pan: pan})
		l, r := mix(m, 40)
		left, right := power(l), power(r)
		switch {
		case pan < 0 && right > left/100, pan > 0 && left > right/100, pan == 0 && left != right:
			t.Errorf("pan %v: %.0f to the left, %.0f to the right", pan, left, right)
		}
	}
}

func TestFarIsDuller(t *testing.T) {
	treble := func(dull float32) float64 {
		m := loud()
		m.Play(Cue{Effect: Explosion, Gain: 1, Dull: dull})
		l, _ := mix(m, 40)
		steps := make([]int16, len(l)-1)
		for i := range steps {
			steps[i] = (l[i+1] - l[i]) / 2
		}
		return power(steps) / power(l)
	}
	if near, far := treble(0), treble(1); far > near/4 {
		t.Errorf("the share of treble is %.4f near and %.4f far", near, far)
	}
}

func TestVolumeIsInSteps(t *testing.T) {
	var last float64
	for volume := 0; volume <= 100; volume += 10 {
		m := &Mixer{}
		m.SetVolume(volume)
		mix(m, 1)
		m.Play(Cue{Effect: Victory, Gain: 1})
		l, _ := mix(m, 40)
		if is := power(l); volume == 0 && is != 0 || volume > 0 && is <= last {
			t.Errorf("volume %d: %.0f after %.0f", volume, is, last)
		} else {
			last = is
		}
	}
}

// riot plays everything at once, more than any fight.
func riot(m *Mixer, chance *rand.Rand) {
	for range 12 {
		m.Play(Cue{
			Effect: 1 + Effect(chance.IntN(int(Effects)-1)), Gain: chance.Float32(), Pan: 2*chance.Float32() - 1,
			Dull: chance.Float32(), Pitch: 0.8 + 0.4*chance.Float32(),
		})
	}
}

func TestNothingIsCutOffHoweverLoud(t *testing.T) {
	m, chance := loud(), rand.New(rand.NewPCG(1, 2))
	flat, highest, steepest := 0, int16(0), 0
	var last [2]int16
	for range 2000 {
		riot(m, chance)
		l, r := mix(m, 1)
		for i := range l {
			for side, s := range [2]int16{l[i], r[i]} {
				if s == math.MaxInt16 || s == math.MinInt16 || s == last[side] && (s > 30000 || s < -30000) {
					flat++
				}
				highest = max(highest, s, -s)
				steepest = max(steepest, int(s)-int(last[side]), int(last[side])-int(s))
				last[side] = s
			}
		}
	}
	t.Logf("the highest of %d samples is %d, the steepest step %d", 2000*2*BlockFrames, highest, steepest)
	if flat > 20 {
		t.Errorf("%d samples are cut off", flat)
	}
	if highest < 20000 {
		t.Errorf("a riot is no louder than %d", highest)
	}
}

func TestLimiterDoesNotChangeQuietSound(t *testing.T) {
	var l limiter
	left, right := make([]float32, BlockFrames), make([]float32, BlockFrames)
	for i := range left {
		left[i], right[i] = 0.5*float32(math.Sin(float64(i)/5)), 0.3
	}
	was := left[10]
	l.apply(left, right)
	if left[10] != was || right[10] != 0.3 {
		t.Errorf("%v became %v", was, left[10])
	}
}

func TestVitalEffectsPlayInAnyCrowd(t *testing.T) {
	m := loud()
	for range 50 {
		for _, e := range []Effect{Cannon, Spread, Rail, Mine, Explosion, Blast} {
			m.Play(Cue{Effect: e, Gain: 1})
		}
		mix(m, 1)
	}
	m.Play(Cue{Effect: Hurt, Gain: 1})
	playing := map[Effect]int{}
	for i := range m.voices {
		if !m.voices[i].over() {
			playing[m.voices[i].effect]++
		}
	}
	if playing[Hurt] != 1 {
		t.Errorf("no hit sounds among %v", playing)
	}
	for e, n := range playing {
		if n > recipes[e].voices {
			t.Errorf("effect %d is played %d times at once", e, n)
		}
	}
}

func TestVitalEffectsDuckOthers(t *testing.T) {
	alone, under := loud(), loud()
	for _, m := range []*Mixer{alone, under} {
		m.Play(Cue{Effect: Explosion, Gain: 0.3, Pan: 1})
	}
	under.Play(Cue{Effect: Hurt, Gain: 1, Pan: -1})
	_, whole := mix(alone, 15)
	_, rest := mix(under, 15)
	if share := math.Sqrt(power(rest) / power(whole)); share > 0.75 {
		t.Errorf("%.2f of it is left under a hit", share)
	}
}

func TestCutVoicesDoNotClick(t *testing.T) {
	m := loud()
	steepest := func(samples []int16) (most int) {
		for i := 1; i < len(samples); i++ {
			most = max(most, int(samples[i])-int(samples[i-1]), int(samples[i-1])-int(samples[i]))
		}
		return most
	}
	m.Play(Cue{Effect: Victory, Gain: 1})
	before, _ := mix(m, 30)
	m.Play(Cue{Effect: Victory, Gain: 1}) // of which there is one voice
	after, _ := mix(m, 1)
	if was, is := steepest(before), steepest(append(before[len(before)-1:], after...)); is > 2*was {
		t.Errorf("a step of %d, where those before were %d at most", is, was)
	}
}

func TestMixingAllocatesNothing(t *testing.T) {
	m, chance := loud(), rand.New(rand.NewPCG(1, 2))
	var block [BlockBytes]byte
	if n := testing.AllocsPerRun(200, func() { riot(m, chance); m.Mix(block[:]) }); n != 0 {
		t.Errorf("%v allocations a block", n)
	}
}

// busyBlocks is how often a riot keeps all voices busy: that are 130 Cues a second.
const busyBlocks = 8

// BenchmarkMix mixes about as many voices as there can be.
func BenchmarkMix(b *testing.B) {
	Prepare()
	m, chance := loud(), rand.New(rand.NewPCG(1, 2))
	var block [BlockBytes]byte
	for i := 0; b.Loop(); i++ {
		if i%busyBlocks == 0 {
			riot(m, chance)
		}
		m.Mix(block[:])
	}
	b.ReportMetric(float64(b.N)*BlockFrames/Rate/b.Elapsed().Seconds(), "s-of-sound/s")
	b.ReportMetric(100*b.Elapsed().Seconds()/(float64(b.N)*BlockFrames/Rate), "%-of-a-core")
}

func BenchmarkPrepare(b *testing.B) {
	for b.Loop() {
		for _, r := range recipes {
			if r.make != nil {
				r.make()
			}
		}
	}
}
