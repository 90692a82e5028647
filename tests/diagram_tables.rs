//! What diagrams say in tables and zones: forbidden captures, explosions and spells on other squares,
//! gates, and sides that lose with their last piece of some kinds.

use std::collections::BTreeSet;

use ferz::definition::{VariantDef, differences};
use ferz::formats::{read_diagram, write_diagram};
use ferz::game::{Outcome, Position, Variant};

/// A diagram on six files and ranks whose pieces do not promote, with the codes of its findings.
fn read(lines: &str) -> (VariantDef, Vec<String>) {
    let text = format!("files=6 ranks=6 maxPromote=0 {lines}");
    let read = read_diagram(&text, "test");
    let codes = read.diagnostics.iter();
    let codes = codes.map(|finding| format!("{} {}", finding.code, finding.message));
    (read.value.expect("a variant"), codes.collect())
}

fn at(def: &VariantDef, fen: &str) -> Position {
    let variant = Variant::compile(def).expect("a game");
    variant.parse_fen(fen).expect("a position")
}

fn legal(position: &Position) -> BTreeSet<String> {
    let moves = position.legal_moves();
    moves.iter().map(|one| position.move_text(one)).collect()
}

/// The placement after some moves.
fn after(def: &VariantDef, fen: &str, moves: &str) -> String {
    let mut position = at(def, fen);
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).expect("a legal move");
        position = position.play(&mv).expect("it can be played");
    }
    let fen = position.to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// What was read is written as a diagram, and read from that the same again.
fn comes_back(def: &VariantDef) {
    let export = write_diagram(def);
    let losses: Vec<&str> = export.losses.iter().map(|one| one.place.as_str()).collect();
    assert_eq!(losses, Vec::<&str>::new(), "{}", export.text);
    let again = read_diagram(&export.text, "test").value.expect("a variant");
    assert_eq!(differences(def, &again), [], "{}", export.text);
}

const MEN: &str = "rook:R:R::a1 knight:N:N::b1 king:K:K::c1";

#[test]
fn the_table_of_captures_forbids_some() {
    let (def, found) = read(&format!("captureMatrix=..!/.?1 {MEN}"));
    assert_eq!(
        found,
        [
            "W0705 `!` is read as forbidding these captures to `rook`",
            "W0705 `?` is read as forbidding these captures to `knight`",
        ]
    );
    let moves = legal(&at(&def, "5k/6/6/R1n3/6/5K w"));
    assert!(
        moves.contains("a3b3") && !moves.contains("a3c3"),
        "{moves:?}"
    );
    let moves = legal(&at(&def, "5k/6/6/R1r3/6/5K w"));
    assert!(moves.contains("a3c3"), "{moves:?}");
    let moves = legal(&at(&def, "5k/6/6/N5/2r3/5K w"));
    assert!(!moves.contains("a3c2"), "{moves:?}");
    comes_back(&def);
}

#[test]
fn signs_of_hoppers_are_reported() {
    let (def, found) = read("captureMatrix=.!/! cannon:C:mRcpR::a1 rook:R:R::b1 king:K:K::c1");
    assert_eq!(
        found,
        [
            "W0701 `!` is read as forbidding these captures to `cannon`; a ban on jumping over the piece \
             is not carried over",
            "W0701 `!` in the first column is not carried over: its effect on a `rook` without capture \
             is not known",
        ]
    );
    let moves = legal(&at(&def, "5k/6/6/Crc3/6/5K w"));
    assert!(!moves.contains("a3c3"), "{moves:?}");
    let moves = legal(&at(&def, "5k/6/6/Ccr3/6/5K w"));
    assert!(moves.contains("a3c3"), "{moves:?}");
}

#[test]
fn explosions_have_their_zone() {
    let (def, found) = read(&format!("captureMatrix=..@ blastZone=W {MEN}"));
    assert!(found[0].contains("the squares of `blastZone`"), "{found:?}");
    assert_eq!(
        after(&def, "5k/6/1nnn2/R1n3/1nnn1K/6 w", "a3c3"),
        "5k/6/1n1n2/6/1n1n1K/6"
    );
    comes_back(&def);
    let (_, found) = read(&format!("captureMatrix=..@ blastZone=iW {MEN}"));
    assert_eq!(
        found,
        [
            "W0701 explosions are not carried over: `blastZone`: a first move cannot be part of a reach"
        ]
    );
}

#[test]
fn spells_have_their_zone() {
    let (def, found) = read(&format!(
        "spell=freeze spellZone=D trackPieces=2 trackedTypes=1 {MEN}"
    ));
    assert!(
        found[0].starts_with("W0705 the spell is read as cast"),
        "{found:?}"
    );
    let moves = legal(&at(&def, "5k/6/2R3/6/2n3/5K w"));
    assert!(moves.iter().all(|text| text.starts_with("f1")), "{moves:?}");
    let moves = legal(&at(&def, "5k/6/6/2R3/2n3/5K w"));
    assert!(moves.contains("c3c2"), "{moves:?}");
    comes_back(&def);
    for spell in ["burn", "protect"] {
        let (def, _) = read(&format!(
            "spell={spell} spellZone=N trackPieces=1 trackedTypes=2 {MEN}"
        ));
        comes_back(&def);
    }
    let (_, found) = read(&format!("spell=freeze trackPieces=2 trackedTypes=1 {MEN}"));
    assert_eq!(
        found,
        ["W0701 the spell `freeze` is not carried over: its zone is missing"]
    );
}

