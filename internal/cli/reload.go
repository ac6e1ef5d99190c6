package cli

import (
	"io"
	"log/slog"
	"strings"

	"dogfight/internal/config"
	"dogfight/internal/server"
	"dogfight/sys"
)

// reloader reads again what a running host was told, and has it do that, as far as it goes without a restart.
type reloader struct {
	dirs   config.Dirs
	args   []string // of the command line
	told   told
	values map[string]string // of the lines, as they hold

	server  *server.Server
	manager *sys.Manager
	log     *slog.Logger
	level   *slog.LevelVar
}

// reload has all of the file hold or, if there is anything wrong with it, nothing.
func (r *reloader) reload() {
	r.manager.Reloading()
	defer func() { r.manager.Ready(r.server.Monitor().Status()) }()
	t, h, err := r.read()
	if err == nil {
		err = r.server.Reload(h.Options)
	}
	if err != nil {
		r.log.Error("the configuration was refused, and nothing has changed", "err", err)
		return
	}
	r.level.Set(logLevels[h.log.level])
	r.told = t
	changed, stuck := r.compare(t.values())
	path := ""
	if t.file != nil {
		path = t.file.Path
	}
	r.log.Info("the configuration was read again", "file", path, "changed", strings.Join(changed, ", "))
	if len(stuck) > 0 {
		r.log.Warn("needs a restart: " + strings.Join(stuck, ", "))
	}
}

// read reads the command line and the file as if the host began.
func (r *reloader) read() (told, *hosting, error) {
	c, h := newHosting(&program{dirs: r.dirs, stdout: io.Discard, stderr: io.Discard})
	_, flags, err := newRoot(&program{dirs: r.dirs}).Find(r.args)
	if err != nil {
		return told{}, nil, err
	}
	if err := c.ParseFlags(flags); err != nil {
		return told{}, nil, err
	}
	path := configPath(r.dirs, h.config, true)
	if path == "" && r.told.file != nil {
		path = r.told.file.Path // which is gone: that is told
	}
	t, wrong := readTold(c, path)
	t.sockets = r.told.sockets
	wrong = append(wrong, t.settle(h, (&program{dirs: r.dirs}).readKept())...)
	return t, h, t.refusal(wrong)
}

// compare returns which lines say something else than they did, and hold now, and which of them do not.
func (r *reloader) compare(now map[string]string) (changed, stuck []string) {
	eachServerKey(func(k *serverKey) {
		switch name := k.key(); {
		case now[name] == r.values[name]:
		case k.live:
			changed = append(changed, name)
			r.values[name] = now[name]
		default:
			stuck = append(stuck, name)
		}
	})
	return changed, stuck
}

// values returns what holds of each line, as text.
func (t *told) values() map[string]string {
	all := map[string]string{}
	eachServerKey(func(k *serverKey) { all[k.key()] = t.flags.Flags().Lookup(k.flag).Value.String() })
	return all
}
