package gates

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"assay/text"
)

// value reads a value of one kind; what says how it is to be written.
func value[T any](r *policyReader, key string, v ast.Node, into *T, what string, of func(ast.Node) (T, bool)) {
	got, ok := of(v)
	if !ok {
		r.want(key, v, what)
		return
	}
	*into = got
}

func (r *policyReader) want(key string, v ast.Node, what string) {
	r.fail(v, fmt.Sprintf("`%s` is %s", key, describe(v)), "write "+what)
}

// describe names a value as its author would.
func describe(v ast.Node) string {
	switch n := v.(type) {
	case nil, *ast.NullNode:
		return "empty"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a group of keys"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return strconv.Quote(text.Clip(n.Value, 40))
	case *ast.AnchorNode, *ast.AliasNode:
		return "an anchor, which a policy may not have"
	default:
		return text.Clip(firstLine(v.String()), 40)
	}
}

// textOf reads a scalar as its author wrote it: version: 1.0 is "1.0".
func textOf(v ast.Node) (string, bool) {
	switch n := v.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func flagOf(v ast.Node) (bool, bool) {
	b, ok := v.(*ast.BoolNode)
	return ok && b.Value, ok
}

// shareOf reads a number from 0 to 1.
func shareOf(v ast.Node) (float64, bool) {
	whole, ok := wholeOf(v)
	f := float64(whole)
	if n, float := v.(*ast.FloatNode); float {
		f, ok = n.Value, true
	}
	return f, ok && f >= 0 && f <= 1 // not NaN either
}

func wholeOf(v ast.Node) (int, bool) {
	n, ok := v.(*ast.IntegerNode)
	if !ok {
		return 0, false
	}
	switch i := n.Value.(type) {
	case int64:
		return int(i), i <= math.MaxInt32
	case uint64:
		return int(i), i <= math.MaxInt32
	}
	return 0, false
}

// durationOf reads what time.ParseDuration reads, and days.
func durationOf(v ast.Node) (time.Duration, bool) {
	s, _ := textOf(v)
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err == nil
	}
	if s == "" || s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
		return 0, false // a bare number hides its unit
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

// sizeOf reads bytes: KB, MB, GB are powers of 1000, KiB, MiB, GiB of 1024.
func sizeOf(v ast.Node) (int64, bool) {
	s, _ := textOf(v)
	number := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	n, err := strconv.ParseUint(number, 10, 31)
	units := map[string]int64{"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
	unit, ok := units[strings.TrimSpace(s[len(number):])]
	return int64(n) * unit, err == nil && ok && n > 0
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
