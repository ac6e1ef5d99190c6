//go:build unix

package session

import (
	"os"
	"os/exec"
	"syscall"
)

// noQuestions stops ssh from asking on the terminal, which it finds even with another standard input: in a process session of its own it
// has none. Its batch mode would also refuse logins without a question.
func noQuestions(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Env = append(os.Environ(), "SSH_ASKPASS_REQUIRE=never")
}
