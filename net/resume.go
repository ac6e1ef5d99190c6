package net

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// savedMatch is the part of a match's log, beside its orders, that another host needs to resume it. It is written as JSON in canonical
// form: see parseSaved. Fields of Match that it lacks are in the log otherwise, or are made again.
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
	Ballot   uint16 // its number; choices are made again
	Picked   Candidate
	LastID   uint16
	Past     []bot.PastMatch
	Random   []byte
	Peaceful bool

	Seats []savedSeat // of pilots with a ship: others have nothing to return to
	Muted savedMutes
	Votes savedVotes `json:",omitzero"`

	Left      []savedFlight
	LeftKills []Kills

	TallyAt game.Tick // the tick of Tally; later ticks are counted again
	Tally   []byte    // numbers as zero runs
}

// savedFlight is a Flight with its counts as zero runs.
type savedFlight struct {
	Flight
	Did []byte
}

type savedMutes struct {
	Keys   []string
	Places []netip.Prefix
}

// savedVotes are the rules of votes. A vote under way ends with its host.
type savedVotes struct {
	Off             bool
	Next            game.Tick
	Callers, Kicked []timedOut
}

// savedVersion is the version of savedMatch. Others are not read: their match began in another version of the program.
const savedVersion = 1

// save returns the state of the match without its World and tally. TestEachFieldIsSavedOrNot lists the fields.
func (h *Host) save() *savedMatch {
	s := h.match.save()
	s.Muted, s.Votes = h.admission.muted.save(), h.polls.save()
	return s
}

// restore restores the saved state that is not part of a Match: see savedMatch.match.
func (h *Host) restore(s *savedMatch) {
	h.admission.muted.restore(s.Muted)
	h.polls.restore(s.Votes)
}

// save returns the state of the match without the tally.
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
		f := savedFlight{m.Left[i], packTally(&m.Left[i].Did)}
		f.Flight.Did = game.SlotTally{}
		s.Left = append(s.Left, f)
	}
	return s
}

// bytes encodes the state.
func (s *savedMatch) bytes() []byte {
	c := *s
	if s.Next != nil {
		next := *s.Next
		c.Next = &next
	}
	c.eachPath(escaped)
	b, err := json.Marshal(&c)
	if err != nil {
		panic(err) // impossible
	}
	return b
}

// eachPath changes all texts that may hold a path: JSON cannot encode one that is not UTF-8.
func (s *savedMatch) eachPath(change func(string) string) {
	for _, o := range []*MatchOptions{&s.Asked, &s.Options, s.Next} {
		if o != nil {
			o.Arena, o.ArenaFolder, o.Campaign, o.Rotation = change(o.Arena), change(o.ArenaFolder), change(o.Campaign), Rotation(change(string(o.Rotation)))
		}
	}
	s.Picked.Title, s.Picked.Arena = change(s.Picked.Title), change(s.Picked.Arena)
}

// escapes is the code point for byte 0 where it is not UTF-8; those of all bytes are in the last private area of Unicode.
const escapes = 0x10ff00

// escaped encodes each byte that is not valid UTF-8 as a private character.
func escaped(s string) string {
	var b strings.Builder
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		if n > 1 && r < escapes || r < utf8.RuneSelf {
			b.WriteString(s[i : i+n])
			continue
		}
		for _, c := range []byte(s[i : i+n]) { // also the bytes of such a private character
			b.WriteRune(escapes + rune(c))
		}
	}
	return b.String()
}

// unescaped is the inverse of escaped.
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

// parseSaved decodes a state for a match with the setup. A host can safely resume any state that it accepts.
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

// match returns the match with a World of the tick at which it was saved.
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
		if !unpackTally(s.Left[i].Did, &f.Did) {
			return Match{}, errOtherState
		}
		m.Left = append(m.Left, f)
	}
	for i := range s.Seats {
		m.Seats = append(m.Seats, s.Seats[i].seat(w.Tick, m.Random.Uint64()))
	}
	return m, nil
}

// savedSeat is a Seat in a log. A bot's plans, a client's inputs and votes are not saved.
type savedSeat struct {
	Pilot proto.Pilot // without its ping
	Asked string
	Proof []byte // of the player's token, which the log lacks; empty for bots
	seatRecord
	Likes bot.Personality // of a bot
}

func (s *Seat) save() savedSeat {
	saved := savedSeat{Pilot: s.Pilot, Asked: s.Asked, seatRecord: s.seatRecord, Likes: s.Bot.Personality()}
	saved.Pilot.Ping = 0
	if s.isPlayer() {
		saved.Proof = slices.Clone(s.Proof[:])
	}
	return saved
}

// seat returns the seat at a tick. Its pilot has been silent since, and a bot in it gets the seed.
func (s *savedSeat) seat(now game.Tick, seed uint64) Seat {
	seat := Seat{Pilot: s.Pilot, Asked: s.Asked, seatRecord: s.seatRecord, Bot: bot.New(s.Skill, seed).As(s.Likes)}
	copy(seat.Proof[:], s.Proof)
	seat.Inputs.ReceivedAt, seat.Stirred = now, now
	return seat
}

