package swarm

import (
	"fmt"
	"os"
)

// residentBytes returns how much memory this process has, where the system tells
// it as Linux does (proc_pid_statm(5)).
func residentBytes() figure {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return unknown
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return unknown
	}
	return figure(resident * os.Getpagesize())
}
