package window

import (
	"errors"
	"net/netip"
	"testing"

	"pgregory.net/rapid"

	"dogfight/net/admission"
	_ "dogfight/testkit"
)

func noneLocal(netip.Addr) bool { return false }

func opened(t *testing.T, s *Pool, from string) *Window {
	t.Helper()
	w, err := s.Open(netip.MustParseAddr(from))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAnAddressHasALimitOfCellsAndEachWindowTheMinimum(t *testing.T) {
	s := NewPool(admission.Limits{Local: noneLocal})
	all := 0
	for i := range 8 {
		c, r := opened(t, s, "1.0.0.1").fit(maxColumns, maxRows)
		if i == 0 && (c != maxColumns || r != maxRows) || c < minColumns || r < minRows {
			t.Errorf("window %d is %dx%d", i, c, r)
		}
		all += c*r - minColumns*minRows
	}
	if all > s.limits.CellsPerAddress {
		t.Errorf("the windows have %d cells of the pool", all)
	}
	if _, err := s.Open(netip.MustParseAddr("1.0.0.1")); !errors.Is(err, ErrManySessions) {
		t.Errorf("a ninth: %v", err)
	}
	if c, r := opened(t, s, "1.0.0.2").fit(200, 60); c != 200 || r != 60 {
		t.Errorf("another's window of 200x60 is %dx%d", c, r)
	}
}

func TestThePoolIsNeverEmptyAndReusesReturnedCells(t *testing.T) {
	s := NewPool(admission.Limits{PerLocal: 1000, Local: netip.Addr.IsLoopback})
	var all []*Window
	for range 500 {
		w := opened(t, s, "127.0.0.1")
		w.fit(maxColumns, maxRows)
		all = append(all, w)
	}
	if s.used > s.limits.Cells {
		t.Errorf("%d cells of %d are in use", s.used, s.limits.Cells)
	}
	w := opened(t, s, "8.8.8.8")
	if c, r := w.fit(maxColumns, maxRows); c < minColumns || r < minRows {
		t.Errorf("the last window is %dx%d", c, r)
	}
	w.fit(minColumns, minRows) // and small again
	for _, other := range all {
		other.Close()
	}
	if c, r := w.fit(maxColumns, maxRows); c != maxColumns || r != maxRows {
		t.Errorf("after the others are closed it is %dx%d", c, r)
	}
	w.Close()
	w.fit(maxColumns, maxRows) // after Close it has no effect
	if s.used != 0 || len(s.sites) != 0 {
		t.Errorf("%d cells and %d addresses are left", s.used, len(s.sites))
	}
}

func TestAWindowShrinksToTheFreeCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, rows := rapid.IntRange(0, maxColumns).Draw(t, "columns"), rapid.IntRange(0, maxRows).Draw(t, "rows")
		most := rapid.IntRange(minColumns*minRows, maxColumns*maxRows).Draw(t, "most")
		c, r := shrink(columns, rows, most)
		if c*r > most || c > columns || r > rows || c < min(columns, minColumns) || r < min(rows, minRows) {
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
