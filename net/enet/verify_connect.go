package enet

// verifyConnect grants a client a connection.
type verifyConnect struct{ terms }

const verifyConnectSize = headSize + 40
