//! `rules.captures`: effects of captures other than the removal of a piece.

use ferz::definition::{Blast, CaptureRules, PieceSet, Reach, VariantDef};
use ferz::formats::{Catalog, Format};
use ferz::game::{Strategy, Variant, perft_with};
use ferz::movement::Dialect;

use super::{after, at, chess, finding, found, refused, texts};

/// A child of chess with further lines.
fn child(lines: &str) -> VariantDef {
    let text = format!("name = 'mine'\ninherits = 'chess'\n{lines}");
    let read = Catalog::read(&text, Format::Toml);
    assert!(!read.has_errors(), "{text}: {:?}", read.diagnostics);
    read.value.first().expect("a variant").clone()
}

/// Whether a rule is written explicitly.
fn writes(def: &VariantDef, rule: &str) -> bool {
    def.to_toml().contains(rule)
}

#[test]
fn who_can_capture_must_and_kinds_spare_their_own() {
    let count = |rule: &str, fen: &str| {
        let position = at(&chess(rule), fen);
        let [general, fastest] =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 1, engine));
        assert_eq!(general, fastest, "{rule}");
        general
    };
    let rooks = "4k3/8/8/8/r2R3p/8/8/4K3 w - - 0 1";
    assert_eq!(count("", rooks), 19);
    assert_eq!(count("rules.captures.mandatory = true", rooks), 2);
    assert_eq!(count("rules.captures.immune-to-own = 'rook'", rooks), 18);
    assert_eq!(
        count("rules.captures.immune-to-own = ['queen', 'rook']", rooks),
        18
    );
    assert_eq!(count("rules.captures.immune-to-own = '*'", rooks), 18);
}

#[test]
fn what_is_said_has_one_form() {
    let said = "rules.captures = { petrify = [], mandatory = false, petrify-blasted = true, blast-immune = 'king', \
                blast = true, keep-promoted = false }";
    let one = child(said);
    let short =
        child("rules.captures = { blast = true, blast-immune = 'king', petrify-blasted = true }");
    assert_eq!(one.rules, short.rules);
    let text = "captures = { blast = true, blast-immune = 'king', petrify-blasted = true }";
    assert!(writes(&one, text));
    let mut again = child("");
    again.set_captures(&one.captures());
    assert_eq!(again.captures(), one.captures());
    assert!(writes(&again, text));
    let named = child("rules.captures.petrify = ['king', 'rook', 'king', 'pawn']");
    assert!(writes(
        &named,
        "captures.petrify = ['pawn', 'rook', 'king']"
    ));
    assert!(writes(
        &child("rules.captures.petrify = ['rook']"),
        "captures.petrify = 'rook'"
    ));
    again.set_captures(&CaptureRules::default());
    assert_eq!(again.rules, child("").rules);
    for idle in ["{}", "{ blast = false }"] {
        let rules = child(&format!("rules.captures = {idle}")).rules;
        assert!(!rules.builtin.contains_key("captures"), "{idle}");
    }
}

#[test]
fn a_child_takes_blasts_back_and_need_not_have_the_pieces_that_survived_them() {
    let text = "[loud]\ninherits = 'chess'\nrules.captures = { blast = true, blast-immune = 'knight', mandatory = true }\n\
                [calm]\ninherits = 'loud'\nstart = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\npieces.knight = false\n\
                pieces.pawn = false\nrules.captures.blast = false\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("good");
    let calm = catalog.get("calm").expect("it is there");
    assert!(calm.captures().mandatory && calm.captures().blast.is_none());
    Variant::compile(calm).expect("good");
}

