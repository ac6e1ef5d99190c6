package net

import (
	"testing"

	"dogfight/game"
)

// told sends packets to a client up to a tick, each with all orders until then, and
// returns the base of the next.
func (b *base) told(from, to, pace game.Tick, each func(present game.Tick)) game.Tick {
	for present := from; present < to; present += pace {
		if each != nil {
			each(present)
		}
		b.of(present, pace)
		b.note(present)
	}
	return b.of(to, pace)
}

func TestOrdersAreToldThreeTimesHoweverLongTheRoundTrip(t *testing.T) {
	for _, trip := range []game.Tick{6, 12, 24} {
		var b base
		acks := func(present game.Tick) { b.ack(present-min(present, trip), present) }
		if got := b.told(2, 400, 2, acks); got != 394 {
			t.Errorf("%d ticks of round trip: the packet of tick 400 begins at %d, expected 394, three packets before", trip, got)
		}
	}
}

func TestAtSixtyHertzOrdersAreToldFourTimes(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-min(present, 12), present) }
	if got := b.told(1, 400, 1, acks); got != 396 {
		t.Errorf("the packet of tick 400 begins at %d, expected 396, four packets before", got)
	}
}

func TestWhatIsAcknowledgedIsNotToldAgain(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-2, present) }
	if got := b.told(2, 400, 2, acks); got != 396 {
		t.Errorf("the packet of tick 400 begins at %d, expected 396, the newest acknowledged", got)
	}
}

func TestWhereAcknowledgementsStayAwayAllIsToldSinceTheLast(t *testing.T) {
	var b base
	acks := func(present game.Tick) {
		if present <= 300 {
			b.ack(present-min(present, 12), present)
		}
	}
	b.told(2, 302, 2, acks)
	for present := game.Tick(302); present < 400; present += 2 {
		got := b.of(present, 2)
		if quiet := present - 300; quiet > patience && got != 288 {
			t.Fatalf("%d ticks after the last acknowledgement, of tick 288, a packet begins at %d", quiet, got)
		}
		b.note(present)
	}
}

func TestWhoHeardNothingForLongIsToldMoreOften(t *testing.T) {
	var b base
	b.gap = 12 // ticks, of six packets
	acks := func(present game.Tick) { b.ack(present-min(present, 24), present) }
	if got := b.told(2, 400, 2, acks); got != 388 {
		t.Errorf("the packet of tick 400 begins at %d, expected 388, six packets before", got)
	}
}

func TestAfterAKeyframeNothingOlderIsTold(t *testing.T) {
	var b base
	acks := func(present game.Tick) { b.ack(present-min(present, 12), present) }
	b.told(2, 400, 2, acks)
	b.restart()
	b.ack(400, 412) // the keyframe was of tick 400
	for present := game.Tick(412); present < 440; present += 2 {
		if got := b.of(present, 2); got < 400 {
			t.Fatalf("the packet of tick %d begins at %d, before the keyframe", present, got)
		}
		b.note(present)
	}
}
