package net

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
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
	chatted      allowance // in all
	lines        int       // that wait
	newcomerNext bool      // newcomers had the last turn where regulars wanted to talk too
}

const (
	chatEach     = game.TickRate // of a pilot
	chatBurst    = 5
	maxChatLines = 5 // of a pilot that may wait

	allChatEach  = game.TickRate / 20
	allChatBurst = 20

	// regularAfter makes a regular of a newcomer.
	regularAfter = 60 * game.TickRate
)

// talkative is what a pilot says.
type chatLines struct {
	lines    [maxChatLines]string // a ring of those that wait
	first, n int
	rate     allowance
	last     game.Tick // when a line was last passed on, or else they came
	warned   bool      // that they are too fast, since lines wait
}

// add lets a line of a pilot wait for its turn. Where as many wait as may it is dropped, and warn reports that the
// pilot is to be told so.
func (q *chatQueue) add(p *pilot, text string) (warn bool) {
	t := &p.talk
	if t.n == maxChatLines {
		warn, t.warned = !t.warned, true
		return warn
	}
	t.lines[(t.first+t.n)%maxChatLines] = text
	t.n++
	q.lines++
	return false
}

// next takes the line whose turn it is. If there is none the pilot is nil.
func (q *chatQueue) next(pilots []*pilot, now game.Tick) (from *pilot, text string) {
	if q.lines == 0 || !q.chatted.has(now, allChatEach, allChatBurst) {
		return nil, ""
	}
	if from = q.nextSpeaker(pilots, now); from == nil {
		return nil, ""
	}
	q.chatted.take(now, allChatEach)
	q.lines--
	return from, from.talk.next(now)
}

// next takes the line that has waited for longest.
func (t *chatLines) next(now game.Tick) string {
	text := t.lines[t.first]
	t.lines[t.first] = ""
	t.first = (t.first + 1) % maxChatLines
	if t.n--; t.n == 0 {
		t.warned = false
	}
	t.last = now
	t.rate.take(now, chatEach)
	return text
}

// nextToTalk returns the pilot who has said nothing for longest, of regulars and of newcomers in turns, or nil if none who
// wants to talk may.
func (q *chatQueue) nextSpeaker(pilots []*pilot, now game.Tick) *pilot {
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
		q.newcomerNext = !q.newcomerNext
	}
	if regular == nil || newcomer != nil && q.newcomerNext {
		return newcomer
	}
	return regular
}

// forget drops the lines of a pilot that wait.
func (q *chatQueue) forget(p *pilot) {
	q.lines -= p.talk.n
	p.talk.lines, p.talk.first, p.talk.n = [maxChatLines]string{}, 0, 0
}

// speak has everybody read what a pilot says, when it is their turn.
func (h *Host) queueChat(p *pilot, text string) {
	if h.match.chatQueue.add(p, text) {
		h.peers.notify(p, "you write too fast: some lines were dropped")
	}
	h.sendQueuedChat()
}

// passOn sends the lines whose turn it is.
func (h *Host) sendQueuedChat() {
	for {
		p, text := h.match.chatQueue.next(h.match.pilots, h.match.World.Tick)
		if p == nil {
			return
		}
		h.chat(p, text)
		h.match.recorder.chat(p.ID, text)
	}
}

// mutes are the players whom the host has muted, until it ends: by their keys, and by where they were, for
// those who come without a key. A player who makes another key is heard again, until
// that is muted too; a ban takes their address as well.
type mutes struct {
	keys   map[string]bool
	places map[netip.Prefix]bool
}

func newMutes() mutes { return mutes{map[string]bool{}, map[netip.Prefix]bool{}} }

// silence reports whether a player who comes from an address, with these keys, is muted.
func (m *mutes) isMuted(from string, keys []string) bool {
	if len(keys) == 0 {
		return m.places[link.SiteOf(from)]
	}
	return slices.ContainsFunc(keys, func(key string) bool { return m.keys[key] })
}

// save returns them all, in order.
func (m *mutes) save() (s savedMutes) {
	s.Keys = slices.Sorted(maps.Keys(m.keys))
	s.Places = slices.SortedFunc(maps.Keys(m.places), netip.Prefix.Compare)
	return s
}

