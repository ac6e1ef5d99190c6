package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/export"
	"dogfight/proto/replay"
	"dogfight/sys"
	"dogfight/ui/canvas"
)

// replayPart is a part of a replay and the file for it.
type replayPart struct {
	from, to time.Duration // after its first tick; to 0: its end
	output   string
	force    bool
}

// addFlags adds the flags of a part, named by its kind.
func (part *replayPart) addFlags(c *cobra.Command, name, output string) {
	c.Flags().DurationVar(&part.from, "from", 0, "`TIME` where the "+name+" begins, such as 10s or 1m20s")
	c.Flags().DurationVar(&part.to, "to", 0, "`TIME` where it ends (default where the match does)")
	c.Flags().StringVarP(&part.output, "output", "o", "", "`FILE` to write"+output)
	c.Flags().BoolVarP(&part.force, "force", "f", false, "overwrite an existing file")
}

// ticks returns the first and the last tick of the part.
func (part *replayPart) ticks(f *replay.File) (from, to game.Tick, err error) {
	length := matchTime(f, f.LastTick)
	if err := first(
		expect(part.from >= 0 && part.from < length, "--from: must be 0s or more and below %v, where the replay ends, got %v", length.Round(time.Second/10), part.from),
		expect(part.to == 0 || part.to > part.from, "--to: must be after --from %v, got %v", part.from, part.to),
	); err != nil {
		return 0, 0, err
	}
	tickAt := func(at time.Duration) game.Tick { return f.Head.First + game.Tick(at*game.TickRate/time.Second) }
	to = f.LastTick
	if part.to != 0 && part.to < length {
		to = tickAt(part.to)
	}
	return tickAt(part.from), to, nil
}

// checkOutput refuses an output that exists, unless it may be overwritten.
func (part *replayPart) checkOutput() error {
	_, err := os.Lstat(part.output)
	return expect(part.force || errors.Is(err, fs.ErrNotExist), "--output: %s is there already; --force writes over it", part.output)
}

// newReplayCut returns the command that cuts a replay.
func newReplayCut(p *program) *cobra.Command {
	var part replayPart
	c := command.New("cut FILE --output FILE [flags]", "Write a part of a replay to a file of its own", oneWord,
		func(c *cobra.Command, args []string) error { return p.cutReplay(c.Context(), args[0], &part) })
	c.Long = `Write a part of a replay to a file of its own, which plays like any other. Times count from the beginning of the file. A part that
reaches the end has the result too. Parts have no seal.`
	c.Example = "  dogfight replay cut match.dogfight --from 1m --to 1m20s --output best.dogfight"
	part.addFlags(c, "part", "")
	return c
}

