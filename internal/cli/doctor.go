package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/ui"
	"dogfight/ui/input"
	"dogfight/ui/sound/player"
	"dogfight/ui/term"
)

// diagnosis is the result of doctor: the abilities of the terminal, and their use by the game.
type diagnosis struct {
	Terminal bool   `json:"terminal"` // there is one
	Name     string `json:"term"`
	Program  string `json:"program"` // name and version, as the terminal reports
	Locale   string `json:"locale"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Answers  bool   `json:"answers"` // to queries

	Background string `json:"background"` // "light", "dark" or "unknown"

	Kitty        bool   `json:"kitty_keys"`
	Win32        bool   `json:"win32_keys"`
	Synchronised string `json:"synchronised_output"` // "yes", "no" or "unknown"
	Margins      string `json:"side_margins"`        // likewise
	Mouse        bool   `json:"mouse"`
	Paste        bool   `json:"bracketed_paste"`

	Glyphs        map[string]int `json:"glyph_cells"` // 0 if unknown
	FirstRepeatMS int64          `json:"first_repeat_ms"`
	RepeatMS      int64          `json:"repeat_ms"`

	Colours int    `json:"colours"` // that the game will use, 0 for none
	Tier    string `json:"tier"`    // how much is drawn, such as "rich"
	Drawing string `json:"drawing"` // a drawing mode, such as "blocks"
	Why     string `json:"drawing_reason"`
	Theme   string `json:"theme"` // that the game will use

	Sound    string `json:"sound"`        // the program that plays it, or "bell" or "off"
	SoundWhy string `json:"sound_reason"` // why that, and not another

	Fits bool `json:"fits"` // the window is large enough

	reported bool // the background, by the terminal itself
	traits   term.Traits
	settings *input.Settings
}

// glyphs has one glyph of each kind that the game draws with.
var glyphs = []string{"▀", "▄", "█", "▲", "♥", "•", "·", "│", "┌", "⣿"}

const holdSpace = "Hold the space bar for two seconds, or press Enter to skip this."

// newDoctor returns the command that checks the terminal.
func newDoctor(p *program) *cobra.Command {
	var asJSON bool
	c := command.New("doctor [--json]", "Check what this terminal supports, and what the game will use", noWords,
		func(c *cobra.Command, _ []string) error { return p.doctor(c.Context(), asJSON) })
	c.Example = "  dogfight doctor\n  dogfight doctor --json"
	c.Flags().BoolVar(&asJSON, "json", false, "one line of JSON, and no key to hold")
	return c
}

// doctor queries the terminal and prints the diagnosis.
func (p *program) doctor(ctx context.Context, asJSON bool) error {
	questions := term.Questions{Glyphs: glyphs, Hold: holdSpace}
	if asJSON {
		questions.Hold = ""
	}
	saved := p.readSettings()
	d := diagnose(os.Getenv, &saved.Settings)
	found, err := term.Examine(ctx, questions)
	if err != nil && !errors.Is(err, term.ErrNoTerminal) && !errors.Is(err, term.ErrNoDrawing) {
		return err
	}
	if saved.problem != nil {
		fmt.Fprintln(p.stderr, saved.problem)
	}
	d.Terminal = err == nil
	d.trySound(ctx)
	d.add(found)
	return p.print(asJSON, d, d.String)
}

// diagnose returns the diagnosis of the environment and the settings alone.
func diagnose(getenv func(string) string, s *input.Settings) *diagnosis {
	traits := term.TraitsOf(getenv)
	traits.Wanted = s.Colours
	d := &diagnosis{Name: traits.Name, Colours: traits.Colours(), traits: traits, settings: s}
	d.Theme, d.Background, d.Synchronised, d.Margins = s.Theme, "unknown", term.Unknown.String(), term.Unknown.String()
	d.draw(term.Program{})
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if d.Locale = getenv(name); d.Locale != "" {
			break
		}
	}
	return d
}

// draw sets the drawing mode for a terminal.
func (d *diagnosis) draw(p term.Program) {
	mode, why := ui.ModeOf(d.settings.Glyphs, d.traits, p)
	d.Program, d.Drawing, d.Why = p.String(), mode.String(), why
	d.Tier = ui.TierOf(d.traits, d.Colours, d.settings.FrameRate)
}

// add adds the findings of the terminal.
func (d *diagnosis) add(f term.Findings) {
	d.Width, d.Height, d.Answers = f.Width, f.Height, f.Answers
	d.Kitty, d.Win32, d.Mouse, d.Paste = f.Kitty, f.Win32, f.Mouse, f.Paste
	d.Synchronised, d.Margins = f.Synchronised.String(), f.Margins.String()
	if d.Terminal {
		d.Colours = f.Colours
		d.draw(f.Program)
	}
	d.Background, d.reported, d.Theme = f.Background.String(), f.Background.Reported, ui.ThemeOn(f.Background, d.Theme)
	d.FirstRepeatMS, d.RepeatMS = f.FirstRepeat.Milliseconds(), f.Repeat.Milliseconds()
	d.Fits = d.Width >= ui.MinWidth && d.Height >= ui.MinHeight
	d.Glyphs = map[string]int{}
	for i, cells := range f.Widths {
		d.Glyphs[glyphs[i]] = cells
	}
}

// String returns lines for people.
func (d *diagnosis) String() string {
	var b strings.Builder
	line := func(name, found string) { fmt.Fprintf(&b, "%-20s %s\n", name, found) }
	line("TERM", orNone(d.Name))
	if err := d.traits.Check(); err != nil {
		line("", err.Error())
	}
	line("terminal", d.program())
	line("locale", orNone(d.Locale))
	line("colours", d.colours())
	line("drawing", d.Drawing+": "+d.Why)
	line("tier", d.Tier)
	line("sound", d.Sound+": "+d.SoundWhy)
	if !d.Terminal {
		return b.String()
	}
	line("window", d.window())
	line("background", d.background())
	if !d.Answers {
		line("questions", "it answers none, so the rest is unknown")
		return b.String()
	}
	line("key releases", d.releases())
	line("synchronised output", d.Synchronised+map[string]string{"yes": ": frames never tear", "no": ": frames may tear now and then"}[d.Synchronised])
	line("side margins", d.Margins)
	line("mouse", yesNo[d.Mouse])
	line("bracketed paste", map[bool]string{true: "yes", false: "no: what you paste into chat is taken for keys"}[d.Paste])
	line("glyphs", d.glyphs())
	if d.FirstRepeatMS > 0 {
		line("held keys", fmt.Sprintf("repeat after %d ms, then every %d ms", d.FirstRepeatMS, d.RepeatMS))
	}
	if d.Drawing != "ascii" {
		b.WriteString("\nIf a finer patch is whole, without gaps and boxes, choose it in Settings:\n\n" + ui.TestCard())
	}
	return b.String()
}

func orNone(text string) string {
	if text == "" {
		return "not set"
	}
	return fmt.Sprintf("%q", text)
}

// program names the terminal.
func (d *diagnosis) program() string {
	switch {
	case !d.Terminal:
		return "none: nothing more to find out"
	case d.Program == "":
		return "it does not tell its name and version"
	}
	return d.Program
}

var yesNo = map[bool]string{true: "yes", false: "no"}

func (d *diagnosis) colours() string {
	switch {
	case d.Colours == 0:
		return "none"
	case d.Colours > 256:
		return "16 million"
	}
	return fmt.Sprint(d.Colours)
}

// background names the background and the theme on it.
func (d *diagnosis) background() string {
	theme := "; theme " + d.Theme
	switch {
	case d.reported:
		return d.Background + theme
	case d.Background == "unknown":
		return "unknown, so the game paints it" + theme
	}
	return d.Background + " by COLORFGBG, but the terminal does not say, so the game paints it" + theme
}

func (d *diagnosis) window() string {
	size := fmt.Sprintf("%dx%d", d.Width, d.Height)
	if !d.Fits {
		size += fmt.Sprintf(": the game needs %dx%d", ui.MinWidth, ui.MinHeight)
	}
	return size
}

func (d *diagnosis) releases() string {
	switch {
	case d.Kitty:
		return "yes, by kitty's protocol"
	case d.Win32:
		return "yes, by win32-input-mode"
	}
	return "no: a course stays until you press another"
}

// glyphs lists the glyphs that are not one cell wide.
func (d *diagnosis) glyphs() string {
	var odd []string
	for _, glyph := range glyphs {
		if cells := d.Glyphs[glyph]; cells != 1 {
			odd = append(odd, fmt.Sprintf("%s takes %d", glyph, cells))
		}
	}
	if odd == nil {
		return "all one cell wide, as they should be"
	}
	return strings.Join(odd, ", ") + ": choose ASCII in Settings"
}

// trySound finds the program that plays sounds. Programs are tried in silence.
func (d *diagnosis) trySound(ctx context.Context) {
	plays, name, why := ui.Speaks(d.settings.Sound, d.traits)
	if plays {
		name, why = soundProgram(player.Try(ctx))
	}
	d.Sound, d.SoundWhy = name, why
}

// soundProgram returns the program that plays, and the reasons against those that were tried before it.
func soundProgram(found []player.Finding) (name, why string) {
	var wrong []string
	for _, f := range found {
		switch {
		case f.Problem == nil:
			return f.Name, strings.Join(append([]string{f.Path + " plays"}, wrong...), "; ")
		case f.Path != "":
			wrong = append(wrong, fmt.Sprintf("%s: %v", f.Path, f.Problem))
		}
	}
	if wrong == nil {
		return "off", "none of " + strings.Join(player.Names(), ", ") + " is installed"
	}
	return "off", strings.Join(wrong, "; ")
}
