package net

import "dogfight/game"

// base decides since which tick a client is told the orders. Since the newest
// that it has acknowledged is safe, but what is under way for a round trip would
// be told again all that time: 4 times at 100 ms, 13 times at 400. Three times is
// enough where seldom more than two packets in a row get lost. So the orders go
// back to where the packet sent three before ended, which the client can use if it
// has any of those three; and to what is acknowledged once its acknowledgements
// fail to come.
type base struct {
	acked game.Tick // newest tick that the client has confirmed
	lag   game.Tick // how long ago that usually is when it is heard, in 1/lagShare

	sent [mostRepeats]game.Tick // the newest ticks in the last packets, the newest first
	gap  game.Tick              // the longest time in which the client lately heard nothing
}

const (
	repeats     = 3  // how often orders are told at 30 Hz, if they have not been acknowledged
	repeatsFast = 4  // and at 60, where a disturbance hits more packets
	mostRepeats = 32 // then it is long after they are acknowledged, or the line is dead
	lagShare    = 8  // weight of one acknowledgement in lag: 1/8
	patience    = 6  // ticks beyond lag: two packets and their answers may be lost
)

// ack notes that a client has all orders up to a tick.
func (b *base) ack(tick, present game.Tick) {
	if tick > b.acked {
		b.acked = tick
		b.lag += present - tick - b.lag/lagShare
	}
}

// restart notes that the client is about to get a whole World.
func (b *base) restart() { b.sent = [mostRepeats]game.Tick{} }

// of returns the base of the packet that is next, for a client that gets one
// every pace ticks.
func (b *base) of(present, pace game.Tick) game.Tick {
	back := max(b.gap/pace, repeats)
	if pace == 1 {
		back = max(back, repeatsFast)
	}
	if back > mostRepeats || present-b.acked > b.lag/lagShare+patience {
		return b.acked
	}
	return max(b.acked, b.sent[back-1])
}

// note notes up to which tick a packet goes that is sent.
func (b *base) note(now game.Tick) {
	copy(b.sent[1:], b.sent[:])
	b.sent[0] = now
}
