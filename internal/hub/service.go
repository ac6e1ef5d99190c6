package hub

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/sys"
)

// Service is something that stands behind a fleet, and needs the bus alone: the records are one. In a
// cluster each hub runs its own, so those of a kind share their work by a durable consumer or a queue group.
type Service struct {
	Name string
	// Run works until ctx is done. It is called when the streams are there, with a connection of its own that
	// may do everything, stays while the hub does and is closed for it. When it returns an error, that is
	// logged and it is called again a little later.
	Run func(ctx context.Context, nc *nats.Conn) error
}

// restartPause is how long a service rests that has failed.
const restartPause = time.Second

// keepRunning runs a service again whenever it fails, until ctx is done.
func (h *Hub) keepRunning(ctx context.Context, s Service) {
	defer sys.Restore()
	for {
		err := h.run(ctx, s)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			err = errStopped
		}
		h.log.Error("a service failed; it starts again", "service", s.Name, "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(restartPause):
		}
	}
}

func (h *Hub) run(ctx context.Context, s Service) error {
	nc, err := h.connect(s.Name)
	if err != nil {
		return err
	}
	defer nc.Close()
	return s.Run(ctx, nc)
}
