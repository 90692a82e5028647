//! PGN: lossless reading and writing of files of any program; streams, limits, names of variants.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Position, Variant, select};
use ferz::notation::{
    Annotation, Claims, Comment, GameSplitter, GameText, Glyph, Line, MoveStyle, Pgn, PgnLimits,
    PgnMove, PgnStyle, Replay, Score, Variations, game_texts, read_pgn, variant_names,
};
use ferz::source::{Diagnostic, Parse};
use ferz::state::{Move, MoveKind};

use crate::harness::{Random, builtin, snapshot};

/// Files as other programs write them.
const FILES: [(&str, &str); 4] = [
    ("lichess", include_str!("data/pgn/lichess.pgn")),
    ("xboard", include_str!("data/pgn/xboard.pgn")),
    ("cutechess", include_str!("data/pgn/cutechess.pgn")),
    ("pychess", include_str!("data/pgn/pychess.pgn")),
];

const FAULTS: &str = include_str!("data/pgn/faults.pgn");

const EVERYTHING: Replay = Replay {
    variations: Variations::Played,
    style: MoveStyle::San,
    claims: Claims::Believed,
};

fn read(text: &str) -> Parse<Pgn> {
    read_pgn(text, PgnLimits::default())
}

fn split(bytes: &[u8], length: usize, limits: PgnLimits) -> Vec<GameText> {
    let mut splitter = GameSplitter::new(limits);
    bytes.chunks(length).for_each(|chunk| splitter.feed(chunk));
    splitter.finish();
    std::iter::from_fn(|| splitter.next_game()).collect()
}

fn variant_of(pgn: &Pgn) -> Option<Variant> {
    let name = pgn.find_variant(|name| Catalog::builtin().get(name).map(|def| def.name.clone()))?;
    Some(builtin(&name))
}

/// Codes with the text that each points at.
fn codes(text: &str, findings: &[Diagnostic]) -> Vec<(String, String)> {
    let place = |finding: &Diagnostic| text[finding.span.range()].to_owned();
    let found = findings.iter();
    found
        .map(|one| (one.code.to_string(), place(one)))
        .collect()
}

/// The tags without their order, and what is unknown.
fn tags(pgn: &Pgn) -> Vec<(&str, &str)> {
    let tags = pgn
        .tags
        .iter()
        .map(|tag| (tag.name.as_str(), tag.value.text.as_str()));
    let mut tags: Vec<(&str, &str)> = tags
        .filter(|(name, value)| !matches!(*value, "?" | "????.??.??") && *name != "SetUp")
        .collect();
    tags.sort_unstable();
    tags
}

#[test]
fn games_of_other_programs_are_read_and_written_whole() {
    for (program, text) in FILES {
        let mut written = String::new();
        for game in game_texts([text], PgnLimits::default()) {
            let read_game = read(&game.text);
            assert_eq!(read_game.diagnostics, [], "{program}:{}", game.line);
            let pgn = read_game.value;
            for style in [PgnStyle::Plain, PgnStyle::Export] {
                let again = pgn.to_text(style);
                let long = |line: &&str| line.chars().count() > 80 && !line.starts_with('[');
                assert_eq!(again.lines().find(long), None, "{program}:{}", game.line);
                let again = read(&again);
                assert_eq!(again.diagnostics, [], "{program}:{}", game.line);
                assert_eq!(again.value.line, pgn.line);
                assert_eq!(again.value.result, pgn.result);
                assert_eq!(tags(&again.value), tags(&pgn));
            }
            let Some(variant) = variant_of(&pgn) else {
                let name = pgn.variant_name();
                assert!(["gridolina", "Crazyhouse960"].contains(&name), "{name}");
                writeln!(written, "{program}:{}: {name} is unknown", game.line).unwrap();
                continue;
            };
            let mut played = pgn.clone();
            let replayed = played.replay(&variant, EVERYTHING);
            assert_eq!(replayed.diagnostics, [], "{program}:{}", game.line);
            let game_played = replayed.value.expect("a game");
            writeln!(
                written,
                "{program}:{}: {}, {} half-moves, {}",
                game.line,
                variant.def().name,
                game_played.moves().len(),
                played.ending(&game_played),
            )
            .unwrap();
            // In its own words again, as far as moves go: a drop of a pawn is written without letter by
            // some, and `#` by others where a game ends.
            let plain = |pgn: &Pgn| {
                let texts = pgn
                    .line
                    .moves
                    .iter()
                    .map(|mv| mv.text.replace(['+', '#', 'P'], ""));
                texts.collect::<Vec<_>>()
            };
            assert_eq!(plain(&played), plain(&pgn), "{program}:{}", game.line);
            let squares = Replay {
                style: MoveStyle::Squares,
                ..EVERYTHING
            };
            let mut by_squares = played.clone();
            assert_eq!(by_squares.replay(&variant, squares).diagnostics, []);
            let mut back = by_squares.clone();
            assert_eq!(back.replay(&variant, EVERYTHING).diagnostics, []);
            assert_eq!(back, played, "{program}:{}", game.line);
        }
        snapshot("pgn", program, &written);
    }
}

