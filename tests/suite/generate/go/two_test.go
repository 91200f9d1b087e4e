package two_test

import (
	"errors"
	"os"
	"testing"

	"testee/confc"
	"testee/door"
	"testee/gate"
)

// The errors of both clients are of the same types.
func TestErrorsAreShared(t *testing.T) {
	data := read(t)
	_, notGate := gate.LoadConfig(data)
	_, notDoor := door.LoadDoor(data[1:])
	var checksum *door.ChecksumError
	if !errors.As(notGate, &checksum) || len(checksum.Differences) == 0 {
		t.Error(notGate)
	}
	var decode *confc.DecodeError
	if !errors.As(notDoor, &decode) || !errors.Is(notDoor, gate.ErrLoad) || !errors.Is(notGate, confc.ErrLoad) {
		t.Error(notDoor)
	}
}

// Values of one client are values of the other one.
func TestTypesAreShared(t *testing.T) {
	config, err := door.LoadDoor(read(t))
	if err != nil {
		t.Fatal(err)
	}
	var token confc.Secret[string] = config.Token
	if token.Reveal() != gate.NewSecret(config.Token.Reveal()).Reveal() {
		t.Error(token)
	}
}

func read(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../door/values.cvf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}
