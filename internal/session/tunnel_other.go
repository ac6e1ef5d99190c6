//go:build !unix

package session

import "os/exec"

// noQuestions stops ssh from asking on the terminal.
func noQuestions(cmd *exec.Cmd) {
	cmd.Args = append([]string{cmd.Args[0], "-o", "BatchMode=yes"}, cmd.Args[1:]...)
}