#[test]
fn faults_are_told_where_they_are() {
    let mut told = String::new();
    for game in game_texts([FAULTS], PgnLimits::default()) {
        let Parse {
            value: mut pgn,
            mut diagnostics,
        } = read(&game.text);
        match variant_of(&pgn) {
            Some(variant) => diagnostics.extend(pgn.replay(&variant, EVERYTHING).diagnostics),
            None => writeln!(told, "{} is unknown", pgn.variant_name()).unwrap(),
        }
        Diagnostic::sort(&mut diagnostics);
        writeln!(told, "{}", pgn.tag("Event").unwrap_or("?")).unwrap();
        for finding in &diagnostics {
            let line = game.line
                + game.text[..finding.span.range().start]
                    .matches('\n')
                    .count();
            let place = &game.text[finding.span.range()];
            let (code, message) = (finding.code, &finding.message);
            writeln!(told, "  {line}: {code} at `{place}`: {message}").unwrap();
        }
        // What is wrong is kept all the same, and what is kept is read again.
        let text = pgn.to_text(PgnStyle::Plain);
        let again = read(&text).value;
        assert_eq!(again.line, pgn.line, "{text}");
    }
    snapshot("pgn", "faults", &told);
}

/// A line of random moves with annotations of all kinds.
fn random_line(position: &Position, random: &mut Random, plies: usize, depth: usize) -> Line {
    let mut line = Line::default();
    let mut position = position.clone();
    let remark = |random: &mut Random| {
        let texts = [
            "a \"word\" or two",
            "[%clk 0:01:02.5] [%eval -0.25,12]",
            "braces } and { back\\slashes",
            "",
            "a comment that is so long that it does not fit into one line of eighty columns, whatever \
             stands before it; and  two  blanks",
            "é, 象 and (parentheses",
        ];
        let text = texts[random.below(texts.len())].to_owned();
        Annotation::Comment(Comment { text })
    };
    if random.below(4) == 0 {
        line.before.push(remark(random));
    }
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() || position.outcome().is_over() {
            break;
        }
        let mv = &moves[random.below(moves.len())];
        let mut annotations = Vec::new();
        while random.below(3) == 0 {
            annotations.push(match random.below(3) {
                0 => Annotation::Glyph(Glyph(random.below(140) as u16)),
                1 => remark(random),
                _ if depth > 0 => {
                    let variation = random_line(&position, random, 3, depth - 1);
                    if variation.moves.is_empty() {
                        break;
                    }
                    Annotation::Variation(variation)
                }
                _ => break,
            });
        }
        line.moves.push(PgnMove {
            text: position.move_text(mv),
            annotations,
            ..PgnMove::default()
        });
        position = position.play_unchecked(mv);
    }
    line
}

