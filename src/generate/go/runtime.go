// Package confc is the runtime of clients: it reads, checks and shows values by the table of a schema. Its text is the
// same in every client.
package confc

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// confcRuntime1 has the number of the interface between the runtime and a client in its name.
const confcRuntime1 = 1

// ErrLoad matches every error of a client in errors.Is.
const ErrLoad confcSentinel = "the values are refused"

type confcSentinel string

func (s confcSentinel) Error() string { return string(s) }

// A DecodeError reports bytes that are damaged, incomplete, or not what confc writes.
type DecodeError struct {
	Offset int
	Why    string
}

func (e *DecodeError) Error() string        { return fmt.Sprintf("byte %d: %s", e.Offset, e.Why) }
func (e *DecodeError) Is(target error) bool { return target == ErrLoad }

// A ChecksumError reports values that were compiled for another interface. Differences is nil if the file does not
// hold the schema that it was compiled for.
type ChecksumError struct {
	Expected, Found string
	Differences     []string
}

func (e *ChecksumError) Error() string {
	said := fmt.Sprintf("the values were compiled for another interface: expected %s, found %s", e.Expected, e.Found)
	return strings.Join(append([]string{said}, e.Differences...), "; ")
}
func (e *ChecksumError) Is(target error) bool { return target == ErrLoad }

// A CountError reports that the number of values is not the number of fields.
type CountError struct{ Expected, Found int }

func (e *CountError) Error() string {
	return fmt.Sprintf("expected one value for each field (%d), found %d", e.Expected, e.Found)
}
func (e *CountError) Is(target error) bool { return target == ErrLoad }

// A ConstraintError reports a value that does not fit its field. It holds no value.
type ConstraintError struct{ Path, Why string }

func (e *ConstraintError) Error() string        { return fmt.Sprintf("field `%s`: %s", e.Path, e.Why) }
func (e *ConstraintError) Is(target error) bool { return target == ErrLoad }

// An OverrideError reports an override that does not fit its field. It holds no value.
type OverrideError struct{ Path, Why string }

func (e *OverrideError) Error() string        { return fmt.Sprintf("override of `%s`: %s", e.Path, e.Why) }
func (e *OverrideError) Is(target error) bool { return target == ErrLoad }

// A RuleError reports values that break a rule. Place is where it is broken, such as "ports[1]", if the rule has many
// places. A RuleError holds no sensitive value.
type RuleError struct{ Rule, Message, Place, Name string }

func (e *RuleError) Error() string {
	said := e.Message
	if e.Place != "" {
		said += " (at `" + e.Place + "`)"
	}
	if e.Name != "" {
		said += " [" + e.Name + "]"
	}
	return said
}
func (e *RuleError) Is(target error) bool { return target == ErrLoad }

// A Secret holds a sensitive value, and shows <set> wherever it is printed. It holds a pointer to a pointer, which fmt
// never follows, even where it cannot call Format; reflect.DeepEqual compares the values.
type Secret[T any] struct{ value **T }

// NewSecret returns a secret with this value.
func NewSecret[T any](value T) Secret[T] {
	pointer := &value
	return Secret[T]{&pointer}
}

// Reveal returns the value.
func (s Secret[T]) Reveal() (value T) {
	if s.value != nil {
		value = **s.value
	}
	return value
}

// Format, String, MarshalText and MarshalJSON hide the value.
func (s Secret[T]) Format(f fmt.State, _ rune)   { _, _ = io.WriteString(f, s.String()) }
func (s Secret[T]) String() string               { return "<set>" }
func (s Secret[T]) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s Secret[T]) MarshalJSON() ([]byte, error) { return []byte(`"<set>"`), nil }

// A Nullable holds the value of a field that may be null and absent; a nil Value is null.
type Nullable[T any] struct{ Value *T }

// The table of a schema. Positions are from 0.
type confcTable struct {
	Fields   []confcField
	Types    []confcType
	Patterns [][]confcState
	Rules    []confcRule
	Integers []confcWide // The constants of rules.
	Floats   []float64
	Strings  []string
	Enums    []confcEnum
	Checksum string
}

// A field of the schema, or a member of a struct.
type confcField struct {
	Key, Name                           string // Name is the native name, if it is not the key.
	Type                                int
	Rest, Optional, Nullable, Sensitive bool
	Text                                string // Of the type; for fields of the schema.
	Default                             string // The bytes of a ConfigValue, or empty.
	Hidden                              bool   // Whether there is a default that must not be shown.
}

type confcType struct {
	Kind        int    // The number of its case in ConfigVectorValue: see confcWires. An array has 19.
	Least, Most uint64 // Bytes, elements, entries; the range of an unsigned integer.
	Min, Max    int64
	Low, High   float64
	Unique      bool
	Sensitive   bool // Whether a member inside is sensitive.
	Kinds       uint8
	Pattern     int // A position from 1, or 0.
	Item, Key   int
	Enum        confcEnum
	Members     []confcField
	Tag         string
	Cases       []confcCase
}

// The variants of an enum, ascending by number, and the positions of the variants in the order of their names.
type confcEnum struct {
	Variants []confcVariantName
	ByName   []int
}

type confcVariantName struct {
	Number int64
	Name   string
}

type confcCase struct {
	Key  string
	Type int
	Text string
}

// Values are bool, uint64, int64, float64, string, and these.
type (
	confcVariant int64  // The number of a variant.
	confcJSON    string // Canonical text.
	confcAbsent  struct{}
	confcNull    struct{}
	confcMembers []any // The values of the members of a struct.
	confcMap     struct {
		Keys   []string // Ascending; variants by name.
		Values confcElements
	}
	confcUnion struct {
		Case  int
		Value any
	}
	// The elements of a list.
	confcElements interface {
		Len() int
		At(i int) any
	}
	confcList[T any] []T
)

func (l confcList[T]) Len() int     { return len(l) }
func (l confcList[T]) At(i int) any { return l[i] }

// confcForm appends a text of a value. Two values of one type are equal if their texts are.
func confcForm(b []byte, value any) []byte {
	switch v := value.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case uint64:
		return strconv.AppendUint(b, v, 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return append(b, fmt.Sprintf("f%016x", math.Float64bits(v))...)
	case string:
		return append(b, "s"+hex.EncodeToString([]byte(v))...)
	case confcVariant:
		return strconv.AppendInt(append(b, 'v'), int64(v), 10)
	case confcJSON:
		return append(b, "j"+hex.EncodeToString([]byte(v))...)
	case confcAbsent:
		return append(b, "none"...)
	case confcNull:
		return append(b, "null"...)
	case confcUnion:
		b = append(strconv.AppendInt(append(b, 'u'), int64(v.Case)+1, 10), '(')
		return append(confcForm(b, v.Value), ')')
	case confcMembers:
		return confcJoin(b, "{}", len(v), func(b []byte, i int) []byte { return confcForm(b, v[i]) })
	case confcElements:
		return confcJoin(b, "[]", v.Len(), func(b []byte, i int) []byte { return confcForm(b, v.At(i)) })
	case confcMap:
		return confcJoin(b, "<>", len(v.Keys), func(b []byte, i int) []byte {
			return confcForm(append(confcForm(b, v.Keys[i]), ':'), v.Values.At(i))
		})
	}
	return b
}

// confcJoin appends parts between brackets, with commas.
func confcJoin(b []byte, brackets string, count int, part func(b []byte, i int) []byte) []byte {
	b = append(b, brackets[0])
	for i := 0; i < count; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = part(b, i)
	}
	return append(b, brackets[1])
}

func confcEqual(a, b any) bool { return bytes.Equal(confcForm(nil, a), confcForm(nil, b)) }

// The reader of value files. The bytes may come from anywhere: all are checked, and each length and count is checked
// before it is used. A refusal is a panic with a confcRefusal, which confcTry catches.

const (
	confcMaxSize   = 64 << 20
	confcMaxLevels = 32
	confcIntegrity = "\xa2\x06\x20"
	confcVarint    = 0
	confcSized     = 2
)

// The wire types of values by their cases: bool, four unsigned and four signed integers, string, float32, float64, enum,
// struct, json, list, map, union.
var confcWires = [...]int{-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 5, 1, 0, 2, 2, 2, 2, 2}

// The shapes of values by the kinds of types; all others are single values.
var confcShapes = [20]int{16: 2, 17: 4, 18: 7, 19: 3}

type confcRefusal struct{ err error }

func confcTry(do func()) (err error) {
	defer func() {
		switch refused := recover().(type) {
		case nil:
		case confcRefusal:
			err = refused.err
		default:
			panic(refused)
		}
	}()
	do()
	return nil
}

