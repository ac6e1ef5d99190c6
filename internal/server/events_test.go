package server

import (
	"bytes"
	"fmt"
	"log/slog"
	stdnet "net"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui"
)

// droppedEvents returns the figure of dropped events.
func droppedEvents(t *testing.T, s *Server) int {
	t.Helper()
	var b bytes.Buffer
	s.Monitor().Write(&b)
	found := regexp.MustCompile(`(?m)^dogfight_events_dropped_total (\d+)$`).FindStringSubmatch(b.String())
	if found == nil {
		t.Fatal("there is no such figure")
	}
	n, _ := strconv.Atoi(found[1])
	return n
}

// eventsATick are many more than a match has.
const eventsATick = 100

func TestAStalledReaderOfEventsDoesNotSlowTheTicks(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var work []time.Duration // of ticks, with that for their events
	var s *Server
	measure := func(m net.Measured) {
		mu.Lock()
		defer mu.Unlock()
		if began := time.Now(); s != nil {
			for range eventsATick {
				s.publish(net.Event{Kind: "chat", Player: "Rex", Text: "a line of chat"})
			}
			work = append(work, m.Work+time.Since(began))
		}
	}
	socket := filepath.Join(t.TempDir(), "s")
	host := start(t, Options{
		Dirs: tempDirs(t), Admin: socket, Measure: measure,
		Hosting: ui.Hosting{Match: net.MatchOptions{Bots: 32, Skill: 1, OffRecord: true}, HostOptions: net.HostOptions{Title: "Test"}, Listen: "127.0.0.1:0", Hidden: true},
	}, nil)
	const ticks = 180
	p99 := func() time.Duration {
		first, _ := host.home.host.Match()
		mu.Lock()
		s, work = host, nil
		mu.Unlock()
		until(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(work) >= ticks })
		if last, _ := host.home.host.Match(); last.World.Tick-first.World.Tick < ticks {
			t.Errorf("%d ticks were measured, and the match went from %d to %d", ticks, first.World.Tick, last.World.Tick)
		}
		mu.Lock()
		defer mu.Unlock()
		slices.Sort(work)
		return work[len(work)*99/100]
	}
	alone := p99()
	if n := droppedEvents(t, host); n != 0 {
		t.Errorf("%d events were dropped without a reader", n)
	}
	stalled, err := stdnet.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer stalled.Close()
	fmt.Fprintln(stalled, "events --json")
	until(t, func() bool { return droppedEvents(t, host) > 0 })
	before := droppedEvents(t, host)
	during := p99()
	if n := droppedEvents(t, host) - before; n < ticks*eventsATick/2 { // a socket and a queue take some
		t.Errorf("of %d events only %d were dropped: the queue grows", ticks*eventsATick, n)
	}
	if err := host.Monitor().Healthy(); err != nil {
		t.Error(err)
	}
	t.Logf("p99 of a tick with %d events each: %v without a reader, %v with one that has stalled: times %.2f", eventsATick, alone, during, float64(during)/float64(alone))
}

func TestChatIsLoggedWhenAskedFor(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s, err := Start(Options{
		Dirs: tempDirs(t), LogChat: true, Hosting: ui.Hosting{Match: net.MatchOptions{Skill: 1, OffRecord: true}, HostOptions: net.HostOptions{Title: "Test"}},
	}, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	say := func(text string) {
		s.publish(net.Event{Kind: "chat", Player: "Rex", Text: text})
	}
	say("hello there")
	o := s.options
	o.LogChat = false
	if err := s.Reload(o); err != nil {
		t.Error(err)
	}
	say("in private")
	s.Close()
	if !strings.Contains(log.String(), `msg=chat name=Rex key="" address="" text="hello there"`) || strings.Contains(log.String(), "in private") {
		t.Errorf("the log is\n%s", &log)
	}
}
