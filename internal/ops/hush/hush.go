// Package hush silences the log of the standard library while the packages below internal/ops are initialised: the metrics package
// logs there, on every start of any command, what it cannot read of the machine.
//
// Packages are initialised in the order of their import paths, as far as their imports allow (The Go Programming Language
// Specification, "Program initialization"): this one imports nothing that others wait for, and comes before github.com.
package hush

import (
	"io"
	"log"
)

var before = log.Writer()

func init() { log.SetOutput(io.Discard) }

// Over ends the silence.
func Over() { log.SetOutput(before) }
