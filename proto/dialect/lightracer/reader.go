package lightracer

import "errors"

// Reader is the client's end of a stream of updates. The zero value is ready.
type Reader struct {
	Update Update // the newest that came whole

	next Update // of which a part came
	nods scanner
}

// Read reads from p up to the end of an update, which then is in r.Update, and returns
// what follows it. If none ends in p, it has read it all, and r.Update is as it was;
// so it is after an error, with which the connection ends.
func (r *Reader) Read(p []byte) (rest []byte, whole bool, err error) {
	for len(p) > 0 {
		var found bool
		if p, found, err = r.nods.Next(p); err != nil || !found {
			return nil, false, err
		}
		if r.nods.First != (r.nods.NOD.Type == worldType) {
			return nil, false, errors.New("update: the World must come first, and once")
		}
		if err := r.next.add(&r.nods.NOD); err != nil {
			return nil, false, err
		}
		if r.nods.Last {
			r.Update, r.next = r.next, r.Update
			r.next.clear()
			return p, true, nil
		}
	}
	return nil, false, nil
}
