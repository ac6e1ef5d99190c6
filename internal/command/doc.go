// Package command has the habits that the command lines of our programs share: help as wide as the terminal, one line for a wrong command
// line, a standard output that remembers that it failed, and a log whose reader may stop.
package command
