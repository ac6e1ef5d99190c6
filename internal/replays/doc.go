// Package replays keeps the replays of matches in a folder.
//
//	FOLDER/2026-11-23-1432-open-deathmatch.dogfight   recorded, and deleted when the folder is full
//	FOLDER/kept/...                                   marked to be kept; stays, and counts for nothing
//	FOLDER/running/...                                of matches that still run, or whose program was killed
//
// What is kept lies in a folder of its own, so that the mark survives a copy, another name, and programs that know nothing of
// it. A name is given to one replay, be it kept or not.
package replays
