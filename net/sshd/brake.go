package sshd

import "time"

// brake holds back who sends too much. It belongs to one goroutine.
type brake struct {
	rate, burst float64 // bytes a second, and at once after a pause
	level       float64 // what may still come at once; below 0 is owed
	at          time.Time
}

func newBrake(rate, burst int) brake {
	return brake{rate: float64(rate), burst: float64(burst), level: float64(burst)}
}

// took notes that n bytes came, and returns how long to wait before the next.
func (b *brake) took(n int, now time.Time) time.Duration {
	if !b.at.IsZero() {
		b.level = min(b.burst, b.level+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
	b.level -= float64(n)
	if b.level >= 0 {
		return 0
	}
	return time.Duration(-b.level / b.rate * float64(time.Second))
}
