package reference

import "fmt"

// refusal is why bytes are no message. The readers panic with it, which keeps
// them as plain as the text they follow; verdict turns it into an error.
type refusal string

func (r refusal) Error() string { return string(r) }

// refuse ends the reading.
func refuse(format string, args ...any) {
	panic(refusal(fmt.Sprintf(format, args...)))
}

// demand refuses unless ok.
func demand(ok bool, format string, args ...any) {
	if !ok {
		refuse(format, args...)
	}
}

// verdict reads, and returns what was read or why it is refused. Any other panic
// is a defect and goes on.
func verdict[T any](read func() T) (got T, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			err = r
		default:
			panic(r)
		}
	}()
	return read(), nil
}
