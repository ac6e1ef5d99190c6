//go:build unix

package player

import (
	"os/exec"
	"syscall"
)

// setApart gives a program a process group of its own: no Ctrl-C or Ctrl-Z is meant for it, and it ends together with
// what it has started.
func setApart(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