// A confcReader reads the rest of a message. Its methods take the type of a value, or nil to check only its form and
// return nothing.
type confcReader struct {
	file    *confcFile
	at, end int
}

type confcFile struct {
	table *confcTable
	data  string
	key   string // Of the field that is read with its type.
}

func (r *confcReader) refuse(why string) { panic(confcRefusal{&DecodeError{r.at, why}}) }

// other refuses a value whose type is not the declared one.
func (r *confcReader) other() {
	panic(confcRefusal{&ConstraintError{r.file.key, "the value is of another type"}})
}

func (r *confcReader) varint() uint64 {
	if r.at < r.end && r.file.data[r.at] < 0x80 {
		r.at++
		return uint64(r.file.data[r.at-1])
	}
	return r.longVarint()
}

func (r *confcReader) longVarint() (value uint64) {
	for n := 0; n < 10 && r.at+n < r.end; n++ {
		c := r.file.data[r.at+n]
		value |= uint64(c&0x7f) << (7 * n)
		switch {
		case c >= 0x80:
		case c == 0:
			r.refuse("a number is not written in its shortest form")
		case n < 9 || c == 1:
			r.at += n + 1
			return value
		}
	}
	r.refuse("the bytes end inside a number, or it has more than 64 bits")
	return 0
}

// take returns the next bytes.
func (r *confcReader) take(size uint64) string {
	if size > uint64(r.end-r.at) {
		r.refuse("the bytes end inside a value")
	}
	r.at += int(size)
	return r.file.data[r.at-int(size) : r.at]
}

// sized returns a reader of the bytes after their length.
func (r *confcReader) sized() confcReader {
	size := len(r.take(r.varint()))
	return confcReader{r.file, r.at - size, r.at}
}

func (r *confcReader) text(isChecked bool) string {
	part := r.sized()
	text := part.file.data[part.at:part.end]
	if isChecked && !utf8.ValidString(text) {
		part.refuse("a text is not UTF-8")
	}
	return text
}

// has skips the tag of the next field if it is this one, and returns whether it is.
func (r *confcReader) has(number, wire uint64) bool {
	start := r.at
	if r.at < r.end && r.varint() == number<<3|wire {
		return true
	}
	r.at = start
	return false
}

func (r *confcReader) need(number uint64, what string) confcReader {
	if !r.has(number, confcSized) {
		r.refuse("expected " + what + ", found none")
	}
	return r.sized()
}

func (r *confcReader) finish() {
	if r.at < r.end {
		r.refuse("a field is unknown, repeated or misplaced")
	}
}

// oneof reads the only field of a message, which is one of this many cases.
func (r *confcReader) oneof(cases uint64) (int, confcReader) {
	tag := r.varint()
	if tag>>3 == 0 || tag>>3 > cases || tag&7 != confcSized {
		r.refuse("expected one case of a oneof")
	}
	content := r.sized()
	r.finish()
	return int(tag >> 3), content
}

func (r *confcReader) deep(level int) {
	if level > confcMaxLevels {
		r.refuse("values nest deeper than 32 levels")
	}
}

// value reads a ConfigValue, whose type is at this level.
func (r *confcReader) value(t *confcType, optional, nullable bool, level int) (value any) {
	r.deep(level)
	shape, in := r.oneof(7)
	if t != nil && shape != t.shape() && !(shape == 5 && optional) && !(shape == 6 && nullable) {
		r.other()
	}
	switch shape {
	case 1:
		tag := in.varint()
		kind := int(tag >> 3 & 31)
		if tag>>3 == 0 || tag>>3 > 15 || int(tag&7) != confcWires[kind] {
			in.refuse("expected one case of a oneof")
		}
		if t != nil && t.Kind != kind {
			r.other()
		}
		value = in.scalar(kind, t, level)
	case 2, 3:
		value, _ = in.list(t, level+1)
	case 4:
		value = in.entries(t, level+1)
	case 5:
		value = confcAbsent{}
	case 6:
		value = confcNull{}
	case 7:
		value = in.union(t, level+1)
	}
	in.finish()
	return value
}

func (t *confcType) shape() int {
	if shape := confcShapes[t.Kind]; shape != 0 {
		return shape
	}
	return 1
}

// scalar reads a value of a case after its tag.
func (r *confcReader) scalar(kind int, t *confcType, level int) (value any) {
	switch kind {
	case 1:
		n := r.varint()
		if n > 1 {
			r.refuse("expected 0 or 1, found another number")
		}
		return n == 1
	case 2, 3, 4, 5:
		n := r.varint()
		if kind < 5 && n > math.MaxUint32 {
			r.refuse("a number does not fit into 32 bits")
		}
		return n
	case 6, 7, 8, 9, 13:
		zigzag := r.varint()
		if kind < 9 && zigzag > math.MaxUint32 {
			r.refuse("a number does not fit into 32 bits")
		}
		n := int64(zigzag>>1) ^ -int64(zigzag&1)
		if kind == 13 {
			return confcVariant(n)
		}
		return n
	case 10:
		return r.text(t == nil)
	case 11:
		return float64(math.Float32frombits(uint32(r.fixed(4))))
	case 12:
		return math.Float64frombits(r.fixed(8))
	case 15:
		text := r.text(t == nil)
		if t == nil && !confcIsJSON(text) {
			r.refuse("a text is not canonical JSON")
		}
		return confcJSON(text)
	}
	in := r.sized()
	if kind > 15 {
		in.deep(level)
	}
	switch kind {
	case 14:
		return in.members(t, level+1)
	case 16:
		value, _ = in.list(t, level+1)
	case 17:
		value = in.entries(t, level+1)
	case 18:
		value = in.union(t, level+1)
	}
	in.finish()
	return value
}

func (r *confcReader) fixed(size uint64) (value uint64) {
	for n, c := range []byte(r.take(size)) {
		value |= uint64(c) << (8 * n)
	}
	return value
}

func (r *confcReader) members(t *confcType, level int) any {
	if t == nil {
		for r.has(1, confcSized) {
			in := r.sized()
			in.value(nil, false, false, level)
		}
		r.finish()
		return nil
	}
	if r.items() != len(t.Members) {
		r.other()
	}
	values := make(confcMembers, len(t.Members))
	for i := range values {
		in := r.need(1, "a member")
		f := &t.Members[i]
		values[i] = in.value(&r.file.table.Types[f.Type], f.Optional, f.Nullable, level)
	}
	r.finish()
	return values
}

// items counts the remaining fields with the number 1, and reads nothing.
func (r *confcReader) items() (count int) {
	rest := *r
	for ; rest.has(1, confcSized); count++ {
		rest.sized()
	}
	return count
}

// list reads the elements of a vector or array, or the values of a map, and their number.
func (r *confcReader) list(t *confcType, level int) (confcElements, int) {
	kind, in := r.oneof(18)
	count, isPacked := 0, confcWires[kind] != confcSized
	if isPacked && in.at < in.end {
		packed := in.need(1, "a packed list")
		in.finish()
		if in = packed; in.at == in.end {
			in.refuse("an empty list must be left out")
		}
	}
	more := func() bool { return in.at < in.end && (isPacked || in.has(1, confcSized)) }
	if t == nil {
		for ; more(); count++ {
			in.scalar(kind, nil, level)
		}
		in.finish()
		return nil, count
	}
	item := &r.file.table.Types[t.Item]
	if kind != item.Kind && (kind != 16 || item.Kind != 19) {
		r.other()
	}
	switch confcWires[kind] {
	case confcVarint:
		for _, c := range []byte(in.file.data[in.at:in.end]) {
			count += int(^c >> 7)
		}
	case confcSized:
		count = in.items()
	default:
		count = (in.end - in.at) / (4 * (kind - 10))
	}
	if uint64(count) > t.Most {
		r.other()
	}
	elements := confcElementsOf(kind, count, func() any {
		if !more() {
			in.refuse("the bytes end inside a value")
		}
		return in.scalar(kind, item, level)
	})
	in.finish()
	return elements, count
}

// confcElementsOf makes a list of a case, compact for single values.
func confcElementsOf(kind, count int, next func() any) confcElements {
	switch kind {
	case 1:
		return confcFill[bool](count, next)
	case 2, 3, 4, 5:
		return confcFill[uint64](count, next)
	case 6, 7, 8, 9:
		return confcFill[int64](count, next)
	case 10:
		return confcFill[string](count, next)
	case 11, 12:
		return confcFill[float64](count, next)
	case 13:
		return confcFill[confcVariant](count, next)
	case 15:
		return confcFill[confcJSON](count, next)
	}
	return confcFill[any](count, next)
}

func confcFill[T any](count int, next func() any) confcElements {
	list := make(confcList[T], count)
	for i := range list {
		list[i] = next().(T)
	}
	return list
}

