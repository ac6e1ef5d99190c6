package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// Problem is what is wrong with a line of a file.
type Problem struct {
	Path string
	Line int
	Key  string // "" where it is not known
	What string // it must be, and what it is
}

// Error is one line: server.toml:4: bots: must be ..., got ...
func (p Problem) Error() string {
	text := p.What
	if p.Key != "" {
		text = p.Key + ": " + p.What
	}
	return oneLine(fmt.Sprintf("%s:%d: %s", p.Path, p.Line, text))
}

// Problems is all that is wrong with a file, and not empty.
type Problems []Problem

// Error tells the first, and how many others there are.
func (p Problems) Error() string {
	if len(p) == 1 {
		return p[0].Error()
	}
	return fmt.Sprintf("%s (and %d more: see dogfight config check)", p[0].Error(), len(p)-1)
}

// Unwrap has them be errors of their own.
func (p Problems) Unwrap() (all []error) {
	for _, one := range p {
		all = append(all, one)
	}
	return all
}

// syntaxProblem says what is wrong in a text that is not TOML.
func syntaxProblem(err error, keys []Key) Problem {
	var syntax toml.ParseError
	if !errors.As(err, &syntax) {
		return Problem{Line: 1, What: err.Error()}
	}
	p := Problem{Line: max(syntax.Position.Line, 1), Key: syntax.LastKey, What: syntax.Message}
	found, isValue := strings.CutPrefix(syntax.Message, "expected value but found ")
	k := keyNamed(keys, syntax.LastKey)
	switch {
	case isValue && k != nil:
		p.What = fmt.Sprintf("must be %s, got %s", expected[k.Kind], strings.TrimSuffix(found, " instead"))
	case strings.Contains(syntax.Message, "already been defined"):
		p.What = "must be there only once"
	}
	return p
}
