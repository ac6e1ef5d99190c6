// Package adversary attacks: each file of its tests is one thing that a stranger might do to a host, or a host to a client,
// tried on a real one over real sockets or in virtual time, and bounded. What must hold meanwhile is asserted in
// bytes, counts and names; times are printed beside a baseline of the same run.
package adversary
