package reference

import (
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
)

// The messages of the data channel.
type (
	inputs struct {
		Ack, Newest game.Tick
		List        []game.Input // the last for Newest
		Ping        *ping
	}
	ping struct {
		Nonce, RTT, Gap int
	}
	orders struct {
		Slack       int
		NewestInput game.Tick // 0: none near
		Pong        *pong
		Base, Now   game.Tick
		Hash        int
		Coded       []byte
	}
	pong struct {
		Nonce, Held, Lost, Work, Late int
	}
)

// datagram returns the bytes of a message, of which there are at most 1200.
func datagram(message []byte) *octets {
	demand(len(message) <= 1200, "expected at most 1200 bytes, got %d", len(message))
	return &octets{message}
}

// tick reads a tick by its lowest bits, which is the nearest to the present: the
// earlier of two as near. Ticks go round from 2^32 - 1 to 0.
func (o *octets) tick(present game.Tick) game.Tick {
	ahead := (o.number(2) - int(present)) & 0xffff
	if ahead >= 0x8000 {
		ahead -= 0x10000
	}
	return present + game.Tick(ahead)
}

// fromClient reads an Inputs.
func fromClient(message []byte, present game.Tick) inputs {
	o := datagram(message)
	flags := o.among(1, 0, 0x7f)
	count := flags % 0x40
	demand(1 <= count && count <= 32, "expected 1 to 32 inputs, got %d", count)
	got := inputs{Ack: o.tick(present)}
	got.Newest = got.Ack + game.Tick(o.number(1))
	if flags&0x40 != 0 {
		got.Ping = &ping{o.number(1), o.number(2), o.number(1)}
	}
	got.List = o.runs(count)
	o.end()
	return got
}

// runs reads runs of inputs up to the last one, which has the rest of count.
func (o *octets) runs(count int) []game.Input {
	var all []game.Input
	for {
		b := o.number(1)
		input := game.Input(b % 0x40)
		demand(input.Valid(), "expected an input, got %02x", b)
		demand(len(all) == 0 || all[len(all)-1] != input, "expected another input, got %02x again", b)
		run := 1
		switch b / 0x40 {
		case 3:
			refuse("expected no length in the last run, got %02x", b)
		case 2:
			run = count - len(all)
		case 1:
			run = o.among(1, 2, 32)
		}
		for range run {
			all = append(all, input)
		}
		if b >= 0x80 {
			return all
		}
		demand(len(all) < count, "expected %d inputs, got more", count)
	}
}

// fromHost reads an Orders, without the coded orders.
func fromHost(message []byte, present game.Tick) orders {
	o := datagram(message)
	flags := o.among(1, 0x80, 0xff)
	got := orders{Slack: o.signed()}
	heard := o.signed()
	if flags&0x40 != 0 {
		got.Pong = &pong{o.number(1), o.number(2), o.number(1), o.number(2), o.number(1)}
	}
	got.Base = o.tick(present)
	got.Now = got.Base + game.Tick(flags%0x40)
	if heard != -0x80 {
		tick := int64(got.Now) + int64(heard)
		demand(0 < tick && tick < 1<<32, "expected a tick after 0, got %d", tick)
		got.NewestInput = game.Tick(tick)
	}
	got.Hash, got.Coded = o.number(2), o.rest()
	return got
}

// The datagrams before a connection.
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
