package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/server"
	"dogfight/net/relay"
	"dogfight/sys"
	"dogfight/ui/canvas"
)

// logFlags are the format and level of the log of a host without a screen.
type logFlags struct{ format, level string }

var (
	logFormats    = []string{"text", "json"}
	logLevelNames = []string{"debug", "info", "warn", "error"}
	logLevels     = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
)

func addLog(c *cobra.Command, f *logFlags, of string) {
	c.Flags().StringVar(&f.format, "log", "text", "`FORMAT` of the log"+of+": text or json, an object a line")
	c.Flags().StringVar(&f.level, "log-level", "info", "the least `LEVEL` that is logged: debug, info, warn or error")
	command.Completes(c, "log", logFormats...)
	command.Completes(c, "log-level", logLevelNames...)
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
		h.Fleet.Fleet, h.Fleet.Key = bus, key
	}
	hangups, release := p.signals.intercept(syscall.SIGHUP) // handled once all is ready
	defer release()
	if src.file != nil {
		log.Info("configured", "file", src.file.Path)
	}
	manager := sys.ServiceManager()
	r := &reloader{dirs: p.dirs, args: p.args, manager: manager, sources: src, values: src.values(), set: map[string]string{}, log: log, level: level}
	h.Settings = r.change
	s, err := server.Start(h.Options, log)
	if err != nil {
		return err
	}
	defer s.Close()
	r.serve(s)
	defer r.serve(nil)
	if h.Listen == "" {
		log.Info("no door for dogfight join and the local network: --listen is empty")
	}
	p.printInvitation(s.Invitation())
	p.printDoors(s.Listening(), s.WebURL(), log)
	defer manager.Watch(sys.Watched{Status: s.Monitor().Status, Healthy: s.Monitor().Healthy, Draining: s.Draining})()
	return p.untilDrained(ctx, s, func() { r.change("", "") }, hangups)
}

// drains is a program that ends when nobody needs it any more.
type drains interface {
	Drain() error
	Draining() bool
	Drained() <-chan struct{}
	Err() error // the reason if it drains by itself
}

