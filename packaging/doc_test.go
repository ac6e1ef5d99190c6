// Package packaging has no program: what it holds is how the two programs get to machines, and its tests hold the files that say so
// against what they speak of.
package packaging
