package proto

import (
	"fmt"

	"dogfight/game"
)

// VersionError says that the other end speaks another version of the protocol,
// codes orders by another table, or plays by other rules.
type VersionError struct {
	Theirs            uint16
	TheirTables       uint32 // if the version is ours
	TheirRulesVersion uint16 // if the tables are ours too
	TheirRules        uint32 // likewise: their fingerprint
}

// Error says it to a player here, where the other end is the host.
func (e *VersionError) Error() string {
	return e.differ(e.theirs(), e.ours())
}

// Reason says it to the player at the other end, which is told by a host here.
func (e *VersionError) Reason() string {
	return e.differ(e.ours(), e.theirs())
}

func (e *VersionError) differ(host, you string) string {
	return fmt.Sprintf("the host has %s, you have %s: one of you is out of date", host, you)
}

// ours says what we have of that in which the ends differ.
func (e *VersionError) ours() string {
	switch {
	case e.Theirs != Version:
		return protocolName(Version)
	case e.TheirTables != TableVersion:
		return tablesName(TableVersion)
	}
	return rulesName(game.RulesVersion, game.RulesFingerprint)
}

// theirs says what the other end has of it.
func (e *VersionError) theirs() string {
	switch {
	case e.Theirs != Version:
		return protocolName(e.Theirs)
	case e.TheirTables != TableVersion:
		return tablesName(e.TheirTables)
	}
	return rulesName(e.TheirRulesVersion, e.TheirRules)
}

func protocolName(version uint16) string { return fmt.Sprintf("protocol version %d", version) }

func tablesName(tables uint32) string {
	return fmt.Sprintf("order tables %08x of protocol version %d", tables, Version)
}

func rulesName(version uint16, fingerprint uint32) string {
	return fmt.Sprintf("rules version %d (%08x)", version, fingerprint)
}
