package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/internal/command"
	"dogfight/internal/config"
)

// newConfig returns the commands for server.toml.
func newConfig(p *program) *cobra.Command {
	c := command.New("config COMMAND", "Write and check server.toml, the settings of a host", noWords,
		func(c *cobra.Command, _ []string) error { return c.Help() })
	c.Long = "Write and check server.toml, the settings of a host: dogfight host --config FILE. With --headless, it reads\n" +
		p.dirs.ServerFile() + " if that exists. Flags override the file. On SIGHUP a running host reads it again."
	c.Example = "  dogfight config show > server.toml\n  dogfight config check server.toml && dogfight host --headless --config server.toml"
	check := command.New("check [FILE]", "Print the settings in a server.toml, or its mistakes with their lines", command.Words{Most: 1},
		func(_ *cobra.Command, args []string) error {
			return p.checkConfig(append(args, p.dirs.ServerFile())[0])
		})
	check.Long = "Print the settings that a host with --headless takes from a server.toml, or its mistakes with their lines and exit code 1.\n" +
		"The files named in it are checked too. Without FILE it is " + p.dirs.ServerFile() + "."
	check.Example = "  dogfight config check\n  dogfight config check server.toml && kill -HUP $(pidof dogfight)"
	show := command.New("show", "Print a server.toml with all keys and their defaults", noWords, func(*cobra.Command, []string) error {
		_, err := io.WriteString(p.stdout, defaultConfig(p.dirs))
		return err
	})
	show.Example = "  dogfight config show > server.toml"
	c.AddCommand(check, show)
	return c
}

// checkConfig prints the settings in a file, or its mistakes.
func (p *program) checkConfig(path string) error {
	c, h := newHosting(&program{dirs: p.dirs})
	h.headless = true
	s, wrong := readSources(c, path)
	if s.file == nil { // it cannot be read
		return wrong[0]
	}
	if wrong = append(wrong, s.settle(h, p.readSettings())...); len(wrong) > 0 {
		for _, err := range byLine(wrong) {
			fmt.Fprintln(p.stderr, err)
		}
		return command.ErrShown
	}
	fmt.Fprintf(p.stdout, "# %s is valid; the settings:\n", path)
	for _, k := range serverKeys {
		source := "default"
		if v := s.file.Value(k.name); v != nil {
			source = fmt.Sprintf("line %d", v.Line)
		}
		fmt.Fprintf(p.stdout, "%-40s # %s\n", k.name+" = "+k.fileText(c.Flags().Lookup(k.flag)), source)
	}
	return nil
}

// defaultConfig returns a file in which every line is a comment.
func defaultConfig(dirs config.Dirs) string {
	c, h := newHosting(&program{dirs: dirs})
	h.headless, h.Resume = true, true
	var b strings.Builder
	b.WriteString("# The settings of dogfight host --headless, as dogfight config show prints them: each key with its default. Remove the\n" +
		"# # before a key to change it, and check the file with dogfight config check. Flags override this file. On SIGHUP a\n" +
		"# running host reads it again, whole or not at all; keys with (restart) apply from its next start. Keys come before\n" +
		"# the first [[rotation]], if there are such tables. An empty value, \"\" or [], is the default.\n")
	for _, section := range serverSections {
		fmt.Fprintf(&b, "\n\n### %s\n", section.heading)
		for _, k := range keysOf(section.flags) {
			flag := c.Flags().Lookup(k.flag)
			fmt.Fprintf(&b, "\n%s#%s = %s\n", comment(k.help(flag)), k.name, k.fileText(flag))
		}
	}
	return b.String()
}

// help returns the help of the key, made from that of its flag.
func (k *serverKey) help(flag *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(flag)
	usage = strings.Replace(withKeys(usage), "; may be given again", "; a list has several", 1)
	if k.not {
		usage = "false: " + usage
	}
	if !k.live {
		usage += " (restart)"
	}
	return usage
}

// commentWidth is the longest line of a comment.
const commentWidth = 120

// comment breaks a text into lines of comments.
func comment(text string) string {
	var b strings.Builder
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentWidth && line != "#" {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}
