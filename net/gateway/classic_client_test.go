package gateway

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"dogfight/proto/dialect/dogfight"
)

// classicClient stands in for the client that the Dogfight protocol was made with, faults included: once a frame it reads up to
// 1,024 bytes, takes them for a state from the first on, and dies if they are none.
type classicClient struct {
	net.Conn
	chance *rand.Rand
	late   func() time.Duration // how much later than usual the next frame is
	greedy bool                 // it reads up to 1,024 bytes for the id too, and keeps the first 36

	id    dogfight.ID
	state dogfight.State
	buf   [1024]byte
	seen  sights
}

// sights is what there was to see.
type sights struct {
	states, ships, powerUps int // in all, and the most at a time
	fewest                  int // ships
	flew, shot, died        bool
}

func (s sights) String() string {
	return fmt.Sprintf("%d states, %d to %d ships, up to %d power-ups, flew %v, shot %v, died %v", s.states, s.fewest, s.ships, s.powerUps, s.flew, s.shot, s.died)
}

const frame = time.Second / 60

// play plays for so long. An error is what it dies of.
func (c *classicClient) play(d time.Duration) error {
	if err := c.readID(); err != nil {
		return err
	}
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(frame + c.late())
		c.press()
		if err := c.read(); err != nil {
			return fmt.Errorf("after %v: %w", c.seen, err)
		}
	}
	return nil
}

func (c *classicClient) readID() error {
	n, err := 0, error(nil)
	if c.greedy {
		n, err = c.Read(c.buf[:])
	} else {
		n, err = io.ReadFull(c, c.buf[:len(c.id)])
	}
	if copy(c.id[:], c.buf[:n]) < len(c.id) {
		return fmt.Errorf("the id has %d bytes: %w", n, err)
	}
	return err
}

// press sends at most one event in a frame.
func (c *classicClient) press() {
	e := dogfight.Event{Action: dogfight.Move, Direction: dogfight.Direction(1 + c.chance.IntN(4)), PlayerID: c.id}
	switch c.chance.IntN(4) {
	case 0:
		return
	case 1:
		e.Action = dogfight.Shoot
	}
	c.Write(e.Append(nil))
}

func (c *classicClient) read() error {
	n, err := c.Read(c.buf[:])
	if err != nil {
		return err
	}
	if err := c.state.ParseClassic(c.buf[:n]); err != nil {
		return fmt.Errorf("%d bytes that begin with %x: %w", n, c.buf[:min(n, 16)], err)
	}
	return c.look()
}

// look fails if what is shown cannot be.
func (c *classicClient) look() error {
	s := &c.seen
	n := len(c.state.Ships)
	if s.states++; s.states == 1 {
		s.fewest = n
	}
	s.ships, s.fewest, s.powerUps = max(s.ships, n), min(s.fewest, n), max(s.powerUps, len(c.state.PowerUps))
	own := -1
	for i := range c.state.Ships {
		if c.state.Ships[i].PlayerID == c.id {
			own = i
		}
	}
	switch {
	case n > 10:
		return fmt.Errorf("%d ships", n)
	case own > 0:
		return fmt.Errorf("the own ship is number %d of %d", own, n)
	case own == 0:
		ship := &c.state.Ships[0]
		s.flew = s.flew || ship.Direction != dogfight.Idle && ship.X > 0
		s.shot = s.shot || ship.Bullets[0].Active
		s.died = s.died || s.states > 20 && !ship.Alive
	}
	return nil
}
