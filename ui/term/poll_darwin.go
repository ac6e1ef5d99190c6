package term

import "golang.org/x/sys/unix"

// pollEvery is the time between two checks of descriptors that select cannot wait for, in milliseconds.
const pollEvery = 100

// poll waits as poll(2) does until one of the descriptors can be read. It uses select, as macOS has no poll for
// terminals; select does not take descriptors from unix.FD_SETSIZE on, so these are checked every pollEvery.
func poll(fds []unix.PollFd, milliseconds int) (ready int, err error) {
	for {
		var set unix.FdSet
		most, wait := 0, milliseconds
		for _, fd := range fds {
			if fd.Fd < unix.FD_SETSIZE {
				set.Set(int(fd.Fd))
				most = max(most, int(fd.Fd))
			} else if wait < 0 {
				wait = pollEvery
			}
		}
		var limit *unix.Timeval
		if wait >= 0 {
			limit = &unix.Timeval{Sec: int64(wait / 1000), Usec: int32(wait % 1000 * 1000)}
		}
		if _, err := unix.Select(most+1, &set, nil, nil, limit); err != nil {
			return 0, err
		}
		for i := range fds {
			switch fd := &fds[i]; {
			case fd.Fd >= unix.FD_SETSIZE:
				if _, err := unix.Poll(fds[i:i+1], 0); err != nil {
					return 0, err
				}
			case set.IsSet(int(fd.Fd)):
				fd.Revents = fd.Events
			default:
				fd.Revents = 0
			}
			if fds[i].Revents != 0 {
				ready++
			}
		}
		if ready > 0 || milliseconds >= 0 {
			return ready, nil
		}
	}
}
