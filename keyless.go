package main

import (
	"errors"
	"fmt"
	"log/slog"

	"dogfight/ui"
	"dogfight/whole"
)

// forNow lets a host begin though its certificate or key could not be kept, such as on a disk
// that is full, and tells its operator. It returns any other error.
func (h *hosting) forNow(what string, err error) error {
	var unkept *whole.UnkeptError
	if !errors.As(err, &unkept) {
		return err
	}
	warning := fmt.Errorf("the %s of this host is new and cannot be kept (%w): "+
		"next time, players will see another fingerprint and be warned", what, unkept.Err)
	h.log.Warn(warning.Error())
	h.warning = errors.Join(h.warning, warning)
	return nil
}

// openDoor opens the door for those who come by SSH.
func (h *hosting) openDoor(o *ui.HostOptions, log *slog.Logger) (*door, error) {
	key, err := sshKey()
	if err := h.forNow("key for SSH", err); err != nil {
		return nil, err
	}
	return openDoor(h.host, key, o, log)
}
