package cli

import (
	"io"
	"log/slog"
	"strings"

	"dogfight/internal/config"
	"dogfight/internal/server"
	"dogfight/sys"
)

// reloader applies the configuration to a running host again, as far as that needs no restart.
type reloader struct {
	dirs    config.Dirs
	args    []string // of the command line
	sources sources
	values  map[string]string // in effect, by key

	server  *server.Server
	manager *sys.Manager
	log     *slog.Logger
	level   *slog.LevelVar
}

// reload applies the whole file or, if anything is wrong with it, nothing.
func (r *reloader) reload() {
	r.manager.Reloading()
	defer func() { r.manager.Ready(r.server.Monitor().Status()) }()
	s, h, err := r.read()
	if err == nil {
		err = r.server.Reload(h.Options)
	}
	if err != nil {
		r.log.Error("the configuration was refused, and nothing has changed", "err", err)
		return
	}
	r.level.Set(logLevels[h.log.level])
	r.sources = s
	changed, stuck := r.compare(s.values())
	path := ""
	if s.file != nil {
		path = s.file.Path
	}
	r.log.Info("the configuration was read again", "file", path, "changed", strings.Join(changed, ", "))
	if len(stuck) > 0 {
		r.log.Warn("needs a restart: " + strings.Join(stuck, ", "))
	}
}

// read reads the command line and the file as a host does that starts.
func (r *reloader) read() (sources, *hosting, error) {
	c, h := newHosting(&program{dirs: r.dirs, stdout: io.Discard, stderr: io.Discard})
	_, flags, err := newRoot(&program{dirs: r.dirs}).Find(r.args)
	if err != nil {
		return sources{}, nil, err
	}
	if err := c.ParseFlags(flags); err != nil {
		return sources{}, nil, err
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

// compare returns the keys whose values have changed, and those that keep their old values until a restart.
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
