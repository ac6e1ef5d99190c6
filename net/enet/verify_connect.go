package enet

// verifyConnect grants a client a connection.
type verifyConnect struct{ parameters }

const verifyConnectSize = headSize + 40
