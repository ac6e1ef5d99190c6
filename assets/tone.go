package assets

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Tone is a colour on terminals of all kinds. What is Unset is as it was.
type Tone struct {
	Rich  int    // among the 256 colours of xterm
	Basic int    // among the 16 of every terminal
	Mono  string // one of MonoLooks, where there are no colours; "" is as it was
	RGB   int    // 0xRRGGBB, where there are 16 million
}

// Unset is a part of a Tone that its file does not name.
const Unset = -1

// MonoLooks returns the words for what a Tone is without colours.
func MonoLooks() []string { return []string{"plain", "strong", "faint", "solid"} }

// toneParser reads the tones of a theme. Its first error stays.
type toneParser struct {
	table
	roles []string
}

// section takes the tones of one section out of a theme's content.
func (p *toneParser) section(content map[string]any, name string) map[string]Tone {
	found := content[name]
	delete(content, name)
	entries, ok := found.(map[string]any)
	if !ok && found != nil {
		p.fail("", name, "%s: %w", name, mustBe("a section ["+name+"]", found))
	}
	tones := map[string]Tone{}
	for _, role := range slices.Sorted(maps.Keys(entries)) {
		if !slices.Contains(p.roles, role) {
			p.fail(name, role, "%s: unknown role %q", name, role)
		}
		tones[role] = p.tone(name, role, entries[role])
	}
	return tones
}

// tone reads { 256 = 87, 16 = 14, mono = "strong", rgb = "#5fffff" }, of which
// any part may be missing.
func (p *toneParser) tone(section, role string, found any) Tone {
	parts, ok := found.(map[string]any)
	if !ok {
		p.fail(section, role, "%s: %w", role, mustBe("like { 256 = 87, 16 = 14 }", found))
	}
	t := Tone{Rich: Unset, Basic: Unset, RGB: Unset}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		value, err := parts[part], error(nil)
		switch part {
		case "256":
			t.Rich, err = index(value, 256)
		case "16":
			t.Basic, err = index(value, 16)
		case "mono":
			t.Mono, err = monoLook(value)
		case "rgb":
			t.RGB, err = rgb(value)
		default:
			err = errors.New("unknown part: must be 256, 16, mono or rgb")
		}
		if err != nil {
			p.fail(section, role, "%s: %s: %w", role, part, err)
		}
	}
	return t
}

// index reads a colour's number among so many.
func index(value any, count int64) (int, error) {
	n, err := wholeNumber(value, 0, count-1)
	if err != nil {
		return Unset, err
	}
	return int(n), nil
}

func monoLook(value any) (string, error) {
	word, ok := value.(string)
	if !ok || !slices.Contains(MonoLooks(), word) {
		return "", mustBe("one of "+strings.Join(MonoLooks(), ", "), value)
	}
	return word, nil
}

func rgb(value any) (int, error) {
	text, _ := value.(string)
	digits, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	if !ok || err != nil || len(digits) != len("rrggbb") {
		return Unset, mustBe(`a colour like "#5fffff"`, value)
	}
	return int(n), nil
}

// fail notes an error about a key of a section, or of none, unless there is one
// already.
func (p *toneParser) fail(section, key, what string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: %w", p.place(section, key), fmt.Errorf(what, args...))
	}
}

// place returns the file and the line on which a key stands, which the parser does
// not tell; the line is left out where the key is written in an uncommon way.
func (p *toneParser) place(section, key string) string {
	in := ""
	for i, line := range strings.Split(p.text, "\n") {
		line = strings.TrimSpace(line)
		if header, ok := strings.CutPrefix(line, "["); ok {
			in, _, _ = strings.Cut(header, "]")
			in = strings.TrimSpace(in)
		}
		before, _, assigns := strings.Cut(line, "=")
		if in == section && assigns && strings.TrimSpace(before) == key || section == "" && in == key {
			return fmt.Sprintf("%s:%d", p.file, i+1)
		}
	}
	return p.file
}
