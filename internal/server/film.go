package server

import (
	"strings"

	"dogfight/internal/replays"
	"dogfight/net"
)

// film has the host's matches recorded as replays in an archive, which may be nil. They can be resumed by the label, if
// there is one, and may go on with a log.
func (s *Server) film(conf *net.HostConfig, archive *replays.Archive, label string, log *replays.Log) {
	s.replays = archive.Resume(label, log, s.notFilmed, s.filmAnew)
	conf.Film = s.replays.Film()
}

// logLabel returns by what the log of a host that listens there is found again; "" if it listens nowhere, or anywhere.
func logLabel(listen string) string {
	if strings.HasSuffix(listen, ":0") {
		return ""
	}
	return listen
}

// filmAnew begins a new file, for the match was not recorded for some time, and can be again.
func (s *Server) filmAnew() {
	<-s.hosting
	if s.host.FilmAnew() == nil {
		s.log.Info("the match is recorded again")
	}
}

// notFilmed tells that a match will have no replay, or not to its end.
func (s *Server) notFilmed(err error) {
	<-s.hosting
	s.log.Warn(err.Error())
	s.host.Tell("this match has no replay: " + replays.Brief(err))
}