#[test]
fn what_pieces_return_as_is_a_matter_of_forms() {
    let lines = "rules.captured-to = 'captor-hand'\nrules.drops = {}\nrules.captures.returns-as = ";
    let def = child(&format!("{lines} 'knight'"));
    assert!(!def.rules.builtin.contains_key("captures"));
    assert!(writes(&def, "captures.returns-as = 'knight'"));
    let by_side = child(&format!("{lines} {{ white = 'knight', black = false }}"));
    let sides = "returns-as = { white = 'knight', black = false }";
    assert!(writes(&by_side, sides));
    for (value, wanted) in [
        (
            "'wizard'",
            "E0306 'wizard': `wizard` is not a piece of the variant",
        ),
        (
            "3",
            "E0303 3: expected a text, `false` or a table, found a number",
        ),
        (
            "{ white = true }",
            "E0303 true: expected a text or `false`, found `true`",
        ),
        ("{ red = 'rook' }", "E0302 red: unknown key `red`"),
    ] {
        assert_eq!(found(&format!("{lines} {value}")), [wanted]);
    }
}

#[test]
fn reaches_of_blasts_are_read_in_the_dialect_of_the_file() {
    // One step diagonally, then outwards, in the words of XBoard.
    let text = "FyafsF";
    let def = child(&format!(
        "dialect = 'xboard'\nrules.captures = {{ blast = true, blast-reach = '{text}' }}"
    ));
    let meant = Reach::read(text, Dialect::XBoard).value;
    assert_eq!(def.captures().blast.expect("a blast").reach, meant);
    let again = Catalog::read(&def.to_toml(), Format::Toml)
        .into_result()
        .expect("good");
    assert_eq!(again.first().expect("a variant").captures(), def.captures());
}

#[test]
fn wrong_settings_have_their_place() {
    let at_place = |settings: &str| refused("captures", settings);
    for key in ["immune-to-own", "petrify"] {
        assert_eq!(
            at_place(&format!("{{ {key} = ['rook', 'wizard'] }}")),
            ("E0306".to_owned(), "'wizard'".to_owned())
        );
    }
    for key in ["blast-immune", "blast-sheltered"] {
        assert_eq!(
            at_place(&format!("{{ blast = true, {key} = 'wizard' }}")),
            ("E0306".to_owned(), "'wizard'".to_owned())
        );
    }
    assert_eq!(at_place("{ mandatory = 1 }").1, "1");
    assert_eq!(at_place("{ mandatory = [] }").0, "E0303");
    assert_eq!(at_place("{ explosive = false }").0, "E0302");
    assert_eq!(at_place("{ blast = true, blast-reach = 3 }").1, "3");
    let help = finding("captures", "true").1.help.unwrap_or_default();
    assert_eq!(
        help,
        "its settings are `mandatory`, `keep-promoted`, `petrify-blasted`, `blast`, `immune-to-own`, `petrify`, \
         `blast-reach`, `blast-immune`, `blast-sheltered`"
    );
    let help = finding("captures", "{ petrfy = 'rook' }")
        .1
        .help
        .unwrap_or_default();
    assert!(help.contains("`petrify`"), "{help}");
    let reach = |text: &str| {
        found(&format!(
            "rules.captures = {{ blast = true, blast-reach = '{text}' }}"
        ))
    };
    assert!(reach("N?")[0].starts_with("E0106 ?: "), "{:?}", reach("N?"));
    assert!(
        reach("iN")[0].starts_with("E0331 'iN': "),
        "{:?}",
        reach("iN")
    );
    assert_eq!(found("rules.captures = false").len(), 1);
}

#[test]
fn a_reach_that_tells_no_squares_is_refused_of_definitions_in_code_as_well() {
    let mut def = child("");
    let mut captures = CaptureRules::default();
    captures.blast = Some(Blast {
        immune: PieceSet::ALL,
        sheltered: PieceSet::NONE,
        reach: Reach::read("iN", Dialect::XBetza).value,
    });
    def.set_captures(&captures);
    let error = Variant::compile(&def).expect_err("a first move is no reach");
    assert_eq!(error.diagnostics()[0].code.as_str(), "E0331");
}

