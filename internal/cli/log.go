package cli

import (
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
)

// logFlags say how a host without a screen logs.
type logFlags struct{ format, level string }

// logLevels are the levels by their names, with all that is told at each and above it.
var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

var (
	logFormats    = []string{"text", "json"}
	logLevelNames = []string{"debug", "info", "warn", "error"}
)

// addLog gives a command the flags of its log.
func addLog(c *cobra.Command, f *logFlags) {
	c.Flags().StringVar(&f.format, "log", "text", "`FORMAT` of the log of a host without a screen: text or json, an object a line")
	c.Flags().StringVar(&f.level, "log-level", "info", "the least `LEVEL` that is logged: debug, info, warn or error")
	completes(c, "log", logFormats)
	completes(c, "log-level", logLevelNames)
}

// checkLog says what is wrong with the flags of a log.
func checkLog(f *logFlags) error {
	return first(oneOf("--log", f.format, logFormats), oneOf("--log-level", f.level, logLevelNames))
}

// newLog returns a log through which strangers cannot fill a disk. Its level may change.
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
