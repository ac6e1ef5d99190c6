package gateway

import (
	"fmt"

	"dogfight/net/admission"
)

// allows returns why a request with these Origin headers, to the host that it calls so, is refused. Programs send
// none: it is browsers that say whose page would fly here. A name proves nothing, so that a page from the machine itself has
// to be from its address.
func (s *Spec) allows(headers []string, host string) error {
	if len(headers) == 0 {
		return nil
	}
	page, err := admission.OriginOf(headers)
	if err != nil {
		return err
	}
	if s.Origins.Allows(page) || admission.SameMachine(page, host) {
		return nil
	}
	return fmt.Errorf("pages of origin %q must not play here; the host allows them by ,origin=%s", page, page)
}
