package sound_test

import (
	"encoding/binary"
	"time"

	"dogfight/ui/sound"
)

// recording is what a Mixer made so far, block by block as a player takes them.
type recording struct {
	mixer sound.Mixer
	bytes []byte
}

// until mixes all that is due at a time.
func (r *recording) until(at time.Duration) {
	for time.Duration(len(r.bytes)/sound.FrameBytes)*time.Second/sound.Rate < at {
		r.mixer.SetVolume(100)
		r.bytes = append(r.bytes, make([]byte, sound.BlockBytes)...)
		r.mixer.Mix(r.bytes[len(r.bytes)-sound.BlockBytes:])
	}
}

// mono returns both sides together, less what is alike from one frame to the next: rumble, in which all else would drown.
func (r *recording) mono() []float64 {
	both := make([]float64, len(r.bytes)/sound.FrameBytes)
	last := 0.0
	for i := range both {
		left := int16(binary.LittleEndian.Uint16(r.bytes[sound.FrameBytes*i:]))
		right := int16(binary.LittleEndian.Uint16(r.bytes[sound.FrameBytes*i+2:]))
		sum := float64(left) + float64(right)
		both[i], last = sum-0.95*last, sum
	}
	return both
}

// tolerance is how far from its time an event may be found.
const tolerance = 80 * time.Millisecond

// tally counts events, and those among them that were found.
type tally struct{ found, all int }

func (t *tally) add(other tally) {
	t.found += other.found
	t.all += other.all
}

// findAll counts the events of each effect that are found, all looked for so much later than they were.
func findAll(mono []float64, events []told, later time.Duration) map[sound.Effect]tally {
	counts := map[sound.Effect]tally{}
	filters := map[sound.Effect]filter{}
	for _, ev := range events {
		f, ok := filters[ev.effect]
		if !ok {
			f = newFilter(ev.effect)
			filters[ev.effect] = f
		}
		n := counts[ev.effect]
		n.all++
		if f.finds(mono, ev.at+later) {
			n.found++
		}
		counts[ev.effect] = n
	}
	return counts
}

// filter is matched to an effect: what that is alone.
type filter struct {
	samples []float64
	energy  float64
}

// filterTime is how much of an effect is looked for: its beginning tells it best.
const filterTime = 60 * time.Millisecond

// likeEnough is how much of an effect must be there. Of what is near half is left under something vital, and less in a crowd.
const likeEnough = 0.35

func newFilter(e sound.Effect) filter {
	var alone recording
	alone.until(1) // a block, in which it gets loud
	alone.mixer.Play(sound.Cue{Effect: e, Gain: 1})
	alone.until(filterTime)
	f := filter{samples: alone.mono()[sound.BlockFrames:]}
	for _, s := range f.samples {
		f.energy += s * s
	}
	return f
}

// finds reports whether enough of the effect is somewhere within the tolerance of a time. It looks at that time first, where the
// effect is as a rule.
func (f *filter) finds(mono []float64, at time.Duration) bool {
	first, last := max(frame(at-tolerance), 0), min(frame(at+tolerance), len(mono)-len(f.samples))
	middle := frame(at)
	for off := 0; middle-off >= first || middle+off <= last; off++ {
		for _, i := range [2]int{middle + off, middle - off} {
			if i >= first && i <= last && f.isAt(mono[i:]) {
				return true
			}
		}
	}
	return false
}

// isAt reports whether a sound begins with enough of the effect.
func (f *filter) isAt(mono []float64) bool {
	there := mono[:len(f.samples)]
	var both [4]float64 // which a processor adds up side by side
	k := 0
	for ; k+4 <= len(f.samples); k += 4 {
		both[0] += f.samples[k] * there[k]
		both[1] += f.samples[k+1] * there[k+1]
		both[2] += f.samples[k+2] * there[k+2]
		both[3] += f.samples[k+3] * there[k+3]
	}
	for ; k < len(f.samples); k++ {
		both[0] += f.samples[k] * there[k]
	}
	return both[0]+both[1]+both[2]+both[3] > likeEnough*f.energy
}

func frame(at time.Duration) int { return int(at * sound.Rate / time.Second) }
