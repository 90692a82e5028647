//! `ferz diagram`: draws the moves of a piece.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{VariantArgs, dialects, formats};
use crate::cli::load::{self, settle};
use crate::cli::pictures::PictureArgs;
use crate::cli::report::{self, Source};
use crate::cli::stop::Stop;
use ferz::compile::PathLimitError;
use ferz::definition::Shape;
use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};
use ferz::geometry::{BoardShape, Square};
use ferz::movement::{Dialect, Movement};
use ferz::source::{Diagnostic, Span, codes, did_you_mean};
use ferz::state::{Color, Piece, Role};
use ferz_designer::render::{
    BoardStyle, Caption, Figure, Figures, Marks, Theme, marks_svg, position_svg, position_text,
    reach_text, reach_text_in, shapes_svg, sheet_svg,
};

/// Draw the moves of a piece, or all pieces of a variant
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    ferz diagram FyafsF\n  \
    ferz diagram '[D?B]' --title Osprey --svg osprey.svg --theme dark\n  \
    ferz diagram chess --piece knight --at b1\n  \
    ferz diagram chess --fen 'k7/8/8/8/3p4/8/1Q6/K7 w' --piece b2 --png queen.png\n  \
    ferz diagram capablanca --all -o capablanca.svg\n  \
    ferz diagram --shapes -o shapes.png")]
pub(in crate::cli) struct Args {
    /// A move description in Betza or XBetza notation, or a VARIANT
    #[arg(value_name = "NOTATION|VARIANT", required_unless_present = "shapes")]
    what: Option<String>,
    /// Draw a sheet of all shapes that a definition can select by `picture`
    #[arg(long, conflicts_with_all = ["what", "all", "fen", "piece", "board", "at", "black", "title",
        "format", "ascii"])]
    shapes: bool,
    /// Draw a sheet of all pieces of the variant
    #[arg(long, conflicts_with_all = ["piece", "fen", "at", "board"])]
    all: bool,
    /// Position of the variant instead of its start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Piece whose moves are shown: its square in the position, or its name or letter for an empty board
    #[arg(long, value_name = "SQUARE|NAME")]
    piece: Option<String>,
    /// Size of the empty board; by default as large as the moves need
    #[arg(long, value_name = "FILESxRANKS", value_parser = board)]
    board: Option<BoardShape>,
    /// Square of the piece on the empty board
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,
    /// Show Black's piece on the empty board
    #[arg(long)]
    black: bool,
    /// Title of the SVG or PNG
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Dialect of the move description
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    dialect: Dialect,
    /// Format of the definition file; by default recognized from its content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Use only letters, without frames and symbols
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let Some(what) = &args.what else {
        return shapes(args, out);
    };
    if !names_variant(what) {
        return notation(args, what, out);
    }
    let variant = load::variant(&VariantArgs {
        variant: what.clone(),
        format: args.format,
    })?;
    if args.all {
        return sheet(args, &variant, out);
    }
    match &args.piece {
        Some(word) if variant.shape().parse(word).is_none() => {
            let role = piece_named(&variant, word)?;
            if args.fen.is_some() {
                let message = "with a position, write the square of the piece: `--piece SQUARE`";
                return Err(Stop::Usage(message.to_owned()));
            }
            empty_board(args, &variant, role, out)
        }
        square => in_position(args, &variant, square.as_deref(), out),
    }
}

/// Whether the word is a variant rather than a move description, which contains a capital letter and no
/// characters of a path.
fn names_variant(word: &str) -> bool {
    let (head, _) = word.rsplit_once('?').unwrap_or((word, ""));
    let file = word.split('#').next().unwrap_or_default();
    Catalog::builtin().get(word).is_some()
        || Catalog::builtin().get(head).is_some()
        || word == "-"
        || [word, head, file]
            .iter()
            .any(|path| Path::new(path).is_file())
        || word.contains(['/', '.', '#'])
        || !word.is_empty()
            && word
                .chars()
                .all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-')
}

