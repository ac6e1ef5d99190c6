package term

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
)

// slow is a terminal that takes long for each write.
type slow struct {
	*testkit.Tty
	takes time.Duration
}

func (s slow) Write(b []byte) (int, error) {
	time.Sleep(s.takes)
	return s.Tty.Write(b)
}

func TestATerminalThatTakesNoOutputIsLeftASecondAfterTheProgramIsToEnd(t *testing.T) {
	for _, c := range []struct {
		takes, endsAfter, want time.Duration // of the first write
		err                    error
	}{
		{takes: time.Hour, endsAfter: 2 * time.Hour, want: time.Hour},
		{takes: 500 * time.Millisecond, want: 500 * time.Millisecond},
		{takes: time.Hour, want: time.Second, err: errStalled},
		{takes: time.Hour, endsAfter: time.Minute, want: time.Minute + time.Second, err: errStalled},
	} {
		synctest.Test(t, func(t *testing.T) {
			ending := make(chan struct{})
			time.AfterFunc(c.endsAfter, func() { close(ending) })
			tty := &leavable{Tty: slow{testkit.NewTty(80, 24), c.takes}, ending: ending}
			began := time.Now()
			if _, err := tty.Write([]byte("x")); err != c.err || time.Since(began) != c.want {
				t.Errorf("a write of %v, with the end after %v: %v after %v, expected %v after %v", c.takes, c.endsAfter, err, time.Since(began), c.err, c.want)
			}
			if began = time.Now(); c.err != nil {
				if _, err := tty.Write([]byte("y")); err != errStalled || time.Since(began) != 0 {
					t.Errorf("the next write: %v after %v", err, time.Since(began))
				}
				time.Sleep(c.takes) // until the first write ends
			}
		})
	}
}