/// In every built-in: a game with everything that PGN knows, by squares, in short notation and back.
#[test]
fn random_games_of_all_variants_are_written_and_read_back() {
    let mut random = Random::new(40);
    let mut failures = Vec::new();
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let mut pgn = Pgn {
            line: random_line(&variant.start(), &mut random, 6, 2),
            ..Pgn::default()
        };
        pgn.set_tag("Variant", name);
        pgn.set_tag("White", "a \\ \"b\"");
        let mut texts = Vec::new();
        for style in [MoveStyle::San, MoveStyle::Squares, MoveStyle::San] {
            let text = pgn.to_text(PgnStyle::Export);
            let again = read(&text);
            if !again.diagnostics.is_empty() || again.value.line != pgn.line {
                failures.push(format!("{name}: {:?}\n{text}", again.diagnostics));
                break;
            }
            pgn = again.value;
            let played = pgn.replay(
                &variant,
                Replay {
                    style,
                    ..EVERYTHING
                },
            );
            let complaints = played.diagnostics.iter().filter(|finding| {
                // The result is `*`, whatever the rules say.
                finding.code.as_str() != "W0611"
            });
            let complaints: Vec<&Diagnostic> = complaints.collect();
            if !complaints.is_empty() {
                failures.push(format!("{name}: {complaints:?}\n{text}"));
                break;
            }
            texts.push(pgn.to_text(PgnStyle::Export));
        }
        if let [first, _, last] = &texts[..]
            && first != last
        {
            failures.push(format!("{name}: {first}\n{last}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn a_stream_is_cut_the_same_way_wherever_its_pieces_end() {
    let all: String = FILES
        .iter()
        .map(|(_, text)| *text)
        .collect::<Vec<_>>()
        .join("\n");
    let returns = all.replace('\n', "\r");
    for text in [all.as_str(), FAULTS, &all.replace('\n', "\r\n"), &returns] {
        let whole = split(text.as_bytes(), usize::MAX, PgnLimits::default());
        for length in [1, 7, 64, 1000] {
            let pieces = split(text.as_bytes(), length, PgnLimits::default());
            assert_eq!(pieces, whole, "{length}");
        }
        let found: Vec<GameText> = game_texts([text], PgnLimits::default()).collect();
        assert_eq!(found, whole);
        // Nothing but blanks is between games.
        let kept: usize = whole
            .iter()
            .map(|game| game.text.split_whitespace().count())
            .sum();
        assert_eq!(kept, text.split_whitespace().count());
    }
    for text in [&all, &returns] {
        assert_eq!(split(text.as_bytes(), 100, PgnLimits::default()).len(), 25);
    }
    let text =
        "[Event \"1\"]\n\n\n[Event \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n[Result \"1-0\"]\n\n1-0\n";
    assert_eq!(split(text.as_bytes(), 9, PgnLimits::default()).len(), 3);
}

#[test]
fn what_others_write_between_moves_and_tags_is_kept() {
    let text = "{ header }\n[Event \"x\"]\n{ between }\n[White \"a\"]\n[Result \"½-½\"]\n\n\
                1. e4!?!? e5!!!;good reply\n2. Nf3 +/= 0000 1/2\n";
    let pgn = read(text).into_result().expect("a game");
    assert_eq!(
        (pgn.tag("White"), pgn.tag("Result")),
        (Some("a"), Some("1/2-1/2"))
    );
    let moves: Vec<&str> = pgn.line.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "0000"]);
    let signs = |at: usize| -> Vec<Option<&str>> {
        let annotations = pgn.line.moves[at].annotations.iter();
        annotations
            .filter_map(|one| match one {
                Annotation::Glyph(glyph) => Some(glyph.sign()),
                _ => None,
            })
            .collect()
    };
    assert_eq!(signs(0), [Some("!?"), Some("!?")]);
    assert_eq!(signs(1), [Some("!!"), Some("!")]);
    assert_eq!(signs(2), [Some("⩲")]);
    let comment = |text: &str| {
        Annotation::Comment(Comment {
            text: text.to_owned(),
        })
    };
    assert!(
        pgn.line.moves[1]
            .annotations
            .contains(&comment("good reply"))
    );
    assert_eq!(pgn.line.before, [comment("header"), comment("between")]);
    assert_eq!(pgn.result.map(|word| word.text).as_deref(), Some("1/2-1/2"));
    // A castling names the square of its partner after a semicolon.
    let pgn = read("1. b1c1;a1 *").into_result().expect("a game");
    assert_eq!(pgn.line.moves[0].text, "b1c1;a1");
}

/// Readers skip a line that begins with `%`.
#[test]
fn no_line_of_a_comment_begins_with_a_percent_sign() {
    for blanks in 60..80 {
        let text = format!("1. e4 {{{} % of all}} *", "x".repeat(blanks));
        let written = read(&text).value.to_text(PgnStyle::Plain);
        assert!(!written.contains("\n%"), "{written}");
        assert_eq!(read(&written).value.to_text(PgnStyle::Plain), written);
    }
}

#[test]
fn games_without_tags_end_with_their_results() {
    let text =
        "1. e4 {1-0} e5 (1... c5 1-0) 1-0\n1. d4 *\n\n{before} 1. c4 0-1\n; behind\n\n1. 0-0\n";
    let games = split(text.as_bytes(), 5, PgnLimits::default());
    let lines: Vec<usize> = games.iter().map(|game| game.line).collect();
    assert_eq!(lines, [1, 2, 4, 7]);
    assert_eq!(games[2].text, "{before} 1. c4 0-1\n; behind\n\n");
    // A comment without end takes no other game with it, and one may show what a tag is.
    let text = "[Event \"1\"]\n\n1. e4 {oh\n[Event \"x\"] is a tag\n\n[Event \"2\"]\n\n1. d4 *\n";
    let games = split(text.as_bytes(), 5, PgnLimits::default());
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].line, 6);
    assert_eq!(split(b"", 1, PgnLimits::default()), []);
    assert_eq!(split(b" \n\n\t", 1, PgnLimits::default()), []);
}

