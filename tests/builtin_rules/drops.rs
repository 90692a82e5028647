//! `rules.drops`: the pieces that can be dropped, and their squares.

use ferz::definition::{DropRules, PieceId, RuleTable, RuleValue, VariantDef, differences};
use ferz::formats::{Catalog, Format};
use ferz::game::{Strategy, Variant, perft_with};
use ferz::geometry::SquareSet;
use ferz::source::Diagnostic;
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint::examine;

use super::{after, at, chess, child, found, last, refused, texts};

/// A value on one line.
fn in_line(value: &RuleValue) -> String {
    match value {
        RuleValue::Flag(flag) => flag.to_string(),
        RuleValue::Number(number) => number.to_string(),
        RuleValue::Text(text) => format!("'{text}'"),
        RuleValue::Table(table) => of_table(table),
        other => panic!("{other:?} is not written of drops"),
    }
}

fn of_table(table: &RuleTable) -> String {
    let pairs = table.iter();
    let pairs: Vec<String> = pairs
        .map(|(key, value)| format!("{key} = {}", in_line(value)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// The kept settings of a definition, which is the same after it has been written and read.
fn kept(def: &VariantDef) -> Option<String> {
    let text = def.to_toml();
    let again = last(&text);
    assert_eq!(again.rules, def.rules, "{text}");
    assert_eq!(again.drops(), def.drops(), "{text}");
    let rule = def.rules.builtin.get("drops");
    assert_eq!(text.contains("drops"), rule.is_some(), "{text}");
    rule.map(of_table)
}

#[test]
fn what_is_said_has_one_form() {
    for usual in [
        "{}",
        "{ moves = true, promoted = false, free = false, may-check = true }",
        "{ zone = '*', zones = {}, mandatory = false, enclosing = false }",
        "{ zone = 'rank 1..', zones = { pawn = ['rank 1..4', 'rank 5..8'] } }",
        "{ no-doubled = false, no-doubled-count = 3, opposite-colors = false, enclosing-start = 'none' }",
    ] {
        let def = child("chess", &format!("rules.drops = {usual}"));
        assert_eq!(
            def.rules,
            child("chess", "rules.drops = {}").rules,
            "{usual}"
        );
        assert_eq!(def.drops(), Some(DropRules::usual(&def)), "{usual}");
    }
    for (said, form) in [
        ("{}", "{  }"),
        (
            "{ zones = { rook = ['a1', 'b1'], pawn = 'rank 2..7' }, zone = 'rank ..8' }",
            "{ zones = { pawn = 'rank 2..7', rook = 'a1-b1' } }",
        ),
        // Where all of them have less, that is the zone.
        (
            "{ zone = { white = 'rank 1', black = 'none' }, zones.king = 'a1' }",
            "{ zone = { white = 'rank 1', black = 'a8' }, zones = { pawn = { white = 'rank 1', black = 'none' }, \
             knight = { white = 'rank 1', black = 'none' }, bishop = { white = 'rank 1', black = 'none' }, \
             rook = { white = 'rank 1', black = 'none' }, queen = { white = 'rank 1', black = 'none' }, king = 'a1' } }",
        ),
        (
            "{ may-check = false, mandatory = true, free = true, moves = false, promoted = true }",
            "{ moves = false, promoted = true, free = true, mandatory = true, may-check = false }",
        ),
        (
            "{ no-doubled-count = 2, no-doubled = 'pawn', mandatory = 'rook', opposite-colors = 'bishop' }",
            "{ no-doubled = 'pawn', no-doubled-count = 2, opposite-colors = 'bishop', mandatory = 'rook' }",
        ),
        (
            "{ enclosing = 'any-side', enclosing-start = ['d4', 'e4'] }",
            "{ enclosing = 'any-side', enclosing-start = 'd4-e4' }",
        ),
    ] {
        let def = child("chess", &format!("rules.drops = {said}"));
        assert_eq!(kept(&def).expect("a rule"), form);
        let mut again = child("chess", "");
        assert_eq!(again.drops(), None);
        again.set_drops(def.drops().as_ref());
        assert_eq!(again.rules, def.rules, "{said}");
        again.set_drops(None);
        assert_eq!(again.rules, child("chess", "").rules);
    }
}

#[test]
fn a_child_changes_one_setting_and_keeps_the_rest() {
    let base = "[base]\ninherits = 'chess'\n\
        rules.drops = { zone = 'rank 1..4', zones = { pawn = 'rank 2', rook = 'a1' }, no-doubled = 'pawn', \
        mandatory = true, enclosing = 'ataxx', may-check = false }\n";
    let drops = |lines: &str| {
        let def = last(&format!("{base}[mine]\ninherits = 'base'\n{lines}\n"));
        kept(&def)
    };
    let whole = "{ zone = 'rank 1..4', zones = { pawn = 'rank 2', rook = 'a1' }, no-doubled = 'pawn', \
                 mandatory = true, enclosing = 'ataxx', may-check = false }";
    // The first ranks have a shorter name.
    let whole = whole.replace("rank 1..4", "rank ..4");
    for (lines, from, to) in [
        ("", "", ""),
        ("rules.drops.zones.pawn = 'rank 3'", "rank 2", "rank 3"),
        ("rules.drops.mandatory = false", "mandatory = true, ", ""),
        (
            "rules.drops.no-doubled = false",
            "no-doubled = 'pawn', ",
            "",
        ),
        ("rules.drops.enclosing = false", "enclosing = 'ataxx', ", ""),
        ("rules.drops.may-check = true", ", may-check = false", ""),
        ("rules.drops.zones.rook = 'rank 1..4'", ", rook = 'a1'", ""),
        (
            "rules.drops.free = true",
            "no-doubled",
            "free = true, no-doubled",
        ),
    ] {
        let wanted = whole.replacen(from, to, 1);
        assert_eq!(drops(lines).expect("a rule"), wanted, "{lines}");
    }
    assert_eq!(drops("rules.drops = false"), None);
}

#[test]
fn both_engines_drop_what_is_allowed() {
    let fen = "4k3/8/8/2p5/8/8/8/4K3[PRRprr] w - - 0 1";
    for (rule, n_moves) in [
        ("{}", 5 + 61 + 61),
        ("{ moves = false }", 5),
        ("{ zone = 'rank 1' }", 5 + 7 + 7),
        ("{ zones = { pawn = 'rank 2..7' } }", 5 + 47 + 61),
        ("{ zone = { white = 'a1', black = 'none' } }", 5 + 1 + 1),
        // All kinds but the royal one.
        ("{ free = true, zone = 'a1' }", 5 + 5),
        ("{ zone = 'rank 2..4', mandatory = 'rook' }", 24),
        ("{ zone = 'rank 2..4', mandatory = true }", 24 + 24),
        (
            "{ zone = 'file c', no-doubled = 'rook', no-doubled-count = 0 }",
            5 + 7,
        ),
        ("{ enclosing = 'snort', zone = 'file c' }", 5 + 5 + 5),
        ("{ enclosing = 'ataxx', enclosing-start = 'a8' }", 5 + 1 + 1),
        ("{ enclosing = 'ataxx' }", 5 + 5 + 5),
        // The rook on the eighth rank and the one on the file of the king give check.
        ("{ may-check = false, zones.pawn = 'none' }", 5 + 61 - 7 - 6),
    ] {
        let variant = chess(&format!("rules.drops = {rule}"));
        let position = at(&variant, fen);
        let counts =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 1, engine));
        assert_eq!(counts, [n_moves; 2], "{rule}");
        let counts =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 2, engine));
        assert_eq!(counts[0], counts[1], "{rule}");
    }
}

