//! The two Apothecary games: setups, imitation, the pocket, reserves, castling and points.

use std::collections::{BTreeMap, BTreeSet};

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Reason, Variant, perft};
use ferz::movement::Pattern;
use ferz::notation::move_texts;
use ferz::state::Color;

use crate::harness::{Random, builtin, random_game};

const CLASSIC: &str = "apothecary-chess-classic";
const ALERT: &str = "grand-apothecary-chess-alert";

/// A built-in with settings.
fn configured(name: &str, query: &str) -> Variant {
    let def = Catalog::builtin().configure(name, query);
    Variant::compile(&def.unwrap().unwrap()).unwrap()
}

/// A position with these pieces, such as `Kf2 ka10`, and the rest of a FEN.
fn placed(variant: &Variant, pieces: &str, rest: &str) -> Position {
    let shape = variant.shape();
    let mut men: BTreeMap<usize, &str> = BTreeMap::new();
    for piece in pieces.split_whitespace() {
        let square = shape.parse(&piece[1..]).expect("a square");
        men.insert(square.index(), &piece[..1]);
    }
    let mut ranks = Vec::new();
    for rank in (0..shape.ranks()).rev() {
        let mut text = String::new();
        for file in 0..shape.files() {
            let square = shape.at(file, rank).expect("on the board");
            let there = shape.exists(square) && !shape.vanishing().contains(square);
            match men.get(&square.index()) {
                Some(letter) => text.push_str(letter),
                None if there => text.push_str(".1"),
                None => text.push('*'),
            }
        }
        // Runs of single squares are one number.
        let mut written = String::new();
        let mut run = 0;
        for part in text.replace(".1", ".").chars() {
            if part == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                written.push_str(&run.to_string());
                run = 0;
            }
            written.push(part);
        }
        if run > 0 {
            written.push_str(&run.to_string());
        }
        ranks.push(written);
    }
    let fen = format!("{}{rest}", ranks.join("/"));
    variant
        .parse_fen(&fen)
        .unwrap_or_else(|found| panic!("{fen}: {found:?}"))
}

/// The legal moves from a square, without the name of that square, sorted and separated by blanks.
fn from(position: &Position, square: &str) -> String {
    let ends: Vec<String> = move_texts(position)
        .into_iter()
        .filter_map(|(text, one)| {
            let shape = position.variant().shape();
            (shape.name(one.from) == square).then(|| text[square.len()..].to_owned())
        })
        .collect();
    ends.join(" ")
}

fn played(position: &Position, moves: &str) -> Position {
    moves.split(' ').fold(position.clone(), |position, text| {
        let one = position
            .parse_move(text)
            .unwrap_or_else(|finding| panic!("{text}: {finding:?}"));
        position.play_unchecked(&one)
    })
}

/// White's share and the reason.
fn end(position: &Position) -> Option<(f64, f64, Reason)> {
    match position.outcome() {
        Outcome::Ongoing => None,
        Outcome::Ended {
            white,
            black,
            reason,
        } => Some((white, black, reason)),
    }
}

#[test]
fn classic_1_and_2_first_moves() {
    let start = builtin(CLASSIC).start();
    let moves = start.legal_moves();
    assert_eq!(moves.len(), 134);
    let mut by_letter: BTreeMap<String, usize> = BTreeMap::new();
    for one in moves.iter().filter(|one| one.gate.is_none()) {
        let letter = start.variant().letters().name(one.piece);
        *by_letter.entry(letter).or_default() += 1;
    }
    let counts: Vec<String> = by_letter
        .iter()
        .map(|(letter, count)| format!("{letter}{count}"))
        .collect();
    assert_eq!(counts.join(" "), "A4 B4 C5 E4 K7 M4 N12 P20 Q3 R18");
    assert_eq!(
        from(&start, "f2"),
        "c1 c1j d1 d1j e1 e1j f1 f1j g1 g1j h1 h1j i1 i1j"
    );
    assert_eq!(from(&start, "e0"), "d1 f1");
    assert_eq!(from(&start, "f0"), "e1 g1");
    assert_eq!(from(&start, "d0"), "d1 g1");
    assert_eq!(from(&start, "g0"), "d1 g1");
    assert_eq!(perft(&start, 2), 17_952);
    for (number, count) in [(1, 142), (13, 134), (19, 134)] {
        let variant = configured(CLASSIC, &format!("setup={number}"));
        assert_eq!(variant.start().legal_moves().len(), count, "{number}");
    }
    let fen = start.to_fen();
    for (turn, number, count) in [('w', 8, 134), ('w', 9, 81), ('b', 12, 134), ('b', 13, 81)] {
        let fen = fen
            .replace(" w ", &format!(" {turn} "))
            .replace(" 0 1 ", &format!(" 0 {number} "));
        let position = start.variant().parse_fen(&fen).unwrap();
        assert_eq!(position.legal_moves().len(), count, "{fen}");
    }
}

