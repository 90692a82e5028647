//! Pictures of moves: in the terminal as snapshots, as SVG against the files in `docs/pictures`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use ferz::definition::{PieceStyle, Shape};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Game, Variant};
use ferz::geometry::BoardShape;
use ferz::movement::Movement;
use ferz::state::{Color, Piece};
use ferz_designer::render::{
    BoardStyle, Caption, Figure, Figures, Marks, Theme, figure_svg, game_svgs, marks_svg,
    position_svg, reach_text, reach_text_in, shapes_svg, sheet_svg,
};

use crate::harness::{builtin, snapshot};

fn movement(text: &str) -> Movement {
    Movement::new(text).unwrap_or_else(|findings| panic!("{text}: {findings:?}"))
}

#[test]
fn moves_in_the_terminal() {
    let cases = [
        ("knight", "N"),
        ("griffon", "FyafsF"),
        ("cannon", "mRcpR"),
        ("lion", "KNADcaKmcabK"),
        ("pawn", "fmWfceFifmnD"),
        ("mao", "nN"),
        ("grasshopper", "gQ"),
        ("boyscout", "zB"),
        ("nightrider", "NN"),
        ("king", "KisO2"),
        ("universal", "mU"),
        ("half-way", "fmW*"),
        ("cylinder", "oR"),
        ("checker", "fmFfcafmF"),
        ("must-jump", "jD"),
        ("immobile", "fW"),
    ];
    for (name, betza) in cases {
        let marks = Marks::of(&movement(betza)).unwrap_or_else(|error| panic!("{betza}: {error}"));
        let unicode = reach_text(&marks, BoardStyle::Unicode);
        let ascii = reach_text(&marks, BoardStyle::Ascii);
        let text = format!("{betza}\n\n{unicode}\n{ascii}");
        snapshot("pictures", &format!("reach__{name}"), &text);
    }
}

#[test]
fn moves_in_positions() {
    let cases = [
        ("castling", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "e1"),
        ("en-passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5"),
        ("pinned", "chess", "4r1k1/8/8/8/8/8/4R3/4K3 w", "e2"),
        ("other-side", "chess", "4k3/8/8/3n4/5P2/8/8/4K3 w", "d5"),
        (
            "mounts",
            "xiangqi",
            "4k4/1r7/9/9/1P5n1/9/1C5C1/9/9/3K5 w",
            "b4",
        ),
    ];
    for (name, variant, fen, square) in cases {
        let variant = builtin(variant);
        let position = variant
            .parse_fen(fen)
            .unwrap_or_else(|findings| panic!("{fen}: {findings:?}"));
        let square = variant.shape().parse(square).expect("a square");
        let marks = Marks::in_position(&position, square).expect("few paths");
        let text = reach_text_in(&marks, &position, BoardStyle::Ascii);
        snapshot("pictures", &format!("position__{name}"), &text);
    }
}

/// Where a definition says from where a piece may move, the picture obeys.
#[test]
fn zones_count_on_the_board_of_the_variant() {
    let chess = builtin("chess");
    let mut text = String::new();
    for (square, color) in [
        ("e2", Color::White),
        ("e4", Color::White),
        ("d7", Color::Black),
    ] {
        let at = chess.shape().parse(square).expect("a square");
        let marks =
            Marks::of_piece_on(&chess, "pawn", chess.shape(), color, at).expect("few paths");
        let _ = writeln!(
            text,
            "{square}\n\n{}",
            reach_text(&marks, BoardStyle::Ascii)
        );
    }
    snapshot("pictures", "zones", &text);
}

