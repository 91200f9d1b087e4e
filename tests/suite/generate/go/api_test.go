package door_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"testee/door"
)

func file(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("values.cvf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func loaded(t *testing.T) *door.Door {
	t.Helper()
	config, err := door.LoadDoor(file(t))
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func same(t *testing.T, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Errorf("found %#v, expected %#v", found, expected)
	}
}

func TestMembersOfEveryKind(t *testing.T) {
	c := loaded(t)
	same(t, c.Address, door.Door_AddressDefault)
	same(t, c.Port, door.Door_PortDefault)
	same(t, c.Level, door.Level_VeryLoud)
	same(t, c.Level.String(), "very loud")
	same(t, door.Level_All(), []door.Level{door.Level_Debug, door.Level_Info, door.Level_VeryLoud})
	same(t, []any{c.Ratio, *c.Exact, c.Big, c.Old}, []any{float32(0.5), 0.25, uint64(1<<64 - 1), false})
	same(t, c.Names, door.Door_NamesDefault())
	same(t, c.Rgb, [3]uint8{1, 2, 3})
	same(t, c.Grid, [][2]int16{{1, -1}})
	same(t, c.Labels, map[string]int32{"x": 1})
	same(t, c.Limits, map[door.LimitsKey][]uint8{door.LimitsKey_Memory: {1, 2}})
	same(t, []any{c.Server.Host, c.Server.MaxSize, c.Server.Key.Reveal()}, []any{"localhost", uint32(20), "k3y"})
	same(t, c.Backend, door.Backend{Host: "there", Weight: -1})
	same(t, c.Sink, door.Sink(door.Sink_Rated{Value: door.SinkRated{Rate: 5}}))
	same(t, string(c.Extra), `{"a":"x","b":[1,2.5,null]}`)
	same(t, c.Note, (*string)(nil))
	same(t, c.Both, &door.Nullable[uint8]{})
	same(t, []any{c.Token.Reveal(), c.Pin.Reveal()}, []any{"s3cret!", uint32(1234)})
	same(t, door.Door_PackagePath, "etc/door.cvf")
	if !strings.HasPrefix(door.Door_Checksum, "sha256:") {
		t.Error(door.Door_Checksum)
	}
}

func TestSecretsAreHidden(t *testing.T) {
	c := loaded(t)
	overrides := door.DoorOverrides{}
	overrides.SetToken("s3cret!")
	builder := door.DoorBuilder{}
	builder.SetToken("s3cret!")
	// fmt does not call the methods of unexported fields.
	type holder struct {
		config  door.Door
		pointer *door.Door
		pair    door.Secret[[]string]
	}
	held := holder{*c, c, door.NewSecret([]string{"s3cret"})}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%p", "%T", "%!"} {
		for _, value := range []any{c, *c, c.Token, &c.Token, c.Pin, c.Server, overrides, builder, &builder, held, &held} {
			said := fmt.Sprintf(verb, value)
			for _, secret := range []string{"s3cret", "1234", "k3y", fmt.Sprintf("%x", "s3cret")} {
				if strings.Contains(said, secret) {
					t.Errorf("%s of %T shows %s", verb, value, said)
				}
			}
		}
	}
	same(t, fmt.Sprint(c.Token, c.Token.String()), "<set><set>")
	for _, value := range []any{c, c.Server, c.Token} {
		said, err := json.Marshal(value)
		if err != nil || bytes.Contains(said, []byte("s3cret")) || bytes.Contains(said, []byte("k3y")) {
			t.Error(string(said), err)
		}
	}
	same(t, c.Token, door.NewSecret("s3cret!"))
	same(t, door.Secret[string]{}.Reveal(), "")
}

func TestPlainData(t *testing.T) {
	expected, err := os.ReadFile("plain.json")
	if err != nil {
		t.Fatal(err)
	}
	same(t, parsed(t, expected), parsed(t, marshalled(t, json.Marshal, loaded(t))))
	all, err := loaded(t).MarshalJSONWithSecrets()
	if err != nil {
		t.Fatal(err)
	}
	if expected, err = os.ReadFile("all.json"); err != nil {
		t.Fatal(err)
	}
	same(t, parsed(t, expected), parsed(t, all))
	changed := loaded(t)
	changed.Level = 5
	if _, err := json.Marshal(changed); !errors.Is(err, door.ErrLoad) {
		t.Error(err)
	}
}

