// Package password proves that one knows a match's password without telling it: by
// SCRAM-SHA-256 (RFC 5802, RFC 7677), and where there is a channel to bind the proof to,
// SCRAM-SHA-256-PLUS with tls-exporter (RFC 9266). A Prover is the client's end, a
// Verifier the host's. Both deal in SCRAM's messages, as they are; what carries them and
// what an impostor learns stands in the specification of package proto.
//
//	Prover                               Verifier
//	First      ── client-first ──►       Exam.Challenge
//	Answer     ◄── server-first ──
//	Final      ── client-final ──►       Exam.Verdict
//	Confirm    ◄── server-final ──
//
// The costly step, PBKDF2, is the Prover's alone, in a goroutine of its own. A Verifier
// takes it once, when it is made; an Exam costs a few HMACs.
package net