func (r *confcReader) entries(t *confcType, level int) any {
	start, ascends, last := *r, true, ""
	var keys []string
	if t != nil {
		count := r.items()
		if uint64(count) > t.Most {
			r.other()
		}
		keys = make([]string, 0, count)
	}
	count := 0
	for ; r.has(1, confcSized); count++ {
		key := r.text(t == nil)
		ascends = ascends && (count == 0 || last < key)
		if last = key; t != nil {
			keys = append(keys, key)
		}
	}
	in := r.need(2, "the values of a map")
	values, found := in.list(t, level)
	r.finish()
	if found != count || !ascends {
		start.refuse("the keys of a map are not ascending, each once with a value")
	}
	return confcMap{keys, values}
}

func (r *confcReader) union(t *confcType, level int) any {
	if !r.has(1, confcVarint) {
		r.refuse("expected the number of a case")
	}
	number := r.varint()
	if number == 0 {
		r.refuse("expected the number of a case")
	}
	in := r.need(2, "the value of a case")
	if t == nil {
		in.value(nil, false, false, level)
		return nil
	}
	if number > uint64(len(t.Cases)) {
		r.other()
	}
	return confcUnion{int(number) - 1, in.value(&r.file.table.Types[t.Cases[number-1].Type], false, false, level)}
}

// confcTail is the part of a file after the values. Keys, types and rules are from the embedded schema.
type confcTail struct {
	checksum           string // Its bytes.
	keys, types, rules []string
}

func (r *confcReader) tail() (tail confcTail) {
	in := r.need(2, "a checksum")
	_, sum := in.oneof(1)
	if sum.end-sum.at != sha256.Size {
		sum.refuse("expected a checksum of 32 bytes")
	}
	tail.checksum = sum.file.data[sum.at:sum.end]
	if r.has(15, confcSized) {
		in := r.sized()
		in.embedded(&tail)
	}
	r.finish()
	return tail
}

func (r *confcReader) embedded(tail *confcTail) {
	for last := ""; r.has(1, confcSized); {
		field := r.sized()
		key, ty := "", ""
		if field.has(1, confcSized) {
			key = field.text(true)
		}
		if !confcIsKey(key) || key <= last {
			field.refuse("expected keys in ascending order")
		}
		if field.has(2, confcSized) {
			ty = field.text(true)
		}
		if ty == "" {
			field.refuse("expected a type, found none")
		}
		if field.has(3, confcVarint) && field.varint() != 1 {
			field.refuse("a flag must be 1 or left out")
		}
		field.finish()
		last, tail.keys, tail.types = key, append(tail.keys, key), append(tail.types, ty)
	}
	if tail.keys == nil {
		r.refuse("expected at least one field, found none")
	}
	for last := ""; r.has(2, confcSized); {
		rule := r.text(true)
		if rule <= last {
			r.refuse("expected rules in ascending order")
		}
		last, tail.rules = rule, append(tail.rules, rule)
	}
	r.finish()
}

func confcIsKey(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && (c != '_' || i == len(text)-1)) {
			return false
		}
	}
	return 0 < len(text) && len(text) <= 64
}

// confcLoad reads and verifies a value file, sets the given values, and checks the rules.
func confcLoad[T any](s *confcTable, data []byte, given confcGiven, read func(any) T) (*T, error) {
	values, err := s.load(data)
	if err != nil {
		return nil, err
	}
	for _, at := range given.apply(values) {
		if path, why := s.checkField(&s.Fields[at], values[at], false); why != "" {
			return nil, &OverrideError{s.Fields[at].Key + path, why}
		}
	}
	if err := s.broken(values); err != nil {
		return nil, err
	}
	config := read(values)
	return &config, nil
}

// load reads the file once, with types. If anything is refused, it reads again, to find the first check that fails.
func (s *confcTable) load(data []byte) (values confcMembers, err error) {
	if len(data) > confcMaxSize {
		return nil, &DecodeError{0, "expected at most 64 MiB"}
	}
	end := len(data) - sha256.Size
	content := end - len(confcIntegrity)
	if content < 0 || string(data[content:end]) != confcIntegrity {
		return nil, &DecodeError{len(data), "the file does not end in its SHA-256: it is cut off or was changed"}
	}
	if sum := sha256.Sum256(data[:content]); !bytes.Equal(sum[:], data[end:]) {
		return nil, &DecodeError{content, "the bytes are damaged: they do not match the SHA-256 at their end"}
	}
	start := confcReader{&confcFile{table: s, data: string(data[:content])}, 0, content}
	err = confcTry(func() {
		r := start
		values = r.fields()
		if r.tail().checksum != s.Checksum {
			r.other()
		}
	})
	if err == nil {
		return values, nil
	}
	err = confcTry(func() {
		r, found := start, 0
		for ; r.has(1, confcSized); found++ {
			spec := r.sized()
			_, in := spec.oneof(1)
			in.value(nil, false, false, 1)
		}
		if tail := r.tail(); tail.checksum != s.Checksum {
			text := func(checksum string) string { return "sha256:" + hex.EncodeToString([]byte(checksum)) }
			panic(confcRefusal{&ChecksumError{text(s.Checksum), text(tail.checksum), s.differences(&tail)}})
		}
		if found != len(s.Fields) {
			panic(confcRefusal{&CountError{len(s.Fields), found}})
		}
		r = start
		values = r.fields()
	})
	return values, err
}

// fields reads the values of all fields, and checks each before the next.
func (r *confcReader) fields() confcMembers {
	values := make(confcMembers, len(r.file.table.Fields))
	for i := range values {
		f := &r.file.table.Fields[i]
		r.file.key = f.Key
		spec := r.need(1, "a value")
		_, in := spec.oneof(1)
		values[i] = in.value(&r.file.table.Types[f.Type], f.Optional, f.Nullable, 1)
		if path, why := r.file.table.checkField(f, values[i], false); why != "" {
			panic(confcRefusal{&ConstraintError{f.Key + path, why}})
		}
	}
	return values
}

// differences lists how the interface of a file differs from this one.
func (s *confcTable) differences(tail *confcTail) (all []string) {
	if tail.keys == nil {
		return nil
	}
	keys, types := tail.keys, tail.types
	for fields := s.Fields; len(fields) > 0 || len(keys) > 0; {
		switch {
		case len(keys) == 0 || len(fields) > 0 && fields[0].Key < keys[0]:
			all = append(all, fmt.Sprintf("field `%s` (%s) is not in the values", fields[0].Key, confcShown(fields[0].Text, "")))
			fields = fields[1:]
			continue
		case len(fields) == 0 || keys[0] < fields[0].Key:
			all = append(all, fmt.Sprintf("the values have `%s` (%s), which is not declared", keys[0], confcShown(types[0], "")))
		default:
			if declared, found := fields[0].Text, types[0]; declared != found {
				all = append(all, fmt.Sprintf("field `%s` is declared as %s, but is %s in the values",
					keys[0], confcShown(declared, found), confcShown(found, declared)))
			}
			fields = fields[1:]
		}
		keys, types = keys[1:], types[1:]
	}
	embedded, declared := map[string]bool{}, map[string]bool{}
	for _, rule := range tail.rules {
		embedded[rule] = true
	}
	for i := range s.Rules {
		declared[s.Rules[i].Text] = true
		if !embedded[s.Rules[i].Text] {
			all = append(all, "the values were compiled without the rule "+confcQuoted(s.Rules[i].Text))
		}
	}
	for _, rule := range tail.rules {
		if !declared[rule] {
			all = append(all, "the values were compiled with the rule "+confcQuoted(rule)+", which is not declared")
		}
	}
	if len(all) > 10 {
		all = append(all[:10], fmt.Sprintf("and %d more differ", len(all)-10))
	}
	return append([]string{}, all...)
}

// confcShown quotes a text; of a long one, the part around the first difference from the other.
func confcShown(text, other string) string {
	runes, others := []rune(text), []rune(other)
	if len(runes) <= 120 {
		return confcQuoted(text)
	}
	same := 0
	for same < len(runes) && same < len(others) && runes[same] == others[same] {
		same++
	}
	if same <= 20 {
		return confcQuoted(text)
	}
	return confcQuoted("…" + string(runes[same-20:]))
}

// Characters that could control a terminal, or cannot be seen: the first and the last of each range.
var confcUnsafe = [...]rune{
	0, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f,
	0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x2800, 0x2800, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff,
	0xffa0, 0xffa0, 0xfff0, 0xfffb, 0x13430, 0x1343f, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff,
}

func confcIsUnsafe(c rune) bool {
	for i := 0; i < len(confcUnsafe) && c >= confcUnsafe[i]; i += 2 {
		if c <= confcUnsafe[i+1] {
			return true
		}
	}
	return false
}

