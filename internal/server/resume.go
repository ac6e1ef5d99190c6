package server

import (
	"errors"
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/proto/replay"
)

// resume returns the match that a host was killed in which was found by the label, and its log, for this one to go on with; nil if there is
// none. Whatever else is left by the label becomes replays.
func (s *Server) resume(o *Options, label string) (found *net.Resumed, log *replays.Log) {
	if !o.Resume || o.Archive == nil || label == "" {
		return nil, nil
	}
	for _, left := range o.Archive.Folder.Left(label) {
		if found != nil {
			left.Close()
			continue
		}
		if found = s.resumeFrom(left, o.Archive.Folder, label); found != nil {
			log = left
		}
	}
	if found == nil {
		return nil, nil
	}
	m := &found.Match
	s.log.Info(fmt.Sprintf("resumed: %s on %s, %s played, %s", m.Setup.Mode.Name(), m.Setup.Arena.Name, played(m), waiting(found.Waiting())), "tick", m.World.Tick)
	if o.Match != m.Asked { // who starts it wants something else from now on
		next := o.Match
		m.Asked, m.Next = o.Match, &next
	}
	if found.File.Ended { // nothing can follow on that
		log.Close()
		return found, nil
	}
	if err := log.Continue(found.File.Whole); err != nil {
		s.log.Warn("the match is not recorded any more", "err", err)
		log.Close()
		return found, nil
	}
	return found, log
}

// resumeFrom returns what there is in a log to go on with. If there is nothing it lets go of the log.
func (s *Server) resumeFrom(log *replays.Log, folder replays.Folder, label string) *net.Resumed {
	b, err := log.Bytes()
	var found *net.Resumed
	if err == nil {
		found, err = readLog(b)
	}
	var otherRules *replay.OtherRulesError
	switch {
	case err == nil && folder.MayGoOn(label, found.Match.World.Tick, time.Now()):
		return found
	case err == nil:
		s.log.Warn("a match is given up: its host was killed three times at the same moment of it", "played", played(&found.Match))
	case errors.Is(err, net.ErrEnded), errors.Is(err, net.ErrNoState):
	case errors.As(err, &otherRules):
		s.log.Warn("a match cannot be gone on with", "err", err)
	default:
		path, _ := log.SetAside()
		s.log.Warn("a match cannot be gone on with, its log is set aside", "err", err, "file", path)
		return nil
	}
	log.Close()
	return nil
}

// readLog is net.Resume for what may be what the host before was ended by.
func readLog(b []byte) (found *net.Resumed, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("to play it ends the program: %v", r)
		}
	}()
	return net.Resume(b)
}

// readLog reads the log of another host's match, on half of the cores at most: what a member of the fleet invents must not take the time of
// the matches that are played here.
func (m *member) readLog(b []byte) (*net.Resumed, error) {
	m.reading <- struct{}{}
	defer func() { <-m.reading }()
	return readLog(b)
}

// played returns for how long the match has been going on, as minutes and seconds.
func played(m *net.Match) string {
	seconds := (m.World.Tick - m.Began) / game.TickRate
	if m.World.Status != game.Waiting {
		seconds = (m.World.Tick - m.World.Started) / game.TickRate
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

func waiting(players int) string {
	if players == 1 {
		return "1 player's seat waits"
	}
	return fmt.Sprintf("%d players' seats wait", players)
}
