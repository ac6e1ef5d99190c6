package net

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/proto"
	"dogfight/proto/names"
)

// TestNobodyCanBeTakenForAnother, however names are taken and given back; and who wants a name that is free has it.
func TestNobodyCanBeTakenForAnother(t *testing.T) {
	long := strings.Repeat("\u0436", proto.MaxName-1)
	wanted := rapid.SampledFrom([]string{
		"Rex", "rex", "R\u0435x", "REX", "Rex 2", "Rex 3", "Rex \u0417", "Rex 1O", "Rex lo", "Ivan", "lvan", "ivan", "IVAN", "x", "x 2", "x  2", "X",
		long + "a", long + "b", long[:len(long)-4] + " 2", long[:len(long)-6] + " 1O", long[:len(long)-6] + "  2", "Zo\u00eb", "Zoe\u0308",
	})
	rapid.Check(t, func(t *rapid.T) {
		var n nameSet
		var all []called
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			if len(all) > 0 && rapid.IntRange(0, 3).Draw(t, "leave") == 0 {
				i := rapid.IntRange(0, len(all)-1).Draw(t, "who")
				n.give(all[i])
				all = append(all[:i], all[i+1:]...)
				continue
			}
			name := wanted.Draw(t, "name")
			free := true
			looks, reads := names.Keys(name)
			for _, other := range all {
				free = free && looks != other.looks && reads != other.reads
			}
			if n.has(name) == free {
				t.Fatalf("%q is free: %v", name, free)
			}
			c := n.take(name)
			if free && c.name != name {
				t.Fatalf("expected %q, got %q", name, c.name)
			}
			if looks, reads := names.Keys(c.name); looks != c.looks || reads != c.reads {
				t.Fatalf("%q looks like %q and reads %q, not %q and %q", c.name, looks, reads, c.looks, c.reads)
			}
			if clean, err := proto.CleanName(c.name); err != nil || clean != c.name {
				t.Fatalf("%q became %q: %v", name, c.name, err)
			}
			for _, other := range all {
				if c.looks == other.looks || c.reads == other.reads {
					t.Fatalf("%q can be taken for %q", c.name, other.name)
				}
			}
			all = append(all, c)
		}
		for _, c := range all {
			n.give(c)
		}
		if len(n.looks)+len(n.reads)+len(n.series) != 0 {
			t.Fatalf("of names that nobody has any more is left %v %v %v", n.looks, n.reads, n.series)
		}
	})
}

func TestNumbersBehindNamesAreGivenAgain(t *testing.T) {
	var n nameSet
	var all []called
	for range 4 {
		all = append(all, n.take("Rex"))
	}
	n.give(all[1])
	if again := n.take("REX"); again.name != "REX 2" {
		t.Errorf("expected REX 2, got %q", again.name)
	}
	if next := n.take("rex"); next.name != "rex 5" {
		t.Errorf("expected rex 5, got %q", next.name)
	}
}

func TestTheThousandthNumberIsNeverReached(t *testing.T) {
	var n nameSet
	n.take("x")
	n.take("x")
	for number := range 1200 { // somebody always has the number that would be next
		squat := n.take(fmt.Sprint("x ", n.series["x"].next))
		c := n.take("x")
		if len(c.name) > len("x 999") {
			t.Fatalf("after %d, one is called %q", number, c.name)
		}
		n.give(squat)
		n.give(c)
	}
}

func TestAChangeOfNameTakesTwoDozenAllocationsAtMost(t *testing.T) {
	var c crew
	for range 240 {
		c.enter("Crowd", 0)
	}
	p, turn := c.pilots[100], 0
	if n := testing.AllocsPerRun(100, func() {
		turn++
		c.rename(p, [...]string{"Crowd", "Ann"}[turn%2])
	}); n > 24 {
		t.Errorf("%v allocations", n)
	}
}
