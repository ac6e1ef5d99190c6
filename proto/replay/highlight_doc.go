// Package highlight finds the play of a match: what is most worth to be shown of a replay. Pure.
//
// It plays the match once and notes what pilots achieve: kills, revenge, shots from afar, kills with one hp left, the lead taken,
// captures, rounds and what decides a match in its last seconds. What one pilot achieves within four seconds is a play, and worth
// the sum of it; several kills are worth more than as many single ones. The best play is shown, unless there is none that is worth
// it. The same file has the same play everywhere.
package replay
