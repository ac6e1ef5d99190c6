package rivals_test

import (
	"errors"
	"sync"
)

// quake3 sends changed fields as Quake 3's MSG_WriteDeltaEntity does:
//
//	number            10 bits; all 1 after the last
//	removed           1 bit; if it is, that is all
//	count             3 bits: of fields, up to the last that changed
//	of each           1 bit changed; if so, 1 bit not 0; if so, the number in as
//	                  many bits as the field has
//
// A number's bits beyond full bytes go as they are; its bytes go as they are too
// or, as there, by a static Huffman code.
type quake3 struct {
	code *huffman // nil without
	seen *tally   // nil but in training
	got  snapshot
}

const fieldCountBits = 3 // hold maxFields

var quake3Code = sync.OnceValue(func() *huffman {
	learner := &quake3{seen: &tally{}}
	rehearse(learner)
	return newHuffman(learner.seen)
})

func (c *quake3) encode(b []byte, base, now *frame) []byte {
	w := bitWriter{b: appendDeltaHeader(b, &base.snapshot, &now.snapshot)}
	differ(base.snapshot.entities, now.snapshot.entities, func(old, now *entity) {
		switch {
		case now == nil:
			c.put(&w, uint32(old.number), numberBits)
			w.put(1, 1)
		case old == nil:
			c.putChanges(&w, &entity{number: now.number}, now)
		default:
			c.putChanges(&w, old, now)
		}
	})
	c.put(&w, noNumber, numberBits)
	return w.finish()
}

func (c *quake3) putChanges(w *bitWriter, old, now *entity) {
	c.put(w, uint32(now.number), numberBits)
	w.put(0, 1)
	count := len(now.fieldsOf())
	for count > 0 && now.fields[count-1] == old.fields[count-1] {
		count--
	}
	c.put(w, uint32(count), fieldCountBits)
	for i, f := range kinds[kindOf(now.number)].fields[:count] {
		switch v := now.fields[i]; v {
		case old.fields[i]:
			w.put(0b0, 1)
		case 0:
			w.put(0b01, 2)
		default:
			w.put(0b11, 2)
			c.put(w, fold(v, f.bits), uint(max(f.bits, -f.bits)))
		}
	}
}

// put appends n bits: those beyond full bytes first.
func (c *quake3) put(w *bitWriter, v uint32, n uint) {
	w.put(v&(1<<(n%8)-1), n%8)
	for v >>= n % 8; n >= 8; n -= 8 {
		if c.seen != nil {
			c.seen[byte(v)]++
		}
		if c.code != nil {
			c.code.put(w, uint16(byte(v)))
		} else {
			w.put(uint32(byte(v)), 8)
		}
		v >>= 8
	}
}

func (c *quake3) decode(b []byte, base *frame) error {
	b, err := c.got.begin(b, &base.snapshot)
	if err != nil {
		return err
	}
	r := bitReader{b: b}
	p := patch{base: base.snapshot.entities, now: c.got.entities}
	for number := c.get(&r, numberBits); number != noNumber && !r.short; number = c.get(&r, numberBits) {
		e := p.old(uint16(number))
		if removed := r.get(1) == 1; !removed {
			c.getChanges(&r, &e)
			p.now = append(p.now, e)
		}
	}
	c.got.entities = p.rest()
	if r.short {
		return errors.New("expected a last entity, the end came")
	}
	return nil
}

func (c *quake3) getChanges(r *bitReader, e *entity) {
	fields := kinds[kindOf(e.number)].fields
	count := int(c.get(r, fieldCountBits))
	for i, f := range fields[:min(count, len(fields))] {
		if changed := r.get(1) == 1; !changed {
			continue
		}
		e.fields[i] = 0
		if r.get(1) == 1 {
			e.fields[i] = unfold(c.get(r, uint(max(f.bits, -f.bits))), f.bits)
		}
	}
}

// get reads n bits as put wrote them.
func (c *quake3) get(r *bitReader, n uint) uint32 {
	v := r.get(n % 8)
	for at := n % 8; at < n; at += 8 {
		if c.code != nil {
			v |= uint32(byte(c.code.get(r))) << at
		} else {
			v |= r.get(8) << at
		}
	}
	return v
}

func (c *quake3) arrived(now *frame) bool { return c.got.equals(&now.snapshot) }
