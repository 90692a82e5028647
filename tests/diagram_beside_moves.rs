//! Features of diagrams other than moves, in play: changes, explosions, spells, trades, castling
//! sides.

use std::collections::BTreeSet;
use std::path::Path;

use ferz::definition::differences;
use ferz::formats::{Catalog, Format, read_diagram, write, write_diagram};
use ferz::game::{Position, Variant};

const DATA: &str = concat!(root!(), "/tests/data/diagrams");

/// A diagram, a position, moves to play, the square whose moves are asked for, and these moves.
const PLAYED: &[(&str, &str, &str, &str, &str)] = &[
    // A pawn becomes a knight by a quiet move, and stays what it is where it captures.
    (
        "ok/aftermaths",
        "6k/7/7/2p4/3P3/7/K6 w",
        "",
        "d3",
        "d3c4 d3d4n",
    ),
    // A knight becomes the queen of the bishop that it captures, and the rook of a queen.
    (
        "ok/aftermaths",
        "6k/7/2b1q2/5p1/3N3/7/1K5 w",
        "",
        "d3",
        "d3b2 d3b4 d3c1 d3c5q d3e1 d3e5r d3f2 d3f4",
    ),
    // A bishop leaves the board with the knight, and lives on after a pawn.
    (
        "ok/aftermaths",
        "6k/7/1p3n1/7/3B3/7/K6 w",
        "d3f5",
        "",
        "6k/7/1p5/7/7/7/K6 b",
    ),
    (
        "ok/aftermaths",
        "6k/7/1p3n1/7/3B3/7/K6 w",
        "d3b5",
        "",
        "6k/7/1B3n1/7/7/7/K6 b",
    ),
    // A rook explodes where it arrives, with friend and foe, and does not go where its own king
    // would go along.
    (
        "ok/aftermaths",
        "6k/7/1pN4/1R5/7/7/K6 w",
        "b4c4",
        "",
        "6k/7/7/7/7/7/K6 b",
    ),
    (
        "ok/aftermaths",
        "6k/7/7/7/7/1R5/K6 w",
        "",
        "b2",
        "b2b3 b2b4 b2b5 b2b6 b2b7 b2c2 b2d2 b2e2 b2f2 b2g2",
    ),
    // It gives check from afar, because it can come near.
    (
        "ok/aftermaths",
        "6k/7/7/7/7/2K4/5r1 w",
        "",
        "c2",
        "c2b3 c2c3 c2d3",
    ),
    // Opposing men beside a caster are frozen, and so do not give check.
    ("ok/spells", "k7/8/8/3r4/3MK3/8/8/8 w", "e4e3", "d5", ""),
    (
        "ok/spells",
        "k7/8/8/3r4/4K3/8/3M4/8 w",
        "e4e3",
        "d5",
        "d5a5 d5b5 d5c5 d5d2 d5d3 d5d4 d5d6 d5d7 d5d8 d5e5 d5f5 d5g5 d5h5",
    ),
    // Black castles to the sides to which White does: two files to the right, three to the left.
    (
        "ok/spells",
        "r3k2r/8/8/8/8/8/8/R3K2R w",
        "",
        "e1",
        "e1b1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1",
    ),
    (
        "ok/spells",
        "r3k2r/8/8/8/8/8/8/R3K2R b",
        "",
        "e8",
        "e8b8 e8d7 e8d8 e8e7 e8f7 e8f8 e8g8",
    ),
    // A warlock takes another only where it cannot be recaptured, even by a pinned man.
    (
        "real/009-elven-chess-cvp",
        "9k/10/10/10/3w6/4W5/10/10/10/K9 w",
        "",
        "d6",
        "",
    ),
    (
        "real/009-elven-chess-cvp",
        "9k/10/3r6/10/10/3w6/4W5/10/10/K9 w",
        "",
        "e4d5",
        "no",
    ),
    (
        "real/009-elven-chess-cvp",
        "9k/10/4r5/10/10/3w6/4W5/10/10/K9 w",
        "",
        "e4d5",
        "yes",
    ),
    (
        "real/009-elven-chess-cvp",
        "3k6/3r6/10/10/10/3w6/4W5/10/10/K2R6 w",
        "",
        "e4d5",
        "no",
    ),
    // After a warlock was taken by a rook, no other one may be taken; the rook may.
    (
        "real/009-elven-chess-cvp",
        "k9/2r7/10/10/10/2W7/3w6/3R6/10/9K b",
        "c9c5",
        "d3d4",
        "no",
    ),
    (
        "real/009-elven-chess-cvp",
        "k9/2r7/10/10/10/2W7/4w5/2R7/10/K9 b",
        "c9c5",
        "c3c5",
        "yes",
    ),
    (
        "real/009-elven-chess-cvp",
        "k9/2r7/10/10/10/2P7/3w6/3R6/10/9K b",
        "c9c5",
        "d3d4",
        "yes",
    ),
    (
        "real/009-elven-chess-cvp",
        "k9/2r7/10/10/10/2W7/3w6/3R6/10/9K b",
        "c9c5 j1i1 a10b10",
        "d3d4",
        "yes",
    ),
];