// confcPlain makes a text safe to print, and cuts it after this many characters.
func confcPlain(text string, most int) string {
	var out strings.Builder
	for _, c := range text {
		if most--; most < 0 {
			out.WriteString("…")
			break
		}
		if confcIsUnsafe(c) {
			fmt.Fprintf(&out, "\\u{%x}", c)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}

func confcQuoted(text string) string {
	if text == "" {
		text = `""`
	}
	return "`" + confcPlain(text, 120) + "`"
}

// confcLiteral appends a text as a JSON string that is safe to print.
func confcLiteral(b []byte, text string) []byte {
	b = append(b, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case confcIsUnsafe(c):
			for _, unit := range utf16.Encode([]rune{c}) {
				b = append(b, fmt.Sprintf("\\u%04x", unit)...)
			}
		default:
			b = append(b, string(c)...)
		}
	}
	return append(b, '"')
}

// confcStep is the step of a path to an entry of a map.
func confcStep(key string) string {
	if confcIsKey(key) {
		return "." + key
	}
	return "[" + string(confcLiteral(nil, key)) + "]"
}

// The checks of all values, whether they come from a file or are made by hand. If a value does not fit, each returns
// the path inside the value, and the reason.

func (s *confcTable) checkField(f *confcField, value any, isSecret bool) (path, why string) {
	switch value.(type) {
	case confcAbsent:
		if f.Optional {
			return "", ""
		}
	case confcNull:
		if f.Nullable {
			return "", ""
		}
	}
	return s.check(&s.Types[f.Type], value, isSecret || f.Sensitive)
}

func (s *confcTable) check(t *confcType, value any, isSecret bool) (path, why string) {
	switch v := value.(type) {
	case bool:
		if t.Kind == 1 {
			return "", ""
		}
	case uint64:
		if t.Kind >= 2 && t.Kind <= 5 {
			if v < t.Least || v > t.Most {
				return "", fmt.Sprintf("expected an integer from %d to %d", t.Least, t.Most)
			}
			return "", ""
		}
	case int64:
		if t.Kind >= 6 && t.Kind <= 9 {
			if v < t.Min || v > t.Max {
				return "", fmt.Sprintf("expected an integer from %d to %d", t.Min, t.Max)
			}
			return "", ""
		}
	case float64:
		if t.Kind == 11 || t.Kind == 12 {
			isExact := t.Kind == 12 || float64(float32(v)) == v
			// The bounds are finite, and NaN is not within them.
			if !(t.Low <= v && v <= t.High) || !isExact || v == 0 && math.Signbit(v) {
				return "", fmt.Sprintf("expected a finite number from %v to %v", t.Low, t.High)
			}
			return "", ""
		}
	case string:
		if t.Kind == 10 {
			return "", s.checkString(t, v)
		}
	case confcVariant:
		if t.Kind == 13 && t.Enum.number(int64(v)) >= 0 {
			return "", ""
		}
	case confcJSON:
		if t.Kind == 15 {
			return "", confcCheckJSON(t, v)
		}
	case confcMembers:
		if t.Kind == 14 && len(v) == len(t.Members) {
			for i := range v {
				if path, why := s.checkField(&t.Members[i], v[i], isSecret); why != "" {
					return "." + t.Members[i].Key + path, why
				}
			}
			return "", ""
		}
	case confcElements:
		if t.Kind == 16 || t.Kind == 19 {
			return s.checkList(t, v, isSecret)
		}
	case confcMap:
		if t.Kind == 17 {
			return s.checkMap(t, v, isSecret)
		}
	case confcUnion:
		if t.Kind == 18 && v.Case < len(t.Cases) {
			return s.check(&s.Types[t.Cases[v.Case].Type], v.Value, isSecret)
		}
	}
	return "", "the value is of another type"
}

func (s *confcTable) checkString(t *confcType, text string) string {
	switch size := uint64(len(text)); {
	case size < t.Least || size > t.Most:
		return fmt.Sprintf("expected from %d to %d bytes, found %d", t.Least, t.Most, size)
	case !utf8.ValidString(text):
		return "expected UTF-8"
	case t.Pattern > 0 && !confcMatches(s.Patterns[t.Pattern-1], text):
		return "the pattern does not match"
	}
	return ""
}

func confcCheckJSON(t *confcType, value confcJSON) string {
	text := string(value)
	switch {
	case uint64(len(text)) > t.Most:
		return fmt.Sprintf("expected at most %d bytes of JSON, found %d", t.Most, len(text))
	case !utf8.ValidString(text) || !confcIsJSON(text):
		return "expected canonical JSON"
	case t.Kinds&confcJSONKind(text) == 0:
		return "expected JSON of another kind"
	}
	return ""
}

func (s *confcTable) checkList(t *confcType, list confcElements, isSecret bool) (path, why string) {
	if size := uint64(list.Len()); size < t.Least || size > t.Most {
		return "", fmt.Sprintf("expected from %d to %d elements, found %d", t.Least, t.Most, size)
	}
	for i, item := 0, &s.Types[t.Item]; i < list.Len(); i++ {
		if path, why := s.check(item, list.At(i), isSecret); why != "" {
			return fmt.Sprintf("[%d]%s", i, path), why
		}
	}
	if t.Unique && confcRepeats(list) {
		return "", "expected all elements to differ"
	}
	return "", ""
}

// confcRepeats says whether two elements are equal.
func confcRepeats(list confcElements) bool {
	seen := map[any]struct{}{}
	for i := 0; i < list.Len(); i++ {
		one := list.At(i)
		switch one.(type) {
		case bool, uint64, int64, float64, string, confcVariant, confcJSON:
		default:
			one = string(confcForm(nil, one))
		}
		if _, again := seen[one]; again {
			return true
		}
		seen[one] = struct{}{}
	}
	return false
}

func (s *confcTable) checkMap(t *confcType, entries confcMap, isSecret bool) (path, why string) {
	if size := uint64(len(entries.Keys)); size < t.Least || size > t.Most {
		return "", fmt.Sprintf("expected from %d to %d entries, found %d", t.Least, t.Most, size)
	}
	step := func(key string) string {
		if isSecret {
			return "[…]"
		}
		return confcStep(key)
	}
	for _, key := range entries.Keys {
		switch of := &s.Types[t.Key]; {
		case strings.HasPrefix(key, "$"):
			why = "expected a key that does not begin with `$`"
		case of.Kind == 10:
			why = s.checkString(of, key)
		case of.Enum.named(key) < 0:
			why = "expected the name of a variant"
		}
		if why != "" {
			return step(key), why
		}
	}
	for i, item := 0, &s.Types[t.Item]; i < len(entries.Keys); i++ {
		if path, why := s.check(item, entries.Values.At(i), isSecret); why != "" {
			return step(entries.Keys[i]) + path, why
		}
	}
	return "", ""
}

// number finds a variant by its number, and named by its name; both return a position, or -1.
func (e *confcEnum) number(number int64) int {
	i := sort.Search(len(e.Variants), func(i int) bool { return e.Variants[i].Number >= number })
	if i == len(e.Variants) || e.Variants[i].Number != number {
		return -1
	}
	return i
}

func (e *confcEnum) named(name string) int {
	i := sort.Search(len(e.ByName), func(i int) bool { return e.Variants[e.ByName[i]].Name >= name })
	if i == len(e.ByName) || e.Variants[e.ByName[i]].Name != name {
		return -1
	}
	return e.ByName[i]
}

// A state of a pattern. For a class, Ranges has the first and the last character of each range.
type confcState struct {
	Kind        int // 0 match, 1 class, 2 split, 3 assertion.
	Next, Other int // Other is the second state of a split, or the number of an assertion.
	Ranges      []rune
}

// confcMatches says whether a pattern matches a string as a whole. It takes time linear in the number of characters
// times the number of states.
func confcMatches(states []confcState, text string) bool {
	visited := make([]int, len(states)) // The last character before which each state was visited, from 1.
	open, next, before := []int{0}, []int(nil), rune(-1)
	for step, at := 1, 0; len(open) > 0; step++ {
		after, size := rune(-1), 0
		if at < len(text) {
			after, size = utf8.DecodeRuneInString(text[at:])
		}
		next = next[:0]
		for len(open) > 0 {
			n := open[len(open)-1]
			open = open[:len(open)-1]
			if visited[n] == step {
				continue
			}
			visited[n] = step
			switch state := &states[n]; {
			case state.Kind == 0 && size == 0:
				return true
			case state.Kind == 1 && size > 0:
				i := sort.Search(len(state.Ranges)/2, func(i int) bool { return state.Ranges[2*i+1] >= after })
				if 2*i < len(state.Ranges) && state.Ranges[2*i] <= after {
					next = append(next, state.Next)
				}
			case state.Kind == 2:
				open = append(open, state.Next, state.Other)
			case state.Kind == 3 && confcAsserts(state.Other, before, after):
				open = append(open, state.Next)
			}
		}
		open, next, before, at = next, open, after, at+size
	}
	return false
}

// confcAsserts says whether an assertion holds between two characters, which are -1 outside the string.
func confcAsserts(kind int, before, after rune) bool {
	isBefore, isAfter := confcIsWord(before), confcIsWord(after)
	return [...]bool{
		before < 0, after < 0,
		before < 0 || before == '\n', after < 0 || after == '\n',
		before < 0 || before == '\n' || before == '\r' && after != '\n',
		after < 0 || after == '\r' || after == '\n' && before != '\r',
		isBefore != isAfter, isBefore == isAfter,
		!isBefore && isAfter, isBefore && !isAfter, !isBefore, !isAfter,
	}[kind]
}

func confcIsWord(c rune) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// confcOpen is an array or object around a place in JSON, with the last key of an object.
type confcOpen struct {
	isObject, hasKey bool
	key              string
}

// confcIsJSON says whether a text is a canonical JSON value. It reads the text once and does not recurse.
func confcIsJSON(text string) bool {
	var open []confcOpen
	at := 0
	is := func(c byte) bool { return at < len(text) && text[at] == c }
	key := func() bool {
		end := confcStringEnd(text, at)
		if end < 0 {
			return false
		}
		key, last := text[at+1:end-1], &open[len(open)-1]
		if last.hasKey && confcUnescaped(last.key) >= confcUnescaped(key) {
			return false
		}
		last.key, last.hasKey, at = key, true, end+1
		return end < len(text) && text[end] == ':'
	}
	for {
		switch isObject := is('{'); {
		case isObject || is('['):
			if len(open) == 64 {
				return false
			}
			open = append(open, confcOpen{isObject: isObject})
			at++
			if !is("]}"[confcBit(isObject)]) {
				if isObject && !key() {
					return false
				}
				continue
			}
		case is('"'):
			if at = confcStringEnd(text, at); at < 0 {
				return false
			}
		default:
			end := at
			for end < len(text) && text[end] != ',' && text[end] != ']' && text[end] != '}' {
				end++
			}
			scalar := text[at:end]
			if scalar != "null" && scalar != "true" && scalar != "false" && !confcIsNumber(scalar) {
				return false
			}
			at = end
		}
		// A value ends here, and perhaps the arrays and objects around it.
		for len(open) > 0 && is("]}"[confcBit(open[len(open)-1].isObject)]) {
			open = open[:len(open)-1]
			at++
		}
		if len(open) == 0 {
			return at == len(text)
		}
		if !is(',') {
			return false
		}
		if at++; open[len(open)-1].isObject && !key() {
			return false
		}
	}
}

func confcBit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// confcStringEnd returns the end of the canonical string that begins here, or -1.
func confcStringEnd(text string, at int) int {
	if at >= len(text) || text[at] != '"' {
		return -1
	}
	for at++; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			return at + 1
		case c < ' ':
			return -1
		case c == '\\':
			rest := text[at+1:]
			switch {
			case rest == "":
				return -1
			case strings.IndexByte(`"\nrt`, rest[0]) >= 0:
				at++
			case len(rest) < 5 || rest[:3] != "u00" || rest[3] > '1' || rest[3] < '0' ||
				strings.IndexByte("0123456789abcdef", rest[4]) < 0 || strings.Contains("u0009 u000a u000d", rest[:5]):
				return -1
			default:
				at += 5
			}
		}
	}
	return -1
}

