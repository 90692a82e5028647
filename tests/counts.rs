//! Perft counts of standard chess, chess960 and the variants of Lichess by programs that were made
//! for these games: positions of random games, chosen so that checks, castling, promotion and
//! captures en passant are frequent.

use ferz::game::{Strategy, perft_with};

use crate::harness::builtin;

/// The most leaves that the tables count at a position here.
const TABLES: u64 = 1_000;
/// The most that the general engine counts, which is slower.
const GENERAL: u64 = 40;

#[test]
fn counts_of_the_programs_of_lichess() {
    let games = [
        ("chess", include_str!("data/perft/lichess/chess.txt")),
        (
            "fischerandom",
            include_str!("data/perft/lichess/fischerandom.txt"),
        ),
        ("atomic", include_str!("data/perft/lichess/atomic.txt")),
        (
            "antichess",
            include_str!("data/perft/lichess/antichess.txt"),
        ),
        (
            "crazyhouse",
            include_str!("data/perft/lichess/crazyhouse.txt"),
        ),
        ("horde", include_str!("data/perft/lichess/horde.txt")),
        (
            "kingofthehill",
            include_str!("data/perft/lichess/kingofthehill.txt"),
        ),
        (
            "racingkings",
            include_str!("data/perft/lichess/racingkings.txt"),
        ),
        ("3check", include_str!("data/perft/lichess/3check.txt")),
    ];
    let mut wrong = Vec::new();
    for (name, text) in games {
        let variant = builtin(name);
        let rows = text.lines().filter(|row| !row.starts_with('#'));
        let mut n_positions = 0;
        for row in rows {
            n_positions += 1;
            let (fen, counts) = row.split_once(" | ").expect("FEN | counts");
            let position = match variant.parse_fen(fen) {
                Ok(position) => position,
                Err(error) => {
                    wrong.push(format!("{name}: {fen}: {error:?}"));
                    continue;
                }
            };
            for (depth, count) in (1..).zip(counts.split(' ')) {
                let count: u64 = count.parse().expect("a count");
                for (strategy, limit) in [(Strategy::Fastest, TABLES), (Strategy::General, GENERAL)]
                {
                    if count > limit {
                        continue;
                    }
                    let found = perft_with(&position, depth, strategy);
                    if found != count {
                        wrong.push(format!(
                            "{name} perft {depth} of {fen}: {count}, not {found} ({strategy:?})"
                        ));
                    }
                }
            }
        }
        assert!(n_positions >= 500, "{name}: {n_positions} positions");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
