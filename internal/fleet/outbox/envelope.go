package outbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/identity"
	"dogfight/proto"
)

// maxResult is the maximum size of a result in bytes, less than a message on the bus.
const maxResult = 768 << 10

// ResultID identifies the result of a match, independent of the sender.
type ResultID struct {
	Match  fleet.ID
	Number uint16 // of the match at its host
}

// String returns the id on the wire.
func (id ResultID) String() string { return fmt.Sprintf("%s-%d", id.Match, id.Number) }

// ParseResultID parses an id.
func ParseResultID(s string) (id ResultID, err error) {
	match, number, _ := strings.Cut(s, "-")
	if id.Match, err = fleet.ParseID(match); err != nil {
		return ResultID{}, err
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if id.Number = uint16(n); err != nil || id.Match == 0 || id.String() != s {
		return ResultID{}, fmt.Errorf("an id of a result must be that of a match, - and a number, got %.60q", s)
	}
	return id, nil
}

// Result is a host's result of a match.
type Result struct {
	ID    ResultID
	Host  fleet.ID
	Epoch uint32
	Key   string // of the signer; "": unsigned
	Match *career.Match
	// The signed bytes and the signature of a parsed result.
	Signed, Signature []byte
}

// Signer signs results of a host.
type Signer struct {
	Key  string // its public nkey
	Sign func([]byte) ([]byte, error)
}

// envelope is a result on the wire.
type envelope struct {
	Version   int             `json:"version"`
	ID        string          `json:"id"`
	Host      fleet.ID        `json:"host"`
	Epoch     uint32          `json:"epoch"`
	Key       string          `json:"key,omitempty"`
	Match     json.RawMessage `json:"match"`
	Signature []byte          `json:"signature,omitempty"`
}

// Append appends the bytes of a result, signed if there is a signer. It cuts the match into bounds: see fit and shorten.
func Append(b []byte, r *Result, signer *Signer) ([]byte, error) {
	match := fit(r.Match)
	if err := check(match); err != nil {
		return nil, err
	}
	for {
		text, err := json.Marshal(match)
		if err == nil && len(text) <= maxResult { // sign only a result of the final size
			text, err = seal(r, text, signer)
		}
		if err != nil {
			return nil, fmt.Errorf("result: %w", err)
		}
		if len(text) <= maxResult {
			return append(b, text...), nil
		}
		if !shorten(match) {
			return nil, fmt.Errorf("result: must be at most %d bytes, got %d", maxResult, len(text))
		}
	}
}

// seal returns the bytes of a result with its match in JSON.
func seal(r *Result, match []byte, signer *Signer) (text []byte, err error) {
	e := envelope{Version: 1, ID: r.ID.String(), Host: r.Host, Epoch: r.Epoch, Match: match}
	if signer != nil {
		e.Key = signer.Key
		if e.Signature, err = signer.Sign(e.signed()); err != nil {
			return nil, err
		}
	}
	return json.Marshal(&e)
}

// signed returns the signed bytes.
func (e *envelope) signed() []byte {
	return append(fmt.Appendf(nil, "dogfight result 1 %s %s %d ", e.ID, e.Host, e.Epoch), e.Match...)
}

// Parse parses a result. The caller checks the signature. Errors are one line.
func Parse(b []byte) (*Result, error) {
	r, err := parse(b)
	if err != nil {
		return nil, fmt.Errorf("result: %w", err)
	}
	return r, nil
}

func parse(b []byte) (*Result, error) {
	var e envelope
	if len(b) > maxResult {
		return nil, fmt.Errorf("must be at most %d bytes, got %d", maxResult, len(b))
	}
	if err := json.Unmarshal(b, &e); err != nil {
		return nil, err
	}
	if e.Version != 1 {
		return nil, fmt.Errorf("version must be 1, got %d", e.Version)
	}
	id, err := ParseResultID(e.ID)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Host == 0:
		return nil, fmt.Errorf("host: must not be zero")
	case len(e.Key) > 64:
		return nil, fmt.Errorf("key: must be at most 64 bytes, got %d", len(e.Key))
	case len(e.Signature) != 64 && (e.Key != "" || len(e.Signature) != 0):
		return nil, fmt.Errorf("signature: must be 64 bytes, got %d", len(e.Signature))
	case len(e.Match) == 0:
		return nil, fmt.Errorf("must have a match")
	}
	match := &career.Match{}
	if err := json.Unmarshal(e.Match, match); err != nil {
		return nil, err
	}
	if err := check(match); err != nil {
		return nil, err
	}
	return &Result{id, e.Host, e.Epoch, e.Key, match, e.signed(), e.Signature}, nil
}

