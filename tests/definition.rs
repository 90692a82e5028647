//! Definition files: reading, findings with their places, and the built-ins.
//!
//! The fixtures in `data/definitions/ok` are read without findings, and their snapshots show the
//! result; those in `err` show their findings. The snapshots are in `snapshots/definition`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ferz::definition::{
    CapturedTo, InitialDef, Limits, PieceDef, PromotionStock, RoyalRule, VariantDef, Verdict,
};
use ferz::formats::{Catalog, Format, schema};
use ferz::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use ferz::movement::{Dialect, Movement};
use ferz::source::{Diagnostic, Parse, codes};

fn read(text: &str) -> Parse<Catalog> {
    Catalog::read(text, Format::Toml)
}

/// The only variant of a file that must be good.
fn variant(text: &str) -> VariantDef {
    let read = read(text);
    assert_eq!(render(text, &read.diagnostics), "", "{text}");
    read.value.first().unwrap().clone()
}

fn codes_of(text: &str) -> Vec<&'static str> {
    let found = read(text).diagnostics;
    found.iter().map(|found| found.code.as_str()).collect()
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(root!())
        .join("tests/data/definitions")
        .join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

fn snapshot(folder: &str, path: &Path, content: &str) {
    let stem = path.file_stem().unwrap().to_string_lossy();
    insta::with_settings!({
        snapshot_path => "snapshots/definition",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(format!("{folder}__{stem}"), content);
    });
}

