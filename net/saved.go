package net

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/game/bot"
)

// savedMatch is what the log of a match has beside its orders, from which another host goes on with it. It is kept as JSON, of which each
// has one form only: see parseSaved. What is in a Match and not in here is in the log otherwise, or is made anew.
type savedMatch struct {
	Version int

	Asked, Options MatchOptions
	Next           *MatchOptions
	Fixed          bool

	Seed     uint64
	Began    game.Tick
	Round    int
	Number   uint16
	OverAt   game.Tick
	Ballot   uint16 // its number; what there was to choose from is chosen anew
	Picked   Candidate
	LastID   uint16
	Past     []bot.PastMatch
	Random   []byte
	Peaceful bool

	Seats []savedSeat // of those who have a ship: others have nothing to come back to
	Muted savedMutes
	Votes savedVotes `json:",omitzero"`

	Left      []savedFlight
	LeftKills []Kills

	TallyAt game.Tick // from which the Tally is; what came after is counted when it is played again
	Tally   []byte    // as zero runs of its numbers
}

// savedFlight is a Flight whose numbers are told as zero runs.
type savedFlight struct {
	Flight
	Did []byte
}

// savedMutes are whom the host has muted.
type savedMutes struct {
	Keys   []string
	Places []netip.Prefix
}

// savedVotes are the rules of votes on motions as they apply now. A vote that is under way ends with its host.
type savedVotes struct {
	Off             bool
	Next            game.Tick
	Callers, Kicked []savedVoter
}

// savedVoter is a timedOut. A file of bans is the operator's; players who are voted out are in the log alone.
type savedVoter struct {
	Pilot uint16
	Keys  []string
	Site  netip.Prefix
	Until game.Tick
}

// savedVersion is that of what savedMatch has. Another one is not read: its match began in another version of the program.
const savedVersion = 1

// save returns all that a match keeps beside its World, without the tally. TestEachFieldIsSavedOrNot has the list.
func (h *Host) save() *savedMatch {
	s := h.match.save()
	s.Muted, s.Votes = h.admission.muted.save(), h.polls.save()
	return s
}

// restore restores all that is saved of a match beside its value: see savedMatch.match.
func (h *Host) restore(s *savedMatch) {
	h.admission.muted.restore(s.Muted)
	h.polls.restore(s.Votes)
}

// save returns the match as it is between two ticks, without the tally.
func (m *liveMatch) save() *savedMatch {
	s := &savedMatch{
		Version: savedVersion, Asked: m.Asked, Options: m.Options, Next: m.Next, Fixed: m.Fixed,
		Seed: m.Seed, Began: m.Began, Round: m.Round, Number: m.Number, OverAt: m.OverAt, Ballot: m.Ballot.Number, Picked: m.Picked,
		LastID: m.lastID, Past: m.Past, Peaceful: m.Peaceful, LeftKills: m.LeftKills,
	}
	s.Random, _ = m.Random.MarshalBinary()
	for _, p := range m.pilots {
		if p.seated() {
			s.Seats = append(s.Seats, p.save())
		}
	}
	for i := range m.Left {
		f := savedFlight{m.Left[i], packed(&m.Left[i].Did)}
		f.Flight.Did = game.SlotTally{}
		s.Left = append(s.Left, f)
	}
	return s
}

// bytes returns the form of what is saved.
func (s *savedMatch) bytes() []byte {
	c := *s
	if s.Next != nil {
		next := *s.Next
		c.Next = &next
	}
	c.eachPath(escaped)
	b, err := json.Marshal(&c)
	if err != nil {
		panic(err) // it holds nothing that JSON cannot have
	}
	return b
}

// eachPath changes all texts that may hold a path, which JSON cannot have if it is not UTF-8.
func (s *savedMatch) eachPath(change func(string) string) {
	for _, o := range []*MatchOptions{&s.Asked, &s.Options, s.Next} {
		if o != nil {
			o.Arena, o.ArenaFolder, o.Campaign, o.Rotation = change(o.Arena), change(o.ArenaFolder), change(o.Campaign), Rotation(change(string(o.Rotation)))
		}
	}
	s.Picked.Title, s.Picked.Arena = change(s.Picked.Title), change(s.Picked.Arena)
}

// escapes is the code point of byte 0 that is not UTF-8. Those of all bytes are in the last private area of Unicode.
const escapes = 0x10ff00

// escaped returns a text in UTF-8: each byte that is not part of a character stands as a private character of its own.
func escaped(s string) string {
	var b strings.Builder
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		if n > 1 && r < escapes || r < utf8.RuneSelf {
			b.WriteString(s[i : i+n])
			continue
		}
		for _, c := range []byte(s[i : i+n]) { // also those of such a private character
			b.WriteRune(escapes + rune(c))
		}
	}
	return b.String()
}

// unescaped returns the text that was escaped.
func unescaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= escapes && r <= escapes+0xff {
			b.WriteByte(byte(r - escapes))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

var errOtherState = errors.New("what its host needs to go on is not as this version writes it")

// parseSaved reads what bytes returned, for a match that is played with the setup. It is safe to go on with whatever it takes.
func parseSaved(b []byte, setup *game.Setup) (*savedMatch, error) {
	var version struct{ Version int }
	if json.Unmarshal(b, &version) == nil && version.Version != savedVersion {
		return nil, fmt.Errorf("its host was of another version (%d) than this (%d)", version.Version, savedVersion)
	}
	s := &savedMatch{}
	err := json.Unmarshal(b, s)
	s.eachPath(unescaped)
	if err != nil || !bytes.Equal(s.bytes(), b) {
		return nil, errOtherState
	}
	if err := s.check(setup); err != nil {
		return nil, fmt.Errorf("%w: %w", errOtherState, err)
	}
	return s, nil
}

// match returns the match with a World. It is that of the tick at which it was saved.
func (s *savedMatch) match(setup *game.Setup, w *game.World, tally *game.Tally) (Match, error) {
	m := Match{
		Asked: s.Asked, Options: s.Options, Next: s.Next, Fixed: s.Fixed, Setup: setup, World: *w, Tally: *tally,
		Seed: s.Seed, Began: s.Began, Round: s.Round, Number: s.Number, OverAt: s.OverAt, Ballot: Ballot{Number: s.Ballot}, Picked: s.Picked,
		LastID: s.LastID, Past: s.Past, Peaceful: s.Peaceful, LeftKills: s.LeftKills,
	}
	var random rand.PCG
	if err := random.UnmarshalBinary(s.Random); err != nil {
		return Match{}, err
	}
	m.Random = random
	for i := range s.Left {
		f := s.Left[i].Flight
		if !unpacked(s.Left[i].Did, &f.Did) {
			return Match{}, errOtherState
		}
		m.Left = append(m.Left, f)
	}
	for i := range s.Seats {
		m.Seats = append(m.Seats, s.Seats[i].seat(w.Tick, m.Random.Uint64()))
	}
	return m, nil
}
