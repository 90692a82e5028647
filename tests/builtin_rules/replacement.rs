//! `rules.use.replacement`: unmoved pieces that replace a piece at its first move.

use ferz::game::{Position, Strategy, perft_with};

use super::{after, at, chess, found, refused, round_trips, texts};

/// Chess with other pieces at the start, all unmoved.
fn start(rule: &str, fen: &str) -> Position {
    let variant = chess(&format!("start = '{fen} w KQkq - 0 1'\n{rule}"));
    variant.start()
}

/// The moves from a square, with their other effects.
fn from(position: &Position, square: &str) -> Vec<String> {
    let mut moves = texts(position);
    moves.retain(|text| text.starts_with(square));
    moves
}

fn counts(position: &Position) -> [u64; 2] {
    [Strategy::General, Strategy::Fastest].map(|engine| perft_with(position, 2, engine))
}

#[test]
fn another_unmoved_piece_comes_to_where_one_has_left() {
    let plain = start("", "4k3/8/8/8/8/8/8/N3K2B");
    let both = start("rules.use.replacement = {}", "4k3/8/8/8/8/8/8/N3K2B");
    let moves = from(&both, "a1");
    assert_eq!(moves.len(), 3 * from(&plain, "a1").len());
    let replaced = moves
        .iter()
        .find(|text| text.starts_with("a1b3") && text.contains("h1"));
    let mv = both
        .parse_move(replaced.expect("the bishop comes"))
        .expect("a move");
    let position = both.play(&mv).expect("a legal move");
    assert!(position.to_fen().starts_with("4k3/8/8/8/8/1N6/8/B3K3 b"));
    // Both have moved now; only the king has not.
    let position = after(&position, &["e8e7"]);
    assert_eq!(from(&position, "a1").len(), 7);
    round_trips(&position);
    // The counted moves are the listed ones.
    let listed = texts(&both).len() as u64;
    assert_eq!(perft_with(&both, 1, Strategy::General), listed);
    let [general, fastest] = counts(&both);
    let replies: u64 = (both.legal_moves().iter())
        .map(|mv| both.play_unchecked(mv).legal_moves().len() as u64)
        .sum();
    assert_eq!([general, fastest], [replies; 2]);
}

#[test]
fn one_of_the_two_is_of_a_kind_that_makes_it_possible() {
    let all = "4k3/8/8/8/8/8/8/N3K2B";
    let knights = start("rules.use.replacement.with = 'knight'", all);
    // The bishop and the king swap places only with the knight.
    assert_eq!(from(&knights, "h1").len(), 2 * 7);
    assert_eq!(from(&knights, "a1").len(), 3 * 2);
    let black = "rules.use.replacement.with = { black = 'knight' }";
    assert_eq!(from(&start(black, all), "h1").len(), 7);
    let mirrored = start(black, "n3k2b/8/8/8/8/8/8/4K3");
    assert_eq!(from(&after(&mirrored, &["e1e2"]), "h8").len(), 2 * 7);
}

#[test]
fn nobody_is_replaced_out_of_check_or_exposes_the_king() {
    let check = "4k3/8/8/8/8/8/4r3/N3K2B";
    let [plain, checked] =
        ["", "rules.use.replacement = {}"].map(|rule| texts(&start(rule, check)));
    assert_eq!(checked, plain);
    assert_eq!(checked.len(), 3);
    // The rook on e2 shields the king, so it cannot go anywhere.
    let pinned = start("rules.use.replacement = {}", "k3r3/8/8/8/8/8/4R3/N3K3");
    let knight = from(&pinned, "a1");
    assert!(
        knight.iter().all(|text| !text.contains("e2a1")),
        "{knight:?}"
    );
    let listed = texts(&pinned).len() as u64;
    assert_eq!(perft_with(&pinned, 1, Strategy::General), listed);
}

#[test]
fn castling_leaves_two_places() {
    let fen = "4k3/8/8/8/8/8/8/4K1BR";
    let fen = fen.replace("1BR", "2R").replace("4K", "B3K");
    for (rule, n_castlings) in [
        ("rules.use.replacement = {}", 1),
        ("rules.use.replacement.castling = true", 3),
    ] {
        let position = start(rule, &fen);
        let castlings = from(&position, "e1g1");
        assert_eq!(castlings.len(), n_castlings, "{castlings:?}");
        let listed = texts(&position).len() as u64;
        assert_eq!(perft_with(&position, 1, Strategy::General), listed);
    }
}

#[test]
fn positions_differ_by_who_has_moved() {
    let variant = chess("rules.use.replacement = {}");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 unmoved=a1b1";
    let position = at(&variant, fen);
    round_trips(&position);
    assert!(
        position.to_fen().contains("unmoved"),
        "{}",
        position.to_fen()
    );
}

#[test]
fn wrong_settings_have_their_place_and_nobody_is_doubted() {
    assert_eq!(refused("replacement", "{ with = 'wizard' }").1, "'wizard'");
    assert_eq!(refused("replacement", "{ castling = 1 }").1, "1");
    assert_eq!(refused("replacement", "{ by = 'rook' }").1, "by");
    let doubts = found("rules.use.replacement.with = []");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("no piece takes the place of another"));
    let removed = found("rules.use.replacement = false");
    assert_eq!(removed.len(), 1, "{removed:?}");
}
