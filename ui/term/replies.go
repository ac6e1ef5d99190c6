package term

import (
	"strconv"
	"strings"
)

// A terminal answers a question with a control sequence (ECMA-48): ESC [, perhaps
// a "?", parameters, and letters that name it.

// reply is one of a terminal's answers.
type reply struct {
	private    bool // with "?"
	parameters []int
	name       string // such as "c" or "$y"
}

// nextReply returns the first whole answer in b, and what comes after it. Where there
// is none, it returns false.
func nextReply(b string) (r reply, rest string, ok bool) {
	for {
		start := strings.Index(b, "\x1b[")
		if start < 0 {
			return reply{}, b, false
		}
		b = b[start:]
		end := strings.IndexFunc(b[2:], func(c rune) bool { return c >= '@' && c <= '~' })
		if end < 0 {
			return reply{}, b, false
		}
		body, last := b[2:2+end], b[2+end:3+end]
		if r, ok = parseReply(body, last); ok {
			return r, b[3+end:], true
		}
		b = b[3+end:]
	}
}

// parseReply takes apart what is between ESC [ and the last letter.
func parseReply(body, last string) (r reply, ok bool) {
	body, r.private = strings.CutPrefix(body, "?")
	if cut := strings.IndexFunc(body, func(c rune) bool { return c >= ' ' && c <= '/' }); cut >= 0 {
		body, last = body[:cut], body[cut:]+last
	}
	r.name = last
	for part := range strings.SplitSeq(body, ";") {
		n, err := strconv.Atoi(part)
		if err != nil && part != "" {
			return reply{}, false
		}
		r.parameters = append(r.parameters, n)
	}
	return r, true
}

// is reports whether r has the name and so many parameters, or more.
func (r reply) is(name string, private bool, parameters int) bool {
	return r.name == name && r.private == private && len(r.parameters) >= parameters
}
