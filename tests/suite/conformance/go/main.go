// Reads one request per line, and writes one answer per line.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	// Imports.
)

var clients = map[string]func([]string) string{
	// Clients.
}

func main() {
	requests, answers := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	requests.Buffer(nil, 4<<20)
	for requests.Scan() {
		words := strings.Split(requests.Text(), " ")
		fmt.Fprintln(answers, clients[words[0]](words[1:]))
	}
	if err := requests.Err(); err != nil {
		panic(err)
	}
	if err := answers.Flush(); err != nil {
		panic(err)
	}
}