/// Findings as text: code, line and column, message, the text at the place, labels and remedy.
fn render(text: &str, found: &[Diagnostic]) -> String {
    let place = |start: u32| {
        let head = &text[..start as usize];
        let line = head.matches('\n').count() + 1;
        let column = head.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("{line}:{column}")
    };
    let slice = |range: std::ops::Range<usize>| {
        let shown: String = text[range].chars().take(40).collect();
        shown.replace('\n', "⏎")
    };
    let mut out = String::new();
    for one in found {
        let at = place(one.span.start);
        writeln!(
            out,
            "{}[{}] {at}: {}",
            one.severity.as_str(),
            one.code,
            one.message
        )
        .unwrap();
        writeln!(out, "  at {}", slice(one.span.range())).unwrap();
        for (span, label) in &one.labels {
            let at = place(span.start);
            writeln!(out, "  {at}: {label}: {}", slice(span.range())).unwrap();
        }
        if let Some(help) = &one.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    out
}

/// Squares as runs along the ranks, such as `a2-h2 e4`.
fn runs(shape: &BoardShape, set: &SquareSet) -> String {
    if set.len() == shape.area() - shape.holes().len() {
        return "everywhere".to_owned();
    }
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in set {
        match runs.last_mut() {
            Some((_, last))
                if last.index() + 1 == square.index()
                    && shape.rank_of(*last) == shape.rank_of(square) =>
            {
                *last = square;
            }
            _ => runs.push((square, square)),
        }
    }
    let names: Vec<String> = runs
        .into_iter()
        .map(|(a, b)| match (shape.name(a), shape.name(b)) {
            (a, b) if a == b => a,
            (a, b) => format!("{a}-{b}"),
        })
        .collect();
    if names.is_empty() {
        "nowhere".to_owned()
    } else {
        names.join(" ")
    }
}

fn sides(shape: &BoardShape, zone: &Zone) -> String {
    let white = runs(shape, zone.of(Perspective::White));
    let black = runs(shape, zone.of(Perspective::Black));
    if white == black {
        white
    } else {
        format!("{white} / {black}")
    }
}

/// A variant as text, without default values.
fn describe(def: &VariantDef) -> String {
    let mut out = String::new();
    let shape = &def.shape;
    write!(out, "{}", def.name).unwrap();
    if let Some(parent) = &def.parent {
        write!(out, " from {parent}").unwrap();
    }
    if let Some(title) = &def.title {
        write!(out, ", `{title}`").unwrap();
    }
    if let Some(source) = &def.source {
        write!(out, ", source `{source}`").unwrap();
    }
    write!(out, "\n{}x{} board", shape.files(), shape.ranks()).unwrap();
    if shape.first_rank() != 1 {
        write!(out, " from rank {}", shape.first_rank()).unwrap();
    }
    if !shape.holes().is_empty() {
        write!(out, ", holes {}", runs(shape, shape.holes())).unwrap();
    }
    if !shape.vanishing().is_empty() {
        write!(out, ", vanishing {}", runs(shape, shape.vanishing())).unwrap();
    }
    writeln!(out, "\nstart {}", def.start).unwrap();
    let rules = &def.rules;
    if rules.royal() == RoyalRule::None {
        writeln!(out, "no check").unwrap();
    }
    match rules.stalemate() {
        Verdict::Draw => {}
        Verdict::Loss => writeln!(out, "stalemate loses").unwrap(),
        Verdict::Win => writeln!(out, "stalemate wins").unwrap(),
    }
    if rules.captured_to() != CapturedTo::Removed {
        writeln!(out, "captured pieces: {:?}", rules.captured_to()).unwrap();
    }
    if let Some(limit) = rules.move_limit() {
        writeln!(out, "drawn after {limit} moves").unwrap();
    }
    for (name, piece) in &def.pieces {
        describe_piece(&mut out, def, name, piece);
    }
    out
}

fn describe_piece(out: &mut String, def: &VariantDef, name: &str, piece: &PieceDef) {
    let shape = &def.shape;
    write!(out, "{} {name}", piece.letter).unwrap();
    if piece.royal {
        write!(out, ", royal").unwrap();
    }
    if let Some(value) = piece.value {
        write!(out, ", worth {value}").unwrap();
    }
    if let Some(picture) = &piece.picture {
        write!(out, ", drawn as {picture}").unwrap();
    }
    if let InitialDef::Zone(zone) = &piece.initial {
        write!(out, ", initial on {}", sides(shape, zone)).unwrap();
    }
    writeln!(out).unwrap();
    for one in &piece.moves {
        write!(out, "    {}", one.betza).unwrap();
        if one.dialect != Dialect::XBetza {
            write!(out, " in {}", one.dialect).unwrap();
        }
        if let Some(zone) = &one.from {
            write!(out, ", from {}", sides(shape, zone)).unwrap();
        }
        if let Some(zone) = &one.to {
            write!(out, ", to {}", sides(shape, zone)).unwrap();
        }
        writeln!(out).unwrap();
    }
    let Some(promotion) = &piece.promotion else {
        return;
    };
    for choice in &promotion.choices {
        let zone = sides(shape, &choice.zone);
        let (name, _) = def.piece(choice.piece).unwrap();
        write!(out, "    = {name} on {zone}").unwrap();
        if choice.stock == PromotionStock::Hand {
            write!(out, ", from the hand").unwrap();
        }
        if let Some(limit) = choice.limit {
            write!(out, ", up to {limit}").unwrap();
        }
        writeln!(out).unwrap();
    }
    if promotion.stay != Zone::nowhere() {
        writeln!(out, "    stays on {}", sides(shape, &promotion.stay)).unwrap();
    }
}

#[test]
fn good_files_are_read_as_meant() {
    for path in fixtures("ok") {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(Format::recognize(&text), Some(Format::Toml), "{path:?}");
        let read = read(&text);
        assert_eq!(render(&text, &read.diagnostics), "", "{path:?}");
        let variants: Vec<String> = read
            .value
            .names()
            .map(|name| describe(read.value.get(name).unwrap()))
            .collect();
        snapshot("ok", &path, &variants.join("\n"));
    }
}

#[test]
fn bad_files_are_reported_at_the_place() {
    for path in fixtures("err") {
        let text = fs::read_to_string(&path).unwrap();
        let read = read(&text);
        assert!(read.has_errors(), "{path:?}");
        snapshot("err", &path, &render(&text, &read.diagnostics));
    }
}

/// The table of move texts that are often wanted.
#[test]
fn the_texts_of_the_handbook_read_without_findings() {
    let path = Path::new(root!()).join("grammar/variants-toml.md");
    let handbook = fs::read_to_string(path).unwrap();
    let rows = handbook
        .lines()
        .skip_while(|line| *line != "| text | moves of |")
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut count = 0;
    for row in rows {
        let texts = row.split('|').nth(1).unwrap();
        for text in texts.split('`').skip(1).step_by(2) {
            let read = Movement::read(text, Dialect::XBetza);
            assert_eq!(read.diagnostics, [], "{text}");
            count += 1;
        }
    }
    assert!(count > 20, "only {count} texts were there");
}

#[test]
fn an_inherited_start_that_does_not_fit_is_named_with_its_rank() {
    let text = "name = 'wide'\ninherits = 'chess'\nboard.files = 10\n";
    let catalog = read(text).into_result().expect("it can be read");
    let found = ferz_designer::lint::examine(&catalog, text, Format::Toml);
    assert_eq!(
        render(text, &found),
        "error[E0502] 2:12: in the inherited `start`: rank 8 has 8 squares, the board has 10 files\n\
         \u{20} at 'chess'\n  help: write a `start` for this variant\n"
    );
}

#[test]
fn the_built_ins_read_without_findings_and_one_by_one_as_together() {
    let text = Catalog::builtin_text();
    let together = read(text);
    assert_eq!(render(text, &together.diagnostics), "");
    let builtin = Catalog::builtin();
    let written: Vec<&str> = together.value.names().collect();
    let first: Vec<&str> = builtin.names().take(written.len()).collect();
    assert_eq!(first, written);
    for name in written {
        assert_eq!(builtin.get(name), together.value.get(name), "{name}");
        assert!(builtin.get(name).is_some_and(|def| def.name == name));
    }
    assert_eq!(builtin.get("no-such-variant"), None);
}

#[test]
fn the_built_ins_are_these() {
    let builtin = Catalog::builtin();
    let variants: Vec<String> = read(Catalog::builtin_text())
        .value
        .names()
        .map(|name| describe(builtin.get(name).unwrap()))
        .collect();
    snapshot("built", Path::new("in"), &variants.join("\n"));
}

/// Not a FEN reader: enough of one to see that a start and its variant belong together.
#[test]
fn the_built_ins_start_with_their_own_pieces_on_their_own_board() {
    let builtin = read(Catalog::builtin_text()).value;
    for name in builtin.names() {
        let def = builtin.get(name).unwrap();
        let board = def.start.split([' ', '[']).next().unwrap();
        let ranks: Vec<&str> = board.split('/').collect();
        let squares = def.shape.squares_layer();
        assert_eq!(ranks.len(), squares.ranks as usize, "{name}");
        for rank in ranks {
            let mut width = 0;
            let mut run = 0;
            for c in rank.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = run * 10 + digit;
                } else {
                    width += run + 1;
                    run = 0;
                    let letter = c.to_ascii_uppercase().to_string();
                    // A square that is not there has no piece.
                    if c == '*' {
                        continue;
                    }
                    // A promoted piece is written as what it was.
                    if c == '+' {
                        width -= 1;
                        continue;
                    }
                    let known = def.pieces.values().any(|piece| piece.letter == letter);
                    assert!(known, "{name}: {c}");
                }
            }
            assert_eq!(width + run, u32::from(squares.files), "{name}: {rank}");
        }
        let royals = def.pieces.values().filter(|piece| piece.royal);
        for letter in royals.map(|piece| &piece.letter) {
            // Where the game begins with placing pieces, the royal one is in hand; a side may have
            // none, as White in Horde.
            let start = def.start.to_uppercase();
            let letter = letter.trim_start_matches('+');
            assert!(start.contains(letter), "{name}");
        }
    }
}

