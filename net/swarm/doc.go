// Package swarm is the load generator: it lets many clients play in many
// matches over real sockets, and measures what that costs.
//
// The hosts run in a process of their own, so that what they cost stands apart
// from what their clients do, and on one processor, so that players_per_core is
// what one carries:
//
//	Run                                          Serve, in another process
//	 pilots ─ Client or thin ─ connection ─ Dial ····· Listener ─ Host, Host, ...
//	 child  ── standard input and output ─────────── meter
//
// A pilot is a net.Client flown by a bot or, where thousands are wanted, a thin
// client: it sends and acknowledges what a client does, but steps no World. A
// few goroutines (schedulers) fly all pilots in turn, evenly over each frame.
//
// # What the two processes say to each other
//
// Lines of text. The hosts end in good order when their standard input ends, and
// so do not outlive the process that started them.
//
//	to the hosts    from the hosts
//	HostsConfig as JSON
//	                the address where they listen
//	measure
//	                measuring
//	report
//	                HostsReport as JSON: what it took since the line "measure"
package swarm
