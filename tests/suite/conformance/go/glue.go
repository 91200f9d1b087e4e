package client

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// Answer answers a request: its words after the name of the declaration.
func Answer(words []string) string {
	switch file := bytesOf(words[1:]); words[0] {
	case "checksum":
		return "ok " + text(Config_Checksum)
	case "load":
		return answer(LoadConfig(file))
	case "json":
		config, err := LoadConfig(file)
		if err != nil {
			return refusal(err)
		}
		plain, err := config.MarshalJSON()
		if err != nil {
			return refusal(err)
		}
		return "ok " + text(string(plain))
	case "override":
		given, isGiven := givenFrom(bytesOf(words[2:]), words[3:])
		if !isGiven {
			return "skip a client has no method for it"
		}
		return answer(loadWith(file, given))
	case "flips":
		accepted := 0
		for bit := 0; bit < 8*len(file); bit++ {
			file[bit/8] ^= 1 << (bit % 8)
			accepted += isLoaded(file)
			file[bit/8] ^= 1 << (bit % 8)
		}
		return fmt.Sprintf("accepted %d", accepted)
	case "cuts":
		accepted := 0
		for size := range file {
			accepted += isLoaded(file[:size])
		}
		return fmt.Sprintf("accepted %d", accepted)
	}
	panic("unknown request " + words[0])
}

func isLoaded(file []byte) int {
	_, err := LoadConfig(file)
	return confcBit(err == nil)
}

func answer(config *Config, err error) string {
	if err != nil {
		return refusal(err)
	}
	return "ok " + string(confcForm(nil, confc_FromConfig(*config)))
}

func refusal(err error) string {
	key := func(path string) string { return path[:strings.IndexAny(path+".", ".[")] }
	switch err := err.(type) {
	case *DecodeError:
		return "decode"
	case *ChecksumError:
		return "checksum " + text(err.Error())
	case *CountError:
		return fmt.Sprintf("count %d %d", err.Expected, err.Found)
	case *ConstraintError:
		return "constraint " + key(err.Path)
	case *OverrideError:
		return "override " + key(err.Path)
	case *RuleError:
		return "rule " + text(err.Error())
	}
	panic(err)
}

// givenFrom returns overrides with values of a file; false if a field may not be overridden.
func givenFrom(file []byte, keys []string) (given confcGiven, isGiven bool) {
	config, err := LoadConfig(file)
	if err != nil {
		panic(err)
	}
	values := confc_FromConfig(*config).(confcMembers)
	for _, key := range keys {
		at, isOverridable := overridable[strings.TrimPrefix(key, "-")]
		if !isOverridable {
			return given, false
		}
		if strings.HasPrefix(key, "-") {
			given.Set(at, confcAbsent{})
		} else {
			given.Set(at, values[at])
		}
	}
	return given, true
}

// bytesOf reads the first argument: `=` and hexadecimal digits.
func bytesOf(arguments []string) []byte {
	if len(arguments) == 0 {
		return nil
	}
	read, err := hex.DecodeString(arguments[0][1:])
	if err != nil {
		panic(err)
	}
	return read
}

func text(of string) string { return "s" + hex.EncodeToString([]byte(of)) }
