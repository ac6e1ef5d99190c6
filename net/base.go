package net

import "dogfight/game"

// base decides since which tick a client is told the orders. Since the newest
// that it has acknowledged is safe, but what is under way for a round trip would
// be told again all that time: 4 times at 100 ms, 13 times at 400. Three times is
// enough where few packets get lost. So the orders go back to where the packet
// sent three before ended, which the client can use if it has any of those three;
// and further, to what is acknowledged, once its acknowledgements fail to come.
type base struct {
	acked game.Tick // newest tick that the client has confirmed
	lag   game.Tick // how long ago that usually is when it is heard, in 1/lagShare

	sent [repeatsFast]game.Tick // the newest ticks in the last packets, the newest first
	lost uint8                  // share of them that the client misses, in 1/255
}

const (
	repeats     = 3 // how often orders are told at 30 Hz
	repeatsFast = 4 // and at 60, where a burst of loss hits more packets
	// tooLossy is from what loss on orders are told until they are acknowledged:
	// at 10 %, three packets in a row get lost every 33 s.
	tooLossy = 255 / 10
	lagShare = 8                // weight of one acknowledgement in lag: 1/8
	patience = 6 * game.Tick(1) // beyond lag: two packets and their answers may be lost
)

// ack notes that a client has all orders up to a tick.
func (b *base) ack(tick, present game.Tick) {
	if tick > b.acked {
		b.acked = tick
		b.lag += present - tick - b.lag/lagShare
	}
}

// restart notes that the client is about to get a whole World.
func (b *base) restart() { b.sent = [repeatsFast]game.Tick{} }

// of returns the base of the packet that is next, for a client that gets one
// every pace ticks.
func (b *base) of(present, pace game.Tick) game.Tick {
	if b.lost >= tooLossy || present-b.acked > b.lag/lagShare+patience {
		return b.acked
	}
	if pace == 1 {
		return max(b.acked, b.sent[repeatsFast-1])
	}
	return max(b.acked, b.sent[repeats-1])
}

// note notes up to which tick a packet goes that is sent.
func (b *base) note(now game.Tick) {
	copy(b.sent[1:], b.sent[:])
	b.sent[0] = now
}
