//go:build !unix

package player

import "os/exec"

// setApart leaves a program as it is: its Cmd kills it.
func setApart(*exec.Cmd) {}
