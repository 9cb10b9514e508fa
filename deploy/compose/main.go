// Loads a compose file as `docker compose` does and prints it as JSON: compose <file> <env file> [profile...].
// docker compose itself loads files with the library compose-go, so it refuses the same files.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func load(file, env string, profiles []string) ([]byte, error) {
	options, err := cli.NewProjectOptions(
		[]string{file},
		cli.WithEnvFiles(env),
		cli.WithDotEnv,
		cli.WithProfiles(profiles),
		cli.WithConsistency(true),
		cli.WithInterpolation(true),
	)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return json.Marshal(project)
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: compose <file> <env file> [profile...]")
		os.Exit(2)
	}
	model, err := load(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(string(model))
}
