package gateway

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/net/enet"
	"dogfight/testkit/dialects"
)

// original imitates the program that the protocol of War Worlds is from: it knows the types 1 to 5 and the commands 1, 2 and 5, and calls
// the handler of a number without checking that there is one. It reads fields one after the other, whatever the length of the packet.
//
// It shares no code with the dialect.
type original struct {
	*dialects.Conn
	mute bool // it sends nothing after its join_request

	mu     sync.Mutex
	begun  time.Time // the first turn
	latest time.Time // the last one
	gap    time.Duration
	orders int // commands that others gave
	turns  int
	starts int
	joined []joinedGame
	chat   []string // chat
	died   error    // sent to it
}

// joinedGame is the content of a join_response.
type joinedGame struct {
	world        string
	users        []uint32
	host, colour uint32
}

// handlers are the handlers that the original has registered.
var handlers = map[uint16]func(o *original, f *fields){
	1: func(o *original, f *fields) { f.u32(); f.u32() },
	2: (*original).readJoinResponse,
	3: func(o *original, f *fields) { o.chat = append(o.chat, f.text()) },
	4: (*original).readStartGame,
	5: (*original).readTurn,
}

// commandReaders are the commands of the original. Only it knows the length of their bodies.
var commandReaders = map[uint8]func(f *fields){1: (*fields).rest, 2: (*fields).rest, 5: (*fields).rest}

var errNull = errors.New("a null function was called")

// play reads until the original leaves or crashes. The connection must exist.
func (o *original) play() {
	o.send(1, le32(0x4d), le32(0x336699ff))
	for {
		for packet, ok := o.Receive(nil); ok; packet, ok = o.Receive(nil) {
			o.handle(packet)
		}
		if o.fate() != nil {
			o.Close(0)
			return
		}
		select {
		case <-o.Arrived():
		case <-o.Done():
			return
		}
	}
}

func (o *original) handle(packet enet.Packet) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f := &fields{left: packet.Bytes}
	kind := f.u16()
	handler := handlers[kind]
	if o.died != nil {
		return
	}
	if handler == nil {
		o.died = fmt.Errorf("packet type %d: %w", kind, errNull)
		return
	}
	handler(o, f)
	switch {
	case f.err != nil:
		o.died = fmt.Errorf("packet %x: %w", packet.Bytes, f.err)
	case o.died == nil && (len(f.left) > 0 || packet.Channel != 0 || packet.How != enet.Reliable):
		o.died = fmt.Errorf("packet %x on channel %d, %v: it would not have noticed", packet.Bytes, packet.Channel, packet.How)
	}
}

func (o *original) readJoinResponse(f *fields) {
	g := joinedGame{world: f.text()}
	for n := f.u64(); uint64(len(g.users)) < n && f.err == nil; {
		g.users = append(g.users, f.u32())
	}
	g.host, g.colour = f.u32(), f.u32()
	o.joined = append(o.joined, g)
}

// readStartGame starts its simulation, in which a command connects each player.
func (o *original) readStartGame(*fields) {
	if o.starts++; !o.mute {
		address := "127.0.0.1:2345"
		o.send(5, []byte{1, 1, 1, byte(len(address)), 0}, []byte(address))
	}
}

// readTurn obeys, and sends its own turn: a command now and then, and mostly none.
func (o *original) readTurn(f *fields) {
	now := time.Now()
	if o.turns++; o.turns == 1 {
		o.begun, o.latest = now, now
	}
	o.gap, o.latest = max(o.gap, now.Sub(o.latest)), now
	for n := f.u8(); n > 0 && f.err == nil; n-- {
		command, _ := f.u8(), f.u8()
		if commandReaders[command] == nil {
			o.died = fmt.Errorf("command %d: %w", command, errNull)
			return
		}
		commandReaders[command](f)
		o.orders++
	}
	switch {
	case o.mute:
	case o.turns%50 == 10:
		o.send(5, []byte{1, 2, 1, 4, 0}, []byte("tank"), make([]byte, 12))
	case o.turns%50 == 35:
		o.send(5, []byte{2, 5, 1}, le32(7), make([]byte, 12), []byte{5, 1}, le32(8), make([]byte, 12))
	default:
		o.send(5, []byte{0})
	}
}

// send sends a packet of a type.
func (o *original) send(kind byte, parts ...[]byte) {
	o.Send(0, slices.Concat(append([][]byte{{kind, 0}}, parts...)...), enet.Reliable)
}

func (o *original) chats(text string) { o.send(3, []byte{byte(len(text)), 0}, []byte(text)) }

// fate is its crash, or nil.
func (o *original) fate() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.died
}

// chatLines returns all received chat.
func (o *original) chatLines() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.chat)
}

// seen returns the numbers of received join responses, starts and turns.
func (o *original) seen() (responses, starts, turns int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.joined), o.starts, o.turns
}

// colour returns its granted colour.
func (o *original) colour() uint32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.joined[len(o.joined)-1].colour
}

// mustLive fails the test if it has crashed or left.
func (o *original) mustLive(t testing.TB) {
	t.Helper()
	if err := o.fate(); err != nil {
		t.Fatal("the original died: ", err)
	}
	if err := o.Err(); err != nil {
		t.Fatal("the original was sent away: ", err)
	}
}

// fields are read one after the other, with the lowest byte first.
type fields struct {
	left []byte
	err  error
}

var errGarbage = errors.New("read behind the end")

func (f *fields) next(n int) []byte {
	if n > len(f.left) {
		f.err = errGarbage
		return make([]byte, n)
	}
	b := f.left[:n]
	f.left = f.left[n:]
	return b
}

func (f *fields) u8() uint8    { return f.next(1)[0] }
func (f *fields) u16() uint16  { return binary.LittleEndian.Uint16(f.next(2)) }
func (f *fields) u32() uint32  { return binary.LittleEndian.Uint32(f.next(4)) }
func (f *fields) u64() uint64  { return binary.LittleEndian.Uint64(f.next(8)) }
func (f *fields) text() string { return string(f.next(int(f.u16()))) }
func (f *fields) rest()        { f.left = nil }

func le32(v uint32) []byte { return binary.LittleEndian.AppendUint32(nil, v) }