/// What an empty board marks is what the piece can do there in the game.
#[test]
fn marks_agree_with_the_legal_moves() {
    for name in ["chess", "capablanca", "falcon", "grande-acedrex", "shako"] {
        let variant = builtin(name);
        let shape = variant.shape();
        for role in variant.roles() {
            let (piece, def) = variant
                .def()
                .pieces
                .get_index(role.index())
                .expect("a piece");
            if def.royal {
                continue;
            }
            let origin = Marks::middle(shape);
            let (mut fen, mut empty) = (String::new(), 0);
            for rank in (0..shape.ranks()).rev() {
                for file in 0..shape.files() {
                    let man = match (file, rank) {
                        _ if shape.at(file, rank) == Some(origin) => def.letter.as_str(),
                        (0, 0) => "K",
                        (0, rank) if rank + 1 == shape.ranks() => "k",
                        _ => {
                            empty += 1;
                            continue;
                        }
                    };
                    if empty > 0 {
                        fen.push_str(&empty.to_string());
                    }
                    empty = 0;
                    fen.push_str(man);
                }
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                }
                empty = 0;
                fen.push(if rank > 0 { '/' } else { ' ' });
            }
            fen.push('w');
            let position = variant
                .parse_fen(&fen)
                .unwrap_or_else(|findings| panic!("{name}: {fen}: {findings:?}"));
            let alone = Marks::of_piece_on(&variant, piece, shape, Color::White, origin)
                .expect("few paths");
            let there = Marks::in_position(&position, origin).expect("few paths");
            for square in shape
                .squares()
                .filter(|square| position.board().piece(*square).is_none())
            {
                assert_eq!(
                    alone
                        .mark(square)
                        .quiet
                        .is_some_and(|demand| !demand.hop && !demand.initial),
                    there.mark(square).quiet.is_some(),
                    "{name}: {piece} to {}",
                    shape.name(square)
                );
            }
        }
    }
}

fn ring() -> BoardShape {
    let full = BoardShape::rectangle(5, 6).expect("a board");
    let hole = [full.at(2, 2), full.at(0, 5), full.at(4, 5)];
    let holes = hole.into_iter().flatten().collect();
    full.with_holes(&holes).expect("squares").with_first_rank(0)
}

#[test]
fn boards_of_any_shape() {
    let shape = ring();
    let origin = shape.at(2, 1).expect("a square");
    let marks = Marks::on(&movement("QN"), &shape, Color::White, origin).expect("few paths");
    let figure = Figure::named("amazon", "A", Color::White);
    let caption = Caption::new("Amazon & <friends>").with_note("QN");
    let svg = marks_svg(&marks, &figure, &caption, &Theme::light());
    snapshot("pictures", "svg__holes", &svg);

    let large = BoardShape::rectangle(36, 36).expect("a board");
    let origin = Marks::middle(&large);
    let marks = Marks::on(&movement("QN"), &large, Color::Black, origin).expect("few paths");
    let svg = marks_svg(
        &marks,
        &Figure::blank(Color::Black),
        &caption,
        &Theme::dark(),
    );
    drawn(&svg, 0.25);
}

/// The name of the drawing in a picture of one figure.
fn drawing(svg: &str) -> &str {
    let from = svg.find("<g id=\"").expect("a drawing") + 7;
    let len = svg[from..].find('"').expect("a name");
    &svg[from..from + len]
}

#[test]
fn no_two_pieces_of_a_game_look_alike() {
    let mut all = BTreeSet::new();
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let theme = Theme::light().with_pieces(PieceStyle::Figures);
        let figures = Figures::of(&variant, &theme);
        let mut seen: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        for role in variant.roles() {
            let piece = variant.role_name(role);
            let svg = |color| {
                let figure = figures.figure(Piece { color, role });
                figure_svg(&figure, "a piece", &Theme::light())
            };
            let (white, black) = (svg(Color::White), svg(Color::Black));
            assert_ne!(white, black, "{name}: {piece}");
            let def = &variant.def().pieces[piece];
            let moves: Vec<&str> = def.moves.iter().map(|one| one.betza.as_str()).collect();
            let id = drawing(&white).trim_start_matches("white-");
            all.insert(format!("{piece} | {} | {id}", moves.join(" ")));
            if let Some(other) = seen.insert(small(&white), piece.to_owned()) {
                panic!("{name}: {piece} looks like {other}: {id}");
            }
        }
    }
    let all: Vec<String> = all.into_iter().collect();
    snapshot("pictures", "figures", &all.join("\n"));
}

/// A figure as it is seen on a square of 28 pixels.
#[cfg(feature = "png")]
fn small(svg: &str) -> Vec<u8> {
    ferz_designer::render::png(svg, 28.0 / 48.0).expect("a picture")
}

#[cfg(not(feature = "png"))]
fn small(svg: &str) -> Vec<u8> {
    svg.as_bytes().to_vec()
}

