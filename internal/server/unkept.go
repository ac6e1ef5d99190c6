package server

import (
	"errors"
	"fmt"

	"dogfight/sys"
)

// useUnkept lets a host begin though its certificate or key could not be kept, such as on a disk
// that is full, or kept from others, and tells its operator. It returns any other error.
func (s *Server) useUnkept(what string, err error) error {
	var unguarded *sys.UnguardedError
	if errors.As(err, &unguarded) {
		s.log.Warn(err.Error())
		return nil
	}
	var unkept *sys.NotSavedError
	if !errors.As(err, &unkept) {
		return err
	}
	warning := fmt.Errorf("the %s of this host is new and cannot be kept (%w): "+
		"next time, players will see another fingerprint and be warned", what, unkept.Err)
	s.log.Warn(warning.Error())
	s.warning = errors.Join(s.warning, warning)
	return nil
}