#[test]
fn classic_3_and_4_the_joker_from_the_pocket() {
    let classic = builtin(CLASSIC);
    let after = played(&classic.start(), "c2d4j");
    let fen = after.to_fen();
    assert!(fen.contains("/1AJBQKBNC1/"), "{fen}");
    assert!(fen.contains(" pocket=-/j imit=-/N"), "{fen}");

    let pinned = placed(&classic, "Kf2 Bd2 ka10 ra2", " w - - 0 1 pocket=J/-");
    let moves = from(&pinned, "d2");
    assert!(moves.split(' ').all(|text| text.ends_with('j')), "{moves}");
    assert!(moves.split(' ').any(|text| text == "b4j"), "{moves}");
    let closed = placed(&classic, "Kf2 Bd2 ka10 ra2", " w - - 0 9 pocket=J/-");
    assert_eq!(from(&closed, "d2"), "");
}

#[test]
fn a_joker_that_was_not_placed_in_time_is_out_of_the_game() {
    for (query, reserve) in [
        ("expired_joker_to_reserve=off", 0),
        ("expired_joker_to_reserve=on", 1),
    ] {
        let variant = configured(CLASSIC, query);
        let last = placed(&variant, "Kf2 Rb5 kf9", " w - - 0 8 pocket=J/j");
        let after = played(&last, "b5b6");
        assert!(after.to_fen().contains(" pocket=-/j"), "{query}");
        let joker = variant.letters().role("J").unwrap();
        assert_eq!(after.setup().hands[0].count(joker), reserve, "{query}");
    }
}

#[test]
fn classic_5_vanishing_squares() {
    let classic = builtin(CLASSIC);
    let position = placed(&classic, "Ka1 Bd8 ka9 mg11", " w");
    let after = played(&position, "d8g11");
    assert!(
        after.to_fen().starts_with("******B***/"),
        "{}",
        after.to_fen()
    );
    let back = played(&after, "a9a8 g11f10 a8a9");
    assert!(
        back.to_fen().starts_with("**********/"),
        "{}",
        back.to_fen()
    );
    let without = placed(&classic, "Ka1 Bd8 ka9", " w");
    for position in [&without, &back] {
        let shape = classic.shape();
        assert!(
            position
                .legal_moves()
                .iter()
                .all(|one| shape.rank_of(one.to) < 11)
        );
    }
    // On a vanishing square, the neighbors of the rook are the adjacent occupied squares.
    let side_by_side = placed(&classic, "Ka1 Rd0 ka9 me0 mg0", " w");
    assert_eq!(
        from(&side_by_side, "d0"),
        "d1 d10 d2 d3 d4 d5 d6 d7 d8 d9 e0"
    );
}

