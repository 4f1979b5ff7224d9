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
func value[T any](r *policyReader, into *T, what string, read func(ast.Node) (T, bool)) reading {
	return func(key string, v ast.Node) {
		got, ok := read(v)
		if !ok {
			r.want(key, v, what)
			return
		}
		*into = got
	}
}

func (r *policyReader) str(into *string) reading { return value(r, into, "text", textOf) }

func (r *policyReader) oneOf(into *string, choices ...string) reading {
	return func(key string, v ast.Node) {
		s, ok := textOf(v)
		if !ok || !slices.Contains(choices, s) {
			hint := "one of: " + strings.Join(choices, ", ")
			if near := Nearest(s, choices); near != "" {
				hint = fmt.Sprintf("did you mean `%s`? %s", near, hint)
			}
			r.fail(v, fmt.Sprintf("`%s` is %s", key, describe(v)), hint)
			return
		}
		*into = s
	}
}

func (r *policyReader) flag(into *bool) reading {
	return value(r, into, "true or false", func(v ast.Node) (bool, bool) {
		b, ok := v.(*ast.BoolNode)
		return ok && b.Value, ok
	})
}

// integer reads a whole number from least upwards.
func (r *policyReader) integer(into *int, least int) reading {
	return value(r, into, fmt.Sprintf("a whole number, %d or more", least), func(v ast.Node) (int, bool) {
		n, ok := wholeOf(v)
		return n, ok && n >= least
	})
}

// share reads a number from 0 to 1.
func (r *policyReader) share(into *float64) reading {
	return value(r, into, "a number from 0 to 1", func(v ast.Node) (float64, bool) {
		whole, ok := wholeOf(v)
		f := float64(whole)
		if n, float := v.(*ast.FloatNode); float {
			f, ok = n.Value, true
		}
		return f, ok && f >= 0 && f <= 1 // not NaN either
	})
}

func (r *policyReader) duration(into *time.Duration) reading {
	return value(r, into, "a duration with its unit, such as 500ms, 30s, 2m or 1d", func(v ast.Node) (time.Duration, bool) {
		s, _ := textOf(v)
		d, err := parseDuration(s)
		return d, err == nil && d >= 0
	})
}

func (r *policyReader) size(into *int64) reading {
	return value(r, into, "a size such as 500KB, 20MB or 1GB", func(v ast.Node) (int64, bool) {
		s, _ := textOf(v)
		return parseSize(s)
	})
}

// A check reports whether a text may stand at a key, and fails where it may not.
type check func(key string, v ast.Node, s string) bool

// list reads a list of texts; one text alone is a list of one.
func (r *policyReader) list(into *[]string, may check) reading {
	return func(key string, v ast.Node) {
		items := []ast.Node{v}
		if seq, ok := v.(*ast.SequenceNode); ok {
			items = seq.Values
		}
		list := make([]string, 0, len(items))
		for _, item := range items {
			s, ok := textOf(item)
			if !ok || s == "" {
				r.want(key, item, "a list of texts")
				continue
			}
			if may == nil || may(key, item, s) {
				list = append(list, s)
			}
		}
		*into = list
	}
}

// days reads a table of names to days.
func (r *policyReader) days(into *map[string]int) reading {
	return func(key string, v ast.Node) {
		*into = map[string]int{}
		for _, e := range r.entries(v, key) {
			if s, ok := textOf(e.value); ok && s == "never" {
				(*into)[e.key] = NeverStale
				continue
			}
			n := 0
			r.integer(&n, 0)(join(key, e.key), e.value)
			(*into)[e.key] = n
		}
	}
}

// counts reads names with whole numbers, 1 or more.
func (r *policyReader) counts(into *map[string]int, may check) reading {
	return func(key string, v ast.Node) {
		*into = map[string]int{}
		for _, e := range r.entries(v, key) {
			n := 1
			r.integer(&n, 1)(join(key, e.key), e.value)
			if may == nil || may(join(key, e.key), e.value, e.key) {
				(*into)[e.key] = n
			}
		}
	}
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

func scalarText(key ast.MapKeyNode) (string, bool) {
	if n, ok := key.(ast.Node); ok {
		return textOf(n)
	}
	return "", false
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

// parseDuration reads what time.ParseDuration reads, and days.
func parseDuration(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err
	}
	if s == "" || s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
		return 0, strconv.ErrSyntax // a bare number hides its unit
	}
	return time.ParseDuration(s)
}

// parseSize reads bytes: KB, MB, GB are powers of 1000, KiB, MiB, GiB of 1024.
func parseSize(s string) (int64, bool) {
	i := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if i <= 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(s[:i], 10, 32)
	units := map[string]int64{"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
	unit, ok := units[strings.TrimSpace(s[i:])]
	return n * unit, err == nil && ok && n > 0
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