// check returns an error if the saved match would endanger a host. It does not check more: a log is the host's own, or that of another host
// of its fleet.
func (s *savedMatch) check(setup *game.Setup) error {
	for _, o := range []*MatchOptions{&s.Asked, &s.Options, s.Next} {
		if o != nil && !o.plausible() {
			return errors.New("options")
		}
	}
	switch {
	case s.Round < -1 || s.Round > math.MaxInt32 || s.Picked.Round < 0 || s.Picked.Round > math.MaxInt32:
		return errors.New("round")
	case !s.Picked.Mode.Valid():
		return errors.New("mode of what was picked")
	}
	for _, p := range s.Past {
		if p.Rank < 1 || p.Ships < p.Rank || p.Ships > game.MaxShips+1 || p.Level < 0 || p.Level > bot.MaxSkill*bot.Tenths {
			return errors.New("past matches")
		}
	}
	return s.checkSeats(setup)
}

// plausible reports whether the options could be asked for. Whether they can be played shows later.
func (o *MatchOptions) plausible() bool {
	within := func(n, least, most int) bool { return n >= least && n <= most }
	return o.Mode.Valid() && within(o.Teams, 0, game.MaxTeams) && o.Time >= UsualTime && o.Score >= 0 &&
		within(o.Bots, 0, game.MaxShips) && within(o.Fill, 0, game.MaxShips) && within(o.Skill, AutoSkill, bot.MaxSkill)
}

func (s *savedMatch) checkSeats(setup *game.Setup) error {
	slots, ids := map[uint8]bool{}, map[uint16]bool{}
	for i := range s.Seats {
		seat := &s.Seats[i]
		if slots[seat.Pilot.Slot] || ids[seat.Pilot.ID] || int(seat.Pilot.Slot) >= setup.Mode.Pilots() {
			return fmt.Errorf("seat %d: its slot or number", i)
		}
		slots[seat.Pilot.Slot], ids[seat.Pilot.ID] = true, true
		if err := seat.check(setup); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	return nil
}

// maxOriginBytes is more bytes than a fingerprint or an address has.
const maxOriginBytes = 100

func (s *savedSeat) check(setup *game.Setup) error {
	player := len(s.Proof) > 0
	switch p := &s.Pilot; {
	case p.ID == 0 || p.ID == proto.Notice || p.Flags > proto.BotPilot|proto.Ready|proto.Away || p.Colour > proto.Colours || p.Ping != 0:
		return errors.New("pilot")
	case !player && !(p.Flags&proto.BotPilot != 0 && p.Flags&proto.Away == 0 && !s.Kept):
		return errors.New("neither a player's nor a bot's")
	case player && len(s.Proof) != len(TokenProof{}):
		return errors.New("proof of the token")
	case p.Name == "" || utf8.RuneCountInString(p.Name) > proto.MaxName || !proto.Legible(p.Name, 4*proto.MaxName):
		return errors.New("name")
	case !proto.Legible(s.Identity, maxOriginBytes) || !proto.Legible(s.Address, maxOriginBytes):
		return errors.New("key or address")
	case !setup.PilotClass(s.Class) || !setup.PilotWeapon(s.Weapon) || !setup.HasTeam(s.Team) || s.Wanted > proto.Colours:
		return errors.New("what is flown")
	case s.Skill < 0 || s.Skill > bot.MaxSkill || s.Duty > bot.Drone || int(s.Likes) >= bot.Personalities:
		return errors.New("bot")
	}
	return nil
}

// packTally encodes the numbers of a tally, or a part of one.
func packTally(tally any) []byte {
	b, err := binary.Append(nil, binary.BigEndian, tally)
	if err != nil {
		panic(err) // impossible: all numbers have a fixed size
	}
	return appendZeroRuns(nil, b)
}

// unpackTally is the inverse of packTally, and reports whether b is valid.
func unpackTally(b []byte, tally any) bool {
	plain, ok := readZeroRuns(b, binary.Size(tally))
	if !ok {
		return false
	}
	_, err := binary.Decode(plain, binary.BigEndian, tally)
	return err == nil
}

// appendZeroRuns appends bytes that are mostly zeros: the number of zeros, the number of other bytes, these, and so on. A single zero
// counts as another byte. Both numbers are varints.
func appendZeroRuns(b, plain []byte) []byte {
	for len(plain) > 0 {
		zeros := leadingZeros(plain)
		plain = plain[zeros:]
		others := 0
		for others < len(plain) && leadingZeros(plain[others:]) < 2 {
			others++
		}
		b = binary.AppendUvarint(b, uint64(zeros))
		b = binary.AppendUvarint(b, uint64(others))
		b = append(b, plain[:others]...)
		plain = plain[others:]
	}
	return b
}

func leadingZeros(b []byte) (n int) {
	for n < len(b) && b[n] == 0 {
		n++
	}
	return n
}

// readZeroRuns is the inverse of appendZeroRuns, and reports whether b is valid and has the length.
func readZeroRuns(b []byte, length int) (plain []byte, ok bool) {
	plain = make([]byte, 0, length)
	for len(b) > 0 {
		zeros, n := binary.Uvarint(b)
		others, m := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || m <= 0 || zeros > uint64(length-len(plain)) || others > uint64(length-len(plain))-zeros || others > uint64(len(b)-n-m) {
			return nil, false
		}
		plain = append(append(plain, make([]byte, zeros)...), b[n+m:n+m+int(others)]...)
		b = b[n+m+int(others):]
	}
	return plain, len(plain) == length
}

// Resumed is a match of a killed host, read from its log: see Recording.State.
type Resumed struct {
	Match Match
	File  *replay.File // the intact part of the log; the next piece continues it, unless it is First
	saved *savedMatch
}

// Reasons why an intact log cannot be resumed.
var (
	ErrNoState = errors.New("it is a replay, which does not say how to go on")
	ErrEnded   = errors.New("its host ended it")
)

// Resume reads the intact part of a log. A host can resume any log that it accepts: pass the Match to NewHost and the Resumed in the
// HostConfig.
func Resume(log []byte) (*Resumed, error) {
	f, err := replay.Parse(log)
	switch {
	case err != nil:
		return nil, err
	case f.Unplayable != nil:
		return nil, f.Unplayable
	case f.State == nil:
		return nil, ErrNoState
	}
	s, err := parseSaved(f.State, f.Setup)
	if err != nil {
		return nil, err
	}
	w, tally, err := s.replayToEnd(f)
	if err != nil {
		return nil, err
	}
	if s.OverAt > w.Tick || s.Began > w.Tick {
		return nil, fmt.Errorf("%w: ticks", errOtherState)
	}
	r := &Resumed{File: f, saved: s}
	if r.Match, err = s.match(f.Setup, w, tally); err != nil {
		return nil, err
	}
	if f.Ended && (f.Result == nil || w.Status != game.Closed) {
		return nil, ErrEnded
	}
	if f.Result == nil && f.Head.First < s.OverAt {
		r.Match.OverAt = 0 // its end is not published yet
	}
	return r, nil
}

// replayToEnd plays the log from its last tally to its end.
func (s *savedMatch) replayToEnd(f *replay.File) (*game.World, *game.Tally, error) {
	tally := &game.Tally{}
	if s.TallyAt < f.Head.First || s.TallyAt > f.LastTick || f.LastTick-s.TallyAt > maxUntallied || !unpackTally(s.Tally, tally) {
		return nil, nil, fmt.Errorf("%w: tally", errOtherState)
	}
	c, err := f.Play()
	if err == nil {
		err = c.Seek(s.TallyAt)
	}
	if err != nil {
		return nil, nil, err
	}
	var events game.Events
	for {
		events.List = events.List[:0]
		orders, ok, err := c.Step(&events)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return &c.World, tally, nil
		}
		for i := range orders {
			if orders[i].Kind == game.OrderLeave {
				tally.Clear(orders[i].Slot)
			}
		}
		tally.Add(f.Setup, &c.World, events.List)
	}
}

