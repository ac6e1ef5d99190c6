package server

import (
	"errors"
	"testing"
	"time"
)

func TestAnAnswerIsFoundOnceASecondHoweverManyAsk(t *testing.T) {
	found := 0
	c := answerCache{find: func() (string, error) {
		found++
		if found > 1 {
			return "", errors.New("no more")
		}
		return "all of them", nil
	}}
	now := time.Now()
	for range 1000 {
		if text, err := c.get(now); text != "all of them" || err != nil {
			t.Fatalf("%q, %v", text, err)
		}
		now = now.Add(time.Millisecond)
	}
	if _, err := c.get(now); err == nil || found != 2 {
		t.Errorf("after a second it was found %d times: %v", found, err)
	}
}