#[test]
fn zones_of_a_parent_are_read_anew_on_the_board_of_the_child() {
    let text = "inherits = 'chess'\nname = 'tall'\nboard.ranks = 12\nstart = ''";
    let def = variant(text);
    let pawn = &def.pieces["pawn"];
    let zone = &pawn.promotion.as_ref().unwrap().choices[0].zone;
    assert_eq!(sides(&def.shape, zone), "a12-h12 / a1-h1");
    let InitialDef::Zone(zone) = &pawn.initial else {
        panic!("the pawn has a zone");
    };
    assert_eq!(sides(&def.shape, zone), "a2-h2 / a11-h11");
}

#[test]
fn a_removed_piece_is_gone_and_its_letter_is_free() {
    let text = "name = 'x'\ninherits = 'chess'\n[pieces]\nknight = false\n\
                nightrider = { letter = 'N', move = 'NN' }\n\
                pawn.promotion.to = ['queen', 'nightrider']";
    let def = variant(text);
    let names: Vec<&str> = def.pieces.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["pawn", "bishop", "rook", "queen", "king", "nightrider"]
    );
}

#[test]
fn findings_about_a_move_point_into_its_text() {
    for (quoted, inner) in [("'N!W'", "!"), ("\"N!W\"", "!"), ("'''N!W'''", "!")] {
        let text = format!("name = 'x'\ninherits = 'chess'\npieces.knight.move = {quoted}");
        for found in read(&text).diagnostics {
            assert_eq!(&text[found.span.range()], inner, "{found:?}");
        }
    }
    let text = "name = 'x'\ninherits = 'chess'\npieces.knight.move = \"N\\u0021W\"";
    for found in read(text).diagnostics {
        assert_eq!(&text[found.span.range()], "\"N\\u0021W\"", "{found:?}");
    }
}