// confcUnescaped returns the text of a canonical string without its quotes.
func confcUnescaped(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var text string
	_ = json.Unmarshal([]byte(`"`+raw+`"`), &text)
	return text
}

func confcIsNumber(text string) bool {
	if len(text) > 32 {
		return false
	}
	if strings.ContainsAny(text, ".e") {
		value, err := strconv.ParseFloat(text, 64)
		return err == nil && text != "-0.0" && confcPointed(value, 64) == text
	}
	if value, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(value, 10) == text
	}
	value, err := strconv.ParseUint(text, 10, 64)
	return err == nil && strconv.FormatUint(value, 10) == text
}

// confcJSONKind returns the bit of the kind of a value.
func confcJSONKind(text string) uint8 {
	switch text[0] {
	case 't', 'f':
		return 1
	case '"':
		return 4
	case '[':
		return 8
	case '{':
		return 16
	case 'n':
		return 32
	}
	return 2
}

// confcDigits returns the shortest text of a float, and confcPointed one with a point.
func confcDigits(value float64, size int) string {
	if m := math.Abs(value); m == 0 || m >= 1e-7 && m < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, size)
	}
	digits, power, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, size), "e")
	exponent, _ := strconv.Atoi(power)
	return digits + "e" + strconv.Itoa(exponent)
}

func confcPointed(value float64, size int) string {
	digits, power, hasPower := strings.Cut(confcDigits(value, size), "e")
	if strings.IndexByte(digits, '.') < 0 {
		digits += ".0"
	}
	if hasPower {
		digits += "e" + power
	}
	return digits
}

// confcJSONWriter writes plain data as JSON, with native names, and without secrets unless they are requested.
type confcJSONWriter struct {
	table      *confcTable
	hasSecrets bool
}

func confcToJSON(s *confcTable, value any, hasSecrets bool) ([]byte, error) {
	values, _ := value.(confcMembers)
	for i := range values {
		if path, why := s.checkField(&s.Fields[i], values[i], false); why != "" {
			return nil, &ConstraintError{s.Fields[i].Key + path, why}
		}
	}
	w := confcJSONWriter{s, hasSecrets}
	return w.object([]byte{'{'}, s.Fields, values), nil
}

// object writes members after the opening brace and any earlier members. It leaves out an absent value, unless leaving
// it out would mean a default.
func (w *confcJSONWriter) object(b []byte, fields []confcField, values confcMembers) []byte {
	entry := func(name string) { b = append(confcLiteral(b, name), ':') }
	for i := range fields {
		f, t, value := &fields[i], &w.table.Types[fields[i].Type], values[i]
		members, isStruct := value.(confcMembers)
		_, isAbsent := value.(confcAbsent)
		if !w.hasSecrets && (f.Sensitive || t.Sensitive && !isStruct && !isAbsent) {
			continue
		}
		hasDefault := f.Default != "" || f.Hidden
		if isAbsent && (!hasDefault || f.Nullable || t.Kind == 15 && t.Kinds&32 != 0) {
			continue
		}
		if entries, _ := value.(confcMap); f.Rest {
			for i, key := range entries.Keys {
				entry(key)
				b = append(w.value(b, &w.table.Types[t.Item], entries.Values.At(i)), ',')
			}
			continue
		}
		if entry(f.Key); f.Name != "" {
			b = b[:len(b)-len(f.Key)-3]
			entry(f.Name)
		}
		if isStruct {
			b = append(w.object(append(b, '{'), t.Members, members), ',')
		} else {
			b = append(w.value(b, t, value), ',')
		}
	}
	if b[len(b)-1] == ',' {
		b = b[:len(b)-1]
	}
	return append(b, '}')
}

func (w *confcJSONWriter) value(b []byte, t *confcType, value any) []byte {
	switch v := value.(type) {
	case float64:
		return append(b, confcPointed(v, 32*(t.Kind-10))...)
	case string:
		return confcLiteral(b, v)
	case confcVariant:
		return confcLiteral(b, t.Enum.Variants[t.Enum.number(int64(v))].Name)
	case confcJSON:
		return append(b, v...)
	case confcAbsent:
		return append(b, "null"...)
	case confcMembers:
		return w.object(append(b, '{'), t.Members, v)
	case confcUnion:
		of, b := &t.Cases[v.Case], append(b, '{')
		if t.Tag == "" {
			return w.value(b[:len(b)-1], &w.table.Types[of.Type], v.Value)
		}
		b = append(confcLiteral(append(confcLiteral(b, t.Tag), ':'), of.Text), ',')
		return w.object(b, w.table.Types[of.Type].Members, v.Value.(confcMembers))
	case confcElements:
		item := &w.table.Types[t.Item]
		return confcJoin(b, "[]", v.Len(), func(b []byte, i int) []byte { return w.value(b, item, v.At(i)) })
	case confcMap:
		item := &w.table.Types[t.Item]
		return confcJoin(b, "{}", len(v.Keys), func(b []byte, i int) []byte {
			return w.value(append(confcLiteral(b, v.Keys[i]), ':'), item, v.Values.At(i))
		})
	}
	return confcForm(b, value)
}

