//! Pieces that promote in pairs, by some kinds of moves.

use ferz::definition::PairedPromotion;
use ferz::formats::{Catalog, Format};
use ferz::game::{Strategy, perft_with};

use super::{at, chess, found, texts};

/// The moves of a knight that may promote on the last three ranks.
fn knight_turns(when: &str, fen: &str) -> Vec<String> {
    let lines = format!(
        "pieces.knight.promoted = 'rook'\nrules.paired-promotion = {{ zone = 'rank 6..', {when} }}"
    );
    let mut moves = texts(&at(&chess(&lines), fen));
    moves.retain(|text| text.ends_with('+'));
    moves
}

#[test]
fn the_kind_of_move_says_whether_a_piece_may_promote() {
    let outside = "7k/8/2p5/8/3N4/8/8/K7 w - - 0 1";
    assert_eq!(knight_turns("when = 'enter'", outside), ["d4c6+", "d4e6+"]);
    assert_eq!(knight_turns("when = 'capture'", outside), ["d4c6+"]);
    assert!(knight_turns("when = ['leave', 'within']", outside).is_empty());
    let inside = "7k/8/3N4/1p6/8/8/8/K7 w - - 0 1";
    let leaving = ["d6b5+", "d6c4+", "d6e4+", "d6f5+"];
    assert_eq!(knight_turns("when = 'leave'", inside), leaving);
    assert_eq!(
        knight_turns("when = ['capture', 'enter']", inside),
        ["d6b5+"]
    );
    let within = ["d6b7+", "d6c8+", "d6e8+", "d6f7+"];
    assert_eq!(knight_turns("when = 'within'", inside), within);
    let last = "when = 'enter', also-on = { knight = 'rank 8' }";
    assert_eq!(knight_turns(last, inside), ["d6c8+", "d6e8+"]);
}

/// Not even if paired promotion is mandatory.
#[test]
fn a_capture_en_passant_turns_nothing_over() {
    for rule in [
        "{ zone = 'rank 6..' }",
        "{ zone = 'rank 6..', mandatory = true }",
    ] {
        let lines = format!(
            "pieces.pawn = {{ promotion = false, promoted = 'captain' }}\n\
             pieces.captain = {{ move = 'K' }}\nrules.paired-promotion = {rule}"
        );
        let position = at(&chess(&lines), "7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1");
        let mut moves = texts(&position);
        moves.retain(|text| text.starts_with("d5e6"));
        assert_eq!(moves, ["d5e6"], "{rule}");
        let counts =
            [Strategy::General, Strategy::Fastest].map(|one| perft_with(&position, 1, one));
        assert_eq!(counts[0], counts[1], "{rule}");
    }
}

#[test]
fn an_unknown_kind_of_move_is_found_at_its_place() {
    assert_eq!(
        found("pieces.knight.promoted = 'rook'\nrules.paired-promotion.when = ['entr']"),
        ["E0311 'entr': `paired-promotion`: `entr` is not a value of this key"]
    );
}

