package admission

import (
	"slices"
	"testing"
)

func TestWhoRestsGivesWayToThoseWhoCome(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
		third  string
		from   string // the next
		want   []string
	}{
		{"there is room", Limits{Total: 100, PerAddress: 4}, "2.0.0.1", "9.0.0.1", nil},
		{"the address is full", Limits{Total: 100, PerAddress: 2}, "2.0.0.1", "2.0.0.1", []string{"2.0.0.1"}},
		{"the host is full", Limits{Total: 4, PerAddress: 4}, "5.0.0.1", "9.0.0.1", []string{"3.0.0.1"}},
	} {
		control := lucky(c.limits)
		var cuts []string
		var all []*Visit
		for _, from := range []string{"1.0.0.1", "2.0.0.1", c.third, "3.0.0.1"} {
			v, err := come(control, from, &cuts)
			if err != nil {
				t.Fatalf("%s: %s: %v", c.name, from, err)
			}
			v.Settle()
			all = append(all, v)
		}
		for _, i := range []int{0, 3, 2, 0} { // 3.0.0.1 for the longest, since 1.0.0.1 asks again
			all[i].Settle()
			all[i].Rest()
		}
		if _, err := come(control, c.from, &cuts); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if !slices.Equal(cuts, c.want) {
			t.Errorf("%s: %v are cut off, want %v", c.name, cuts, c.want)
		}
		for _, v := range all {
			v.Leave()
		}
		if n, half := control.Count(); n != 1 || half != 1 || len(control.resting) != 0 {
			t.Errorf("%s: %d are left, %d half-open, %d resting", c.name, n, half, len(control.resting))
		}
	}
}

func TestWhoRestsIsNotHalfOpen(t *testing.T) {
	c := unlucky(Limits{HalfOpen: 8, PerAddress: 100})
	for range 50 {
		mustCome(t, c, "1.0.0.1").Rest()
	}
	if _, half := c.Count(); half != 0 {
		t.Errorf("%d are half-open", half)
	}
}

func TestLoadingAPageIsNoFailure(t *testing.T) {
	c := unlucky(Limits{PerAddress: 48, AtOnce: 6})
	for range 12 { // players behind one address, all at once
		connections := []*Visit{mustCome(t, c, "1.0.0.1")} // a browser may open one that it then has no use for
		for range 5 {
			v := mustCome(t, c, "1.0.0.1")
			v.Settle()
			v.Rest()
			connections = append(connections, v)
		}
		for _, v := range connections {
			v.Leave()
		}
	}
	mustCome(t, c, "1.0.0.1")
}
