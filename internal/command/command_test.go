package command

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/sys"
)

func TestAStoppedReaderDoesNotKeepAnInterruptedProgram(t *testing.T) {
	reader, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	interrupted := make(chan struct{})
	close(interrupted)
	sys.Interrupt = interrupted
	defer func() { sys.Interrupt = nil }()
	o := Output{File: stdout}
	if n, err := o.Write([]byte("text")); n != 4 || err != nil || o.Check(ExitOK, "x", io.Discard) != ExitOK {
		t.Errorf("a reader that takes it: %d, %v", n, err)
	}
	if _, err := o.Write(make([]byte, 1<<20)); err != sys.ErrInterrupted || o.Check(ExitOK, "x", io.Discard) != ExitFailure {
		t.Errorf("a pipe that is full: %v", err)
	}
	reader.Close()
	stdout.Close()
}

func TestWrapIndentsTheLastColumn(t *testing.T) {
	const text = "one two three four\n  cast    a recording of the terminal\n  a line that is no table\n"
	if got, want := Wrap(text, 20), "one two three four\n  cast    a\n          recording\n          of the\n          terminal\n  a line that is no\n  table\n"; got != want {
		t.Errorf("expected\n%s, found\n%s", want, got)
	}
}

// stoppedReader blocks until resume.
type stoppedReader struct {
	resume <-chan struct{}
	strings.Builder
}

func (s *stoppedReader) Write(b []byte) (int, error) {
	<-s.resume
	return s.Builder.Write(b)
}

func TestPatientLogDoesNotBlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		resume := make(chan struct{})
		to := stoppedReader{resume: resume}
		log, began, want := PatientLog(&to), time.Now(), ""
		for n := range maxWaiting + 1 {
			line := fmt.Sprintln("line", n)
			if n, err := log.Write([]byte(line)); n != len(line) || err != nil {
				t.Fatalf("%q: %d, %v", line, n, err)
			}
			if n < maxWaiting {
				want += line
			}
		}
		if took := time.Since(began); took != patience {
			t.Errorf("the lines took %v, expected %v", took, patience)
		}
		close(resume)
		synctest.Wait()
		log.Write([]byte("last\n"))
		if got := to.String(); got != want+"last\n" {
			t.Errorf("the reader got %d lines, expected %d: %.100q", strings.Count(got, "\n"), strings.Count(want, "\n")+1, got)
		}
	})
}

func TestVersionLine(t *testing.T) {
	built := []debug.BuildSetting{{Key: "vcs.revision", Value: "73ad2fe6039e6fef28caea602076808941fdcbf6"}, {Key: "vcs.modified", Value: "false"}}
	changed := []debug.BuildSetting{built[0], {Key: "vcs.modified", Value: "true"}}
	platform := runtime.GOOS + "/" + runtime.GOARCH + ")"
	for want, settings := range map[string][]debug.BuildSetting{
		"x " + Version + " (" + platform:                             nil,
		"x " + Version + " (73ad2fe6039e, " + platform:               built,
		"x " + Version + " (73ad2fe6039e, with changes, " + platform: changed,
	} {
		if got := versionLine("x", settings); got != want {
			t.Errorf("expected %q, found %q", want, got)
		}
	}
}
