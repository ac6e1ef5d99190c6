package menu

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// ReplaysPage is the page of the replays: a list, the details of the chosen one, and its actions. It belongs to one
// goroutine.
type ReplaysPage struct {
	Canvas  canvas.Canvas
	Player  string // the name of the player
	Reading bool   // the list is being read
	Problem string // why there is no list, or the last error; or ""

	all    []career.Replay
	shown  []int // indexes into all that pass the filter
	row    int   // chosen, of shown
	top    int   // first visible, of shown
	rows   int   // visible
	filter string
	typing bool // a filter
	asking bool // whether to delete the chosen one
}

// ReplayAct is an action on the chosen replay.
type ReplayAct uint8

const (
	NoAct ReplayAct = iota
	LeavePage
	WatchReplay
	DescribeReplay // one that cannot be watched
	ProtectReplay  // or unprotect
	RenameReplay
	DeleteReplay
	ShareReplay // its path
)

// The size of the page, and the greatest length of a filter.
const (
	newWidth   = 62 // of a page without a list
	newHeight  = 14
	mostFilter = 40
)

// Set sets the list, the newest first. It chooses the replay of a name, or keeps the chosen one.
func (p *ReplaysPage) Set(list []career.Replay, name string) {
	if e := p.Chosen(); e != nil && name == "" {
		name = e.Name
	}
	p.all, p.Reading = list, false
	p.sift()
	p.choose(name)
}

// Empty reports whether the list is empty.
func (p *ReplaysPage) Empty() bool { return len(p.all) == 0 }

// Drop removes the chosen replay from the list.
func (p *ReplaysPage) Drop() {
	if e := p.Chosen(); e != nil {
		p.all = slices.Delete(p.all, p.shown[p.row], p.shown[p.row]+1)
		p.sift()
	}
}

// choose chooses the replay of a name, if it is in the list.
func (p *ReplaysPage) choose(name string) {
	if i := slices.IndexFunc(p.shown, func(i int) bool { return p.all[i].Name == name }); i >= 0 {
		p.row = i
	}
}

// Chosen returns the chosen replay, or nil.
func (p *ReplaysPage) Chosen() *career.Replay {
	if p.row >= len(p.shown) {
		return nil
	}
	return &p.all[p.shown[p.row]]
}

// sift applies the filter. The chosen row stays at its place, or moves to the end.
func (p *ReplaysPage) sift() {
	words := strings.Fields(strings.ToLower(p.filter))
	p.shown = p.shown[:0]
	for i := range p.all {
		if p.has(&p.all[i], words) {
			p.shown = append(p.shown, i)
		}
	}
	p.row = max(min(p.row, len(p.shown)-1), 0)
}

// refilter changes the filter.
func (p *ReplaysPage) refilter(filter string) {
	name := ""
	if e := p.Chosen(); e != nil {
		name = e.Name
	}
	p.filter, p.row = filter, 0
	p.sift()
	p.choose(name)
}

// Key handles a key and returns the action.
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
		return LeavePage
	}
	act := p.actOf(ev)
	if act == NoAct {
		p.row = moved(p.row, ev.Key, p.rows, len(p.shown)-1)
	}
	return act
}

// Paste handles a pasted text.
func (p *ReplaysPage) Paste(text string) {
	if p.typing {
		for _, r := range text {
			p.put(r)
		}
	}
}

// typeFilter handles a key of the filter, and reports whether it was one.
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

// actOf returns the action of a key.
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
	case ev.Key == input.KeyEnter && e.Playable():
		return WatchReplay
	case ev.Key == input.KeyEnter && e.Broken == nil:
		return DescribeReplay
	case char == 'k':
		return ProtectReplay
	case char == 'r':
		return RenameReplay
	case char == 's':
		return ShareReplay
	case char == 'd', ev.Key == input.KeyDelete:
		p.asking = true
	}
	return NoAct
}

// Draw draws the page in the middle of a terminal.
func (p *ReplaysPage) Draw(t canvas.Screen, now time.Time) {
	width, height := mostWidth, min(max(len(p.all)+detailRows+resultRows+6, roomy+2), mostHeight)
	if len(p.all) == 0 {
		width, height = newWidth, newHeight
	}
	drawPage(t, &p.Canvas, width, height, p.heading(), now, func(s *canvas.Sheet, in canvas.Area) {
		if len(p.all) == 0 {
			p.drawNone(s, in)
		} else {
			p.drawList(s, in)
		}
		p.drawFoot(s, in)
	})
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

// drawNone draws the reason for an empty list.
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

// drawFoot draws the keys.
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

// hint names the keys, in at most width columns.
func (p *ReplaysPage) hint(e *career.Replay, width int) string {
	enter, keep, back := "Enter watches", "k keep", "Esc back"
	if !e.Playable() {
		enter = "Enter shows"
	}
	if e.Protected {
		keep = "k unkeep"
	}
	if p.filter != "" {
		back = "Esc all"
	}
	words := []string{enter, keep, "r rename", "d delete", "s path", "/ filter", back}
	if e.Broken != nil {
		words = words[1:]
	}
	line := strings.Join(words, " · ")
	for _, shorter := range []*strings.Replacer{
		strings.NewReplacer(" back", "", " all", ""), strings.NewReplacer(" · ", "  ", " watches", "", " shows", "", "delete", "del", "filter", "find"),
	} {
		if canvas.Width(line) > width {
			line = shorter.Replace(line)
		}
	}
	return line
}
