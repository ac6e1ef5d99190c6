package rivals_test

import (
	"math/rand/v2"
	"testing"

	"dogfight/game"
)

const (
	roundTrip = game.TickRate / 10 // 100 ms
	lossy     = 5                  // per cent of packets lost, each way
)

// packet is one that the host sends: it leads a client that has one frame to
// another. Both are indexes into match.frames.
type packet struct{ base, now int }

// schedule returns the packets that a client is sent from the second frame on,
// when it acknowledges every packet that it hears. It has the first frame from a
// keyframe.
func schedule(frames int) (packets []packet) {
	chance := rand.New(rand.NewPCG(30, 100)) // any, but the same every time
	arrives := func() bool { return chance.IntN(100) >= lossy }
	acks := make([]int, frames+roundTrip/packetTicks) // by the frame at which they reach the host
	acked := 0
	for now := 1; now < frames; now++ {
		acked = max(acked, acks[now])
		packets = append(packets, packet{acked, now})
		if heard := arrives(); heard && arrives() {
			acks[now+roundTrip/packetTicks] = now
		}
	}
	return packets
}

func TestBaseIsTheNewestTickThatCanBeAcknowledged(t *testing.T) {
	const quickest = roundTrip / packetTicks
	packets := schedule(len(theMatch().frames))
	late, ages := 0, 0
	for i, p := range packets {
		age := p.now - p.base
		if age < quickest && p.base > 0 {
			t.Errorf("frame %d: an acknowledgement came back after %d frames, expected %d or more", p.now, age, quickest)
		}
		if i > 0 && p.base < packets[i-1].base {
			t.Errorf("frame %d: the base went back", p.now)
		}
		if age > quickest {
			late++
		}
		ages += age
	}
	share := 100 * late / len(packets)
	if share < 8 || share > 12 { // 1 - 0.95²: the packet or its acknowledgement is lost
		t.Errorf("%d %% of packets have an older base, expected about 10", share)
	}
	t.Logf("%d packets, base %.2f ticks old", len(packets), float64(ages*packetTicks)/float64(len(packets)))
}