#[test]
fn classic_6_the_king_leaps_once() {
    let classic = builtin(CLASSIC);
    let position = placed(&classic, "Kf2 kf9 rh5", " w");
    assert_eq!(from(&position, "f2"), "c1 d1 e1 e2 e3 f1 f3 g1 g2 g3 i1");
    let back = played(&position, "f2f1 h5h6 f1f2 h6h5");
    assert_eq!(from(&back, "f2"), "e1 e2 e3 f1 f3 g1 g2 g3");
    assert!(back.to_fen().contains(" unmoved="), "{}", back.to_fen());
    // Out of check, but onto empty squares only.
    let checked = placed(&classic, "Kf2 kf9 rf5 bd1", " w");
    assert_eq!(from(&checked, "f2"), "c1 e1 e3 g1 g2 g3 h1 i1");
    let capturing = configured(CLASSIC, "king_jump=capture");
    let checked = placed(&capturing, "Kf2 kf9 rf5 bd1", " w");
    assert_eq!(from(&checked, "f2"), "c1 d1 e1 e3 g1 g2 g3 h1 i1");
    for way in ["calm", "calm-capture"] {
        let calm = configured(CLASSIC, &format!("king_jump={way}"));
        let checked = placed(&calm, "Kf2 kf9 rf5 bd1", " w");
        assert_eq!(from(&checked, "f2"), "e1 e3 g1 g2 g3", "{way}");
        let quiet = placed(&calm, "Kf2 kf9 rh5", " w");
        assert_eq!(from(&quiet, "f2"), from(&position, "f2"), "{way}");
    }
}

#[test]
fn classic_7_to_9_jokers() {
    let classic = builtin(CLASSIC);
    let mate = placed(&classic, "Ke3 Je2 ke1", " b - - 0 1 imit=K/-");
    assert_eq!(end(&mate), Some((1.0, 0.0, Reason::Checkmate)));
    let stalemate = placed(&classic, "Ke3 Je2 ke1", " b");
    assert_eq!(end(&stalemate), Some((0.75, 0.25, Reason::Stalemate)));

    let pawn = placed(&classic, "Ka1 Je7 ka10 pd8", " w - - 0 1 imit=P/-");
    assert_eq!(from(&pawn, "e7"), "d8 e8");
    let first = placed(&classic, "Ka1 Je3 ka10", " w - - 0 1 imit=P/-");
    assert_eq!(from(&first, "e3"), "e4");
    let elephant = placed(&classic, "Ka1 Je5 ka10", " w - - 0 1 imit=E/-");
    assert_eq!(from(&elephant, "e5"), "b5 c3 c7 d4 d6 e2 e8 f4 f6 g3 g7 h5");
    let after = played(&elephant, "e5f6");
    assert!(after.to_fen().ends_with(" imit=E/E"), "{}", after.to_fen());
    let knight = placed(&classic, "Ka1 Je5 ka10 pc2", " w - - 0 1 imit=N/-");
    assert_eq!(
        from(&knight, "e5"),
        "b3 b7 c4 c6 c8 d3 d7 f3 f7 g2 g4 g6 g8 h3 h7",
        "the far leap is a move only"
    );
}

#[test]
fn classic_10_promotion_from_the_reserve() {
    let classic = builtin(CLASSIC);
    let position = placed(&classic, "Ka1 Ph7 Pb9 kj5 qi8", "[QRNM] w");
    assert_eq!(from(&position, "h7"), "h8 h8m h8n i8 i8m i8n");
    assert_eq!(from(&position, "b9"), "b10m b10n b10q b10r");
    let after = played(&position, "h7i8n");
    assert!(after.to_fen().contains("[QRMq]"), "{}", after.to_fen());
    // With an empty reserve the pawn cannot enter the last rank, but it attacks it.
    let empty = placed(&classic, "Ka1 Pb9 kd9 ra10", " w");
    assert_eq!(from(&empty, "b9"), "");
    let guarded = placed(&classic, "Ka1 Pb9 kb10", " b");
    assert_eq!(from(&guarded, "b10"), "a9 b9 c9");
}

#[test]
fn classic_11_points() {
    let classic = builtin(CLASSIC);
    for (pieces, white, black) in [
        ("Ka1 Rj1 Pb9 kf7 qd5", 0.75, 0.25),
        ("Ka1 Jj1 kf7 qd5 ni9", 0.25, 0.75),
        ("Ka1 Jj1 Pc4 kf7 qd5", 0.5, 0.5),
    ] {
        let position = placed(&classic, pieces, " w - - 200 150");
        assert_eq!(
            end(&position),
            Some((white, black, Reason::PointCount)),
            "{pieces}"
        );
        let before = placed(&classic, pieces, " w - - 199 150");
        assert_eq!(end(&before), None);
    }
    let bare = placed(&classic, "Ka1 kf7", " w");
    assert_eq!(end(&bare), Some((0.5, 0.5, Reason::Custom("decided"))));
}

