// Package systemd is the little of systemd's interface that a host needs, for any service manager that speaks it:
//
//	sd_notify(3)            Manager: ready, stopping, reloading, a line of status, and the watchdog
//	sd_listen_fds(3)        Sockets: what listens already when the process starts
//
// Both are told by the environment of the process. Without that, and on systems that do not have it, nothing is done.
package sys
