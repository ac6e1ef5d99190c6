package sys

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
)

// Sockets are the listening sockets from the service manager, by sd_listen_fds(3). Each may be nil.
type Sockets struct {
	Native, SSH, Web *net.TCPListener
	NativeUDP        *net.UDPConn
	Ops              net.Listener // TCP or a Unix socket
}

// names are the values of FileDescriptorName in systemd.socket(5).
const names = "native, native-udp, ssh, web or ops"

// socketsOf returns the Sockets in files by their names, and closes the files.
func socketsOf(files []*os.File) (s Sockets, err error) {
	for _, f := range files {
		if err == nil {
			err = s.add(f)
		}
		f.Close() // the socket has a duplicate
	}
	if err == nil && s.NativeUDP != nil && s.Native == nil {
		err = errors.New("a socket native-udp was handed over: must have native with it")
	}
	if err != nil {
		s.Close()
		return Sockets{}, err
	}
	return s, nil
}

func (s *Sockets) add(f *os.File) error {
	var err error
	switch f.Name() {
	case "native":
		s.Native, err = onlyTCP(f, s.Native)
	case "ssh":
		s.SSH, err = onlyTCP(f, s.SSH)
	case "web":
		s.Web, err = onlyTCP(f, s.Web)
	case "native-udp":
		s.NativeUDP, err = onlyUDP(f, s.NativeUDP)
	case "ops":
		if s.Ops != nil {
			return twice(f)
		}
		if s.Ops, err = net.FileListener(f); err != nil {
			err = fmt.Errorf("socket ops: must be a listening stream: %w", err)
		}
	default:
		return fmt.Errorf("a socket that was handed over is called %q, must be %s", f.Name(), names)
	}
	return err
}

func onlyTCP(f *os.File, before *net.TCPListener) (*net.TCPListener, error) {
	if before != nil {
		return before, twice(f)
	}
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("socket %s: must be a listening stream: %w", f.Name(), err)
	}
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		l.Close()
		return nil, fmt.Errorf("socket %s: must be of TCP, got %s", f.Name(), l.Addr().Network())
	}
	return tcp, nil
}

func onlyUDP(f *os.File, before *net.UDPConn) (*net.UDPConn, error) {
	if before != nil {
		return before, twice(f)
	}
	c, err := net.FilePacketConn(f)
	if err != nil {
		return nil, fmt.Errorf("socket %s: must be one of datagrams: %w", f.Name(), err)
	}
	udp, ok := c.(*net.UDPConn)
	if !ok {
		c.Close()
		return nil, fmt.Errorf("socket %s: must be of UDP, got %s", f.Name(), c.LocalAddr().Network())
	}
	return udp, nil
}

func twice(f *os.File) error {
	return fmt.Errorf("two sockets that were handed over are called %s: [::]:PORT has IPv4 too", f.Name())
}

// Close closes all that were not adopted.
func (s *Sockets) Close() {
	for _, l := range []*net.TCPListener{s.Native, s.SSH, s.Web} {
		if l != nil {
			l.Close()
		}
	}
	if s.NativeUDP != nil {
		s.NativeUDP.Close()
	}
	if s.Ops != nil {
		s.Ops.Close()
	}
}

// fileNames returns the names of n files, given LISTEN_FDNAMES.
func fileNames(list string, n int) []string {
	var all []string
	if list != "" {
		all = strings.Split(list, ":")
	}
	for len(all) < n {
		all = append(all, "unknown") // as in sd_listen_fds_with_names(3)
	}
	return all[:n]
}
