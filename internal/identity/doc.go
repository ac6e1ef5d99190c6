// Package identity is a player's key. It is an ed25519 key, made on first run. The player
// shows it to hosts in the certificate of a TLS client, which proves that they hold it.
// Its fingerprint is OpenSSH's, so a player who uses the same key with ssh has the same
// identity there.
//
// A player's other SSH keys can vouch for it (Proof). The player shows these proofs to
// hosts, which take all of the keys for one player's (LinkedKeys): the player has proven
// to hold the one, and the others have agreed.
package identity
