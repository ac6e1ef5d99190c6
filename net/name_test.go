package net

import (
	"strings"
	"testing"

	"dogfight/proto"
)

// FuzzNamesInAMatch: whatever pilots call themselves, and however often they change
// it, each has a name of his own that all clients take.
func FuzzNamesInAMatch(f *testing.F) {
	f.Add("Rex", "Rex")
	f.Add("Rex 2", "Rex")
	f.Add(strings.Repeat("x", proto.MaxName), strings.Repeat("x", proto.MaxName-2)+" 2")
	f.Add(strings.Repeat("x", proto.MaxName-3)+" yz", strings.Repeat("x", proto.MaxName-2))
	f.Add(strings.Repeat("0", proto.MaxName-2)+"A0", strings.Repeat(":", proto.MaxName-1)+"g")
	f.Add(strings.Repeat("e\u0301", proto.MaxName/2), "\U0001f600")
	f.Fuzz(func(t *testing.T, first, second string) {
		var c crew
		var names []string
		for _, text := range []string{first, second} {
			if name, err := proto.CleanName(text); err == nil {
				names = append(names, name)
			}
		}
		for _, name := range names {
			for range 12 { // so that the number behind it has two digits
				c.enter(name, 0)
			}
		}
		for i, p := range c.pilots {
			c.rename(p, names[i%len(names)])
		}
		seen := map[string]bool{}
		for _, p := range c.pilots {
			clean, err := proto.CleanName(p.Name)
			if err != nil || clean != p.Name || seen[p.Name] {
				t.Errorf("of %q one is called %q: %v", names, p.Name, err)
			}
			seen[p.Name] = true
		}
	})
}
