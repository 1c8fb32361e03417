// Native libraries in Go as contestants of bench/compare: commands on stdin, one a line, an answer
// a line on stdout.
//
// systems lists NAME=VERSION. load ID SYSTEM TASK FILE decodes an input: ready
// (with what a table takes, if there is one), or lacking what is not here. run ID TIMES does
// the task so many times on one thread: RESULT MILLISECONDS, the result in hexadecimal and the
// time of one. drop ID forgets it. Inputs are decoded before the clock starts, results encoded
// after it has stopped.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

var modules = map[string]string{
	"gnark-crypto": "github.com/consensys/gnark-crypto",
	"go-ipa":       "github.com/crate-crypto/go-ipa",
}

var loaders = map[string]func(name string, in []byte) (task, string){
	"gnark-crypto": loadGnark,
	"go-ipa":       loadIpa,
}

func main() {
	runtime.GOMAXPROCS(1)
	tasks := map[string]task{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println(answer(strings.Fields(lines.Text()), tasks))
	}
}

func answer(words []string, tasks map[string]task) string {
	switch words[0] {
	case "systems":
		return strings.Join(systems(), " ")
	case "load":
		in, err := os.ReadFile(words[4])
		check(err)
		loaded, note := loaders[words[2]](words[3], in)
		if loaded == nil {
			return "lacking"
		}
		tasks[words[1]] = loaded
		return strings.TrimSpace("ready " + note)
	case "run":
		times, err := strconv.Atoi(words[2])
		check(err)
		result, milliseconds := tasks[words[1]](times)
		return fmt.Sprintf("%s %v", hex.EncodeToString(result), milliseconds)
	case "drop":
		delete(tasks, words[1])
		runtime.GC()
		return "dropped"
	}
	panic("expected a command, got " + words[0])
}

// systems with the versions that this program was built with.
func systems() []string {
	list := []string{}
	info, _ := debug.ReadBuildInfo()
	for name, module := range modules {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				list = append(list, name+"="+strings.TrimPrefix(dependency.Version, "v"))
			}
		}
	}
	return list
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
