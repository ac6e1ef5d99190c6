//go:build !unix

package session

import "os/exec"

// askNothing keeps ssh from asking on the terminal.
func askNothing(cmd *exec.Cmd) {
	cmd.Args = append([]string{cmd.Args[0], "-o", "BatchMode=yes"}, cmd.Args[1:]...)
}
