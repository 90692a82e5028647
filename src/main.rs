//! The `ferz` program.

fn main() -> std::process::ExitCode {
    ferz::cli::main()
}
