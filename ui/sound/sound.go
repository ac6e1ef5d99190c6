// Package sound makes the sounds of a match: an Ear turns its views into Cues, effects are synthesised once, and a Mixer
// plays them.
//
//	net.View ──► Ear ──Cues──► Mixer ──blocks of PCM──► player.Player ──► the machine's loudspeakers
//
// It has no clock, goroutine or device: the same Cues before the same blocks are the same samples.
package sound

// The format of a Mixer: signed 16 bits, little endian, left and right in turn.
const (
	Rate       = 22050 // frames a second
	Channels   = 2
	FrameBytes = 2 * Channels

	// BlockFrames is the number of frames mixed together. A Cue starts with the next block.
	BlockFrames = 256
	BlockBytes  = BlockFrames * FrameBytes
)

// Cue plays an effect.
type Cue struct {
	Effect Effect
	Gain   float32 // 0 to 1: reduced by distance
	Pan    float32 // -1 is left, 1 right
	Dull   float32 // 0 to 1: treble lost by distance
	Pitch  float32 // 1 for the original, as is 0
}
