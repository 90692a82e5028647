//! Perft counts of both engines, as other programs count them and as snapshots record them.

use ferz::formats::Catalog;
use ferz::game::{Strategy, Variant, perft_with};

fn builtin(name: &str) -> Variant {
    let def = Catalog::builtin().get(name);
    let def = def.unwrap_or_else(|| panic!("{name} is not built in"));
    Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The maximum number of leaves counted by the tables for a position.
const TABLES: u64 = 1_000;
/// The maximum number counted by the general engine, which is slower.
const GENERAL: u64 = 40;

/// Counts of standard chess, chess960 and the variants of Lichess by programs that were made for these games:
/// positions of random games, chosen so that checks, castling, promotion and captures en passant are frequent.
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

/// Rows `variant fen ; perft 1..n` copied from counts of Fairy-Stockfish; a built-in that is not
/// listed has no row, a row whose variant is not built in fails.
#[test]
fn counts_of_fairy_stockfish() {
    let rows = include_str!("data/perft/fairy-stockfish.txt");
    let mut checked = 0;
    for row in rows
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
    {
        let (name, rest) = row.split_once('|').expect("name | fen | counts");
        let (fen, counts) = rest.split_once('|').expect("name | fen | counts");
        let variant = builtin(name.trim());
        let position = variant
            .parse_fen(fen.trim())
            .unwrap_or_else(|error| panic!("{fen}: {error:?}"));
        for (index, count) in counts.split_whitespace().enumerate() {
            let count: u64 = count.parse().expect("a count");
            let depth = index as u32 + 1;
            assert_eq!(
                perft_with(&position, depth, Strategy::Fastest),
                count,
                "{name} perft {depth}: {fen}"
            );
            if count < 20_000 {
                assert_eq!(
                    perft_with(&position, depth, Strategy::General),
                    count,
                    "{name} perft {depth}, general: {fen}"
                );
            }
        }
        checked += 1;
    }
    assert!(checked > 50, "only {checked} rows were there");
}

/// The counts at depth that other programs agree on.
#[test]
fn counts_at_depth() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let rows = [
        ("chess", None, 5, 4_865_609),
        ("chess", Some(KIWIPETE), 4, 4_085_603),
        ("capablanca", None, 4, 805_128),
        ("xiangqi", None, 4, 3_290_240),
        ("grand", None, 3, 259_514),
        ("courier", None, 4, 500_337),
        ("shako", None, 3, 185_938),
    ];
    for (name, fen, depth, count) in rows {
        let variant = builtin(name);
        let position = fen.map_or_else(
            || variant.start(),
            |fen| variant.parse_fen(fen).expect("a FEN"),
        );
        assert_eq!(
            perft_with(&position, depth, Strategy::Fastest),
            count,
            "{name} perft {depth}"
        );
    }
}

/// Every built-in is counted from its start as in `snapshots`, which any build of the library must agree with.
#[test]
fn counts_of_the_snapshots() {
    let (_, lines) = include_str!("../snapshots/all.snap")
        .split_once("\n\n")
        .expect("a head");
    let mut n_variants = 0;
    for line in lines.lines() {
        let (name, fields) = line.split_once(": ").expect("NAME: FIELDS");
        let (_, counts) = fields.split_once(", perft ").expect("counts");
        let start = builtin(name).start();
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            let found = perft_with(&start, depth, Strategy::Fastest);
            assert_eq!(found, count, "{name} perft {depth}");
        }
        n_variants += 1;
    }
    assert_eq!(n_variants, Catalog::builtin().len());
}
