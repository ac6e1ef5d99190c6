package sshd

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"dogfight/net/window"
)

func nobodyLocal(netip.Addr) bool { return false }

func TestAWindowThatIsLargerThanWhatThereIsIsDrawnSmaller(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal, CellsPerAddress: 10_000 - 80*24}})
	d.plays(d.comes("ann", noQuestions), 400, 100).sees("200x50")
}

func TestANinthSessionOfAnAddressIsToldWhy(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal, PerAddress: 1}})
	c := d.comes("ann", noQuestions)
	d.plays(c, 80, 24).sees("80x24")
	d.plays(c, 80, 24).sees(window.ErrManySessions.Error())
}

func TestSizesThatChangeAllTheTimeAreTakenUpFiveTimesASecond(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal}})
	p := d.plays(d.comes("ann", noQuestions), 80, 24)
	p.sees("80x24")
	began := time.Now()
	for i := range 100 {
		p.WindowChange(30+i%2, 100)
	}
	p.WindowChange(33, 111)
	p.sees("111x33")
	if n := strings.Count(p.seen.String(), "100x"); n > 2+int(time.Since(began)/(200*time.Millisecond)) {
		t.Errorf("%d sizes in between were taken up in %v", n, time.Since(began))
	}
}
