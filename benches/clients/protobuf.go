// Measures protobuf's own runtime in Go, where there is one.

package main

import "google.golang.org/protobuf/proto"

func init() {
	data := read("values.binpb")
	all = append(all, measured{"protobuf: google.golang.org/protobuf", func() bool {
		var config Config
		return proto.Unmarshal(data, &config) == nil && config.GetPort() == 8443
	}})
}
