package lossy

import (
	"encoding/binary"

	"dogfight/net/link"
)

// Binding finds the link below by this method.
var _ interface{ Unwrap() link.Link } = (*lossy)(nil)

// drain receives all that has arrived.
func drain(l link.Link) (got []link.Packet) {
	for {
		p, ok := l.Receive(nil)
		if !ok {
			return got
		}
		got = append(got, p)
	}
}

// number is a packet with the number n.
func number(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func numberIn(p link.Packet) int { return int(binary.BigEndian.Uint32(p.Bytes)) }

func numbersOn(ch link.Channel, packets []link.Packet) (numbers []int) {
	for _, p := range packets {
		if p.Channel == ch {
			numbers = append(numbers, numberIn(p))
		}
	}
	return numbers
}

func upTo(from, to int) (numbers []int) {
	for n := from; n < to; n++ {
		numbers = append(numbers, n)
	}
	return numbers
}
