package command

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestACommandThatDoesNotEndAfterASignalIsEndedUnlessItHasSomethingToClose(t *testing.T) {
	for _, orderly := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var stderr strings.Builder
			ended := -1
			e := Ending{exit: func(code int) { ended = code }}
			ctx, cancel := context.WithCancel(t.Context())
			e.Watch(ctx, "x", &stderr)
			if orderly {
				e.TakeTime()
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			if ended >= 0 {
				t.Error("ended without a signal")
			}
			cancel()
			time.Sleep(endTime)
			synctest.Wait()
			if (ended == ExitFailure && stderr.String() == "x: interrupted\n") == orderly || orderly && ended >= 0 {
				t.Errorf("orderly %v: exit code %d, %q", orderly, ended, &stderr)
			}
		})
	}
}
