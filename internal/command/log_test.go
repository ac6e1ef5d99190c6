package command

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
		close(goesOn)
		synctest.Wait()
		log.Write([]byte("last\n"))
		if got := to.String(); got != want+"last\n" {
			t.Errorf("the reader got %d lines, expected %d: %.100q", strings.Count(got, "\n"), strings.Count(want, "\n")+1, got)
		}
	})
}