#[test]
fn nothing_is_dropped_where_it_could_not_come_to_rest() {
    let lines = "start = '4k3/8/8/8/8/8/8/4K3[GG] w - - 0 1'\n\
                 pieces.guard = { letter = 'G', move = { betza = 'W', to = 'rank 1..3' } }\n";
    let def = child(
        "chess",
        &format!("{lines}rules.drops = {{ zone = 'rank 2..8' }}"),
    );
    let guard = def.piece_id("guard").expect("a guard");
    let drops = def.drops().expect("drops");
    let region = drops.regions.get(guard).expect("a guard");
    assert_eq!(region[0].iter().count(), 16);
    // Its own zone is not written, because it follows from its moves.
    assert_eq!(kept(&def).expect("a rule"), "{ zone = 'rank -7..' }");
    let variant = Variant::compile(&def).expect("a good definition");
    let start = variant.start();
    for engine in [Strategy::General, Strategy::Fastest] {
        assert_eq!(perft_with(&start, 1, engine), 5 + 16);
    }
}

#[test]
fn holes_of_the_board_are_in_no_zone() {
    let head = "name = 'mine'\nboard = { files = 4, ranks = 4, holes = ['a1', 'b4'] }\n\
                start = 'k*2/4/4/*2K[AA] w'\n\
                pieces.king = { letter = 'K', move = 'K', royal = true }\n\
                pieces.ant = { letter = 'A', move = 'W' }\n";
    for zone in ["'rank 1'", "{ white = 'rank 1', black = 'rank 4' }"] {
        let def = last(&format!("{head}rules.drops.zone = {zone}\n"));
        let drops = def.drops().expect("drops");
        let ant = def.piece_id("ant").expect("an ant");
        let region = drops.regions.get(ant).expect("an ant");
        let counts = [0, 1].map(|side| region[side].iter().count());
        assert_eq!(counts, [3, 3], "{zone}");
        kept(&def).expect("a rule");
    }
}

