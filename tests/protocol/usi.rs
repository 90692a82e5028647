//! USI: names, positions, moves, clocks and mates of the shogi family.

use ferz::formats::Catalog;

use super::driver::Driver;
use crate::harness::{Random, builtin};

fn best(lines: &[String]) -> &str {
    lines.last().expect("an answer").as_str()
}

#[test]
fn a_game_of_shogi_is_played() {
    let mut driver = Driver::new("uci");
    let hello = driver.send("usi");
    assert_eq!(best(&hello), "usiok");
    for option in [
        "option name USI_Hash type spin default 16 min 1 max 16384",
        "option name USI_Ponder type check default false",
        "option name Clear_Hash type button",
    ] {
        assert!(hello.iter().any(|line| line == option), "{hello:?}");
    }
    let variants = "option name USI_Variant type combo default shogi var ";
    assert!(hello.iter().any(|line| line.starts_with(variants)));
    assert!(driver.send("setoption name USI_Hash value 1").is_empty());
    assert!(driver.send("usinewgame").is_empty());
    assert_eq!(driver.send("isready"), ["readyok"]);
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    assert!(
        driver
            .send(&format!("position startpos moves {moves}"))
            .is_empty()
    );
    let shown = driver.send("d");
    let sfen = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6";
    assert!(shown.contains(&format!("Sfen: {sfen}")), "{shown:?}");
    let refused = driver.send("position startpos moves 7g7e");
    assert!(refused[0].contains("E0602"), "{refused:?}");
    driver.send(&format!("position sfen {sfen} moves B*5e"));
    let answer = driver.send("go btime 1000 wtime 1000 byoyomi 20");
    let text = best(&answer).strip_prefix("bestmove ").expect("a move");
    let text = text.split(' ').next().unwrap();
    driver.send(&format!("position sfen {sfen} moves B*5e {text}"));
    assert!(
        driver
            .send("d")
            .iter()
            .any(|line| line.starts_with("Sfen: "))
    );
    assert!(driver.send("gameover win").is_empty());
}

#[test]
fn mates_are_found_and_who_is_mated_resigns() {
    let mut driver = Driver::new("uci");
    driver.send("usi");
    driver.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    assert_eq!(best(&driver.send("go mate 60000")), "checkmate G*5b");
    driver.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1");
    assert_eq!(best(&driver.send("go mate 1")), "checkmate timeout");
    driver.send("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2");
    assert_eq!(best(&driver.send("go mate infinite")), "checkmate nomate");
    assert_eq!(best(&driver.send("go depth 2")), "bestmove resign");
    driver.send("position sfen nonsense b - 1");
    assert_eq!(best(&driver.send("go depth 2")), "bestmove resign");
}

#[test]
fn clocks_are_those_of_the_side_that_moves_first() {
    // Who has no time left moves at once; the other clock is not looked at.
    let mut driver = Driver::new("uci");
    driver.send("usi");
    driver.send("setoption name USI_Variant value minishogi");
    for moves in ["", " moves 4e4d"] {
        driver.send(&format!("position startpos{moves}"));
        let (own, other) = if moves.is_empty() {
            ("btime", "wtime")
        } else {
            ("wtime", "btime")
        };
        let clock = std::time::Instant::now();
        let answer = driver.send(&format!("go {own} 0 {other} 600000000"));
        assert!(best(&answer).starts_with("bestmove "), "{answer:?}");
        assert!(clock.elapsed().as_secs() < 60);
    }
}

#[test]
fn moves_of_every_variant_have_a_text() {
    let mut driver = Driver::new("uci");
    driver.send("usi");
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        driver.send(&format!("setoption name USI_Variant value {name}"));
        let mut random = Random::new(23);
        let mut played: Vec<String> = Vec::new();
        let mut position = variant.start();
        for _ in 0..2 {
            if position.outcome().is_over() {
                break;
            }
            let count = driver.send("go perft 1");
            let mut texts: Vec<&str> = (count.iter())
                .filter_map(|line| line.strip_suffix(": 1"))
                .collect();
            let n_texts = texts.len();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), n_texts, "{name}: {count:?}");
            let text = texts[random.below(n_texts)].to_owned();
            played.push(text);
            let line = format!("position startpos moves {}", played.join(" "));
            assert_eq!(driver.send(&line), Vec::<String>::new(), "{name}: {line}");
            let shown = driver.send("d");
            let fen = shown
                .iter()
                .find_map(|line| line.strip_prefix("Fen: "))
                .unwrap();
            position = variant.parse_fen(fen).unwrap();
        }
    }
}
