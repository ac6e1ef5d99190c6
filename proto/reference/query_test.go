package reference

import (
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
)

// What is said before a connection.
type (
	query  struct{ Nonce uint64 }
	answer struct {
		Nonce, ID uint64
		Info      info
	}
)

// readQuery reads a Query.
func readQuery(datagram []byte) query {
	o := &octets{datagram}
	o.exactly("DOGF\x05")
	q := query{o.number8()}
	o.exactly(string(make([]byte, 115)))
	o.end()
	return q
}

// readAnswer reads an Answer.
func readAnswer(datagram []byte) answer {
	o := &octets{datagram}
	a := answer{Nonce: o.number8(), ID: o.number8()}
	o.exactly("\x19")
	a.Info = o.control(0x19).(info)
	o.end()
	return a
}

// number8 reads a number of 8 bytes.
func (o *octets) number8() uint64 {
	high := uint64(o.number(4))
	return high<<32 | uint64(o.number(4))
}

func TestQueriesAndAnswersReadAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := proto.Query{Nonce: rapid.Uint64().Draw(t, "nonce")}
		b := m.Append(nil)
		got, err := verdict(func() query { return readQuery(b) })
		same(t, b, m, nil, got, err)
		b = bent(t, b)
		theirs, theirErr := proto.ParseQuery(b)
		ours, ourErr := verdict(func() query { return readQuery(b) })
		same(t, b, theirs, theirErr, ours, ourErr)
	})
	rapid.Check(t, func(t *rapid.T) {
		m := proto.Answer{Nonce: rapid.Uint64().Draw(t, "nonce"), ID: rapid.Uint64().Draw(t, "id"), Info: proto.Info{
			Version: u16(t), Title: legible(t, proto.MaxTitle), Arena: legible(t, 32), Mode: game.Mode(u8(t)),
			Players: u16(t), Bots: u16(t), Slots: u16(t), TickRate: u8(t)}}
		b := m.Append(nil)
		got, err := verdict(func() answer { return readAnswer(b) })
		same(t, b, m, nil, got, err)
		b = bent(t, b)
		theirs, theirErr := proto.ParseAnswer(b)
		ours, ourErr := verdict(func() answer { return readAnswer(b) })
		same(t, b, theirs, theirErr, ours, ourErr)
	})
}
