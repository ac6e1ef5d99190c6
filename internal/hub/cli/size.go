package cli

import (
	"math"
	"strconv"
	"strings"

	"dogfight/internal/command"
)

// parseSize reads a number of bytes such as 512MB.
func parseSize(flag, text string, least int64) (int64, error) {
	units := []struct {
		name string
		size int64
	}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}}
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/u.size {
			break
		}
		if n *= u.size; n < least {
			return 0, command.Usagef("%s: must be at least %dMB, got %s", flag, least>>20, text)
		}
		return n, nil
	}
	return 0, command.Usagef("%s: %q is not a size such as 512MB or 16GB", flag, text)
}
