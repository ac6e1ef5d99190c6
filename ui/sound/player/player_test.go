//go:build unix && !darwin

package player

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dogfight/testkit"
	"dogfight/ui/sound"
)

// startLike starts a Player with programs of these conducts, and returns the file of their reports.
func startLike(t *testing.T, conducts ...string) (p *Player, file string) {
	file = filepath.Join(t.TempDir(), "report")
	var programs []program
	for _, conduct := range conducts {
		programs = append(programs, like(conduct, file))
	}
	p = start(100, time.Hour, programs, find) // independent of the start time of their processes
	t.Cleanup(p.Close)
	return p, file
}

// mostBytes is maxBuffered in bytes.
const mostBytes = int(maxBuffered*sound.Rate/time.Second) * sound.FrameBytes

func TestProgramThatReadsNothingGetsLittle(t *testing.T) {
	t.Parallel()
	_, file := startLike(t, "stalls, then looks")
	held := readReport(t, file).Held
	t.Logf("%d bytes, %v, waited for a program that took nothing", held, timeOf(int64(held/sound.FrameBytes)))
	if held == 0 || held > mostBytes {
		t.Errorf("expected 1 to %d bytes", mostBytes)
	}
}

func TestNextProgramPlaysWhereOneCannot(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "report")
	some := []program{{name: "none"}, like("fails", file), like("ends", file), like("gulps", file)}
	p := start(100, time.Hour, some, func(name string) (string, error) {
		if name == "none" {
			return "", exec.ErrNotFound
		}
		return os.Executable()
	})
	t.Cleanup(p.Close)
	if r := readReport(t, file); r.Seconds == 0 {
		t.Error("the last program was given nothing")
	}
}

func TestClosingEndsTheProgram(t *testing.T) {
	t.Parallel()
	for _, conduct := range []string{"stalls", "gulps", "plays"} {
		p, file := startLike(t, conduct)
		readReport(t, file) // it is under way
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			p.Close()
		}()
		testkit.Receive(t, "one that "+conduct+" is closed", closed)
	}
}

func TestTryReportsWhyAProgramDoesNotPlay(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "report")
	missing := errors.New("not there")
	find := func(name string) (string, error) {
		if name == "none" {
			return "", missing
		}
		return os.Executable()
	}
	found := try(t.Context(), testkit.Limit, []program{{name: "none"}, like("fails", file), like("ends", file), like("gulps", file), like("plays", file)}, find)
	if len(found) != 4 {
		t.Fatalf("expected it to stop at the one that plays, found %v", found)
	}
	found = append(found, try(t.Context(), 100*time.Millisecond, []program{like("stalls", file)}, find)...)
	want := []string{"not there", "main: [2Jaudio open error: No such device", "it ended", "", "it takes no sound"}
	for i, f := range found {
		said := ""
		if f.Problem != nil {
			said = f.Problem.Error()
		}
		if said != want[i] {
			t.Errorf("%s: expected %q, found %q", f.Name, want[i], said)
		}
	}
}

func TestStalledProgramIsStopped(t *testing.T) {
	t.Parallel()
	var p Player
	p.queue = make(chan cue)
	exe, _ := os.Executable()
	s, err := startStream(t.Context(), exe, like("stalls", filepath.Join(t.TempDir(), "report")).args, 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var turn [turnBytes]byte
	for err == nil {
		if err = s.wait(t.Context()); err == nil {
			err = s.write(turn[:])
		}
	}
	if s.end(err); err != errStalled {
		t.Errorf("expected that it accepts no sound, found %v", err)
	}
}
