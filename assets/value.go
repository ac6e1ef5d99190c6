package assets

import (
	"errors"
	"fmt"
	"strconv"
)

// wholeNumber returns a value of a TOML file that must be a number from least to
// most.
func wholeNumber(value any, least, most int64) (int64, error) {
	n, ok := value.(int64)
	switch {
	case value == nil:
		return 0, errMissing
	case !ok:
		return 0, fmt.Errorf("%s is not a whole number", quoted(value))
	case n < least || n > most:
		return 0, mustBe(fmt.Sprintf("%d to %d", least, most), value)
	}
	return n, nil
}

// errMissing is what is wrong with a key that is not there.
var errMissing = errors.New("missing")

// mustBe returns the error of a value that is not what it must be.
func mustBe(want string, got any) error {
	if got == nil {
		return errMissing
	}
	return fmt.Errorf("must be %s, got %s", want, quoted(got))
}

// quoted returns a value as an error shows it.
func quoted(value any) string {
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}
