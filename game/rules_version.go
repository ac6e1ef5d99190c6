package game

// RulesVersion counts the rules that there have been, and RulesFingerprint tells
// each from all others: it is what a set of short matches ends with, in all modes
// (see rules_version_test.go). Two builds play a match together only if both are
// the same.
const (
	RulesVersion     = 3
	RulesFingerprint = 0x4c409607
)
