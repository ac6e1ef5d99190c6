package menu

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// Page is the page of the replays. It belongs to one goroutine.
type ReplaysPage struct {
	Canvas  canvas.Canvas
	Reading bool   // the list is on its way
	Problem string // why there is none, or what went wrong; "" for nothing

	all    []ReplayEntry
	shown  []int // those of all that the filter lets through
	row    int   // of shown, that is chosen
	top    int   // of shown, the first on the screen
	rows   int   // on the screen
	filter string
	typing bool // the filter
	asking bool // whether the chosen one is to be deleted
}

// Act is what the player wants done with the replay that is chosen.
type ReplayAct uint8

// The acts.
const (
	NoAct ReplayAct = iota
	Back            // leave the page
	WatchReplay
	Tell // what is in it, which cannot be watched
	Keep // or no more
	RenameReplay
	DeleteReplay
	Share // where it is
)

// The size of the page, and how long a filter may be.
const (
	replaysMostWidth  = 132
	replaysMostHeight = 48
	newWidth          = 62 // of a page without a list
	newHeight         = 14
	mostFilter        = 40
)

// Set shows a list, the newest first. What was chosen stays so if it is there, or has this name.
func (p *ReplaysPage) Set(list []ReplayEntry, name string) {
	if e := p.Chosen(); e != nil && name == "" {
		name = e.Name
	}
	p.all, p.Reading = list, false
	p.sift()
	p.choose(name)
}

// Empty reports whether nothing is listed.
func (p *ReplaysPage) Empty() bool { return len(p.all) == 0 }

// Drop takes the replay that is chosen out of the list.
func (p *ReplaysPage) Drop() {
	if e := p.Chosen(); e != nil {
		p.all = slices.Delete(p.all, p.shown[p.row], p.shown[p.row]+1)
		p.sift()
	}
}

// choose chooses the replay of a name, if it is there.
func (p *ReplaysPage) choose(name string) {
	if i := slices.IndexFunc(p.shown, func(i int) bool { return p.all[i].Name == name }); i >= 0 {
		p.row = i
	}
}

// Chosen returns the replay that is chosen, or nil.
func (p *ReplaysPage) Chosen() *ReplayEntry {
	if p.row >= len(p.shown) {
		return nil
	}
	return &p.all[p.shown[p.row]]
}

