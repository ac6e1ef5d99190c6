package ops

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/names"
)

// yes is the argument by which an operator confirms.
const yes = "--yes"

// onlyKey is the argument of a ban that spares the address.
const onlyKey = "--key"

// request is the arguments of a command.
type request struct {
	words []string
	sure  bool
	byKey bool
}

// parseRequest parses the arguments of a command that has options.
func parseRequest(words []string) (r request) {
	for _, word := range words {
		switch word {
		case yes:
			r.sure = true
		case onlyKey:
			r.byKey = true
		default:
			r.words = append(r.words, word)
		}
	}
	return r
}

// target returns the pilots that the first words of a request name, and the other words. A number is never an id without its #, and
// a word that reads as an id, a key, an address or a network is not a name. keys returns all keys of the player with one of them.
func target(all []net.PilotInfo, keys func(string) []string, words []string) (hit []net.PilotInfo, rest []string, err error) {
	if len(words) == 0 {
		return nil, nil, errors.New("name a player: \"who\" lists all")
	}
	word := words[0]
	digits, byID := strings.CutPrefix(word, "#")
	b, notThat := admission.ParseBan(word)
	switch {
	case byID:
		id, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			return nil, nil, fmt.Errorf("%q must be # and a number up to 65535", word)
		}
		hit, rest = only(all, func(p net.PilotInfo) bool { return p.ID == uint16(id) }), words[1:]
	case notThat == nil:
		hit, rest = only(all, func(p net.PilotInfo) bool { return !p.Bot && b.Hits(p.Address, keys(p.Identity)...) }), words[1:]
	case strings.HasPrefix(word, "SHA256:"), isPrefix(word): // an invalid one is not a name either
		return nil, nil, notThat
	default:
		hit, rest = called(all, words)
	}
	if len(hit) == 0 {
		return nil, nil, fmt.Errorf("no player is %q: \"who\" lists all", word)
	}
	return hit, rest, nil
}

// isPrefix reports whether a word reads as a network, though it may not be banned.
func isPrefix(word string) bool {
	_, err := netip.ParsePrefix(word)
	return err == nil
}

func only(all []net.PilotInfo, so func(net.PilotInfo) bool) []net.PilotInfo {
	return slices.DeleteFunc(slices.Clone(all), func(p net.PilotInfo) bool { return !so(p) })
}

// called returns the pilots with a name that the words begin with, exactly or confusably. Names may have spaces: beside "Rex" and
// "Rex 2", the words "Rex 2" may mean either. rest follows the longest name.
func called(all []net.PilotInfo, words []string) (hit []net.PilotInfo, rest []string) {
	rest = words
	for n := 1; n <= len(words); n++ {
		name := strings.Join(words[:n], " ")
		these := only(all, func(p net.PilotInfo) bool { return alike(p.Name, name) })
		if len(these) > 0 {
			hit, rest = append(hit, these...), words[n:]
		}
	}
	return hit, rest
}

// alike reports whether two names are confusable.
func alike(a, b string) bool {
	looks, reads := names.Keys(a)
	otherLooks, otherReads := names.Keys(b)
	return looks == otherLooks || reads == otherReads
}

// one returns the pilots that a request names: one, unless the operator confirms.
func (r request) one(h *net.Host) (hit []net.PilotInfo, rest []string, err error) {
	all, err := h.Pilots()
	if err != nil {
		return nil, nil, err
	}
	hit, rest, err = target(all, h.KeysOf, r.words)
	if err == nil && len(hit) > 1 && !r.sure {
		return nil, nil, unsure(&net.UnsureError{Hit: hit})
	}
	return hit, rest, err
}

// unsure adds how to confirm.
func unsure(err error) error {
	var asks *net.UnsureError
	if !errors.As(err, &asks) {
		return err
	}
	if len(asks.Hit) == 0 {
		return fmt.Errorf("%w: repeat it with %s if you mean that", err, yes)
	}
	return fmt.Errorf("%w: repeat it with %s if you mean that, or name one by #ID", err, yes)
}

// each calls do for all pilots, and returns the lines of the answer.
func each(hit []net.PilotInfo, do func(net.PilotInfo) (line string, err error)) (lines []string, err error) {
	for _, p := range hit {
		line, err := do(p)
		if err != nil {
			return lines, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}
