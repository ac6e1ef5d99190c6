//go:build !linux

package systemd

import "time"

var began = time.Now()

func monotonic() time.Duration { return time.Since(began) }
