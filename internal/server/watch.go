package server

import (
	"dogfight/internal/ops"
	"dogfight/net"
	"dogfight/net/gateway"
	"dogfight/net/link"
)

// watch has the monitor told how the host's match fares, where there is one.
func (s *Server) watch(conf *net.HostConfig) {
	if s.monitor == nil {
		return
	}
	s.watched = watchWith(s.monitor, conf)
}

// watchWith has a monitor told how a host's match fares.
func watchWith(monitor *ops.Monitor, conf *net.HostConfig) *ops.Match {
	watched := monitor.Match()
	conf.Figures = watched.Figures
	also := conf.Measure
	conf.Measure = watched.Measure
	if also != nil {
		conf.Measure = func(m net.Measured) {
			watched.Measure(m)
			also(m)
		}
	}
	return watched
}

// openOps opens the door at which is told how the host fares, if that is wanted.
func (s *Server) openOps(o *Options) (err error) {
	s.monitor.Log(s.replays.Waiting)
	s.monitor.Source("dogfight_records_waiting", func() float64 {
		if s.recorder == nil {
			return 0
		}
		return float64(s.recorder.Waiting() + s.retries.Figures().Waiting)
	})
	s.monitor.Counter("dogfight_records_refused_total", s.refused.Load)
	s.monitor.Source("dogfight_results_waiting", func() float64 {
		if s.member == nil || s.member.box == nil {
			return 0
		}
		return float64(s.member.box.Figures().Waiting)
	})
	s.monitor.Counter("dogfight_results_lost_total", func() uint64 {
		lost := 0
		if s.retries != nil {
			lost += s.retries.Figures().Dropped
		}
		if s.member != nil && s.member.box != nil {
			lost += s.member.box.Figures().Dropped
		}
		return uint64(lost)
	})
	switch {
	case o.Sockets.Ops != nil:
		s.ops = ops.Serve(o.Sockets.Ops, s.monitor, s.log)
	case o.Ops != "":
		s.ops, err = ops.Listen(o.Ops, s.monitor, s.log)
	}
	return err
}

// Monitor returns what knows how this process fares; nil of a server that StartFor started.
func (s *Server) Monitor() *ops.Monitor { return s.monitor }

// closing tells that nobody comes in any more.
func (s *Server) closing() {
	if s.monitor != nil {
		s.monitor.Drain("the host closes")
	}
}

// followDialects returns what has the links of players be counted who come by dialects.
func (s *Server) followDialects(specs []gateway.Spec) func(dialect string, near link.Link) {
	traffic := map[string]*ops.Traffic{}
	for _, spec := range specs {
		if traffic[spec.Dialect] == nil {
			traffic[spec.Dialect] = s.monitor.Dialect(spec.Dialect)
		}
	}
	return func(dialect string, near link.Link) { traffic[dialect].Follow(near) }
}
