package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"dogfight/internal/command"
)

// newMan returns the command that prints the manual, or writes a page a command for packages to install.
func newMan(p *program) *cobra.Command {
	var folder string
	c := command.New("man [COMMAND] [flags]", "Print the manual page of a command, or write all of them", anyWords,
		func(c *cobra.Command, args []string) error {
			if folder != "" {
				return writeManual(c.Root(), folder)
			}
			found, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(c, args)
			}
			return doc.GenMan(found, manHeader(found), p.stdout)
		})
	c.Example = "  dogfight man join | man -l -\n  dogfight man --dir /usr/local/share/man/man6"
	c.Flags().StringVar(&folder, "dir", "", "`FOLDER` to write all pages to")
	return c
}

// manHeader puts the pages where games are: in section 6.
func manHeader(c *cobra.Command) *doc.GenManHeader {
	c.Root().DisableAutoGenTag = true // the same program writes the same page
	return &doc.GenManHeader{
		Title:   strings.ToUpper(strings.ReplaceAll(c.CommandPath(), " ", "-")),
		Section: "6", Source: "Dogfight " + version, Manual: "Games",
	}
}

// writeManual writes a page for each command.
func writeManual(root *cobra.Command, folder string) error {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return command.Usagef("--dir: must be a folder that exists, got %q", folder)
	}
	header := manHeader(root)
	header.Title = "" // of each page its own
	if err := doc.GenManTree(root, header, folder); err != nil {
		return fmt.Errorf("could not write the manual: %w", err)
	}
	return nil
}
