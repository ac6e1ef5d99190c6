package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/net/admission"
	"dogfight/proto"
)

// Subjects.
const (
	RatingsSubject = "dogfight.hub.ratings"
	ScoresSubject  = "dogfight.hub.scores"
	KeysSubject    = "dogfight.hub.keys"
	BansSubject    = "dogfight.hub.bans"

	BansKey = "list" // in the directory
)

// Bounds.
const (
	MostAsked  = 256  // ratings at once
	MostScores = 200  // pilots, and matches, at once
	MostLinks  = 1000 // at once

	mostBytes   = 900 << 10 // of anything, less than a message on the bus
	longestText = 80
	LongestName = 4 * proto.MaxName // of a pilot: a rune has at most four bytes
	longestKey  = 64
	mostWinners = 1000
)

// RatingsAsk requests the ratings of players by the fingerprints of their keys.
type RatingsAsk struct {
	Identities []string `json:"identities"`
}

// Ratings answers a RatingsAsk, in the same order.
type Ratings struct {
	Ratings []Rating `json:"ratings"`
}

// Rating is the rating of a player; 0: unknown.
type Rating struct {
	Value     float64 `json:"rating"`
	Deviation float64 `json:"deviation"`
}

// vague is the deviation above which a rating is useless for placing.
const vague = 200

// Firm returns the rounded rating for placing; 0 if it is too vague or unknown.
func (r Rating) Firm() int {
	if r.Deviation > vague {
		return 0
	}
	return int(math.Round(r.Value))
}

// ScoresAsk requests the best pilots and the latest matches.
type ScoresAsk struct {
	Limit int `json:"limit"`
}

// Scores answers a ScoresAsk.
type Scores struct{ records.Scores }

// LinksAsk requests the links after a version; 0 for all.
type LinksAsk struct {
	After int64 `json:"after"`
}

// Links answers a LinksAsk with the next links, in order, at most MostLinks.
type Links struct {
	ID    string `json:"id,omitempty"` // of the database, to which versions belong
	Last  int64  `json:"last"`         // the highest version
	Links []Link `json:"links"`
	// Unlinked are the latest pairs of keys that an operator unlinked, if the request was for all links.
	Unlinked [][2]string `json:"unlinked,omitempty"`
}

// Link links two keys of one player: the player's own, and an SSH key that vouches for it.
type Link struct {
	Version int64  `json:"version"`
	One     string `json:"one"`
	Other   string `json:"other"`
	Proof   []byte `json:"proof,omitempty"` // the player's certificate: see identity.Proven
}

// verify clears the keys of links without the signatures of both keys, and all proofs. It returns the number of cleared links.
func (l *Links) verify() (unproven int) {
	for i := range l.Links {
		one := &l.Links[i]
		key, linked, err := identity.Proven(one.Proof)
		if err != nil || key != one.One || !slices.Contains(linked, one.Other) {
			one.One, one.Other = "", "" // the version remains, so it is not requested again
			unproven++
		}
		one.Proof = nil
	}
	return unproven
}

// BanAsk requests to add or remove a ban at all hosts. Ban and Comment are as in net/admission.
type BanAsk struct {
	Ban     string `json:"ban,omitempty"` // one of the two
	Unban   string `json:"unban,omitempty"`
	Comment string `json:"comment,omitempty"`
}

// BanAnswer answers a BanAsk.
type BanAnswer struct {
	Version int64  `json:"version"` // of the changed list
	Error   string `json:"error,omitempty"`
}

// BanList has all bans of a fleet, oldest first.
type BanList struct {
	ID      string `json:"id,omitempty"` // of the database, to which versions belong
	Version int64  `json:"version"`
	Bans    []Ban  `json:"bans"`
}

// Ban excludes a player from all hosts.
type Ban struct {
	Target  string    `json:"what"`
	Comment string    `json:"comment,omitempty"`
	At      time.Time `json:"at"`
}

// Record is a message of the registry.
type Record interface {
	check() error
	maxBytes() int
}

// AppendRecord appends the bytes of a record. It fails if the record is out of bounds.
func AppendRecord(b []byte, v Record) ([]byte, error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = v.check()
	}
	if err == nil && len(text) > v.maxBytes() {
		err = fmt.Errorf("must be at most %d bytes, got %d", v.maxBytes(), len(text))
	}
	if err != nil {
		return nil, fmt.Errorf("fleet: %T: %w", v, err)
	}
	return append(b, text...), nil
}

// ParseRecord parses a value. Errors are one line.
func ParseRecord[T any, P interface {
	*T
	Record
}](b []byte) (v T, err error) {
	if most := P(&v).maxBytes(); len(b) > most {
		return v, fmt.Errorf("fleet: %T: must be at most %d bytes, got %d", v, most, len(b))
	}
	if err = json.Unmarshal(b, &v); err == nil {
		err = P(&v).check()
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("fleet: %T: %w", v, err)
	}
	return v, nil
}

func (*RatingsAsk) maxBytes() int { return MostAsked * (longestKey*6 + 8) } // the longest JSON
func (*Ratings) maxBytes() int    { return mostBytes }
func (*ScoresAsk) maxBytes() int  { return 200 }
func (*Scores) maxBytes() int     { return mostBytes }
func (*LinksAsk) maxBytes() int   { return 200 }
func (*Links) maxBytes() int      { return mostBytes }
func (*BanAsk) maxBytes() int     { return MaxValue }
func (*BanAnswer) maxBytes() int  { return MaxValue }
func (*BanList) maxBytes() int    { return MaxBans }

