package cli

import (
	"context"
	"sync"

	"dogfight/internal/crash"
	"dogfight/internal/server"
	"dogfight/internal/systemd"
)

// tellManager tells the service manager, if there is one, that a host is ready, and from then on how it fares. What it returns tells it
// that the host ends.
func tellManager(manager *systemd.Manager, s *server.Server) (ending func()) {
	monitor := s.Monitor()
	manager.Ready(monitor.Status())
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		defer crash.Restore()
		manager.Run(ctx, systemd.Watched{Status: monitor.Status, Healthy: monitor.Healthy, Draining: s.Draining})
	})
	return func() {
		cancel()
		running.Wait()
		manager.Stopping()
	}
}
