package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"dogfight/proto"
)

// addPasswordFile adds the flag for a password. On the command line itself anybody
// on the machine could read it.
func addPasswordFile(fs *pflag.FlagSet) *string {
	return fs.String("password-file", "", "file whose first line is the password of the match")
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
