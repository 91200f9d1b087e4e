//! The `confc` command.

fn main() -> std::process::ExitCode {
    confc::cli::main()
}
