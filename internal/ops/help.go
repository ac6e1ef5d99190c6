package ops

import (
	"bytes"
	"strings"

	"dogfight/internal/ops/hush"
)

func init() { hush.Over() }

// help says what each figure is. docs/host.md lists them too.
var help = map[string]string{
	"dogfight_tick_seconds":             "what a tick takes; 16.7 ms is all the time there is",
	"dogfight_tick_late_seconds":        "by how much a tick begins late",
	"dogfight_ticks_skipped_total":      "ticks given up because their match was too far behind",
	"dogfight_matches":                  "matches that this process plays",
	"dogfight_matches_standing":         "matches among them that stand still, as their only player is in a menu",
	"dogfight_players":                  "players with a ship, or whose seat waits for them",
	"dogfight_bots":                     "bots with a ship",
	"dogfight_spectators":               "who is in a match without a ship",
	"dogfight_visitors":                 "who is connected and not in a match yet",
	"dogfight_player_ticks_total":       "ticks that players have flown, one each",
	"dogfight_rollbacks_told_total":     "ticks among them with another input than was pressed, as that came too late: a roll-back for its player",
	"dogfight_keyframes_sent_total":     "whole Worlds that were sent",
	"dogfight_desyncs_total":            "times that a client in a match asked for a whole World, as its own was another",
	"dogfight_refused_total":            "connections and visitors that were not let in, by door and reason",
	"dogfight_door_connections":         "connections that are open, by door",
	"dogfight_door_bytes_total":         "bytes that doors carry; those of native links include estimated headers",
	"dogfight_door_packets_total":       "packets that doors carry; over SSH and the web reads and writes",
	"dogfight_log_lag_seconds":          "how much of a match is not yet written to its replay, by which it can be resumed: of the one that is worst",
	"dogfight_log_waiting_bytes":        "bytes of that",
	"dogfight_recording_stopped":        "matches that are no longer recorded, as the disk is full or too slow",
	"dogfight_records_waiting":          "matches that are over and not yet in the records",
	shortName:                           "times that no file descriptor was left for a connection to this door",
	"dogfight_records_refused_total":    "matches that the records did not take when they ended: they are tried again",
	"dogfight_results_waiting":          "results that the hub of a fleet does not have yet",
	"dogfight_results_lost_total":       "results that the hub of a fleet, or the records, will never have",
	"dogfight_ready":                    "1 while players can come in",
	"dogfight_draining":                 "1 while nobody new is let in",
	"dogfight_build_info":               "the version of the program",
	"dogfight_start_time_seconds":       "when the process began, in seconds since 1970",
	"dogfight_memory_resident_bytes":    "memory of the machine that the process has",
	"dogfight_cpu_seconds_total":        "for how long processors have worked for the process",
	"dogfight_open_files":               "files and sockets that the process has open",
	"dogfight_go_memory_bytes":          "memory that Go's runtime has of the system",
	"dogfight_go_heap_bytes":            "memory on the heap, of things in use and such as are not yet collected",
	"dogfight_go_heap_goal_bytes":       "size of the heap at which it is collected next",
	"dogfight_go_allocated_bytes_total": "bytes that were allocated",
	"dogfight_go_allocations_total":     "things that were allocated",
	"dogfight_go_gc_cycles_total":       "times that the heap was collected",
	"dogfight_go_gc_cpu_seconds_total":  "estimated time of processors that collecting took",
	"dogfight_go_goroutines":            "goroutines",
	"dogfight_go_threads_limit":         "processors that Go may use at once",
}

const helpMark = "# HELP "

// explain fills in what the figures of a text are.
func explain(text []byte) []byte {
	b := make([]byte, 0, len(text)+8<<10)
	for line := range bytes.Lines(text) {
		if rest, is := bytes.CutPrefix(line, []byte(helpMark)); is {
			name := strings.TrimSuffix(string(rest), "\n")
			b = append(append(append(append(append(b, helpMark...), name...), ' '), help[name]...), '\n')
			continue
		}
		b = append(b, line...)
	}
	return b
}
