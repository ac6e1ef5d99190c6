//go:build !unix

package cli

// hasTerminal is false where no signal tells that a terminal has hung up.
func hasTerminal() bool { return false }
