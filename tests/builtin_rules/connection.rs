//! `rules.connection`: games that end when all pieces of a side are connected.

use ferz::formats::{Catalog, Format, write};
use ferz::game::{Outcome, Reason, Variant};

use super::{after, at, chess, found, texts};

/// White's share of the point, if the game has ended by connection.
fn share(rule: &str, fen: &str) -> Option<f64> {
    let variant = chess(&format!("rules.connection = {rule}"));
    match at(&variant, fen).outcome() {
        Outcome::Ended {
            white,
            reason: Reason::Connection,
            ..
        } => Some(white),
        _ => None,
    }
}

#[test]
fn pieces_of_either_side_are_connected() {
    let white = "4k3/8/8/8/2NN4/2NN4/8/4K3 b - - 0 1";
    let black = "4k3/8/2nn4/2nn4/8/8/8/4K3 w - - 0 1";
    for (rule, by_white, by_black) in [
        ("{ row = 2 }", Some(1.0), Some(0.0)),
        ("{ row = 3 }", None, None),
        ("{ row = 2, pieces = 'bishop' }", None, None),
        ("{ row = { white = 2 } }", Some(1.0), None),
        ("{ row = { white = 3, black = 2 } }", None, Some(0.0)),
        (
            "{ row = 2, pieces = { black = 'knight' } }",
            None,
            Some(0.0),
        ),
        ("{ block = 2 }", Some(1.0), Some(0.0)),
        (
            "{ block = 2, result = { white = 'draw', black = 'loss' } }",
            Some(0.5),
            Some(1.0),
        ),
        (
            "{ line = 2, horizontal = false, vertical = false, diagonal = false }",
            None,
            None,
        ),
        ("{ from = 'rank 3', to = 'rank 4' }", Some(1.0), Some(0.0)),
        (
            "{ from = 'rank 3', to = { white = 'rank 4' } }",
            Some(1.0),
            None,
        ),
    ] {
        assert_eq!(share(rule, white), by_white, "{rule}");
        assert_eq!(share(rule, black), by_black, "{rule}");
        // The other side's move may have connected them.
        let waiting = white.replace(" b ", " w ");
        assert_eq!(share(rule, &waiting), by_white, "{rule}");
    }
}

#[test]
fn pages_name_the_side_where_it_matters() {
    let words = |rule: &str| {
        let variant = chess(&format!("rules.connection = {rule}"));
        ferz_designer::handbook::rules_page(&variant, ferz_designer::handbook::Pictures::Files)
    };
    for (rule, said) in [
        (
            "{ row = 4, pieces = ['knight', 'bishop'] }",
            "| connection | A side has brought its pieces of the kind knight or bishop together: 4 of them in a \
             row. | that side wins |",
        ),
        (
            "{ row = { white = 3, black = 4 }, diagonal = false }",
            "| connection | Black has brought its pieces together: 4 of them in a row. Only pieces that are \
             adjacent along ranks or along files count. | Black wins |",
        ),
        (
            "{ from = 'rank 1', to = 'rank 8', result = 'loss' }",
            "a chain of them from rank 1",
        ),
    ] {
        let page = words(rule);
        assert!(page.contains(said), "`{said}` is not in\n{page}");
    }
}

#[test]
fn what_never_ends_a_game_is_doubted() {
    for (rule, says) in [
        ("{ pieces = 'knight' }", "names no connection"),
        ("{ row = 3, pieces = [] }", "no piece can connect"),
        ("{ row = 3, result = 'victory' }", "E0311"),
    ] {
        let findings = found(&format!("rules.connection = {rule}")).join("\n");
        assert!(findings.contains(says), "{rule}: {findings}");
    }
}

#[test]
fn the_options_of_fairy_stockfish_say_the_same() {
    let options = "[x:chess]\nconnectN = 4\nconnectDiagonal = false\nconnectPieceTypes = n\n\
                   connectRegion1White = a1 b1 c1 d1 e1 f1 g1 h1\nconnectRegion2White = a8 b8 c8 d8 e8 f8 g8 h8\n\
                   connectRegion1Black = a1 b1 c1 d1 e1 f1 g1 h1\nconnectRegion2Black = a8 b8 c8 d8 e8 f8 g8 h8\n\
                   connectValue = loss\n";
    let read = Catalog::read(options, Format::FairyStockfishIni);
    assert_eq!(read.diagnostics, []);
    let def = read.value.get("x").expect("a section");
    let text = def.to_toml();
    for part in [
        "pieces = ['knight']",
        "row = 4",
        "diagonal = false",
        "result = 'loss'",
        "from = { white = 'rank 1', black = 'rank 1' }",
        "to = { white = 'rank -1', black = 'rank -1' }",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let export = write(def, Format::FairyStockfishIni).expect("a format that is written");
    assert!(export.losses.is_empty(), "{:?}", export.losses);
    assert!(export.text.contains("connectN = 4\n"), "{}", export.text);
    // However a zone is written, it is the same.
    let written =
        "name = 'x'\ninherits = 'chess'\nrules.connection = { from = 'a1-h1', to = 'a7-h8' }";
    let read = Catalog::read(written, Format::Toml);
    let def = read.value.first().expect("a variant");
    let export = write(def, Format::FairyStockfishIni).expect("a format that is written");
    assert!(export.losses.is_empty(), "{:?}", export.losses);
}

#[test]
fn the_last_stone_on_a_board_may_connect() {
    let text = "[three]\nboard = { files = 3, ranks = 3 }\nstart = '3/3/3[SSSSSsssss] w'\n\
                pieces.stone = { letter = 'S', move = '-' }\n\
                rules = { royal = 'none', drops = {}, connection = { row = 3 }, ends = 'after: no empty: draw by full-board' }\n";
    let read = Catalog::read(text, Format::Toml);
    let variant = Variant::compile(read.value.first().expect("a variant")).expect("it compiles");
    let last = at(&variant, "SsS/sSs/2s[SSss] w");
    let moves = texts(&last);
    assert_eq!(moves, ["S@a1", "S@b1"]);
    let ends = |fen: &str, text: &str| match after(&at(&variant, fen), &[text]).outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason)),
        Outcome::Ongoing => None,
    };
    assert_eq!(
        ends("SsS/Sss/1Ss[Ss] w", "S@a1"),
        Some((1.0, Reason::Connection))
    );
    assert_eq!(
        ends("SsS/ssS/1Ss[Ss] w", "S@a1"),
        Some((0.5, Reason::FullBoard))
    );
}