#[test]
fn a_line_without_end_is_refused_at_once() {
    let long = "N".repeat(20_000);
    let text = format!("name = 'x'\ninherits = 'chess'\npieces.knight.move = '{long}'");
    assert_eq!(codes_of(&text), ["E0108"]);
    let text = format!("name = 'x'\ninherits = 'chess'\npieces.pawn.initial = '{long}'");
    assert_eq!(codes_of(&text), ["E0108"]);
    let text = format!("name = 'x'\ninherits = 'chess'\n{long} = 1");
    assert_eq!(codes_of(&text), ["E0302"]);
    let text = format!("name = '{long}'\ninherits = 'chess'");
    assert_eq!(codes_of(&text), ["E0316"]);
    let text = format!("name = 'x'\ninherits = '{long}'");
    assert_eq!(codes_of(&text), ["E0304"]);
}

#[test]
fn what_is_beyond_the_limits_is_reported_and_not_done() {
    let limits = Limits {
        file_bytes: 3000,
        variants: 3,
        pieces: 7,
        moves: 4,
        inheritance: 2,
        ..Limits::default()
    };
    let within = |text: &str| {
        let found = Catalog::read_within(text, Format::Toml, &limits).diagnostics;
        let codes: Vec<&str> = found.iter().map(|found| found.code.as_str()).collect();
        codes.join(" ")
    };
    let many = |count| lines(count, |n| format!("[a{n}]\ninherits = 'chess'\n"));
    assert_eq!(within(&many(3)), "");
    assert_eq!(within(&many(4)), "E0315");
    let pieces = |n: usize| {
        let letters = "STUVWXYZ".chars().take(n);
        let lines = letters.map(|c| format!("p{c} = {{ letter = '{c}', move = 'W' }}\n"));
        let lines: String = lines.collect();
        format!("name = 'x'\ninherits = 'chess'\n[pieces]\n{lines}")
    };
    assert_eq!(within(&pieces(1)), "");
    assert_eq!(within(&pieces(2)), "E0315");
    assert_eq!(within(&pieces(8)), "E0315 E0315");
    let moves = "name = 'x'\ninherits = 'chess'\npieces.king.move = ['W', 'F', 'N', 'A', 'D']\n\
                 pieces.pawn.promotion.to = ['rook', 'queen', 'bishop', 'knight', 'king']";
    assert_eq!(within(moves), "E0315 E0315");
    let line = "[a]\ninherits = 'b'\n[b]\ninherits = 'chess'\n";
    assert_eq!(within(line), "");
    let line = "[a]\ninherits = 'b'\n[b]\ninherits = 'c'\n[c]\ninherits = 'chess'\n";
    assert_eq!(within(line), "E0315");
    assert_eq!(within(&"#".repeat(3001)), "E0315");
    assert_eq!(within(&format!("{}{}", many(1), "#".repeat(2900))), "");
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        text.push_str(&line(number));
    }
    text
}

