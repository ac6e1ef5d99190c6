// Package playback is a match that was recorded, as screens see one: a Match that goes through a *replay.File, at any speed,
// forth and back, and to any tick at once.
//
//	File -> Cursor -> World, events ┐
//	File.Notes -> roster, chat      ┼-> Frame -> View
//	controls (Play, SeekTo, ...)   ─┘
//
// A Match has no goroutine and no clock: it belongs to the caller of Frame, who tells the time. Before anything is shown of the ten
// seconds from one keyframe to the next, they are played to their end and held against the hashes in the file. What does not
// come to what the file says is never shown: the match ends before it, and Trouble says why.
package playback
