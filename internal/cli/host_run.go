package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/sys"
)

// logFlags are the format and level of the log of a host without a screen.
type logFlags struct{ format, level string }

var (
	logFormats    = []string{"text", "json"}
	logLevelNames = []string{"debug", "info", "warn", "error"}
	logLevels     = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
)

func addLog(c *cobra.Command, f *logFlags) {
	c.Flags().StringVar(&f.format, "log", "text", "`FORMAT` of the log of a host without a screen: text or json, an object a line")
	c.Flags().StringVar(&f.level, "log-level", "info", "the least `LEVEL` that is logged: debug, info, warn or error")
	completes(c, "log", logFormats)
	completes(c, "log-level", logLevelNames)
}

func checkLog(f *logFlags) error {
	return first(oneOf("--log", f.format, logFormats), oneOf("--log-level", f.level, logLevelNames))
}

// newLog returns a bounded log, with which strangers cannot fill a disk. Its level may change.
func (f *logFlags) newLog(w io.Writer) (*slog.Logger, *slog.LevelVar) {
	level := &slog.LevelVar{}
	level.Set(logLevels[f.level])
	o := &slog.HandlerOptions{Level: level}
	w = command.PatientLog(w)
	var h slog.Handler = slog.NewTextHandler(w, o)
	if f.format == "json" {
		h = slog.NewJSONHandler(w, o)
	}
	return slog.New(server.BoundedLog(h)), level
}

// hostHeadless hosts without a screen until ctx is done, in a fleet if it has one. Standard output is for programs: a line a door, then
// "ready".
func (p *program) hostHeadless(ctx context.Context, h *hosting, src sources) error {
	log, level := h.log.newLog(p.stderr)
	if h.fleet.URL != "" {
		bus, key, err := connectFleet(h.fleet, "host "+h.Title, log)
		if err != nil {
			return err
		}
		defer bus.Close()
		f := &h.Options.Fleet
		f.Fleet, f.Key, f.Name, f.Version = bus, key, h.Title, version
		f.Outbox, f.Players = p.dirs.Outbox(), p.dirs.FleetPlayers()
	}
	hangups, release := p.signals.take(syscall.SIGHUP) // handled once all is ready
	defer release()
	if src.file != nil {
		log.Info("configured", "file", src.file.Path)
	}
	p.ending.TakeTime()
	s, err := server.Start(h.Options, log)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, d := range s.Listening() {
		fmt.Fprintf(p.stdout, "listening %s %s\n", d.Name(), strings.Join(d.Addrs(), " "))
	}
	if h.Listen == "" {
		log.Info("no door for dogfight join and the local network: --listen is empty")
	}
	if url := s.WebURL(); url != "" {
		log.Info("others play in a browser", "url", url)
	}
	fmt.Fprintf(p.stdout, "ready\n")
	manager := sys.ServiceManager()
	defer notifyManager(manager, s)()
	return p.untilDrained(ctx, &reloader{dirs: p.dirs, args: p.args, manager: manager, sources: src, values: src.values(), server: s, log: log, level: level}, hangups)
}

// notifyManager reports to the service manager, if there is one, that the host is ready, and then its state until stopping is called.
func notifyManager(manager *sys.Manager, s *server.Server) (stopping func()) {
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

// untilDrained returns when ctx is done, when the host has drained after a SIGTERM, or at a second SIGTERM. A SIGHUP reloads the
// configuration, unless it comes from the terminal of the host, which then ends.
func (p *program) untilDrained(ctx context.Context, r *reloader, hangups <-chan struct{}) error {
	terms, release := p.signals.take(syscall.SIGTERM)
	defer release()
	s, terminal := r.server, hasTerminal()
	for again := false; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-s.Drained():
			return s.Err()
		case <-hangups:
			if terminal && !hasTerminal() {
				return nil
			}
			r.reload()
		case <-terms:
			if again {
				return nil
			}
			if again = true; !s.Draining() {
				s.Drain()
			}
		}
	}
}
