package link

import (
	"bytes"
	"testing"
)

// joinPolled is joinUDP for a client that polls.
func joinPolled(t *testing.T) (host, client Link) {
	t.Helper()
	l := listen(t, testCert(), Limits{})
	host, client = connect(t, l, DialPolled(l.Addr().String(), new(Trust)))
	chat(t, host, client, "both are on UDP", over("udp", host, client))
	return host, client
}

func TestWhatAPolledLinkGotIsThereWhenItIsAskedInOrder(t *testing.T) {
	host, client := joinPolled(t)
	drain(client)
	var got, want []byte
	for n := range 5 {
		host.Send(Data, number(n))
		want = append(want, number(n)...)
	}
	eventually(t, "five packets", func() bool {
		for _, p := range drain(client) {
			got = append(got, p.Bytes...)
		}
		return len(got) >= len(want)
	})
	if !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestAPolledLinkMayBeAskedAfterItsEnd(t *testing.T) {
	host, client := joinPolled(t)
	leave(client, host)
	<-client.Done()
	drain(client)
	client.Send(Data, number(1))
}
