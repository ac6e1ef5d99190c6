//go:build unix

package e2e

import (
	"strings"
	"testing"
	"time"
)

// The longest of the tests that run side by side stands in one of the last files: those that were found last
// mostly begin first. So the others run beside it, and nothing waits for it in the end.

// lessons are what the pilot does about each of the tasks.
var lessons = [...]func(p *pilot, way, later place, shows bool){
	func(p *pilot, way, _ place, _ bool) { p.flyTo(way) },
	func(p *pilot, way, _ place, shows bool) {
		if shows && way.length() < 24*24 {
			p.steer(upright(way.y) + sideways(way.x))
		} else {
			p.flyTo(way)
		}
	},
	func(p *pilot, _, _ place, _ bool) { p.brake() },
	func(p *pilot, way, later place, shows bool) { p.shootAt(way, later, shows, false) },
	func(p *pilot, way, _ place, shows bool) {
		p.flyTo(way)
		if shows && way.length() < 16*16 {
			p.press("f")
		}
	},
	func(p *pilot, way, later place, shows bool) {
		if shows && way.length() < 40*40 {
			way = later
		}
		p.flyTo(way)
	},
	func(p *pilot, way, later place, shows bool) { p.shootAt(way, later, shows, true) },
}

// task returns which lesson is shown that is not done, from 0, or -1, as where the terminal has drawn only a part of what says so.
func (p *pilot) task() int {
	if at := strings.Index(p.words, "/7 [ ]"); at > 0 {
		if task := int(p.words[at-1]) - '1'; task >= 0 && task < len(lessons) {
			return task
		}
	}
	return -1
}

func TestTheTutorialIsPlayedToItsEndByWhatTheScreenShows(t *testing.T) {
	t.Parallel()
	p := newPilot(t)
	p.sees("Learn to fly")
	p.press("l")
	p.sees("1/7 [ ]")
	at, w := 0, p.newWait()
	for !strings.Contains(p.words, "You can fly") {
		saw := p.lookAnew()
		task := p.task()
		if task > at {
			t.Logf("lesson %d took %v", at+1, time.Since(w.began).Round(100*time.Millisecond))
			at, w = task, p.newWait()
		}
		if task >= 0 && saw {
			way, later, shows := p.nearest()
			lessons[task](p, way, later, shows)
		}
		if w.over() {
			t.Fatalf("no success; the screen is\n%s", p.words)
		}
	}
	t.Logf("lesson %d took %v", at+1, time.Since(w.began).Round(100*time.Millisecond))
	p.press("\r")
	p.sees("/8 ") // the place among eight ships
	p.quits()
}
