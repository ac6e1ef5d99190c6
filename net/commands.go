package net

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/proto"
)

const (
	// A player is answered once a second, and after a pause so often at once: who floods the host with commands is not told each time that
	// they do not hold.
	answerEach  = game.TickRate
	answerBurst = 4
)

// answer tells a player why something was not done, if there is a reason.
func (h *Host) answer(p *peer, err error) {
	now := h.match.World.Tick
	if err != nil && p.answers.has(now, answerEach, answerBurst) {
		p.answers.take(now, answerEach)
		p.say(notice(err.Error()))
	}
}

// hearCommand does what a player writes who wants a vote, or votes, and reports whether it was that: others do not read it.
func (h *Host) hearCommand(p *peer, text string) bool {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToLower(word) {
	case "/yes", "/no":
		h.answer(p, h.castVote(p.pilot, strings.EqualFold(word, "/yes")))
	case "/vote":
		call, err := h.parseCall(strings.TrimSpace(rest))
		if err == nil {
			err = h.callVote(p.pilot, call)
		}
		h.answer(p, err)
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
		target, err := h.match.playerCalled(rest)
		if err != nil {
			return nil, err
		}
		call.Pilot = target.ID
	}
	return call, nil
}

// playerCalled returns the player by that name, by the beginning of one that is nobody else's, or by #ID.
func (m *liveMatch) playerCalled(name string) (*pilot, error) {
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
