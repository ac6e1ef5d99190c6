package rivals_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
)

// gobMessage is the state by an encoder of its own for every packet, as it has to
// be where packets can be lost: each explains its types.
type gobMessage struct {
	buf bytes.Buffer
	got state
}

func (c *gobMessage) encode(b []byte, _, now *frame) []byte {
	c.buf.Reset()
	if err := gob.NewEncoder(&c.buf).Encode(&now.state); err != nil {
		panic(err) // a struct of numbers and text
	}
	return append(b, c.buf.Bytes()...)
}

func (c *gobMessage) decode(b []byte, _ *frame) error {
	c.got = state{}
	return gob.NewDecoder(bytes.NewReader(b)).Decode(&c.got)
}

func (c *gobMessage) arrived(now *frame) bool { return reflect.DeepEqual(c.got, now.state) }

// gobStream is the state by one encoder for the whole match, which works only over
// a link that loses nothing. The types, which go first, are not counted.
type gobStream struct {
	sent, heard bytes.Buffer
	encoder     *gob.Encoder
	decoder     *gob.Decoder
	got         state
}

func newGobStream() *gobStream {
	c := &gobStream{}
	c.encoder, c.decoder = gob.NewEncoder(&c.sent), gob.NewDecoder(&c.heard)
	nothing := &frame{}
	if err := c.decode(c.encode(nil, nil, nothing), nil); err != nil {
		panic(err) // its own bytes
	}
	return c
}

func (c *gobStream) encode(b []byte, _, now *frame) []byte {
	c.sent.Reset()
	if err := c.encoder.Encode(&now.state); err != nil {
		panic(err) // a struct of numbers and text
	}
	return append(b, c.sent.Bytes()...)
}

func (c *gobStream) decode(b []byte, _ *frame) error {
	c.got = state{}
	c.heard.Write(b)
	return c.decoder.Decode(&c.got)
}

func (c *gobStream) arrived(now *frame) bool { return reflect.DeepEqual(c.got, now.state) }