#[test]
fn castling_by_files_brings_no_king_out_of_the_hand_elsewhere() {
    let king = "pieces.king.move = { betza = 'K', to = 'rank 1..3' }\n";
    let castling = "rules.castling = { partners = 'rook' }\n";
    for lines in [
        format!("{king}rules.drops = {{}}"),
        format!("{king}{castling}rules.drops = {{}}"),
    ] {
        let def = child("chess", &lines);
        let king = def.piece_id("king").expect("a king");
        let drops = def.drops().expect("drops");
        let region = drops.regions.get(king).expect("a king");
        assert_eq!(region[0].iter().count(), 24, "{lines}");
        // Castling that is a move of its own could end anywhere, so it is mentioned.
        let wanted = if lines.contains("castling") {
            "{ zones = { king = 'rank ..3' } }"
        } else {
            "{  }"
        };
        assert_eq!(kept(&def).expect("a rule"), wanted, "{lines}");
    }
}

#[test]
fn gates_are_filled_by_the_rule_and_without_one() {
    let lines = "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Rr] w KQBCDFGkqbcdfg - 0 1'\nrules.gating = true\n";
    let count = |rule: &str| {
        let def = child("chess", &format!("{lines}{rule}"));
        let kept = kept(&def);
        let variant = Variant::compile(&def).expect("a good definition");
        let moves = variant.start().legal_moves().len();
        let [general, fastest] = [Strategy::General, Strategy::Fastest]
            .map(|engine| perft_with(&variant.start(), 2, engine));
        assert_eq!(general, fastest, "{rule}");
        (moves, def.drops().is_some_and(|drops| drops.allowed), kept)
    };
    // Either knight can leave a rook behind; there are no drops.
    let without = (20 + 4, false, None);
    assert_eq!(count(""), without);
    assert_eq!(count("rules.drops = { moves = false }"), without);
    let (moves, _, line) = count("rules.drops = { moves = false, zone = 'b1' }");
    assert_eq!(moves, 20 + 2);
    assert_eq!(line.expect("a rule"), "{ moves = false, zone = 'b1' }");
    let (moves, is_allowed, line) = count("rules.drops = {}");
    assert_eq!((moves, is_allowed), (20 + 4 + 32, true));
    assert_eq!(line.expect("a rule"), "{  }");
    let parent = format!("[base]\ninherits = 'chess'\n{lines}rules.drops = {{}}\n");
    let mine = last(&format!(
        "{parent}[mine]\ninherits = 'base'\nrules.drops = false\n"
    ));
    let drops = mine.drops().expect("what gates go by");
    assert!(!drops.allowed);
    assert!(!mine.rules.builtin.contains_key("drops"));
}

