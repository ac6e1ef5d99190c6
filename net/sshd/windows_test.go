package sshd

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func nobodyLocal(netip.Addr) bool { return false }

func opened(t *testing.T, s *windows, from string) *window {
	t.Helper()
	w, err := s.open(netip.MustParseAddr(from))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAnAddressHasSoManyCellsAndEveryWindowTheLeast(t *testing.T) {
	s := newWindows(Limits{Local: nobodyLocal}.orDefaults())
	all := 0
	for i := range 8 {
		c, r := opened(t, s, "1.0.0.1").fit(maxColumns, maxRows)
		if i == 0 && (c != maxColumns || r != maxRows) || c < leastColumns || r < leastRows {
			t.Errorf("window %d is %dx%d", i, c, r)
		}
		all += c*r - leastColumns*leastRows
	}
	if all > s.limits.CellsPerAddress {
		t.Errorf("they have %d cells of the pool", all)
	}
	if _, err := s.open(netip.MustParseAddr("1.0.0.1")); !errors.Is(err, errManySessions) {
		t.Errorf("a ninth: %v", err)
	}
	if c, r := opened(t, s, "1.0.0.2").fit(200, 60); c != 200 || r != 60 {
		t.Errorf("another's window of 200x60 is %dx%d", c, r)
	}
}

func TestThePoolIsNeverEmptyAndWhatIsGivenBackIsThereForOthers(t *testing.T) {
	s := newWindows(Limits{PerLocal: 1000, Local: netip.Addr.IsLoopback}.orDefaults())
	var all []*window
	for range 500 {
		w := opened(t, s, "127.0.0.1")
		w.fit(maxColumns, maxRows)
		all = append(all, w)
	}
	if s.used > s.limits.Cells {
		t.Errorf("%d cells of %d are in use", s.used, s.limits.Cells)
	}
	w := opened(t, s, "8.8.8.8")
	if c, r := w.fit(maxColumns, maxRows); c < leastColumns || r < leastRows {
		t.Errorf("the last window is %dx%d", c, r)
	}
	w.fit(leastColumns, leastRows) // and back
	for _, other := range all {
		other.close()
	}
	if c, r := w.fit(maxColumns, maxRows); c != maxColumns || r != maxRows {
		t.Errorf("when they have gone it is %dx%d", c, r)
	}
	w.close()
	w.fit(maxColumns, maxRows) // too late
	if s.used != 0 || len(s.sites) != 0 {
		t.Errorf("%d cells and %d addresses are left", s.used, len(s.sites))
	}
}

func TestAWindowIsShrunkToWhatThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, rows := rapid.IntRange(0, maxColumns).Draw(t, "columns"), rapid.IntRange(0, maxRows).Draw(t, "rows")
		most := rapid.IntRange(leastColumns*leastRows, maxColumns*maxRows).Draw(t, "most")
		c, r := shrink(columns, rows, most)
		if c*r > most || c > columns || r > rows || c < min(columns, leastColumns) || r < min(rows, leastRows) {
			t.Fatalf("%dx%d in %d cells is %dx%d", columns, rows, most, c, r)
		}
		if columns*rows <= most && (c != columns || r != rows) {
			t.Fatalf("%dx%d in %d cells is %dx%d", columns, rows, most, c, r)
		}
		if columns*rows > most && c*r < most*8/10 && columns >= 160 && rows >= 48 {
			t.Fatalf("%dx%d in %d cells is but %dx%d", columns, rows, most, c, r)
		}
	})
}

func TestAWindowThatIsLargerThanWhatThereIsIsDrawnSmaller(t *testing.T) {
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal, CellsPerAddress: 10_000 - leastColumns*leastRows}})
	d.plays(d.comes("ann", noQuestions), 400, 100).sees("200x50")
}

func TestANinthSessionOfAnAddressIsToldWhy(t *testing.T) {
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal, PerAddress: 1}})
	c := d.comes("ann", noQuestions)
	d.plays(c, 80, 24).sees("80x24")
	d.plays(c, 80, 24).sees(errManySessions.Error())
}

func TestSizesThatChangeAllTheTimeAreTakenUpFiveTimesASecond(t *testing.T) {
	d := openDoor(t, Config{Limits: Limits{Local: nobodyLocal}})
	p := d.plays(d.comes("ann", noQuestions), 80, 24)
	p.sees("80x24")
	began := time.Now()
	for i := range 100 {
		p.WindowChange(30+i%2, 100)
	}
	p.WindowChange(33, 111)
	p.sees("111x33")
	if n := strings.Count(p.seen.String(), "100x"); n > 2+int(time.Since(began)/resizeEvery) {
		t.Errorf("%d sizes in between were taken up in %v", n, time.Since(began))
	}
}
