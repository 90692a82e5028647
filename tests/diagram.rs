//! Interactive Diagram definitions: reading and findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ferz::definition::{CapturedTo, PromotionDef, PromotionStock, VariantDef};
use ferz::formats::{Catalog, Format, looks_like_diagram, read_diagram};
use ferz::game::{Variant, perft};
use ferz::geometry::{BoardShape, Perspective, SquareSet, Zone};
use ferz::source::{Diagnostic, Parse, Span};
use ferz::state::{Move, Role};
use ferz::syntax::diagram::{Definition, Item, parse};

use crate::harness::Random;

const DATA: &str = concat!(root!(), "/tests/data/diagrams");

/// The fixtures of a directory, by name.
fn fixtures(directory: &str) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(Path::new(DATA).join(directory))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths
        .iter()
        .map(|path| (name(path), std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn real(start: &str) -> String {
    let mut all = fixtures("real").into_iter();
    all.find(|(name, _)| name.starts_with(start)).unwrap().1
}

fn variant(text: &str) -> VariantDef {
    read_diagram(text, "test").value.unwrap()
}

/// The codes and the marked text of the findings.
fn findings(text: &str) -> Vec<(&'static str, &str)> {
    let found = read_diagram(text, "test").diagnostics;
    found
        .iter()
        .map(|one| (one.code.as_str(), &text[one.span.range()]))
        .collect()
}

/// Reads, validates and pins one fixture.
fn check(directory: &str, name: &str, text: &str) -> Parse<Option<VariantDef>> {
    let read = read_diagram(text, name);
    validate(text, &read);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/diagram");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(Path::new(DATA).join(directory).join(format!("{name}.txt")));
    settings.bind(|| insta::assert_snapshot!(format!("{directory}__{name}"), dump(text, &read)));
    read
}

#[test]
fn good_definitions() {
    for (name, text) in fixtures("ok") {
        let read = check("ok", &name, &text);
        assert!(!read.has_errors(), "{name}");
        assert!(looks_like_diagram(&text), "{name}");
        assert!(Variant::compile(&read.value.unwrap()).is_ok(), "{name}");
    }
}

#[test]
fn faulty_definitions() {
    for (name, text) in fixtures("err") {
        assert!(check("err", &name, &text).has_errors(), "{name}");
    }
}

#[test]
fn real_definitions() {
    for (name, text) in fixtures("real") {
        let read = check("real", &name, &text);
        // A cut definition may name pieces that were cut off.
        assert!(!read.has_errors() || name.contains("truncated"), "{name}");
        assert!(looks_like_diagram(&text), "{name}");
        assert!(Variant::compile(&read.value.unwrap()).is_ok(), "{name}");
    }
}

/// The counts are those of an independent generator for set-up 259, which the diagram shows; the
/// joker, which is not played yet, has no moves so early.
#[test]
fn the_alert_plays_as_its_rules_say() {
    let start = Variant::compile(&variant(&real("001"))).unwrap().start();
    assert_eq!((perft(&start, 1), perft(&start, 2)), (53, 2809));
}

/// The properties of every text, valid or not.
fn validate(text: &str, read: &Parse<Option<VariantDef>>) {
    for finding in &read.diagnostics {
        let places = finding
            .labels
            .iter()
            .map(|(span, _)| *span)
            .chain([finding.span]);
        for place in places {
            assert!(text.get(place.range()).is_some(), "{finding:?}");
        }
        let last = finding.message.chars().last();
        assert!(last.is_some_and(|last| last != '.'), "{finding:?}");
    }
    assert!(read.diagnostics.is_sorted_by_key(|finding| finding.span));
    validate_tree(text);
    let Some(variant) = &read.value else { return };
    let shape = &variant.shape;
    let board = variant.start.split(['[', ' ']).next().unwrap();
    let ranks: Vec<&str> = board.split('/').collect();
    assert_eq!(ranks.len(), usize::from(shape.ranks()), "{board}");
    for rank in ranks {
        assert_eq!(
            cells(rank, variant).len(),
            usize::from(shape.files()),
            "{rank}"
        );
    }
    let letters: BTreeSet<&String> = variant.pieces.values().map(|piece| &piece.letter).collect();
    assert_eq!(letters.len(), variant.pieces.len());
    for promotion in variant
        .pieces
        .values()
        .filter_map(|piece| piece.promotion.as_ref())
    {
        assert!(!promotion.choices.is_empty());
        for choice in &promotion.choices {
            assert!(variant.piece(choice.piece).is_some(), "{:?}", choice.piece);
        }
    }
}

/// The tree covers the text in order, and what it prints reads the same.
fn validate_tree(text: &str) {
    let tree = parse(text).value;
    let texts = |tree: &Definition| -> Vec<String> {
        let item = |item: &Item| match item {
            Item::Parameter(parameter) => format!("{}={}", parameter.key, parameter.value),
            Item::Piece(line) => line.to_string(),
        };
        tree.items.iter().map(item).collect()
    };
    let spans: Vec<Span> = tree
        .items
        .iter()
        .map(|item| match item {
            Item::Parameter(parameter) => parameter.key.span().to(parameter.value.span()),
            Item::Piece(line) => line.span(),
        })
        .collect();
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
    for prose in &tree.prose {
        assert!(text.get(prose.range()).is_some());
        assert!(
            spans
                .iter()
                .all(|span| span.end <= prose.start || prose.end <= span.start)
        );
    }
    assert_eq!(texts(&parse(&tree.to_string()).value), texts(&tree));
}

/// The squares of a FEN rank, each as its letter, `*`, or `.`.
fn cells(rank: &str, variant: &VariantDef) -> Vec<String> {
    let letters: Vec<String> = variant
        .pieces
        .values()
        .flat_map(|piece| [piece.letter.clone(), piece.letter.to_lowercase()])
        .collect();
    let mut cells = Vec::new();
    let mut rest = rank;
    while let Some(first) = rest.chars().next() {
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if n_digits > 0 {
            let n_empty: usize = rest[..n_digits].parse().unwrap();
            cells.resize(cells.len() + n_empty, ".".to_owned());
            rest = &rest[n_digits..];
        } else if first == '*' {
            cells.push("*".to_owned());
            rest = &rest[1..];
        } else {
            let letter = letters.iter().find(|letter| rest.starts_with(*letter));
            let letter = letter.unwrap_or_else(|| panic!("no letter at the head of {rest}"));
            rest = &rest[letter.len()..];
            cells.push(letter.clone());
        }
    }
    cells
}

fn dump(text: &str, read: &Parse<Option<VariantDef>>) -> String {
    let mut out = String::new();
    match &read.value {
        Some(variant) => dump_variant(variant, &mut out),
        None => out.push_str("no variant\n"),
    }
    out.push_str("\nfindings\n");
    for finding in read
        .diagnostics
        .iter()
        .filter(|finding| !is_about_a_move(finding))
    {
        dump_finding(text, finding, &mut out);
    }
    out
}

fn dump_variant(variant: &VariantDef, out: &mut String) {
    let shape = &variant.shape;
    let n_squares = shape.squares().count();
    writeln!(
        out,
        "{}: {} x {}, {} holes, {} vanishing squares, {} other squares\n",
        variant.name,
        shape.files(),
        shape.ranks(),
        shape.holes().len(),
        shape.vanishing().len(),
        n_squares - shape.vanishing().len(),
    )
    .unwrap();
    let board = variant.start.split(['[', ' ']).next().unwrap();
    for (rank, row) in (0..shape.ranks()).rev().zip(board.split('/')) {
        let number = i16::from(rank) + shape.first_rank();
        write!(out, "{number:>3} ").unwrap();
        for cell in cells(row, variant) {
            write!(out, "{cell:>3}").unwrap();
        }
        out.push('\n');
    }
    out.push_str("    ");
    for file in 0..shape.files() {
        write!(out, "{:>3}", BoardShape::file_name(file)).unwrap();
    }
    out.push_str("\n\n");
    writeln!(out, "start {}", variant.start).unwrap();
    writeln!(
        out,
        "royal {:?}, stalemate {:?}, captured {:?}\n",
        variant.rules.royal(),
        variant.rules.stalemate(),
        variant.rules.captured_to()
    )
    .unwrap();
    for (name, piece) in &variant.pieces {
        let moves: Vec<&str> = piece.moves.iter().map(|one| one.betza.as_str()).collect();
        let royal = if piece.royal { ", royal" } else { "" };
        writeln!(
            out,
            "{:<2} {name}: {}{royal}",
            piece.letter,
            moves.join(" | ")
        )
        .unwrap();
        if let Some(promotion) = &piece.promotion {
            dump_promotion(promotion, variant, out);
        }
    }
    if !variant.presentation.is_empty() {
        out.push_str("\npresentation\n");
    }
    for (key, value) in &variant.presentation {
        writeln!(out, "   {key} = {value}").unwrap();
    }
}

fn dump_promotion(promotion: &PromotionDef, variant: &VariantDef, out: &mut String) {
    let shape = &variant.shape;
    for choice in &promotion.choices {
        let stock = match choice.stock {
            PromotionStock::Unlimited => "",
            PromotionStock::Hand => ", from the hand",
        };
        let zone = zone_words(&choice.zone, shape);
        let (name, _) = variant.piece(choice.piece).unwrap();
        writeln!(out, "      -> {name}: {zone}{stock}").unwrap();
    }
    writeln!(
        out,
        "      may stay: {}",
        zone_words(&promotion.stay, shape)
    )
    .unwrap();
}

/// White's zone in words, and Black's where it is not the mirror image rank for rank.
fn zone_words(zone: &Zone, shape: &BoardShape) -> String {
    let ranks = |owner: Perspective| -> Option<(u8, u8)> {
        let of = |square| shape.relative_rank(square, owner);
        let set = zone.of(owner);
        let (low, high) = (set.iter().map(of).min()?, set.iter().map(of).max()?);
        let all: SquareSet = shape
            .squares()
            .filter(|square| (low..=high).contains(&of(*square)))
            .collect();
        (all == *set).then_some((low, high))
    };
    let (white, black) = (ranks(Perspective::White), ranks(Perspective::Black));
    match white {
        _ if *zone == Zone::nowhere() => "nowhere".to_owned(),
        Some((low, high)) if white == black => {
            let number = |rank: u8| i16::from(rank) + shape.first_rank();
            format!("ranks {}..{}", number(low), number(high))
        }
        _ => format!("{zone:?}"),
    }
}

/// The reader of moves has its own tests, and what it refuses changes with what can be played.
fn is_about_a_move(finding: &Diagnostic) -> bool {
    let code = finding.code.as_str();
    code.starts_with("W02") || code.starts_with("N02") || finding.message.starts_with("E0")
}

fn dump_finding(text: &str, finding: &Diagnostic, out: &mut String) {
    let place = |span: Span| {
        let before = &text[..span.start as usize];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let marked: String = text[span.range()].chars().take(40).collect();
        let cut = if span.len() > marked.len() { "…" } else { "" };
        format!("{line}:{column} `{}{cut}`", marked.replace('\n', "⏎"))
    };
    writeln!(
        out,
        "{} {} {}",
        finding.code,
        place(finding.span),
        finding.message
    )
    .unwrap();
    for (span, word) in &finding.labels {
        writeln!(out, "      {} {word}", place(*span)).unwrap();
    }
    if let Some(help) = &finding.help {
        writeln!(out, "      help: {help}").unwrap();
    }
}

/// Men of each side on the board of the start position.
fn n_men(variant: &VariantDef) -> (usize, usize) {
    let board = variant.start.split(['[', ' ']).next().unwrap();
    let men: Vec<String> = board
        .split('/')
        .flat_map(|rank| cells(rank, variant))
        .filter(|cell| *cell != "." && *cell != "*")
        .collect();
    let n_white = men
        .iter()
        .filter(|cell| cell.starts_with(char::is_uppercase))
        .count();
    (n_white, men.len() - n_white)
}

/// The start position that the rules of Grand Apothecary Chess-Alert give, whose ranks are one lower
/// than those of the diagram.
#[test]
fn the_alert_has_the_start_of_its_rules() {
    let alert = variant(&real("001"));
    let rules = "****jooj****/zrywuqkvwyrz/rnbfgimgfbnr/xppppppppppx/p1x2pp2x1p/12/12/12/12/\
                 P1X2PP2X1P/XPPPPPPPPPPX/RNBFGIMGFBNR/ZRYWUQKVWYRZ/****JOOJ****";
    let (board, rest) = alert.start.split_once('[').unwrap();
    assert_eq!(board, rules);
    assert_eq!(rest, "RQBBNGYrqbbngy] w");
    assert_eq!(n_men(&alert), (46, 46));
    assert_eq!(
        (alert.shape.holes().len(), alert.shape.vanishing().len()),
        (16, 8)
    );
    assert_eq!(alert.rules.captured_to(), CapturedTo::OwnerHand);
    let royal: Vec<&String> = royals(&alert);
    assert_eq!(royal, ["king"]);
    assert_eq!(alert.presentation["shuffle"], ":B:N:G:F,QVU,IM,:W:Y");
}

fn royals(variant: &VariantDef) -> Vec<&String> {
    let pieces = variant.pieces.iter();
    pieces
        .filter(|(_, piece)| piece.royal)
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn the_alert_promotes_in_three_tiers() {
    let alert = variant(&real("001"));
    for (pawn, other) in [("pawn", "berolina"), ("berolina", "pawn")] {
        let promotion = alert.pieces[pawn].promotion.as_ref().unwrap();
        let tier = |depth: &str| -> Vec<&str> {
            let choices = promotion.choices.iter().filter(|choice| {
                choice.stock == PromotionStock::Hand
                    && zone_words(&choice.zone, &alert.shape) == depth
            });
            choices
                .map(|choice| alert.piece(choice.piece).unwrap().0)
                .collect()
        };
        assert_eq!(tier("ranks 11..14"), ["knight", "bishop", "cannon"]);
        assert_eq!(
            tier("ranks 12..14"),
            ["rook", "knightrider", "vulture", "joker"]
        );
        assert_eq!(
            tier("ranks 13..14"),
            ["varan", "queen", "unicorn", "valkyrie", "mortar"]
        );
        assert_eq!(zone_words(&promotion.stay, &alert.shape), "ranks 11..13");
        let change = &promotion.choices[0];
        assert_eq!(
            (alert.piece(change.piece).unwrap().0, change.stock),
            (other, PromotionStock::Unlimited)
        );
        assert_eq!(zone_words(&change.zone, &alert.shape), "ranks 11..13");
    }
    assert!(
        alert
            .pieces
            .values()
            .skip(2)
            .all(|piece| piece.promotion.is_none())
    );
    let text = real("001");
    let unknown: Vec<_> = findings(&text)
        .into_iter()
        .filter(|one| one.0 == "W0703")
        .collect();
    assert_eq!(unknown, [("W0703", "L"), ("W0703", "E")]);
}

/// The page of the Alert has its definition in the middle of prose.
#[test]
fn a_definition_is_found_in_its_page() {
    let definition = real("001");
    let definition = definition.lines().last().unwrap();
    let before = "Setup\n\nThe ranks are numbered (0),1,2,3,...,11,12,(13): see there.\n\n  \
                  1. The king. Always starts on  g1 for white.\n  8. c1 and d1 are occupied by:\n\nPieces\n\n";
    let after = "\n\nThe King moves like an orthodox chess King. Note: it is royal.\n\nRules\n\n1. win - \
                 obtained through checkmate which worths 1 tournament point\n";
    let page = format!("{before}{definition}{after}");
    assert!(looks_like_diagram(&page));
    let read = read_diagram(&page, "test");
    assert_eq!(read.value, read_diagram(definition, "test").value);
    let notes: Vec<&Diagnostic> = read
        .diagnostics
        .iter()
        .filter(|finding| finding.code.as_str() == "N0702")
        .collect();
    assert_eq!(notes.len(), 1);
    let places = [notes[0].span, notes[0].labels[0].0].map(|span| &page[span.range()]);
    assert_eq!(places, [before.trim(), after.trim()]);
    assert_eq!(notes[0].labels.len(), 1);
}

#[test]
fn words_on_the_line_of_an_item_are_read_or_reported() {
    let text = "files=4\nranks=4\nking:K:K:king:a1\nrook:R::: b1,c1\npromoChoice=R K\npawn:P:mWcF::a2\nfiles=6\n";
    let read = read_diagram(text, "test");
    let def = read.value.expect("a definition");
    assert!(def.start.ends_with("/KRR3 w"), "{}", def.start);
    let found: Vec<(&str, &str)> = read
        .diagnostics
        .iter()
        .map(|finding| (finding.code.as_str(), &text[finding.span.range()]))
        .filter(|(code, _)| code.starts_with("W070"))
        .collect();
    for expected in [("W0701", "K"), ("W0705", "6")] {
        assert!(found.contains(&expected), "{found:?}");
    }
}

#[test]
fn items_in_comments_are_not_read() {
    for comment in ["<!-- files=6 -->", "<!-- <b>old</b>\nfiles=6\n-->"] {
        let text = format!("files=4\nranks=4\nking:K:K:king:a1\n{comment}\npawn:P:mWcF::a2\n");
        let read = read_diagram(&text, "test");
        assert_eq!(read.value.expect("a definition").shape.files(), 4);
        let found = read
            .diagnostics
            .iter()
            .find(|one| one.code.as_str() == "W0705");
        assert_eq!(&text[found.expect("a finding").span.range()], comment);
    }
}

/// Every pass of a shuffle is counted, and the same one again adds nothing.
#[test]
fn many_passes_of_a_shuffle_are_read_at_once() {
    let chess = "rook:R:R:rook:a1,h1\nknight:N:N:knight:b1,g1\nbishop:B:B:bishop:c1,f1\nqueen:Q:Q:queen:d1\nking:K:K:king:e1\n";
    for passes in ["NBRQ,".repeat(1000), "NBRQ,NBRK,".repeat(500)] {
        let text = format!("files=8\nranks=8\n{chess}shuffle={passes}\n");
        assert!(read_diagram(&text, "test").value.is_some());
    }
}

/// Hole counts that the pages of the games state.
#[test]
fn holes_are_copied_like_men() {
    let tamerlane = variant(&real("023"));
    assert_eq!(tamerlane.shape.squares().count(), 112);
    let omega = fixtures("ok")
        .into_iter()
        .find(|(name, _)| name == "omega-holes")
        .unwrap();
    assert_eq!(variant(&omega.1).shape.squares().count(), 104);
}

/// The pawns of Tamerlane Chess, each with its own promotion.
#[test]
fn tamerlane_pawns_become_the_piece_of_their_name() {
    let tamerlane = variant(&real("023"));
    let becomes: Vec<&str> = tamerlane
        .pieces
        .values()
        .filter_map(|piece| piece.promotion.as_ref())
        .inspect(|promotion| assert_eq!(promotion.stay, Zone::nowhere()))
        .map(|promotion| tamerlane.piece(promotion.choices[0].piece).unwrap().0)
        .collect();
    let expected = [
        "pawn",
        "vizir",
        "general",
        "elephant",
        "war-engine",
        "giraffe",
        "camel",
        "knight",
        "picket",
        "rook",
        "prince",
        "adventitious-king",
    ];
    assert_eq!(becomes, expected);
    assert_eq!(royals(&tamerlane), ["king"]);
}

#[test]
fn what_is_not_written_has_its_default() {
    let falcon = variant(&real("025"));
    assert_eq!((falcon.shape.files(), falcon.shape.ranks()), (10, 8));
    assert_eq!(
        falcon.start,
        "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w"
    );
    assert_eq!(royals(&falcon), ["king"]);
    assert_eq!(falcon.pieces["king"].moves[0].betza, "KisO3");
    assert_eq!(falcon.pieces["pawn"].moves[0].betza, "ifmnDfmWfceF");
    let chess = variant(
        "pawn::::a2-h2 knight:N:::b1,g1 bishop::::c1,f1 rook::::a1,h1 queen::::d1 king::::e1",
    );
    assert_eq!(chess.start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    assert_eq!(chess.pieces["king"].moves[0].betza, "KisO2");
    let promotion = chess.pieces["pawn"].promotion.as_ref().unwrap();
    let offered: Vec<&str> = promotion
        .choices
        .iter()
        .map(|choice| chess.piece(choice.piece).unwrap().0)
        .collect();
    assert_eq!(offered, ["queen", "knight", "rook", "bishop"]);
}

#[test]
fn other_formats_are_not_taken_for_diagrams() {
    let others = [
        "",
        "[chess]\nking = k\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "Game: normal # PNBRQ\n8x8\n6 4 5 7 3 5 4 6\np:74 -16,24 -16,6\nk:-1  1,34 -1,34\n",
        "[chess]\ninherits = \"base\"\n[chess.pieces.pawn]\nid = \"P\"\nmove = \"fmWfceF\"\n",
        "the ratio 1:2:3:4:5, the path std::a::b::c::d, the time 10:20:30:40:50",
        "a::::b",
    ];
    for other in others {
        assert!(!looks_like_diagram(other), "{other}");
    }
}

#[test]
fn hostile_texts_cost_little() {
    let texts = [
        "<".repeat(1 << 20),
        "<a".repeat(1 << 19),
        "&lt;a".repeat(1 << 17),
        ":".repeat(1 << 20),
        "x=".repeat(1 << 19),
        "flies=1 ".repeat(1 << 17),
        "king::K::".to_owned() + &"a1-z36,".repeat(1 << 16),
        "files=36 ranks=36 ".to_owned() + &"a:B:W::a1-z36,,a1-z36 ".repeat(1 << 15),
        "a::::z ".repeat(1 << 17) + "k::::a1",
        "king::K::e1 promoChoice=".to_owned() + &"!".repeat(1 << 19),
        "king::K::e1 rook::::a1 promoChoice=".to_owned() + &"Z9".repeat(1 << 18),
        "a::::a1\n#".repeat(1 << 16),
        "word ".repeat(1 << 17) + "files=8 king::K::e1",
        "\u{feff}\u{a0}é".repeat(1 << 17),
    ];
    for text in texts {
        let read = read_diagram(&text, "hostile");
        for finding in &read.diagnostics {
            assert!(text.get(finding.span.range()).is_some(), "{finding:?}");
        }
        looks_like_diagram(&text);
    }
    let long = "files=8 king::K::e1 ".to_owned() + &" ".repeat(1 << 20);
    let read = read_diagram(&long, "long");
    assert!(read.value.is_none());
    assert_eq!(read.diagnostics[0].code.as_str(), "E0108");
}

/// Every cut of a real definition is read without a panic, and every place is one of the text.
#[test]
fn cut_definitions_are_read() {
    for start in ["001", "005", "023"] {
        let text = real(start);
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            validate(&text[..end], &read_diagram(&text[..end], "cut"));
        }
    }
}

/// A slip at any place of a fixture is read without a panic, and what is said about it has a place.
#[test]
fn slips_are_read() {
    let names = ["page-html", "promotion", "piece-lines", "bad-values"];
    let all = fixtures("ok").into_iter().chain(fixtures("err"));
    for (_, text) in all.filter(|(name, _)| names.contains(&name.as_str())) {
        for (at, old) in text.char_indices() {
            for new in ["", ":", "=", ",", " ", "<", "&lt;", "9", "\n", "é"] {
                let mut slip = text.clone();
                slip.replace_range(at..at + old.len_utf8(), new);
                validate(&slip, &read_diagram(&slip, "slip"));
            }
        }
    }
}

/// The examples in the grammar read as they are marked.
#[test]
fn grammar_examples() {
    let path = concat!(root!(), "/grammar/diagram.ebnf");
    let grammar = std::fs::read_to_string(path).unwrap();
    let mut n_examples = 0;
    for comment in grammar
        .split("(*")
        .skip(1)
        .map(|rest| rest.split("*)").next().unwrap().trim())
    {
        let Some((mark, text)) = comment.split_once(": ") else {
            continue;
        };
        let is_code = mark.len() == 5 && mark[1..].bytes().all(|byte| byte.is_ascii_digit());
        if mark != "ok" && !is_code {
            continue;
        }
        n_examples += 1;
        let text = text.replace("\\n", "\n");
        let read = read_diagram(&text, "example");
        validate(&text, &read);
        let codes: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        if is_code {
            assert!(codes.contains(&mark), "{comment}\n{codes:?}");
        } else {
            assert!(read.value.is_some(), "{comment}");
            assert!(!read.has_errors(), "{comment}\n{codes:?}");
        }
    }
    assert!(n_examples > 20);
}

/// The effects of a move, independent of the numbers of pieces and ranks.
type ClickEffect = (usize, usize, String, Vec<usize>, Vec<(usize, usize)>);

fn deed(variant: &VariantDef, one: &Move) -> ClickEffect {
    let letter = |role: Role| variant.pieces[role.index()].letter.clone();
    let mut captures: Vec<usize> = one.captures.iter().map(|square| square.index()).collect();
    captures.sort_unstable();
    let shifts = one.shifts.iter();
    (
        one.from.index(),
        one.to.index(),
        one.promotion.map(letter).unwrap_or_default(),
        captures,
        shifts
            .map(|(from, to)| (from.index(), to.index()))
            .collect(),
    )
}

/// The page's diagram and the built-in of the same game play alike where the diagram can say it:
/// it has other Jokers, lets a pawn become a Berolina, forgets three pieces to promote to, and
/// allows a pawn to stay one on the last full rank.
#[test]
fn the_alert_of_the_page_is_the_built_in() {
    let page = variant(&real("001"));
    let own = Catalog::builtin()
        .get("grand-apothecary-chess-alert")
        .unwrap();
    let variants = [&page, own].map(|def| Variant::compile(def).unwrap());
    let mut random = Random::new(14);
    let (mut n_alike, mut n_castlings, mut n_promotions) = (0, 0, 0);
    for _ in 0..3 {
        let mut positions = variants.each_ref().map(Variant::start);
        for _ in 0..120 {
            let [page_moves, own_moves] = [0, 1].map(|which| {
                let position = &positions[which];
                let def = position.variant().def();
                let known = |one: &Move| {
                    let piece = &def.pieces[one.piece.role.index()];
                    let becomes = one
                        .promotion
                        .map(|role| def.pieces[role.index()].letter.as_str());
                    let arrives = position
                        .variant()
                        .shape()
                        .relative_rank(one.to, one.piece.color.perspective());
                    let promotes = piece.promotion.is_some() && arrives >= 10;
                    piece.letter != "J"
                        && !becomes.is_some_and(|letter| "PXGWO".contains(letter))
                        && !(promotes && becomes.is_none() && arrives >= 12)
                };
                let moves = position.legal_moves();
                let moves = moves.iter().filter(|one| known(one));
                moves
                    .map(|one| (deed(def, one), one.clone()))
                    .collect::<BTreeMap<_, _>>()
            });
            let deeds = |moves: &BTreeMap<ClickEffect, Move>| {
                moves.keys().cloned().collect::<BTreeSet<_>>()
            };
            // The Joker of the page moves otherwise, so it may give check where ours does not.
            if positions[0].is_check() != positions[1].is_check() {
                break;
            }
            assert_eq!(
                deeds(&page_moves),
                deeds(&own_moves),
                "{}",
                positions[1].to_fen()
            );
            n_alike += 1;
            n_castlings += page_moves
                .values()
                .filter(|one| !one.shifts.is_empty())
                .count();
            n_promotions += page_moves
                .values()
                .filter(|one| one.promotion.is_some())
                .count();
            if page_moves.is_empty() {
                break;
            }
            let chosen = random.below(page_moves.len());
            let (deed, one) = page_moves.iter().nth(chosen).unwrap();
            let next = [one, &own_moves[deed]];
            positions = [0, 1].map(|which| positions[which].play_unchecked(next[which]));
        }
    }
    assert!(
        n_alike > 50 && n_castlings > 0 && n_promotions > 0,
        "{n_alike} {n_castlings} {n_promotions}"
    );
}

/// Pieces that cannot be captured, and pieces that do not capture their own group.
#[test]
fn iron_and_groups_are_not_captured() {
    let fixture = fixtures("ok")
        .into_iter()
        .find(|(name, _)| name == "captures");
    let def = variant(&fixture.unwrap().1);
    let game = Variant::compile(&def).unwrap();
    let captures = |fen: &str| {
        let position = game.read_fen(fen).into_result().unwrap();
        let moves = position.legal_moves();
        let takes = moves.iter().filter(|one| !one.captures.is_empty());
        takes
            .map(|one| position.move_text(one))
            .collect::<BTreeSet<_>>()
    };
    for (fen, wanted) in [
        ("k4/5/q4/5/R2K1 w", None),
        ("k4/5/t4/5/Q2K1 w", None),
        ("k4/5/w4/5/Q2K1 w", None),
        ("k4/5/r4/5/T2K1 w", Some("a1a3")),
        ("k4/5/q4/5/T2K1 w", Some("a1a3")),
    ] {
        let wanted = wanted.map(str::to_owned);
        assert_eq!(captures(fen), wanted.into_iter().collect(), "{fen}");
    }
}

/// Set-ups that are too long for a file of ours are not numbered, since nobody could read it again.
#[test]
fn a_shuffle_fits_into_a_definition() {
    let diagram = |n_men: u8| {
        let letters: String = ('A'..).take(n_men.into()).collect();
        let mut text = format!("files=16 ranks=8 shuffle={letters}\nking:K:K::p2\n");
        for (number, letter) in (0_u8..).zip(letters.chars()) {
            // Apart from one another, so that each square has a text of its own.
            let file = char::from(b'a' + 2 * number);
            text += &format!("man{number}:{letter}:W::{file}1\n");
        }
        Catalog::read(&text, Format::InteractiveDiagram)
    };
    let setups = |n_men: u8| {
        let read = diagram(n_men);
        let long = read.diagnostics.iter();
        let long = long.filter(|finding| finding.message.contains("are not numbered"));
        let def = read.value.first().expect("a diagram is a game");
        (def.to_toml().len(), long.count())
    };
    let (length, n_findings) = setups(7);
    assert_eq!(n_findings, 0);
    assert!(length > 5040 * 60, "all set-ups are there: {length}");
    let (length, n_findings) = setups(8);
    assert_eq!(n_findings, 1);
    assert!(length < 10_000, "only the start is there: {length}");
}

/// Men that must stay on their shade and begin on the other one's file: most ways to fill the
/// squares are seen to fail at the first man, and the others are too many.
#[test]
fn a_shuffle_is_not_searched_for_ever() {
    let letters = "ABCDEFGHIJLM";
    let shuffled: String = letters.chars().map(|one| format!("!{one}")).collect();
    let mut text = format!("files=12 ranks=8 shuffle={shuffled}\nking:K:K::f2\n");
    for (number, letter) in letters.chars().enumerate() {
        let file = char::from(b'a' + (number as u8 + 1) % 12);
        text += &format!("man{number}:{letter}:W::{file}1\n");
    }
    let read = Catalog::read(&text, Format::InteractiveDiagram);
    let found = read.diagnostics.iter();
    let mut found = found.filter(|finding| finding.message.contains("arrangements"));
    assert!(found.next().is_some(), "{:?}", read.diagnostics);
}