#[test]
fn names_of_pieces_are_those_of_each_definition() {
    let game = |pieces: &str, rule: &str| {
        last(&format!(
            "name = 'mine'\nboard = {{ files = 4, ranks = 4 }}\nstart = 'k3/4/4/3K[AB] w'\n\
             rules.drops = {rule}\n{pieces}"
        ))
    };
    let king = "pieces.king = { letter = 'K', move = 'K', royal = true }\n";
    let one = format!(
        "{king}pieces.ant = {{ letter = 'A', move = 'W' }}\npieces.bee = {{ letter = 'B', move = 'F' }}\n"
    );
    let other = format!(
        "pieces.wasp = {{ letter = 'B', move = 'F' }}\npieces.spider = {{ letter = 'A', move = 'W' }}\n{king}"
    );
    let mine = game(
        &one,
        "{ zones = { bee = 'rank 1', ant = 'a1' }, no-doubled = 'ant', mandatory = 'bee' }",
    );
    let theirs = game(
        &other,
        "{ zones = { spider = ['a1'], wasp = 'rank 1' }, no-doubled = 'spider', mandatory = 'wasp' }",
    );
    assert_eq!(differences(&mine, &theirs), []);
    for rule in [
        "{ zones = { spider = 'a1', wasp = 'rank 2' }, no-doubled = 'spider', mandatory = 'wasp' }",
        "{ zones = { spider = 'a1', wasp = 'rank 1' }, no-doubled = 'wasp', mandatory = 'wasp' }",
    ] {
        let found = differences(&mine, &game(&other, rule));
        let places: Vec<&str> = found.iter().map(|one| one.place.as_str()).collect();
        assert_eq!(places, ["rules.drops"], "{rule}");
    }
}

#[test]
fn a_promoted_piece_has_the_zone_of_its_kind() {
    let def = last("[mine]\ninherits = 'crazyhouse'\nrules.drops.zones.queen = 'rank 3'\n");
    let drops = def.drops().expect("drops");
    let queen = def.piece_id("queen").expect("a queen");
    let is_form = |id: &PieceId| *id != queen && def.forms.of(*id).kind == queen;
    let form = def.piece_ids().find(is_form).expect("a form");
    assert_eq!(
        drops.regions.get(queen).expect("a queen")[0].iter().count(),
        8
    );
    assert_eq!(drops.regions.get(form), drops.regions.get(queen));
    assert!(kept(&def).expect("a rule").contains("queen = 'rank 3'"));
}

#[test]
fn a_zone_brings_no_piece_into_the_game() {
    // A piece that only defines the moves of a promoted side is described as that side.
    let headings = |rule: &str| {
        let lines = "pieces.hero = { letter = 'H', move = 'K' }\npieces.rook.promoted = 'hero'\n";
        let page = rules_page(&chess(&format!("{lines}rules.{rule}")), Pictures::Files);
        let headings = page.lines().filter(|line| line.starts_with('#'));
        headings.map(str::to_owned).collect::<Vec<_>>()
    };
    let without = headings("drops = {}");
    assert_eq!(headings("drops.zones.hero = 'rank 1'"), without);
    assert_ne!(headings("drops.free = true"), without);
}

#[test]
fn wrong_settings_have_their_place() {
    let first = |settings: &str| found(&format!("rules.drops = {settings}")).swap_remove(0);
    let wizard = "'wizard': `drops`: `wizard` is not a piece of the variant";
    assert_eq!(
        first("{ no-doubled = 'wizard' }"),
        format!("E0306 {wizard}")
    );
    assert_eq!(first("{ mandatory = 'wizard' }"), format!("E0306 {wizard}"));
    assert_eq!(
        first("{ opposite-colors = 'wizard' }"),
        format!("E0306 {wizard}")
    );
    assert_eq!(
        first("{ zones = { wizard = 'a1' } }"),
        "E0306 wizard: `drops`: `wizard` is not a piece of the variant"
    );
    for zone in [
        "{ zone = 'rank 6, i9' }",
        "{ zone = ['rank 6', 'rank 5, i9'] }",
        "{ zone = { white = 'rank 6, i9' } }",
        "{ zones = { pawn = 'rank 6, i9' } }",
        "{ zones = { pawn = { black = ['rank 6', 'i9'] } } }",
        "{ enclosing-start = 'd4, i9' }",
    ] {
        let found = first(zone);
        assert!(found.starts_with("E0308 i9: "), "{found}");
    }
    assert_eq!(refused("drops", "{ zone = 3 }").1, "3");
    for settings in [
        "{ zone = { red = 'a1' } }",
        "{ zones = { pawn = { red = 'a1' } } }",
    ] {
        assert_eq!(refused("drops", settings), ("E0302".into(), "red".into()));
    }
    for key in ["promoted", "free", "may-check"] {
        let settings = format!("{{ {key} = 'no' }}");
        assert_eq!(refused("drops", &settings), ("E0303".into(), "'no'".into()));
    }
    assert_eq!(refused("drops", "{ opposite-colors = true }").1, "true");
    assert_eq!(refused("drops", "{ enclosing = true }").0, "E0303");
    assert_eq!(refused("drops", "{ zones = { wizard = 3 } }").0, "E0306");
    assert_eq!(refused("drops", "{ zones = 'a1' }").0, "E0303");
    assert_eq!(
        refused("drops", "{ moves = 'no' }"),
        ("E0303".into(), "'no'".into())
    );
    assert_eq!(refused("drops", "{ no-doubled = true }").0, "E0303");
    for count in ["2.5", "-1", "65536"] {
        let settings = format!("{{ no-doubled = 'pawn', no-doubled-count = {count} }}");
        assert_eq!(
            refused("drops", &settings),
            ("E0303".into(), count.to_owned())
        );
    }
    assert_eq!(refused("drops", "{ mandatory = 3 }").0, "E0303");
    assert_eq!(
        refused("drops", "{ enclosing = 'go' }"),
        ("E0311".into(), "'go'".into())
    );
    assert_eq!(
        refused("drops", "{ enclosing-start = { white = 'a1' } }").0,
        "E0303"
    );
    assert_eq!(refused("drops", "{ squares = 'e6' }").0, "E0302");
    assert_eq!(refused("drops", "'e6'").0, "E0303");
    assert_eq!(refused("drops", "true").0, "E0303");
    // An unreadable setting is kept as written.
    let def = child("chess", "rules.drops = { zone = 'rank 1..8', moves = 3 }");
    assert!(
        def.to_toml().contains("{ zone = 'rank 1..8', moves = 3 }"),
        "{}",
        def.to_toml()
    );
}