#[test]
fn who_captures_its_own_piece_has_it_in_hand() {
    let hand = |parent: &str, lines: &str, fen: &str, mv: &str| {
        let variant = Variant::compile(&super::child(parent, lines)).expect("a variant");
        let fen = after(&at(&variant, fen), &[mv]).to_fen();
        let hand = fen.split(['[', ']']).nth(1);
        hand.unwrap_or_default().to_owned()
    };
    let own = "4k3/8/8/8/8/8/8/RN2K3[] w - - 0 1";
    for (keeps, wanted) in [("captor-hand", "N"), ("owner-hand", "N")] {
        let lines = format!(
            "pieces.rook.move = 'mcdR'\nrules = {{ captured-to = '{keeps}', drops = {{}} }}"
        );
        assert_eq!(hand("chess", &lines, own, "a1b1"), wanted, "{keeps}");
        let black = "4k2r/8/8/8/8/8/7p/4K3[] b - - 0 1";
        assert_eq!(
            hand("chess", &lines, black, "h8h2"),
            wanted.replace('N', "p")
        );
    }
    // Pieces removed by a blast change sides, as in Fairy-Stockfish 0.0.90.
    let lines = "rules.captured-to = 'captor-hand'\nrules.drops = {}";
    for (fen, mv, wanted) in [
        ("4k3/8/8/8/8/2PpP3/8/3QK3[] w - - 0 1", "d1d3", "Pq"),
        ("4k3/8/8/8/3rn3/8/8/3QK3[] w - - 0 1", "d1d4", "NRq"),
    ] {
        assert_eq!(hand("atomic", lines, fen, mv), wanted, "{fen}");
    }
    let corners = chess(
        "board.intersections = true\nrules.use.double-drop = {}\npieces.queen.move = 'mcdD0'",
    );
    let fen = after(&at(&corners, "4k3/8/8/8/8/8/8/2NQK3 w - - 0 1"), &["d1c1"]).to_fen();
    assert!(fen.contains(" pocket=N/-"), "{fen}");
}

#[test]
fn what_is_borrowed_keeps_to_the_limits_of_the_move_that_borrows() {
    let moves = |one: &str, fen: &str| {
        let variant = chess(&format!("pieces.knight.move = ['N', {one}]"));
        let moves = texts(&at(&variant, fen)).into_iter();
        moves
            .filter(|text| text.starts_with("b1"))
            .collect::<Vec<_>>()
    };
    let queen = "4k3/8/8/1p6/8/2Q4K/8/1N2r3 w - - 0 1";
    let pawn = "4k3/8/8/1p6/8/7K/3P4/1N2r3 w - - 0 1";
    let knows = |moves: &[String], wanted: &str| {
        wanted
            .split(' ')
            .all(|text| moves.contains(&text.to_owned()))
    };
    let plain = moves("'xN'", queen);
    assert!(knows(&plain, "b1b4 b1b5 b1e1"), "{plain:?}");
    assert!(knows(&moves("'xN'", pawn), "b1b2"));
    for borrowing in ["xN", "xU"] {
        let limited = format!("{{ betza = '{borrowing}', takes = ['bishop', 'rook', 'queen'] }}");
        let of_queen = moves(&limited, queen);
        assert!(knows(&of_queen, "b1b4 b1e1"), "{of_queen:?}");
        assert!(!knows(&of_queen, "b1b5"), "{of_queen:?}");
        assert!(!knows(&moves(&limited, pawn), "b1b2"));
        let to = format!("{{ betza = '{borrowing}', to = 'rank 2' }}");
        let to = moves(&to, queen);
        assert!(knows(&to, "b1b2") && !knows(&to, "b1b4"), "{to:?}");
    }
    // The settings also apply to an imitator.
    let imitates = |one: &str| {
        let variant = chess(&format!("pieces.knight.move = {one}"));
        let start = at(&variant, "r3k3/8/8/8/8/8/8/1N5K b - - 0 1");
        texts(&after(&start, &["a8b8"]))
    };
    assert!(knows(&imitates("'I'"), "b1b8"));
    assert!(!knows(
        &imitates("{ betza = 'I', takes = 'queen' }"),
        "b1b8"
    ));
    assert!(!knows(&imitates("{ betza = 'I', to = 'rank 2' }"), "b1b3"));
}