// restore mutes those who were.
func (m *mutes) restore(s savedMutes) {
	for _, key := range s.Keys {
		m.keys[key] = true
	}
	for _, place := range s.Places {
		m.places[place] = true
	}
}

// set mutes a player, or no more. All their keys count as one.
func (m *mutes) set(from, key string, keys []string, on bool) {
	for _, other := range keys {
		delete(m.keys, other)
	}
	place := link.SiteOf(from)
	delete(m.places, place)
	if on && key != "" {
		m.keys[key] = true
	}
	if on && place.IsValid() {
		m.places[place] = true
	}
}

// mutedText is what players are told whom the host has muted, or not any more.
func mutedText(on bool) string {
	if on {
		return "the host has muted you: no one sees your chat"
	}
	return "the host has unmuted you"
}

// allowance lets so much through in a while: one each so many ticks, and after a pause a burst at once. The zero
// allowance is full.
type allowance struct {
	fullAt game.Tick // when it is full again
}

// has reports whether one more may pass now.
func (a *allowance) has(now, each game.Tick, burst int) bool {
	return max(a.fullAt, now)+each-now <= game.Tick(burst)*each
}

// take lets one more pass, whether it may or not.
func (a *allowance) take(now, each game.Tick) { a.fullAt = max(a.fullAt, now) + each }

const (
	// A player is answered once a second, and after a pause so often at once: who floods the host with commands is not told each time that
	// they do not hold.
	answerEach  = game.TickRate
	answerBurst = 4
)

// answer tells a player why something was not done, if there is a reason.
func (h *Host) replyError(p *peer, err error) {
	now := h.match.World.Tick
	if err != nil && p.answers.has(now, answerEach, answerBurst) {
		p.answers.take(now, answerEach)
		p.send(notice(err.Error()))
	}
}

// hearCommand does what a player writes who wants a vote, or votes, and reports whether it was that: others do not read it.
func (h *Host) handleCommand(p *peer, text string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToLower(word) {
	case "/yes", "/no":
		h.replyError(p, h.castVote(p.pilot, strings.EqualFold(word, "/yes")))
	case "/vote":
		call, err := h.parseCall(strings.TrimSpace(rest))
		if err == nil {
			err = h.callVote(p.pilot, call)
		}
		h.replyError(p, err)
	default:
		return false
	}
	return true
}

var errVoteUsage = errors.New("usage: /vote kick NAME, /vote next [MODE:ARENA], /vote restart or /vote teams; then /yes or /no")

// parseCall reads what stands behind "/vote".
func (h *Host) parseCall(text string) (*proto.CallVote, error) {
	word, rest, _ := strings.Cut(text, " ")
	motion, ok := motionNamed(strings.ToLower(word))
	rest = strings.TrimSpace(rest)
	call := &proto.CallVote{Motion: motion}
	switch {
	case !ok, motion != proto.KickMotion && motion != proto.NextMotion && rest != "":
		return nil, errVoteUsage
	case motion == proto.NextMotion:
		call.What = rest
	case motion == proto.KickMotion:
		target, err := h.match.playerNamed(rest)
		if err != nil {
			return nil, err
		}
		call.Pilot = target.ID
	}
	return call, nil
}

// playerCalled returns the player by that name, by the beginning of one that is nobody else's, or by #ID.
func (m *liveMatch) playerNamed(name string) (*pilot, error) {
	if name == "" {
		return nil, errVoteUsage
	}
	var begins []*pilot
	for _, p := range m.pilots {
		switch {
		case strings.EqualFold(p.Name, name), name == fmt.Sprint("#", p.ID):
			return p, nil
		case len(p.Name) >= len(name) && strings.EqualFold(p.Name[:len(name)], name):
			begins = append(begins, p)
		}
	}
	players := slices.DeleteFunc(begins, func(p *pilot) bool { return p.isBot() })
	switch len(players) {
	case 0:
		return nil, fmt.Errorf("no player is called %q", name)
	case 1:
		return players[0], nil
	}
	return nil, fmt.Errorf("several players' names begin with %q", name)
}
