package fleet

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// MaxValue is how long a value of the directory may be, in bytes. The list of bans alone may be MaxBans long.
const (
	MaxValue = 4 << 10
	MaxBans  = 512 << 10
)

// The highest numbers of what is measured: a host that was stopped for long measures any.
const (
	MaxLoad   = 1e6
	MaxTick   = 1e8
	MaxRating = 1e4
)

// Host is what a host says of itself.
type Host struct {
	ID          ID     `json:"id"`
	Name        string `json:"name,omitempty"`
	Key         string `json:"key,omitempty"` // its public nkey; "" where the bus asks for none
	Address     string `json:"address"`       // where native clients reach it, with a port
	Fingerprint string `json:"fingerprint"`   // of its certificate
	Region      string `json:"region,omitempty"`
	Version     string `json:"version"` // of the program
	Protocol    uint16 `json:"protocol"`
	Rules       uint32 `json:"rules"` // game.RulesFingerprint

	Load     int  `json:"load"`        // of its cores, in thousandths
	TickP99  int  `json:"tick_p99_us"` // µs, of the last 5 s
	Matches  int  `json:"matches"`
	Players  int  `json:"players"`
	Room     int  `json:"room"` // matches that it would take more
	Draining bool `json:"draining"`
}

// Match is what the directory has of a match.
type Match struct {
	ID      ID     `json:"id"`
	Host    ID     `json:"host"`
	Epoch   uint32 `json:"epoch"` // rises by one whenever another host goes on with it, and whenever another standby is named; from 1
	Standby ID     `json:"standby"`

	Address     string `json:"address"` // of the host
	Fingerprint string `json:"fingerprint"`

	Title   string `json:"title"`
	Mode    string `json:"mode"`
	Arena   string `json:"arena"`
	Players int    `json:"players"`
	Bots    int    `json:"bots"`
	Slots   int    `json:"slots"`
	Rating  int    `json:"rating"` // mean of its players; 0 if none is known
	Closed  bool   `json:"closed"` // takes no newcomers

	// Claims is how often it was claimed, for its host was gone, before a host had played it for a while. Old programs do not say it.
	Claims int `json:"claims,omitempty"`
}

// Seat says where a player's seat is.
type Seat struct {
	Match ID `json:"match"`
	Host  ID `json:"host"`
	// Claim says that a door has sent the player there, and the host has not let them in yet.
	Claim bool `json:"claim,omitempty"`
}

// Door is what a door says of itself.
type Door struct {
	ID      ID     `json:"id"`
	Key     string `json:"key,omitempty"` // its public nkey
	Address string `json:"address"`       // for native clients
	Region  string `json:"region,omitempty"`
}

// Value is what is told of one kind of thing.
type Value interface{ check() error }

// Check says what is wrong with a value that is made of what an operator has written.
func Check(v Value) error { return v.check() }

// Append appends the bytes of a value. It panics if that is out of bounds, which the maker of a value sees to: texts by Fit.
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

// Parse reads a value, or says in one line what is wrong with it.
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

// fingerprint checks that of a certificate. There must be one: players' programs would take any certificate for the host's without.
func fingerprint(s string) error {
	if s == "" {
		return fmt.Errorf("fingerprint: must be that of a certificate, got none")
	}
	return text("fingerprint", s, 64)
}

// address checks a host and a port.
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