func marshalled(t *testing.T, marshal func(any) ([]byte, error), value any) []byte {
	t.Helper()
	data, err := marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func parsed(t *testing.T, data []byte) (value any) {
	t.Helper()
	numbers := json.NewDecoder(bytes.NewReader(data))
	numbers.UseNumber()
	if err := numbers.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestOverrides(t *testing.T) {
	var overrides door.DoorOverrides
	overrides.SetAddress("::1")
	overrides.SetNote("hello")
	overrides.SetPort(22)
	overrides.SetPort(443)
	overrides.ClearBoth()
	c, err := door.LoadDoorWith(file(t), overrides)
	if err != nil {
		t.Fatal(err)
	}
	same(t, []any{c.Address, *c.Note, c.Port, c.Both}, []any{"::1", "hello", uint16(443), (*door.Nullable[uint8])(nil)})
	same(t, c.Changed(loaded(t)), []string{"address", "both", "note", "port"})
	same(t, c.Changed(c), []string(nil))

	overrides.SetPort(0)
	var refused *door.OverrideError
	if _, err := door.LoadDoorWith(file(t), overrides); !errors.As(err, &refused) || refused.Path != "port" {
		t.Error(err)
	}
	overrides.SetPort(22)
	overrides.NullNote()
	var broken *door.RuleError
	if _, err := door.LoadDoorWith(file(t), overrides); !errors.As(err, &broken) || err.Error() != "22 is for very loud [no_ssh]" {
		t.Error(err)
	}
}

func TestBuilders(t *testing.T) {
	var builder door.DoorBuilder
	var missing *door.ConstraintError
	if _, err := builder.Build(); !errors.As(err, &missing) || missing.Path != "server.key" {
		t.Error(err)
	}
	var server door.ServerBuilder
	if _, err := server.Build(); !errors.As(err, &missing) || missing.Path != "key" {
		t.Error(err)
	}
	server.SetKey("k3y")
	built, err := server.Build()
	same(t, []any{built.Host, built.MaxSize, err}, []any{"localhost", uint32(10), nil})
	builder.SetServer(built)
	if _, err := builder.Build(); !errors.As(err, &missing) || missing.Path != "token" {
		t.Error(err)
	}
	builder.SetToken("s3cret!")
	c, err := builder.Build()
	if err != nil {
		t.Fatal(err)
	}
	same(t, c.Changed(loaded(t)), []string{"both", "exact", "level", "limits", "pin", "server", "sink"})
	backend, err := new(door.BackendBuilder).Build()
	same(t, []any{backend, err}, []any{c.Backend, nil})

	for path, set := range map[string]func(*door.DoorBuilder){
		"names[1]":           func(b *door.DoorBuilder) { b.SetNames([]string{"a", "much too long"}) },
		"names":              func(b *door.DoorBuilder) { b.SetNames([]string{"a", "a"}) },
		`labels["$x"]`:       func(b *door.DoorBuilder) { b.SetLabels(map[string]int32{"$x": 1}) },
		"sink.rate":          func(b *door.DoorBuilder) { b.SetSink(door.Sink_Rated{Value: door.SinkRated{Rate: 101}}) },
		"sink":               func(b *door.DoorBuilder) { b.SetSink(nil) },
		"level":              func(b *door.DoorBuilder) { b.SetLevel(5) },
		"extra":              func(b *door.DoorBuilder) { b.SetExtra(json.RawMessage("{ }")) },
		"address":            func(b *door.DoorBuilder) { b.SetAddress("\xff") },
		"limits[\"\ufffd\"]": func(b *door.DoorBuilder) { b.SetLimits(map[door.LimitsKey][]uint8{7: nil}) },
	} {
		builder := door.DoorBuilder{}
		builder.SetServer(built)
		builder.SetToken("s3cret!")
		set(&builder)
		if _, err := builder.Build(); !errors.As(err, &missing) || missing.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	builder.SetToken("x")
	var broken *door.RuleError
	if _, err := builder.Build(); !errors.As(err, &broken) || err.Error() != "this rule is broken: `byte_size(token) > 2`" {
		t.Error(err)
	}
}

func TestErrorsAreToldApart(t *testing.T) {
	data := file(t)
	for name, damaged := range map[string][]byte{"cut": data[:len(data)-1], "empty": nil, "flipped": flipped(data)} {
		var refused *door.DecodeError
		if _, err := door.LoadDoor(damaged); !errors.As(err, &refused) || !errors.Is(err, door.ErrLoad) {
			t.Error(name, err)
		}
	}
	other, err := os.ReadFile("other.cvf")
	if err != nil {
		t.Fatal(err)
	}
	var mismatch *door.ChecksumError
	if _, err := door.LoadDoor(other); !errors.As(err, &mismatch) || !errors.Is(err, door.ErrLoad) {
		t.Fatal(err)
	}
	same(t, mismatch.Expected, door.Door_Checksum)
	same(t, len(mismatch.Differences), 11)
	same(t, mismatch.Differences[10], "and 14 more differ")
	if errors.Is(errors.New("other"), door.ErrLoad) {
		t.Error("another error is ErrLoad")
	}
}

func flipped(data []byte) []byte {
	data = append([]byte(nil), data...)
	data[0] ^= 1
	return data
}