fn game(name: &str) -> Variant {
    let text = std::fs::read_to_string(Path::new(DATA).join(format!("{name}.txt"))).unwrap();
    let read = read_diagram(&text, "test");
    assert!(!read.has_errors(), "{name}");
    Variant::compile(&read.value.unwrap()).unwrap()
}

fn legal(position: &Position) -> BTreeSet<String> {
    let moves = position.legal_moves();
    moves.iter().map(|one| position.move_text(one)).collect()
}

#[test]
fn what_diagrams_say_beside_moves_is_played() {
    for (name, fen, moves, asked, wanted) in PLAYED {
        let game = game(name);
        let mut position = game.parse_fen(fen).unwrap();
        for text in moves.split_whitespace() {
            let one = position.parse_move(text).unwrap();
            position = position.play(&one).unwrap();
            // Everything that counts is in the FEN.
            let again = game.parse_fen(&position.to_fen()).unwrap();
            assert_eq!(legal(&again), legal(&position), "{name} {fen} {text}");
        }
        let found = legal(&position);
        let found = match *wanted {
            "yes" | "no" if found.contains(*asked) => "yes".to_owned(),
            "yes" | "no" => "no".to_owned(),
            _ if asked.is_empty() => {
                let fen = position.to_fen();
                let fields: Vec<&str> = fen.split(' ').take(2).collect();
                fields.join(" ")
            }
            _ => {
                let of = found.iter().filter(|text| text.starts_with(*asked));
                of.cloned().collect::<Vec<_>>().join(" ")
            }
        };
        assert_eq!(found, *wanted, "{name} {fen} {moves} {asked}");
    }
}

/// `burn` and `protect`, which the fixtures do not have.
#[test]
fn the_other_spells_are_played() {
    let spell = |word: &str| {
        let text = format!(
            "files=6 ranks=6 maxPromote=0 spell={word} spellZone=WF trackPieces=2 trackedTypes=1 \
             rook:R:R::a1 caster:C:K::b1 king:K:K::c1"
        );
        Variant::compile(&read_diagram(&text, word).value.unwrap()).unwrap()
    };
    let burn = spell("burn");
    let after = |game: &Variant, fen: &str, text: &str| {
        let position = game.parse_fen(fen).unwrap();
        let one = position.parse_move(text).unwrap();
        let fen = position.play(&one).unwrap().to_fen();
        fen.split(' ').next().unwrap().to_owned()
    };
    // Who comes near the caster is burned, and so is whom the caster comes near.
    assert_eq!(
        after(&burn, "k5/6/3c2/6/R5/5K w", "a2d2"),
        "k5/6/3c2/6/3R2/5K"
    );
    assert_eq!(
        after(&burn, "k5/6/3c2/6/R5/5K w", "a2a3"),
        "k5/6/3c2/R5/6/5K"
    );
    assert_eq!(
        after(&burn, "k5/6/3c2/R5/6/5K w", "a3d3"),
        "k5/6/3c2/6/6/5K"
    );
    assert_eq!(
        after(&burn, "5k/2r3/6/1C1r2/6/5K w", "b3c3"),
        "5k/2r3/6/2C3/6/5K"
    );
    // A king does not go there.
    let position = burn.parse_fen("k5/6/3c2/6/3K2/6 w").unwrap();
    assert!(!legal(&position).contains("d2d3"));
    assert!(legal(&position).contains("d2d1"));
    let protect = spell("protect");
    let position = protect.parse_fen("k5/6/rc1r2/6/R2R2/5K w").unwrap();
    let moves = legal(&position);
    assert!(
        !moves.contains("a2a4") && moves.contains("d2d4"),
        "{moves:?}"
    );
    // A protected king is not in check.
    let position = protect.parse_fen("k5/6/6/r5/6/CK3R w").unwrap();
    assert!(!position.is_check());
    let position = protect.parse_fen("k5/6/6/6/r5/KC4 w").unwrap();
    assert!(!position.is_check());
    let position = protect.parse_fen("k5/6/6/6/r5/K1C3 w").unwrap();
    assert!(position.is_check());
}

