package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"syscall"

	"dogfight/internal/server"
	"dogfight/sys"
)

// hostHeadless hosts without a screen, until ctx is done. Standard output is for programs: a line a
// door, then "ready".
func (p *program) hostHeadless(ctx context.Context, h *hosting, t told, log *slog.Logger, level *slog.LevelVar) error {
	hangups, release := p.comes(syscall.SIGHUP) // those of before all is ready are heard then
	defer release()
	if t.file != nil {
		log.Info("configured", "file", t.file.Path)
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
	defer tellManager(manager, s)()
	return p.untilDrained(ctx, &reloader{dirs: p.dirs, args: p.args, manager: manager, told: t, values: t.values(), server: s, log: log, level: level}, hangups)
}

// comes returns what tells that a signal has come, which does not end the program until release is called.
func (p *program) comes(sig os.Signal) (came <-chan struct{}, release func()) {
	told := make(chan struct{}, 2)
	return told, p.signals.take(sig, func() {
		select {
		case told <- struct{}{}:
		default:
		}
	})
}

// untilDrained returns when a host is to be ended: when ctx is done, when it has drained, as it does after a SIGTERM, or at a second one.
// A hangup has it read its configuration again, but for that of the terminal in which it was started: then it ends.
func (p *program) untilDrained(ctx context.Context, r *reloader, hangups <-chan struct{}) error {
	told, release := p.comes(syscall.SIGTERM)
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
		case <-told:
			if again {
				return nil
			}
			if again = true; !s.Draining() {
				s.Drain() // which a host that ends need not
			}
		}
	}
}