#[test]
fn wrong_settings_have_their_place() {
    let knight = "pieces.knight.promoted = 'rook'";
    let first =
        |rule: &str| found(&format!("{knight}\nrules.paired-promotion = {rule}")).swap_remove(0);
    let place = |rule: &str| {
        let found = first(rule);
        found.split(": ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(place("{ zone = 'rank 6, i9' }"), "E0308 i9");
    assert_eq!(place("{ also-on = { wizard = 'rank 8' } }"), "E0306 wizard");
    assert_eq!(place("{ into = { bishop = 'wizard' } }"), "E0306 'wizard'");
    assert_eq!(place("{ into = { pawn = 'rook' } }"), "E0314 'rook'");
    assert_eq!(
        place("{ on-arrival = ['knight', 'wizard'] }"),
        "E0306 'wizard'"
    );
    assert_eq!(place("{ limits = { knight = 0.5 } }"), "E0303 0.5");
    assert_eq!(place("{ zone = { red = 'rank 6' } }"), "E0302 red");
    assert_eq!(place("{ mandatory = 'yes' }"), "E0303 'yes'");
    assert_eq!(place("{ sone = 'rank 6' }"), "E0302 sone");
    assert!(first("{ when = [] }").contains("no piece ever promotes"));
    assert!(
        found(&format!(
            "{knight}\nrules.paired-promotion = {{ when = 'leave' }}"
        ))
        .is_empty()
    );
}

#[test]
fn the_rule_is_kept_in_one_form() {
    for name in [
        "shogi",
        "minishogi",
        "chu-shogi",
        "sittuyin",
        "kyotoshogi",
        "chess",
    ] {
        let def = Catalog::builtin().get(name).expect("a built-in").clone();
        let mut again = def.clone();
        again.set_paired_promotion(&PairedPromotion::default());
        assert_eq!(again.paired_promotion(), PairedPromotion::default());
        again.set_paired_promotion(&def.paired_promotion());
        assert_eq!(again.rules, def.rules, "{name}");
    }
    // A piece without a promoted side does not promote, wherever and whenever.
    let text = "name = 'mine'\ninherits = 'chess'\nrules.paired-promotion = { zone = 'rank 6', when = 'enter' }";
    let read = Catalog::read(text, Format::Toml);
    let def = read.value.first().expect("a variant");
    assert_eq!(
        def.rules,
        Catalog::builtin().get("chess").expect("chess").rules
    );
}

#[test]
fn a_piece_that_promotes_by_choice_does_not_turn_over_besides() {
    let lines = "pieces.knight.promotion = { to = 'queen', zone = 'rank 8' }\n\
        pieces.knight.promoted = 'rook'\nrules.paired-promotion.zone = 'rank 5..'";
    let variant = chess(lines);
    let promotions = |fen: &str| {
        let mut moves = texts(&at(&variant, fen));
        moves.retain(|text| text.starts_with('d') && text.len() > 4);
        moves
    };
    assert_eq!(promotions("7k/8/8/8/3N4/8/8/K7 w - - 0 1"), [""; 0]);
    let last = promotions("7k/8/3N4/8/8/8/8/K7 w - - 0 1");
    assert_eq!(last, ["d6c8+", "d6c8q", "d6e8+", "d6e8q"]);
}

/// The moves from the reader's text, by both engines.
fn moves_of(lines: &str, fen: &str) -> Vec<String> {
    let position = at(&chess(lines), fen);
    let [fast, general] = [Strategy::Fastest, Strategy::General]
        .map(|strategy| position.legal_moves_with(strategy).len());
    assert_eq!(fast, general, "{lines}");
    texts(&position)
}

#[test]
fn who_must_promote_may_promote_in_pairs_instead_where_the_rule_names_both() {
    let lines = "pieces.pawn = { promoted = 'bishop', promotion = { to = 'queen', zone = 'rank 8' } }\n\
                 rules.paired-promotion = { zone = 'rank 7..', into = { pawn = 'promoted-pawn' }, on-capture = true }";
    let fen = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1";
    let mut moves = moves_of(lines, fen);
    moves.retain(|text| text.starts_with("a7"));
    assert_eq!(moves, ["a7a8q", "a7b8+", "a7b8q"]);
    // By choice alone the promoted side is one more piece to choose.
    let mut moves = moves_of(
        &lines.replace("into = { pawn = 'promoted-pawn' }, ", ""),
        fen,
    );
    moves.retain(|text| text.starts_with("a7"));
    assert_eq!(moves, ["a7a8+", "a7a8q", "a7b8+", "a7b8q"]);
}

#[test]
fn promoted_sides_turn_over_again_if_the_rule_names_them() {
    let lines = "pieces.knight.promoted = 'bishop'\npieces.bishop.promoted = 'rook'\n\
                 rules.paired-promotion.zone = 'rank 8'";
    let again =
        format!("{lines}\nrules.paired-promotion.into = {{ promoted-knight = 'promoted-bishop' }}");
    let fen = "7k/8/8/3+N4/8/8/8/K7 w - - 0 1";
    let turned = |lines: &str| {
        let mut moves = moves_of(lines, fen);
        moves.retain(|text| text.ends_with('+'));
        moves
    };
    assert_eq!(turned(lines), [""; 0]);
    assert_eq!(turned(&again), ["d5a8+", "d5g8+"]);
}
