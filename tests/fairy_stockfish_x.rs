//! Options of the fork Fairy-Stockfish-X, which become rules of ours.

use ferz::definition::{VariantDef, differences};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Position, Variant, perft};
use ferz::notation::move_texts;

fn section(text: &str, name: &str) -> VariantDef {
    let parsed = Catalog::read(text, Format::FairyStockfishIni);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.value.get(name).expect("the section").clone()
}

fn chess(options: &str) -> VariantDef {
    section(&format!("[x:chess]\n{options}\n"), "x")
}

fn at(def: &VariantDef, fen: &str) -> Position {
    let variant = Variant::compile(def).expect("a variant");
    variant.parse_fen(fen).expect("a position")
}

fn texts(position: &Position) -> Vec<String> {
    move_texts(position)
        .into_iter()
        .map(|(text, _)| text)
        .collect()
}

/// The lines of the definition in our format that have a word.
fn lines(def: &VariantDef, word: &str) -> Vec<String> {
    let text = def.to_toml();
    let lines = text.lines().filter(|line| line.contains(word));
    lines.map(str::to_owned).collect()
}

fn findings(options: &str) -> Vec<String> {
    let parsed = Catalog::read(
        &format!("[x:chess]\n{options}\n"),
        Format::FairyStockfishIni,
    );
    let found = parsed.diagnostics.iter();
    found
        .map(|finding| format!("{} {}", finding.code, finding.message))
        .collect()
}

#[test]
fn forbidden_captures_of_one_kind_are_those_of_the_program_itself() {
    let own = chess("mutuallyImmuneTypes = pnbrq");
    let fork = chess("captureForbidden = p:p n:n r:r q:q b:b");
    let fen = "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP1BPPP/R1BQK2R w KQkq - 0 1";
    assert_eq!(perft(&at(&own, fen), 3), perft(&at(&fork, fen), 3));
}