#[test]
fn casters_that_stand_apart_are_written_together() {
    let text = "spell=freeze spellZone=K trackPieces=1 trackedTypes=2";
    let (mut def, _) = read(&format!("{text} {MEN}"));
    // The king comes between the two.
    def.pieces.swap_indices(1, 2);
    let men = "R1K3/6/6/6/6/r1k3 w";
    def.start = men.to_owned();
    let export = write_diagram(&def);
    assert!(
        export.text.contains("trackPieces=2\ntrackedTypes=2\n"),
        "{}",
        export.text
    );
}

#[test]
fn men_wait_at_gates() {
    let rows = [
        (
            "rook:R:R::a2 knight:N:N::a1,b2 king:K:KisO2::d2",
            ["a2a4", "b2c4", "a1"],
        ),
        (
            "firstRank=0 rook:R:R::a1 knight:N:N::a0,b1 king:K:KisO2::d1",
            ["a1a3", "b1c3", "a0"],
        ),
    ];
    for (men, [rook, knight, gate]) in rows {
        let (def, found) = read(&format!("autoGate=1 {men}"));
        assert_eq!(found, Vec::<String>::new());
        // The rook leaves, and the knight behind it comes in.
        let fen = "n5/rn1k2/6/6/RN1K2/N5 w";
        assert_eq!(after(&def, fen, rook), "n5/rn1k2/R5/6/NN1K2/6");
        assert_eq!(after(&def, fen, knight), "n5/rn1k2/2N3/6/R2K2/N5");
        let moves = legal(&at(&def, fen));
        let (_, rank) = gate.split_at(1);
        let meets_gate = |text: &String| text.starts_with(gate) || text.ends_with(rank);
        assert!(!moves.iter().any(meets_gate), "{moves:?}");
        comes_back(&def);
    }
    let (_, found) = read(&format!("autoGate=2 {MEN}"));
    assert_eq!(found, ["E0702 `2` is not a value of `autoGate`"]);
}

fn end(position: &Position) -> Option<f64> {
    match position.outcome() {
        Outcome::Ended { white, .. } => Some(white),
        Outcome::Ongoing => None,
    }
}

#[test]
fn sides_lose_with_their_last_counting_man() {
    let played = |def: &VariantDef, fen: &str, moves: &str| {
        let mut position = at(def, fen);
        for text in moves.split_whitespace() {
            let mv = position.parse_move(text).expect("a legal move");
            position = position.play(&mv).expect("it can be played");
        }
        end(&position)
    };
    // The knight counts only.
    let (def, found) = read(&format!("baring=2 {MEN}"));
    assert_eq!(found, Vec::<String>::new());
    let fen = "5k/6/r5/n5/R5/N4K w";
    assert_eq!(played(&def, fen, "a2a3"), None);
    assert_eq!(played(&def, fen, "a2a3 a4a3"), Some(1.0));
    comes_back(&def);
    // Whoever bares the other in return has a draw, or what is said.
    let fen = "5k/6/r5/n5/N5/R4K w";
    let (draw, _) = read(&format!("baring=2 counterbare=draw {MEN}"));
    let (lose, found) = read(&format!("baring=N counterbare=lose {MEN}"));
    let message = "`lose` is read as the result for a side that bares the other one in return";
    assert_eq!(found, [format!("W0705 {message}")]);
    let moves = "a2b4 f6e5 b4a2 e5f6";
    assert_eq!(played(&draw, fen, moves), None);
    let fen = "5k/6/r5/n5/R5/5K w";
    assert_eq!(end(&at(&draw, fen)), None);
    let (both, _) = read("baring=1 baring=2 rook:R:R::a1 knight:N:N::b1 king:K:K::c1");
    let fen = "5k/6/6/n5/R5/5K w";
    assert_eq!(played(&both, fen, "a2a3 f6e6"), Some(1.0));
    let fen = "6/6/6/n4k/R5/5K w";
    assert_eq!(played(&both, fen, "a2a3 f3f4"), Some(1.0));
    let fen = "6/6/6/nk4/R5/5K w";
    assert_eq!(played(&both, fen, "a2a3 b3a3"), Some(0.5));
    comes_back(&both);
    comes_back(&lose);
    let (lose, _) =
        read("baring=1 baring=2 counterbare=lose rook:R:R::a1 knight:N:N::b1 king:K:K::c1");
    assert_eq!(played(&lose, fen, "a2a3 b3a3"), Some(1.0));
}

#[test]
fn of_several_kings_all_others_count() {
    let (def, found) = read("baring=0 royal=2 royal=3 rook:R:R::a1 duke:D:K::c1 king:K:K::d1");
    assert_eq!(found, Vec::<String>::new());
    let mut position = at(&def, "5k/6/6/r3d1/R5/3D1K w");
    for text in ["a2a3", "f6f5"] {
        let mv = position.parse_move(text).expect("a legal move");
        position = position.play(&mv).expect("it can be played");
    }
    assert_eq!(end(&position), Some(1.0));
    let (_, found) = read(&format!("counterbare=win {MEN}"));
    assert_eq!(
        found,
        ["W0705 `counterbare` has no effect: no side loses by a bare king"]
    );
}