// unset returns the default of a field, or the path to the field or member that must be set.
func (s *confcTable) unset(f *confcField) (value any, missing string) {
	t := &s.Types[f.Type]
	switch {
	case f.Hidden:
		return nil, f.Key
	case f.Default != "":
		r := confcReader{&confcFile{table: s, data: f.Default}, 0, len(f.Default)}
		return r.value(t, false, f.Nullable, 1), ""
	case f.Optional:
		return confcAbsent{}, ""
	case f.Rest:
		return confcMap{Values: confcList[any]{}}, ""
	case t.Kind != 14:
		return nil, f.Key
	}
	values := make(confcMembers, len(t.Members))
	for i := range values {
		if values[i], missing = s.unset(&t.Members[i]); missing != "" {
			return nil, f.Key + "." + missing
		}
	}
	return values, ""
}

// A confcGiven holds values that are set by hand, behind pointers as a Secret does.
type confcGiven struct{ made **confcMade }

type confcMade struct {
	order  []int // Positions, in the order in which they were first set.
	values map[int]any
}

// Set sets the value at a position; the last one counts.
func (g *confcGiven) Set(at int, value any) {
	if g.made == nil {
		made := &confcMade{values: map[int]any{}}
		g.made = &made
	}
	made := *g.made
	if _, again := made.values[at]; !again {
		made.order = append(made.order, at)
	}
	made.values[at] = value
}

// apply replaces values with those that are set, and returns their positions.
func (g confcGiven) apply(values confcMembers) []int {
	if g.made == nil {
		return nil
	}
	for at, value := range (*g.made).values {
		values[at] = value
	}
	return (*g.made).order
}

// confcBuild makes a struct from the given values and the defaults of these members. Only a configuration has rules.
func confcBuild[T any](s *confcTable, members []confcField, given confcGiven, isRuled bool, read func(any) T) (*T, error) {
	values := make(confcMembers, len(members))
	given.apply(values)
	for i := range values {
		f := &members[i]
		if values[i] == nil {
			var missing string
			if values[i], missing = s.unset(f); missing != "" {
				return nil, &ConstraintError{missing, "it is not set and has no default"}
			}
		}
		if path, why := s.checkField(f, values[i], false); why != "" {
			return nil, &ConstraintError{f.Key + path, why}
		}
	}
	if isRuled {
		if err := s.broken(values); err != nil {
			return nil, err
		}
	}
	built := read(values)
	return &built, nil
}

// confcStruct returns a struct in a configuration.
func confcStruct[T any](built *T, err error) (part T, _ error) {
	if err == nil {
		part = *built
	}
	return part, err
}

// confcChanged returns the keys of the fields whose values differ.
func confcChanged(s *confcTable, a, b any) (keys []string) {
	for i := range s.Fields {
		if !confcEqual(a.(confcMembers)[i], b.(confcMembers)[i]) {
			keys = append(keys, s.Fields[i].Key)
		}
	}
	return keys
}

// A confcRule is a rule as code: see confcTable.evaluate.
type confcRule struct {
	Text, Name             string
	Places                 []confcPlace // The steps to its places; nil for a rule about all fields.
	HidesPlace, HidesFault bool
	Check                  []uint32
	Message                []confcPart // Nil without a message.
}

type confcPlace struct {
	Step     int    // 0 a member or case, 1 the elements of a list, 2 the keys of a map.
	Position int    // Of the member or case; or of the enum of the keys, from 1, or 0.
	Text     string // Of a member in a path.
}

type confcPart struct {
	Text  string
	Shown int // 0 the text, 32 and 64 a float, 1 another value, 100 + n a variant of the enum n.
	Code  []uint32
}

// A confcFault is the reason why a part of a rule has no value.
type confcFault string

const (
	confcDivisionByZero confcFault = "division by zero"
	confcIndexOutside   confcFault = "there is no element at this index"
	confcNoEntry        confcFault = "there is no entry with this key"
	confcNotFinite      confcFault = "the result is too large for a float64"
	confcNotExact       confcFault = "the integer has no exact float64 value"
	confcNothingSet     confcFault = "an optional field has no value"
	confcIsNull         confcFault = "a nullable field is null"
	confcOtherCase      confcFault = "the value of a union is of another case"
	confcIndexNotSet    confcFault = "a field in the index has no value"
)

// isOfNothing says whether a field, member or case that is read has no value.
func (f confcFault) isOfNothing() bool {
	return f == confcNothingSet || f == confcIsNull || f == confcOtherCase
}

// broken returns the first rule that the values break, at its first place.
func (s *confcTable) broken(values confcMembers) error {
	for i := range s.Rules {
		rule := &s.Rules[i]
		var broken *RuleError
		s.eachPlace(rule, rule.Places, values, "", func(place any, path string) bool {
			verdict := s.evaluate(rule.Check, values, place)
			if verdict == true {
				return true
			}
			broken = &RuleError{Rule: rule.Text, Name: rule.Name, Place: path}
			text := "`" + confcPlain(rule.Text, math.MaxInt) + "`"
			switch fault, isFault := verdict.(confcFault); {
			case isFault && rule.HidesFault:
				broken.Message = "this rule cannot be evaluated: " + text
			case isFault:
				broken.Message = "this rule cannot be evaluated: " + text + ": " + string(fault)
			case rule.Message == nil:
				broken.Message = "this rule is broken: " + text
			}
			if broken.Message == "" {
				broken.Message = s.message(rule.Message, values, place)
			}
			return false
		})
		if broken != nil {
			return broken
		}
	}
	return nil
}

// eachPlace visits the places at the end of steps, and returns whether all visits returned true.
func (s *confcTable) eachPlace(rule *confcRule, steps []confcPlace, value any, path string, visit func(any, string) bool) bool {
	if len(steps) == 0 {
		return visit(confcOperand(value), path)
	}
	step := &steps[0]
	if step.Step == 0 {
		value = confcMember(value, step.Position)
		if _, isFault := value.(confcFault); isFault {
			return true
		}
		return s.eachPlace(rule, steps[1:], value, path+step.Text, visit)
	}
	entries, isMap := value.(confcMap)
	elements, _ := value.(confcElements)
	if isMap {
		elements = s.keys(entries, uint32(step.Position))
	}
	for i := 0; i < elements.Len(); i++ {
		text := "[]"
		switch {
		case rule.HidesPlace:
		case isMap:
			text = confcStep(entries.Keys[i])
		default:
			text = fmt.Sprintf("[%d]", i)
		}
		if !s.eachPlace(rule, steps[1:], elements.At(i), path+text, visit) {
			return false
		}
	}
	return true
}

func (s *confcTable) message(parts []confcPart, values confcMembers, place any) string {
	said := ""
	for i := range parts {
		part := &parts[i]
		if part.Shown == 0 {
			said += part.Text
			continue
		}
		switch v := s.evaluate(part.Code, values, place).(type) {
		case confcFault:
			said += "<not known>"
		case float64:
			said += confcRounded(v, part.Shown)
		case string:
			said += confcPlain(v, 64)
		case confcVariant:
			enum := &s.Enums[part.Shown-100]
			said += confcPlain(enum.Variants[enum.number(int64(v))].Name, 64)
		case confcWide:
			said += v.String()
		default:
			said += string(confcForm(nil, v))
		}
	}
	return said
}

// confcRounded is like confcDigits, but takes the text further from 0 if two texts are equally near.
func confcRounded(value float64, size int) string {
	text := confcDigits(value, size)
	all := func(count, size int) string {
		digits, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(value), 'e', count, size), "e")
		return strings.Replace(digits, ".", "", 1)
	}
	if shortest, exact := all(-1, size), all(800, 64); strings.HasPrefix(exact, shortest) &&
		strings.TrimRight(exact[len(shortest):], "0") == "5" {
		digits := []byte(text)
		end := strings.IndexByte(text+"e", 'e') - 1
		for digits[end] == '0' || digits[end] == '.' {
			end--
		}
		digits[end]++
		return string(digits)
	}
	return text
}

// confcOperand makes an operand of a value: integers become wide, and an absent or null value becomes a fault.
func confcOperand(value any) any {
	switch v := value.(type) {
	case uint64:
		return confcWide{Low: v}
	case int64:
		if v < 0 {
			return confcWide{true, 0, -uint64(v)}
		}
		return confcWide{Low: uint64(v)}
	case confcAbsent:
		return confcNothingSet
	case confcNull:
		return confcIsNull
	}
	return value
}

func confcMember(of any, position int) any {
	if union, isUnion := of.(confcUnion); isUnion {
		if union.Case != position {
			return confcOtherCase
		}
		return confcOperand(union.Value)
	}
	return confcOperand(of.(confcMembers)[position])
}

