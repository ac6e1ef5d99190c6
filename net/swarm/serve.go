package swarm

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sync"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/sys"
)

// Serve runs the hosts for a Run in another process until in ends. The package comment has the protocol.
//
// It ignores interrupts: Ctrl-C reaches both processes, and the other one still needs the report.
func Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	if !lines.Scan() {
		return lines.Err()
	}
	var conf hostsConfig
	if err := json.Unmarshal(lines.Bytes(), &conf); err != nil {
		return fmt.Errorf("the hosts' configuration must be JSON: %w", err)
	}
	h, err := startHosts(conf)
	if err != nil {
		return err
	}
	defer h.stop()
	if _, err := fmt.Fprintln(out, h.listener.Addr()); err != nil {
		return err
	}
	for lines.Scan() {
		if err := h.apply(lines.Bytes(), out); err != nil {
			return err
		}
	}
	return lines.Err()
}

// measuring is the answer to "measure".
const measuring = "measuring"

// apply handles a line.
func (h *hosts) apply(line []byte, out io.Writer) error {
	switch string(line) {
	case "measure":
		err := profile(h.conf.Profile)
		h.meter.begin()
		fmt.Fprintln(out, measuring)
		return err
	case "report":
		report := h.meter.report()
		pprof.StopCPUProfile() // if any
		return json.NewEncoder(out).Encode(report)
	}
	return fmt.Errorf("must be measure or report, got %q", line)
}

// profile starts a CPU profile in the file at path, if any. The file is closed with the process.
func profile(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return pprof.StartCPUProfile(f)
}

// hosts are the matches of this process, with a Listener and a meter in common.
type hosts struct {
	conf     hostsConfig
	meter    *meter
	listener *link.Listener
	matches  []*net.Host
	cancel   context.CancelFunc
	running  sync.WaitGroup
}

// startHosts opens the matches on a free port of the loopback.
func startHosts(conf hostsConfig) (*hosts, error) {
	setup, err := arena()
	if err != nil {
		return nil, err
	}
	h := &hosts{conf: conf, meter: newMeter(conf.Matches)}
	if h.listener, err = listen(conf.Clients); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	h.cancel = cancel
	for n := range conf.Matches {
		host := net.NewHost(net.HostConfig{
			Title:   fmt.Sprint("Swarm ", n+1),
			Measure: func(m net.Measured) { h.meter.tick(n, m) },
		}, net.FixedMatch(setup, net.MatchOptions{}, uint64(n)))
		h.matches = append(h.matches, host)
		h.running.Go(func() {
			defer sys.Restore()
			pause(ctx, stagger(n, conf.Matches))
			host.Run(ctx)
		})
	}
	h.running.Go(h.accept)
	return h, nil
}

// stagger returns the delay of a match's start, so that ticks are spread as those of independent matches are.
func stagger(n, matches int) time.Duration {
	const tick = time.Second / game.TickRate
	return tick * time.Duration(n) / time.Duration(matches)
}

// arena returns the setup of an endless match with room for 64 ships.
func arena() (*game.Setup, error) {
	a, err := assets.Arena("expanse")
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}, err
}

// listen accepts so many clients from one address.
func listen(clients int) (*link.Listener, error) {
	dir, err := os.MkdirTemp("", "dogfight-swarm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cert, err := link.Certificate(filepath.Join(dir, "host.pem"))
	if err != nil {
		return nil, err
	}
	most := 2 * clients // a client with a lost link returns before the old link is given up
	return link.Listen("127.0.0.1:0", cert, admission.Limits{PerAddress: most, Total: most, HalfOpen: most})
}

// accept distributes the links over the matches in turn.
func (h *hosts) accept() {
	defer sys.Restore()
	for n := 0; ; n++ {
		l, err := h.listener.Accept()
		if err != nil {
			return
		}
		h.matches[n%len(h.matches)].Add(worsen(l, h.conf.Conditions, n))
	}
}

// stop closes the matches, and waits for them.
func (h *hosts) stop() {
	h.listener.Close()
	h.cancel()
	h.running.Wait()
}
