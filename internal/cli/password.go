package cli

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/proto"
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
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if err := proto.ValidPassword(line); err != nil {
		return "", fmt.Errorf("--password-file: %s:1: %w", file, err)
	}
	return line, nil
}
