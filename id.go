package main

import (
	"context"
	"fmt"
)

// runID tells by which key hosts know the player.
func runID(_ context.Context, p *program, args []string) error {
	if err := p.parse(newFlags("id"), args, 0); err != nil {
		return err
	}
	key, err := ownKey()
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s\n%s\n", key.Fingerprint(), key.Line())
	return nil
}