#[test]
fn old_encodings_and_marks_are_read() {
    let games = split(b"\xef\xbb\xbf[White \"a\"]\n\n*\n", 2, PgnLimits::default());
    assert_eq!(games[0].text, "[White \"a\"]\n\n*\n");
    let games = split(
        b"[White \"M\xfcller\"]\n[Black \"Zo\xc3\xab\"]\n\n*\n",
        3,
        PgnLimits::default(),
    );
    assert!(games[0].is_latin1);
    let pgn = read(&games[0].text).value;
    assert_eq!(
        (pgn.tag("White"), pgn.tag("Black")),
        (Some("Müller"), Some("Zoë"))
    );
}

/// Where each of these were compared with all before it, or a line were read from each of its parts on, this
/// would take hours.
#[test]
fn a_game_of_many_parts_is_read_once() {
    let n_tags = 300_000;
    let limits = PgnLimits {
        game_bytes: 64 << 20,
        ..PgnLimits::default()
    };
    for end in ["\n", "", " "] {
        let tags: String = (0..n_tags).map(|n| format!("[T{n} \"x\"]{end}")).collect();
        let text = format!("{tags}[T7 \"y\"]{}\n\n1. e4 *\n", " ".repeat(n_tags));
        let read = read_pgn(&text, limits);
        assert_eq!(read.value.tags.len(), n_tags + 1);
        assert_eq!(read.value.line.moves.len(), 1);
        let found = codes(&text, &read.diagnostics);
        assert_eq!(found, [("W0614".to_owned(), "y".to_owned())]);
    }
    let blanks = " ".repeat(10_000_000);
    let text = format!("1. e4 (d4 {}{blanks}", "d5 ".repeat(n_tags));
    let read = read_pgn(&text, limits);
    assert_eq!(read.diagnostics.len(), 1, "{:?}", read.diagnostics);
}

/// Malicious texts are answered with findings, quickly.
#[test]
fn hostile_games_stay_within_limits() {
    let begin = Instant::now();
    let million = 1_000_000;
    let limits = PgnLimits {
        game_bytes: 4 << 20,
        ..PgnLimits::default()
    };
    let nested = format!("1. e4 {}", "(".repeat(million));
    let read_nested = read_pgn(&nested, limits);
    assert_eq!(
        codes(&nested, &read_nested.diagnostics)[0],
        ("E0611".to_owned(), "(".to_owned())
    );
    assert!(
        read_nested
            .diagnostics
            .iter()
            .any(|finding| finding.code.as_str() == "E0613")
    );
    let deepest = PgnLimits {
        variation_depth: usize::MAX,
        ..limits
    };
    let text = format!(
        "1. e4 {}{} *",
        "(1. d4 ".repeat(200_000),
        ")".repeat(200_000)
    );
    let pgn = read_pgn(&text, deepest).value;
    assert_eq!(
        pgn.result.as_ref().map(|word| word.text.as_str()),
        Some("*")
    );
    assert!(pgn.clone().to_text(PgnStyle::Export).len() > 5000);
    for noise in [
        "{", ")", "$", "[", "\"", "1. ", "!", "(a", "[a \"", "e4(", "\u{feff}", "é",
    ] {
        let text = noise.repeat(million / 10);
        let found = read_pgn(&text, limits);
        assert!(found.diagnostics.len() <= limits.findings, "{noise}");
        for finding in &found.diagnostics {
            assert!(text.get(finding.span.range()).is_some(), "{noise}");
        }
        for length in [1 << 10, usize::MAX] {
            let small = PgnLimits {
                game_bytes: 1000,
                ..limits
            };
            let games = split(text.as_bytes(), length, small);
            assert!(games.iter().all(|game| game.text.len() <= 1000), "{noise}");
        }
    }
    let text = format!(
        "[White \"a\"]\n\n1. {}*\n[White \"b\"]\n\n*\n",
        "e4 ".repeat(1000)
    );
    let small = PgnLimits {
        game_bytes: 100,
        ..limits
    };
    let games = split(text.as_bytes(), 50, small);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].text.len() as u64 + games[0].omitted, 3018);
    assert_eq!(games[1].omitted, 0);
    let cut = read_pgn(&text, small);
    assert_eq!(
        cut.diagnostics.last().map(|finding| finding.code.as_str()),
        Some("E0613")
    );
    assert!(
        begin.elapsed() < Duration::from_secs(60),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn damaged_games_have_findings_within_the_text() {
    let mut random = Random::new(9);
    let chess = builtin("chess");
    let (_, text) = FILES[0];
    let first = game_texts([text], PgnLimits::default())
        .next()
        .expect("a game");
    for _ in 0..300 {
        let mut signs: Vec<char> = first.text.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(signs.len());
            let sign =
                ['"', '[', '{', '}', '(', ')', ';', '%', '\n', '$', 'é', '1'][random.below(12)];
            match random.below(3) {
                0 => drop(signs.remove(at)),
                1 => signs[at] = sign,
                _ => signs.insert(at, sign),
            }
        }
        let text: String = signs.into_iter().collect();
        let Parse {
            value: mut pgn,
            mut diagnostics,
        } = read(&text);
        diagnostics.extend(pgn.replay(&chess, EVERYTHING).diagnostics);
        for finding in diagnostics {
            assert!(text.get(finding.span.range()).is_some(), "{text}");
        }
        let written = pgn.to_text(PgnStyle::Plain);
        assert_eq!(
            read(&written).value.line.moves.len(),
            pgn.line.moves.len(),
            "{written}"
        );
    }
}