#[test]
fn all_set_ups_differ_and_have_the_right_number_of_first_moves() {
    for (name, count) in [(CLASSIC, 24), (ALERT, 576)] {
        let setups = Catalog::builtin()
            .get(name)
            .unwrap()
            .setups
            .clone()
            .unwrap();
        assert_eq!(setups.numbers(), 1..=count);
        let starts: BTreeSet<String> = setups.numbers().filter_map(|n| setups.start(n)).collect();
        assert_eq!(starts.len(), count as usize, "{name}");
        for wrong in [0, count + 1] {
            let query = format!("setup={wrong}");
            assert!(Catalog::builtin().configure(name, &query).unwrap().is_err());
        }
    }
    for number in [1, 100, 300, 450, 576] {
        let variant = configured(ALERT, &format!("setup={number}"));
        let moves = variant.start().legal_moves().len();
        assert!([51, 53, 55, 57].contains(&moves), "{number}: {moves}");
    }
    let row = |number: u32| {
        let fen = configured(CLASSIC, &format!("setup={number}"))
            .start()
            .to_fen();
        fen.split('/').nth(9).unwrap().to_owned()
    };
    for (number, wanted) in [
        (1, "1ABNCKNBQ1"),
        (6, "1QBNCKNBA1"),
        (7, "1BNACKQNB1"),
        (13, "1ANBCKBNQ1"),
        (14, "1ANBQKBNC1"),
        (19, "1NBACKQBN1"),
        (24, "1NBQCKABN1"),
    ] {
        assert_eq!(row(number), wanted, "{number}");
    }
}

#[test]
fn alert_1_first_moves() {
    let start = builtin(ALERT).start();
    let mut by_letter: BTreeMap<String, usize> = BTreeMap::new();
    for one in start.legal_moves() {
        let letter = start.variant().letters().name(one.piece);
        *by_letter.entry(letter).or_default() += 1;
    }
    let counts: Vec<String> = by_letter
        .iter()
        .map(|(letter, count)| format!("{letter}{count}"))
        .collect();
    assert_eq!(counts.join(" "), "F2 G4 I1 N4 P26 W2 X14");
    for (square, targets) in [
        ("b2", "a5 c5"),
        ("k2", "j5 l5"),
        ("e2", "e4 e5"),
        ("h2", "h4 h5"),
        ("d1", "b4"),
        ("i1", "k4"),
        ("d2", "d5"),
        ("i2", "i5"),
        ("f2", "f5"),
    ] {
        assert_eq!(from(&start, square), targets, "{square}");
    }
    assert_eq!(perft(&start, 2), 2809);
}

#[test]
fn alert_2_to_4_far_movers() {
    let alert = builtin(ALERT);
    let osprey = from(&placed(&alert, "Ka1 Of5 kl12 pf8", " w"), "f5");
    let targets: Vec<&str> = osprey.split(' ').collect();
    assert_eq!(targets.len(), 32, "{osprey}");
    assert!(
        ["d5", "h5", "f3", "f7"]
            .iter()
            .all(|one| targets.contains(one))
    );
    assert!(!targets.contains(&"f8"));

    let free = placed(&alert, "Ka1 Ff5 kl12", " w");
    assert_eq!(
        from(&free, "f5"),
        "b2 b4 b6 b8 c1 c5 c9 e1 e9 f2 f8 g1 g9 i1 i5 i9 j2 j4 j6 j8"
    );
    let blocked = placed(&alert, "Ka1 Ff5 Pf6 Pg6 Pg5 kl12", " w");
    assert_eq!(
        from(&blocked, "f5"),
        "b2 b4 b6 b8 c1 c5 c9 e1 e9 f2 f8 g1 i1 i5 j2 j4"
    );
    let around = placed(&alert, "Ka1 Ff5 Pg5 kl12 pj6", " w");
    assert!(from(&around, "f5").split(' ').any(|text| text == "j6"));

    let mortar = placed(&alert, "Ka1 Mf5 Ph5 kl12 pj5 pf7 pf9", " w");
    assert_eq!(
        from(&mortar, "f5"),
        "a5 b5 c5 d5 e4 e5 e6 f1 f2 f3 f4 f6 f7 f9 g4 g5 g6 j5"
    );
}

