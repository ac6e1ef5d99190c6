package replays

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dogfight/ui/canvas"
	"dogfight/ui/keys"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// Page is the page of the replays. It belongs to one goroutine.
type Page struct {
	Canvas  canvas.Canvas
	Reading bool   // the list is on its way
	Problem string // why there is none, or what went wrong; "" for nothing

	all    []Entry
	shown  []int // those of all that the filter lets through
	row    int   // of shown, that is chosen
	top    int   // of shown, the first on the screen
	rows   int   // on the screen
	filter string
	typing bool // the filter
	asking bool // whether the chosen one is to be deleted
}

// Act is what the player wants done with the replay that is chosen.
type Act uint8

// The acts.
const (
	Nothing Act = iota
	Back        // leave the page
	Watch
	Tell // what is in it, which cannot be watched
	Keep // or no more
	Rename
	Delete
	Share // where it is
)

// The size of the page, and how long a filter may be.
const (
	mostWidth  = 132
	mostHeight = 48
	newWidth   = 62 // of a page without a list
	newHeight  = 14
	mostFilter = 40
)

// Set shows a list, the newest first. What was chosen stays so if it is there, or has this name.
func (p *Page) Set(list []Entry, name string) {
	if e := p.Chosen(); e != nil && name == "" {
		name = e.Name
	}
	p.all, p.Reading = list, false
	p.sift()
	p.choose(name)
}

// Empty reports whether nothing is listed.
func (p *Page) Empty() bool { return len(p.all) == 0 }

// Drop takes the replay that is chosen out of the list.
func (p *Page) Drop() {
	if e := p.Chosen(); e != nil {
		p.all = slices.Delete(p.all, p.shown[p.row], p.shown[p.row]+1)
		p.sift()
	}
}

// choose chooses the replay of a name, if it is there.
func (p *Page) choose(name string) {
	if i := slices.IndexFunc(p.shown, func(i int) bool { return p.all[i].Name == name }); i >= 0 {
		p.row = i
	}
}

// Chosen returns the replay that is chosen, or nil.
func (p *Page) Chosen() *Entry {
	if p.row >= len(p.shown) {
		return nil
	}
	return &p.all[p.shown[p.row]]
}

// sift takes those that the filter lets through. The row that is chosen stays where it is in the list, or goes to its end.
func (p *Page) sift() {
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	for i := range p.all {
		if p.all[i].has(words) {
			p.shown = append(p.shown, i)
		}
	}
	p.row = max(min(p.row, len(p.shown)-1), 0)
}

// refilter lets another filter hold.
func (p *Page) refilter(filter string) {
	name := ""
	if e := p.Chosen(); e != nil {
		name = e.Name
	}
	p.filter, p.row = filter, 0
	p.sift()
	p.choose(name)
}

// Key takes a key and returns what is to be done.
func (p *Page) Key(ev keys.Event) Act {
	p.Problem = ""
	switch {
	case p.asking:
		p.asking = false
		if ev.Character() == 'y' && p.Chosen() != nil {
			return Delete
		}
		return Nothing
	case p.typing && p.typeFilter(ev):
		return Nothing
	case ev.Key == keys.Escape && p.filter != "":
		p.refilter("")
		return Nothing
	case ev.Key == keys.Escape:
		return Back
	}
	if act := p.actOf(ev); act != Nothing {
		return act
	}
	p.move(ev.Key)
	return Nothing
}

// Paste takes a text that was pasted.
func (p *Page) Paste(text string) {
	if p.typing {
		for _, r := range text {
			p.put(r)
		}
	}
}

// typeFilter takes a key while the filter is typed, and reports whether it was for that.
func (p *Page) typeFilter(ev keys.Event) bool {
	char := ev.Character()
	switch {
	case ev.Key == keys.Enter:
		p.typing = false
	case ev.Key == keys.Escape:
		p.typing = false
		p.refilter("")
	case ev.Key == keys.Backspace:
		_, n := utf8.DecodeLastRuneInString(p.filter)
		p.refilter(p.filter[:len(p.filter)-n])
	case char != 0 && unicode.IsPrint(char):
		p.put(char)
	default:
		return false
	}
	return true
}

func (p *Page) put(r rune) {
	if unicode.IsPrint(r) && utf8.RuneCountInString(p.filter) < mostFilter {
		p.refilter(p.filter + string(r))
	}
}

