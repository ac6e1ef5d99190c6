//go:build linux

package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// drawn is a player whom the door of a fleet draws.
type drawn struct {
	who  string
	text func() string
	last string // screen with a trouble
}

// trouble is what players are shown while nothing comes from their host.
var trouble = regexp.MustCompile(`connection lost|host silent|refused|the match is over|your match goes on in a moment`)

// looks logs the troubles that are shown, and when, and returns them once the screen has been without any for so long after a certain one
// was shown; "" for none.
func (d *drawn) looks(t *testing.T, certain string, calm time.Duration) (all []string) {
	t.Helper()
	began, shown, last := time.Now(), time.Now(), ""
	for time.Since(shown) < calm || !strings.Contains(strings.Join(all, ""), certain) {
		text := d.text()
		said := strings.Join(trouble.FindAllString(text, -1), ", ")
		if said != "" {
			shown, d.last = time.Now(), text
		}
		if said != last {
			t.Logf("%s after %4d ms: %q", d.who, time.Since(began).Milliseconds(), said)
			all, last = append(all, said), said
		}
		if time.Since(began) > patience {
			t.Errorf("%s still sees, after %q,\n%s", d.who, all, text)
			return all
		}
		time.Sleep(10 * time.Millisecond)
	}
	return all
}

// allLook does so for all at once.
func allLook(t *testing.T, all []*drawn, certain string, calm time.Duration) (seen [][]string) {
	t.Helper()
	told := make([]chan []string, len(all))
	for i, d := range all {
		told[i] = make(chan []string, 1)
		go func() { told[i] <- d.looks(t, certain, calm) }()
	}
	for i := range all {
		seen = append(seen, <-told[i])
	}
	return seen
}

// With -long Quasar plays in a browser, and else by SSH too: the door draws for both alike.
func TestWhoIsDrawnByADoorStaysInAMatchWhoseHostDiesOrDrains(t *testing.T) {
	t.Parallel()
	f := startWholeFleet(t, 4, "--fill", "3", "--time", "0")
	comet := startTerminalOf(t, f.door.ssh("Comet"))
	comet.sees("♥ ▊▊▊▊▊")
	f.inhabited(1) // the door then places Quasar where Comet is
	var quasar interface {
		text() string
		sees(words string, meanwhile ...func())
		press(keys string)
	}
	if *long {
		page := startChromium(t).open(f.door.url(), little)
		page.plays("Quasar")
		quasar = page
	} else {
		other := startTerminalOf(t, f.door.ssh("Quasar"))
		other.sees("♥ ▊▊▊▊▊")
		quasar = other
	}
	all := []*drawn{{who: "Comet", text: comet.text}, {who: "Quasar", text: quasar.text}}
	talk := func(words string) {
		t.Helper()
		comet.press("\r" + words + " from Comet\r")
		quasar.sees(words + " from Comet")
		quasar.press("\r" + words + " from Quasar\r")
		comet.sees(words + " from Quasar")
	}
	talk("before")
	was := f.inhabited(2)

	f.hostOf(&was).cmd.Process.Kill()
	for i, seen := range allLook(t, all, "your match goes on", time.Second) {
		if !strings.Contains(strings.Join(seen, ""), "your match goes on") {
			t.Errorf("%s is told %q when the host is gone:\n%s", all[i].who, seen, all[i].last)
		}
	}
	is := f.inhabited(2)
	if is.ID != was.ID || is.Host == was.Host {
		t.Fatalf("they were in %+v, and are in %+v", was, is)
	}
	talk("after a death")

	if code, out, problem := run(t, "admin", "--socket", f.hostOf(&is).socket, "drain"); code != exitOK {
		t.Fatalf("drain: %s%s", out, problem)
	}
	for i, seen := range allLook(t, all, "", 2*time.Second) {
		if strings.Contains(strings.Join(seen, ""), "connection lost") {
			t.Errorf("%s notices that the host drains: %q", all[i].who, seen)
		}
	}
	was, is = is, f.inhabited(2)
	if is.ID != was.ID || is.Host == was.Host {
		t.Fatalf("they were in %+v, and are in %+v", was, is)
	}
	talk("after a drain")
}

// With -long the page too stays to the end of the match; else it flies and talks.
func TestWhoIsDrawnByADoorSeesTheirDeathAndTheEndOfTheMatch(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	f := startWholeFleet(t, 1, "--fill", "8", "--skill", "5", "--arena", writeFile(t, "pit.txt", pit), "--mode", "deathmatch", "--time", "0")
	comet := startTerminalOf(t, f.door.ssh("Comet"))
	quasar := c.open(f.door.url(), little)
	quasar.plays("Quasar")
	if code, out, problem := run(t, "info", "fleet://"+f.door.addr); code != exitOK || !strings.Contains(out, "a fleet: 1 host") {
		t.Errorf("info of a fleet: %d, %s%s", code, out, problem)
	}
	quasar.press("\rhello from a page\r")
	comet.sees("hello from a page")
	if !*long {
		quasar.close()
	}
	comet.sees("KILL-CAM")
	if *long {
		quasar.sees("KILL-CAM")
	}
	if code, out, problem := run(t, "admin", "--socket", f.hosts[0].socket, "finish"); code != exitOK {
		t.Fatalf("finish: %s%s", out, problem)
	}
	comet.sees("next match in")
	if *long {
		quasar.sees("next match in")
		quasar.picture("results")
		quasar.press("\r")
	}
	comet.press("\r")
	comet.sees("♥ ▊▊▊▊▊")
	if *long {
		quasar.sees("♥ ▊▊▊▊▊")
	}
}
