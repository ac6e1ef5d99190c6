// Package nearby keeps a list of the matches that can be joined from here, with what is
// played in each. It asks every host that lan says may be there, once a second, and
// lists those that answer.
//
//	lan.Look ──► Finder ──► a proto.Query to each place
//	                ▲                   │
//	                └── proto.Answer ◄──┘
package nearby