#[test]
fn moves_are_read_in_every_form() {
    let chess = builtin("chess");
    let text = "1.e2-e4 e7e5 2. Ng1-f3!? Nb8c6 $1 3 Bb5 a7-a6 4... \u{2026} 4. 0-0 Nf6 5. -- ±";
    let mut pgn = read(text).into_result().expect("no findings");
    let squares = Replay {
        style: MoveStyle::Squares,
        ..EVERYTHING
    };
    let played = pgn.replay(&chess, squares);
    assert_eq!(
        codes(text, &played.diagnostics),
        [("W0615".to_owned(), "--".to_owned())]
    );
    let moves: Vec<&str> = pgn.line.moves.iter().map(|mv| mv.text.as_str()).collect();
    let wanted = [
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1", "g8f6", "--",
    ];
    assert_eq!(moves, wanted);
    assert_eq!(played.value.map(|game| game.moves().len()), Some(8));
    let glyphs: Vec<u16> = pgn
        .line
        .moves
        .iter()
        .flat_map(PgnMove::glyphs)
        .map(|one| one.0)
        .collect();
    assert_eq!(glyphs, [5, 1, 16]);
    // En passant may be said; a null move is none in check.
    let text = "1. e4 a6 2. e5 d5 3. exd6 e.p. Ra7 4. dxc7e.p. Ra8 *";
    let mut pgn = read(text).into_result().expect("no findings");
    assert_eq!(pgn.line.moves[4].text, "exd6 e.p.");
    assert_eq!(pgn.replay(&chess, EVERYTHING).diagnostics, []);
    let text = "1. e4 f6 2. Qh5+ Z0 *";
    let played = read(text).value.replay(&chess, EVERYTHING);
    assert_eq!(
        codes(text, &played.diagnostics),
        [("E0602".to_owned(), "Z0".to_owned())]
    );
    // Where the rules have a pass, it is a move.
    let mut pgn = read("1. @@@@ pass 0-1").value;
    let played = pgn.replay(&builtin("janggi"), squares);
    assert_eq!(played.diagnostics, []);
    assert_eq!(played.value.map(|game| game.moves().len()), Some(2));
}

