package relay

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// dialler dials as a net.Dialer; nil is that of the system.
type dialler func(ctx context.Context, network, address string) (net.Conn, error)

func (d dialler) tcp(ctx context.Context, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if d == nil {
		d = new(net.Dialer).DialContext
	}
	return d(ctx, "tcp", address)
}

// Ask calls the host of an invitation. It returns the stream to it, on which TLS begins, and the nonce for Code.Proves. A refusal is a Status.
func Ask(ctx context.Context, i Invitation) (net.Conn, Via, Nonce, error) { return ask(ctx, nil, i) }

func ask(ctx context.Context, dial dialler, i Invitation) (net.Conn, Via, Nonce, error) {
	conn, a, err := exchange(ctx, dial, i.Relay, appendPreamble(nil, kindAsk, string(i.Code)))
	return conn, viaOf(conn, a), a.nonce, err
}

// exchange opens a connection to a relay, sends a preamble and reads the answer.
func exchange(ctx context.Context, dial dialler, relay string, preamble []byte) (_ net.Conn, a answer, err error) {
	conn, err := dial.tcp(ctx, relay)
	if err != nil {
		return nil, a, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(2 * patience)) // the relay waits for the host meanwhile
	if _, err = conn.Write(preamble); err == nil {
		a, err = readAnswer(conn)
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		conn.Close()
		return nil, a, err
	}
	conn.SetDeadline(time.Time{})
	return conn, a, nil
}

// viaOf returns how to reach a relay's UDP after an exchange.
func viaOf(conn net.Conn, a answer) Via {
	if conn == nil || a.port == 0 {
		return Via{}
	}
	at := conn.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap()
	return Via{Relay: netip.AddrPortFrom(at, a.port), Number: a.number}
}