// sift takes those that the filter lets through. The row that is chosen stays where it is in the list, or goes to its end.
func (p *ReplaysPage) sift() {
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
func (p *ReplaysPage) refilter(filter string) {
	name := ""
	if e := p.Chosen(); e != nil {
		name = e.Name
	}
	p.filter, p.row = filter, 0
	p.sift()
	p.choose(name)
}

// Key takes a key and returns what is to be done.
func (p *ReplaysPage) Key(ev input.Event) ReplayAct {
	p.Problem = ""
	switch {
	case p.asking:
		p.asking = false
		if ev.Character() == 'y' && p.Chosen() != nil {
			return DeleteReplay
		}
		return NoAct
	case p.typing && p.typeFilter(ev):
		return NoAct
	case ev.Key == input.KeyEscape && p.filter != "":
		p.refilter("")
		return NoAct
	case ev.Key == input.KeyEscape:
		return Back
	}
	if act := p.actOf(ev); act != NoAct {
		return act
	}
	p.move(ev.Key)
	return NoAct
}

// Paste takes a text that was pasted.
func (p *ReplaysPage) Paste(text string) {
	if p.typing {
		for _, r := range text {
			p.put(r)
		}
	}
}

// typeFilter takes a key while the filter is typed, and reports whether it was for that.
func (p *ReplaysPage) typeFilter(ev input.Event) bool {
	char := ev.Character()
	switch {
	case ev.Key == input.KeyEnter:
		p.typing = false
	case ev.Key == input.KeyEscape:
		p.typing = false
		p.refilter("")
	case ev.Key == input.KeyBackspace:
		_, n := utf8.DecodeLastRuneInString(p.filter)
		p.refilter(p.filter[:len(p.filter)-n])
	case char != 0 && unicode.IsPrint(char):
		p.put(char)
	default:
		return false
	}
	return true
}

func (p *ReplaysPage) put(r rune) {
	if unicode.IsPrint(r) && utf8.RuneCountInString(p.filter) < mostFilter {
		p.refilter(p.filter + string(r))
	}
}

// actOf returns what a key has done.
func (p *ReplaysPage) actOf(ev input.Event) ReplayAct {
	if ev.Character() == '/' && len(p.all) > 0 {
		p.typing = true
		return NoAct
	}
	e := p.Chosen()
	if e == nil {
		return NoAct
	}
	switch char := unicode.ToLower(ev.Character()); {
	case ev.Key == input.KeyEnter && e.playable():
		return WatchReplay
	case ev.Key == input.KeyEnter && e.Broken == "":
		return Tell
	case char == 'k':
		return Keep
	case char == 'r':
		return RenameReplay
	case char == 's':
		return Share
	case char == 'd', ev.Key == input.KeyDelete:
		p.asking = true
	}
	return NoAct
}

// move moves through the list.
func (p *ReplaysPage) move(k input.Key) {
	page := max(p.rows-1, 1)
	switch k {
	case input.KeyUp:
		p.row--
	case input.KeyDown:
		p.row++
	case input.KeyPgUp:
		p.row -= page
	case input.KeyPgDn:
		p.row += page
	case input.KeyHome:
		p.row = 0
	case input.KeyEnd:
		p.row = len(p.shown)
	}
	p.row = max(min(p.row, len(p.shown)-1), 0)
}

// Draw draws the page in the middle of a terminal, over what is there.
func (p *ReplaysPage) Draw(t canvas.Screen, now time.Time) {
	width, height := t.Size()
	most, tallest := replaysMostWidth, min(max(len(p.all)+details+standing+6, roomy+2), replaysMostHeight)
	if len(p.all) == 0 {
		most, tallest = newWidth, newHeight
	}
	on := canvas.Inset{Screen: t, Width: min(width-2, most), Height: min(height, tallest)}
	on.X, on.Y = (width-on.Width)/2, (height-on.Height)/2
	p.Canvas.Resize(on.Size())
	s := canvas.Sheet{Canvas: &p.Canvas, Now: now, Colourless: t.Colours() == 0}
	in := s.Panel(canvas.Rect(0, 0, on.Width, on.Height), p.heading())
	if len(p.all) == 0 {
		p.drawNone(&s, in)
	} else {
		p.drawAll(&s, in)
	}
	p.drawFoot(&s, in)
	p.Canvas.Draw(on)
}

func (p *ReplaysPage) heading() string {
	switch {
	case len(p.all) == 0:
		return "Replays"
	case p.filter != "":
		return fmt.Sprintf("Replays (%d of %d)", len(p.shown), len(p.all))
	}
	return fmt.Sprintf("Replays (%d)", len(p.all))
}

// drawNone says how a replay comes to be, or why none is listed.
func (p *ReplaysPage) drawNone(s *canvas.Sheet, in canvas.Area) {
	at := canvas.Rect(in.X+1, in.Y+1, in.Width-2, in.Height-4)
	switch {
	case p.Reading:
		s.Text(at.X, at.Y, "Reading the replays"+strings.Repeat(".", 1+s.Beat(time.Second, 3)), canvas.LabelInk)
	case p.Problem != "":
		s.Wrapped(at, p.Problem)
	default:
		s.Text(at.X, at.Y, "No replays yet.", canvas.Strong)
		at.Y += 2
		s.Wrapped(at, "Each match that you play is recorded here from its first to its last tick: play one, and watch it again from any "+
			"ship, at any speed, back and forth. The oldest are deleted once they fill their room, but for those that you keep.")
	}
}

// drawFoot draws the filter and what the keys do.
func (p *ReplaysPage) drawFoot(s *canvas.Sheet, in canvas.Area) {
	row := in.Height - 1
	switch e := p.Chosen(); {
	case p.asking && e != nil:
		name := canvas.Clean(e.Name)
		s.Centred(in, row, "Delete "+canvas.Cut(name, in.Width-36)+"? y deletes, other keys do not", canvas.Bad)
	case p.typing:
		s.Centred(in, row, "type to filter · Enter done · Esc shows all", canvas.LabelInk)
	case len(p.all) == 0:
		s.Centred(in, row, "Esc back", canvas.LabelInk)
	case e == nil:
		s.Centred(in, row, "/ filter · Esc shows all", canvas.LabelInk)
	default:
		s.Centred(in, row, p.hint(e, in.Width), canvas.LabelInk)
	}
}

// hint says what the keys do, in as much room as there is.
func (p *ReplaysPage) hint(e *ReplayEntry, width int) string {
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
