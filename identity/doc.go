// Package identity says who somebody is: whoever holds a key. The key is an
// ed25519 one, made on first run. It is shown to hosts as the certificate of a TLS
// client, which proves that one holds it, and named as OpenSSH names keys, so that
// who uses the same key with ssh has the same name there.
package identity