#[test]
fn alert_5_every_passed_square() {
    let alert = builtin(ALERT);
    let position = placed(&alert, "Ka1 Pd3 kl12 pc6 pe5 pe6", " w");
    let run = played(&position, "d3d6");
    assert!(run.to_fen().contains(" d4d5 "), "{}", run.to_fen());
    for (square, target) in [("e5", "d4"), ("c6", "d5"), ("e6", "d5")] {
        assert!(
            from(&run, square).split(' ').any(|text| text == target),
            "{square}"
        );
        let after = played(&run, &format!("{square}{target}"));
        let gone = alert.shape().parse("d6").unwrap();
        assert_eq!(after.board().piece(gone), None, "{square}");
    }
    let berolina = placed(&alert, "Ka1 Xc3 kl12 pc5 pe6 xd6", " w");
    let run = played(&berolina, "c3f6");
    assert!(run.to_fen().contains(" d4e5f6 "), "{}", run.to_fen());
    let passing: Vec<String> = move_texts(&run)
        .into_iter()
        .filter(|(_, one)| !one.captures.is_empty() && !one.captures.contains(&one.to))
        .map(|(text, _)| text)
        .collect();
    assert_eq!(passing, ["c5d4"]);
    let initial = configured(ALERT, "pawn_rush=initial");
    let position = placed(&initial, "Ka1 Pd4 Pb3 kl12", " w");
    assert_eq!(from(&position, "d4"), "d5");
    assert_eq!(from(&position, "b3"), "b4 b5 b6");
}

#[test]
fn alert_6_castling_names_its_partner() {
    let alert = builtin(ALERT);
    let castlings = |position: &Position| {
        let texts: Vec<String> = move_texts(position)
            .into_iter()
            .filter(|(_, one)| !one.shifts.is_empty())
            .map(|(text, _)| text)
            .collect();
        texts.join(" ")
    };
    let all = placed(&alert, "Kg1 Zl1 Rk1 Za1 Rb1 ka12", " w");
    assert_eq!(castlings(&all), "g1d1 g1e1 g1i1 g1j1");
    let cannons = placed(&alert, "Kg1 Zl1 Za1 ka12", " w");
    assert_eq!(castlings(&cannons), "g1c1 g1d1 g1j1 g1k1");
    let after = played(&cannons, "g1c1");
    let cannon = after.board().piece(alert.shape().parse("d1").unwrap());
    assert_eq!(
        cannon.map(|piece| alert.letters().name(piece)),
        Some("Z".to_owned())
    );
    let attacked = placed(&alert, "Kg1 Rk1 Rb1 ka12 ri12", " w");
    assert_eq!(castlings(&attacked), "g1d1 g1e1");
    // The Joker would imitate a king after the king's move.
    let near = placed(&alert, "Kg1 Rk1 ka12 jh2", " w K - 0 1 imit=-/N");
    assert!(!near.is_check());
    assert_eq!(castlings(&near), "");
    let far = placed(&alert, "Kg1 Rk1 ka12 jh3", " w K - 0 1 imit=-/K");
    assert_eq!(castlings(&far), "g1i1 g1j1");
    // As a knight it gives check from there.
    let check = placed(&alert, "Kg1 Rk1 ka12 jh3", " w K - 0 1 imit=-/N");
    assert!(check.is_check());
    assert_eq!(castlings(&check), "");
}