// keys returns the keys of a map, as variants if enum, which is a position from 1, is not 0.
func (s *confcTable) keys(entries confcMap, enum uint32) confcElements {
	if enum == 0 {
		return confcList[string](entries.Keys)
	}
	of, keys := &s.Enums[enum-1], make(confcList[confcVariant], len(entries.Keys))
	for i, key := range entries.Keys {
		keys[i] = confcVariant(of.Variants[of.named(key)].Number)
	}
	return keys
}

// The number of values that each operation pops, and of its operands in the code. A list pops as many as its operand says.
const (
	confcPops     = "00000000010112222222222222232221111222111"
	confcOperands = "00111110111000000000000000000110000000220"
)

type confcLoop struct {
	elements confcElements
	index    int
	body     int // Where it begins.
	decides  bool
	fault    any
}

// evaluate runs a code on a stack of operands and faults, and returns the last one. Every operation runs; of several
// faults, an operation results in the first.
func (s *confcTable) evaluate(code []uint32, values confcMembers, place any) any {
	var stack []any
	var loops []confcLoop
	for at := 0; at < len(code); {
		op, pops := code[at], int(confcPops[code[at]]-'0')
		operands := code[at+1 : at+1+int(confcOperands[op]-'0')]
		at += 1 + len(operands)
		if op == 10 {
			pops = int(operands[0])
		}
		args := stack[len(stack)-pops:]
		stack = stack[:len(stack)-pops]
		var result any
		switch op {
		case 6:
			result = confcOperand(values[operands[0]])
		case 7:
			result = place
		case 8:
			loop := &loops[operands[0]]
			result = confcOperand(loop.elements.At(loop.index))
		case 38, 39: // Begins a loop: all, exists.
			elements, _ := args[0].(confcElements)
			if entries, isMap := args[0].(confcMap); isMap {
				elements = s.keys(entries, operands[1])
			}
			if elements != nil && elements.Len() > 0 {
				loops = append(loops, confcLoop{elements: elements, body: at, decides: op == 39})
				continue
			}
			if at, result = int(operands[0]), args[0]; elements != nil {
				result = op == 38
			}
		case 40: // Ends the body of a loop.
			loop := &loops[len(loops)-1]
			if _, isFault := args[0].(confcFault); isFault && loop.fault == nil {
				loop.fault = args[0]
			}
			if loop.index++; args[0] != loop.decides && loop.index < loop.elements.Len() {
				at = loop.body
				continue
			}
			if result = args[0]; result != loop.decides {
				if result = loop.fault; result == nil {
					result = !loop.decides
				}
			}
			loops = loops[:len(loops)-1]
		default:
			result = s.operate(op, operands, args)
		}
		stack = append(stack, result)
	}
	return stack[0]
}

func (s *confcTable) operate(op uint32, operands []uint32, args []any) any {
	switch op {
	case 13, 14: // And, or.
		if decides := op == 14; args[0] == decides || args[1] == decides {
			return decides
		}
	case 27: // Conditional.
		switch args[0] {
		case true:
			return args[1]
		case false:
			return args[2]
		}
	case 28, 29: // Index, entry.
		if fault, isFault := args[1].(confcFault); isFault && fault.isOfNothing() {
			args[1] = confcIndexNotSet
		}
	case 31: // Has.
		fault, isFault := args[0].(confcFault)
		if !isFault || fault.isOfNothing() {
			return !isFault
		}
	}
	for _, arg := range args {
		if fault, isFault := arg.(confcFault); isFault {
			return fault
		}
	}
	switch op {
	case 0, 1:
		return op == 1
	case 2:
		return s.Integers[operands[0]]
	case 3:
		return s.Floats[operands[0]]
	case 4:
		return s.Strings[operands[0]]
	case 5:
		return confcVariant(s.Integers[operands[0]].narrow())
	case 9:
		return confcMember(args[0], int(operands[0]))
	case 10:
		return append(confcList[any](nil), args...)
	case 11:
		return args[0] == false
	case 12:
		if float, isFloat := args[0].(float64); isFloat {
			return 0 - float
		}
		return args[0].(confcWide).minus()
	case 13, 14: // Neither side decided.
		return op == 13
	case 15: // In.
		found := false
		for list, i := args[1].(confcElements), 0; i < list.Len() && !found; i++ {
			found = confcSame(args[0], confcOperand(list.At(i)))
		}
		return found
	case 16, 17:
		return confcSame(args[0], args[1]) == (op == 16)
	case 18, 19, 20, 21: // Less, less or equal, greater, greater or equal.
		order := confcCompare(args[0], args[1])
		return [...]bool{order < 0, order <= 0, order > 0, order >= 0}[op-18]
	case 22, 23, 24, 25, 26:
		return confcCalculate(op, args[0], args[1])
	case 28:
		list, index := args[0].(confcElements), args[1].(confcWide)
		if index.Negative || index.High > 0 || index.Low >= uint64(list.Len()) {
			return confcIndexOutside
		}
		return confcOperand(list.At(int(index.Low)))
	case 29:
		entries := args[0].(confcMap)
		if at := s.entry(entries, args[1], operands[0]); at >= 0 {
			return confcOperand(entries.Values.At(at))
		}
		return confcNoEntry
	case 30:
		return s.entry(args[1].(confcMap), args[0], operands[0]) >= 0
	case 32:
		if entries, isMap := args[0].(confcMap); isMap {
			return confcWide{Low: uint64(len(entries.Keys))}
		}
		return confcWide{Low: uint64(args[0].(confcElements).Len())}
	case 33:
		return confcWide{Low: uint64(len(args[0].(string)))}
	case 34:
		return args[0].(confcWide).double()
	case 35:
		return strings.HasPrefix(args[0].(string), args[1].(string))
	case 36:
		return strings.HasSuffix(args[0].(string), args[1].(string))
	}
	return strings.Contains(args[0].(string), args[1].(string))
}

// entry returns the position of an entry, or -1.
func (s *confcTable) entry(entries confcMap, key any, enum uint32) int {
	name, isText := key.(string)
	if !isText {
		of := &s.Enums[enum-1]
		name = of.Variants[of.number(int64(key.(confcVariant)))].Name
	}
	if at := sort.SearchStrings(entries.Keys, name); at < len(entries.Keys) && entries.Keys[at] == name {
		return at
	}
	return -1
}

func confcSame(a, b any) bool {
	switch a.(type) {
	case bool, confcWide, float64, string, confcVariant, confcJSON:
		return a == b
	}
	return confcEqual(a, b)
}

func confcCompare(a, b any) int {
	switch a := a.(type) {
	case confcWide:
		return a.compare(b.(confcWide))
	case string:
		return strings.Compare(a, b.(string))
	}
	left, right := a.(float64), b.(float64)
	return confcBit(left > right) - confcBit(left < right)
}

func confcCalculate(op uint32, a, b any) any {
	left, isFloat := a.(float64)
	if !isFloat {
		left, right := a.(confcWide), b.(confcWide)
		if op >= 25 && right == (confcWide{}) {
			return confcDivisionByZero
		}
		switch op {
		case 22:
			return left.plus(right)
		case 23:
			return left.plus(right.minus())
		case 24:
			return left.times(right)
		}
		quotient, rest := left.divide(right)
		if op == 25 {
			return quotient
		}
		return rest
	}
	right := b.(float64)
	switch op {
	case 22:
		left += right
	case 23:
		left -= right
	case 24:
		left *= right
	default:
		if right == 0 {
			return confcDivisionByZero
		}
		left /= right
	}
	if math.IsInf(left, 0) {
		return confcNotFinite
	}
	if left == 0 {
		return 0.0
	}
	return left
}

// A confcWide is an integer within ±(2^127 - 1); 0 is not negative.
type confcWide struct {
	Negative  bool
	High, Low uint64
}

func (a confcWide) minus() confcWide {
	a.Negative = !a.Negative && a.High|a.Low != 0
	return a
}

// size compares the sizes of two numbers without their signs.
func (a confcWide) size(b confcWide) int {
	if a.High != b.High {
		return 2*confcBit(a.High > b.High) - 1
	}
	return confcBit(a.Low > b.Low) - confcBit(a.Low < b.Low)
}

func (a confcWide) compare(b confcWide) int {
	switch {
	case a.Negative != b.Negative:
		return 1 - 2*confcBit(a.Negative)
	case a.Negative:
		return b.size(a)
	}
	return a.size(b)
}

func (a confcWide) plus(b confcWide) confcWide {
	if a.Negative == b.Negative {
		low, carry := bits.Add64(a.Low, b.Low, 0)
		return confcWide{a.Negative, a.High + b.High + carry, low}
	}
	if a.size(b) < 0 {
		a, b = b, a
	}
	low, borrow := bits.Sub64(a.Low, b.Low, 0)
	high := a.High - b.High - borrow
	return confcWide{a.Negative && high|low != 0, high, low}
}