#[test]
fn results_are_compared_with_the_rules() {
    let chess = builtin("chess");
    let found = |text: &str, claims| {
        let mut pgn = read(text).value;
        let played = pgn.replay(
            &chess,
            Replay {
                claims,
                ..EVERYTHING
            },
        );
        (
            codes(text, &played.diagnostics),
            played.value.map(|game| pgn.ending(&game)),
        )
    };
    let mate = "1. f3 e5 2. g4 Qh4# ";
    let wrong = |place: &str| vec![("W0611".to_owned(), place.to_owned())];
    for (text, claims, findings, ending) in [
        ("1. e4 1-0", Claims::Believed, vec![], "unsaid"),
        ("1. e4 1-0", Claims::Explained, wrong("1-0"), "ongoing"),
        (
            "1. e4 {White resigns} 0-1",
            Claims::Believed,
            vec![],
            "resignation",
        ),
        (
            "[Termination \"time forfeit\"]\n1. e4 0-1",
            Claims::Believed,
            vec![],
            "time-forfeit",
        ),
        // A draw, because Black has nothing to win with; and what another referee has decided.
        (
            "[FEN \"4k3/8/8/8/8/8/8/3QK3 w - - 0 1\"]\n[Termination \"Time forfeit\"]\n1/2-1/2",
            Claims::Believed,
            vec![],
            "time-forfeit",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/3QK3 w - - 0 1\"]\n[Termination \"Time forfeit\"]\n0-1",
            Claims::Believed,
            vec![],
            "time-forfeit",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/3QK3 w - - 0 1\"]\n[Termination \"time forfeit\"]\n0-1",
            Claims::Explained,
            wrong("0-1"),
            "time-forfeit",
        ),
        (
            "[Termination \"Normal\"]\n1. e4 1/2-1/2",
            Claims::Believed,
            vec![],
            "unsaid",
        ),
        (
            "[Result \"0-0\"]\n1. e4 0-0",
            Claims::Believed,
            vec![],
            "ongoing",
        ),
        ("1. e4 0.75-0.25", Claims::Believed, vec![], "unsaid"),
        (&format!("{mate}0-1"), Claims::Believed, vec![], "checkmate"),
        (
            &format!("{mate}1-0"),
            Claims::Believed,
            wrong("1-0"),
            "checkmate",
        ),
        (
            &format!("{mate}*"),
            Claims::Believed,
            wrong("*"),
            "checkmate",
        ),
        (
            "[Result \"1-0\"]\n1. e4 0-1",
            Claims::Believed,
            wrong("0-1"),
            "unsaid",
        ),
    ] {
        assert_eq!(
            found(text, claims),
            (findings, Some(ending.to_owned())),
            "{text}"
        );
    }
}

#[test]
fn comments_have_clocks_and_evaluations() {
    let comment = |text: &str| Comment {
        text: text.to_owned(),
    };
    let seconds = |text: &str| comment(text).clock().map(|clock| clock.as_secs_f64());
    assert_eq!(seconds("[%clk 1:02:03]"), Some(3723.0));
    assert_eq!(seconds("so [%eval 1] [%clk 0:00:09.3]!"), Some(9.3));
    assert_eq!(seconds("[%clk 59]"), Some(59.0));
    for none in [
        "",
        "[%clk",
        "[%clk]",
        "[%clk 1:2:3:4]",
        "[%clk -1]",
        "[%clk inf]",
        "[%emt 3]",
    ] {
        assert_eq!(seconds(none), None, "{none}");
    }
    let score = |text: &str| {
        comment(text)
            .evaluation()
            .map(|found| (found.score, found.depth))
    };
    assert_eq!(score("[%eval -0.6]"), Some((Score::Pawns(-0.6), None)));
    assert_eq!(score("[%eval #-3,20]"), Some((Score::Mate(-3), Some(20))));
    assert_eq!(
        score("+0.22/11 0.56s"),
        Some((Score::Pawns(0.22), Some(11)))
    );
    assert_eq!(
        score("+M1/127 0.012s, White mates"),
        Some((Score::Mate(1), Some(127)))
    );
    assert_eq!(score("-M2/14"), Some((Score::Mate(-2), Some(14))));
    for none in [
        "1/2",
        "book",
        "[%eval]",
        "[%eval x]",
        "#/3",
        "1.2.3/4",
        "",
        "and/or 3",
    ] {
        if none != "1/2" {
            assert_eq!(score(none), None, "{none}");
        }
    }
    let elapsed = |text: &str| comment(text).elapsed().map(|time| time.as_millis());
    assert_eq!(elapsed("+0.22/11 0.56s"), Some(560));
    assert_eq!(elapsed("-0.05/9 7"), Some(7000));
    assert_eq!(elapsed("[%emt 0:00:02.5]"), Some(2500));
    assert_eq!(elapsed("about 7"), None);
}

