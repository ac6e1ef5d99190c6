package warworlds

import "dogfight/proto/dialect"

// reader takes a packet apart.
type reader struct{ dialect.Reader }

func (r *reader) string(field string) string {
	return string(r.Take(field, int(r.U16(field))))
}