#[test]
fn alert_7_and_8_promotion_and_jokers() {
    let alert = builtin(ALERT);
    let position = placed(&alert, "Kg1 Pd10 Xf11 ka12 re11", "[QRYBBNG] w");
    assert_eq!(
        from(&position, "d10"),
        "d11 d11b d11g d11n d11r d11y e11 e11b e11g e11n e11r e11y"
    );
    assert_eq!(
        from(&position, "f11"),
        "e12b e12g e12n e12q e12r e12y g12b g12g g12n g12q g12r g12y"
    );
    let joker = placed(&alert, "Ka1 Je5 Pf6 kl12 pd6 pe6", " w - - 0 1 imit=X/-");
    assert_eq!(from(&joker, "e5"), "e6");
    assert_eq!(from(&placed(&alert, "Ka1 Je5 kl12", " w"), "e5"), "");
}

#[test]
fn alert_9_scores() {
    let alert = builtin(ALERT);
    let stalemate = placed(&alert, "Kc10 Qb10 ka12", " b");
    assert_eq!(end(&stalemate), Some((0.75, 0.25, Reason::Stalemate)));
    for (pieces, white) in [
        ("Ka1 Qd3 Bc1 kl10 qh9", 0.5),
        ("Ka1 Qd3 Bc1 Pc4 kl10 qh9", 0.75),
    ] {
        let position = placed(&alert, pieces, " w - - 300 150");
        assert_eq!(
            end(&position),
            Some((white, 1.0 - white, Reason::PointCount)),
            "{pieces}"
        );
    }
    // Five major pieces against one other piece: the opposing Joker counts 5.
    for (query, white) in [
        ("non_heavy=light-and-average", 0.75),
        ("non_heavy=all", 0.5),
    ] {
        let variant = configured(ALERT, query);
        let position = placed(&variant, "Ka1 Jb1 Qd3 kl10 qh9 ph8", " w - - 300 150");
        assert_eq!(end(&position).map(|end| end.0), Some(white), "{query}");
    }
}

/// The end of a game after these moves, if they end it.
fn end_of_game(start: Position, moves: &str) -> Option<(f64, f64, Reason)> {
    let mut game = Game::new(start);
    for text in moves.split(' ') {
        assert_eq!(game.outcome(), Outcome::Ongoing, "before {text}");
        let one = game.position().parse_move(text).unwrap();
        game.play(&one).unwrap();
    }
    match game.outcome() {
        Outcome::Ongoing => None,
        Outcome::Ended {
            white,
            black,
            reason,
        } => Some((white, black, reason)),
    }
}

#[test]
fn the_third_repetition_counts_points() {
    let shuffle = "a1a2 l6l5 a2a1 l5l6";
    let alert = builtin(ALERT);
    for (pieces, white) in [
        ("Ka1 Qd3 Bc1 kl6 qh6", 0.5),
        ("Ka1 Qd3 Bc1 Pc4 kl6 qh6", 0.75),
    ] {
        let start = placed(&alert, pieces, " w");
        // The Jokers imitate different pieces before the kings have moved.
        let twice = format!("{shuffle} {shuffle} a1a2 l6l5");
        let wanted = Some((white, 1.0 - white, Reason::PointCount));
        assert_eq!(end_of_game(start, &twice), wanted, "{pieces}");
    }
    // The king loses its leap with its first move, so the initial position does not repeat.
    let classic = builtin(CLASSIC);
    let start = placed(&classic, "Kf2 Rb5 ka9", " w");
    let shuffle = "f2f1 a9a8 f1f2 a8a9";
    assert_eq!(
        end_of_game(start.clone(), &format!("{shuffle} {shuffle}")),
        None
    );
    let wanted = Some((0.75, 0.25, Reason::PointCount));
    let thrice = format!("{shuffle} {shuffle} f2f1 a9a8");
    assert_eq!(end_of_game(start, &thrice), wanted);
}

