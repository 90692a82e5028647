//! The `ferz` program.
fn main() {}