/// Texts that would exhaust the stack, the memory or the time of a careless reader. Each is
/// answered within the limits of work and findings, the last one with the finding about the limit.
#[test]
fn hostile_files_stay_within_the_limits() {
    let mib = 1 << 20;
    let fill = |piece: &str| piece.repeat((mib - 200) / piece.len());
    let chess = "name = 'x'\ninherits = 'chess'\n";
    let hostile = [
        fill("["),
        format!("a = {}", fill("[")),
        format!("a = {}", fill("{a=")),
        fill("a."),
        format!("{} = 1", fill("a.").trim_end_matches('.')),
        fill("[a]\n"),
        fill("\""),
        fill("\u{0}"),
        fill("= = =\n"),
        lines(40_000, |n| format!("[a{n}]\ninherits='chess'\n")),
        lines(20_000, |n| format!("[a{n}]\ninherits='a{}'\n", n + 1)),
        lines(20_000, |n| {
            format!("[a{n}]\ninherits='zzzzzzzzzzzzzzzzzzzz'\n")
        }),
        format!("{chess}{}", lines(60_000, |n| format!("k{n}=1\n"))),
        format!(
            "{chess}[pieces]\n{}",
            lines(60_000, |n| format!("k{n}=false\n"))
        ),
        format!("{chess}pieces.pawn.promotion.to = [{}]", fill("'zz',")),
        format!("{chess}board.holes = [{}]", fill("'*',")),
        format!("{chess}board.holes = '{}'", fill("*,")),
        format!(
            "{chess}[board]\nfiles=36\nranks=36\nholes=[{}]",
            fill(&format!("'{}',", "*,".repeat(2000)))
        ),
        {
            let moves = fill("'W',");
            let half = &moves[..mib / 2 - mib / 2 % 4];
            let children = lines(900, |n| format!("[a{n}]\ninherits='p'\n"));
            format!("[p]\ninherits='chess'\npieces.king.move=[{half}]\n{children}")
        },
    ];
    let mut last = Vec::new();
    for text in hostile {
        let text = &text[..text.len().min(mib)];
        let found = read(text).diagnostics;
        let shown: String = text.chars().take(40).collect();
        assert!(!found.is_empty(), "{shown}");
        assert!(found.len() <= 600, "{shown}: {} findings", found.len());
        let _ = render(text, &found[..found.len().min(3)]);
        last = found;
    }
    let gave_up = |found: &Diagnostic| found.code == codes::DEFINITION_TOO_LARGE;
    assert!(last.iter().any(gave_up), "{last:?}");
}

/// Damaged built-ins: whatever the damage, there is no panic and every place is in the text.
#[test]
fn damaged_files_are_read_without_panic() {
    let text = Catalog::builtin_text();
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let signs = [
        "'", "\"", "[", "]", "{", "}", "=", ".", "\n", "-", "0", "9999", "é", "", "false",
    ];
    for _ in 0..300 {
        let mut damaged = text.to_owned();
        for _ in 0..=random(4) {
            let mut at = random(damaged.len());
            while !damaged.is_char_boundary(at) {
                at -= 1;
            }
            let length = damaged[at..].chars().next().map_or(0, char::len_utf8);
            let end = if random(2) == 0 { at } else { at + length };
            damaged.replace_range(at..end, signs[random(signs.len())]);
        }
        let read = read(&damaged);
        let _ = render(&damaged, &read.diagnostics);
        let catalog = &read.value;
        for def in catalog.names().filter_map(|name| catalog.get(name)) {
            let _ = describe(def);
        }
    }
}

#[test]
fn empty_files_of_every_format_have_no_variant() {
    for format in Format::ALL {
        assert!(Catalog::read("", format).value.is_empty(), "{format}");
    }
}

#[test]
fn the_start_has_a_place_in_the_file() {
    let text = "name = 'x'\ninherits = 'chess'\nstart = '8/8'";
    let read = read(text);
    let place = read.value.start_place("x").unwrap();
    let finding = Diagnostic::new(codes::BAD_START, 2..3, "");
    assert_eq!(&text[place.span().range()], "'8/8'");
    assert_eq!(&text[place.locate(finding.clone()).span.range()], "8");

    let text = "name = 'x'\ninherits = 'chess'";
    let read = Catalog::read(text, Format::Toml);
    let place = read.value.start_place("x").unwrap();
    assert_eq!(&text[place.locate(finding).span.range()], "'chess'");
}

#[test]
fn fixed_names_of_set_ups_must_have_choices() {
    let variant = |fixed: &str| {
        format!(
            "name = 'x'\ninherits = 'chess'\n[setups]\nstart = 'r{{n}}bqk2r/8/8/8/8/8/8/R3K2R w - - 0 1'\n\
             digits = [[{{ n = 'n' }}, {{ n = 'b' }}]]\nfixed = {{ {fixed} }}\n"
        )
    };
    assert_eq!(codes_of(&variant("n = 'b'")), <[&str; 0]>::default());
    assert_eq!(codes_of(&variant("m = 'b'")), ["E0317"]);
    assert_eq!(codes_of(&variant("n = 'q'")), ["E0317"]);
}

#[test]
fn moves_are_read_even_where_the_parent_is_unknown() {
    let text =
        "[mine]\ninherits = 'ches'\n[mine.pieces]\nknight.move = 'N!['\nqueen = { move = 'RL' }\n";
    let read = Catalog::read(text, Format::Toml);
    let codes: Vec<&str> = read
        .diagnostics
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert_eq!(codes, ["E0304", "E0101", "E0105"]);
}

