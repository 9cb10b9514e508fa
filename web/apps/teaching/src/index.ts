// The shell loads `./area`; a remote has nothing to run by itself.
export {};
