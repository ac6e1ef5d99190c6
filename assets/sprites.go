package assets

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Sprite is a picture of something in space: drawings in letters. A dot is transparent.
type Sprite struct {
	Name    string
	Classes []string        // of ships with this sprite
	Colours map[byte]string // the roles of letters; if empty, the letters are HullLetters

	Up, UpRight           Drawing // by direction of flight; without UpRight all directions look the same
	LargeUp, LargeUpRight Drawing // the same in close-up; may be missing
}

// Drawing is a picture by rows.
type Drawing []string

// HullLetters are the parts of a ship: l and r the left and right side of the hull, m its spine, w the
// edges of wings, n nose and trim, c the cockpit's glass, e engines, g lamps.
const HullLetters = "lrmwnceg"

const spriteSuffix = ".txt"

// Sprites returns all sprites; roles are the known ones.
func Sprites(roles []string) []*Sprite {
	var all []*Sprite
	for _, f := range must(files.ReadDir("sprites")) {
		name := "sprites/" + f.Name()
		all = append(all, must(parseSprite("assets/"+name, []byte(file(name)), roles)))
	}
	return all
}

// parseSprite reads a sprite as described in sprites/README.md, and names it after its file.
func parseSprite(file string, data []byte, roles []string) (*Sprite, error) {
	p := spriteParser{file: file, roles: roles}
	p.sprite.Name = strings.TrimSuffix(path.Base(file), spriteSuffix)
	for i, line := range strings.Split(string(data), "\n") {
		p.line = i + 1
		p.read(strings.TrimRight(line, " \t\r"))
	}
	p.finishDrawing()
	p.finish()
	if p.err != nil {
		return nil, p.err
	}
	return &p.sprite, nil
}

// spriteParser reads a sprite line by line. It keeps its first error.
type spriteParser struct {
	file    string
	line    int
	roles   []string
	sprite  Sprite
	drawing *Drawing // the current one,
	title   string   // its title,
	begun   int      // and the line of that
	err     error
}

func (p *spriteParser) read(line string) {
	switch {
	case line == "" || line[0] == '#':
	case line[0] == '[':
		p.finishDrawing()
		p.startDrawing(line)
	case p.drawing != nil:
		p.row(line)
	default:
		p.head(line)
	}
}

// head reads a line above the drawings.
func (p *spriteParser) head(line string) {
	key, value, assigns := strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	switch {
	case !assigns:
		p.fail(p.line, "must be like classes = scout, or a drawing's title like [up], got %q", line)
	case key == "classes":
		p.classes(value)
	case len(key) != 1 || key[0] < 'a' || key[0] > 'z':
		p.fail(p.line, "unknown key %q: must be classes, or a small letter", key)
	case p.sprite.Colours[key[0]] != "":
		p.fail(p.line, "%s: has a colour already", key)
	case !slices.Contains(p.roles, value) || value == "":
		p.fail(p.line, "%s: unknown role %q", key, value)
	default:
		if p.sprite.Colours == nil {
			p.sprite.Colours = map[byte]string{}
		}
		p.sprite.Colours[key[0]] = value
	}
}

func (p *spriteParser) classes(value string) {
	for name := range strings.SplitSeq(value, ",") {
		name = strings.TrimSpace(name)
		if name == "" || len(name) > longestText || strings.Trim(name, smallLetters) != "" {
			p.fail(p.line, "classes: %v", mustBe(fmt.Sprintf("names of 1 to %d small letters, digits and -", longestText), name))
		}
		p.sprite.Classes = append(p.sprite.Classes, name)
	}
}

func (p *spriteParser) startDrawing(title string) {
	p.title, p.begun = title, p.line
	s := &p.sprite
	switch title {
	case "[picture]", "[up]":
		p.drawing = &s.Up
	case "[up-right]":
		p.drawing = &s.UpRight
	case "[large-up]":
		p.drawing = &s.LargeUp
	case "[large-up-right]":
		p.drawing = &s.LargeUpRight
	default:
		p.drawing = new(Drawing) // for its rows
		p.fail(p.line, "must be [up], [up-right], [large-up], [large-up-right] or [picture], got %s", title)
	}
	if *p.drawing != nil {
		p.fail(p.line, "%s is there already", title)
	}
}

// row reads a row of a drawing, which must be as long as the first.
func (p *spriteParser) row(line string) {
	if width := p.width(len(line)); len(line) != width {
		p.fail(p.line, "must be %d characters, got %d", width, len(line))
	}
	letters := p.letters()
	if i := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(letters, r) }); i >= 0 {
		p.fail(p.line, "must be of %s, got %q", strings.Join(strings.Split(letters, ""), " "), line[i:i+1])
	}
	*p.drawing = append(*p.drawing, line)
}

// width returns the width of the drawing, the same for both directions.
func (p *spriteParser) width(unknown int) int {
	first := p.drawing
	switch p.drawing {
	case &p.sprite.UpRight:
		first = &p.sprite.Up
	case &p.sprite.LargeUpRight:
		first = &p.sprite.LargeUp
	}
	for _, d := range [...]*Drawing{first, p.drawing} {
		if len(*d) > 0 {
			return len((*d)[0])
		}
	}
	return unknown
}

// letters returns the letters that rows may have.
func (p *spriteParser) letters() string {
	if len(p.sprite.Colours) == 0 {
		return "." + HullLetters
	}
	letters := []byte{'.'}
	for letter := range p.sprite.Colours {
		letters = append(letters, letter)
	}
	slices.Sort(letters)
	return string(letters)
}

const largestSprite = 64 // columns and rows

// finishDrawing checks the current drawing. All but pictures must be square, as they are turned.
func (p *spriteParser) finishDrawing() {
	if p.drawing == nil {
		return
	}
	rows := len(*p.drawing)
	switch {
	case rows < 1 || rows > largestSprite:
		p.fail(p.begun, "%s must have 1 to %d rows, got %d", p.title, largestSprite, rows)
	case len((*p.drawing)[0]) > largestSprite:
		p.fail(p.begun+1, "must be at most %d characters, got %d", largestSprite, len((*p.drawing)[0]))
	case p.title != "[picture]" && rows != len((*p.drawing)[0]):
		p.fail(p.begun, "%s must have %d rows, as many as it has columns, got %d", p.title, len((*p.drawing)[0]), rows)
	}
	p.drawing = nil
}

// finish checks for missing drawings.
func (p *spriteParser) finish() {
	s := &p.sprite
	switch {
	case s.Up == nil:
		p.fail(p.line, "must have [up] and [up-right], or [picture]")
	case s.UpRight == nil && p.title != "[picture]":
		p.fail(p.line, "must have [up-right] too")
	case s.Classes != nil && s.Colours != nil:
		p.fail(p.line, "must have classes or colours, not both: ships have the colours of their pilots")
	case (s.LargeUp == nil) != (s.LargeUpRight == nil):
		p.fail(p.line, "must have both [large-up] and [large-up-right], or neither")
	}
}

// fail sets the error, unless there is one.
func (p *spriteParser) fail(line int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s:%d: %s", p.file, line, fmt.Sprintf(format, args...))
	}
}
