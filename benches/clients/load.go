// Measures the client in Go: see `benches/clients.rs`.

package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"time"
)

// plain is the client's struct as encoding/json fills it.
type plain struct {
	BufferSize         uint32 `json:"buffer_size"`
	ClockOffsetS       int32  `json:"clock_offset_s"`
	CongestionControl  string `json:"congestion_control"`
	EnableIpv6         bool   `json:"enable_ipv6"`
	Gain               float32
	HandshakeTimeoutMs uint32 `json:"handshake_timeout_ms"`
	IdleTimeoutMs      uint32 `json:"idle_timeout_ms"`
	Listen             struct {
		Address string
		Port    uint16
	}
	LogLevel       string `json:"log_level"`
	LogPackets     bool   `json:"log_packets"`
	Mac            [6]uint8
	MaxConnections uint64 `json:"max_connections"`
	Mtu            uint16
	Name           string
	NameServers    []string `json:"name_servers"`
	Port           uint16
	Priority       int8
	Quic           bool
	Region         string
	Retries        uint8
	SearchDomains  []string `json:"search_domains"`
	Token          string
	TraceRatio     float64 `json:"trace_ratio"`
	UserAgent      string  `json:"user_agent"`
	Weights        []uint8
}

type measured struct {
	label string
	call  func() bool
}

func read(path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return data
}

// load is a call of the client.
func load(path string) func() bool {
	data := read(path)
	return func() bool {
		config, err := LoadClient(data)
		return err == nil && config.Port == 8443
	}
}

// cpu is the processor time of this process, with its garbage collector.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

var values, text = read("values.cvf"), read("values.json")

var all = []measured{
	{"client", load("values.cvf")},
	{"client, embedded schema", load("embedded.cvf")},
	{"JSON: encoding/json into a struct", func() bool {
		var config plain
		return json.Unmarshal(text, &config) == nil && config.Port == 8443
	}},
	{"SHA-256 of the bytes", func() bool { return len(sha256.Sum256(values)) == 32 }},
}

func main() {
	for round := 0; round < 5; round++ {
		for _, one := range all {
			start, calls, spent := cpu(), 0, time.Duration(0)
			for ; spent < 300*time.Millisecond; spent = cpu() - start {
				for i := 0; i < 100; i++ {
					if !one.call() {
						panic(one.label)
					}
				}
				calls += 100
			}
			fmt.Printf("%.1f\t%s\n", float64(spent)/float64(calls), one.label)
		}
	}
}