// cutReplay writes a part of the replay at path.
func (p *program) cutReplay(ctx context.Context, path string, part *replayPart) error {
	f, err := readPlayable(ctx, p.dirs, path)
	if err != nil {
		return err
	}
	if part.output == "" {
		return command.Usagef("--output: must be a file to write to")
	}
	from, to, err := part.ticks(f)
	if err := first(err, part.checkOutput()); err != nil {
		return err
	}
	w, world, err := f.Cut(from, to)
	if err == nil {
		result := f.Result
		if to < f.LastTick {
			result = nil
		}
		err = w.End(result, world, nil, nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	b := w.Take(nil)
	if err := sys.ReplaceFile(part.output, b); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s, %d bytes\n", part.output, tenths(ticks(to-from)), len(b))
	return err
}

// filmFlags are the flags of a film of a replay.
type filmFlags struct {
	replayPart
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
	film := filmFlags{size: screenSize{100, 30}, options: export.Options{Speed: 1}}
	c := command.New("export FILE [flags]", "Make a film of a replay: asciicast, SVG or GIF", oneWord,
		func(c *cobra.Command, args []string) error { return p.exportReplay(c, args[0], &film) })
	c.Long = exportHelp
	c.Example = "  dogfight replay export match.dogfight --from 10s --to 20s --output best.svg\n  dogfight replay export match.dogfight --format cast --output - | asciinema play -"
	fs, o := c.Flags(), &film.options
	fs.StringVar(&film.format, "format", "", "`FORMAT`: "+strings.Join(export.Formats(), ", "))
	film.addFlags(c, "film", "; - for standard output")
	fs.StringVar(&o.Follow, "follow", o.Follow, "`PILOT` that the camera follows, or director, which shows the fights (default the local player in a replay of a client, else director)")
	fs.Float64Var(&o.Speed, "speed", o.Speed, "`N` times the speed of the match")
	fs.StringVar(&film.theme, "theme", assets.ThemeNamesIn("")[0], "colours of a `THEME`: "+strings.Join(assets.ThemeNamesIn(p.dirs.Themes()), ", "))
	fs.Var(sizeFlag(&film.size), "size", "size of the screen in `COLUMNSxROWS`; not for svg")
	fs.IntVar(&o.FPS, "fps", 0, "`N` pictures a second (default 30, for gif 15); not for svg")
	command.Completes(c, "format", export.Formats()...)
	command.Completes(c, "theme", assets.ThemeNamesIn(p.dirs.Themes())...)
	return c
}

// exportReplay makes a film of the replay at path.
func (p *program) exportReplay(c *cobra.Command, path string, film *filmFlags) error {
	path, err := replayPath(p.dirs, path)
	if err := first(err, film.settleOutput(path), film.settle(c, p.dirs)); err != nil {
		return err
	}
	f, err := readPlayable(c.Context(), p.dirs, path)
	if err != nil {
		return err
	}
	o := &film.options
	if o.From, o.To, err = film.ticks(f); err != nil {
		return err
	}
	if n := o.To - o.From; n > export.Longest {
		return command.Usagef("--to: a film is of %v of a match at most, this would be of %v", ticks(export.Longest), ticks(n).Round(time.Second))
	}
	return p.writeFilm(c.Context(), path, f, film)
}

// writeFilm makes the film in memory, so that the output is whole or not written.
func (p *program) writeFilm(ctx context.Context, path string, f *replay.File, film *filmFlags) error {
	var made bytes.Buffer
	err := export.Write(&made, film.format, f, film.options, func(done float64) error {
		p.status("%s: %d %%", film.output, int(100*done))
		return ctx.Err()
	})
	p.status("")
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted: nothing was written")
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case film.output == "-":
		_, err = p.stdout.Write(made.Bytes())
		return err
	}
	if err := film.checkOutput(); err != nil {
		return err
	}
	if err := sys.ReplaceFile(film.output, made.Bytes()); err != nil {
		return err
	}
	if err := os.Chmod(film.output, 0o644); err != nil { // films are for others too
		return err
	}
	length := float64(film.options.To-film.options.From) / game.TickRate / film.options.Speed
	_, err = fmt.Fprintf(p.stdout, "%s: %.1f s, %d bytes\n", film.output, length, made.Len())
	return err
}

// settleOutput derives the format from the output, or the output from the format.
func (film *filmFlags) settleOutput(path string) error {
	if film.format == "" {
		ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(film.output)), ".")
		if !slices.Contains(export.Formats(), ending) {
			return command.Usagef("--format: must be one of %s, unless the output ends like one", strings.Join(export.Formats(), ", "))
		}
		film.format = ending
	}
	if err := oneOf("--format", film.format, export.Formats()); err != nil {
		return err
	}
	if film.output == "" {
		film.output = strings.TrimSuffix(path, filepath.Ext(path)) + "." + strings.TrimSuffix(film.format, "3") // cast3 ends in .cast
	}
	if film.output == "-" {
		return nil
	}
	return film.checkOutput()
}

// settle completes the options of the export, and checks them.
func (film *filmFlags) settle(c *cobra.Command, dirs config.Dirs) error {
	for _, flag := range []string{"size", "fps"} {
		if film.format == "svg" && c.Flags().Changed(flag) {
			return command.Usagef("--%s: svg is drawn in shapes, and has none", flag)
		}
	}
	o := &film.options
	o.Columns, o.Rows = film.size.columns, film.size.rows
	if err := o.Check(); err != nil {
		return command.Usagef("--%w", err)
	}
	standard, err := assets.ThemeIn("", assets.ThemeNamesIn("")[0], canvas.Roles())
	if err != nil {
		return err
	}
	chosen, err := assets.ThemeIn(dirs.Themes(), film.theme, canvas.Roles())
	if err != nil {
		return aboutFlag("--theme", without("theme: ", err))
	}
	o.Palette = canvas.PaletteOf(false, standard, chosen)
	return nil
}
