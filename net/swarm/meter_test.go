package swarm

import (
	"testing"
	"time"

	"dogfight/net"
)

func TestMeasuringATickAllocatesNothing(t *testing.T) {
	m := newMeter(1)
	tick := net.Measured{Late: time.Millisecond, Work: time.Second, Flown: 2, Missed: 1}
	if n := testing.AllocsPerRun(1000, func() { m.tick(0, tick) }); n != 0 {
		t.Errorf("expected no allocation, got %v", n)
	}
}

func TestAReportIsOfWhatCameSinceItsBegin(t *testing.T) {
	m := newMeter(2)
	m.tick(0, net.Measured{Late: time.Second, Work: time.Second, Flown: 1000, Missed: 100})
	m.begin()
	for i := range uint64(100) {
		us := time.Duration(i) * time.Microsecond
		m.tick(0, net.Measured{Late: us, Work: 2 * us, Flown: 1000 + i, Missed: 101})
		m.tick(1, net.Measured{Late: us, Work: 2 * us, Flown: i, Missed: 2})
	}
	r := m.report()
	if r.Ticks != 200 || r.Flown != 99+99 || r.Missed != 1+2 || r.LateP99 != 98 || r.WorkP50 != 98 || r.WorkP99 != 196 {
		t.Errorf("this is not what came: %+v", r)
	}
}
