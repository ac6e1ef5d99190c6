package records

import (
	"errors"
	"strings"
)

// BreaksRule reports whether an error is that what was to be kept is not what the tables take, so that it never will be: a value of
// another type or too large for one, none where there must be one, a check that does not hold. That something is there already, or what
// it refers to is not, is no such error: a restored database whose numbers begin too low says so of all that comes.
func BreaksRule(err error) bool {
	var state interface{ SQLState() string }
	if errors.As(err, &state) {
		s := state.SQLState()
		return strings.HasPrefix(s, "22") || s == "23502" || s == "23514" // data exception, not null, check
	}
	var code interface{ Code() int }
	if errors.As(err, &code) {
		switch code.Code() { // SQLite's, extended; see sqlite.org/rescode.html
		case 275, 1299, 3091: // SQLITE_CONSTRAINT_CHECK, _NOTNULL, _DATATYPE
			return true
		}
	}
	return false
}