func (a confcWide) times(b confcWide) confcWide {
	high, low := bits.Mul64(a.Low, b.Low)
	high += a.High*b.Low + a.Low*b.High
	return confcWide{a.Negative != b.Negative && high|low != 0, high, low}
}

// divide returns the quotient, rounded towards 0, and the rest, which has the sign of the dividend.
func (a confcWide) divide(b confcWide) (quotient, rest confcWide) {
	size := confcWide{High: b.High, Low: b.Low}
	if a.High == 0 && b.High == 0 {
		quotient.Low, rest.Low = a.Low/b.Low, a.Low%b.Low
	} else {
		for bit := 127; bit >= 0; bit-- {
			digit := a.Low >> bit
			if bit >= 64 {
				digit = a.High >> (bit - 64)
			}
			rest.High, rest.Low = rest.High<<1|rest.Low>>63, rest.Low<<1|digit&1
			quotient.High, quotient.Low = quotient.High<<1|quotient.Low>>63, quotient.Low<<1
			if rest.size(size) >= 0 {
				rest, quotient.Low = rest.plus(size.minus()), quotient.Low|1
			}
		}
	}
	quotient.Negative = a.Negative != b.Negative && quotient.High|quotient.Low != 0
	rest.Negative = a.Negative && rest.High|rest.Low != 0
	return quotient, rest
}

// narrow returns an integer of 64 bits; double returns the float that equals an integer, or a fault.
func (a confcWide) narrow() int64 {
	if a.Negative {
		return -int64(a.Low)
	}
	return int64(a.Low)
}

func (a confcWide) double() any {
	first, last := bits.Len64(a.Low), bits.TrailingZeros64(a.Low)
	if a.High > 0 {
		if first = 64 + bits.Len64(a.High); a.Low == 0 {
			last = 64 + bits.TrailingZeros64(a.High)
		}
	}
	if first-last > 53 {
		return confcNotExact
	}
	value := math.Ldexp(float64(a.High), 64) + float64(a.Low)
	if a.Negative {
		value = -value
	}
	return value
}

func (a confcWide) String() string {
	sign := ""
	if a.Negative {
		sign = "-"
	}
	if a.High == 0 {
		return sign + strconv.FormatUint(a.Low, 10)
	}
	// The quotient has 64 bits, since the number has 127.
	high, low := bits.Div64(a.High, a.Low, 1e19)
	return fmt.Sprintf("%s%d%019d", sign, high, low)
}

// Conversions of values that fit to types of the client, and back.

func confcBool(value any) bool                                      { return value.(bool) }
func confcUint[T uint8 | uint16 | uint32 | uint64](value any) T     { return T(value.(uint64)) }
func confcInt[T int8 | int16 | int32 | int64](value any) T          { return T(value.(int64)) }
func confcFloat[T float32 | float64](value any) T                   { return T(value.(float64)) }
func confcString(value any) string                                  { return value.(string) }
func confcVariantOf[T ~int64](value any) T                          { return T(value.(confcVariant)) }
func confcRaw(value any) json.RawMessage                            { return json.RawMessage(value.(confcJSON)) }
func confcFromBool(value bool) any                                  { return value }
func confcFromUint[T uint8 | uint16 | uint32 | uint64](value T) any { return uint64(value) }
func confcFromInt[T int8 | int16 | int32 | int64](value T) any      { return int64(value) }
func confcFromString(value string) any                              { return value }
func confcFromVariant[T ~int64](value T) any                        { return confcVariant(value) }
func confcFromRaw(value json.RawMessage) any                        { return confcJSON(value) }

// confcFromFloat makes 0 of -0.
func confcFromFloat[T float32 | float64](value T) any {
	if value == 0 {
		return 0.0
	}
	return float64(value)
}

func confcSlice[T any](read func(any) T) func(any) []T {
	return func(value any) []T {
		list := value.(confcElements)
		slice := make([]T, list.Len())
		for i := range slice {
			slice[i] = read(list.At(i))
		}
		return slice
	}
}

func confcFromSlice[T any](write func(T) any) func([]T) any {
	return func(slice []T) any {
		list := make(confcList[any], len(slice))
		for i := range list {
			list[i] = write(slice[i])
		}
		return list
	}
}

// The arrays that a client has; longer ones are slices.
type confcArrays[T any] interface {
	[0]T | [1]T | [2]T | [3]T | [4]T | [5]T | [6]T | [7]T | [8]T | [9]T | [10]T | [11]T | [12]T | [13]T |
		[14]T | [15]T | [16]T | [17]T | [18]T | [19]T | [20]T | [21]T | [22]T | [23]T | [24]T | [25]T | [26]T |
		[27]T | [28]T | [29]T | [30]T | [31]T | [32]T | [33]T | [34]T | [35]T | [36]T | [37]T | [38]T | [39]T |
		[40]T | [41]T | [42]T | [43]T | [44]T | [45]T | [46]T | [47]T | [48]T | [49]T | [50]T | [51]T | [52]T |
		[53]T | [54]T | [55]T | [56]T | [57]T | [58]T | [59]T | [60]T | [61]T | [62]T | [63]T | [64]T
}

func confcArray[A confcArrays[T], T any](read func(any) T) func(any) A {
	return func(value any) (array A) {
		list := value.(confcElements)
		for i := 0; i < len(array); i++ {
			array[i] = read(list.At(i))
		}
		return array
	}
}

func confcFromArray[A confcArrays[T], T any](write func(T) any) func(A) any {
	return func(array A) any {
		list := make(confcList[any], len(array))
		for i := range list {
			list[i] = write(array[i])
		}
		return list
	}
}

func confcMapOf[K comparable, V any](key func(string) K, read func(any) V) func(any) map[K]V {
	return func(value any) map[K]V {
		entries := value.(confcMap)
		made := make(map[K]V, len(entries.Keys))
		for i, name := range entries.Keys {
			made[key(name)] = read(entries.Values.At(i))
		}
		return made
	}
}

func confcFromMap[K comparable, V any](name func(K) string, write func(V) any) func(map[K]V) any {
	return func(from map[K]V) any {
		keys, names, values := map[string]K{}, []string{}, confcList[any]{}
		for key := range from {
			keys[name(key)], names = key, append(names, name(key))
		}
		sort.Strings(names)
		for _, name := range names {
			values = append(values, write(from[keys[name]]))
		}
		return confcMap{names, values}
	}
}

// confcKey and confcName convert keys of an enum type. A number without a variant becomes a name that no variant has.
func confcKey[K ~int64](s *confcTable, enum int) func(string) K {
	of := &s.Types[enum].Enum
	return func(name string) K { return K(of.Variants[of.named(name)].Number) }
}

func confcName[K ~int64](s *confcTable, enum int) func(K) string {
	of := &s.Types[enum].Enum
	return func(key K) string {
		if at := of.number(int64(key)); at >= 0 {
			return of.Variants[at].Name
		}
		return "\xff"
	}
}

func confcText(key string) string { return key }

// confcPointer reads nil for this value.
func confcPointer[T any](none any, read func(any) T) func(any) *T {
	return func(value any) *T {
		if value == none {
			return nil
		}
		made := read(value)
		return &made
	}
}

// confcFromPointer writes nil as this value.
func confcFromPointer[T any](none any, write func(T) any) func(*T) any {
	return func(from *T) any {
		if from == nil {
			return none
		}
		return write(*from)
	}
}

func confcNullable[T any](read func(any) T) func(any) Nullable[T] {
	return func(value any) Nullable[T] { return Nullable[T]{confcPointer(confcNull{}, read)(value)} }
}

func confcFromNullable[T any](write func(T) any) func(Nullable[T]) any {
	return func(from Nullable[T]) any { return confcFromPointer(confcNull{}, write)(from.Value) }
}

func confcSecret[T any](read func(any) T) func(any) Secret[T] {
	return func(value any) Secret[T] { return NewSecret(read(value)) }
}

func confcFromSecret[T any](write func(T) any) func(Secret[T]) any {
	return func(from Secret[T]) any { return write(from.Reveal()) }
}

// confcNameOf returns the name of a variant, and confcAll all variants of an enum, ascending by number.
func confcNameOf(s *confcTable, enum int, number int64) string {
	if at := s.Types[enum].Enum.number(number); at >= 0 {
		return s.Types[enum].Enum.Variants[at].Name
	}
	return strconv.FormatInt(number, 10)
}

func confcAll[T ~int64](s *confcTable, enum int) (all []T) {
	for _, one := range s.Types[enum].Enum.Variants {
		all = append(all, T(one.Number))
	}
	return all
}
