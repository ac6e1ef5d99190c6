//go:build !race

package net

const slowdown = 1
