package reference

import (
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

func FuzzMessages(f *testing.F) {
	for _, m := range examples() {
		f.Add(m.Append(nil))
	}
	f.Fuzz(func(t *testing.T, message []byte) { sameControl(t, message) })
}

func FuzzInputs(f *testing.F) {
	for _, m := range inputExamples() {
		f.Add(uint32(m.Ack), m.Append(nil))
	}
	f.Fuzz(func(t *testing.T, present uint32, message []byte) {
		sameInputs(t, message, game.Tick(present))
	})
}

func FuzzOrders(f *testing.F) {
	for i, m := range matches() {
		for at := 0; at < len(m.orders); at += 20 {
			f.Add(uint8(i), uint8(at), uint32(m.worlds[at].Tick), stretch(m, at, 1+at/2))
		}
	}
	f.Fuzz(func(t *testing.T, which, at uint8, present uint32, message []byte) {
		m := matches()[int(which)%len(matches())]
		sameOrders(t, message, game.Tick(present), &m.worlds[int(at)%len(m.worlds)])
	})
}

func FuzzWorld(f *testing.F) {
	for i, m := range matches() {
		for at := 0; at < len(m.worlds); at += 40 {
			f.Add(uint8(i), proto.AppendWorld(nil, m.setup, &m.worlds[at]))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		sameWorld(t, b, matches()[int(which)%len(matches())].setup)
	})
}
