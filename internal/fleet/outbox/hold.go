package outbox

import "time"

// diskPause is how long a Box waits until it tries a disk again that has not taken a result.
const diskPause = 10 * time.Second

// hold is Put of a result that is kept in memory, and sent from there, for as long as the disk does not take it: a disk that is full is no
// reason to tell the hub nothing. Of more than mostPosted the newest is lost.
func (b *Box) hold(id ResultID, text []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.next(id, len(text))
	if err := b.store(f, text); err != nil {
		if b.held() >= mostPosted {
			b.lose("the disk does not take it, and too many are in memory", id, err)
			return
		}
		b.log.Error("a result is in memory alone: the disk does not take it", "result", id, "err", err)
		f.text = text
	}
	b.add(f)
}

// held returns how many results are in memory alone. The caller has the lock.
func (b *Box) held() (n int) {
	for i := range b.waiting {
		if b.waiting[i].text != nil {
			n++
		}
	}
	return n
}

// settle writes what is in memory alone, as far as the disk takes it by now.
func (b *Box) settle() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.waiting {
		f := &b.waiting[i]
		if f.text == nil {
			continue
		}
		if err := b.store(*f, f.text); err != nil {
			b.log.Warn("the disk does not take results", "in memory", b.held(), "err", err)
			return
		}
		f.text = nil
	}
}
