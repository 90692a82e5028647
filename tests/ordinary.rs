//! An Ordinary Variant, its extensions and Sorcerer's Chess: facts about positions, and random
//! games.

use std::collections::BTreeSet;

use ferz::formats::Catalog;
use ferz::game::{Game, Outcome, Position, Reason, Variant, perft};
use ferz::geometry::Layer;
use ferz::notation::move_texts;
use ferz::state::{Color, Move};

use crate::harness::Random;
use crate::harness::games::random_game_by_law;

const GAMES: [&str; 4] = [
    "an-ordinary-variant",
    "ordinary-spectral-realm",
    "ordinary-antimatter-universe",
    "sorcerers-chess",
];

/// A built-in variant with the settings behind its name.
fn configured(name: &str) -> Variant {
    let (name, query) = name.split_once('?').unwrap_or((name, ""));
    let catalog = Catalog::builtin();
    let def = if query.is_empty() {
        catalog.get(name).cloned().map(Ok)
    } else {
        catalog.configure(name, query)
    };
    let def = def
        .unwrap_or_else(|| panic!("{name} is not built in"))
        .unwrap_or_else(|error| panic!("{name}?{query}: {error:?}"));
    Variant::compile(&def).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The FEN of pieces on their places.
fn fen(variant: &Variant, sides: [&str; 2], turn: &str) -> String {
    let shape = variant.shape();
    let mut places = vec![None; shape.area()];
    let mut hands = String::new();
    for (color, list) in Color::ALL.into_iter().zip(sides) {
        let cased = |letter: &str| match color {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_lowercase(),
        };
        let (men, hand) = list.split_once("hand").unwrap_or((list, ""));
        for man in men.split_whitespace() {
            let (letter, place) = man.split_at(1);
            let square = shape.parse(place).unwrap_or_else(|| panic!("{place}"));
            places[square.index()] = Some(cased(letter));
        }
        hands.extend(hand.split_whitespace().map(cased));
    }
    let ranks = |layer: Layer| {
        let rank = |rank: u8| -> String {
            let squares = (0..layer.files).filter_map(|file| layer.at(shape, file, rank));
            squares
                .map(|square| places[square.index()].clone().unwrap_or("1".to_owned()))
                .collect()
        };
        let ranks: Vec<String> = (0..layer.ranks).rev().map(rank).collect();
        ranks.join("/")
    };
    // Empty places in a row are one number in a FEN.
    let runs = |text: &str| -> String {
        let mut out = String::new();
        let mut run = 0;
        for c in text.chars().chain(['/']) {
            if c == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                out += &run.to_string();
                run = 0;
            }
            out.push(c);
        }
        out.trim_end_matches('/').to_owned()
    };
    let squares = runs(&ranks(shape.squares_layer()));
    let intersections = shape
        .intersection_layer()
        .map(|layer| format!(" - - 0 1 intersections={}", runs(&ranks(layer))))
        .filter(|_| {
            places.iter().enumerate().any(|(index, place)| {
                place.is_some() && shape.is_intersection(ferz::geometry::Square::new(index as u16))
            })
        })
        .unwrap_or_default();
    format!("{squares}[{hands}] {turn}{intersections}")
}

fn reached(line: &str, variant: &Variant, fields: &[&str]) -> Position {
    let [white, black, turn, moves] = fields else {
        panic!("{line}: six fields");
    };
    let mut position = if *white == "start" {
        variant.start()
    } else {
        let fen = fen(variant, [white, black], turn);
        variant
            .parse_fen(&fen)
            .unwrap_or_else(|error| panic!("{line}: {fen}: {error:?}"))
    };
    for text in moves.split_whitespace() {
        let one = position
            .parse_move(text)
            .unwrap_or_else(|error| panic!("{line}: {text}: {error:?}"));
        position = position.play(&one).expect("a legal move");
    }
    position
}