#[test]
fn captures_are_forbidden_and_allowed_in_their_order() {
    let options = "captureForbidden = *:*\ncaptureAllowed = p:* r:n\ncaptureForbiddenBlack = p:q";
    let def = chess(options);
    let fen = "4k3/8/8/2q1n3/3P4/8/8/2R1R1K1 w - - 0 1";
    let moves = texts(&at(&def, fen));
    for text in ["d4c5", "d4e5", "e1e5"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
    assert!(!moves.contains(&"c1c5".to_owned()), "{moves:?}");
    // Whoever cannot capture kings gives no check.
    assert!(!at(&def, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1").is_check());
    let black = at(&def, "4k3/8/8/8/3p4/2Q1N3/8/4K3 b - - 0 1");
    let moves = texts(&black);
    assert!(moves.contains(&"d4e3".to_owned()) && !moves.contains(&"d4c3".to_owned()));
}

#[test]
fn nobody_captures_iron() {
    let def = chess("ironPieceTypes = n");
    let moves = texts(&at(&def, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"));
    assert!(moves.contains(&"d1d4".to_owned()) && !moves.contains(&"d1d5".to_owned()));
}

#[test]
fn turns_of_several_moves_settle_on_the_last_two_numbers() {
    let rows = [
        ("2 2", "moves = { white = [2], black = [2] }"),
        ("2 1", "moves = { white = [2], black = [1] }"),
        ("1 2 2", "moves = { white = [1, 2], black = [2] }"),
        ("2 2 1 1", "moves = { white = [2, 1], black = [2, 1] }"),
        ("3", "moves = { white = [3], black = [3] }"),
        ("2 1 1", "moves = { white = [2, 1], black = [1] }"),
    ];
    for (value, wanted) in rows {
        let def = chess(&format!("multimoves = {value}"));
        let found = lines(&def, "moves = { white");
        assert!(
            found.iter().any(|line| line.contains(wanted)),
            "{value}: {found:?}"
        );
        assert!(lines(&def, "check = 'last'").len() == 1, "{value}");
    }
    let def = chess("multimoves = 2 2\nmultimoveCheck = true");
    assert_eq!(lines(&def, "check = 'last'"), Vec::<String>::new());
    assert_eq!(
        lines(&chess("multimoves = 1 1"), "turns"),
        Vec::<String>::new()
    );
}

#[test]
fn edges_are_joined() {
    let def = chess("cylindrical = true\ncastling = false");
    let moves = texts(&at(&def, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    assert!(moves.contains(&"a1h1".to_owned()), "{moves:?}");
    let def = chess("toroidal = true\ncastling = false");
    let moves = texts(&at(&def, "8/8/8/4k3/8/8/8/RK6 w - - 0 1"));
    assert!(moves.contains(&"b1b8".to_owned()), "{moves:?}");
}

#[test]
fn blasts_go_along_some_lines() {
    let atomic = "[x:atomic]\nblastOrthogonals = false\n";
    let position = at(
        &section(atomic, "x"),
        "4k3/8/8/2nnn3/2nnn3/8/8/3RK3 w - - 0 1",
    );
    let capture = position.parse_move("d1d4").expect("the capture");
    let after = position.play(&capture).expect("it can be played");
    assert_eq!(
        after.to_fen().split(' ').next(),
        Some("4k3/8/8/3n4/2n1n3/8/8/4K3")
    );
}

/// Kamikaze, as a file of the fork has it: who captures leaves the board as well, but for kings.
#[test]
fn blasts_that_go_nowhere_remove_the_captor() {
    let lines = "blastOnCapture = true\nblastOrthogonals = false\nblastDiagonals = false\nblastImmuneTypes = k\n";
    for parent in ["giveaway", "nocheckatomic"] {
        let def = section(&format!("[x:{parent}]\n{lines}"), "x");
        let position = at(&def, "4k3/4P3/8/3n4/3nn3/2P5/8/3RK3 w - - 0 1");
        let after = |text: &str| {
            let capture = position.parse_move(text).expect("the capture");
            let fen = position.play(&capture).expect("it can be played").to_fen();
            fen.split(' ').next().unwrap_or_default().to_owned()
        };
        assert_eq!(after("d1d4"), "4k3/4P3/8/3n4/4n3/2P5/8/4K3", "{parent}");
        assert_eq!(after("c3d4"), "4k3/4P3/8/3n4/4n3/8/8/3RK3", "{parent}");
        let position = at(&def, "8/4k3/4P3/8/8/8/8/4K3 b - - 0 1");
        let capture = position.parse_move("e7e6").expect("the capture");
        let fen = position.play(&capture).expect("it can be played").to_fen();
        assert!(fen.starts_with("8/8/4k3/8/8/8/8/4K3"), "{parent}: {fen}");
        let text = comes_back(&def);
        for line in lines.lines() {
            assert!(text.contains(line), "{parent}: no {line} in\n{text}");
        }
    }
}

#[test]
fn captures_go_to_the_hand() {
    let zh = "[x:chess]\ncaptureType = hand\npieceDrops = true\n";
    let position = at(&section(zh, "x"), "4k3/8/8/3n4/8/8/8/3RK3[] w - - 0 1");
    let capture = position.parse_move("d1d5").expect("the capture");
    let after = position.play(&capture).expect("it can be played");
    assert!(after.to_fen().contains("[N]"), "{}", after.to_fen());
}

/// The fork's own game of hostages, as its options say it.
const HOSTAGE: &str = "[x:chess]
pieceDrops = true
dropLoop = true
captureType = prison
prisonPawnPromotion = true
hostageExchange = q:q r:rq n:nbrq b:nbrq p:pnbrq
";

#[test]
fn captures_go_to_a_prison() {
    let def = section(HOSTAGE, "x");
    comes_back(&def);
    let position = at(&def, "4k3/8/8/3n4/8/8/8/3RK3[NNRq] w - - 0 1");
    // A queen sets one of the knights free, and a rook too.
    let moves = texts(&position);
    for text in ["N@a3", "R@a3"] {
        assert!(moves.contains(&text.to_owned()), "{moves:?}");
    }
    let capture = position.parse_move("d1d5").expect("the capture");
    let after = position.play(&capture).expect("it can be played");
    assert!(after.to_fen().contains("[NNRnq]"), "{}", after.to_fen());
}

/// Counts of the fork, `a12d41c`. What is free stands before the sign `#` there. It has 11 800 and 13 173
/// where a pawn that could promote to one prisoner gives check: there a drop that sets this prisoner free
/// does not end the check.
#[test]
fn prisons_are_those_of_the_fork() {
    let hostage = section(HOSTAGE, "x");
    let plain = "[x:chess]\npieceDrops = true\ncaptureType = prison\nhostageExchange = n:n r:p\n";
    let plain = section(plain, "x");
    let middle = "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP1BPPP/R1BQK2R";
    let pawns = "4k3/1P4P1/8/2q5/8/8/1p4p1/4K3[NQrb] w - - 0 1";
    let rows = [
        (&hostage, format!("{middle}[PNpn] w KQkq - 0 1"), 1, 116),
        (&hostage, format!("{middle}[PNpn] w KQkq - 0 1"), 2, 11_856),
        (
            &hostage,
            format!("{middle}[PNPnpr] b KQkq - 0 1 freed=n"),
            2,
            13_254,
        ),
        (&hostage, pawns.to_owned(), 1, 121),
        (&hostage, pawns.to_owned(), 2, 16_295),
        (&plain, format!("{middle}[PNpn] w KQkq - 0 1"), 2, 4535),
        (
            &plain,
            format!("{middle}[PNPnpr] b KQkq - 0 1 freed=n"),
            2,
            3983,
        ),
        (&plain, pawns.to_owned(), 1, 11),
        (&plain, pawns.to_owned(), 3, 2640),
    ];
    for (def, fen, depth, count) in rows {
        assert_eq!(perft(&at(def, &fen), depth), count, "{fen}");
    }
}

#[test]
fn children_have_the_options_of_their_parents() {
    let text = "[p:chess]\ncaptureForbidden = q:q\nmultimoves = 2 2\n[x:p]\ncaptureForbidden = -\n";
    let def = section(text, "x");
    assert_eq!(lines(&def, "forbid"), Vec::<String>::new());
    assert_eq!(lines(&def, "turns").len(), 1);
}

/// What is written for the fork is read as the same game, and nothing is lost.
fn comes_back(def: &VariantDef) -> String {
    let export = write(def, Format::FairyStockfishXIni).expect("a format that is written");
    let losses: Vec<String> = (export.losses.iter())
        .map(|one| format!("{}: {}", one.place, one.message))
        .collect();
    assert_eq!(losses, Vec::<String>::new(), "{}", export.text);
    let again = section(&export.text, &def.name);
    assert_eq!(differences(def, &again), [], "{}", export.text);
    assert_eq!(again.rules.builtin, def.rules.builtin, "{}", export.text);
    assert_eq!(again.start, def.start, "{}", export.text);
    export.text
}

const PUSHES: &str = "[x:chess]
king = -
castling = false
nMoveRule = 0
maxRank = 5
maxFile = 5
customPiece1 = a:mW
customPiece2 = b:mR2
pushingStrength = a:1 b:2
pushFirstColor = either
pushingRemoves = shove
pushNoImmediateReturn = true
pointsCounting = true
pointsRuleCaptures = non-owner
piecePoints = a:1 b:2
pointsGoal = 4
pointsGoalSimulValueByMostPoints = draw
pointsGoalSimulValueByMover = loss
startFen = b3b/1aaa1/5/1AAA1/B3B w - - 0 1 {1 2}
";

#[test]
fn pieces_push_others_and_captures_bring_points() {
    let def = section(PUSHES, "x");
    assert_eq!(def.start, "b3b/1aaa1/5/1AAA1/B3B w - - 0 1 score=1/2");
    let position = at(&def, &def.start);
    // The counts of the fork itself, whose score at the start decides nothing yet.
    assert_eq!(
        [1, 2, 3].map(|depth| perft(&position, depth)),
        [18, 321, 6024]
    );
    comes_back(&def);
}

#[test]
fn pushes_of_chessmen_are_those_of_the_fork() {
    let fen = "r1b1k1nr/pp1p1ppp/2n5/3ap3/1bA1P3/2NB4/PPP2PPP/R1BAK1NR w KQkq - 0 1";
    let rows = [
        ("pushingRemoves = shove", [33, 1280]),
        (
            "pushFirstColor = either\npushChainEnemyOnly = true\nstepwisePushing = false",
            [30, 1118],
        ),
    ];
    for (options, counts) in rows {
        let strength = "customPiece1 = a:mRcF\npushingStrength = a:2 b:1 r:3";
        let def = chess(&format!("{strength}\n{options}"));
        let position = at(&def, fen);
        assert_eq!(
            [1, 2].map(|depth| perft(&position, depth)),
            counts,
            "{options}"
        );
        comes_back(&def);
    }
    let off = "pushFirstColor = us\npushChainEnemyOnly = true\nstepwisePushing = false";
    let def = chess(&format!("pushingStrength = r:3\n{off}"));
    assert_eq!(lines(&def, "shoves"), Vec::<String>::new());
}

#[test]
fn rows_of_rooks_crush_as_in_the_fork() {
    let text = "[x]
castling = false
nMoveRule = 0
rook = r
pushingStrength = r:8
pushChainEnemyOnly = true
pushCaptureAgainstFriendlyBlocker = true
pushingRemoves = shove
stepwisePushing = false
extinctionPieceTypes = r
extinctionValue = loss
startFen = 4rrrr/4rrrr/4rrrr/4rrrr/RRRR4/RRRR4/RRRR4/RRRR4 w - - 0 1
";
    let def = section(text, "x");
    let position = at(&def, &def.start);
    assert_eq!([1, 2].map(|depth| perft(&position, depth)), [32, 976]);
    comes_back(&def);
}

#[test]
fn points_decide_as_in_the_fork() {
    let fen = "r1bqk2r/ppp2ppp/2n2n2/3pp3/1b1PP3/2N2N2/PPP1BPPP/R1BQK2R w KQkq - 0 1";
    let worth = "pointsCounting = true\npiecePoints = p:1 n:3 b:3 r:5 q:9\n";
    let rows = [
        ("pointsGoal = 3", 1306),
        ("pointsGoal = 1\npointsRuleCaptures = owner", 1181),
        (
            "pointsGoal = 3\npointsRuleCaptures = them\npointsGoalValue = loss",
            1306,
        ),
        ("pointsRuleCaptures = none", 1306),
    ];
    for (options, count) in rows {
        let def = chess(&format!("{worth}{options}"));
        assert_eq!(perft(&at(&def, fen), 2), count, "{options}");
        comes_back(&def);
    }
    let def = chess("payPointsToDrop = true\npieceDrops = true\npiecePoints = p:2");
    let position = at(&def, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 score=1/0");
    assert!(!texts(&position).contains(&"P@d4".to_owned()));
    // The fork's own counts.
    let setup = "[x:chess]
piecePoints = p:1 n:3 q:9
startFen = 4k3/8/8/8/8/8/8/4K3[QNPqnp] w - - 0 1 {4 9}
pieceDrops = true
payPointsToDrop = true
pointsRuleCaptures = none
dropRegionWhite = *2 *3
dropRegionBlack = *6 *7
nMoveRule = 0
";
    let def = section(setup, "x");
    let position = at(&def, &def.start);
    assert_eq!([1, 2].map(|depth| perft(&position, depth)), [37, 1961]);
    comes_back(&def);
}

#[test]
fn captures_between_two_are_those_of_the_fork() {
    let hasami = "[x]
maxRank = 9
maxFile = 9
customPiece1 = r:mR
startFen = 9/1r2r2r1/9/2R1r2R1/9/1r2R4/3r3r1/R7R/9 w - - 0 1
extinctionPieceTypes = r
extinctionPieceCount = 1
surroundCaptureOpposite = true
surroundCaptureMaxRegion = a1 i1 a9 i9
";
    let tafl = "[x]
customPiece1 = r:mR
customPiece2 = k:mR
flagPiece = k
surroundCaptureOpposite = true
maxRank = 7
maxFile = 7
startFen = 2rrr2/3r3/r1RRR1r/rrRKRrr/r1RRR1r/3r3/2rrr2 w - - 0 1
connectDiagonal = false
stalemateValue = loss
surroundCaptureHostileRegion = a1 a7 g1 g7 d4
";
    let gala = "[x:chess]
maxRank = 5
maxFile = 5
king = -
castling = false
customPiece1 = d:mW
startFen = 5/2D2/1Dd2/3d1/5[DDDDdddd] w - - 0 1
pieceDrops = true
surroundCaptureOpposite = true
connectDiagonal = false
stalemateValue = loss
nMoveRule = 0
";
    let rows = [
        (format!("{hasami}connectDiagonal = false\n"), [57, 3134]),
        (
            format!("{hasami}surroundCaptureIntervene = true\n"),
            [57, 3098],
        ),
        (tafl.to_owned(), [8, 360]),
        (gala.to_owned(), [27, 708]),
    ];
    for (text, counts) in rows {
        let def = section(&text, "x");
        let position = at(&def, &def.start);
        assert_eq!(
            [1, 2].map(|depth| perft(&position, depth)),
            counts,
            "{text}"
        );
        comes_back(&def);
    }
    // Squares that are not the same from both sides.
    let def = section(&tafl.replace("a1 a7 g1 g7 d4", "a1 d5"), "x");
    assert_eq!(lines(&def, "empty [white a1, white d5]").len(), 1);
    comes_back(&def);
}

#[test]
fn every_option_is_written_for_the_fork_and_lost_for_the_program_itself() {
    let rows = [
        ("multimoves = 2 2 1 1", "multimoves = 2 2 1 1\n"),
        ("multimoves = 1 2 2", "multimoves = 1 2 2 2\n"),
        (
            "progressiveMultimove = true\nmultimoveCheck = true",
            "progressiveMultimove = true\n",
        ),
        ("captureForbidden = q:k *:p", "captureForbidden = "),
        (
            "captureForbiddenBlack = n:b",
            "captureForbiddenBlack = n:b\n",
        ),
        ("ironPieceTypes = n", "captureForbidden = "),
        (
            "cylindrical = true\ncastling = false",
            "cylindrical = true\n",
        ),
        ("toroidal = true\ncastling = false", "toroidal = true\n"),
        (
            "captureType = prison\npieceDrops = true\nhostageExchange = p:p r:rq",
            "hostageExchange = p:p r:rq\n",
        ),
        (
            "captureType = prison\nprisonPawnPromotion = true\npieceDrops = true\ndropLoop = true",
            "captureType = prison\n",
        ),
    ];
    for (options, line) in rows {
        let def = chess(options);
        let text = comes_back(&def);
        assert!(text.contains(line), "{options}\n{text}");
        let plain = write(&def, Format::FairyStockfishIni).expect("a format that is written");
        assert!(!plain.is_complete(), "{options}\n{}", plain.text);
        let key = line.split(' ').next().unwrap_or_default();
        assert!(!plain.text.contains(key), "{options}\n{}", plain.text);
    }
    for line in ["blastOrthogonals = false", "blastDiagonals = false"] {
        let def = section(&format!("[x:atomic]\n{line}\n"), "x");
        let text = comes_back(&def);
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn what_only_concerns_the_picture_is_kept() {
    let def = chess("hexBoard = true");
    assert_eq!(
        def.presentation.get("hexBoard").map(String::as_str),
        Some("true")
    );
}

#[test]
fn bad_values_are_found() {
    let bad = |value: &str| vec![format!("E0705 `{value}` cannot be read")];
    let rows = [
        ("captureType = jail", "jail"),
        ("multimoves = 0", "0"),
        ("multimoves = 2 x", "2 x"),
        ("captureForbidden = q", "q"),
        ("captureAllowedWhite = x:q", "x:q"),
        ("ironPieceTypes = x", "x"),
        ("piecePoints = p", "p"),
        ("piecePoints = x:1", "x:1"),
        ("pointsRuleCaptures = all", "all"),
        ("pushingStrength = r:x", "r:x"),
        ("pushFirstColor = both", "both"),
        ("pushingRemoves = yes", "yes"),
        ("hostageExchange = p", "p"),
        ("hostageExchange = p:x", "p:x"),
        ("prisonPawnPromotion = perhaps", "perhaps"),
    ];
    for (options, value) in rows {
        assert_eq!(findings(options), bad(value), "{options}");
    }
}
