//! EPD: reading, writing, and checking the answers.

use ferz::game::perft;
use ferz::notation::{Epd, EpdVerdict, read_epd};
use ferz::source::Diagnostic;

use crate::harness::builtin;

fn codes(line: &str, findings: &[Diagnostic]) -> Vec<(String, String)> {
    let found = findings.iter();
    found
        .map(|one| (one.code.to_string(), line[one.span.range()].to_owned()))
        .collect()
}

#[test]
fn lines_are_read_and_written() {
    for line in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn; \\\"ends\\\"\"; c0 \"\";",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; D3 8902;",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1 variant 3check;",
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/8 b - - noop; acd 3; ce -20;",
    ] {
        let epd = read_epd(line).into_result().expect(line);
        assert_eq!(epd.to_string(), line);
    }
    // The last operation needs no end, and blanks are free.
    let epd = read_epd("  4k3/8/8/8/8/8/4P3/4K3  w - -  bm  e4 ;;dm 3").value;
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3  w - - bm e4; dm 3;");
    assert_eq!(epd.number("dm"), Some(3));
    assert_eq!(epd.variant_name(), "chess");
}

#[test]
fn positions_have_their_clocks() {
    let chess = builtin("chess");
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 30; pv e4 Kd7 e5;";
    let epd = read_epd(line).value;
    let position = epd.position(&chess).into_result().unwrap();
    assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30");
    assert_eq!(epd.moves("pv", &position).unwrap().len(), 3);
    assert_eq!(epd.check(&position), []);
    let back = Epd::of_position(&position);
    assert_eq!(back.position(&chess).value, position);
    assert_eq!(
        back.to_string(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; fmvn 30;"
    );
    // Of every game, whatever its FENs have behind the clocks.
    for name in ferz::formats::Catalog::builtin().names().step_by(7) {
        let variant = builtin(name);
        let start = variant.start();
        let line = Epd::of_position(&start).to_string();
        let again = read_epd(&line).into_result().expect(&line);
        let position = again.position(&variant).into_result().expect(&line);
        assert_eq!(position, start, "{line}");
    }
}

#[test]
fn moves_are_judged() {
    let chess = builtin("chess");
    let line = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; am Nf3;";
    let epd = read_epd(line).value;
    let position = epd.position(&chess).value;
    assert_eq!(epd.check(&position), []);
    let verdict = |epd: &Epd, text: &str| epd.judge(&position, &position.parse_san(text).unwrap());
    assert_eq!(verdict(&epd, "h5f7"), EpdVerdict::Right);
    assert_eq!(verdict(&epd, "Nf3"), EpdVerdict::Wrong);
    assert_eq!(verdict(&epd, "d3"), EpdVerdict::Wrong);
    let avoid = read_epd(&line.replace("bm Qxf7#; ", "")).value;
    assert_eq!(verdict(&avoid, "d3"), EpdVerdict::Right);
    assert_eq!(verdict(&avoid, "Nf3"), EpdVerdict::Wrong);
    let neither = Epd::of_position(&position);
    assert_eq!(verdict(&neither, "d3"), EpdVerdict::Unasked);
    let start =
        read_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400").value;
    let position = start.position(&chess).value;
    let counts: Vec<(u32, u64)> = start.counts().collect();
    assert_eq!(counts, [(1, 20), (2, 400)]);
    assert!(
        counts
            .iter()
            .all(|(depth, count)| perft(&position, *depth) == *count)
    );
}

#[test]
fn faults_are_told_where_they_are() {
    let found = |line: &str| codes(line, &read_epd(line).diagnostics);
    let wrong = |place: &str| vec![("E0621".to_owned(), place.to_owned())];
    assert_eq!(found(""), wrong(""));
    assert_eq!(found("8/8 w -"), wrong("8/8 w -"));
    assert_eq!(found("8/8 w bm e4;"), wrong("8/8 w bm"));
    assert_eq!(found("8/8 w - - id \"open;"), wrong("\""));
    assert_eq!(found("8/8 w - - \"text\" 3;"), wrong("text"));
    let chess = builtin("chess");
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5 e4; am Zz9; dm soon; D2 1 2;";
    let epd = read_epd(line).value;
    let position = epd.position(&chess).value;
    let told: Vec<(String, String)> = codes(line, &epd.check(&position));
    let code = |code: &str, place: &str| (code.to_owned(), place.to_owned());
    assert_eq!(told[0], code("E0602", "e5"));
    assert_eq!(told[2..], [code("E0621", "dm"), code("E0621", "D2")]);
    let line = "4k3/9/8/8/8/8/4P3/4K3 w - - bm e4;";
    let read = read_epd(line).value.position(&chess);
    assert!(read.has_errors() && line.get(read.diagnostics[0].span.range()).is_some());
    for noise in [";", "\"", "\\", "a ", "bm;", "é"] {
        let line = format!("8/8 w - - {}", noise.repeat(20_000));
        let epd = read_epd(&line);
        let _ = epd.value.to_string();
    }
}
