package warworlds

import (
	"fmt"

	"dogfight/proto"
)

// reader takes a packet apart.
type reader struct{ proto.ByteReader }

func (r *reader) string(field string) string {
	return string(r.Take(field, int(r.U16(field))))
}

// exactly reports whether just so many bytes are left, and fails otherwise.
func (r *reader) exactly(field string, n int) bool {
	if len(r.Left) != n {
		r.Fail(field, fmt.Sprint(n, " bytes"), len(r.Left))
	}
	return r.Err == nil
}
