//go:build race

package figures

// underRace tells that times mean nothing, and that long matches take too long.
const underRace = true
