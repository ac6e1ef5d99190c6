// Package admin lets the operator of a match manage it from another terminal, or a
// program, over a Unix socket that is its owner's alone.
//
// # Line protocol
//
// All is UTF-8, in lines that end with a line feed. A request is a line of at most
// 1,024 bytes: a command and its words, separated by spaces. A word with spaces in
// it, or none of its own, stands between quotation marks, as a string of Go's, or
// between single ones, as it is. Each
// request is answered, before the next is read, by any number of lines that begin
// with a space, which is not part of them, and then by one of
//
//	ok
//	error TEXT
//
// A longer request, or a minute without one, ends the connection. "help" answers
// with the commands.
//
// A PLAYER is an id with its #, as "who" has it; a key, an address or a network, for all who are
// there by it; or a name, for all whose names may be taken for it. A bare number is a
// name. What would hit several, and a ban of a network wider than /8, or /32 of IPv6, is
// an error that names them, and is done when it is asked for again with the word --yes.
package ops
