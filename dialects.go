package main

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/gateway"
	"dogfight/net/link"
	"dogfight/ui"
)

// openGateways lets in programs that speak other protocols.
func (h *hosting) openGateways(o ui.HostOptions, log *slog.Logger) error {
	var set func(key, value string) error
	if o.DialectSettings {
		set = h.set
	}
	for _, text := range o.Dialects {
		spec, err := gateway.ParseSpec(text)
		if err != nil {
			return err
		}
		g, err := gateway.Open(spec, gateway.Config{
			Dial: h.dialFrom, Set: set, Classic: o.Classic, Limits: limitsOf(&o), Log: log,
		})
		if err != nil {
			return err
		}
		h.gateways = append(h.gateways, g)
	}
	return nil
}

// dialFrom connects somebody from inside the process who comes from an address.
func (h *hosting) dialFrom(remote string) link.Link {
	near, far := link.PipeOf(remote, "")
	h.host.Add(far)
	return near
}

// set changes one setting of the matches to come, by the words of the lightracer
// dialect: bots, time in seconds, arena.
func (h *hosting) set(key, value string) error {
	h.mu.Lock()
	o := h.match
	h.mu.Unlock()
	switch key {
	case "bots":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n >= game.MaxShips {
			return fmt.Errorf("bots: expected 0 to %d, %q came", game.MaxShips-1, value)
		}
		o.Bots, o.Fill = n, 0
	case "time":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 24*60*60 {
			return fmt.Errorf("time: expected 0 to 86400 seconds, %q came", value)
		}
		o.Time = time.Duration(n) * time.Second
	case "arena":
		if err := checkWord("arena", value, assets.ArenaNames()); err != nil {
			return err
		}
		o.Arena = value
	default:
		return errors.New("expected bots, time or arena")
	}
	_, err := h.change(o)
	return err
}
