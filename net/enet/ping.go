package enet

// ping is there to be acknowledged.
type ping struct{}

const pingSize = headSize

func (*ping) parse(*reader) {}