/// Lists or draws all shapes of pieces.
fn shapes(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    if args.picture.wants_file() {
        return args.picture.write(out, |theme| Ok(shapes_svg(theme)));
    }
    for shape in Shape::ALL {
        writeln!(out, "{:<12} {}", shape.name(), shape.meaning())?;
    }
    Ok(())
}

fn notation(args: &Args, what: &str, out: &mut impl Write) -> Result<(), Stop> {
    if args.all || args.fen.is_some() || args.piece.is_some() {
        let message = format!(
            "`{what}` is a move description; `--all`, `--fen` and `--piece` need a variant"
        );
        return Err(Stop::Usage(message));
    }
    let read = Movement::read(what, args.dialect);
    let movement = settle("<notation>", what, read)?;
    let marks = match place(args, None)? {
        None => Marks::seen_by(&movement, color(args)),
        Some((shape, origin)) => Marks::on(&movement, &shape, color(args), origin),
    }
    .map_err(too_many)?;
    let caption = match &args.title {
        Some(title) => Caption::new(title).with_note(what),
        None => Caption::new(what),
    };
    let title = args.title.as_deref().unwrap_or_default();
    let figure = |_: &Theme| Figure::of_movement(&movement, title, color(args));
    draw(args, &marks, figure, &caption, out)
}

fn empty_board(
    args: &Args,
    variant: &Variant,
    role: Role,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let name = variant.role_name(role);
    let marks = match place(args, Some(variant))? {
        None => Marks::of_piece(variant, name),
        Some((shape, origin)) => Marks::of_piece_on(variant, name, &shape, color(args), origin),
    }
    .map_err(too_many)?;
    let piece = &variant.def().pieces[name];
    let notation: Vec<&str> = piece.moves.iter().map(|one| one.betza.as_str()).collect();
    let title = args.title.as_deref().unwrap_or(name);
    let caption = Caption::new(title).with_note(&notation.join(" + "));
    let color = color(args);
    let figure = |theme: &Theme| Figures::of(variant, theme).figure(Piece { color, role });
    draw(args, &marks, figure, &caption, out)
}

fn draw(
    args: &Args,
    marks: &Marks,
    figure: impl Fn(&Theme) -> Figure,
    caption: &Caption,
    out: &mut impl Write,
) -> Result<(), Stop> {
    if args.picture.wants_file() {
        let svg = |theme: &Theme| Ok(marks_svg(marks, &figure(theme), caption, theme));
        return args.picture.write(out, svg);
    }
    write!(out, "{}", reach_text(marks, style(args)))?;
    Ok(())
}

fn sheet(args: &Args, variant: &Variant, out: &mut impl Write) -> Result<(), Stop> {
    if args.picture.wants_file() {
        let svg = |theme: &_| sheet_svg(variant, theme).map_err(too_many);
        return args.picture.write(out, svg);
    }
    for (index, (name, piece)) in variant.def().pieces.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let notation: Vec<&str> = piece.moves.iter().map(|one| one.betza.as_str()).collect();
        writeln!(out, "{name} ({}): {}\n", piece.letter, notation.join(" + "))?;
        let marks = Marks::of_piece(variant, name).map_err(too_many)?;
        write!(out, "{}", reach_text(&marks, style(args)))?;
    }
    Ok(())
}

