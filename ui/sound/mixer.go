package sound

import (
	"encoding/binary"
	"math"
)

const (
	maxVoices = 24 // at once

	ducked   = 0.5  // gain of the rest while something vital plays
	crowdAt  = 3    // voices of others at full volume
	crowding = 0.14 // each more lowers them all
)

// Mixer mixes effects. Its zero value has volume 0.
type Mixer struct {
	voices  [maxVoices]voice
	begun   uint32  // number of voices so far
	target  float32 // volume
	volume  float32
	reduced float32 // how far voices of others are turned down, 0 to 1
	tail    tail
	limit   limiter

	left, right [BlockFrames]float32 // reused
	behind      [2][BlockFrames]float32
}

// SetVolume sets the volume, 0 to 100. Equal steps sound equal.
func (m *Mixer) SetVolume(percent int) {
	share := float32(min(max(percent, 0), 100)) / 100
	m.target = share * share
}

// Play starts an effect with the next block, unless there are too many voices of higher rank.
func (m *Mixer) Play(c Cue) {
	if c.Effect >= Effects || recipes[c.Effect].make == nil || !(c.Gain > 0) {
		return
	}
	v := m.room(c.Effect)
	if v == nil {
		return
	}
	m.tail.fade(v)
	m.begun++
	*v = newVoice(c, m.begun)
}

// room returns a voice for an effect: a free one, the oldest of the same effect if there are too many of them, or the
// least important one; nil if all are more important.
func (m *Mixer) room(e Effect) *voice {
	var free, oldest, least *voice
	same := 0
	for i := range m.voices {
		v := &m.voices[i]
		switch {
		case v.over():
			free = v
			continue
		case v.effect == e:
			same++
			if oldest == nil || v.number < oldest.number {
				oldest = v
			}
		}
		if least == nil || v.rank() < least.rank() || v.rank() == least.rank() && v.number < least.number {
			least = v
		}
	}
	switch {
	case same >= recipes[e].voices:
		return oldest
	case free != nil:
		return free
	case least.rank() <= recipes[e].rank:
		return least
	}
	return nil
}

// Mix fills a block of up to BlockBytes.
func (m *Mixer) Mix(block []byte) {
	frames := len(block) / FrameBytes
	left, right := m.left[:frames], m.right[:frames]
	behindLeft, behindRight := m.behind[0][:frames], m.behind[1][:frames]
	clear(left)
	clear(right)
	clear(behindLeft)
	clear(behindRight)
	crowd, vitals, any := 0, 0, m.tail.add(left, right)
	for i := range m.voices {
		v := &m.voices[i]
		if v.over() {
			continue
		}
		any = true
		switch v.rank() {
		case around:
			crowd++
			v.add(behindLeft, behindRight)
			continue
		case vital:
			vitals++
		}
		v.add(left, right)
	}
	if !any {
		clear(block)
		m.volume, m.reduced = m.target, 0
		m.limit.idle()
		return
	}
	m.duck(left, right, behindLeft, behindRight, crowd, vitals)
	m.limit.apply(left, right)
	m.write(block, left, right)
}

// duck adds the voices of others to the rest: quieter if there are many, or under something vital.
func (m *Mixer) duck(left, right, behindLeft, behindRight []float32, crowd, vitals int) {
	goal := 1 / (1 + crowding*float32(max(crowd-crowdAt, 0)))
	if vitals > 0 {
		goal *= ducked
	}
	const perBlock = 0.3 // takes some 40 ms
	reduced := m.reduced
	m.reduced += (1 - goal - m.reduced) * perBlock
	step := (m.reduced - reduced) / float32(len(left))
	for i := range left {
		reduced += step
		left[i] += behindLeft[i] * (1 - reduced)
		right[i] += behindRight[i] * (1 - reduced)
	}
}

// write writes samples as bytes, at the volume.
func (m *Mixer) write(block []byte, left, right []float32) {
	step := (m.target - m.volume) / float32(len(left))
	for i := range left {
		m.volume += step
		binary.LittleEndian.PutUint16(block[FrameBytes*i:], uint16(sampleOf(left[i]*m.volume)))
		binary.LittleEndian.PutUint16(block[FrameBytes*i+2:], uint16(sampleOf(right[i]*m.volume)))
	}
	m.volume = m.target
}

func sampleOf(value float32) int16 { return int16(value * math.MaxInt16) }

// Playing reports whether any voice is still playing.
func (m *Mixer) Playing() bool {
	for i := range m.voices {
		if !m.voices[i].over() {
			return true
		}
	}
	return m.tail.full
}

// voice is an effect that plays.
type voice struct {
	effect      Effect
	number      uint32 // the higher the newer
	table       []float32
	at          float32 // position in the table
	pitch       float32
	left, right float32 // gain
	bright      float32 // 1 passes all treble
	smooth      float32 // state of the filter
}

// dullest leaves the farthest sounds little treble: above some 500 Hz they fade.
const dullest = 0.13

func newVoice(c Cue, number uint32) voice {
	pitch := c.Pitch
	if !(pitch > 0) {
		pitch = 1
	}
	angle := float64(min(max(c.Pan, -1), 1)+1) * math.Pi / 4 // constant power across the pan
	gain := min(c.Gain, 1) * recipes[c.Effect].level * math.Sqrt2
	return voice{
		effect: c.Effect, number: number, table: tables()[c.Effect], pitch: min(max(pitch, 0.5), 2),
		left: gain * float32(math.Cos(angle)), right: gain * float32(math.Sin(angle)),
		bright: 1 - (1-dullest)*min(max(c.Dull, 0), 1),
	}
}

func (v *voice) rank() rank { return recipes[v.effect].rank }

// over reports whether the voice has ended.
func (v *voice) over() bool { return int(v.at)+1 >= len(v.table) }

// add adds the next samples.
func (v *voice) add(left, right []float32) {
	if v.over() {
		return
	}
	ahead := float32(len(v.table)-1) - v.at // samples are interpolated, so the last one only ends
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

// tail is the ends of voices that were cut off, faded out to avoid clicks.
type tail struct {
	left, right [tailFrames]float32
	full        bool
}

const tailFrames = 64

// fade fades out a voice that still plays.
func (t *tail) fade(v *voice) {
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

// add adds the tail once, and reports whether there was one.
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

// limiter keeps the mix within -1 and 1: it turns everything down while it is too loud, and bends the remaining peaks.
type limiter struct {
	reduced float32 // 1 - gain
}

const (
	ceiling  = 0.85 // it turns down to this
	recovery = 0.06 // of the reduction, a block: a third in some 80 ms
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
	step := 4 * (l.reduced - from) / float32(len(left)) // reached after a quarter of the block
	for i := range left {
		if from += step; (from-l.reduced)*step > 0 {
			from = l.reduced
		}
		left[i], right[i] = bend(left[i]*(1-from)), bend(right[i]*(1-from))
	}
}

// bend keeps values up to the ceiling, and compresses those above to less than 1.
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