/// What is wrong with a fact about a position.
fn fault(position: &Position, fact: &str) -> Option<String> {
    let (kind, rest) = fact.split_once(' ').unwrap_or((fact, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    let texts = move_texts(position);
    let legal: BTreeSet<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    let shape = position.variant().shape();
    let wanted = |words: &[&str]| -> BTreeSet<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    };
    let of = |keep: &dyn Fn(&Move) -> bool| -> BTreeSet<String> {
        let kept = texts.iter().filter(|(_, one)| keep(one));
        kept.map(|(text, _)| text.clone()).collect()
    };
    let compared = |found: BTreeSet<String>, wanted: BTreeSet<String>| {
        (found != wanted).then(|| format!("found {found:?}"))
    };
    match kind {
        "perft" => words.iter().enumerate().find_map(|(index, word)| {
            let found = perft(position, index as u32 + 1);
            (found.to_string() != *word).then(|| format!("found {found}"))
        }),
        "count" => (legal.len().to_string() != rest).then(|| format!("found {}", legal.len())),
        "legal" => compared(of(&|_| true), wanted(&words)),
        "from" => {
            let square = shape.parse(words[0]).expect("a square");
            compared(of(&|one| one.from == square), wanted(&words[1..]))
        }
        "plain" => {
            let square = shape.parse(words[0]).expect("a square");
            let plain = |one: &Move| one.from == square && one.shifts.is_empty();
            compared(of(&plain), wanted(&words[1..]))
        }
        "takes" => {
            let Some((_, one)) = texts.iter().find(|(text, _)| text == words[0]) else {
                return Some(format!("found {legal:?}"));
            };
            let victims = one.captures.iter().map(|square| shape.name(*square));
            compared(victims.collect(), wanted(&words[1..]))
        }
        "has" => words
            .iter()
            .find(|word| !legal.contains(**word))
            .map(|word| format!("{word} is missing in {legal:?}")),
        "lacks" => words
            .iter()
            .find(|word| legal.contains(**word))
            .map(|word| format!("{word} is legal")),
        "none-relocates" => compared(of(&|one| !one.shifts.is_empty()), BTreeSet::new()),
        "fen" => (position.to_fen() != rest).then(|| format!("found {}", position.to_fen())),
        "goes-on" => {
            let found = position.outcome();
            (found != Outcome::Ongoing).then(|| format!("found {found:?}"))
        }
        "ends" => match position.outcome() {
            Outcome::Ended {
                white,
                black,
                reason,
            } => {
                let share = |word: &str| word.parse::<f64>().expect("a share");
                let same = (white - share(words[0])).abs() < 1e-9
                    && (black - share(words[1])).abs() < 1e-9
                    && reason.as_str() == words[2];
                (!same).then(|| format!("found {white} {black} {reason}"))
            }
            Outcome::Ongoing => Some("the game goes on".to_owned()),
        },
        _ => Some("no such fact".to_owned()),
    }
}

#[test]
fn facts_about_positions_are_true() {
    let rows = include_str!("data/rules/ordinary.txt");
    let mut faults = Vec::new();
    let mut checked = 0;
    for line in rows.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let name = fields[0].split_whitespace().next().expect("a variant");
        let variant = configured(name);
        let position = reached(line, &variant, &fields[1..5]);
        if let Some(fault) = fault(&position, fields[5]) {
            faults.push(format!("{line}\n    {fault}"));
        }
        checked += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 100);
}

/// On the board of an orthodox game with intersections, as the descriptions of the pieces count.
#[test]
fn pieces_on_eight_files_with_intersections() {
    let file = "[small]\ninherits = 'ordinary-spectral-realm'\nboard = { files = 8, ranks = 8 }\n\
                start = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\n";
    let catalog = Catalog::read(file, ferz::formats::Format::Toml);
    let catalog = catalog.into_result().expect("a definition");
    let small = Variant::compile(catalog.get("small").expect("a variant")).expect("a game");
    for (men, from, n_moves, intersections) in
        [("Kh1 Bd4", "d4", 26, 13), ("Kh1 Rd4+", "d4+", 12, 12)]
    {
        let fen = fen(&small, [men, "Ka8 Pa7"], "w");
        let position = small.parse_fen(&fen).expect("a position");
        let from = small.shape().parse(from).expect("a place");
        let targets: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter(|one| one.from == from)
            .map(|one| one.to)
            .collect();
        let on_intersections = targets
            .iter()
            .filter(|to| small.shape().is_intersection(**to));
        assert_eq!(on_intersections.count(), intersections, "{men}");
        // The pawn stands on one of the bishop's squares, and is taken there.
        assert_eq!(targets.len(), n_moves, "{men}");
    }
}

