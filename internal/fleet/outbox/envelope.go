package outbox

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"dogfight/internal/fleet"
	"dogfight/internal/records"
)

// MaxResult is how long a result may be, in bytes: less than a message on the bus.
const maxResult = 768 << 10

// ResultID names the result of a match: the same whoever tells of it.
type ResultID struct {
	Match  fleet.ID
	Number uint16 // of the match at its host
}

// String returns the id as it travels.
func (id ResultID) String() string { return fmt.Sprintf("%s-%d", id.Match, id.Number) }

// ParseResultID reads one.
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

// Result is what a host tells of a match.
type Result struct {
	ID    ResultID
	Host  fleet.ID
	Epoch uint32
	Key   string // who has signed it; "" for nobody
	Match *records.Match
	// What was signed, and the signature, of a result that was parsed: see the package's comment.
	Signed, Signature []byte
}

// Signer signs for a host.
type Signer struct {
	Key  string // its public nkey
	Sign func([]byte) ([]byte, error)
}

// envelope is a result as it travels.
type envelope struct {
	Version   int             `json:"version"`
	ID        string          `json:"id"`
	Host      fleet.ID        `json:"host"`
	Epoch     uint32          `json:"epoch"`
	Key       string          `json:"key,omitempty"`
	Match     json.RawMessage `json:"match"`
	Signature []byte          `json:"signature,omitempty"`
}

// Append appends the bytes of a result, signed if there is a signer. What players have a hand in is brought into bounds, and one that is
// too long goes without what counts least: see fit and shorten.
func Append(b []byte, r *Result, signer *Signer) ([]byte, error) {
	match := fit(r.Match)
	if err := check(match); err != nil {
		return nil, err
	}
	for {
		text, err := json.Marshal(match)
		if err == nil && len(text) <= maxResult { // otherwise there is no need to sign it
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

// seal returns the bytes of a result with a match, which is in JSON.
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

// signed returns what a signature is over.
func (e *envelope) signed() []byte {
	return append(fmt.Appendf(nil, "dogfight result 1 %s %s %d ", e.ID, e.Host, e.Epoch), e.Match...)
}

// Parse reads a result, or says in one line what is wrong with it. Whether the signature holds is for the caller to find out.
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
	match := &records.Match{}
	if err := json.Unmarshal(e.Match, match); err != nil {
		return nil, err
	}
	if err := check(match); err != nil {
		return nil, err
	}
	return &Result{id, e.Host, e.Epoch, e.Key, match, e.signed(), e.Signature}, nil
}
