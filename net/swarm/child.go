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

// child is the process of our own hosts, as seen from here. A nil child stands for
// another's host, of which nothing is known.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors bytes.Buffer // to be read when the process has ended
}

// startChild starts the hosts, and returns where they listen.
func startChild(command []string, conf hostsConfig) (*child, string, error) {
	c := &child{cmd: exec.Command(command[0], command[1:]...)}
	c.cmd.Stderr = &c.errors
	// One processor, so that what is measured is what a core carries.
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
	json.NewEncoder(c.in).Encode(conf) // if they do not take it, they give no address
	addr, err := c.out.ReadString('\n')
	if err != nil {
		return nil, "", c.failed()
	}
	return c, strings.TrimSpace(addr), nil
}

// failed stops the process and returns what it printed as errors.
func (c *child) failed() error {
	c.stop()
	why := strings.TrimSpace(c.errors.String())
	if why == "" {
		why = c.cmd.ProcessState.String()
	}
	return fmt.Errorf("the hosts' process failed: %s", why)
}

// begin has the hosts measure from now on. Busy as they are, it may take them a
// while to begin.
func (c *child) begin() error {
	if c == nil {
		return nil
	}
	io.WriteString(c.in, "measure\n") // if that fails, so does what follows
	if line, err := c.out.ReadString('\n'); err != nil || strings.TrimSpace(line) != measuring {
		return c.failed()
	}
	return nil
}

// report asks what the hosts measured.
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

// ending is how long the hosts may take to say goodbye to all peers: a second
// for the links, and more on a busy machine.
const ending = 10 * time.Second

// stop ends the hosts. Stopping again does nothing.
func (c *child) stop() {
	if c == nil || c.cmd.ProcessState != nil {
		return
	}
	c.in.Close()
	last := time.AfterFunc(ending, func() { c.cmd.Process.Kill() })
	defer last.Stop()
	io.Copy(io.Discard, c.out) // Wait must not be called before all is read
	c.cmd.Wait()
}
