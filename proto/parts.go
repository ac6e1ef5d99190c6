package proto

import (
	"bytes"
	"fmt"

	"dogfight/game"
)

// What follows is for package replay, whose files are made of the same parts as messages.

// AppendSetup appends a Setup as messages have it.
func AppendSetup(b []byte, s *game.Setup) []byte { return appendSetup(b, s) }

// ParseSetup reads a Setup that is all of b. It is safe to play, whatever wrote it. The error is a *SyntaxError.
func ParseSetup(b []byte) (*game.Setup, error) {
	r := newReader("setup", b)
	s := parseSetup(&r)
	if r.Err != nil {
		return nil, r.Err
	}
	if err := s.Mode.Plays(s.Arena, s.Teams()); err != nil {
		return nil, &SyntaxError{Message: "setup", Field: "mode", Want: "one that the arena can be played in", Got: err.Error()}
	}
	if len(r.Left) > 0 {
		return nil, &SyntaxError{Message: "setup", Field: "length", Want: "no more", Got: fmt.Sprintf("%d bytes more", len(r.Left))}
	}
	return s, nil
}

// AppendOrderRun appends the orders of consecutive ticks, coded as in Orders, where base is the Baseline of the World before
// the first.
func AppendOrderRun(b []byte, base *Baseline, ticks [][]game.Order) []byte {
	return appendOrderRun(b, base, ticks)
}

// ParseOrderRun reads the orders of n ticks, most of them at most, which are all of coded. The error is a *SyntaxError; other
// bytes than AppendOrderRun makes of the same orders are one.
func ParseOrderRun(coded []byte, base *Baseline, n, most int) ([][]game.Order, error) {
	ticks := make([][]game.Order, 0, n)
	run := startOrderRun(coded, base, true)
	for len(ticks) < n && !run.bad {
		orders := run.read(nil)
		ticks = append(ticks, orders)
		if most -= len(orders); most < 0 {
			run.bad = true
		}
	}
	if run.bad || !bytes.Equal(appendOrderRun(nil, base, ticks), coded) {
		return nil, &SyntaxError{Message: "orders", Field: "ticks", Want: "orders as they are coded", Got: fmt.Sprintf("%d other bytes", len(coded))}
	}
	return ticks, nil
}

// AppendText appends the length of s in one byte, and s; or as much of it as is legible and at most longest bytes.
func AppendText(b []byte, s string, longest int) []byte { return appendText(b, s, longest) }

// Fit returns of s what is legible, at most longest bytes of it.
func Fit(s string, longest int) string { return fit(s, longest) }

// Legible reports whether s can be a text of at most so many bytes in a message.
func Legible(s string, longest int) bool {
	_, found := unfit(s)
	return len(s) <= longest && !found
}
