package sound

import (
	"encoding/binary"
	"math"
)

const (
	mostVoices = 24 // that are heard at once

	ducked   = 0.5  // what is left of the rest under something vital
	crowdAt  = 3    // voices around that are heard in full
	crowding = 0.14 // by how much each more lowers them all
)

// Mixer plays effects together. Its zero value is silent until it is given a volume.
type Mixer struct {
	voices [mostVoices]voice
	begun  uint32  // voices, ever
	target float32 // of volume
	volume float32
	given  float32 // by how much what is around has given way, 0 to 1
	tail   tail
	limit  limiter

	left, right [BlockFrames]float32 // reused
	behind      [2][BlockFrames]float32
}

// SetVolume sets how loud all is, 0 to 100. Each tenth is about as much.
func (m *Mixer) SetVolume(percent int) {
	share := float32(min(max(percent, 0), 100)) / 100
	m.target = share * share
}

// Play starts an effect with the next block. Where there are too many voices one gives way, or it is not heard.
func (m *Mixer) Play(c Cue) {
	if c.Effect >= Effects || recipes[c.Effect].make == nil || !(c.Gain > 0) {
		return
	}
	v := m.room(c.Effect)
	if v == nil {
		return
	}
	m.tail.take(v)
	m.begun++
	*v = newVoice(c, m.begun)
}

// room returns a voice for an effect: one that is free, the oldest of the same effect if that has as many as it may,
// or else the first to give way; nil if none has to.
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

// Mix fills a block of BlockBytes or less with what comes next.
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
		m.volume, m.given = m.target, 0
		m.limit.idle()
		return
	}
	m.giveWay(left, right, behindLeft, behindRight, crowd, vitals)
	m.limit.apply(left, right)
	m.write(block, left, right)
}

// giveWay adds what is around to the rest: quieter where it is much, or under something vital.
func (m *Mixer) giveWay(left, right, behindLeft, behindRight []float32, crowd, vitals int) {
	goal := 1 / (1 + crowding*float32(max(crowd-crowdAt, 0)))
	if vitals > 0 {
		goal *= ducked
	}
	const perBlock = 0.3 // so that it takes some 40 ms
	given := m.given
	m.given += (1 - goal - m.given) * perBlock
	step := (m.given - given) / float32(len(left))
	for i := range left {
		given += step
		left[i] += behindLeft[i] * (1 - given)
		right[i] += behindRight[i] * (1 - given)
	}
}

// write writes samples as bytes, in the volume that is set.
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

// Playing reports whether something is still to be heard.
func (m *Mixer) Playing() bool {
	for i := range m.voices {
		if !m.voices[i].over() {
			return true
		}
	}
	return m.tail.full
}
