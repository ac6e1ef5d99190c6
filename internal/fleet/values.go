package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"dogfight/proto"
)

// MaxValue is the maximum size of a value of the directory in bytes, MaxBans that of the list of bans.
const (
	MaxValue = 4 << 10
	MaxBans  = 512 << 10
)

// Maximum measurements: a host that was stopped for long may measure any value.
const (
	MaxLoad   = 1e6
	MaxTick   = 1e8
	MaxRating = 1e4
)

// MaxWitnesses is the maximum of witnesses of a match.
const MaxWitnesses = 2

// Host is the entry of a host.
type Host struct {
	ID          ID     `json:"id"`
	Name        string `json:"name,omitempty"`
	Key         string `json:"key,omitempty"` // its public nkey; "" if the bus requires none
	Address     string `json:"address"`       // for native clients, with a port
	Fingerprint string `json:"fingerprint"`   // of its certificate
	Region      string `json:"region,omitempty"`
	Version     string `json:"version"` // of the program
	Protocol    uint16 `json:"protocol"`
	Rules       uint32 `json:"rules"` // game.RulesFingerprint

	Load     int  `json:"load"`        // of its cores, in thousandths
	TickP99  int  `json:"tick_p99_us"` // µs, of the last 5 s
	Matches  int  `json:"matches"`
	Players  int  `json:"players"`
	Room     int  `json:"room"` // for more matches
	Draining bool `json:"draining"`
}

// Match is the entry of a match.
type Match struct {
	ID      ID     `json:"id"`
	Host    ID     `json:"host"`
	Epoch   uint32 `json:"epoch"` // from 1; see Which host plays a match
	Standby ID     `json:"standby"`
	// Witnesses may claim the match when host and standby are dead; 0: none. Old programs omit them.
	Witnesses [MaxWitnesses]ID `json:"witnesses,omitzero"`

	Address     string `json:"address"` // of the host
	Fingerprint string `json:"fingerprint"`

	Title   string `json:"title"`
	Mode    string `json:"mode"`
	Arena   string `json:"arena"`
	Players int    `json:"players"`
	Bots    int    `json:"bots"`
	Slots   int    `json:"slots"`
	Rating  int    `json:"rating"` // mean of its players; 0: unknown
	Closed  bool   `json:"closed"` // takes no newcomers

	// Claims counts claims from dead hosts since a host last played the match for a second. Old programs omit it.
	Claims int `json:"claims,omitempty"`
}

// Seat is the entry of a player's seat.
type Seat struct {
	Match ID `json:"match"`
	Host  ID `json:"host"`
	// Claim marks the seat of a player on the way from a door.
	Claim bool `json:"claim,omitempty"`
}

// Door is the entry of a door.
type Door struct {
	ID      ID     `json:"id"`
	Key     string `json:"key,omitempty"` // its public nkey
	Address string `json:"address"`       // for native clients
	Region  string `json:"region,omitempty"`
}

// Value is a value of the directory or a message.
type Value interface{ check() error }

// Check checks a value with input from an operator.
func Check(v Value) error { return v.check() }

// Append appends the bytes of a value. It panics if the value is out of bounds; callers cut texts.
func Append(b []byte, v Value) []byte {
	text, err := json.Marshal(v)
	if err == nil {
		err = v.check()
	}
	if err == nil && len(text) > MaxValue {
		err = fmt.Errorf("%d bytes are more than %d", len(text), MaxValue)
	}
	if err != nil {
		panic(fmt.Sprintf("fleet: %T: %v", v, err))
	}
	return append(b, text...)
}

// Parse parses a value. Errors are one line.
func Parse[T any, P interface {
	*T
	Value
}](b []byte) (v T, err error) {
	if len(b) > MaxValue {
		return v, fmt.Errorf("fleet: must be at most %d bytes, got %d", MaxValue, len(b))
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("fleet: %T: %w", v, err)
	}
	if err := P(&v).check(); err != nil {
		return v, fmt.Errorf("fleet: %T: %w", v, err)
	}
	return v, nil
}

func (h *Host) check() error {
	return first(
		id("id", h.ID), text("name", h.Name, MaxTitle), text("key", h.Key, 64), address(h.Address), fingerprint(h.Fingerprint), text("region", h.Region, MaxRegion), text("version", h.Version, 60),
		within("load", h.Load, MaxLoad), within("tick_p99_us", h.TickP99, MaxTick), within("matches", h.Matches, 1e4), within("players", h.Players, 1e6), within("room", h.Room, 1e4),
	)
}

func (m *Match) check() error {
	return first(
		id("id", m.ID), id("host", m.Host), epoch(m.Epoch), address(m.Address), fingerprint(m.Fingerprint),
		text("title", m.Title, MaxTitle), text("mode", m.Mode, 16), text("arena", m.Arena, MaxArena),
		within("players", m.Players, 1e4), within("bots", m.Bots, 64), within("slots", m.Slots, 64), within("rating", m.Rating, MaxRating), within("claims", m.Claims, 1e4),
	)
}

func (s *Seat) check() error { return first(id("match", s.Match), id("host", s.Host)) }

func (d *Door) check() error {
	return first(id("id", d.ID), text("key", d.Key, 64), address(d.Address), text("region", d.Region, MaxRegion))
}

// first returns the first error.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func id(name string, id ID) error {
	if id == 0 {
		return fmt.Errorf("%s: must not be zero", name)
	}
	return nil
}

func epoch(n uint32) error {
	if n == 0 {
		return fmt.Errorf("epoch: must be 1 or more")
	}
	return nil
}

