package server

import (
	"io"
	"sync"
	"time"
)

// answerCache answers a question that strangers may ask as often as they like: the answer is found anew
// once a second at most. Safe from any goroutine.
type answerCache struct {
	find func() (string, error) // static after construction

	mu   sync.Mutex
	at   time.Time // when it was found; zero before
	text string
	err  error
}

// answerAge is how old an answer may be.
const answerAge = time.Second

func (c *answerCache) write(w io.Writer) error {
	text, err := c.get(time.Now())
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func (c *answerCache) get(now time.Time) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() || now.Sub(c.at) >= answerAge {
		c.text, c.err = c.find()
		c.at = now
	}
	return c.text, c.err
}
