// Package reference reads the protocol a second time, to check that its text and
// the code agree.
//
// Its decoder knows the package doc of proto, the numbers of the order tables and
// package game, and nothing of how proto reads. It is slow, keeps to the words of
// the text, and is compared with proto on examples, on random messages and, by
// fuzzing, on any bytes: both must accept the same ones and find the same in them.
// Where they differ, proto is wrong, or the text, or this.
//
// Each file has a part of the text, in its order:
//
//	octets      Notation
//	control     Control: the messages by their types
//	setup       Setup
//	data        Data: Inputs, Orders, Ping and Pong; Before a connection
//	fraction    Orders, coded: the fraction and its decisions, the tables
//	ticks       Orders, coded: the orders of ticks
//	bits        Bits
//	world       World, and the state of each mode
//	ship        World: ships and shots
//	world_rules the rules for a World
//	replay_file the files of package replay
//
// All of it is tests; nothing else may use it.
package reference
