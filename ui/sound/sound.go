// Package sound makes what a match sounds like: effects, synthesised once, and a Mixer that plays them.
//
//	net.View ──► ear.Ear ──Cues──► Mixer ──blocks of PCM──► player.Player ──► the machine's loudspeakers
//
// It has no clock, goroutine or device: the same Cues before the same blocks are the same samples.
package sound

// What a Mixer makes: signed 16 bits, little endian, left and right in turn.
const (
	Rate       = 22050 // frames a second
	Channels   = 2
	FrameBytes = 2 * Channels

	// BlockFrames is how many frames are mixed together. What starts in between starts with the next block.
	BlockFrames = 256
	BlockBytes  = BlockFrames * FrameBytes
)

// Cue has an effect be heard.
type Cue struct {
	Effect Effect
	Gain   float32 // 0 to 1: by how much distance leaves of it
	Pan    float32 // -1 is left, 1 right
	Dull   float32 // 0 to 1: by how much distance takes the treble away
	Pitch  float32 // 1 as it was made; 0 is taken for 1
}
