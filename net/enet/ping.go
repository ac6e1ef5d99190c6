package enet

// ping is there to be acknowledged.
type ping struct{}

const pingSize = headSize

func (*ping) append(b []byte) []byte { return b }

func (*ping) parse(*reader) {}
