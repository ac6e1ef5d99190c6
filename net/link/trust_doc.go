// Package trust makes the certificates of hosts, names keys and certificates by their
// fingerprints, and remembers which hosts were met.
//
//	Certificate  keeps a host's certificate and its key in a file
//	Store        remembers the certificates of other hosts, as known_hosts of SSH does
//	Fingerprint  names a certificate, KeyFingerprint a key, as OpenSSH does
package link
