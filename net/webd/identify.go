package webd

import "encoding/base64"

// identify finds out who a page shows that its player is. Whoever shows nothing is nobody.
func (s *Server) identify(t *Terminal, h *hello, challenge string) (err error) {
	if h.Proof == nil {
		return nil
	}
	if t.Identity, err = prove(h.Proof, t.Origin, challenge); err != nil {
		return err
	}
	if h.Tab != "" {
		if _, ok := decode(h.Tab, tabSize); !ok {
			return errProofShape
		}
		t.tab = h.Tab
	}
	if h.Vouch == "" || s.conf.Vouched == nil || !t.own {
		return nil
	}
	if vouch, err := base64.RawURLEncoding.Strict().DecodeString(h.Vouch); err == nil {
		t.Linked = s.conf.Vouched(&t.Visitor, vouch)
	}
	return nil
}
