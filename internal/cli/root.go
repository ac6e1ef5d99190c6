package cli

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
)

// The groups in which help lists the commands.
const (
	toPlay  = "play"
	toHost  = "host"
	toAsk   = "ask"
	toTools = "tools"
)

// setCobra sets the options of cobra that are global.
var setCobra = sync.OnceFunc(func() {
	cobra.MousetrapHelpText = ""       // a double click on Windows starts the game
	cobra.EnableCommandSorting = false // ours go from the most used to the least
})

// newRoot returns the program's command, which alone shows the title screen, with all others.
func newRoot(p *program) *cobra.Command {
	setCobra()
	var showVersion bool
	root := command.New("dogfight", "Spaceships fight in a terminal", noWords, func(c *cobra.Command, args []string) error {
		if showVersion {
			return p.printVersion(c, args)
		}
		return p.runTitle(c, args)
	})
	root.Annotations = map[string]string{command.UsageNote: "the title screen"}
	root.Args = unknownCommand
	root.Flags().BoolVarP(&showVersion, "version", "v", false, "print the version, the commit and the platform")
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.AddGroup(
		&cobra.Group{ID: toPlay, Title: "Play:"}, &cobra.Group{ID: toHost, Title: "Host:"},
		&cobra.Group{ID: toAsk, Title: "Look things up:"}, &cobra.Group{ID: toTools, Title: "Tools:"},
	)
	for _, g := range []struct {
		group string
		make  []func(*program) *cobra.Command
	}{
		{toPlay, []func(*program) *cobra.Command{newSolo, newDaily, newTutorial, newJoin, newReplay}},
		{toHost, []func(*program) *cobra.Command{newHost, newDoor, newAdmin, newConfig}},
		{toAsk, []func(*program) *cobra.Command{newLAN, newInfo, newFleet, newScores, newID, newDoctor}},
		{toTools, []func(*program) *cobra.Command{newArena, newSim, newSwarm, newMan, newLicenses, newVersion}},
	} {
		for _, make := range g.make {
			c := make(p)
			c.GroupID = g.group
			root.AddCommand(c)
		}
	}
	root.SetCompletionCommandGroupID(toTools)
	command.AddCompletion(root)
	root.SetHelpCommand(newHelp())
	root.SetHelpCommandGroupID(toTools)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		columns, _ := command.Columns(p.stdout)
		command.WriteHelp(p.stdout, c, columns)
		if c == root {
			settings := fmt.Sprintf("\nYour name, colours, keys and frame rate are kept in %s.\n", p.dirs.Settings())
			io.WriteString(p.stdout, command.Wrap(settings+"Run \"dogfight help COMMAND\" for details.\n", columns))
		}
	})
	return root
}

// unknownCommand returns the error for words that name no command.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	root := c.Root()
	if found, rest, err := root.Find(args); err == nil && found != root && len(rest) > 0 {
		return command.Usagef("no command %q below %s", rest[0], found.CommandPath())
	}
	root.SuggestionsMinimumDistance = min(2, len(args[0])/2)
	if like := root.SuggestionsFor(args[0]); len(like) > 0 {
		return command.Usagef("no command called %q: did you mean %s?", args[0], strings.Join(like, " or "))
	}
	return command.Usagef("no command called %q: must be one of %s", args[0], strings.Join(command.Names(root), ", "))
}

// newHelp returns the command that shows the help of another, or of a command of admin.
func newHelp() *cobra.Command {
	help := command.NewHelp(unknownCommand)
	ofCommand := help.RunE
	help.RunE = func(c *cobra.Command, args []string) error {
		if found, rest, err := c.Root().Find(args); err == nil && found.Name() == "admin" && len(rest) > 0 {
			return found.RunE(found, append(rest, "--help"))
		}
		return ofCommand(c, args)
	}
	return help
}

// newVersion returns the command that prints the version.
func newVersion(p *program) *cobra.Command {
	return command.New("version", "Print the version", noWords, p.printVersion)
}

func (p *program) printVersion(*cobra.Command, []string) error {
	_, err := fmt.Fprintln(p.stdout, command.VersionLine("dogfight"))
	return err
}

//go:generate sh -c "../../packaging/notices.sh | gzip -n9 >notices.gz"

// notices are the licences of the program and of all its parts, 215 kB uncompressed.
//
//go:embed notices.gz
var notices []byte

// newLicenses returns the command that prints the licences.
func newLicenses(p *program) *cobra.Command {
	return command.New("licenses", "Print the licences of the program and of all its parts", noWords, func(*cobra.Command, []string) error {
		text, err := gzip.NewReader(bytes.NewReader(notices))
		if err != nil {
			return err
		}
		_, err = io.Copy(p.stdout, text)
		return err
	})
}
