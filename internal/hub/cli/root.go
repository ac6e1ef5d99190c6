// Package cli is the command line of dogfight-hub. It reads flags and starts a hub; standard output has lines for programs.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/hub"
	"dogfight/internal/ops"
	"dogfight/net/listing"
	"dogfight/sys"
)

// flags are the flags of a hub.
type flags struct {
	hub.Options
	memory, disk, log, records, config, ops, admin string
}

// newRoot returns the command that runs a hub, with the others below it.
func newRoot(p *program) *cobra.Command {
	var f flags
	var showVersion bool
	c := command.New("dogfight-hub [flags]", "Run the hub of a fleet of hosts", command.Words{}, func(c *cobra.Command, _ []string) error {
		if showVersion {
			_, err := fmt.Fprintln(p.stdout, command.VersionLine("dogfight-hub"))
			return err
		}
		if err := readFile(c, f.config); err != nil {
			return err
		}
		return p.runHub(c.Context(), &f)
	})
	c.Flags().BoolVarP(&showVersion, "version", "v", false, "print the version, the commit and the platform")
	c.Long = "Run the hub of a fleet: it connects the hosts and doors, and keeps results, ratings and bans.\n" +
		"One is enough. Three that name one another with --routes act as one, and any one of them may fail."
	c.Example = "  dogfight-hub\n" +
		"  dogfight-hub key host1 --role host >> keys\n" +
		"  dogfight-hub --listen :4222 --keys keys --tls-cert hub.pem --tls-key hub.key\n" +
		"  dogfight-hub --name a --cluster 127.0.0.1:6222 --routes nats://127.0.0.1:6223,nats://127.0.0.1:6224 --replicas 3"
	addReach(c, &f, p.folder())
	addCluster(c, &f)
	addBounds(c, &f)
	addOperator(c, &f)
	c.SetOut(p.stdout)
	c.SetErr(p.stderr)
	c.AddCommand(newKey(p), newCert(p), newRecords(p, &f), newMan(c))
	command.AddCompletion(c)
	c.SetHelpCommand(command.NewHelp(c.Args))
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		columns, _ := command.Columns(p.stdout)
		command.WriteHelp(p.stdout, c, columns)
	})
	return c
}

// folder returns the folder of the streams by default.
func (p *program) folder() string { return cmp.Or(p.data, config.User().Hub()) }

// newMan returns the command that prints the manual.
func newMan(root *cobra.Command) *cobra.Command {
	return command.NewMan(command.Manual{
		Root:    func() *cobra.Command { return newRoot(&program{data: "~/.local/share/dogfight/hub"}) },
		Section: 8,
		Source:  "Dogfight " + command.Version,
		Files: [][3]string{
			{"~/.local/share/dogfight/hub", "Streams, and with records.db results, ratings and bans; see --data.", ""},
			{"/etc/dogfight-hub/hub.toml", "The settings of dogfight-hub.service: a key for each flag.", ""},
			{"/etc/default/dogfight-hub", "HUB_FLAGS: more flags of dogfight-hub.service.", ""},
		},
		Environment: [][2]string{{"XDG_DATA_HOME", "The folder above dogfight/hub, instead of ~/.local/share."}},
		SeeAlso:     "\\fBdogfight\\fR(6),\n\\fBdogfight\\-door\\fR(6),\n\\fBdogfight\\-fleet\\fR(6)",
	}, root.Args)
}

func addReach(c *cobra.Command, f *flags, data string) {
	fs := c.Flags()
	fs.StringVarP(&f.Listen, "listen", "l", hub.DefaultListen, "`ADDR` to listen on for hosts and doors; beyond this machine only with --keys or --open")
	addRecords(c, f, data)
	fs.StringVar(&f.PublicList, "public-list", "", "`ADDR` to listen on, such as :8443, for a list of matches that any host may enter and anybody may read; by HTTPS with --tls-cert")
	fs.StringVar(&f.Keys, "keys", "", "`FILE` of accepted public keys, a line each: KEY ROLE NAME; read again on SIGHUP")
	fs.BoolVar(&f.Open, "open", false, "accept all who can reach --listen and --cluster")
	fs.StringVar(&f.TLS.Cert, "tls-cert", "", "`FILE` with the certificate to show, in PEM; read again on SIGHUP")
	fs.StringVar(&f.TLS.Key, "tls-key", "", "`FILE` with its key")
	fs.StringVar(&f.TLS.CA, "tls-ca", "", "`FILE` with the certificate that signed those of the other hubs")
}

func addRecords(c *cobra.Command, f *flags, data string) {
	c.Flags().StringVar(&f.Data, "data", data, "`DIR` where streams are kept")
	c.Flags().StringVar(&f.records, "records", "", "`FILE` of results, ratings and bans, or a URL such as postgres://user@host/database, or none\n(default records.db in --data; with --cluster none)")
}

func addCluster(c *cobra.Command, f *flags) {
	fs := c.Flags()
	fs.StringVar(&f.Name, "name", "", "`NAME` of this hub in its cluster; each must have its own")
	fs.StringVar(&f.Cluster, "cluster", "", "`ADDR` to listen on for other hubs")
	fs.StringSliceVar(&f.Routes, "routes", nil, "`URLS` of the other hubs' --cluster, such as nats://10.0.0.2:6222, with commas between them")
	fs.IntVar(&f.Replicas, "replicas", 1, "`N` hubs that keep each stream: 1, 3 or 5; the same at all hubs")
	command.Completes(c, "replicas", "1", "3", "5")
}

