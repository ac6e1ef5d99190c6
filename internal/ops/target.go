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

// yes is the word by which a request says that the operator is sure.
const yes = "--yes"

// onlyKey is the word of a ban that leaves the address alone.
const onlyKey = "--key"

// request is what follows a command's name.
type request struct {
	words []string
	sure  bool
	byKey bool
}

// parseRequest takes the options out of the words of a command that has some.
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

// meant returns those of all whom the first words of a request mean, and the words that are left. A
// number is never an id without its #, and nothing is a name that reads as an id, a key, an
// address or a network. A player with one key has all that keys returns.
func meant(all []net.Present, keys func(string) []string, words []string) (hit []net.Present, rest []string, err error) {
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
		hit, rest = only(all, func(p net.Present) bool { return p.ID == uint16(id) }), words[1:]
	case notThat == nil:
		hit, rest = only(all, func(p net.Present) bool { return !p.Bot && b.Hits(p.Address, keys(p.Identity)...) }), words[1:]
	case strings.HasPrefix(word, "SHA256:"), isPrefix(word): // nearly, which is no name either
		return nil, nil, notThat
	default:
		hit, rest = called(all, words)
	}
	if len(hit) == 0 {
		return nil, nil, fmt.Errorf("no player is %q: \"who\" lists all", word)
	}
	return hit, rest, nil
}

// isPrefix reports whether a word reads as a network, of which bans.Parse takes not all.
func isPrefix(word string) bool {
	_, err := netip.ParsePrefix(word)
	return err == nil
}

func only(all []net.Present, so func(net.Present) bool) []net.Present {
	return slices.DeleteFunc(slices.Clone(all), func(p net.Present) bool { return !so(p) })
}

// called returns those whose name the words begin with, as it is or as it may be mistaken
// for another's. Names may have spaces: where "Rex" and "Rex 2" are there, "Rex 2" may mean
// either. What is left are the words after the longest.
func called(all []net.Present, words []string) (hit []net.Present, rest []string) {
	rest = words
	for n := 1; n <= len(words); n++ {
		name := strings.Join(words[:n], " ")
		these := only(all, func(p net.Present) bool { return alike(p.Name, name) })
		if len(these) > 0 {
			hit, rest = append(hit, these...), words[n:]
		}
	}
	return hit, rest
}

// alike reports whether two names may be taken for one.
func alike(a, b string) bool {
	looks, reads := names.Keys(a)
	otherLooks, otherReads := names.Keys(b)
	return looks == otherLooks || reads == otherReads
}

// one returns those who are meant, if it is one, or the operator is sure.
func (r request) one(h *net.Host) (hit []net.Present, rest []string, err error) {
	all, err := h.Pilots()
	if err != nil {
		return nil, nil, err
	}
	hit, rest, err = meant(all, h.KeysOf, r.words)
	if err == nil && len(hit) > 1 && !r.sure {
		return nil, nil, unsure(&net.UnsureError{Hit: hit})
	}
	return hit, rest, err
}

// unsure says how to go on.
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

// each does something with all who are meant, and tells of each what was done.
func each(hit []net.Present, do func(net.Present) (told string, err error)) (lines []string, err error) {
	for _, p := range hit {
		told, err := do(p)
		if err != nil {
			return lines, err
		}
		lines = append(lines, told)
	}
	return lines, nil
}