/// Names of variants in the tags of other programs, and ours.
#[test]
fn variants_are_known_by_the_names_of_other_programs() {
    for (program, theirs, ours) in [
        ("xboard", "normal", "normal"),
        ("xboard", "fischerandom", "fischerandom"),
        ("xboard", "3check", "3check"),
        ("xboard", "giveaway", "giveaway"),
        ("xboard", "chu", "chu-shogi"),
        ("lichess", "Standard", "chess"),
        ("lichess", "From Position", "chess"),
        ("lichess", "Chess960", "fischerandom"),
        ("lichess", "Three-check", "3check"),
        ("lichess", "King of the Hill", "kingofthehill"),
        ("lichess", "Antichess", "antichess"),
        ("lichess", "Racing Kings", "racingkings"),
        ("lichess", "Crazyhouse", "crazyhouse"),
        ("lichess", "Horde", "horde"),
        ("lichess", "Atomic", "atomic"),
        ("pychess", "Fischerandom", "fischerandom"),
        ("pychess", "Kingofthehill", "kingofthehill"),
        ("pychess", "Threecheck", "3check"),
        ("pychess", "Xiangqi", "xiangqi"),
        ("pychess", "Shogi", "shogi"),
        ("pychess", "Kyotoshogi", "kyotoshogi"),
        ("cutechess", "standard", "chess"),
        ("cutechess", "racingkings", "racingkings"),
        ("cutechess", "aiwok", "ai-wok"),
        ("cutechess", "judkinshogi", "judkins"),
        ("cutechess", "gustav3", "gustav3"),
        ("cutechess", "losalamos", "losalamos"),
        ("people", "Capablanca Chess", "capablanca"),
        ("people", "duck chess", "duck"),
        (
            "people",
            " Grand Apothecary Chess-Alert ",
            "grand-apothecary-chess-alert",
        ),
        ("people", "chess", "chess"),
    ] {
        let found = variant_names(theirs).find(|name| Catalog::builtin().get(name).is_some());
        assert_eq!(found.as_deref(), Some(ours), "{program}: {theirs}");
    }
    for unknown in ["Martian", "Xiangqi960", "", "?", "../chess", "chess#x"] {
        let found = variant_names(unknown).find(|name| Catalog::builtin().get(name).is_some());
        let is_slip = unknown == "../chess";
        assert_eq!(found.is_some(), is_slip, "{unknown}: {found:?}");
    }
}

/// `NAME960` is any variant with kings and partners on any files; a FEN that needs them says so alone.
#[test]
fn games_with_kings_and_partners_on_any_files_are_read() {
    let games = [
        (
            "Atomic",
            "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1",
            "1. g3 d5 2. Nf3 e5 3. Ng5 Bxg5 4. Qf3 Ne6 5. Qa3 a5 6. d4 g6 7. c3 h5 8. h4 Qh6 9. Bd2 Qxd2 10. O-O-O *",
        ),
        ("chess", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "1. O-O *"),
        (
            "From Position",
            "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1",
            "1. O-O-O *",
        ),
        (
            "Crazyhouse960",
            "4k3/8/8/8/8/8/8/1R3KR1[] w KQ - 0 1",
            "1. O-O *",
        ),
        (
            "Seirawan960",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
            "1. e4 *",
        ),
        (
            "Capahouse960",
            "4k5/10/10/10/10/10/10/1R4KR2[] w KQ - 0 1",
            "1. O-O *",
        ),
        (
            "S-Chess 960",
            "4k3/8/8/8/8/8/8/1R3KR1[] w KQ - 0 1",
            "1. O-O *",
        ),
    ];
    for (name, fen, moves) in games {
        let mut pgn = read(&format!("[Variant \"{name}\"]\n[FEN \"{fen}\"]\n\n{moves}")).value;
        let find = |name: &str| select(Catalog::builtin(), name, None).ok();
        let def = pgn.find_variant(find).expect(name);
        let variant = Variant::compile(&def).expect(name);
        let replay = pgn.replay(&variant, EVERYTHING);
        assert_eq!(replay.diagnostics, [], "{name}");
    }
}

/// Over the board a third occurrence and fifty moves are claimed, or are not.
#[test]
fn draws_that_nobody_has_claimed_end_no_game() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let knights = "[FEN \"4k1n1/8/8/8/8/8/8/R3K1N1 w - - 98 60\"]\n";
    for (tags, moves, result, ending) in [
        (
            "[Termination \"time forfeit\"]\n",
            shuffle,
            "1-0",
            "time-forfeit",
        ),
        ("", shuffle, "*", "ongoing"),
        ("", shuffle, "1/2-1/2", "repetition"),
        (
            "[Termination \"resignation\"]\n",
            shuffle,
            "0-1",
            "resignation",
        ),
        (knights, "60. Nf3 Nf6", "*", "ongoing"),
        (knights, "60. Nf3 Nf6", "1-0", "unsaid"),
        (knights, "60. Nf3 Nf6", "1/2-1/2", "move-limit"),
    ] {
        let text = format!("{tags}[Result \"{result}\"]\n\n{moves} {result}");
        let mut pgn = read(&text).value;
        let replayed = pgn.replay(&builtin("chess"), Replay::default());
        assert_eq!(replayed.diagnostics, [], "{text}");
        assert_eq!(pgn.ending(&replayed.value.unwrap()), ending, "{text}");
    }
}

