// Package figures measures the netcode against its targets and other games: bytes a player, age of the news, players
// a core. The tests print each figure, and fail beyond its target. That takes a minute, so a plain run of the tests only
// checks the figures in net/FIGURES.md.
//
//	go test -v ./net/figures -measure    prints them
//	go generate ./net/figures            measures all, and writes net/FIGURES.md
package figures

//go:generate go test -count=1 -run . . -write ../FIGURES.md
