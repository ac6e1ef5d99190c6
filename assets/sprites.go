package assets

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Sprite is what something in space looks like: drawings in letters, of which a
// dot lets through what is behind.
type Sprite struct {
	Name    string
	Classes []string        // of ships that look like this
	Colours map[byte]string // the roles of letters of its own; without any, the letters are HullLetters

	Up, UpRight           Drawing // flying that way; one without UpRight looks the same from all sides
	LargeUp, LargeUpRight Drawing // the same seen from near; may be missing
}

// Drawing is a picture, row by row.
type Drawing []string

// HullLetters are the parts of a ship: l and r the hull's left and right side, m its
// spine, w the edges of wings, n nose and trim, c the cockpit's glass, e engines, g lamps.
const HullLetters = "lrmwnceg"

const spriteSuffix = ".txt"

// Sprites returns all sprites; roles are those that there are.
func Sprites(roles []string) []*Sprite {
	folder, err := files.ReadDir("sprites")
	if err != nil {
		panic(err) // embedded
	}
	var all []*Sprite
	for _, f := range folder {
		name := "sprites/" + f.Name()
		s, err := parseSprite("assets/"+name, []byte(file(name)), roles)
		if err != nil {
			panic(err) // the program was built with a broken sprite
		}
		all = append(all, s)
	}
	return all
}

// ParseSprite reads a sprite, laid out as sprites/README.md says; file is its file
// in errors and roles are those that there are. The sprite is called as the file is.
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

// spriteParser reads a sprite line by line. Its first error stays.
type spriteParser struct {
	file    string
	line    int
	roles   []string
	sprite  Sprite
	drawing *Drawing // that is being read
	title   string   // of that
	begun   int      // the line of its title
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
		p.drawing = new(Drawing) // its rows are read, so that they are no head
		p.fail(p.line, "must be [up], [up-right], [large-up], [large-up-right] or [picture], got %s", title)
	}
	if *p.drawing != nil {
		p.fail(p.line, "%s is there already", title)
	}
}

// row reads a row of a drawing, which has as many characters as the first one.
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

// width returns how wide the drawing is; a facing is as wide as the other one.
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

// letters returns those that rows may have.
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

// largestSprite is how wide and high a drawing may be.
const largestSprite = 64

// finishDrawing checks the drawing that ends. One that is turned must be square.
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

// finish checks that no drawing is missing.
func (p *spriteParser) finish() {
	s := &p.sprite
	switch {
	case s.Up == nil:
		p.fail(p.line, "must have [up] and [up-right], or [picture]")
	case s.UpRight == nil && p.title != "[picture]":
		p.fail(p.line, "must have [up-right] too")
	case s.Classes != nil && s.Colours != nil:
		p.fail(p.line, "must have classes or colours of its own, not both: ships have the colours of who flies them")
	case (s.LargeUp == nil) != (s.LargeUpRight == nil):
		p.fail(p.line, "must have both [large-up] and [large-up-right], or neither")
	}
}

// fail notes what is wrong in a line, unless there is an error already.
func (p *spriteParser) fail(line int, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s:%d: %s", p.file, line, fmt.Sprintf(format, args...))
	}
}
