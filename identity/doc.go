// Package identity says who somebody is: whoever holds a key. The key is an
// ed25519 one, made on first run. It is shown to hosts as the certificate of a TLS
// client, which proves that one holds it, and named as OpenSSH names keys, so that
// who uses the same key with ssh has the same name there.
//
// Who has other SSH keys can have them vouch for his key (Proof). He shows that to
// hosts, and they take all of these keys for one player's (Kin): he has proven to hold
// the one, and the others have agreed.
package identity
