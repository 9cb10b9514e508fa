// The shell loads `./area`; a remote runs nothing on its own.
export {};