#[test]
fn parts_of_zones_that_change_nothing_are_told_once() {
    for settings in [
        "{ zone = 'rank 1..4, a1' }",
        "{ zone = ['rank 1..4', 'a1'] }",
        "{ zones.pawn = { white = 'b2, not a1' } }",
        "{ enclosing = 'ataxx', enclosing-start = 'rank 1, a1' }",
    ] {
        let found = found(&format!("rules.drops = {settings}"));
        let of_zones = found.iter().filter(|one| one.starts_with("W0301"));
        let of_zones: Vec<_> = of_zones
            .map(|one| one.split(": ").next().expect("a place"))
            .collect();
        let part = if settings.contains("not") {
            "W0301 not a1"
        } else {
            "W0301 a1"
        };
        assert_eq!(of_zones, [part], "{settings}: {found:?}");
    }
}

#[test]
fn what_is_wrong_with_a_parent_is_told_of_it_alone() {
    let base = "[base]\ninherits = 'chess'\nrules.drops.zone = 'i9'\n";
    let findings = |mine: &str| {
        let text = format!("{base}[mine]\ninherits = 'base'\n{mine}");
        let read = Catalog::read(&text, Format::Toml);
        assert_eq!(read.diagnostics, []);
        let found = examine(&read.value, &text, Format::Toml).into_iter();
        found
            .map(|one| format!("{} {}", one.code, &text[one.span.range()]))
            .collect::<Vec<_>>()
    };
    assert_eq!(findings(""), ["E0308 i9"]);
    assert_eq!(findings("rules.drops.zone = 'a1'\n"), ["E0308 i9"]);
    assert_eq!(findings("rules.drops.free = true\n"), ["E0308 i9"]);
    // What the child says itself is told of it, and what is wrong by what it says.
    assert_eq!(
        findings("rules.drops.zone = 'j1'\n"),
        ["E0308 i9", "E0308 j1"]
    );
    assert_eq!(
        findings("rules.drops.zone = 'i9'\n"),
        ["E0308 i9", "E0308 i9"]
    );
    let text = "[base]\ninherits = 'chess'\nrules.drops.no-doubled = 'queen'\n\
         [mine]\ninherits = 'base'\npieces.queen = false\n\
         start = '4k3/8/8/8/8/8/8/4K3 w'\npieces.pawn.promotion.to = 'rook'\n";
    let read = Catalog::read(text, Format::Toml);
    assert_eq!(read.diagnostics, []);
    let found = examine(&read.value, text, Format::Toml);
    let found: Vec<_> = found.iter().filter(|one| one.is_error()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(&text[found[0].span.range()], "'base'");
}

#[test]
fn what_is_wrong_by_a_value_of_a_setting_has_its_place() {
    let findings = |rules: &str, lines: &str, changes: &str| {
        let text = format!(
            "[mine]\ninherits = 'chess'\n{rules}[mine.settings.hands]\nnone = {{}}\nall = {{ {changes} }}\n\
             [heir]\ninherits = 'mine'\n{lines}"
        );
        let read = Catalog::read(&text, Format::Toml);
        assert_eq!(read.diagnostics, []);
        let found = examine(&read.value, &text, Format::Toml).into_iter();
        let found = found.filter(Diagnostic::is_error);
        found
            .map(|one| format!("{} {}", one.code, &text[one.span.range()]))
            .collect::<Vec<_>>()
    };
    let drops = |said: &str| findings("", "", &format!("rules.drops = {{ {said} }}"));
    assert_eq!(drops("zone = 'a1, i9'"), ["E0308 i9"]);
    assert_eq!(drops("zones = { wizard = 'a1' }"), ["E0306 wizard"]);
    assert_eq!(drops("moves = 3"), ["E0303 3"]);
    assert_eq!(drops("zone = 'a1'"), [""; 0]);
    // An error of the inherited game is not reported as one of the value.
    let wrong = "rules.drops.zone = 'i9'\n";
    let free = "rules.drops.free = true";
    assert_eq!(findings(wrong, "", free), ["E0308 i9"]);
    // The change invalidates a setting of the game.
    let rules = "rules.drops.no-doubled = 'queen'\n";
    let change = "pieces.queen = false, pieces.pawn.promotion.to = 'rook', \
                  start = '4k3/8/8/8/8/8/8/4K3 w'";
    assert_eq!(findings(rules, "", change), ["E0306 all"]);
}

#[test]
fn a_hand_that_is_never_empty_stays_as_it_is() {
    let variant = chess(
        "rules.captured-to = 'captor-hand'\nrules.drops = { free = true, zones.king = 'none' }",
    );
    let position = at(&variant, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    let after = after(&position, &["e4d5", "Q@a1"]);
    assert!(
        after.to_fen().starts_with("4k3/8/8/3P4/8/8/8/q3K3"),
        "{}",
        after.to_fen()
    );
    let nothing = DropRules {
        regions: std::iter::repeat_n([SquareSet::new(), SquareSet::new()], 6).collect(),
        ..DropRules::usual(&child("chess", ""))
    };
    let mut def = child("chess", "");
    def.set_drops(Some(&nothing));
    assert_eq!(def.drops(), Some(nothing));
    assert_eq!(kept(&def).expect("a rule"), "{ zone = 'none' }");
}

#[test]
fn royal_pieces_are_in_no_hand_that_is_never_empty_unless_they_are_named() {
    let fen = |hand: &str| format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1");
    let kings = |lines: &str, hand: &str| {
        let variant = chess(lines);
        let position = at(&variant, &fen(hand));
        let counts =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 2, engine));
        assert_eq!(counts[0], counts[1], "{lines}");
        let moves = texts(&position);
        assert!(moves.contains(&"Q@a1".to_owned()), "{lines}");
        moves.iter().filter(|text| text.starts_with("K@")).count()
    };
    let free = "rules.drops.free = true";
    assert_eq!(kings(free, ""), 0);
    assert_eq!(
        kings("rules.drops = { free = true, zones.king = 'a1' }", ""),
        1
    );
    let guarded = "pieces.king.royal = false\nrules.royal = 'none'\n\
                rules.extinction = { pieces = 'king', result = 'loss', royal = 'last' }\n";
    assert_eq!(kings(&format!("{guarded}{free}"), ""), 0);
    // A king in hand is dropped once, but not next to the other king.
    assert_eq!(kings(free, "K"), 62 - 5);
    let dropped = after(&at(&chess(free), &fen("K")), &["K@d1"]).to_fen();
    assert!(dropped.starts_with("4k3/8/8/8/8/8/8/3KK3"), "{dropped}");
    let text = "rules = { drops = { free = true, zones.king = '*' } }";
    let again = child("chess", text);
    assert_eq!(last(&again.to_toml()).drops(), again.drops());
    let must = chess("rules.drops = { free = true, mandatory = true }");
    assert!(texts(&must.start()).iter().all(|text| text.contains('@')));
}
