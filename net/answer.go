package net

import (
	"sync/atomic"

	"dogfight/game"
	"dogfight/proto"
)

// sign is what a host tells strangers, as it was a moment ago, so that they are
// answered without the goroutine that owns the match. Any goroutine may read it.
type sign struct{ atomic.Pointer[proto.Info] }

// signEvery is how often the sign is brought up to date.
const signEvery = game.TickRate / 4

// Answer appends the answer to a proto.Query to buf, if it is one. Safe from any
// goroutine.
func (h *Host) Answer(query, buf []byte) []byte {
	q, err := proto.ParseQuery(query)
	if err != nil {
		return buf
	}
	answer := proto.Answer{Nonce: q.Nonce, ID: h.conf.ID, Info: *h.sign.Load()}
	return answer.Append(buf)
}

// putUpSign brings the sign up to date. It is called by Run.
func (h *Host) putUpSign() {
	info := h.info()
	if up := h.sign.Load(); up == nil || *up != info {
		changed := info
		h.sign.Store(&changed)
	}
}