#[test]
fn a_picture_shows_what_the_piece_does() {
    for (betza, name, id) in [
        ("Q", "", "queen"),
        ("BN", "", "bishop--knight"),
        ("RN", "", "rook--knight"),
        ("RF", "", "rook--ferz"),
        ("K", "", "man"),
        ("NN", "", "knight--rider"),
        ("R4", "", "rook--4"),
        ("Q3", "", "queen--3"),
        ("fN", "", "knight-to1000"),
        ("fbN", "", "knight-to1010"),
        ("mRcpR", "", "cannon"),
        ("pB", "", "cannon--bishop"),
        ("gQ", "", "grasshopper"),
        ("gR", "", "grasshopper--rook"),
        ("FyafsF", "", "griffon"),
        ("WyafsW", "", "griffon--wazir"),
        ("[D?B]", "", "griffon--dabbaba"),
        ("KNADcaKmcabK", "", "lion"),
        ("KNAD", "", "lion"),
        ("zB", "", "snake"),
        ("qN", "", "rose"),
        ("mBcN", "", "bishop-cknight"),
        ("NmZ", "", "knight-mzebra"),
        ("N", "rook", "rook--knight"),
        ("fmWfceFifmnD", "", "pawn"),
        ("fmFfcW", "", "pawn-mferz"),
        ("fR", "", "lance"),
        ("WfF", "", "general-l103-l113-l123-l143-l163-l173"),
        ("fmFfcafmF", "", "general--draughtsman-l111-l171"),
        ("U", "", "star"),
        ("C", "", "camel"),
        ("HFD", "", "dabbaba--hare--ferz"),
        ("FX", "", "giraffe"),
    ] {
        let figure = Figure::of_movement(&movement(betza), name, Color::Black);
        let svg = figure_svg(&figure, betza, &Theme::light());
        let found = drawing(&svg).trim_start_matches("black-");
        assert_eq!(found, id, "{betza} {name}");
    }
}

#[test]
fn letters_stand_for_all_but_orthodox_pieces_if_they_are_wanted() {
    let xiangqi = builtin("xiangqi");
    let drawn = |theme: &Theme| {
        position_svg(
            &xiangqi.start(),
            Color::White,
            None,
            &Caption::default(),
            theme,
        )
    };
    let (shapes, letters) = (
        drawn(&Theme::light().with_pieces(PieceStyle::Figures)),
        drawn(&Theme::light().with_pieces(PieceStyle::Letters)),
    );
    assert!(shapes.contains("white-cannon") && shapes.contains("white-rook"));
    assert!(!letters.contains("white-cannon") && letters.contains("white-rook"));
}

#[test]
fn no_two_tiles_and_discs_of_a_game_look_alike() {
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let style = variant.def().appearance().pieces;
        if style == PieceStyle::Figures {
            continue;
        }
        let figures = Figures::of(&variant, &Theme::light());
        let mut seen: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        for (role, color) in variant
            .roles()
            .flat_map(|role| [(role, Color::White), (role, Color::Black)])
        {
            let piece = format!("{} {}", color.name(), variant.role_name(role));
            let svg = figure_svg(
                &figures.figure(Piece { color, role }),
                "a piece",
                &Theme::light(),
            );
            assert!(
                ["tile-", "disc-"]
                    .iter()
                    .any(|start| drawing(&svg).starts_with(start)),
                "{name}: {piece}"
            );
            if let Some(other) = seen.insert(small(&svg), piece.clone()) {
                panic!("{name}: {piece} looks like {other}");
            }
        }
    }
}

#[test]
fn a_style_of_pieces_is_chosen_by_the_definition_and_overridden_by_the_theme() {
    let drawn = |name: &str, theme: &Theme| {
        position_svg(
            &builtin(name).start(),
            Color::White,
            None,
            &Caption::default(),
            theme,
        )
    };
    let light = Theme::light();
    let shogi = drawn("shogi", &light);
    // Black's tiles are turned, and promoted ones have their own sign.
    assert!(shogi.contains("tile-black-") && shogi.contains("-turned"));
    assert!(shogi.contains(&format!("tile-white-{:x}", u32::from('飛'))));
    assert!(drawn("xiangqi", &light).contains(&format!("disc-black-{:x}", u32::from('將'))));
    let figures = drawn("shogi", &light.clone().with_pieces(PieceStyle::Figures));
    assert!(figures.contains("white-king") && !figures.contains("tile-"));
    let moves = drawn("shogi", &light.clone().with_pieces(PieceStyle::Moves));
    assert!(moves.contains("moves-white-") && moves.contains("white-rook"));
    // A game that has few of the signs has letters.
    let chu = drawn("chu-shogi", &light);
    assert!(chu.contains("tile-white-50") && !chu.contains(&format!("{:x}", u32::from('歩'))));
}