// Bounds of a match; see fit.
const (
	mostFlights = 4096
	mostKills   = 1 << 16
	mostArms    = 64
	mostLinked  = 16
	mostCount   = 1_000_000_000
	longestText = 80
	longestName = 4 * proto.MaxName // a rune has at most four bytes
	longest     = 30 * 24 * time.Hour
)

// firstMatch is earlier than all matches.
var firstMatch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// check returns the first value of a match that is out of bounds.
func check(m *career.Match) error {
	c := checker{}
	c.ok(m.Started.After(firstMatch) && m.Started.Before(firstMatch.AddDate(180, 0, 0)), "started", m.Started)
	c.duration("lasted_ns", m.Lasted)
	c.duration("time_limit_ns", m.TimeLimit)
	c.count("score_limit", int(m.ScoreLimit))
	c.texts("text of the match", m.Arena, m.Mode, m.Event, m.Replay, m.Laps.Course, m.Waves.Campaign)
	for _, score := range m.TeamScores {
		c.score("team_scores", score)
	}
	c.ok(len(m.Flights) <= mostFlights, "number of flights", len(m.Flights))
	c.ok(len(m.Kills) <= mostKills, "number of kills", len(m.Kills))
	c.ok(len(m.Laps.Best) <= mostFlights, "number of laps", len(m.Laps.Best))
	c.ok(len(m.Laps.Best) == 0 || len(m.Laps.Proof) > 0, "proof of laps", len(m.Laps.Proof))
	c.count("wave", m.Waves.Wave)
	for i := range m.Flights {
		if c.err == nil {
			c.flight(&m.Flights[i])
		}
	}
	for _, k := range m.Kills {
		c.ok(k.By >= 0 && k.By < len(m.Flights) && k.Of >= 0 && k.Of < len(m.Flights), "pilots of a kill", k)
		c.count("times", k.Times)
	}
	for _, l := range m.Laps.Best {
		c.ok(l.Flight >= 0 && l.Flight < len(m.Flights), "flight of a lap", l.Flight)
		c.ok(l.Took > 0 && l.Took <= mostCount, "ticks of a lap", l.Took)
		c.texts("class of a lap", l.Class)
	}
	return c.err
}

// checker collects the first error.
type checker struct{ err error }

func (c *checker) ok(is bool, what string, got any) {
	if !is && c.err == nil {
		c.err = fmt.Errorf("match: %s is out of bounds: %.80q", what, fmt.Sprint(got))
	}
}

func (c *checker) count(what string, n int) { c.ok(n >= 0 && n <= mostCount, what, n) }

func (c *checker) score(what string, n int32) { c.ok(n >= -mostCount && n <= mostCount, what, n) }

func (c *checker) duration(what string, d time.Duration) { c.ok(d >= 0 && d <= longest, what, d) }

// texts checks texts for display and for databases.
func (c *checker) texts(what string, texts ...string) {
	for _, s := range texts {
		c.text(what, longestText, s)
	}
}

func (c *checker) text(what string, most int, s string) {
	c.ok(proto.Legible(s, most), what, s)
}

func (c *checker) flight(f *career.Flight) {
	c.texts("text of a flight", f.Identity, f.Class, f.Weapon)
	c.text("name", longestName, f.Name)
	c.texts("linked key", f.Linked...)
	c.ok(len(f.Linked) <= mostLinked, "number of linked keys", len(f.Linked))
	c.ok(len(f.Proof) <= identity.MaxCertificate, "length of a proof", len(f.Proof))
	c.ok(f.Skill >= -1 && f.Skill <= 5, "skill", f.Skill)
	c.ok(f.Team <= 4, "team", f.Team)
	c.ok(f.Place >= 0 && f.Place <= mostFlights, "place", f.Place)
	c.score("score", f.Score)
	c.duration("flown_ns", f.Flown)
	for _, n := range []int{f.Kills, f.Deaths, f.Assists, f.Shots, f.Hits, f.Damage, f.DamageTaken, f.Streak, f.Items, f.Barrels, f.Crashes, f.Revenges, f.Behind} {
		c.count("count of a flight", n)
	}
	for _, arms := range [][]career.Arm{f.Classes, f.Weapons} {
		c.ok(len(arms) <= mostArms, "number of arms", len(arms))
		for i, a := range arms {
			c.texts("name of an arm", a.Name)
			for _, other := range arms[:i] {
				c.ok(a.Name != other.Name, "arm, which is there twice,", a.Name)
			}
			for _, n := range []int{a.Shots, a.Hits, a.Kills, a.Deaths, a.Damage} {
				c.count("count of an arm", n)
			}
			c.ok(a.Seconds >= 0 && a.Seconds <= longest.Seconds(), "seconds of an arm", a.Seconds)
		}
		if c.err != nil {
			return
		}
	}
}

