package sound

import "encoding/binary"

// WAV returns PCM as a Mixer makes it as a file.
func WAV(pcm []byte) []byte {
	file := make([]byte, 0, 44+len(pcm))
	file = append(file, "RIFF"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(36+len(pcm)))
	file = append(file, "WAVEfmt "...)
	file = binary.LittleEndian.AppendUint32(file, 16) // bytes of what follows
	file = binary.LittleEndian.AppendUint16(file, 1)  // PCM
	file = binary.LittleEndian.AppendUint16(file, Channels)
	file = binary.LittleEndian.AppendUint32(file, Rate)
	file = binary.LittleEndian.AppendUint32(file, Rate*FrameBytes)
	file = binary.LittleEndian.AppendUint16(file, FrameBytes)
	file = binary.LittleEndian.AppendUint16(file, 16) // bits of a sample
	file = append(file, "data"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(pcm)))
	return append(file, pcm...)
}
