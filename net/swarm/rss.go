package swarm

import (
	"fmt"
	"os"
)

// rssBytes returns the resident set size of this process, on systems that report it
// as Linux does (proc_pid_statm(5)).
func rssBytes() figure {
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
