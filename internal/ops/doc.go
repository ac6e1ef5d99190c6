// Package ops lets operators watch a host and manage it: a Monitor with its Door, and a Console with its socket.
//
// # Monitoring
//
// A Door serves the figures of a Monitor by HTTP, with GET alone:
//
//	/metrics        figures in the text format of Prometheus; their names begin with dogfight_
//	/healthz        200 while every match gets its ticks, else 503 and a line with the reason
//	/readyz         200 while players can join, else 503 and a line with the reason
//	/debug/pprof/   profiles of the process: on a Unix socket alone
//
// The figures have no names and addresses of players. Hosts report their matches after each tick and once a second; a process may play
// several, whose figures are summed. Other figures (bytes that are not written yet, traffic of connections) are read when a client
// asks. The Monitor has no goroutine.
//
// # Line protocol of the console
//
// The console is at a Unix socket that only its owner can open.
//
// All is UTF-8, in lines that end with a line feed. A request is a line of at most
// 1,024 bytes: a command and its words, separated by spaces. A word with spaces in
// it, or an empty word, is between quotation marks, as a string of Go's, or
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
// "events --json" is answered by a line for each event (docs/host.md), without an
// end: the connection ends when the client hangs up, sends more, or reads nothing
// for a minute.
//
// A PLAYER is an id with its #; a key, an address or a network, for all players
// with it; or a name, for all players with a confusable name. A bare number is a
// name. A command for several players, and a ban of a network wider than /8, or /32 of IPv6, is
// answered with an error that names them, and executed when it is repeated with the word --yes.
package ops
