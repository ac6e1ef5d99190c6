package cli

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stoppedReader takes nothing until it goes on.
type stoppedReader struct {
	goesOn <-chan struct{}
	strings.Builder
}

func (s *stoppedReader) Write(b []byte) (int, error) {
	<-s.goesOn
	return s.Builder.Write(b)
}

func TestALogThatIsNotReadStopsNothingAndKeepsItsFirstThousandLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goesOn := make(chan struct{})
		to := stoppedReader{goesOn: goesOn}
		log, began, want := &patientLog{to: &to}, time.Now(), ""
		for n := range maxLogWaiting + 1 {
			line := fmt.Sprintln("line", n)
			if n, err := log.Write([]byte(line)); n != len(line) || err != nil {
				t.Fatalf("%q: %d, %v", line, n, err)
			}
			if n < maxLogWaiting {
				want += line
			}
		}
		if took := time.Since(began); took != logPatience {
			t.Errorf("the lines took %v, expected %v", took, logPatience)
		}
		close(goesOn)
		synctest.Wait()
		log.Write([]byte("last\n"))
		if got := to.String(); got != want+"last\n" {
			t.Errorf("the reader got %d lines, expected %d: %.100q", strings.Count(got, "\n"), strings.Count(want, "\n")+1, got)
		}
	})
}
