package door

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"testing"
)

// FuzzLoad loads any content with a valid integrity, so that the content is checked, too. Run it with
// `go test -fuzz FuzzLoad`.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{"values.cvf", "short.cvf", "other.cvf"} {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:len(data)-sha256.Size-len(confcIntegrity)])
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		sum := sha256.Sum256(content)
		file := append(append(append([]byte(nil), content...), confcIntegrity...), sum[:]...)
		config, err := LoadDoor(file)
		if err != nil {
			if !errors.Is(err, ErrLoad) || err.Error() == "" {
				t.Fatal(err)
			}
			return
		}
		plain, err := config.MarshalJSONWithSecrets()
		if err != nil || !json.Valid(plain) {
			t.Fatal(string(plain), err)
		}
		if changed := config.Changed(config); changed != nil {
			t.Fatal(changed)
		}
	})
}

// FuzzJSON compares the check of canonical JSON with another reader.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{`{"\n":1,"A":[-2.5,1.0e21,0.0]}`, `"\u0000é\\\""`, `[[],{},null,true]`, `{"a":1,"a":2}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if confcIsJSON(text) && !json.Valid([]byte(text)) {
			t.Fatal(text)
		}
	})
}
