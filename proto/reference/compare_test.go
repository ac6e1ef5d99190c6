package reference

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
	_ "dogfight/testkit"
)

// sameControl fails unless both decoders agree on a message.
func sameControl(t fataler, message []byte) {
	t.Helper()
	theirs, theirErr := proto.Parse(message)
	ours, ourErr := verdict(func() any { return control(message) })
	same(t, message, theirs, theirErr, ours, ourErr)
	other := (*proto.VersionError)(nil)
	if foreign := errors.As(theirErr, &other) && other.Theirs != proto.Version; foreign != (ourErr == otherVersion) {
		t.Fatalf("of another version?\nproto says: %v\nthe text: %v\nof %x", theirErr, ourErr, message)
	}
}

// sameInputs does so for an Inputs received at the tick present.
func sameInputs(t fataler, message []byte, present game.Tick) {
	t.Helper()
	theirs := proto.Inputs{}
	theirErr := theirs.Parse(message, present)
	ours, ourErr := verdict(func() inputs { return fromClient(message, present) })
	same(t, message, theirs, theirErr, ours, ourErr)
}

// sameOrders does so for an Orders to a client that knows the World at its base.
func sameOrders(t fataler, message []byte, present game.Tick, base *game.World) {
	t.Helper()
	theirs := proto.Orders{}
	theirErr := theirs.Parse(message, present)
	ours, ourErr := verdict(func() orders { return fromHost(message, present) })
	type head struct { // the fields of proto.Orders before Open
		proto.Report
		Base, Now game.Tick
		Hash      uint16
		Coded     []byte
	}
	if theirErr != nil || ourErr != nil {
		same(t, message, theirs, theirErr, ours, ourErr)
		return
	}
	same(t, message, head{theirs.Report, theirs.Base, theirs.Now(), theirs.Hash, ours.Coded}, nil, ours, nil)
	baseline := proto.BaselineOf(base)
	theirErr = theirs.Open(&baseline)
	decided, ourErr := verdict(func() [][]game.Order { return ticks(ours.Coded, base, int(ours.Now-ours.Base)) })
	same(t, message, theirs.Ticks, theirErr, decided, ourErr)
}

// sameWorld does so for a World in a match with the Setup.
func sameWorld(t fataler, b []byte, s *game.Setup) {
	t.Helper()
	theirs, theirErr := proto.ParseWorld(s, b)
	ours, ourErr := verdict(func() game.World { return world(b, s) })
	if theirErr == nil && ourErr == nil && theirs == ours {
		return // before 20 kB are written out
	}
	same(t, b, theirs, theirErr, ours, ourErr)
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

var _ fataler = (*testing.T)(nil)

// same fails unless both refused the bytes or both found the same in them.
func same(t fataler, b []byte, theirs any, theirErr error, ours any, ourErr error) {
	t.Helper()
	if (theirErr == nil) != (ourErr == nil) {
		t.Fatalf("proto: %v\nthe text: %v\nof %x", theirErr, ourErr, b)
	}
	if theirErr != nil {
		return
	}
	their, our := plain(theirs), plain(ours)
	if at := parting(their, our); at >= 0 {
		t.Fatalf("proto: %s\nthe text: %s\nof %x", around(their, at), around(our, at), b)
	}
}

// parting returns where two texts begin to differ, -1 if nowhere.
func parting(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// around returns as much of a text as can be looked through.
func around(text string, at int) string {
	const most = 200 // characters either way
	return text[max(at-most, 0):min(at+most, len(text))]
}

// plain writes out the exported fields of a value, such that those of the same
// name and number look alike in all types, and those of embedded structs
// as the struct's own. The order of fields counts for nothing.
func plain(v any) string { return written(reflect.ValueOf(v)) }

func written(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Pointer:
		return written(v.Elem())
	case reflect.Struct:
		return "{" + strings.Join(fields(v), " ") + "}"
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return fmt.Sprintf("%x", v.Interface())
		}
		all := make([]string, v.Len())
		for i := range all {
			all[i] = written(v.Index(i))
		}
		return "[" + strings.Join(all, " ") + "]"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprint(v.Interface())
}

func fields(v reflect.Value) []string {
	var all []string
	for field, value := range v.Fields() {
		switch {
		case field.Anonymous:
			all = append(all, fields(value)...)
		case field.IsExported():
			all = append(all, field.Name+":"+written(value))
		}
	}
	slices.Sort(all)
	return all
}

// bent returns the bytes with one change that neither decoder expects.
func bent(t *rapid.T, b []byte) []byte {
	b = bytes.Clone(b)
	at := rapid.IntRange(0, max(len(b)-1, 0)).Draw(t, "at")
	other := rapid.Byte().Draw(t, "other")
	switch how := rapid.SampledFrom([]string{"cut off", "lengthened", "a byte", "a bit"}).Draw(t, "how"); {
	case how == "lengthened":
		return append(b, other)
	case len(b) == 0:
		return b
	case how == "cut off":
		return b[:at]
	case how == "a byte":
		b[at] = other
	case how == "a bit":
		b[at] ^= 1 << (other % 8)
	}
	return b
}

func FuzzMessages(f *testing.F) {
	for _, m := range examples() {
		f.Add(m.Append(nil))
	}
	f.Fuzz(func(t *testing.T, message []byte) { sameControl(t, message) })
}

func FuzzInputs(f *testing.F) {
	for _, m := range inputExamples() {
		f.Add(uint32(m.Ack), m.Append(nil))
	}
	f.Fuzz(func(t *testing.T, present uint32, message []byte) {
		sameInputs(t, message, game.Tick(present))
	})
}

func FuzzOrders(f *testing.F) {
	for i, m := range matches() {
		for at := 0; at < len(m.orders); at += 20 {
			f.Add(uint8(i), uint8(at), uint32(m.worlds[at].Tick), stretch(m, at, 1+at/2))
		}
	}
	f.Fuzz(func(t *testing.T, which, at uint8, present uint32, message []byte) {
		m := matches()[int(which)%len(matches())]
		sameOrders(t, message, game.Tick(present), &m.worlds[int(at)%len(m.worlds)])
	})
}

func FuzzWorld(f *testing.F) {
	for i, m := range matches() {
		for at := 0; at < len(m.worlds); at += 40 {
			f.Add(uint8(i), proto.AppendWorld(nil, m.setup, &m.worlds[at]))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		sameWorld(t, b, matches()[int(which)%len(matches())].setup)
	})
}