func addBounds(c *cobra.Command, f *flags) {
	fs := c.Flags()
	fs.IntVar(&f.Connections, "connections", hub.DefaultConnections, "`N` connections at most")
	fs.StringVar(&f.memory, "memory", "512MB", "`SIZE` of streams in memory at most")
	fs.StringVar(&f.disk, "disk", "16GB", "`SIZE` of streams on disk at most")
}

func addOperator(c *cobra.Command, f *flags) {
	fs := c.Flags()
	fs.StringVarP(&f.config, "config", "c", "", "`FILE` of settings in TOML, which flags override: a key is a flag with _ for -")
	fs.StringVar(&f.ops, "ops", "", "`ADDR`, or unix:PATH, of the door for monitoring: /metrics for Prometheus, /healthz, /readyz and, at a unix socket alone, /debug/pprof/")
	fs.StringVar(&f.admin, "admin", "", "`PATH` of the socket for dogfight admin --socket (default admin in --data)")
	fs.StringVar(&f.log, "log", "text", "how to log to stderr: `text|json`")
	command.Completes(c, "log", "text", "json")
}

// settle checks the flags, and completes the options by them.
func (p *program) settle(f *flags) (err error) {
	if f.Memory, err = parseSize("--memory", f.memory, hub.LeastMemory); err != nil {
		return err
	}
	if f.Disk, err = parseSize("--disk", f.disk, hub.LeastDisk); err != nil {
		return err
	}
	if f.Log, err = newLog(f.log, command.PatientLog(p.stderr)); err != nil {
		return err
	}
	if f.ops != "" {
		if err := ops.CheckAddress(f.ops); err != nil {
			return command.Usagef("--ops: %w", err)
		}
	}
	if err := f.Check(); err != nil {
		return command.Usage(err)
	}
	return nil
}

// runHub runs a hub until ctx is done. Standard output is for programs: a line a listener, then "ready".
func (p *program) runHub(ctx context.Context, f *flags) error {
	command.SurviveReaders()
	if err := p.settle(f); err != nil {
		return err
	}
	kept, err := sys.Await(func() (*hub.Records, error) { return openRecords(f) })
	if err != nil {
		return err
	}
	if kept != nil {
		defer kept.Close()
	}
	h, err := hub.Start(f.Options)
	if err != nil {
		return err
	}
	defer h.Close()
	if f.Keys != "" && f.TLS.Cert == "" {
		f.Log.Warn("connections are not encrypted: others on the way can read them, and change what hosts and doors send; make certificates with dogfight-hub cert")
	}
	fmt.Fprintf(p.stdout, "listening nats %s\n", h.Addr())
	if at := h.ClusterURL(); at != "" {
		fmt.Fprintf(p.stdout, "listening cluster %s\n", strings.TrimPrefix(at, "nats://"))
	}
	var list *listing.Server
	if f.PublicList != "" {
		list, err = listing.Listen(f.PublicList, f.TLS.Cert, f.TLS.Key, f.Log)
		if err != nil {
			return err
		}
		defer list.Close()
		fmt.Fprintf(p.stdout, "listening list %s\n", list.Addr())
	}
	if f.Cluster == "" { // a script starts the others when this one is ready: it cannot wait for them
		select {
		case <-h.Ready():
		case <-ctx.Done():
			return nil
		}
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	done, err := p.operate(f, h, kept, list, end)
	if err != nil {
		return err
	}
	defer done()
	fmt.Fprintf(p.stdout, "ready\n")
	p.obey(ctx, h, f.Log)
	return nil
}

// obey reads the keys again on each hangup, until ctx is done.
func (p *program) obey(ctx context.Context, h *hub.Hub, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			log.Info("stopping")
			return
		case <-p.hangups:
			if err := h.Reload(); err != nil {
				log.Error("the keys and the certificate stay as they were", "err", err)
			} else {
				log.Info("the keys and the certificate were read again")
			}
		}
	}
}

func newLog(format string, w io.Writer) (*slog.Logger, error) {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	}
	return nil, command.Usagef("--log: must be text or json, got %q", format)
}

// program is the part of the process that commands use.
type program struct {
	stdout, stderr io.Writer
	hangups        <-chan os.Signal
	data           string // the folder of the streams by default; "" for that of the user
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer sys.Restore()
	ends, hangups := []os.Signal{syscall.SIGTERM}, make(chan os.Signal, 1)
	if !signal.Ignored(os.Interrupt) { // as the parent asked; nohup does so for SIGHUP
		ends = append(ends, os.Interrupt)
	}
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(hangups, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	sys.Interrupt = ctx.Done()
	out := &command.Output{File: os.Stdout}
	p := &program{stdout: out, stderr: os.Stderr, hangups: hangups}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(out.Check(code, "dogfight-hub", p.stderr))
}

// run runs the command that the arguments name and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	root := newRoot(p)
	root.SetArgs(args)
	command.CompletePlainly(root, args)
	return command.ExitCode(root, root.ExecuteContext(ctx), p.stderr)
}

// parseSize reads a number of bytes such as 512MB.
func parseSize(flag, text string, least int64) (int64, error) {
	units := []struct {
		name string
		size int64
	}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}}
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/u.size {
			break
		}
		if n *= u.size; n < least {
			return 0, command.Usagef("%s: must be at least %dMB, got %s", flag, least>>20, text)
		}
		return n, nil
	}
	return 0, command.Usagef("%s: %q is not a size such as 512MB or 16GB", flag, text)
}
