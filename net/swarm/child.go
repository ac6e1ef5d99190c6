package swarm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// child is the process of our own hosts. A nil child is a foreign host, which cannot be measured.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors bytes.Buffer // valid once the process has ended
}

// startChild starts the hosts, and returns their address.
func startChild(command []string, conf hostsConfig) (*child, string, error) {
	c := &child{cmd: exec.Command(command[0], command[1:]...)}
	c.cmd.Stderr = &c.errors
	// One processor, to measure the load that a core carries.
	c.cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, "", err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	c.in, c.out = in, bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		return nil, "", fmt.Errorf("cannot start the hosts: %w", err)
	}
	json.NewEncoder(c.in).Encode(conf) // if this fails, there is no address
	addr, err := c.out.ReadString('\n')
	if err != nil {
		return nil, "", c.failed()
	}
	return c, strings.TrimSpace(addr), nil
}

// failed stops the process and returns its error output.
func (c *child) failed() error {
	c.stop()
	why := strings.TrimSpace(c.errors.String())
	if why == "" {
		why = c.cmd.ProcessState.String()
	}
	return fmt.Errorf("the hosts' process failed: %s", why)
}

// begin starts the measurement. On busy hosts it may take some seconds.
func (c *child) begin() error {
	if c == nil {
		return nil
	}
	io.WriteString(c.in, "measure\n") // if this fails, the next read fails too
	if line, err := c.out.ReadString('\n'); err != nil || strings.TrimSpace(line) != measuring {
		return c.failed()
	}
	return nil
}

// report returns the hosts' measurement.
func (c *child) report() (hostsReport, error) {
	r := noReport
	if c == nil {
		return r, nil
	}
	io.WriteString(c.in, "report\n")
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		return r, c.failed()
	}
	return r, json.Unmarshal(line, &r)
}

// stopTimeout is how long the hosts may take to close: a second for the links, and more on a busy machine.
const stopTimeout = 10 * time.Second

// stop ends the hosts. Stopping again does nothing.
func (c *child) stop() {
	if c == nil || c.cmd.ProcessState != nil {
		return
	}
	c.in.Close()
	last := time.AfterFunc(stopTimeout, func() { c.cmd.Process.Kill() })
	defer last.Stop()
	io.Copy(io.Discard, c.out) // Wait must not be called before the output is read
	c.cmd.Wait()
}