// tokenKeepTime is how long the seat of a player without a key is kept after a resume: only the program they play with can reclaim it.
const tokenKeepTime = 30 * game.TickRate

// resume continues a resumed match: bots fly for its players until they return.
func (h *Host) resume(r *Resumed) {
	m := &h.match
	h.restore(r.saved)
	m.repairSeats()
	for _, p := range m.seats {
		if p != nil && p.isPlayer() {
			m.putSubstitute(p)
			p.Kept = true
			if p.Identity == "" {
				p.Inputs.ReceivedAt -= min(p.Inputs.ReceivedAt, seatKeepTime-tokenKeepTime)
			}
		}
	}
	h.peers.broadcast(h.roster.update(h.listPilots())) // for spectators with a delayed view
	if m.OverAt != 0 {
		h.peers.broadcast(h.matchOver())
		m.openBallot()
	}
	if r.File.Ended { // the log cannot be continued
		h.recordResults()
		return
	}
	m.recorder.resume(r.File, &m.World)
	m.recorder.roster(h.roster.pilots)
}

// repairSeats gives each seat a ship and removes ships without a seat. That is needed only if the log ends between the two.
func (m *liveMatch) repairSeats() {
	for slot := range m.room {
		switch p, empty := m.seats[slot], m.World.Ships[slot].State == game.Empty; {
		case p != nil && empty:
			m.orders = append(m.orders, p.order(game.OrderJoin))
		case p == nil && !empty:
			m.orders = append(m.orders, game.Order{Kind: game.OrderLeave, Slot: uint8(slot)})
		}
	}
}

// Waiting returns the number of players' kept seats.
func (r *Resumed) Waiting() int {
	return countIf(r.Match.Seats, func(s Seat) bool { return s.isPlayer() && s.Slot != proto.NoSlot })
}
