package ops

import "time"

// pieceTime is how much of a match is in a piece of footage.
const pieceTime = time.Second / 4

// log is where the footage of one match after the other is written to.
type log struct {
	waiting func() (pieces, bytes int, stopped bool)
}

// Log has what is not yet written of a match be told, and whether it is no longer recorded, until it is forgotten.
func (m *Monitor) Log(waiting func() (pieces, bytes int, stopped bool)) (forget func()) {
	l := &log{waiting}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logs[l] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.logs, l)
	}
}

// sumLogs brings up to date how much is not written, with the monitor's mutex held. The lag is that of the match whose is longest.
func (m *Monitor) sumLogs() {
	longest, sum, ended := 0, 0, 0
	for l := range m.logs {
		pieces, bytes, stopped := l.waiting()
		longest = max(longest, pieces)
		sum += bytes
		if stopped {
			ended++
		}
	}
	m.lag.Set((time.Duration(longest) * pieceTime).Seconds())
	m.unwritten.Set(float64(sum))
	m.stopped.Set(float64(ended))
}
