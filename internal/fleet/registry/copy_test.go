package registry

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dogfight/internal/fleet/fleettest"
)

// list returns the bytes of a list with one ban.
func list(t *testing.T, id string, version int64, what string) []byte {
	t.Helper()
	b, err := Append(nil, &Bans{ID: id, Version: version, Bans: []Ban{{What: what}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (c *Copy) banned() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.bans.ID, " ", c.bans.Version, " ", c.bans.Bans[0].What)
}

func TestAListOfAnotherDatabaseIsTakenWhateverItsVersion(t *testing.T) {
	folder := t.TempDir()
	c := OpenCopy(folder, nil)
	for _, step := range []struct {
		id      string
		version int64
		want    string
	}{
		{"", 9, " 9 192.0.2.1"}, // of a hub before there were ids
		{"one", 5, "one 5 192.0.2.1"},
		{"one", 4, "one 5 192.0.2.1"},
		{"two", 2, "two 2 192.0.2.1"},
		{"two", 3, "two 3 192.0.2.1"},
	} {
		c.takeBans(list(t, step.id, step.version, "192.0.2.1"))
		if got := c.banned(); got != step.want {
			t.Errorf("after %+v: %s", step, got)
		}
	}
	if got := OpenCopy(folder, nil).banned(); got != "two 3 192.0.2.1" {
		t.Errorf("in the next life: %s", got)
	}
}

func TestAnOlderListIsTakenIfItStays(t *testing.T) {
	c := OpenCopy(t.TempDir(), nil)
	c.takeBans(list(t, "one", 5, "192.0.2.5"))
	c.takeBans(list(t, "one", 3, "192.0.2.3")) // of a server that is behind
	c.takeBans(list(t, "one", 5, "192.0.2.5"))
	c.takeOlder(time.Now().Add(time.Hour))
	if got := c.banned(); got != "one 5 192.0.2.5" {
		t.Errorf("it did not stay: %s", got)
	}
	c.takeBans(list(t, "one", 3, "192.0.2.3"))
	c.takeOlder(time.Now())
	if got := c.banned(); got != "one 5 192.0.2.5" {
		t.Errorf("at once: %s", got)
	}
	c.takeOlder(time.Now().Add(time.Hour))
	if got := c.banned(); got != "one 3 192.0.2.3" {
		t.Errorf("after an hour: %s", got)
	}
}

func TestLinksOfAnotherDatabaseTakeThePlaceOfThoseThatWere(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, linksFile), []byte(`[{"version":7,"one":"a","other":"b"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := OpenCopy(folder, nil)
	if len(c.KeysOf("a")) != 2 {
		t.Fatal("a file of before there were ids is not read")
	}
	f := fleettest.NewLocal()
	defer f.Close()
	answer := Links{}
	f.Serve(KeysSubject, func(b []byte) []byte {
		ask, err := Parse[LinksAsk](b)
		if err != nil {
			t.Error(err)
		}
		now := answer
		now.Links = nil
		for _, l := range answer.Links {
			if l.Version > ask.After {
				now.Links = append(now.Links, l)
			}
		}
		text, _ := Append(nil, &now)
		return text
	})
	for _, step := range []struct {
		links Links
		want  []string // a and these are one player's
	}{
		{Links{"one", 3, []Link{{3, "a", "c"}}}, []string{"c"}},
		{Links{"one", 9, []Link{{3, "a", "c"}, {9, "a", "d"}}}, []string{"c", "d"}},
		{Links{"one", 4, []Link{{3, "a", "c"}, {4, "a", "e"}}}, []string{"c", "e"}}, // restored
		{Links{"two", 9, []Link{{9, "a", "f"}}}, []string{"f"}},
	} {
		answer = step.links
		for more := true; more; {
			var err error
			if more, err = c.askLinks(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		for _, of := range []*Copy{c, OpenCopy(folder, nil)} {
			if got, want := fmt.Sprint(of.KeysOf("a")), fmt.Sprint(append([]string{"a"}, step.want...)); got != want {
				t.Errorf("%+v: %s, expected %s", step.links, got, want)
			}
		}
	}
}
