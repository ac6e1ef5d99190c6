package config

import "fmt"

// Problem is the first error in a settings file.
type settingsProblem struct {
	Path string
	Line int    // 0: not known
	What string // is wrong
	// Broken means that nothing in the file applies; otherwise only that line does not.
	Broken bool
}

func (p *settingsProblem) Error() string {
	if p.Broken {
		return p.placed() + "; using the defaults until it is fixed"
	}
	return p.placed() + "; the other settings apply"
}

// placed says where and what is wrong.
func (p *settingsProblem) placed() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Path, p.What)
	}
	return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.What)
}
