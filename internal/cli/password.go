package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/proto"
	"dogfight/sys"
)

// addPasswordFile adds the flag for a password. On the command line itself, every user of the machine
// could read it.
func addPasswordFile(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "password-file", "", "`FILE` whose first line is the password of the match")
}

// readPassword returns the password in a file; "" if there is no file.
func readPassword(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := sys.ReadFile(file, sys.MaxText)
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.TrimRight(line, "\r")
	if err := proto.ValidPassword(line); err != nil {
		return "", fmt.Errorf("--password-file: %s:1: %w", file, err)
	}
	return line, nil
}
