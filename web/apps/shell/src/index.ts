void import("./bootstrap");
