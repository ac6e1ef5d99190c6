package records

import (
	"regexp"
	"strconv"
	"strings"
)

// Dialect is a kind of SQL.
type Dialect uint8

const (
	sqLite     Dialect = 0
	postgreSQL Dialect = 1
)

// twoArgumentsMax finds max of two, which PostgreSQL calls greatest. The first must be a name or a number.
var twoArgumentsMax = regexp.MustCompile(`\bmax\(([\w.]+),`)

// query rewrites a query or a change:
//
//	? and ?1     become $1, $2 and so on
//	max(a, b)    becomes greatest(a, b)
//
// A query must not ask for more that the two have differently: it has no comments, its conditions are comparisons
// (finished = 1, for there is no boolean), its subqueries have names, the columns it selects beside sums are those
// that it groups by, ON CONFLICT DO UPDATE names the columns of the conflict and the table of the old values, and
// numbers of new rows come by RETURNING.
func (d Dialect) query(query string) string {
	if d == sqLite {
		return query
	}
	return twoArgumentsMax.ReplaceAllString(numbered(query), "greatest($1,")
}

// numbered returns a query with $1 and so on in place of the marks that are outside of texts.
func numbered(query string) string {
	var b strings.Builder
	next, inText := 1, false
	for i := 0; i < len(query); i++ {
		switch c := query[i]; {
		case c == '\'':
			inText = !inText
			b.WriteByte(c)
		case c != '?' || inText:
			b.WriteByte(c)
		case i+1 < len(query) && query[i+1] >= '1' && query[i+1] <= '9':
			b.WriteByte('$') // its number follows
		default:
			b.WriteString("$" + strconv.Itoa(next))
			next++
		}
	}
	return b.String()
}

// args returns what goes with a query: PostgreSQL takes no truth for a number.
func (d Dialect) args(args []any) []any {
	if d == sqLite {
		return args
	}
	for i, arg := range args {
		if truth, ok := arg.(bool); ok {
			args[i] = 0
			if truth {
				args[i] = 1
			}
		}
	}
	return args
}