func within(name string, n, most int) error {
	if n < 0 || n > most {
		return fmt.Errorf("%s: must be 0 to %d, got %d", name, most, n)
	}
	return nil
}

// fingerprint checks the fingerprint of a certificate. It is required: without one, clients would accept any certificate.
func fingerprint(s string) error {
	if s == "" {
		return fmt.Errorf("fingerprint: must be that of a certificate, got none")
	}
	return text("fingerprint", s, 64)
}

// address checks HOST:PORT.
func address(s string) error {
	i := strings.LastIndexByte(s, ':')
	if len(s) > 255 || i < 1 {
		return fmt.Errorf("address: must be HOST:PORT, got %.80q", s)
	}
	host := s[:i]
	if port, err := strconv.ParseUint(s[i+1:], 10, 16); err != nil || port == 0 {
		return fmt.Errorf("address: must have a port from 1 to 65535, got %.80q", s)
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if _, err := netip.ParseAddr(inner); !ok || err != nil {
			return fmt.Errorf("address: must be [IPV6]:PORT, got %.80q", s)
		}
		return nil
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r > '~' || r <= ' ' || strings.ContainsRune(":/[]@#?%", r) }) {
		return fmt.Errorf("address: must be HOST:PORT, got %.80q", s)
	}
	return nil
}

// Maximum lengths of texts in bytes.
const (
	MaxTitle  = 60 // of a match, and names of hosts
	MaxArena  = 32
	MaxRegion = 32
	MaxError  = 200
)

// text checks a text for display.
func text(name, s string, most int) error {
	if !proto.Legible(s, most) {
		return fmt.Errorf("%s: must be at most %d bytes of legible text, got %.80q", name, most, s)
	}
	return nil
}

// LeaseAsk requests a lease from a standby, with every chunk of a log, or from a witness.
type LeaseAsk struct {
	Match  ID     `json:"match"`
	Host   ID     `json:"host"` // the asker
	Epoch  uint32 `json:"epoch"`
	Number uint64 `json:"number"` // of the request, from 1
	// Witness reports that the receiver is a witness, which needs no log and claims the match late.
	Witness bool `json:"witness,omitempty"`
}

// LeaseGrant answers a LeaseAsk.
type LeaseGrant struct {
	Number uint64 `json:"number"` // of the request
	Whole  bool   `json:"whole"`  // the standby's log has no gap; otherwise the host sends the file again
	Epoch  uint32 `json:"epoch"`  // that the standby knows; the requested one is a grant
	// Draining reports that the standby has no room for the match, so the host should name another.
	Draining bool `json:"draining,omitempty"`
}

// Ask is a request to a host.
type Ask struct {
	Open     *Open     `json:"open,omitempty"` // one of these
	Takeover *Takeover `json:"take,omitempty"`
	Leave    *Leave    `json:"leave,omitempty"`
}

// Open requests a new match. The host chooses the arena, as it should not open a file that another member names.
type Open struct {
	Mode  string `json:"mode,omitempty"` // "": the host's choice
	Title string `json:"title,omitempty"`
}

// Takeover requests that a host resumes a match that another hands over. Its log is in the stream up to Chunks.
type Takeover struct {
	Match  Match  `json:"match"` // its entry in the directory
	Chunks uint32 `json:"chunks"`
	Tick   uint32 `json:"tick"`
	Hash   uint64 `json:"hash"` // of the World at that tick
	Life   uint32 `json:"life"` // epoch in the Welcome of the match's clients
}

// Leave requests that a host releases a player for another match.
type Leave struct {
	Match ID     `json:"match"`
	Seat  string `json:"seat"` // SeatKey of the player
	At    int64  `json:"at"`   // Unix s by the door's clock: earlier tickets are invalid
}

// Answer answers an Ask. Without Match and Error, a player has left.
type Answer struct {
	Match *Match `json:"match,omitempty"` // opened or taken
	Error string `json:"error,omitempty"` // of the host
}

func (a *LeaseAsk) check() error {
	return first(id("match", a.Match), id("host", a.Host), epoch(a.Epoch))
}

func (g *LeaseGrant) check() error { return nil }

func (a *Ask) check() error {
	asked := 0
	for _, is := range []bool{a.Open != nil, a.Takeover != nil, a.Leave != nil} {
		if is {
			asked++
		}
	}
	switch {
	case asked != 1:
		return fmt.Errorf("must ask for one thing")
	case a.Open != nil:
		return first(text("mode", a.Open.Mode, 16), text("title", a.Open.Title, MaxTitle))
	case a.Leave != nil:
		return first(id("match", a.Leave.Match), text("seat", a.Leave.Seat, maxKey))
	}
	return a.Takeover.Match.check()
}

func (a *Answer) check() error {
	if a.Match != nil {
		return a.Match.check()
	}
	return text("error", a.Error, MaxError)
}

var errOtherHost = errors.New("the match in its answer is not its own")

// AskForMatch sends a request to a host and returns the match of its answer, which must be played there.
func AskForMatch(ctx context.Context, b Bus, host ID, a *Ask) (*Match, error) {
	said, err := b.Ask(ctx, AskSubject+host.String(), Append(nil, a))
	if err != nil {
		return nil, err
	}
	answer, err := Parse[Answer](said)
	switch {
	case err != nil:
		return nil, err
	case answer.Match == nil:
		return nil, errors.New(answer.Error)
	case answer.Match.Host != host:
		return nil, errOtherHost
	}
	return answer.Match, nil
}
