package cli

import (
	"context"
	"sync"

	"dogfight/internal/server"
	"dogfight/sys"
)

// tellManager tells the service manager, if there is one, that a host is ready, and from then on how it fares. What it returns tells it
// that the host ends.
func tellManager(manager *sys.Manager, s *server.Server) (ending func()) {
	monitor := s.Monitor()
	manager.Ready(monitor.Status())
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		defer sys.Restore()
		manager.Run(ctx, sys.Watched{Status: monitor.Status, Healthy: monitor.Healthy, Draining: s.Draining})
	})
	return func() {
		cancel()
		running.Wait()
		manager.Stopping()
	}
}
