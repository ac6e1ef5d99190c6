package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
	"dogfight/ui/term"
)

// newArena returns the commands for drawing arenas.
func newArena(p *program) *cobra.Command {
	c := command.New("arena COMMAND", "Check and show arenas that you draw", noWords,
		func(c *cobra.Command, _ []string) error { return c.Help() })
	c.Long = arenaHelp(p.dirs)
	c.Example = "  dogfight arena check my.txt && dogfight solo --arena my.txt\n  dogfight arena show belt"
	c.AddCommand(newArenaCheck(p), newArenaShow(p))
	return c
}

// arenaHelp explains how to draw an arena.
func arenaHelp(dirs config.Dirs) string {
	var b strings.Builder
	fmt.Fprintf(&b, `Check and show arenas. An arena is a text file: a line is a row of tiles, a character is a tile of %d by %d units, and a ship
is one and a quarter tiles wide. There may be %d rows and columns. Lines that begin with ';' before the first row are comments;
"laps = 3" and "pull = 40" there set the laps of a race and the pull of wells. An arena in the folder
%s goes by its name in menus too.

Tiles:
  .     space, also a blank, and all to the right of a short line
  #     rock
`, game.TileSize, game.TileSize, game.MaxTiles, dirs.Arenas())
	for i := range menu.ChartKinds {
		fmt.Fprintf(&b, "  %-5s %s\n", menu.ChartKinds[i].Label(), menu.ChartKinds[i].Name)
	}
	b.WriteString("\nA gate or a base may have several tiles; 'o' and 'v' are no gates.")
	return b.String()
}

// newArenaCheck returns the command that lists the faults of arenas.
func newArenaCheck(p *program) *cobra.Command {
	c := command.New("check FILE...", "List the faults of arenas, with line and column", command.Words{Least: 1, Most: anyWords.Most},
		func(c *cobra.Command, args []string) error { return p.checkArenas(c.Context(), args) })
	c.Long = "List the faults of arenas, given as files or by name, with line and column. Ships must reach all places, spawns of foes must not be in each\n" +
		"other's line of fire, and the sides of teams must be equal, mirrored or turned. The exit code is 1 after a fault; warnings do not count."
	c.Example = "  dogfight arena check my.txt\n  dogfight arena check open belt"
	c.ValidArgsFunction = p.completeArenas
	return c
}

// completeArenas offers the arenas by their names, and files.
func (p *program) completeArenas(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return assets.ArenaNamesIn(p.dirs.Arenas()), cobra.ShellCompDirectiveDefault
}

// checkArenas prints a line for each fault, or a description of an arena without faults.
func (p *program) checkArenas(ctx context.Context, files []string) error {
	wrong := 0
	for _, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f, err := assets.FindArena(p.dirs.Arenas(), file)
		if err != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", err)
			wrong++
			continue
		}
		report := assets.Survey(f.Text)
		for _, found := range report.Findings {
			fmt.Fprintf(p.stdout, "%s:%s\n", f.Path, found)
		}
		if report.Errors() > 0 {
			wrong++
			continue
		}
		fmt.Fprintf(p.stdout, "%s is fine: %s\n", f.Path, describeArena(report.Arena))
	}
	if wrong > 0 {
		arenas := "this arena"
		if len(files) > 1 {
			arenas = fmt.Sprintf("%d of %d arenas", wrong, len(files))
		}
		return fmt.Errorf("something is wrong with %s", arenas)
	}
	return nil
}

// describeArena describes an arena in a line.
func describeArena(a *game.Arena) string {
	parts := []string{menu.ChartSize(a), count(len(a.Spawns), "spawn")}
	bases := 0
	for team, spawns := range a.TeamSpawns {
		if len(spawns) > 0 {
			parts = append(parts, fmt.Sprintf("%d of team %d", len(spawns), team))
		}
		bases += min(len(a.Bases[team]), 1)
	}
	parts = append(parts, count(len(a.Pads), "pad"), count(len(a.Barrels), "barrel"))
	for _, some := range []struct {
		n     int
		thing string
	}{{bases, "base"}, {len(a.Gates), "gate"}, {len(a.Wells), "well"}} {
		if some.n > 0 {
			parts = append(parts, count(some.n, some.thing))
		}
	}
	return strings.Join(parts, ", ") + "; " + arenaModes(a)
}

// arenaModes names the modes that an arena can be played in.
func arenaModes(a *game.Arena) string {
	var names []string
	for _, m := range game.Modes() {
		if m.Plays(a, 0) == nil {
			names = append(names, m.Name())
		}
	}
	return "for " + strings.Join(names, ", ")
}

// usualColumns is the width of a map without a terminal.
const usualColumns = 80

// newArenaShow returns the command that draws an arena.
func newArenaShow(p *program) *cobra.Command {
	width := 0
	c := command.New("show FILE [flags]", "Draw an arena as a map, with a legend", oneWord,
		func(_ *cobra.Command, args []string) error { return p.showArena(args[0], width) })
	c.Long = "Draw an arena, given as a file or by name, as a map with a legend. In a terminal the map is scaled down to fit, and has colours\n" +
		"(without NO_COLOR); elsewhere it is plain text. The faults that arena check finds are marked with '!'."
	c.Example = "  dogfight arena show my.txt\n  dogfight arena show expanse --width 200 > expanse.map"
	c.Flags().IntVar(&width, "width", 0, fmt.Sprintf("`N` columns at most (default those of the terminal, or %d)", usualColumns))
	c.ValidArgsFunction = p.completeArenas
	return c
}

func (p *program) showArena(file string, width int) error {
	if err := checkRange("--width", cmp.Or(width, usualColumns), menu.MinChartWidth, 2*game.MaxTiles); err != nil {
		return err
	}
	f, err := assets.FindArena(p.dirs.Arenas(), file)
	if err != nil {
		return err
	}
	a, err := f.Parse()
	if err != nil {
		return err
	}
	o := p.chartOptions(width)
	report := assets.Survey(f.Text)
	for _, found := range report.Findings {
		if !found.Warning {
			o.Marks = append(o.Marks, menu.ChartPlace(found.Tile))
		}
	}
	fmt.Fprintf(p.stdout, "%s: %s; %s\n%s", f.Name, menu.ChartSize(a), arenaModes(a), o.Text(a))
	if n := report.Errors(); n > 0 {
		fmt.Fprintf(p.stdout, "%s: run \"dogfight arena check %s\"\n", count(n, "finding"), file)
	}
	return nil
}

// chartOptions returns the options for standard output, in so many columns; 0 for those of the terminal.
func (p *program) chartOptions(width int) menu.ChartOptions {
	traits, saved := term.TraitsOf(os.Getenv), p.readSettings()
	traits.Wanted = saved.Colours
	o := menu.ChartOptions{Width: cmp.Or(width, usualColumns), ASCII: traits.ASCII || saved.Glyphs == input.ASCIIGlyphs, Palette: canvas.PaletteOf(saved.ColourBlind)}
	columns, ok := command.Columns(p.stdout)
	if ok && width == 0 {
		o.Width = max(columns, menu.MinChartWidth)
	}
	if ok && traits.Check() == nil { // otherwise it prints escape codes as text
		o.Colours = traits.Colours()
	}
	return o
}
