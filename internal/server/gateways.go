package server

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/gateway"
)

// openGateways lets in programs that speak other protocols.
func (s *Server) openGateways(o *Options) error {
	var set func(key, value string) error
	if o.DialectSettings {
		set = s.set
	}
	var specs []gateway.Spec
	for _, text := range o.Dialects {
		spec, err := gateway.ParseSpec(text)
		if err != nil {
			return err
		}
		specs = append(specs, spec)
	}
	all, err := gateway.OpenAll(specs, gateway.Config{
		Dial: s.dialFrom, Joined: s.followDialects(specs), Set: set, Classic: o.Classic, Limits: limitsOf(o), Log: s.log,
	})
	for _, g := range all {
		s.open(g, nil)
		s.monitor.Refused(g.Name(), g.Refused)
	}
	return err
}

// set changes one setting of the matches to come, by the words of the lightracer
// dialect: bots, time in seconds, mode, arena. The last two end a rotation.
func (s *Server) set(key, value string) error {
	s.mu.Lock()
	o := s.match
	s.mu.Unlock()
	switch key {
	case "bots":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n >= game.MaxShips {
			return fmt.Errorf("bots: must be 0 to %d, got %q", game.MaxShips-1, value)
		}
		o.Bots, o.Fill = n, 0
	case "time":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 24*60*60 {
			return fmt.Errorf("time: must be 0 to 86400 seconds, got %q", value)
		}
		o.Time = time.Duration(n) * time.Second
	case "mode":
		mode, ok := game.ModeNamed(value)
		if !ok {
			return fmt.Errorf("mode: must be one of %s, got %q", net.ModeNames(), value)
		}
		o.Mode, o.Arena, o.Rotation = mode, "", ""
	case "arena":
		if !slices.Contains(assets.ArenaNames(), value) {
			return fmt.Errorf("arena: must be one of %s, got %q", strings.Join(assets.ArenaNames(), ", "), value)
		}
		o.Arena, o.Rotation = value, ""
	default:
		return errors.New("must be bots, time, mode or arena")
	}
	_, err := s.change(o)
	return err
}
