package cli

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/survey"
	"dogfight/internal/command"
	"dogfight/ui"
	"dogfight/ui/canvas"
	"dogfight/ui/menu"
	"dogfight/ui/term"
)

// usualColumns is how wide an arena is drawn where there is no terminal to tell.
const usualColumns = 80

// newArenaShow returns the command that draws an arena.
func newArenaShow(p *program) *cobra.Command {
	width := 0
	c := command.New("show FILE [flags]", "Draw an arena as a map, with a legend", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.showArena(args[0], width) })
	c.Long = "Draw an arena, given as a file or by name, as a map with a legend. In a terminal the map is scaled down to fit, and has colours\n" +
		"(without NO_COLOR); elsewhere it is plain text. The faults that arena check finds are marked with '!'."
	c.Example = "  dogfight arena show my.txt\n  dogfight arena show expanse --width 200 > expanse.map"
	c.Flags().IntVar(&width, "width", 0, fmt.Sprintf("`N` columns at most (default those of the terminal, or %d)", usualColumns))
	c.ValidArgsFunction = p.completeArenas
	return c
}

func (p *program) showArena(file string, width int) error {
	if width != 0 && (width < menu.MinChartWidth || width > 2*game.MaxTiles) {
		return command.Usagef("--width: must be %d to %d, got %d", menu.MinChartWidth, 2*game.MaxTiles, width)
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
	report := survey.Read(f.Text)
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

// chartOptions returns how to draw on the standard output, in so many columns if there is a number.
func (p *program) chartOptions(width int) menu.ChartOptions {
	traits, k := term.TraitsOf(os.Getenv), p.readKept()
	traits.Wanted = coloursOf[k.Colours]
	o := menu.ChartOptions{Width: cmp.Or(width, usualColumns), ASCII: traits.ASCII || glyphsOf[k.Glyphs] == ui.ASCIIGlyphs, Palette: canvas.PaletteOf(paletteOf[k.Palette])}
	columns, ok := command.Columns(p.stdout)
	if ok && width == 0 {
		o.Width = max(columns, menu.MinChartWidth)
	}
	if ok && traits.Check() == nil { // else it shows codes, as the shells of editors do
		o.Colours = traits.Colours()
	}
	return o
}
