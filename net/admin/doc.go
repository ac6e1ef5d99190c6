// Package admin lets whoever hosts a match see to it from another terminal, or a
// program, over a Unix socket that is its owner's alone.
//
// # Line protocol
//
// All is UTF-8, in lines that end with a line feed. A request is a line of at most
// 1,024 bytes: a command and its words, separated by spaces. A word with spaces in
// it, or none of its own, stands between quotation marks, as a string of Go's. Each
// request is answered, before the next is read, by any number of lines that begin
// with a space, which is not part of them, and then by one of
//
//	ok
//	error TEXT
//
// A longer request, or a minute without one, ends the connection. "help" answers
// with the commands. A PILOT is named by his number, as "who" has it, or by his name.
package admin