// untilDrained returns when ctx is done, when the program has drained after a SIGTERM, or at a second SIGTERM. A SIGHUP reloads the
// configuration, unless it comes from the terminal of the program, which then ends.
func (p *program) untilDrained(ctx context.Context, s drains, reload func(), hangups <-chan struct{}) error {
	terms, release := p.signals.intercept(syscall.SIGTERM)
	defer release()
	terminal := hasTerminal()
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
			reload()
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

// hasTerminal reports whether this process belongs to a terminal that has not hung up. Windows has none: no signal would report its end.
func hasTerminal() bool {
	f, err := os.Open("/dev/tty")
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// printDoors prints the open doors for programs, and then "ready".
func (p *program) printDoors(doors []server.Door, url string, log *slog.Logger) {
	for _, d := range doors {
		fmt.Fprintf(p.stdout, "listening %s %s\n", d.Name(), strings.Join(d.Addrs(), " "))
	}
	if url != "" {
		log.Info("others play in a browser", "url", url)
	}
	fmt.Fprintf(p.stdout, "ready\n")
}

// printInvitation prints the command that joins by an invitation, if there is one, and on a terminal its page as a QR code.
func (p *program) printInvitation(i relay.Invitation) {
	if i.Relay == "" {
		return
	}
	fmt.Fprintf(p.stdout, "dogfight join %s\n", i)
	code := canvas.QRCodeOf("https://" + i.String())
	wide, _ := code.Size()
	if columns, terminal := command.Columns(p.stdout); terminal && columns >= wide {
		fmt.Fprint(p.stdout, code.ANSI())
	}
}

// reloader applies the configuration to a running host again, as far as that needs no restart.
type reloader struct {
	// Static after construction.
	dirs    config.Dirs
	args    []string // of the command line
	manager *sys.Manager
	log     *slog.Logger
	level   *slog.LevelVar

	mu      sync.Mutex
	server  *server.Server // nil before its start and from its end on
	sources sources
	values  map[string]string // in effect, by key
	set     map[string]string // by the operator at run time until the next reload, by flag
}

// serve sets the running host; nil for none.
func (r *reloader) serve(s *server.Server) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.server = s
}

// change sets the value of a key until the next reload, or reloads the file if the key is empty. It applies the whole configuration or, if
// anything is wrong with it, nothing, and returns the lines for the operator.
func (r *reloader) change(key, value string) (lines []string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.server == nil {
		return nil, errors.New("the host starts or ends")
	}
	set := map[string]string{}
	if key != "" {
		if set, err = r.with(key, value); err != nil {
			return nil, err
		}
	}
	r.manager.Reloading()
	defer func() { r.manager.Ready(r.server.Monitor().Status()) }()
	s, h, err := r.read(set)
	if err == nil {
		err = r.server.Reload(h.Options)
	}
	if err != nil {
		r.server.Monitor().RefuseReload()
		r.log.Error("the configuration was refused, and nothing has changed", "err", err)
		return nil, fmt.Errorf("refused, and nothing has changed: %s", withKeys(err.Error()))
	}
	r.level.Set(logLevels[h.log.level])
	r.sources, r.set = s, set
	changed, stuck := r.compare(s.values())
	path := ""
	if s.file != nil {
		path = s.file.Path
	}
	r.log.Info("the configuration was read again", "file", path, "changed", strings.Join(changed, ", "))
	lines = append(lines, "changed: "+cmp.Or(strings.Join(changed, ", "), "nothing"))
	if len(stuck) > 0 {
		r.log.Warn("needs a restart: " + strings.Join(stuck, ", "))
		lines = append(lines, "needs a restart: "+strings.Join(stuck, ", "))
	}
	return lines, nil
}

// with returns the values that are set at run time, with another.
func (r *reloader) with(key, value string) (set map[string]string, err error) {
	k := serverKeyWhere(func(k serverKey) bool { return k.name == key })
	if k == nil || !k.live {
		return nil, fmt.Errorf("must be a key of dogfight config show without (restart), got %q", key)
	}
	if on, err := strconv.ParseBool(value); k.not && err == nil {
		value = strconv.FormatBool(!on)
	}
	set = maps.Clone(r.set)
	for _, other := range alternatives[k.flag] {
		delete(set, other)
	}
	set[k.flag] = value
	return set, nil
}

// read reads the command line, with values that are set at run time, and the file as a host does that starts.
func (r *reloader) read(set map[string]string) (sources, *hosting, error) {
	c, h := newHosting(&program{dirs: r.dirs, stdout: io.Discard, stderr: io.Discard})
	_, flags, err := newRoot(&program{dirs: r.dirs}).Find(r.args)
	if err != nil {
		return sources{}, nil, err
	}
	for flag, value := range set {
		flags = append(flags, "--"+flag+"="+value)
	}
	if err := c.ParseFlags(flags); err != nil {
		return sources{}, nil, command.Explain(c, err)
	}
	path := configPath(r.dirs, h.config, true)
	if path == "" && r.sources.file != nil {
		path = r.sources.file.Path // it was deleted, which is an error
	}
	s, wrong := readSources(c, path)
	s.sockets = r.sources.sockets
	wrong = append(wrong, s.settle(h, (&program{dirs: r.dirs}).readSettings())...)
	return s, h, s.refusal(wrong)
}

// compare returns the keys that have changed, and those that keep their old values until a restart.
func (r *reloader) compare(now map[string]string) (changed, stuck []string) {
	for _, k := range serverKeys {
		switch {
		case now[k.name] == r.values[k.name]:
		case k.live:
			changed = append(changed, k.name)
			r.values[k.name] = now[k.name]
		default:
			stuck = append(stuck, k.name)
		}
	}
	return changed, stuck
}
