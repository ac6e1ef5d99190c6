package admission

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnAnswerIsFoundOnceInItsLifeHoweverManyAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		found := 0
		a := Answer[string]{Life: time.Second, Find: func() (string, error) {
			found++
			if found > 1 {
				return "", errors.New("no more")
			}
			return "all of them", nil
		}}
		for range 1000 {
			if text, err := a.Get(); text != "all of them" || err != nil {
				t.Fatalf("%q, %v", text, err)
			}
			time.Sleep(time.Millisecond)
		}
		if _, err := a.Get(); err == nil || found != 2 {
			t.Errorf("after a second it was found %d times: %v", found, err)
		}
	})
}