#[test]
fn the_diagram_agrees_with_the_game_in_what_it_can_say() {
    let text = include_str!("../examples/grand-apothecary-chess-alert.txt");
    let read = Catalog::read(text, Format::InteractiveDiagram);
    let diagram = read.value.first().unwrap();
    let game = Catalog::builtin().get(ALERT).unwrap();
    let mut compared = 0;
    for (name, theirs) in &diagram.pieces {
        let found = game
            .pieces
            .values()
            .find(|ours| ours.letter == theirs.letter);
        let ours = found.unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(ours.royal, theirs.royal, "{name}");
        // The diagram's Joker imitates the last moved piece of either side.
        if ours.letter == "J" {
            continue;
        }
        let patterns = |moves: &[ferz::definition::MoveDef]| -> BTreeSet<Pattern> {
            let all = moves.iter().flat_map(|one| one.movement.patterns());
            all.cloned().collect()
        };
        assert_eq!(patterns(&ours.moves), patterns(&theirs.moves), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 17);
    let board = |fen: &str| {
        let board = fen.split(' ').next().unwrap().to_owned();
        let mut hand: Vec<char> = board.split('[').nth(1).unwrap_or("").chars().collect();
        hand.sort_unstable();
        (board.split('[').next().unwrap().to_owned(), hand)
    };
    let theirs = Variant::compile(diagram).unwrap().start().to_fen();
    let ours = builtin(ALERT).start().to_fen();
    assert_eq!(board(&theirs), board(&ours));
    assert_eq!(diagram.rules.captured_to(), game.rules.captured_to());
}

#[test]
fn random_games_with_few_pieces_come_to_an_end() {
    let mut random = Random::new(7);
    let mut reasons = BTreeSet::new();
    for (name, pieces, rest) in [
        (CLASSIC, "Kf2 Rb5 Ph7 Jc3 kf9 qd6 pa4", "[QRNMqrnm] w"),
        (CLASSIC, "Ka1 Pb6 ka10 pj5", "[Qq] w"),
        (CLASSIC, "Ka1 Bc3 ka10", " w"),
        (ALERT, "Kg1 Rk1 Xc4 kg12 Je0 fd9 xd6", "[QRYqry] w"),
        (ALERT, "Ka1 Qb2 kg12 jd9 pf10", "[Qq] w"),
    ] {
        let variant = builtin(name);
        let mut game = Game::new(placed(&variant, pieces, rest));
        while game.outcome() == Outcome::Ongoing && game.moves().len() < 700 {
            let moves = game.position().legal_moves();
            let one = moves[random.below(moves.len())].clone();
            let text = game.position().move_text(&one);
            let read = game.position().parse_move(&text);
            assert_eq!(read.as_ref(), Ok(&one), "{}", game.position().to_fen());
            game.play_unchecked(&one);
        }
        if let Outcome::Ended {
            white,
            black,
            reason,
        } = game.outcome()
        {
            assert!((white + black - 1.0).abs() < 1e-9);
            reasons.insert(reason);
        }
    }
    assert!(!reasons.is_empty());
}

#[test]
fn random_games_keep_the_laws() {
    let mut random = Random::new(2026);
    for name in [CLASSIC, ALERT] {
        let variant = builtin(name);
        for position in random_game(&variant, &mut random, 90).iter().step_by(5) {
            let fen = position.to_fen();
            let again = variant
                .parse_fen(&fen)
                .unwrap_or_else(|found| panic!("{fen}: {found:?}"));
            assert_eq!(again.to_fen(), fen);
            let moves = position.legal_moves();
            let texts = move_texts(position);
            assert_eq!(texts.len(), moves.len(), "{fen}");
            let texts_again: Vec<String> = move_texts(&again)
                .into_iter()
                .map(|(text, _)| text)
                .collect();
            let texts: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
            assert_eq!(texts, texts_again, "{fen}");
            let Some(text) = texts.get(random.below(texts.len().max(1))) else {
                continue;
            };
            let one = position.parse_move(text).unwrap();
            let after = position.play_unchecked(&one);
            assert_eq!(after.turn(), position.turn().opponent());
            for color in Color::ALL {
                let kings = after.board().pieces().filter(|(_, piece)| {
                    piece.color == color && variant.letters().name(*piece).eq_ignore_ascii_case("K")
                });
                assert_eq!(kings.count(), 1, "{fen} {text}");
            }
        }
    }
}
