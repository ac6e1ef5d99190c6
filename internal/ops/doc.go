// Package ops tells those who run a host how it fares, by HTTP and GET alone:
//
//	/metrics        figures in the text format of Prometheus; their names begin with dogfight_
//	/healthz        200 while every match gets its ticks, else 503 and a line that says why not
//	/readyz         200 while players can come in, else 503 and a line that says why not
//	/debug/pprof/   profiles of the process: on a Unix socket alone
//
// A Monitor is told what happens; a Door serves what it knows. There is no name of a player in it, and no address.
//
// Matches are told of by their hosts, after each tick and once a second; a process may run several, whose figures are summed.
// What others know (how much is not written, what connections carry) the Monitor asks for when it is asked. It has no goroutine.
package ops
