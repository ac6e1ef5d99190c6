package replays

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a limit in bytes. It is the value of a flag.
type Size int64

const (
	UsualSize Size = 200_000_000 // hundreds of hours of eight ships
	Unlimited Size = math.MaxInt64
)

// units are the endings of sizes; longer ones come before their own endings.
var units = []struct {
	name  string
	bytes Size
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"b", 1},
}

// Set parses a size, such as 200MB, 1.5 GiB, 0, or unlimited.
func (s *Size) Set(text string) error {
	word, unit := strings.ToLower(strings.TrimSpace(text)), Size(1)
	if word == "unlimited" {
		*s = Unlimited
		return nil
	}
	for _, u := range units {
		if number, ok := strings.CutSuffix(word, u.name); ok {
			word, unit = strings.TrimSpace(number), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(word, 64)
	if err != nil || !(n >= 0 && n*float64(unit) <= 1e15) || unit == 1 && n != math.Trunc(n) {
		return fmt.Errorf("must be a size such as 200MB or 1.5GB, 0 or unlimited, got %q", text)
	}
	*s = Size(n * float64(unit))
	return nil
}

// String returns the size rounded, in a form that Set accepts.
func (s Size) String() string {
	switch {
	case s == Unlimited:
		return "unlimited"
	case s >= 1e9:
		return rounded(s, 1e9) + "GB"
	case s >= 1e6:
		return rounded(s, 1e6) + "MB"
	case s >= 1e3:
		return rounded(s, 1e3) + "kB"
	}
	return strconv.FormatInt(int64(s), 10)
}

func rounded(s, unit Size) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(s)/float64(unit), 'f', 1, 64), ".0")
}

// Type is pflag's.
func (*Size) Type() string { return "size" }
