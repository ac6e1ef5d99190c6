package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/export"
	"dogfight/proto/replay"
	"dogfight/sys"
	"dogfight/ui/canvas"
)

// replayExport is what film to make of a replay.
type replayExport struct {
	replayCut
	format  string
	size    screenSize
	theme   string
	options export.Options
}

const exportHelp = `Make a film of a replay, or of a part of it, that plays without the game:

  cast    asciicast v2, for asciinema: the match screen as a terminal shows it
  cast3   the same in version 3, which asciinema plays from its version 3 on
  svg     an animated picture, drawn from the match in shapes: for web pages; it needs no script
  gif     an animated picture of the match screen

Times count from the beginning of the file. The ending of the output, such as .cast, sets the format; with --format alone, the output
is beside the replay. The same file and flags make the same film.`

// newReplayExport returns the command that makes films of replays.
func newReplayExport(p *program) *cobra.Command {
	e := replayExport{size: screenSize{100, 30}, options: export.Options{Speed: 1}}
	c := command.New("export FILE [flags]", "Make a film of a replay: asciicast, SVG or GIF", command.Words{Least: 1, Most: 1},
		func(c *cobra.Command, args []string) error { return p.exportReplay(c, args[0], &e) })
	c.Long = exportHelp
	c.Example = "  dogfight replay export match.dogfight --from 10s --to 20s --output best.svg\n  dogfight replay export match.dogfight --format cast --output - | asciinema play -"
	fs := c.Flags()
	fs.StringVar(&e.format, "format", "", "`FORMAT`: "+strings.Join(export.Formats(), ", "))
	e.addFlags(c, "film", "; - for standard output")
	fs.StringVar(&e.options.Follow, "follow", e.options.Follow, "`PILOT` that the camera follows, or director, which shows the fights (default the local player in a replay of a client, else director)")
	fs.Float64Var(&e.options.Speed, "speed", e.options.Speed, "`N` times the speed of the match")
	fs.StringVar(&e.theme, "theme", assets.ThemeNamesIn("")[0], "colours of a `THEME`: "+strings.Join(assets.ThemeNamesIn(p.dirs.Themes()), ", "))
	fs.Var(&e.size, "size", "size of the screen in `COLUMNSxROWS`; not for svg")
	fs.IntVar(&e.options.FPS, "fps", 0, "`N` pictures a second (default 30, for gif 15); not for svg")
	completes(c, "format", export.Formats())
	completes(c, "theme", assets.ThemeNamesIn(p.dirs.Themes()))
	return c
}

// screenSize is a flag for the size of a screen, in cells.
type screenSize struct{ columns, rows int }

func (s *screenSize) String() string { return fmt.Sprintf("%dx%d", s.columns, s.rows) }
func (*screenSize) Type() string     { return "size" }

func (s *screenSize) Set(text string) error {
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%dx%d%s", &s.columns, &s.rows, &rest); n != 2 {
		return fmt.Errorf("%q is not a size, such as 100x30", text)
	}
	return nil
}

// exportReplay makes a film of the replay at path.
func (p *program) exportReplay(c *cobra.Command, path string, e *replayExport) error {
	path, err := replayPath(p.dirs, path)
	if err := first(err, e.settle(path), e.check(c, p.dirs)); err != nil {
		return err
	}
	f, err := playable(p.dirs, path)
	if err != nil {
		return err
	}
	if err := e.setTimes(f); err != nil {
		return err
	}
	return p.film(c.Context(), path, f, e)
}

// film makes the film in memory, so that there is nothing or all of it.
func (p *program) film(ctx context.Context, path string, f *replay.File, e *replayExport) error {
	var made bytes.Buffer
	show := p.filmProgress(e.output)
	err := export.Write(&made, e.format, f, e.options, func(done float64) error {
		show(done)
		return ctx.Err()
	})
	show(1)
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: nothing was written")
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case e.output == "-":
		_, err = p.stdout.Write(made.Bytes())
		return err
	}
	if err := first(e.mayWrite(), sys.ReplaceFile(e.output, made.Bytes())); err != nil {
		return err
	}
	if err := os.Chmod(e.output, 0o644); err != nil { // it is there to be shown around
		return err
	}
	length := float64(e.options.To-e.options.From) / game.TickRate / e.options.Speed
	_, err = fmt.Fprintf(p.stdout, "%s: %.1f s, %d bytes\n", e.output, length, made.Len())
	return err
}

// filmProgress returns what tells on a terminal how much is done.
func (p *program) filmProgress(output string) func(done float64) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return func(float64) {}
	}
	return func(done float64) {
		if done < 1 {
			fmt.Fprintf(p.stderr, "\r%s: %d %%", output, int(100*done))
		} else {
			fmt.Fprint(p.stderr, "\r\x1b[K")
		}
	}
}

// endings are those of files, by format.
var endings = map[string]string{"cast": ".cast", "cast3": ".cast", "svg": ".svg", "gif": ".gif"}

// settle finds the format and the output of each other.
func (e *replayExport) settle(path string) error {
	if e.format == "" {
		ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(e.output)), ".")
		if !slices.Contains(export.Formats(), ending) {
			return command.Usagef("--format: must be one of %s, unless the output ends like one", strings.Join(export.Formats(), ", "))
		}
		e.format = ending
	}
	if err := oneOf("--format", e.format, export.Formats()); err != nil {
		return err
	}
	if e.output == "" {
		e.output = strings.TrimSuffix(path, filepath.Ext(path)) + endings[e.format]
	}
	if e.output == "-" {
		return nil
	}
	return e.mayWrite()
}

// check takes the other flags over, and says what is wrong with them.
func (e *replayExport) check(c *cobra.Command, dirs config.Dirs) error {
	for _, flag := range []string{"size", "fps"} {
		if e.format == "svg" && c.Flags().Changed(flag) {
			return command.Usagef("--%s: svg is drawn in shapes, and has none", flag)
		}
	}
	o := &e.options
	o.Columns, o.Rows = e.size.columns, e.size.rows
	if err := o.Check(); err != nil {
		return command.Usagef("--%w", err)
	}
	standard, err := assets.ThemeIn("", assets.ThemeNamesIn("")[0], canvas.Roles())
	if err != nil {
		return err
	}
	chosen, err := assets.ThemeIn(dirs.Themes(), e.theme, canvas.Roles())
	if err != nil {
		return command.Usagef("--theme: %s", strings.TrimPrefix(err.Error(), "theme: "))
	}
	o.Palette = canvas.PaletteOf(false, standard, chosen)
	return nil
}

// setTimes sets from where to where the film goes, in a file that may be shorter.
func (e *replayExport) setTimes(f *replay.File) error {
	last := f.LastTick
	length := matchTime(f, last)
	if err := e.checkTimes(length); err != nil {
		return err
	}
	if e.to == 0 || e.to > length {
		e.to = length
	}
	e.options.From = tickAt(f, e.from)
	e.options.To = min(tickAt(f, e.to), last)
	if n := e.options.To - e.options.From; n > export.Longest {
		return command.Usagef("--to: a film is of %v of a match at most, this would be of %v", matchTime(f, f.Head.First+export.Longest), matchTime(f, f.Head.First+n).Round(time.Second))
	}
	return nil
}
