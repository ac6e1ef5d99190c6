//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// isolate gives a program its own process group, so that it gets no Ctrl-C or Ctrl-Z, and is killed with its children.
func isolate(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
