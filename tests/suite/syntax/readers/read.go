// Reads YAML with Go's readers. Each line of stdin is a text, as a JSON string; each line of stdout is what the
// readers make of it, as `read.py` says.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"strings"
	"time"

	v2 "gopkg.in/yaml.v2"
	v3 "gopkg.in/yaml.v3"
	sigs "sigs.k8s.io/yaml"
)

type decoder interface{ Decode(into interface{}) error }

// All documents of a text, or what is wrong with it.
func documents(open func(io.Reader) decoder, text string) (found interface{}, err error) {
	defer func() {
		if said := recover(); said != nil {
			err = fmt.Errorf("panic: %v", said)
		}
	}()
	from := open(strings.NewReader(text))
	values := []interface{}{}
	for {
		var value interface{}
		if err := from.Decode(&value); err == io.EOF {
			return values, nil
		} else if err != nil {
			return nil, err
		}
		values = append(values, plain(value))
	}
}

// The first document as Kubernetes reads it: by way of JSON.
func kubernetes(text string) (found interface{}, err error) {
	defer func() {
		if said := recover(); said != nil {
			err = fmt.Errorf("panic: %v", said)
		}
	}()
	made, err := sigs.YAMLToJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	read := json.NewDecoder(strings.NewReader(string(made)))
	read.UseNumber()
	var value interface{}
	if err := read.Decode(&value); err != nil {
		return nil, err
	}
	return []interface{}{plain(value)}, nil
}

func plain(value interface{}) interface{} {
	switch value := value.(type) {
	case nil, bool, string:
		return value
	case json.Number:
		return number(value.String())
	case int, int64, uint64:
		return number(fmt.Sprint(value))
	case float64:
		if math.IsNaN(value) {
			return map[string]string{"!": ".nan"}
		}
		if math.IsInf(value, 0) {
			return map[string]string{"!": strings.Replace(fmt.Sprint(value), "Inf", ".inf", 1)}
		}
		return number(fmt.Sprintf("%.17g", value))
	case time.Time:
		return map[string]string{"!": "timestamp " + value.UTC().Format(time.RFC3339Nano)}
	case []interface{}:
		made := []interface{}{}
		for _, element := range value {
			made = append(made, plain(element))
		}
		return made
	case map[string]interface{}:
		made := map[string]interface{}{}
		for key, member := range value {
			made["'"+key] = plain(member)
		}
		return made
	case map[interface{}]interface{}:
		made := map[string]interface{}{}
		for key, member := range value {
			name := plain(key)
			if text, ok := name.(string); ok {
				made["'"+text] = plain(member)
				continue
			}
			text, _ := json.Marshal(name)
			made[string(text)] = plain(member)
		}
		return made
	}
	return map[string]string{"!": fmt.Sprintf("%T %v", value, value)}
}

// A number in one spelling: an exact integer in decimal digits, all others as the nearest float.
func number(text string) interface{} {
	if exact, ok := new(big.Rat).SetString(text); ok && exact.IsInt() {
		if float, _ := exact.Float64(); math.Abs(float) < 1e25 {
			return map[string]string{"#": exact.Num().String()}
		}
	}
	var float float64
	fmt.Sscan(text, &float)
	return map[string]string{"#": fmt.Sprintf("%.17g", float)}
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	into := bufio.NewWriter(os.Stdout)
	defer into.Flush()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var text string
		if err := json.Unmarshal([]byte(line), &text); err != nil {
			panic(err)
		}
		made := map[string]interface{}{}
		put := func(name string, found interface{}, err error) {
			if err != nil {
				made[name] = err.Error()
			} else {
				made[name] = found
			}
		}
		found, err := documents(func(from io.Reader) decoder { return v2.NewDecoder(from) }, text)
		put("yaml.v2", found, err)
		found, err = documents(func(from io.Reader) decoder { return v3.NewDecoder(from) }, text)
		put("yaml.v3", found, err)
		found, err = kubernetes(text)
		put("sigs.k8s.io/yaml", found, err)
		told, err := json.Marshal(made)
		if err != nil {
			panic(err)
		}
		into.Write(append(told, '\n'))
	}
}
