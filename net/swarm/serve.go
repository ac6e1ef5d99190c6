package swarm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
)

// Serve runs hosts for a Run in another process, with which it talks over in and out, until
// in ends. The package's comment has the protocol.
//
// It is not interruptible: Ctrl-C reaches both processes, and the other one still
// needs the report.
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

// measuring is the hosts' answer when they have begun to measure.
const measuring = "measuring"

// apply does what a line says.
func (h *hosts) apply(line []byte, out io.Writer) error {
	switch string(line) {
	case "measure":
		err := profile(h.conf.Profile)
		h.meter.begin()
		fmt.Fprintln(out, measuring)
		return err
	case "report":
		report := h.meter.report()
		pprof.StopCPUProfile() // none may be running
		return json.NewEncoder(out).Encode(report)
	}
	return fmt.Errorf("must be measure or report, got %q", line)
}

// profile begins a CPU profile in the file at path, if that is not "". The file is
// closed with the process.
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
