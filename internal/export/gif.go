package export

import (
	"io"

	"dogfight/proto/replay"
)

func writeGIF(to io.Writer, f *replay.File, o Options, p Progress) error { return nil }
