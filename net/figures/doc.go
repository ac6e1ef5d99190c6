// Package figures holds the tests that measure the netcode against its targets
// and against others: what a player costs in bytes, how old their news are, how
// many players a core carries. They print each figure, and fail beyond its
// target. That takes a minute, so a plain run of the tests only checks that the
// figures in net/FIGURES.md reach their targets.
//
//	go test -v ./net/figures -measure    prints them
//	go generate ./net/figures            measures all, and writes net/FIGURES.md
package figures

//go:generate go test -count=1 -run . . -write ../FIGURES.md
