// Package hub is the middle of a fleet: a NATS server with JetStream in this process, with the streams and
// buckets that internal/fleet speaks of, and the services that stand behind it, such as the records.
//
// One hub alone is enough. Three that name one another as routes are one hub to their fleet, and one of them
// may die. Who may come in is said by a file of public keys, and each role may only say what is its business:
//
//	host, door, operator, hub -> an nkey in the file of keys -> subjects (permissions.go)
//
// It is the only package that links the NATS server. The game does not.
package hub
