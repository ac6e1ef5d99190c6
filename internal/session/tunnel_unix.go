//go:build unix

package session

import (
	"os"
	"os/exec"
	"syscall"
)

// askNothing keeps ssh from asking on the terminal, which it finds even with
// nothing of it on its standard input: in a session of its own it has none. Unlike
// in its batch mode, it still comes in where it is asked nothing.
func askNothing(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Env = append(os.Environ(), "SSH_ASKPASS_REQUIRE=never")
}