/// The variant of a text.
fn written(text: &str) -> Variant {
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("a definition");
    Variant::compile(catalog.first().expect("a variant")).expect("it can be played")
}

fn example(name: &str) -> Variant {
    let path = format!("{}/examples/variants/{name}.toml", root!());
    written(&std::fs::read_to_string(path).expect("an example"))
}

#[test]
fn boards_have_the_form_that_the_definition_gives() {
    let drawn = |variant: Variant| {
        position_svg(
            &variant.start(),
            Color::White,
            None,
            &Caption::default(),
            &Theme::light(),
        )
    };
    let count = |svg: &str, part: &str| svg.matches(part).count();
    // Three colors of hexagons.
    let hexes = drawn(example("glinski"));
    let fills = |svg: &str| -> BTreeMap<String, usize> {
        let tiles = svg
            .lines()
            .filter(|line| line.starts_with("<path d=\"M") && line.contains("z\" fill=\"#"));
        tiles
            .map(|line| {
                (
                    line[line.len() - 10..].to_owned(),
                    line.matches('z').count(),
                )
            })
            .collect()
    };
    assert_eq!(
        fills(&hexes).values().copied().collect::<BTreeSet<_>>(),
        BTreeSet::from([30, 31])
    );
    assert_eq!(fills(&hexes).values().sum::<usize>(), 91);
    assert_eq!(
        fills(&drawn(example("circular"))).values().sum::<usize>(),
        64
    );
    assert_eq!(
        fills(&drawn(example("raumschach"))).values().sum::<usize>(),
        125
    );
    // A board of points has one color, and its lines.
    let points = drawn(builtin("xiangqi"));
    assert_eq!(fills(&points).values().copied().collect::<Vec<_>>(), [90]);
    assert!(count(&points, "H") > 10);
    // Two boards are wider than one.
    let width = |svg: &str| -> f64 {
        let from = svg.find("width=\"").expect("a width") + 7;
        svg[from..from + svg[from..].find('"').expect("its end")]
            .parse()
            .expect("a number")
    };
    let alice = drawn(builtin("alice"));
    assert!(width(&alice) > 16.5 * 48.0);
}

#[test]
fn a_definition_says_what_a_piece_looks_like() {
    let text = "
        name = 'pictures'
        board = { files = 4, ranks = 4 }
        start = 'kmas/4/4/KMAS'
        [pieces]
        king = { letter = 'K', move = 'K', royal = true }
        marshal = { letter = 'M', move = 'RN', picture = 'zebra+king' }
        archer = { letter = 'A', move = 'mKcD', picture = 'archer' }
        squire = { letter = 'S', move = 'W', picture = 'archer' }
    ";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("a definition");
    let def = catalog.first().expect("a variant");
    let variant = Variant::compile(def).expect("it can be played");
    let figures = Figures::of(&variant, &Theme::light());
    let ids = variant.roles().map(|role| {
        let figure = figures.figure(Piece {
            color: Color::White,
            role,
        });
        drawing(&figure_svg(&figure, "a piece", &Theme::light())).to_owned()
    });
    let ids: Vec<String> = ids.collect();
    // Two that are to look alike have their letters.
    assert_eq!(
        ids,
        [
            "white-king",
            "white-zebra--king",
            "white-archer-x41",
            "white-archer-x53"
        ]
    );
    for format in [
        Format::FairyStockfishIni,
        Format::FairyMaxIni,
        Format::InteractiveDiagram,
    ] {
        let export = write(def, format).expect("a text");
        let lost = export
            .losses
            .iter()
            .filter(|loss| loss.place.ends_with(".picture"));
        assert_eq!(lost.count(), 3, "{format:?}: {:?}", export.losses);
    }
    let again = write(def, Format::Toml).expect("a text");
    assert!(
        again.is_complete() && again.text.contains("zebra+king"),
        "{}",
        again.text
    );
}

#[test]
fn every_shape_is_on_the_sheet() {
    let sheet = shapes_svg(&Theme::dark());
    for shape in Shape::ALL {
        assert!(
            sheet.contains(&format!("href=\"#black-{}\"", shape.name())),
            "{shape:?}"
        );
    }
    drawn(&sheet, 0.2);
}

