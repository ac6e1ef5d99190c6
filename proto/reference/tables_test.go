package reference

import (
	"go/ast"
	"go/parser"
	"go/token"
	"hash/crc32"
	"os"
	"strconv"
	"sync"
)

// tables are the probabilities of yes in 1/65536.
type tables struct {
	More    [2]int
	Change  [9][8]int // by kind and age
	Back    [8]int    // by age
	Turn    [9]int    // by kind
	Fire    [9][2]int // by kind and turn
	Special [9][2]int // likewise
	Course  [9][8]int // by course held and the bits before
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

// checksum returns what tells the tables from others in a Hello.
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
