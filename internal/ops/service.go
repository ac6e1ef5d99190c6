package ops

import (
	"encoding/json"
	"fmt"
	"time"
)

// Service is a program of a fleet that plays no matches, for its Monitor and its operator.
type Service struct {
	Program string       // "door" or "hub"
	Healthy func() error // nil while it works, else the reason
	Ready   func() error // nil while it serves others, else the reason
	Status  func() string

	Who        func() []any // its connections, for JSON
	DrainLimit time.Duration
	Drain      func(limit time.Duration) (done string)
	Undrain    func() error
}

// NewService returns the Monitor of a service.
func NewService(version string, s Service) *Monitor {
	m := newMonitor(s.Program, version)
	m.service = &s
	m.Check(s.Ready)
	return m
}

// Answer executes a command of the operator: some of those of a Console.
func (s *Service) Answer(_, request string) (lines []string, err error) {
	words, err := split(request)
	if err != nil {
		return nil, err
	}
	switch name := append(words, "")[0]; {
	case name == "who":
		for _, one := range s.Who() {
			line, _ := json.Marshal(one)
			lines = append(lines, string(line))
		}
		return lines, nil
	case name == "undrain":
		return done("it takes new players again", s.Undrain())
	case name != "drain":
		return nil, fmt.Errorf("a %s has the commands who, drain [TIME|--now] and undrain, got %q", s.Program, name)
	}
	limit := s.DrainLimit
	if len(words) > 1 && words[1] == "--now" {
		limit = 0
	} else if len(words) > 1 {
		if limit, err = time.ParseDuration(words[1]); err != nil || limit < 0 {
			return nil, fmt.Errorf("must be a time such as 5m, or --now, got %q", words[1])
		}
	}
	return []string{s.Drain(limit)}, nil
}
