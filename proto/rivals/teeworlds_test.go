package rivals_test

import (
	"errors"
	"fmt"
	"sync"
)

// teeworlds sends differences as its CSnapshotDelta does, all of them integers:
//
//	count that went, count that changed
//	of those that went     number
//	of those that changed  kind, number within the kind, and of every field how
//	                       much it is more than in the base, where there 0 was if
//	                       the entity is new
//
// The integers become varints, and their bytes go by a static Huffman code with an
// end.
type teeworlds struct {
	code *huffman
	seen *tally // nil but in training
	got  snapshot

	went    []uint16
	changed []int32
	packed  []byte
}

var teeworldsCode = sync.OnceValue(func() *huffman {
	learner := &teeworlds{code: newHuffman(&tally{}), seen: &tally{}}
	rehearse(learner)
	return newHuffman(learner.seen)
})

func (c *teeworlds) encode(b []byte, base, now *frame) []byte {
	c.pack(base.snapshot.entities, now.snapshot.entities)
	w := bitWriter{b: appendDeltaHeader(b, &base.snapshot, &now.snapshot)}
	for _, v := range c.packed {
		c.put(&w, uint16(v))
	}
	c.put(&w, end)
	return w.finish()
}

func (c *teeworlds) put(w *bitWriter, symbol uint16) {
	if c.seen != nil {
		c.seen[symbol]++
	}
	c.code.put(w, symbol)
}

// pack writes the difference as varints.
func (c *teeworlds) pack(base, now []entity) {
	c.went, c.changed = c.went[:0], c.changed[:0]
	count := int32(0)
	differ(base, now, func(old, now *entity) {
		if now == nil {
			c.went = append(c.went, old.number)
			return
		}
		if old == nil {
			old = &entity{}
		}
		count++
		c.change(old, now)
	})
	c.packed = appendVarint(appendVarint(c.packed[:0], int32(len(c.went))), count)
	for _, number := range c.went {
		c.packed = appendVarint(c.packed, int32(number))
	}
	for _, v := range c.changed {
		c.packed = appendVarint(c.packed, v)
	}
}

func (c *teeworlds) change(old, now *entity) {
	k := kindOf(now.number)
	c.changed = append(c.changed, int32(k), int32(now.number-kinds[k].first))
	for i, v := range now.fieldsOf() {
		c.changed = append(c.changed, v-old.fields[i])
	}
}

func (c *teeworlds) decode(b []byte, base *frame) error {
	b, err := c.got.begin(b, &base.snapshot)
	if err != nil {
		return err
	}
	r := bitReader{b: b}
	c.packed = c.packed[:0]
	for symbol := c.code.get(&r); symbol != end && !r.short; symbol = c.code.get(&r) {
		c.packed = append(c.packed, byte(symbol))
	}
	if r.short {
		return errors.New("expected an end, none came")
	}
	return c.unpack(base.snapshot.entities)
}

// unpack applies the difference in packed.
func (c *teeworlds) unpack(base []entity) error {
	in := varints{b: c.packed}
	went, changed := in.next(), in.next()
	c.went = c.went[:0]
	for i := int32(0); i < went && !in.short; i++ {
		c.went = append(c.went, uint16(in.next()))
	}
	p := patch{base: base, gone: c.went, now: c.got.entities}
	for i := int32(0); i < changed && !in.short; i++ {
		k, id := in.next(), in.next()
		if k < 0 || int(k) >= len(kinds) {
			return fmt.Errorf("expected a kind, %d came", k)
		}
		e := p.old(kinds[k].first + uint16(id))
		for f := range e.fieldsOf() {
			e.fields[f] += in.next()
		}
		p.now = append(p.now, e)
	}
	c.got.entities = p.rest()
	if in.short {
		return errors.New("expected more integers, the end came")
	}
	return nil
}

func (c *teeworlds) arrived(now *frame) bool { return c.got.equals(&now.snapshot) }
