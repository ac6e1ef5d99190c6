// Package replays stores the replays of matches in a folder.
//
//	FOLDER/2026-11-23-1432-open-deathmatch.dogfight   recorded, and deleted when the folder is full
//	FOLDER/kept/...                                   marked; never deleted, and not counted
//	FOLDER/running/...                                logs of matches in progress, or of killed processes
//
// Marked replays have a folder of their own, so that the mark survives copies, renames and other programs. A name is unique in both
// folders.
//
// # Logs
//
// A log in running is match.XXXXXXXX.log, or host-LABEL.XXXXXXXX.log for a host that can be resumed; its label is the address that it
// listens at. The process that writes a log locks it as long as it lives: by flock on Unix, by LockFileEx on Windows, by a file beside it
// elsewhere. A process that can lock a log thus knows that its writer was killed. Logs without a label become replays when the next process
// begins to record; those with a label when a host of that label does not resume them, or after a day. The replay is written before the log
// is removed, so that a kill loses neither; a replay that has its head already is not written twice. Links, pipes and files of other users
// are ignored.
package replays
