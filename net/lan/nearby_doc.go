// Package nearby keeps a list of the matches that can be joined from here, with what is
// played in each. It asks every address that package lan finds, once a second, and lists
// those that answer.
//
//	lan.Browse ──► Finder ──► a proto.Query to each candidate
//	                 ▲                   │
//	                 └── proto.Answer ◄──┘
package lan
