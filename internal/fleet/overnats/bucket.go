package overnats

import (
	"time"

	"dogfight/internal/fleet"
)

// bucket is one of the directory's. What is in memory is reserved there, altogether far less than a hub's limit.
type bucket struct {
	kind  fleet.Kind
	value int   // bytes of a value at most
	bytes int64 // of all at most; then writes are refused
}

var buckets = []bucket{
	{fleet.Hosts, fleet.MaxValue, 32 << 20},
	{fleet.Matches, fleet.MaxValue, 64 << 20},
	{fleet.Seats, fleet.MaxValue, 64 << 20},
	{fleet.Doors, fleet.MaxValue, 16 << 20},
	{fleet.Bans, fleet.MaxBans, 64 << 20},
}

// bucketOf returns the bucket of a kind.
func bucketOf(kind fleet.Kind) (bucket, bool) {
	for _, b := range buckets {
		if b.kind == kind {
			return b, true
		}
	}
	return bucket{}, false
}

// Buckets returns the names of all buckets.
func Buckets() (all []string) {
	for _, b := range buckets {
		all = append(all, b.name())
	}
	return all
}

// InMemory returns the names of the streams of which nothing is left when all hubs have ended.
func InMemory() []string {
	all := []string{Logs}
	for _, b := range buckets {
		if b.life() != 0 {
			all = append(all, b.stream())
		}
	}
	return all
}

// Streams returns the names of all streams.
func Streams() []string {
	all := []string{Logs, Results, Replays}
	for _, b := range buckets {
		all = append(all, b.stream())
	}
	return all
}

func (b bucket) name() string        { return "dogfight_" + string(b.kind) }
func (b bucket) stream() string      { return "KV_" + b.name() }
func (b bucket) prefix() string      { return "$KV." + b.name() + "." }
func (b bucket) life() time.Duration { return b.kind.Life() }
