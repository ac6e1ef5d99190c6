// Package hush keeps the log of the standard library silent while the packages below internal/ops are initialised: the one that
// counts says there, on every start of any command, what it could not read of the machine. We use none of that.
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

// Over lets the log be heard again.
func Over() { log.SetOutput(before) }