/// The laws of every game, and that these games end.
#[test]
fn laws_hold_in_random_games() {
    let mut random = Random::new(31);
    let more = [
        "sorcerers-chess?castling=sorcery",
        "ordinary-antimatter-universe?cross_landing=any&optional_cross=on",
    ];
    for name in GAMES.into_iter().chain(more) {
        let variant = configured(name);
        for _ in 0..2 {
            let played = random_game_by_law(&variant, &mut random, 400, 12);
            let played = played.unwrap_or_else(|law| panic!("{law}"));
            assert!(played.end.is_some() || played.plies == 400, "{name}");
        }
    }
}

#[test]
fn a_bare_king_is_claimed_by_the_other_side() {
    let variant = configured("an-ordinary-variant?bare=claim");
    let mut position = variant
        .parse_fen("11k/12/p11/12/12/12/12/12/12/R10K w - - 0 1")
        .expect("a position");
    assert_eq!(position.claim(), None);
    for text in ["a1a8", "l10l9"] {
        let one = position.parse_move(text).expect("a move");
        position = position.play_unchecked(&one);
    }
    let Some(Outcome::Ended { white, reason, .. }) = position.claim() else {
        panic!("the claim is refused");
    };
    assert_eq!((white, reason), (0.56, Reason::BareKing));
}

/// The outcome of a game from a position.
fn played_out(name: &str, fen: &str, texts: &[&str]) -> Outcome {
    let variant = configured(name);
    let mut game = Game::new(variant.parse_fen(fen).expect("a position"));
    for text in texts {
        assert_eq!(game.outcome(), Outcome::Ongoing, "{text}");
        let one = game.position().parse_move(text).expect("a move");
        game.play(&one).expect("a legal move");
    }
    game.outcome()
}

/// A game, its position, the moves that come again, the shares of the point, and why.
type Case<'a> = (&'a str, &'a str, [&'a str; 4], (f64, f64), Reason);

/// Black's queen checks for ever, White's does, and nobody does.
#[test]
fn perpetual_check_is_a_partial_win() {
    let cases: [Case<'_>; 5] = [
        (
            "an-ordinary-variant",
            "11k/11p/12/12/12/12/12/12/4q6P/7K4 b - - 0 1",
            ["e2e1", "h1h2", "e1e2", "h2h1"],
            (0.43, 0.57),
            Reason::PerpetualCheck,
        ),
        (
            "an-ordinary-variant",
            "7k4/4Q6p/12/12/12/12/12/12/11P/11K w - - 0 1",
            ["e9e10", "h10h9", "e10e9", "h9h10"],
            (0.52, 0.48),
            Reason::PerpetualCheck,
        ),
        (
            "an-ordinary-variant?scoring=S2",
            "11k/11p/12/12/12/12/12/12/4q6P/7K4 b - - 0 1",
            ["e2e1", "h1h2", "e1e2", "h2h1"],
            (0.45, 0.55),
            Reason::PerpetualCheck,
        ),
        (
            "an-ordinary-variant?scoring=S2",
            "7k4/4Q6p/12/12/12/12/12/12/11P/11K w - - 0 1",
            ["e9e10", "h10h9", "e10e9", "h9h10"],
            (0.51, 0.49),
            Reason::PerpetualCheck,
        ),
        (
            "an-ordinary-variant",
            "11k/q11/12/12/12/12/12/12/Q11/11K w - - 0 1",
            ["a2b2", "a9b9", "b2a2", "b9a9"],
            (0.5, 0.5),
            Reason::Repetition,
        ),
    ];
    for (name, fen, cycle, (white, black), reason) in cases {
        let outcome = played_out(name, fen, &cycle.repeat(2));
        let Outcome::Ended {
            white: one,
            black: other,
            reason: why,
        } = outcome
        else {
            panic!("{name}: {fen} goes on");
        };
        assert_eq!(why, reason, "{fen}");
        assert!(
            (one - white).abs() + (other - black).abs() < 1e-9,
            "{fen}: {one}"
        );
    }
}
