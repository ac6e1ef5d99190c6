package sys

import (
	"crypto/tls"
	"fmt"
	"io"
	"os"
)

// MaxText is the longest text file of a user's that is read.
const MaxText = 1 << 20

// Interrupt, if not nil, ends each Read of a pipe when it is closed. The program sets it before its first Read.
var Interrupt <-chan struct{}

// Read returns the bytes of a file that a user names: a regular file or a pipe, of at most so many bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		return read(path, most)
	}
	var b []byte
	var err error
	done := make(chan struct{})
	go func() { // for it takes as long as the writer wants
		defer Restore()
		defer close(done)
		b, err = read(path, most)
	}()
	select {
	case <-done:
		return b, err
	case <-Interrupt:
		return nil, fmt.Errorf("%s: interrupted", path)
	}
}

func read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	switch info, err := f.Stat(); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a file", path)
	case !info.Mode().IsRegular() && info.Mode().Type() != os.ModeNamedPipe:
		return nil, fmt.Errorf("%s must be a file or a pipe", path)
	}
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("%s: must be at most %d bytes, got more", path, most)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// ReadKeyPair reads a certificate and its key, in PEM, as tls.LoadX509KeyPair does.
func ReadKeyPair(certificate, key string) (tls.Certificate, error) {
	cert, err := ReadFile(certificate, MaxText)
	if err != nil {
		return tls.Certificate{}, err
	}
	secret, err := ReadFile(key, MaxText)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(cert, secret)
}
