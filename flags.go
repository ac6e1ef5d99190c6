package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// newFlags returns the empty flag set of a command.
func newFlags(name string) *pflag.FlagSet {
	fs := pflag.NewFlagSet(name, pflag.ContinueOnError)
	fs.SortFlags = false
	fs.SetOutput(nil)
	fs.Usage = func() {} // parse prints it, where it belongs
	return fs
}

// anyWords is more words than a command line has.
const anyWords = 1 << 20

// parse reads the arguments of a command, which must leave so many words besides
// flags. --help prints the command's help and returns pflag.ErrHelp.
func (p *program) parse(fs *pflag.FlagSet, args []string, words int) error {
	return p.parseWords(fs, args, words, words)
}

// parseUpTo is parse for a command whose words may be left out.
func (p *program) parseUpTo(fs *pflag.FlagSet, args []string, most int) error {
	return p.parseWords(fs, args, 0, most)
}

func (p *program) parseWords(fs *pflag.FlagSet, args []string, least, most int) error {
	if err := fs.Parse(args); err == pflag.ErrHelp {
		p.help(fs)
		return err
	} else if err != nil {
		return explain(fs, err)
	}
	if fs.NArg() < least || fs.NArg() > most {
		cmd, _ := find([]string{fs.Name()})
		usage := strings.TrimSpace("dogfight " + cmd.name + " " + cmd.usage)
		if fs.NArg() < least {
			return usagef("missing argument; usage: %s", usage)
		}
		return usagef("unexpected argument %q; usage: %s", fs.Arg(most), usage)
	}
	return nil
}

// explain says what is wrong with a command line.
func explain(fs *pflag.FlagSet, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		return usagef("--%s: %q is not %s", flag.Name, invalid.GetValue(), expected[flag.Value.Type()])
	}
	return usagef("%w; see dogfight %s", err, strings.TrimSpace("help "+fs.Name()))
}

// expected says what the value of a flag is, by the name that pflag has for its type.
var expected = map[string]string{
	"bool":     "true or false",
	"duration": "a time, such as 90s or 5m",
	"int":      "a number",
	"int32":    "a number",
	"share":    "a share, such as 5% or 0.05",
	"uint32":   "a number, 0 or more",
	"uint64":   "a number, 0 or more",
}

// notes is what help says of a command besides its flags.
var notes = map[string]string{
	"join": `ADDR is HOST[:PORT], or ssh://[USER@]HOST[:PORT] by way of your own ssh. On servers
that are none of ours, in their protocol: dogfight://HOST[:PORT],
rtype://HOST[:PORT][?floats=big-endian] or rtype-code://HOST[:PORT].`,
}

// help prints what a command takes; without a command, what commands there are.
func (p *program) help(fs *pflag.FlagSet) {
	if fs.Name() != "" {
		cmd, _ := find([]string{fs.Name()})
		fmt.Fprintf(p.stdout, "dogfight %s %s\n\n%s.\n", cmd.name, cmd.usage, capital(cmd.summary))
		if note := notes[cmd.name]; note != "" {
			fmt.Fprintf(p.stdout, "\n%s\n", note)
		}
		if fs.HasFlags() {
			fmt.Fprintf(p.stdout, "\n%s", fs.FlagUsages())
		}
		return
	}
	fmt.Fprintf(p.stdout, "Dogfight: spaceships fight in a terminal.\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(p.stdout, "  dogfight %-20s %s\n", strings.TrimSpace(cmd.name+" "+cmd.usage), cmd.summary)
	}
	fmt.Fprintf(p.stdout, "\nName, glyphs, colours and frame rate are kept in %s.\n", settingsFile())
	fmt.Fprintf(p.stdout, "Run \"dogfight help COMMAND\" for details.\n")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func commandNames() string {
	var names []string
	for _, cmd := range commands()[1:] {
		names = append(names, cmd.name)
	}
	return strings.Join(names, ", ")
}