// fit returns a match with the parts that players influence cut into bounds: otherwise a player could make the hub refuse all results of a match. Other
// values out of bounds are faults of the program, which check reports.
func fit(m *career.Match) *career.Match {
	one := *m
	for _, text := range []*string{&one.Arena, &one.Mode, &one.Event, &one.Replay} {
		*text = proto.Fit(*text, longestText)
	}
	one.Flights = slices.Clone(m.Flights)
	for i := range one.Flights {
		fitFlight(&one.Flights[i])
	}
	one.Lasted = min(one.Lasted, longest)
	one.Kills = m.Kills[:min(len(m.Kills), mostKills)]
	dropFlights(&one, len(one.Flights)-mostFlights)
	return &one
}

func fitFlight(f *career.Flight) {
	f.Name, f.Identity = proto.Fit(f.Name, longestName), proto.Fit(f.Identity, longestText)
	f.Flown = min(f.Flown, longest)
	if len(f.Proof) > identity.MaxCertificate {
		f.Proof = nil
	}
	if len(f.Linked) > mostLinked {
		linked := slices.DeleteFunc(slices.Clone(f.Linked), func(key string) bool { return key == f.Identity })
		slices.Sort(linked) // always cut the same ones
		linked = slices.Compact(linked)
		f.Linked = linked[:min(len(linked), mostLinked)]
	}
}

// shorten removes the least important remaining part of a match and reports whether there was one. The rest, with all ships at the end, always fits.
func shorten(m *career.Match) bool {
	left := len(leftEarly(m.Flights))
	switch {
	case slices.ContainsFunc(m.Flights, func(f career.Flight) bool { return f.Proof != nil }):
		for i := range m.Flights {
			m.Flights[i].Proof = nil // the next match has it again
		}
	case m.Laps.Proof != nil:
		m.Laps = career.Laps{}
	case len(m.Kills) > 0:
		m.Kills = nil
	case left > 0:
		dropFlights(m, (left+1)/2)
	default:
		return dropArms(m)
	}
	return true
}

// leftEarly returns the flights that ended before the match, least important first: those of bots, then the shortest.
func leftEarly(flights []career.Flight) (left []int) {
	for i := range flights {
		if flights[i].Place == 0 {
			left = append(left, i)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int {
		one, other := &flights[a], &flights[b]
		if bot := one.Skill != 0; bot != (other.Skill != 0) {
			if bot {
				return -1
			}
			return 1
		}
		return cmp.Compare(one.Flown, other.Flown)
	})
	return left
}

// dropFlights removes n flights that ended before the match, and references to them.
func dropFlights(m *career.Match, n int) {
	if n <= 0 {
		return
	}
	left := leftEarly(m.Flights)
	out := map[int]bool{}
	for _, i := range left[:min(n, len(left))] {
		out[i] = true
	}
	var stay []career.Flight
	now := map[int]int{} // new indices by old ones
	for i := range m.Flights {
		if !out[i] {
			now[i] = len(stay)
			stay = append(stay, m.Flights[i])
		}
	}
	m.Flights = stay
	moveKills(m, now)
	moveLaps(m, now)
}

func moveKills(m *career.Match, now map[int]int) {
	var kills []career.Kills
	for _, k := range m.Kills {
		by, stays := now[k.By]
		of, too := now[k.Of]
		if stays && too {
			kills = append(kills, career.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	m.Kills = kills
}

func moveLaps(m *career.Match, now map[int]int) {
	var laps []career.Lap
	for _, l := range m.Laps.Best {
		var stays bool
		if l.Flight, stays = now[l.Flight]; stays {
			laps = append(laps, l)
		}
	}
	m.Laps.Best = laps
}

// dropArms removes the ships and guns of flights and reports whether there were any.
func dropArms(m *career.Match) (had bool) {
	for i := range m.Flights {
		f := &m.Flights[i]
		had = had || f.Classes != nil || f.Weapons != nil
		f.Classes, f.Weapons = nil, nil
	}
	return had
}
