// Package replays keeps the replays of matches in a folder.
//
//	FOLDER/2026-11-23-1432-open-deathmatch.dogfight   recorded, and deleted when the folder is full
//	FOLDER/kept/...                                   marked to be kept; stays, and counts for nothing
//	FOLDER/running/...                                of matches that still run, or whose program was killed
//
// What is kept lies in a folder of its own, so that the mark survives a copy, another name, and programs that know nothing of
// it. A name is given to one replay, be it kept or not.
//
// # Logs
//
// What lies in running is match.XXXXXXXX.log, or host-LABEL.XXXXXXXX.log for a host that may be resumed, and which is found
// again by that label: the address that it listens at. The process that writes a log has it locked, as long as it lives: by
// flock on Unix, by LockFileEx on Windows, by a file beside it elsewhere. So who can lock a log knows that its process was
// killed. The first of these logs become replays when the next process begins to record, the others when a host of their
// label does not go on with them, or after a day. A log becomes a replay before it is removed, so that no kill loses it; a
// replay that has its head already is not made twice. A log that is a link, a pipe or a file of another user is left alone.
package replays
