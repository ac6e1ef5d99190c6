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

// chatQueue limits chat: a line a second of each pilot, after a pause five at once; twenty a second in all, after a pause as many at once.
// Further lines wait, a few of each pilot, and the quietest pilot comes first: those that seldom write do not wait for those that write all
// the time.
//
// Strangers that join, say a line and leave all seldom write. So pilots that joined more than a minute ago take turns with newcomers, and
// get 10 lines a second in any case. A pilot that was quiet for as long as the others need for a line each, 26 s if all 256 write without a
// pause, waits at most a fifth of a second. Only lines beyond a full queue are lost, and those of pilots that leave.
type chatQueue struct {
	chatted      allowance // in all
	lines        int       // waiting
	newcomerNext bool      // newcomers had the last turn while others waited too
}

const (
	chatEach     = game.TickRate // of a pilot
	chatBurst    = 5
	maxChatLines = 5 // waiting, of a pilot

	allChatEach  = game.TickRate / 20
	allChatBurst = 20

	// regularAfter is when a newcomer becomes a regular.
	regularAfter = 60 * game.TickRate
)

// chatLines are the waiting lines of a pilot.
type chatLines struct {
	lines    [maxChatLines]string // a ring
	first, n int
	rate     allowance
	last     game.Tick // when a line was last sent, or else when they joined
	warned   bool      // of lost lines, since the queue was last empty
}

// add queues a line of a pilot. If the pilot's queue is full the line is dropped, and warn reports that the pilot must get a warning.
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

// next takes the next line; from is nil if there is none.
func (q *chatQueue) next(pilots []*pilot, now game.Tick) (from *pilot, text string) {
	if q.lines == 0 || !q.chatted.has(now, allChatEach, allChatBurst) {
		return nil, ""
	}
	if from = q.nextSpeaker(pilots, now); from == nil {
		return nil, ""
	}
	q.chatted.use(now, allChatEach)
	q.lines--
	return from, from.talk.next(now)
}

// next takes the oldest line.
func (t *chatLines) next(now game.Tick) string {
	text := t.lines[t.first]
	t.lines[t.first] = ""
	t.first = (t.first + 1) % maxChatLines
	if t.n--; t.n == 0 {
		t.warned = false
	}
	t.last = now
	t.rate.use(now, chatEach)
	return text
}

// nextSpeaker returns the quietest pilot, regulars and newcomers in turns, or nil if none may send a line now.
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

// forget drops the waiting lines of a pilot.
func (q *chatQueue) forget(p *pilot) {
	q.lines -= p.talk.n
	p.talk.lines, p.talk.first, p.talk.n = [maxChatLines]string{}, 0, 0
}

// queueChat queues a pilot's line.
func (h *Host) queueChat(p *pilot, text string) {
	if h.match.chatQueue.add(p, text) {
		h.peers.notify(p, "you write too fast: some lines were dropped")
	}
	h.sendQueuedChat()
}

// sendQueuedChat sends the lines that are due.
func (h *Host) sendQueuedChat() {
	for {
		p, text := h.match.chatQueue.next(h.match.pilots, h.match.World.Tick)
		if p == nil {
			return
		}
		h.match.report("chat", p, Event{Text: text})
		h.chat(p, text)
		h.match.recorder.chat(p.ID, text)
	}
}

// mutes are the muted players, until the host ends: by key, and by network for those without one. A muted player can return with a new key
// until that is muted too; a ban includes their address.
type mutes struct {
	keys   map[string]bool
	places map[netip.Prefix]bool
}

// isMuted reports whether a player from an address, with the given keys, is muted.
func (m *mutes) isMuted(from string, keys []string) bool {
	if len(keys) == 0 {
		return m.places[link.SiteOf(from)]
	}
	return slices.ContainsFunc(keys, func(key string) bool { return m.keys[key] })
}

// save returns all mutes, sorted.
func (m *mutes) save() (s savedMutes) {
	s.Keys = slices.Sorted(maps.Keys(m.keys))
	s.Places = slices.SortedFunc(maps.Keys(m.places), netip.Prefix.Compare)
	return s
}

// restore adds saved mutes.
func (m *mutes) restore(s savedMutes) {
	for _, key := range s.Keys {
		m.keys[key] = true
	}
	for _, place := range s.Places {
		m.places[place] = true
	}
}

// set mutes or unmutes a player. All their keys count as one.
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

// mutedText is the notice to a muted or unmuted player.
func mutedText(on bool) string {
	if on {
		return "the host has muted you: no one sees your chat"
	}
	return "the host has unmuted you"
}

// allowance is a rate limit: one each so many ticks, and after a pause a burst at once. The zero value allows a burst.
type allowance struct {
	fullAt game.Tick // when a full burst is allowed again
}

// has reports whether one more is allowed now.
func (a *allowance) has(now, each game.Tick, burst int) bool {
	return max(a.fullAt, now)+each-now <= game.Tick(burst)*each
}

// use uses up one, whether allowed or not.
func (a *allowance) use(now, each game.Tick) { a.fullAt = max(a.fullAt, now) + each }

const (
	// Limit of error replies: a player that floods the host with commands does not get one each.
	answerEach  = game.TickRate
	answerBurst = 4
)

// replyError sends a player the reason why a command failed, if it did.
func (h *Host) replyError(p *peer, err error) {
	now := h.match.World.Tick
	if err != nil && p.answers.has(now, answerEach, answerBurst) {
		p.answers.use(now, answerEach)
		p.send(notice(err.Error()))
	}
}

// handleCommand runs a player's vote command, and reports whether the text was one: commands are not shown to others.
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

// parseCall parses the text after "/vote".
func (h *Host) parseCall(text string) (*proto.CallVote, error) {
	word, rest, _ := strings.Cut(text, " ")
	motion, ok := motionNamed(strings.ToLower(word))
	rest = strings.TrimSpace(rest)
	call := &proto.CallVote{Motion: motion}
	switch {
	case !ok, motion != proto.KickMotion && motion != proto.NextMotion && rest != "":
		return nil, errVoteUsage
	case motion == proto.NextMotion:
		call.Next = rest
	case motion == proto.KickMotion:
		target, err := h.match.playerNamed(rest)
		if err != nil {
			return nil, err
		}
		call.Pilot = target.ID
	}
	return call, nil
}

// playerNamed returns the player with a name, with a unique beginning of one, or with #ID.
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
