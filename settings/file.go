package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/whole"
)

// Read returns the settings kept in the file at path, and the defaults where
// there is none. The settings are good even if there is an error, which is one
// line for the player: a *Problem, or why the file could not be read.
func Read(path string) (Settings, error) {
	c, err := read(path)
	return c.Settings, err
}

// Change changes the settings in the file at path, which appears with its folder
// if it is not there, and is complete at any time. What others have changed in
// it meanwhile stays, and so do keys that are not ours. A file that is broken is
// left as it is.
func Change(path string, change func(*Settings)) error {
	c, err := read(path)
	var problem *Problem
	switch {
	case errors.As(err, &problem) && problem.Broken:
		return fmt.Errorf("cannot be kept, for the file is broken: %s", problem.placed())
	case err != nil && problem == nil:
		return fmt.Errorf("cannot be kept: %w", err)
	}
	change(&c.Settings)
	text, err := c.text()
	if err == nil {
		err = whole.Replace(path, text)
	}
	if err != nil {
		return fmt.Errorf("cannot be kept: %w", err)
	}
	return nil
}

func read(path string) (content, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return newContent(), err
	}
	c, problem := parse(string(text))
	if problem != nil {
		problem.Path = path
		return c, problem
	}
	return c, nil
}

const heading = `# Settings of Dogfight. The game writes this file anew when you change something
# under Settings; lines that you add as comments are lost then.

`

// text returns what is to stand in the file.
func (c *content) text() ([]byte, error) {
	var lines [][2]string
	width := 0
	for _, k := range keys {
		assigned, err := toml.Marshal(map[string]any{k.name: k.get(&c.Settings)})
		if err != nil {
			return nil, err
		}
		line := strings.TrimSpace(string(assigned))
		lines = append(lines, [2]string{line, k.allowed + ": " + k.meaning})
		width = max(width, len([]rune(line)))
	}
	var b strings.Builder
	b.WriteString(heading)
	for _, line := range lines {
		fmt.Fprintf(&b, "%-*s  # %s\n", width, line[0], line[1])
	}
	if len(c.others) > 0 {
		others, err := toml.Marshal(c.others)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n# Not known to this version of the game:\n%s", others)
	}
	bind, err := c.bindText()
	b.WriteString(bind)
	return []byte(b.String()), err
}
