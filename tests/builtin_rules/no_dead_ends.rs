//! `no-dead-ends` of the library, and `stuck` in other clauses: pieces that may not move where they
//! could never move again.

use ferz::formats::{Catalog, Format};
use ferz::game::{Strategy, Variant, perft_with};

use super::{at, chess, codes, found, texts};

/// Knights that only leap forward are stuck on the last two ranks unless they promote there.
const LEAPERS: &str = "pieces.knight.move = 'ffN'\n";

fn count(lines: &str, fen: &str) -> usize {
    let position = at(&chess(&format!("{LEAPERS}{lines}")), fen);
    let engines = [Strategy::Fastest, Strategy::General];
    let [fast, general] = engines.map(|engine| perft_with(&position, 2, engine));
    assert_eq!(fast, general, "{lines}");
    texts(&position).len()
}

#[test]
fn a_piece_does_not_go_where_it_is_stuck() {
    let fen = "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    assert_eq!(count("", fen), 5 + 2);
    assert_eq!(count("rules.use.no-dead-ends = true", fen), 5);
    let nearer = "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1";
    assert_eq!(count("rules.use.no-dead-ends = true", nearer), 5 + 2);
}

#[test]
fn drops_and_captures_do_not_lead_there_either() {
    let hand = "rules.captured-to = 'captor-hand'\nrules.drops = {}\n";
    let fen = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
    assert_eq!(count(hand, fen), 5 + 62);
    // The black king stands on one of the sixteen squares.
    let rule = format!("{hand}rules.use.no-dead-ends = true");
    assert_eq!(count(&rule, fen), 5 + 62 - 15);
    let victim = "4k3/4r3/8/3N4/8/8/8/3K4 w - - 0 1";
    let rule = "rules.use.no-dead-ends = true";
    let position = at(&chess(&format!("{LEAPERS}{rule}")), victim);
    assert!(texts(&position).iter().all(|text| text.starts_with("d1")));
}

#[test]
fn who_must_promote_there_may_go_there() {
    let promotes = "pieces.knight.promotion = { to = 'queen', zone = 'rank 7..' }\n\
                    rules.use.no-dead-ends = true";
    assert_eq!(count(promotes, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1"), 5 + 2);
}

#[test]
fn the_tables_know_it() {
    // A pawn that could be captured in passing has its own reason to be declined.
    let variant = chess("pieces.pawn.move = 'fmWfcF'\nrules.use.no-dead-ends = true");
    assert!(!variant.describe_tables().contains("general engine only"));
}

#[test]
fn a_child_may_take_it_away() {
    let text = format!(
        "[parent]\ninherits = 'chess'\n{LEAPERS}rules.use.no-dead-ends = true\n\
         [child]\ninherits = 'parent'\nrules.use.no-dead-ends = false"
    );
    let read = Catalog::read(&text, Format::Toml);
    assert_eq!(codes(&read), [""; 0]);
    let moves = |name: &str| {
        let variant = Variant::compile(read.value.get(name).expect(name)).expect(name);
        texts(&at(&variant, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")).len()
    };
    assert_eq!(["parent", "child"].map(moves), [5, 7]);
}

#[test]
fn other_clauses_may_say_who_is_stuck() {
    let fen = "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
    let clause = "rules.forbid = 'not castling and not promotion and after: to stuck'";
    assert_eq!(count(clause, fen), 5);
    assert_eq!(count("rules.forbid = 'after: mover knight stuck'", fen), 5);
    assert_eq!(
        count("rules.forbid = 'after: mover king stuck'", fen),
        5 + 2
    );
    let promotes = "pieces.knight.promotion = { to = 'queen', zone = 'rank 7..' }\n\
                    rules.forbid = 'after: mover stuck'";
    assert_eq!(count(promotes, fen), 5 + 2);
    assert_eq!(found("rules.use.no-dead-ends = true"), [""; 0]);
}

#[test]
fn walls_are_squares_that_no_move_ends_on() {
    let lines = "rules.walls = { rule = 'static', zone = 'a1', instead-of-move = true }\n\
                 rules.use.no-dead-ends = true";
    let goes = |knight: &str| {
        let variant = chess(&format!("{lines}\npieces.knight.move = '{knight}'"));
        let moves = texts(&at(&variant, "4k3/8/3*4/8/3N4/8/8/3K4 w - - 0 1"));
        moves.iter().any(|text| text.starts_with("d4d5"))
    };
    assert!(goes("W"));
    assert!(!goes("fW"));
}
