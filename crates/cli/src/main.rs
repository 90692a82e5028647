//! The `ferz` program.

fn main() -> std::process::ExitCode {
    ferz_cli::main()
}