#[test]
fn every_variant_has_a_sheet_and_a_start() {
    for name in &crate::harness::names() {
        let def = Catalog::builtin().get(name).expect("a definition");
        let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"));
        let sheet =
            sheet_svg(&variant, &Theme::light()).unwrap_or_else(|error| panic!("{name}: {error}"));
        drawn(&sheet, 0.1);
        let start = position_svg(
            &variant.start(),
            Color::White,
            None,
            &Caption::new(name),
            &Theme::dark(),
        );
        drawn(&start, 0.1);
    }
}

/// The SVG is one that a renderer takes, and what it makes is a PNG of that size.
#[cfg(feature = "png")]
fn drawn(svg: &str, scale: f32) {
    let png = ferz_designer::render::png(svg, scale).expect("a picture");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert!(number(16) > 20 && number(20) > 20);
}

#[cfg(not(feature = "png"))]
fn drawn(svg: &str, _scale: f32) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

/// A game of so many moves, each the last legal one, so that pieces are captured, dropped and walled in.
fn played(variant: &Variant, n_moves: usize) -> Game {
    let mut game = Game::new(variant.start());
    for _ in 0..n_moves {
        let Some(mv) = game.position().legal_moves().into_iter().next_back() else {
            break;
        };
        game.play_unchecked(&mv);
    }
    game
}

#[test]
fn the_pictures_of_a_game_have_one_size_on_every_form_of_board() {
    let size = |svg: &str| svg[..svg.find(" viewBox").expect("a size")].to_owned();
    let built_in = [
        "chess",
        "xiangqi",
        "alice",
        "shogi",
        "crazyhouse",
        "amazons",
    ]
    .map(|name| (name, builtin(name)));
    let others = ["glinski", "circular", "raumschach"].map(|name| (name, example(name)));
    for (name, variant) in built_in.into_iter().chain(others) {
        let game = played(&variant, 24);
        for below in [Color::White, Color::Black] {
            let svgs: Vec<String> = game_svgs(&game, below, name, &Theme::light()).collect();
            assert_eq!(svgs.len(), game.moves().len() + 1, "{name}");
            let sizes: BTreeSet<String> = svgs.iter().map(|svg| size(svg)).collect();
            assert_eq!(sizes.len(), 1, "{name}: {sizes:?}");
        }
    }
}

#[test]
fn the_pictures_of_a_game_show_its_moves() {
    let game = played(&builtin("chess"), 3);
    let svgs: Vec<String> = game_svgs(&game, Color::Black, "Chess", &Theme::light()).collect();
    let titles: Vec<&str> = svgs
        .iter()
        .filter_map(|svg| svg.split("<title>").nth(1)?.split("</title>").next())
        .collect();
    let numbered = |index: usize| {
        titles[index].starts_with(["Chess: 1. ", "Chess: 1... ", "Chess: 2. "][index - 1])
    };
    assert!(titles[0] == "Chess" && (1..4).all(numbered), "{titles:?}");
    let lit = |svg: &str| svg.matches(&Theme::light().origin).count();
    let counts: Vec<usize> = svgs.iter().map(|svg| lit(svg)).collect();
    assert_eq!(counts, [0, 2, 2, 2]);
}

#[test]
fn a_board_is_seen_from_both_sides() {
    let start = builtin("shogi").start();
    let seen = |below| position_svg(&start, below, None, &Caption::default(), &Theme::light());
    assert_ne!(seen(Color::White), seen(Color::Black));
}

#[cfg(feature = "png")]
#[test]
fn what_is_no_picture_is_refused() {
    assert!(ferz_designer::render::png("<html/>", 1.0).is_err());
    let svg = marks_svg(
        &Marks::of(&movement("N")).expect("few paths"),
        &Figure::blank(Color::White),
        &Caption::default(),
        &Theme::light(),
    );
    assert!(ferz_designer::render::png(&svg, 1000.0).is_err());
    assert!(ferz_designer::render::png(&svg, 0.0).is_err());
    assert!(ferz_designer::render::png(&svg, f32::NAN).is_err());
}

/// Runs the program in the root of the repository.
fn ferz(args: &[String]) -> (Vec<u8>, String, Option<i32>) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(root!())
        .env_remove("COLUMNS")
        .output()
        .expect("the program runs");
    let err = String::from_utf8(output.stderr).expect("text");
    (output.stdout, err, output.status.code())
}