#[test]
fn a_game_of_the_library_is_written_as_others_expect_it() {
    let chess = builtin("chess");
    let position = chess.parse_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 5").unwrap();
    let mut game = Game::new(position);
    for text in ["e8e7", "e2e4"] {
        let mv = game.position().parse_move(text).unwrap();
        game.play_unchecked(&mv);
    }
    let mut pgn = Pgn::of_game(&game, "chess", MoveStyle::San);
    pgn.set_tag("White", "Anna \"A\" \\ B");
    snapshot("pgn", "export", &pgn.to_text(PgnStyle::Export));
}

/// A game that XBoard 4.9.1 has saved of a variant that it knows as little of as one can: its FEN has no castlings
/// and a square that is none, ranks are counted from 1, and who castles goes somewhere.
#[test]
fn a_game_of_xboard_begins_where_the_engine_has_said() {
    let text = include_str!("data/pgn/xboard-alert.pgn");
    let mut pgn = read(text).value;
    let variant = builtin("grand-apothecary-chess-alert");
    let played = pgn.replay(&variant, Replay::default());
    assert_eq!(played.diagnostics, []);
    let played = played.value.expect("a game");
    assert_eq!(played.moves().len(), 149);
    let moves: Vec<&Move> = played.moves().collect();
    assert!(moves.iter().any(|mv| mv.kind == MoveKind::Castle));
    let last_rank = variant.shape().ranks() - 1;
    let turns_early = |mv: &&&Move| {
        let rank = variant.shape().rank_of(mv.to);
        mv.promotion.is_some() && rank != 0 && rank != last_rank
    };
    assert!(moves.iter().find(turns_early).is_some());
    // With another piece on the board it is not the start, and its FEN is read as it stands.
    let other = text.replace("\"****jooj****/zry", "\"****jooj****/1ry");
    let other = read(&other).value.replay(&variant, Replay::default());
    assert_eq!(other.diagnostics.len(), 1);
    assert!(other.value.is_none());
}

/// Games that XBoard 4.9.1 has saved: of ten ranks it counts the first as 0, a king left of the middle, or in it, has
/// its long side on the right, and moves of two legs have both of them.
#[test]
fn games_of_xboard_are_read_in_its_own_way() {
    let lions = "name = 'lionschess'\ninherits = 'chess'\n\
                 start = 'rlblklbr/pppppppp/8/8/8/8/PPPPPPPP/RLBLKLBR w KQkq - 0 1'\n\
                 [pieces]\nqueen = false\nknight = false\n\
                 [pieces.lion]\nletter = 'L'\nmove = 'NADKcaK'\n\
                 [pieces.pawn.promotion]\nto = ['lion', 'rook', 'bishop']\n";
    let lions = Catalog::read(lions, Format::Toml);
    let lions = Variant::compile(lions.value.get("lionschess").expect("a variant"));
    let lions = lions.expect("it can be compiled");
    let text = include_str!("data/pgn/xboard-variants.pgn");
    let mut games = 0;
    for game in game_texts([text], PgnLimits::default()) {
        let pgn = read(&game.text).value;
        let name = pgn.tag("Variant").expect("a name").to_owned();
        let variant = variant_of(&pgn).unwrap_or_else(|| lions.clone());
        // The tag by which XBoard is known is not in all of its games.
        for is_known in [true, false] {
            let mut pgn = pgn.clone();
            if !is_known {
                pgn.tags.retain(|tag| tag.name != "VariantMen");
            }
            let replay = Replay {
                style: MoveStyle::San,
                ..Replay::default()
            };
            let played = pgn.replay(&variant, replay);
            assert_eq!(played.diagnostics, [], "{name} {is_known}");
            let played = played.value.expect("a game");
            assert_eq!(pgn.ending(&played), "checkmate", "{name}");
            let castle = played.moves().find(|mv| mv.kind == MoveKind::Castle);
            let is_leg = |mv: &&Move| mv.captures.iter().any(|square| *square != mv.to);
            match name.as_str() {
                "embassy" | "chancellor" => assert!(castle.expect("a castling").castles_right()),
                "lionschess" => assert!(played.moves().find(is_leg).is_some()),
                _ => assert_eq!(variant.shape().ranks(), 10),
            }
            // Written anew, it is a game as all others are.
            pgn.tags.retain(|tag| tag.name != "VariantMen");
            let mut again = read(&pgn.to_text(PgnStyle::Export)).value;
            let again = again.replay(&variant, Replay::default());
            assert_eq!(again.diagnostics, [], "{name}");
            assert_eq!(
                again.value.map(|game| game.position().clone()),
                Some(played.position().clone())
            );
        }
        games += 1;
    }
    assert_eq!(games, 4);
}
