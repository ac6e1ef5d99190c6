package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// modes are those that a terminal was told to be in.
type modes struct {
	on    map[string]bool // the private ones, by number
	kitty []string        // the flags of its keyboard, the newest last
}

// kittyFlying is what a keyboard is to report while a ship is steered.
const kittyFlying = "31"

var modeSet = regexp.MustCompile(`\x1b\[(?:\?([0-9]+)([hl])|>([0-9]+)u|(<)u)`)

// read takes in what was written.
func (s *modes) read(out string) {
	for _, m := range modeSet.FindAllStringSubmatch(out, -1) {
		switch {
		case m[1] != "":
			s.on[m[1]] = m[2] == "h"
		case m[3] != "":
			s.kitty = append(s.kitty, m[3])
		case len(s.kitty) > 0:
			s.kitty = s.kitty[:len(s.kitty)-1]
		default:
			s.on["a pop of nothing"] = true
		}
	}
}

// kittyAnswer is what a terminal with kitty's protocol says of it.
func (s *modes) kittyAnswer() string {
	if len(s.kitty) == 0 {
		return "\x1b[?0u"
	}
	return "\x1b[?" + s.kitty[len(s.kitty)-1] + "u"
}

// left tells what is not as it should be on a shell's terminal; "" if all is. Whether
// the cursor blinks, which is 12, is for each terminal to say.
func (s *modes) left() string {
	var wrong []string
	for mode, on := range s.on {
		if mode != "12" && on != slices.Contains([]string{"7", "25"}, mode) {
			wrong = append(wrong, fmt.Sprintf("%s %v", mode, on))
		}
	}
	slices.Sort(wrong)
	return strings.Join(append(wrong, s.kitty...), ", ")
}
