// Package figures holds the tests that measure the netcode against its targets
// and against others: what a player costs in bytes, how old their news are, how
// many players a core carries. They print each figure, and fail beyond its
// target.
//
//	go test -v ./net/figures     prints them
//	go generate ./net/figures    measures all, and writes net/FIGURES.md
package figures

//go:generate go test -count=1 -run . . -write ../FIGURES.md
