// Payments is a component of the shop. It loads its configuration, and loads it again whenever the file is replaced.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example.org/shop/payments/config"
)

func load(path string) (*config.Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return config.LoadConfig(data)
}

func describe(c *config.Config) {
	fmt.Printf("payments: %s by %d workers, key %v\n", strings.Join(c.Currencies, ", "), c.Workers, c.ApiKey)
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("payments: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: payments VALUES")
	}
	path := os.Args[1]
	seen, err := os.Stat(path)
	if err != nil {
		log.Fatal(err)
	}
	current, err := load(path)
	if err != nil {
		log.Fatalf("%s: %v", path, err)
	}
	describe(current)
	for range time.Tick(200 * time.Millisecond) {
		found, err := os.Stat(path)
		if err != nil || os.SameFile(found, seen) && found.ModTime().Equal(seen.ModTime()) {
			continue
		}
		seen = found
		next, err := load(path)
		if err != nil {
			log.Printf("keeps the old values: %v", err)
			continue
		}
		fmt.Println("payments: changed", strings.Join(current.Changed(next), ", "))
		current = next
		describe(current)
	}
}
