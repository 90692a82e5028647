//! What the program says of definitions with custom rules, of which it knows none.

use std::process::{Command, Output};

fn ferz(args: &[&str]) -> (String, String, Option<i32>) {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(concat!(root!(), "/tests/data/cli"))
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

const REFUSAL: &str = "error[E0408]: no rule is registered under the name `circe`
 --> custom.toml:5:22
  |
5 | [reborn.rules.custom.circe]
  |                      ^^^^^
  |
  = help: the program that plays the game must register the rules under `rules.custom`, which are written in Rust; this program has none
";

#[test]
fn it_does_not_play_them_and_says_where_they_are_named() {
    for args in [
        vec!["check", "custom.toml"],
        vec!["moves", "custom.toml"],
        vec!["perft", "custom.toml", "2"],
        vec!["rules", "custom.toml"],
        vec!["debug", "tables", "custom.toml"],
    ] {
        let (out, err, code) = ferz(&args);
        let said = out + &err;
        assert_eq!(code, Some(1), "{args:?}: {said}");
        assert!(said.contains(REFUSAL), "{args:?}: {said}");
    }
}

#[test]
fn it_lays_them_out_and_converts_them() {
    let (_, err, code) = ferz(&["fmt", "--check", "custom.toml"]);
    assert_eq!(code, Some(0), "{err}");
    let (out, err, code) = ferz(&["convert", "custom.toml", "--to", "toml"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(
        out.contains("custom.circe = { pieces = ['queen', 'rook'], late = true }"),
        "{out}"
    );
    for format in ["fairy-stockfish", "fairy-max", "diagram"] {
        let (_, err, code) = ferz(&["convert", "custom.toml", "--to", format]);
        assert_eq!(code, Some(1), "{format}: {err}");
        assert!(
            err.contains("rules.custom.circe: the rule is missing"),
            "{format}: {err}"
        );
    }
}
