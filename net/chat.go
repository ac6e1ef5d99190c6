package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// How much is said. A pilot has a line a second passed on, after a pause five at once; the match twenty a second, after a
// pause as many at once. What is more waits, a few lines of each pilot, and those who have said nothing for longest come
// first: who writes seldom never waits for those who write all the time.
//
// Strangers who come, say a line and go are all of those who write seldom. So the lines of whoever has been there for a
// minute take turns with those of newcomers: of regulars 10 lines a second are passed on, whatever newcomers say. A regular
// who has said nothing for as long as it takes to have a line of each other regular passed on, 26 s if all 256 talk
// without a pause, has his line passed on within a fifth of a second. Only lines that their pilot adds to a full queue
// are lost, and those of pilots who leave while they wait.
const (
	chatEach  = game.TickRate // of a pilot
	chatBurst = 5
	chatQueue = 5 // lines of a pilot that may wait

	allChatEach  = game.TickRate / 20
	allChatBurst = 20

	// regularAfter makes a regular of a newcomer.
	regularAfter = 60 * game.TickRate
)

// talkative is what a pilot says.
type talkative struct {
	lines    [chatQueue]string // a ring of those that wait
	first, n int
	rate     allowance
	came     game.Tick
	last     game.Tick // when a line was last passed on, or else he came
	warned   bool      // that he is too fast, since lines wait
}

// speak has everybody read what a pilot says, when it is his turn.
func (h *Host) speak(p *pilot, text string) {
	t := &p.talk
	if t.n == chatQueue {
		if !t.warned {
			h.tell(p, "you write too fast: not all of it is passed on")
			t.warned = true
		}
		return
	}
	t.lines[(t.first+t.n)%chatQueue] = text
	t.n++
	h.lines++
	h.passOn()
}

// passOn sends the lines whose turn it is.
func (h *Host) passOn() {
	for h.lines > 0 && h.chatted.has(h.world.Tick, allChatEach, allChatBurst) {
		p := h.nextToTalk()
		if p == nil {
			return
		}
		h.chatted.take(h.world.Tick, allChatEach)
		h.broadcast(&proto.Chat{Pilot: p.ID, Text: p.talk.next(h.world.Tick)})
		h.lines--
	}
}

// next takes the line that has waited for longest.
func (t *talkative) next(now game.Tick) string {
	text := t.lines[t.first]
	t.lines[t.first] = ""
	t.first = (t.first + 1) % chatQueue
	if t.n--; t.n == 0 {
		t.warned = false
	}
	t.last = now
	t.rate.take(now, chatEach)
	return text
}

// nextToTalk returns who has said nothing for longest, of regulars and of newcomers in turns, or nil if nobody who wants
// to talk may.
func (h *Host) nextToTalk() *pilot {
	var regular, newcomer *pilot
	for _, p := range h.pilots {
		if p.talk.n == 0 || !p.talk.rate.has(h.world.Tick, chatEach, chatBurst) {
			continue
		}
		first := &newcomer
		if h.world.Tick-p.talk.came >= regularAfter {
			first = &regular
		}
		if *first == nil || p.talk.last < (*first).talk.last {
			*first = p
		}
	}
	if regular != nil && newcomer != nil {
		h.newest = !h.newest
	}
	if regular == nil || newcomer != nil && h.newest {
		return newcomer
	}
	return regular
}

// forgetLines drops the lines of a pilot that wait.
func (c *crew) forgetLines(p *pilot) {
	c.lines -= p.talk.n
	p.talk.lines, p.talk.first, p.talk.n = [chatQueue]string{}, 0, 0
}