/// `hide` and `brake`, which are rules of their own here, and are written back.
#[test]
fn spells_that_are_rules_are_played_and_written() {
    let spell = |word: &str| {
        let text = format!(
            "files=6 ranks=6 maxPromote=0 spell={word} spellZone=K trackPieces=2 trackedTypes=1 \
             rook:R:R::a1 caster:C:K::b1 king:K:K::c1"
        );
        let read = read_diagram(&text, word);
        let doubts: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(doubts, ["W0705"], "{word}: {:?}", read.diagnostics);
        let def = read.value.unwrap();
        let export = write_diagram(&def);
        assert!(export.is_complete(), "{:?}\n{}", export.losses, export.text);
        let again = read_diagram(&export.text, word).value.unwrap();
        assert_eq!(differences(&def, &again), [], "{word}");
        Variant::compile(&def).unwrap()
    };
    let hide = spell("hide");
    // The rook on a1 passes its friend on a2, which a caster hides, and nobody else's.
    let position = hide.parse_fen("k5/6/6/1C4/R5/R4K w").unwrap();
    assert!(legal(&position).contains("a1a5") && !legal(&position).contains("a1a2"));
    let position = hide.parse_fen("k5/6/6/1c4/R5/R4K w").unwrap();
    assert!(!legal(&position).contains("a1a5"));
    let brake = spell("brake");
    let position = brake.parse_fen("k5/6/6/1c4/6/R4K w").unwrap();
    assert!(legal(&position).contains("a1a2") && !legal(&position).contains("a1a3"));
    let position = brake.parse_fen("k5/6/6/1C4/6/R4K w").unwrap();
    assert!(legal(&position).contains("a1a3"));
}

/// The settings of captures in a diagram survive a round trip.
#[test]
fn what_is_beside_the_moves_is_written_as_a_diagram() {
    for (name, lost) in [
        ("ok/aftermaths", &[][..]),
        ("real/009-elven-chess-cvp", &[][..]),
        ("ok/spells", &["pieces.king.move"][..]),
    ] {
        let export = write_diagram(game(name).def());
        let places: Vec<&str> = export.losses.iter().map(|one| one.place.as_str()).collect();
        assert_eq!(places, lost, "{name}: {:?}\n{}", export.losses, export.text);
    }
    // Our own castlings are their owner's.
    let text = "[turned]\ninherits = 'chess'\nrules.move-limit = false\npieces.king.move = 'KirO2ilO3'\n\
                start = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'\n";
    let own = Catalog::read(text, Format::Toml).into_result().unwrap();
    let export = write_diagram(own.first().unwrap());
    assert!(export.is_complete(), "{:?}\n{}", export.losses, export.text);
    assert!(export.text.contains("castleFlip=1\n"), "{}", export.text);
}

/// A diagram can be written in our own format.
#[test]
fn what_is_beside_the_moves_is_written() {
    for name in ["ok/aftermaths", "ok/spells", "real/009-elven-chess-cvp"] {
        let def = game(name).def().clone();
        let export = write(&def, Format::Toml).unwrap();
        assert!(export.is_complete(), "{name}: {:?}", export.losses);
        let again = Catalog::read(&export.text, Format::Toml);
        let again = again.into_result().unwrap();
        assert_eq!(differences(&def, again.first().unwrap()), [], "{name}");
    }
}