// actOf returns what a key has done.
func (p *Page) actOf(ev keys.Event) Act {
	if ev.Character() == '/' && len(p.all) > 0 {
		p.typing = true
		return Nothing
	}
	e := p.Chosen()
	if e == nil {
		return Nothing
	}
	switch char := unicode.ToLower(ev.Character()); {
	case ev.Key == keys.Enter && e.playable():
		return Watch
	case ev.Key == keys.Enter && e.Broken == "":
		return Tell
	case char == 'k':
		return Keep
	case char == 'r':
		return Rename
	case char == 's':
		return Share
	case char == 'd', ev.Key == keys.Delete:
		p.asking = true
	}
	return Nothing
}

// move moves through the list.
func (p *Page) move(k keys.Key) {
	page := max(p.rows-1, 1)
	switch k {
	case keys.Up:
		p.row--
	case keys.Down:
		p.row++
	case keys.PgUp:
		p.row -= page
	case keys.PgDn:
		p.row += page
	case keys.Home:
		p.row = 0
	case keys.End:
		p.row = len(p.shown)
	}
	p.row = max(min(p.row, len(p.shown)-1), 0)
}

// Draw draws the page in the middle of a terminal, over what is there.
func (p *Page) Draw(t canvas.Screen, now time.Time) {
	width, height := t.Size()
	most, tallest := mostWidth, min(max(len(p.all)+details+standing+6, roomy+2), mostHeight)
	if len(p.all) == 0 {
		most, tallest = newWidth, newHeight
	}
	on := draw.Inset{Screen: t, Width: min(width-2, most), Height: min(height, tallest)}
	on.X, on.Y = (width-on.Width)/2, (height-on.Height)/2
	p.Canvas.Resize(on.Size())
	s := draw.Sheet{Canvas: &p.Canvas, Now: now, Colourless: t.Colours() == 0}
	in := s.Panel(draw.Rect(0, 0, on.Width, on.Height), p.heading())
	if len(p.all) == 0 {
		p.drawNone(&s, in)
	} else {
		p.drawAll(&s, in)
	}
	p.drawFoot(&s, in)
	p.Canvas.Draw(on)
}

func (p *Page) heading() string {
	switch {
	case len(p.all) == 0:
		return "Replays"
	case p.filter != "":
		return fmt.Sprintf("Replays (%d of %d)", len(p.shown), len(p.all))
	}
	return fmt.Sprintf("Replays (%d)", len(p.all))
}

// drawNone says how a replay comes to be, or why none is listed.
func (p *Page) drawNone(s *draw.Sheet, in draw.Area) {
	at := draw.Rect(in.X+1, in.Y+1, in.Width-2, in.Height-4)
	switch {
	case p.Reading:
		s.Text(at.X, at.Y, "Reading the replays"+strings.Repeat(".", 1+s.Beat(time.Second, 3)), palette.Label)
	case p.Problem != "":
		s.Wrapped(at, p.Problem)
	default:
		s.Text(at.X, at.Y, "No replays yet.", palette.Strong)
		at.Y += 2
		s.Wrapped(at, "Each match that you play is recorded here from its first to its last tick: play one, and watch it again from any "+
			"ship, at any speed, back and forth. The oldest are deleted once they fill their room, but for those that you keep.")
	}
}

// drawFoot draws the filter and what the keys do.
func (p *Page) drawFoot(s *draw.Sheet, in draw.Area) {
	row := in.Height - 1
	switch e := p.Chosen(); {
	case p.asking && e != nil:
		name := canvas.Clean(e.Name)
		s.Centred(in, row, "Delete "+canvas.Cut(name, in.Width-36)+"? y deletes, other keys do not", palette.Bad)
	case p.typing:
		s.Centred(in, row, "type to filter · Enter done · Esc shows all", palette.Label)
	case len(p.all) == 0:
		s.Centred(in, row, "Esc back", palette.Label)
	case e == nil:
		s.Centred(in, row, "/ filter · Esc shows all", palette.Label)
	default:
		s.Centred(in, row, p.hint(e, in.Width), palette.Label)
	}
}

// hint says what the keys do, in as much room as there is.
func (p *Page) hint(e *Entry, width int) string {
	enter, keep, back := "Enter watches", "k keep", "Esc back"
	if !e.playable() {
		enter = "Enter tells"
	}
	if e.Kept {
		keep = "k unkeep"
	}
	if p.filter != "" {
		back = "Esc all"
	}
	words := []string{enter, keep, "r rename", "d delete", "s path", "/ filter", back}
	if e.Broken != "" {
		words = words[1:]
	}
	line := strings.Join(words, " · ")
	for _, shorter := range []*strings.Replacer{
		strings.NewReplacer(" back", "", " all", ""), strings.NewReplacer(" · ", "  ", " watches", "", " tells", "", "delete", "del", "filter", "find"),
	} {
		if canvas.Width(line) > width {
			line = shorter.Replace(line)
		}
	}
	return line
}
