package main

import (
	"context"
	"fmt"
	"path/filepath"

	"dogfight/net/admin"
)

// defaultSocket is where a host listens to whoever may see to its match.
func defaultSocket() string { return filepath.Join(configFolder(), "run", "admin") }

// runAdmin tells a host on this machine what to do.
func runAdmin(_ context.Context, p *program, args []string) error {
	fs := newFlags("admin")
	fs.SetInterspersed(false) // what follows is the host's
	socket := fs.String("socket", defaultSocket(), "where the host listens: its --admin")
	if err := p.parseUpTo(fs, args, anyWords); err != nil {
		return err
	}
	words := fs.Args()
	if len(words) == 0 {
		words = []string{"help"}
	}
	lines, err := admin.Ask(*socket, words...)
	for _, line := range lines {
		fmt.Fprintln(p.stdout, line)
	}
	return err
}
