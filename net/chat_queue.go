package net

import (
	"dogfight/game"
)

// chatQueue bounds how much is said. A pilot has a line a second passed on, after a pause five at once; the match twenty a
// second, after a pause as many at once. What is more waits, a few lines of each pilot, and those who have said nothing for
// longest come first: a pilot who writes seldom never waits for those who write all the time.
//
// Strangers who come, say a line and go all write seldom. So the lines of pilots who have been there for a
// minute take turns with those of newcomers: of regulars 10 lines a second are passed on, whatever newcomers say. A regular
// who has said nothing for as long as it takes to have a line of each other regular passed on, 26 s if all 256 talk
// without a pause, has their line passed on within a fifth of a second. Only lines that their pilot adds to a full queue
// are lost, and those of pilots who leave while they wait.
type chatQueue struct {
	chatted allowance // in all
	lines   int       // that wait
	newest  bool      // newcomers had the last turn where regulars wanted to talk too
}

const (
	chatEach  = game.TickRate // of a pilot
	chatBurst = 5
	chatLines = 5 // of a pilot that may wait

	allChatEach  = game.TickRate / 20
	allChatBurst = 20

	// regularAfter makes a regular of a newcomer.
	regularAfter = 60 * game.TickRate
)

// talkative is what a pilot says.
type talkative struct {
	lines    [chatLines]string // a ring of those that wait
	first, n int
	rate     allowance
	last     game.Tick // when a line was last passed on, or else they came
	warned   bool      // that they are too fast, since lines wait
}

// add lets a line of a pilot wait for its turn. Where as many wait as may it is dropped, and warn reports that the
// pilot is to be told so.
func (q *chatQueue) add(p *pilot, text string) (warn bool) {
	t := &p.talk
	if t.n == chatLines {
		warn, t.warned = !t.warned, true
		return warn
	}
	t.lines[(t.first+t.n)%chatLines] = text
	t.n++
	q.lines++
	return false
}

// next takes the line whose turn it is. If there is none the pilot is nil.
func (q *chatQueue) next(pilots []*pilot, now game.Tick) (from *pilot, text string) {
	if q.lines == 0 || !q.chatted.has(now, allChatEach, allChatBurst) {
		return nil, ""
	}
	if from = q.nextToTalk(pilots, now); from == nil {
		return nil, ""
	}
	q.chatted.take(now, allChatEach)
	q.lines--
	return from, from.talk.next(now)
}

// next takes the line that has waited for longest.
func (t *talkative) next(now game.Tick) string {
	text := t.lines[t.first]
	t.lines[t.first] = ""
	t.first = (t.first + 1) % chatLines
	if t.n--; t.n == 0 {
		t.warned = false
	}
	t.last = now
	t.rate.take(now, chatEach)
	return text
}

// nextToTalk returns the pilot who has said nothing for longest, of regulars and of newcomers in turns, or nil if none who
// wants to talk may.
func (q *chatQueue) nextToTalk(pilots []*pilot, now game.Tick) *pilot {
	var regular, newcomer *pilot
	for _, p := range pilots {
		if p.talk.n == 0 || !p.talk.rate.has(now, chatEach, chatBurst) {
			continue
		}
		first := &newcomer
		if now-p.Came >= regularAfter {
			first = &regular
		}
		if *first == nil || p.talk.last < (*first).talk.last {
			*first = p
		}
	}
	if regular != nil && newcomer != nil {
		q.newest = !q.newest
	}
	if regular == nil || newcomer != nil && q.newest {
		return newcomer
	}
	return regular
}

// forget drops the lines of a pilot that wait.
func (q *chatQueue) forget(p *pilot) {
	q.lines -= p.talk.n
	p.talk.lines, p.talk.first, p.talk.n = [chatLines]string{}, 0, 0
}

// speak has everybody read what a pilot says, when it is their turn.
func (h *Host) speak(p *pilot, text string) {
	if h.match.chatQueue.add(p, text) {
		h.peers.tell(p, "you write too fast: some lines were dropped")
	}
	h.passOn()
}

// passOn sends the lines whose turn it is.
func (h *Host) passOn() {
	for {
		p, text := h.match.chatQueue.next(h.match.pilots, h.match.World.Tick)
		if p == nil {
			return
		}
		h.chat(p, text)
		h.match.camera.say(p.ID, text)
	}
}
