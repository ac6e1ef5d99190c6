//go:build !unix

package cli

// hasTerminal is false on systems without a signal for a terminal that hangs up.
func hasTerminal() bool { return false }
