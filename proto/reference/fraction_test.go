package reference

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/crc32"
	"os"
	"strconv"
	"sync"
)

// fraction reads decisions from bytes after the binary point, and writes the same decisions.
type fraction struct {
	bytes     []byte
	low, high uint64 // 32 bits
	settled   []byte // the bytes on which low and high agree

	// invent, if not nil, decides in place of the bytes, to find others.
	invent func(p int) bool
}

func newFraction(b []byte) *fraction {
	return &fraction{bytes: b, high: 1<<32 - 1}
}

// yes reads a decision that is yes with probability p in 1/65536.
func (f *fraction) yes(p int) bool {
	middle := f.low + (f.high-f.low)*uint64(p)>>16
	yes := f.window() <= middle
	if f.invent != nil {
		yes = f.invent(p)
	}
	if yes {
		f.high = middle
	} else {
		f.low = middle + 1
	}
	for f.low>>24 == f.high>>24 {
		f.settled = append(f.settled, byte(f.low>>24))
		f.low = f.low << 8 % (1 << 32)
		f.high = f.high<<8%(1<<32) + 255
	}
	return yes
}

// window returns the 32 bits of the fraction at the place of low and high.
func (f *fraction) window() uint64 {
	v := uint64(0)
	for i := len(f.settled); i < len(f.settled)+4; i++ {
		v <<= 8
		if i < len(f.bytes) {
			v += uint64(f.bytes[i])
		}
	}
	return v
}

// even reads n even bits.
func (f *fraction) even(n int) int {
	v := 0
	for range n {
		v *= 2
		if f.yes(1 << 15) {
			v++
		}
	}
	return v
}

// end refuses bytes that are not how the decisions read are written.
func (f *fraction) end() {
	want := f.written()
	demand(bytes.Equal(f.bytes, want), "expected %x, got %x", want, f.bytes)
}

// written returns the bytes of the decisions.
func (f *fraction) written() []byte {
	return bytes.TrimRight(append(bytes.Clone(f.settled), f.last()...), "\x00")
}

// last returns as few bytes as lie between low and high with zeros after them,
// and of those the lowest.
func (f *fraction) last() []byte {
	for n := range 5 {
		unit := uint64(1) << (32 - 8*n)
		v := (f.low + unit - 1) / unit // the lowest that is not below low
		if v*unit > f.high {
			continue
		}
		var last []byte
		for i := range n {
			last = append(last, byte(v>>(8*(n-1-i))))
		}
		return last
	}
	panic("four bytes always fit")
}

// tables are the probabilities of yes in 1/65536.
type tables struct {
	More    [2]int
	Change  [9][8]int // by kind and age
	Back    [8]int    // by age
	Turn    [9]int    // by kind
	Fire    [9][2]int // by kind and turn
	Special [9][2]int // likewise
	Course  [9][8]int // by course and the bits before
	all     []int     // in the order of the file
}

// loadTables reads the tables from the source of proto.
var loadTables = sync.OnceValue(func() *tables {
	const name = "../order_table_numbers.go"
	source, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	if err != nil {
		panic(err)
	}
	t := &tables{}
	ast.Inspect(file, func(n ast.Node) bool {
		if named, ok := n.(*ast.KeyValueExpr); ok {
			t.set(named.Key.(*ast.Ident).Name, numbers(named.Value))
			return false
		}
		return true
	})
	return t
})

// numbers returns the numbers within an expression, but for the lengths of arrays.
func numbers(e ast.Expr) []int {
	if list, ok := e.(*ast.CompositeLit); ok {
		var all []int
		for _, element := range list.Elts {
			all = append(all, numbers(element)...)
		}
		return all
	}
	v, err := strconv.ParseInt(e.(*ast.BasicLit).Value, 0, 32)
	if err != nil {
		panic(err)
	}
	return []int{int(v)}
}

// checksum returns the number of the tables in a Hello.
func (t *tables) checksum() uint32 {
	var b []byte
	for _, p := range t.all {
		b = append(b, byte(p>>8), byte(p))
	}
	return crc32.ChecksumIEEE(b)
}

// set fills the table called name, row by row.
func (t *tables) set(name string, from []int) {
	t.all = append(t.all, from...)
	rows := map[string]func(i int) *int{
		"More":    func(i int) *int { return &t.More[i] },
		"Change":  func(i int) *int { return &t.Change[i/8][i%8] },
		"Back":    func(i int) *int { return &t.Back[i] },
		"Turn":    func(i int) *int { return &t.Turn[i] },
		"Fire":    func(i int) *int { return &t.Fire[i/2][i%2] },
		"Special": func(i int) *int { return &t.Special[i/2][i%2] },
		"Course":  func(i int) *int { return &t.Course[i/8][i%8] },
	}
	for i, p := range from {
		*rows[name](i) = p
	}
}