func (a *RatingsAsk) check() error {
	if len(a.Identities) > MostAsked {
		return fmt.Errorf("must be %d identities at most, got %d", MostAsked, len(a.Identities))
	}
	return texts("identity", longestKey, a.Identities...)
}

func (r *Ratings) check() error {
	if len(r.Ratings) > MostAsked {
		return fmt.Errorf("must be %d ratings at most, got %d", MostAsked, len(r.Ratings))
	}
	for _, one := range r.Ratings {
		if !(one.Value >= 0 && one.Value <= 1e4 && one.Deviation >= 0 && one.Deviation <= 1e4) {
			return fmt.Errorf("rating out of bounds: %v", one)
		}
	}
	return nil
}

func (a *ScoresAsk) check() error {
	if a.Limit < 0 || a.Limit > MostScores {
		return fmt.Errorf("limit must be 0 to %d, got %d", MostScores, a.Limit)
	}
	return nil
}

func (s *Scores) check() error {
	if len(s.Pilots) > MostScores || len(s.Matches) > MostScores {
		return fmt.Errorf("must be %d pilots and matches at most, got %d and %d", MostScores, len(s.Pilots), len(s.Matches))
	}
	for _, p := range s.Pilots {
		if err := cmp.Or(texts("pilot", LongestName, p.Name), texts("identity", longestText, p.Identity)); err != nil {
			return err
		}
	}
	for _, m := range s.Matches {
		if len(m.Winners) > mostWinners || !(math.Abs(m.Seconds) < 1e9) {
			return fmt.Errorf("match out of bounds: %d winners, %v s", len(m.Winners), m.Seconds)
		}
		if err := cmp.Or(texts("winner", LongestName, m.Winners...), texts("match", longestText, m.Arena, m.Mode, m.Replay)); err != nil {
			return err
		}
	}
	return nil
}

func (a *LinksAsk) check() error {
	if a.After < 0 {
		return fmt.Errorf("after must not be below zero, got %d", a.After)
	}
	return nil
}

func (l *Links) check() error {
	if len(l.Links) > MostLinks {
		return fmt.Errorf("must be %d links at most, got %d", MostLinks, len(l.Links))
	}
	if l.Last < 0 {
		return fmt.Errorf("last must not be below zero, got %d", l.Last)
	}
	if err := texts("id", longestKey, l.ID); err != nil {
		return err
	}
	for _, pair := range l.Unlinked[:min(len(l.Unlinked), MostLinks)] {
		if err := texts("key", longestKey, pair[:]...); err != nil {
			return err
		}
	}
	last := int64(0)
	for _, one := range l.Links {
		if one.Version <= last {
			return fmt.Errorf("versions must rise, got %d after %d", one.Version, last)
		}
		last = one.Version
		if err := texts("key", longestKey, one.One, one.Other); err != nil {
			return err
		}
	}
	return nil
}

func (a *BanAsk) check() error {
	if (a.Ban == "") == (a.Unban == "") {
		return fmt.Errorf("must have either ban or unban")
	}
	if _, err := admission.ParseBan(a.Ban + a.Unban); err != nil {
		return err
	}
	return texts("comment", longestText, a.Comment)
}

func (a *BanAnswer) check() error { return texts("error", 300, a.Error) }

func (l *BanList) check() error {
	if err := texts("id", longestKey, l.ID); err != nil {
		return err
	}
	for _, b := range l.Bans {
		if _, err := admission.ParseBan(b.Target); err != nil {
			return err
		}
		if err := texts("comment", longestText, b.Comment); err != nil {
			return err
		}
	}
	return nil
}

// texts checks texts for display.
func texts(what string, most int, all ...string) error {
	for _, s := range all {
		if !proto.Legible(s, most) {
			return fmt.Errorf("%s must be at most %d bytes of legible text, got %.80q", what, most, s)
		}
	}
	return nil
}

// ChangeBans adds or removes a ban of a fleet and returns the hub's answer.
func ChangeBans(ctx context.Context, bus Bus, ask BanAsk) (BanAnswer, error) {
	b, err := AppendRecord(nil, &ask)
	if err != nil {
		return BanAnswer{}, err
	}
	if b, err = bus.Ask(ctx, BansSubject, b); err != nil {
		return BanAnswer{}, err
	}
	answer, err := ParseRecord[BanAnswer](b)
	if err == nil && answer.Error != "" {
		err = errors.New(answer.Error)
	}
	return answer, err
}

// AskScores returns up to limit best pilots and latest matches of a fleet, at most MostScores.
func AskScores(ctx context.Context, bus Bus, limit int) (*Scores, error) {
	b, err := AppendRecord(nil, &ScoresAsk{min(max(limit, 0), MostScores)})
	if err != nil {
		return nil, err
	}
	if b, err = bus.Ask(ctx, ScoresSubject, b); err != nil {
		return nil, err
	}
	scores, err := ParseRecord[Scores](b)
	return &scores, err
}

// ReadBans returns the bans of a fleet in the directory.
func ReadBans(ctx context.Context, d Directory) (*BanList, error) {
	entry, err := d.Get(ctx, Bans, BansKey)
	if errors.Is(err, ErrNone) {
		return &BanList{}, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := ParseRecord[BanList](entry.Value)
	return &list, err
}
