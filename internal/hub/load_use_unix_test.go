//go:build unix

package hub_test

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"

	"dogfight/internal/hub"
)

// usage is the resource usage of this process, including the hub.
type usage struct {
	processor                  time.Duration
	resident                   int // bytes, now; 0 where the system does not report it
	in, inBytes, out, outBytes int64
}

func use(h *hub.Hub) (u usage) {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) == nil {
		u.processor = time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	if b, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := bytes.Fields(b); len(fields) > 1 {
			pages, _ := strconv.Atoi(string(fields[1]))
			u.resident = pages * os.Getpagesize()
		}
	}
	u.in, u.inBytes, u.out, u.outBytes = h.Traffic()
	return u
}

func (u usage) minus(before usage) usage {
	return usage{u.processor - before.processor, u.resident, u.in - before.in, u.inBytes - before.inBytes, u.out - before.out, u.outBytes - before.outBytes}
}
