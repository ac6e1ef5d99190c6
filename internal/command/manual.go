package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Manual is the content of manual pages besides the commands.
type Manual struct {
	Root        func() *cobra.Command // the same for each user
	Section     int
	Source      string // the program's name and version
	Overview    string
	More        [][2]string // more sections, with headings
	Files       [][3]string // paths, meanings, and the top-level commands that use them; "" for all
	Environment [][2]string
	SeeAlso     string
}

// NewMan returns the command that prints a page, or writes all pages. unknown returns the error for words that name no command.
func NewMan(m Manual, unknown func(*cobra.Command, []string) error) *cobra.Command {
	var folder string
	c := New("man [COMMAND] [flags]", "Print the manual page of a command, or write all of them", Words{Most: 1 << 20},
		func(c *cobra.Command, args []string) error {
			root := m.Root()
			if folder != "" {
				return m.writeAll(root, folder)
			}
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(c, args)
			}
			_, err = c.OutOrStdout().Write([]byte(m.page(found)))
			return err
		})
	c.Flags().StringVar(&folder, "dir", "", "`FOLDER` to write all pages to")
	c.ValidArgsFunction = completeCommands
	return c
}

// writeAll writes the pages of a command and its subcommands.
func (m *Manual) writeAll(c *cobra.Command, folder string) error {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Usagef("--dir: must be a folder that exists, got %q", folder)
	}
	file := filepath.Join(folder, fmt.Sprintf("%s.%d", pageName(c), m.Section))
	if err := os.WriteFile(file, []byte(m.page(c)), 0o644); err != nil {
		return fmt.Errorf("could not write the manual: %w", err)
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			if err := m.writeAll(sub, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page returns the page of a command, in the language of man(7), without hyphenation, so that paths and names can be copied.
func (m *Manual) page(c *cobra.Command) string {
	p := page{section: m.Section}
	p.add(".TH %s %d \"\" %q\n.nh\n.ad l\n", strings.ToUpper(pageName(c)), m.Section, m.Source)
	p.head("NAME")
	p.add("%s \\- %s\n", roff(pageName(c)), roff(strings.ToLower(c.Short[:1])+c.Short[1:]))
	p.head("SYNOPSIS")
	p.add("\\fB%s\\fR%s\n", roff(c.CommandPath()), roff(strings.TrimPrefix(c.UseLine(), c.CommandPath())))
	if c.HasAvailableSubCommands() {
		p.add(".br\n\\fB%s\\fR COMMAND\n", roff(c.CommandPath()))
	}
	p.head("DESCRIPTION")
	if !c.HasParent() {
		p.text(cmp.Or(m.Overview, c.Long))
	} else {
		p.text(cmp.Or(c.Long, c.Short+"."))
	}
	if c.HasAvailableSubCommands() {
		p.head("COMMANDS")
		for _, g := range append([]*cobra.Group{{}}, c.Groups()...) {
			if g.ID != "" {
				p.add(".SS %q\n", strings.TrimSuffix(g.Title, ":"))
			}
			for _, sub := range c.Commands() {
				if sub.GroupID == g.ID && sub.IsAvailableCommand() {
					p.item("\\fB"+roff(sub.Name())+"\\fR", sub.Short)
				}
			}
		}
	}
	p.head("OPTIONS")
	p.options(c.LocalFlags().FlagUsages())
	if !c.HasParent() {
		for _, s := range m.More {
			p.head(s[0])
			p.text(s[1])
		}
	}
	if files := m.files(c); len(files) > 0 {
		p.head("FILES")
		for _, f := range files {
			p.item("\\fI"+roff(f[0])+"\\fR", f[1])
		}
	}
	p.head("ENVIRONMENT")
	for _, v := range m.Environment {
		p.item("\\fB"+roff(v[0])+"\\fR", v[1])
	}
	p.head("EXIT STATUS")
	p.item("0", "Success.")
	p.item("1", "The command failed; standard error has the reason in one line.")
	p.item("2", "The command line is wrong; standard error has the expected form in one line.")
	if c.HasExample() {
		p.head("EXAMPLES")
		p.verbatim(c.Example)
	}
	p.head("SEE ALSO")
	p.seeAlso(c, m.SeeAlso)
	return p.String()
}

func (m *Manual) files(c *cobra.Command) (files [][3]string) {
	top := c
	for top.HasParent() && top.Parent().HasParent() {
		top = top.Parent()
	}
	for _, f := range m.Files {
		if f[2] == "" || !c.HasParent() || slices.Contains(strings.Fields(f[2]), top.Name()) {
			files = append(files, f)
		}
	}
	return files
}

// page is a page in progress.
type page struct {
	strings.Builder
	section int
}

func (p *page) add(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *page) head(title string) { p.add(".SH %q\n", title) }

func (p *page) item(name, text string) { p.add(".TP\n%s\n%s\n", name, roff(text)) }

// text adds paragraphs; indented lines stay as they are.
func (p *page) text(text string) {
	inTable := false
	for line := range strings.Lines(text) {
		if indented := line[0] == ' ' || line[0] == '\t'; indented != inTable && line != "\n" {
			p.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
			inTable = indented
		}
		if line == "\n" {
			line = ".PP\n"
		} else {
			line = roff(line)
		}
		p.WriteString(line)
	}
	if !strings.HasSuffix(text, "\n") {
		p.WriteByte('\n')
	}
	if inTable {
		p.WriteString(".fi\n")
	}
}

func (p *page) verbatim(text string) { p.add(".nf\n%s\n.fi\n", roff(text)) }

// options adds the flags from pflag's usages: a line for each, with name, value, two spaces and usage.
func (p *page) options(usages string) {
	for line := range strings.Lines(usages) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "-") {
			p.add("%s\n", roff(line))
			continue
		}
		names, usage, _ := strings.Cut(line, "  ")
		words := strings.Fields(names)
		for i, word := range words {
			font := "I"
			if strings.HasPrefix(word, "-") {
				font = "B"
			}
			words[i] = "\\f" + font + roff(word) + "\\fR"
		}
		p.item(strings.Join(words, " "), strings.TrimSpace(usage))
	}
}

// seeAlso adds the pages of related commands.
func (p *page) seeAlso(c *cobra.Command, more string) {
	var all []string
	name := func(c *cobra.Command) { all = append(all, fmt.Sprintf("\\fB%s\\fR(%d)", roff(pageName(c)), p.section)) }
	for up := c; up.HasParent(); up = up.Parent() {
		name(up.Parent())
	}
	near := c.Commands()
	if c.HasParent() && len(near) == 0 {
		near = c.Parent().Commands()
	}
	for _, other := range near {
		if other != c && other.IsAvailableCommand() && (c.HasSubCommands() || other.GroupID == c.GroupID) {
			name(other)
		}
	}
	if !c.HasParent() && more != "" {
		all = append(all, more)
	}
	p.add("%s\n", strings.Join(all, ",\n"))
}

// escapes prevents requests in a text, and the printing of other signs.
var escapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "\n.", "\n"+`\&.`)

func roff(text string) string { return strings.TrimPrefix(escapes.Replace("\n"+text), "\n") }