/// The words of a command, with single quotes as in a shell.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Pages whose commands draw their pictures, and how many pictures each has at least.
const GALLERIES: [(&str, usize); 2] = [("docs/pictures/README.md", 6), ("docs/constructs.md", 25)];

#[test]
fn the_commands_of_a_gallery_make_its_pictures() {
    let root = Path::new(root!());
    for (page, least) in GALLERIES {
        let text = std::fs::read_to_string(root.join(page)).expect("the page is there");
        let folder = Path::new(page).parent().expect("a folder");
        let mut made = 0;
        for line in text.lines().filter(|line| line.starts_with("ferz ")) {
            let mut args = words(line);
            args.remove(0);
            if args.contains(&"--animate".to_owned()) {
                // Their bytes depend on the encoder.
                let file = args.last().expect("a file");
                let link = Path::new(file).strip_prefix(folder).expect("a path below");
                assert!(
                    root.join(file).is_file() && text.contains(&format!("]({})", link.display())),
                    "{line}"
                );
                continue;
            }
            if let Some(png) = args.iter().position(|word| word == "--png") {
                assert!(root.join(&args[png + 1]).is_file(), "{}", args[png + 1]);
                args.drain(png..=png + 1);
            }
            let svg = args.iter().position(|word| word == "-o").expect("a file");
            let file = std::mem::replace(&mut args[svg + 1], "-".to_owned());
            args[svg] = "--svg".to_owned();
            let (out, err, code) = ferz(&args);
            assert_eq!(code, Some(0), "{line}: {err}");
            let kept = std::fs::read(root.join(&file)).expect("the file is there");
            assert!(
                out == kept,
                "{file} is not what the command makes; run it again and look at the picture: {line}"
            );
            let link = Path::new(&file).strip_prefix(folder).expect("a path below");
            let link = format!("]({})", link.display());
            assert!(text.contains(&link), "{page} does not show {file}");
            made += 1;
        }
        assert!(made >= least, "{made} pictures in {page}");
    }
}

#[test]
fn the_command_line() {
    let cases: &[(&str, &str, i32)] = &[
        ("notation", "diagram mWcF --ascii", 0),
        ("at", "diagram N --at b1 --ascii", 0),
        ("board", "diagram R --board 5x7 --at e2 --ascii", 0),
        ("black", "diagram fmWfcF --black --ascii", 0),
        ("letter", "diagram chess --piece N --ascii", 0),
        ("square", "diagram chess --piece b1 --ascii", 0),
        ("dialect", "diagram mafsmafW --dialect xboard --ascii", 0),
        ("wrong-notation", "diagram Nf", 1),
        ("wrong-square", "diagram N --at z9", 1),
        ("wrong-hole", "diagram chess --piece knight --at i1", 1),
        ("wrong-fen", "diagram chess --fen 8/8", 1),
        ("no-piece", "diagram chess --piece osprey", 2),
        ("no-man", "diagram chess --piece e4", 2),
        ("no-variant", "diagram ches --all", 2),
        ("no-sheet", "diagram N --all", 2),
        ("no-board", "diagram N --board 99x9", 2),
        ("no-theme", "diagram N --theme pink --svg -", 2),
        ("no-ending", "diagram N -o picture.gif", 2),
        ("no-folder", "diagram N --svg no/such/folder/n.svg", 2),
        ("flipped", "show chess --moves e2e4 --flip --ascii", 0),
        (
            "game-of-a-file",
            "show chess --pgn tests/data/pgn/lichess.pgn --ascii",
            0,
        ),
        (
            "wrong-game-of-a-file",
            "show chess --pgn tests/data/pgn/faults.pgn",
            1,
        ),
        ("no-animation", "show chess --moves e2e4 --animate", 2),
        ("no-animated-svg", "show chess --animate -o game.svg", 2),
        ("no-delay", "show chess --animate --delay 60 -o game.png", 2),
    ];
    for (name, line, code) in cases {
        let (out, err, found) = ferz(&words(line));
        let out = String::from_utf8(out).expect("text");
        assert_eq!(found, Some(*code), "{line}: {err}");
        let text = format!("$ ferz {line}\n{out}{err}");
        snapshot("pictures", &format!("cli__{name}"), &text);
    }
    let sheet = ferz(&words("diagram chess --all"));
    assert_eq!(sheet.2, Some(0));
    let help = ferz(&words("diagram --help"));
    assert!(String::from_utf8_lossy(&help.0).contains("Example"));
}
