package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/sys"
)

// Read returns the settings in the file at path, and the defaults where
// there is none. The settings are good even if there is an error, which is one
// line for the player: a *Problem, or why the file could not be read.
func ReadSettings(path string) (Settings, error) {
	c, err := read(path)
	return c.Settings, err
}

// Change changes the settings in the file at path. It creates the file and its folder
// if needed, and replaces the file atomically. Changes by others are kept, and so are
// unknown keys. A broken file is left alone.
func ChangeSettings(path string, change func(*Settings)) error {
	c, err := read(path)
	var problem *settingsProblem
	switch {
	case errors.As(err, &problem) && problem.Broken:
		return fmt.Errorf("the file is broken and was left alone: %s", problem.placed())
	case err != nil && problem == nil:
		return fmt.Errorf("could not read the file: %w", err)
	}
	change(&c.Settings)
	text, err := c.text()
	if err == nil {
		err = sys.ReplaceFile(path, text)
	}
	if err != nil {
		return fmt.Errorf("could not write the file: %w", err)
	}
	return nil
}

func read(path string) (content, error) {
	text, err := sys.ReadFile(path, sys.MaxText)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return newContent(), err
	}
	c, problem := settingsParse(string(text))
	if problem != nil {
		problem.Path = path
		return c, problem
	}
	return c, nil
}

const heading = `# Dogfight settings. The game rewrites this file when you change something under
# Settings, and drops the comments that you have added.

`

// text returns the new contents of the file.
func (c *content) text() ([]byte, error) {
	var lines [][2]string
	width := 0
	for _, k := range settingsKeys {
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
		fmt.Fprintf(&b, "\n# Unknown to this version of the game:\n%s", others)
	}
	bind, err := c.bindText()
	b.WriteString(bind)
	return []byte(b.String()), err
}
