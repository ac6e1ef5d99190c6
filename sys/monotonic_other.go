//go:build !linux

package sys

import "time"

var began = time.Now()

func monotonic() time.Duration { return time.Since(began) }