fn documentation() -> String {
    let path = Path::new(root!()).join("grammar/variants-toml.md");
    fs::read_to_string(path).unwrap()
}

/// Adds the keys of all tables in a schema, but for sides and the ends of games.
fn keys_within(schema: &serde_json::Value, table: &str, keys: &mut Vec<(String, String)>) {
    if let Some(properties) = schema["properties"].as_object() {
        let are_ends = properties.contains_key("resignation");
        let properties = properties.iter().filter(|_| !are_ends);
        for (key, value) in properties {
            if !["white", "black"].contains(&key.as_str()) {
                keys.push((table.to_owned(), key.clone()));
            }
            keys_within(value, key, keys);
        }
    }
    for word in ["anyOf", "allOf"] {
        for inner in schema[word].as_array().into_iter().flatten() {
            keys_within(inner, table, keys);
        }
    }
    for word in ["items", "additionalProperties"] {
        if schema[word].is_object() {
            keys_within(&schema[word], table, keys);
        }
    }
}

#[test]
fn the_description_of_the_format_names_every_key() {
    let text = documentation();
    let schema = schema();
    let mut keys = Vec::new();
    let definitions = schema["definitions"].as_object().unwrap();
    for (table, definition) in definitions {
        keys_within(definition, table, &mut keys);
    }
    assert!(keys.len() > 300);
    for (table, key) in keys {
        // Keys of tables in tables stand in their rows.
        let is_inner = !definitions.contains_key(&table);
        let rows = [
            format!("| `{key}` |"),
            format!("`{key}`"),
            format!(".{key}`"),
        ];
        let mut rows = rows.iter().take(if is_inner { 3 } else { 1 });
        assert!(rows.any(|row| text.contains(row)), "{table}: {key}");
    }
    for definition in definitions.values() {
        for word in definition["oneOf"].as_array().into_iter().flatten() {
            let word = word["const"].as_str().unwrap();
            assert!(text.contains(&format!("`'{word}'`")), "{word}");
        }
    }
}

/// The definitions in the description of the format.
pub(crate) fn examples() -> Vec<String> {
    let text = documentation();
    let rest = text.split("```toml\n").skip(1);
    rest.map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_examples_of_the_description_are_good_files() {
    let examples = examples();
    assert!(examples.len() >= 10);
    for example in &examples {
        let read = read(example);
        assert_eq!(render(example, &read.diagnostics), "", "{example}");
    }
}

#[test]
fn what_is_no_toml_has_a_remedy() {
    for (text, wanted) in [
        (
            "[x]\ninherits = 'chess'\nrules = {}\nrules.a = 1",
            "between its braces",
        ),
        ("[x]\nlist = []\nlist.a = 1", "between its brackets"),
        ("[x]\nname = 'x'\nname.a = 1", "write a table there"),
        ("[x]\nname = x", "in quotes"),
        ("[x\nname = 'x'", "`]`"),
        ("[x]\nlist = ['a' 'b']", "comma"),
        ("[x]\nname", "`key = value`"),
        ("[x]\nname =", "in quotes"),
        ("[x]\nname = 'a'\nname = 'b'", "keep one of the two"),
        ("[x]\nname = 012", "write a text"),
    ] {
        let found = Catalog::read(text, Format::Toml).diagnostics;
        let mut helps = found.iter().filter_map(|one| one.help.as_ref());
        assert!(helps.any(|help| help.contains(wanted)), "{text}: {found:?}");
    }
}

#[test]
fn a_start_beside_set_ups_is_told() {
    let setups = "setups = { start = '{a}3k3/8/8/8/8/8/8/4K3 w - - 0 1', digits = [[{ a = 'r' }, { a = 'n' }]] }\n";
    let start = "start = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\n";
    let codes = |lines: &str| -> Vec<String> {
        let text = format!("name = 'x'\ninherits = 'chess'\n{lines}");
        let read = Catalog::read(&text, Format::Toml);
        let found = read.diagnostics.iter();
        found.map(|one| one.code.as_str().to_owned()).collect()
    };
    assert_eq!(codes(setups), [""; 0]);
    assert_eq!(codes(start), [""; 0]);
    assert_eq!(codes(&format!("{start}{setups}")), ["W0410"]);
}