fn in_position(
    args: &Args,
    variant: &Variant,
    square: Option<&str>,
    out: &mut impl Write,
) -> Result<(), Stop> {
    if args.at.is_some() || args.board.is_some() {
        let message = "`--at` and `--board` need a piece by name, on an empty board";
        return Err(Stop::Usage(message.to_owned()));
    }
    let position = match &args.fen {
        None => variant.start(),
        Some(fen) => settle("<fen>", fen, variant.read_fen(fen))?,
    };
    let marks = match square {
        None => None,
        Some(word) => {
            let square = square_named(variant.shape(), "<piece>", word)?;
            if position.board().piece(square).is_none() {
                return Err(Stop::Usage(format!("no piece stands on {word}")));
            }
            Some(Marks::in_position(&position, square).map_err(too_many)?)
        }
    };
    if args.picture.wants_file() {
        let def = variant.def();
        let title = args.title.as_ref().or(def.title.as_ref());
        let caption = Caption::new(title.unwrap_or(&def.name));
        let caption = match &marks {
            Some(marks) => caption.with_note(&piece_words(&position, marks.origin())),
            None => caption,
        };
        let svg = |theme: &_| {
            Ok(position_svg(
                &position,
                Color::White,
                marks.as_ref(),
                &caption,
                theme,
            ))
        };
        return args.picture.write(out, svg);
    }
    match marks {
        Some(marks) => write!(out, "{}", reach_text_in(&marks, &position, style(args)))?,
        None => write!(out, "{}", position_text(&position, style(args)))?,
    }
    Ok(())
}

/// The piece on a square in words.
fn piece_words(position: &Position, square: Square) -> String {
    let variant = position.variant();
    let Some(Piece { color, role }) = position.board().piece(square) else {
        return String::new();
    };
    let name = variant.def().pieces.get_index(role.index());
    format!(
        "{} {} on {}",
        if color == Color::White {
            "White"
        } else {
            "Black"
        },
        name.map_or("piece", |(name, _)| name.as_str()),
        variant.shape().name(square)
    )
}

/// The board and the square of the arguments, if given.
fn place(args: &Args, variant: Option<&Variant>) -> Result<Option<(BoardShape, Square)>, Stop> {
    let shape = match (&args.board, variant) {
        (Some(board), _) => board.clone(),
        (None, Some(variant)) if args.at.is_some() || args.black => variant.shape().clone(),
        (None, None) if args.at.is_some() => {
            BoardShape::rectangle(8, 8).map_err(|error| Stop::Usage(error.to_string()))?
        }
        (None, _) => return Ok(None),
    };
    let origin = match &args.at {
        Some(word) => square_named(&shape, "<square>", word)?,
        None => Marks::middle(&shape),
    };
    Ok(Some((shape, origin)))
}

fn square_named(shape: &BoardShape, name: &str, word: &str) -> Result<Square, Stop> {
    let square = shape.parse(word).filter(|square| shape.exists(*square));
    square.ok_or_else(|| {
        let message = format!(
            "the board of {} by {} has no square `{word}`",
            shape.files(),
            shape.ranks()
        );
        let finding = Diagnostic::new(codes::BAD_SQUARE, Span::new(0, word.len()), message);
        report::show(Source { name, text: word }, &[finding]);
        Stop::Findings
    })
}

/// The piece with a name or letter.
fn piece_named(variant: &Variant, word: &str) -> Result<Role, Stop> {
    let pieces = &variant.def().pieces;
    let by_name = pieces
        .keys()
        .position(|name| name.eq_ignore_ascii_case(word));
    let by_letter = || {
        let mut all = pieces.values();
        all.position(|piece| piece.letter.eq_ignore_ascii_case(word))
    };
    by_name.or_else(by_letter).map(Role::new).ok_or_else(|| {
        let hint = did_you_mean(word, pieces.keys().map(String::as_str));
        let name = &variant.def().name;
        Stop::Usage(format!(
            "`{name}` has no piece and no square `{word}`; {hint}"
        ))
    })
}

fn color(args: &Args) -> Color {
    if args.black {
        Color::Black
    } else {
        Color::White
    }
}

fn style(args: &Args) -> BoardStyle {
    if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    }
}

fn too_many(error: PathLimitError) -> Stop {
    Stop::Usage(error.to_string())
}

fn board(word: &str) -> Result<BoardShape, String> {
    let sides = word.split_once(['x', 'X', '×']);
    let numbers = sides.and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
    let (files, ranks) = numbers.ok_or("write a board as files, x and ranks, such as 8x8")?;
    BoardShape::rectangle(files, ranks).map_err(|error| error.to_string())
}
