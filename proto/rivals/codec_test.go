package rivals_test

import "sync"

// codec is a way to send a match. It keeps buffers, so it belongs to one test at
// a time.
type codec interface {
	// encode appends what leads a client that has base to now.
	encode(b []byte, base, now *frame) []byte
	// decode takes that by a client that has base, and keeps what it led to.
	decode(b []byte, base *frame) error
	// arrived reports whether that is what now holds for this codec.
	arrived(now *frame) bool
}

// rivals are the codecs to compare with, and how they are called.
var rivals = []struct {
	name string
	make func() codec
}{
	{"seed", func() codec { return &seed{} }},
	{"json", func() codec { return &jsonText{} }},
	{"gob/message", func() codec { return &gobMessage{} }},
	{"gob/stream", func() codec { return newGobStream() }},
	{"protobuf", func() codec { return &protobuf{} }},
	{"quake3/raw", func() codec { return &quake3{} }},
	{"quake3/huffman", func() codec { return &quake3{code: quake3Code()} }},
	{"teeworlds", func() codec { return &teeworlds{code: teeworldsCode()} }},
	{"keyframe", func() codec { return &keyframe{setup: theMatch().setup} }},
	{"ours", func() codec { return &ours{match: theMatch()} }},
}

// figures is how much a codec needs for the whole schedule.
type figures struct{ packets, bytes, most int }

func (f figures) mean() float64 { return float64(f.bytes) / float64(f.packets) }

func (f figures) kbits() float64 { return f.mean() * 8 * packetRate / 1000 } // a second

func (f figures) bitsPerShip() float64 { return f.mean() * 8 / ships }

const ships = 64 // in the match

// measured has the figures of all codecs by name.
var measured = sync.OnceValue(func() map[string]figures {
	all := map[string]figures{}
	for _, r := range rivals {
		all[r.name] = measure(r.make())
	}
	return all
})

func measure(c codec) (f figures) {
	m := theMatch()
	var b []byte
	for _, p := range schedule(len(m.frames)) {
		b = c.encode(b[:0], &m.frames[p.base], &m.frames[p.now])
		f.packets++
		f.bytes += len(b)
		f.most = max(f.most, len(b))
	}
	return f
}

// rehearse lets a codec encode the match that tables are made from.
func rehearse(c codec) {
	m := trainingMatch()
	var b []byte
	for _, p := range schedule(len(m.frames)) {
		b = c.encode(b[:0], &m.frames[p.base], &m.frames[p.now])
	}
}

// sample returns some packets of the schedule, from its beginning to its end: so
// few that decoding them by every codec takes no time worth mentioning.
func sample() (some []packet) {
	const every = 11 // prime, to fall on all phases of whatever is periodic
	packets := schedule(len(theMatch().frames))
	for i := 0; i < len(packets); i += every {
		some = append(some, packets[i])
	}
	return some
}
