//! `ferz debug`: prints intermediate forms.

use std::io::Write;

use crate::cli::args::{NotationArgs, VariantArgs};
use crate::cli::load::{self, settle};
use crate::cli::stop::Stop;
use ferz::compile::{Path, paths};
use ferz::geometry::{BoardShape, Perspective, Square};
use ferz::movement::{Contents, Movement, Pattern};
use ferz::syntax::betza::ast::{Atom, Bracket, Chain, Description, Item, Join, Letter, Move};
use ferz::syntax::betza::{TokenKind, lex, parse};
use ferz_designer::render::legs_text;

/// The maximum number of listed paths.
const MAX_PATHS: usize = 1 << 14;

/// Print the intermediate forms of a move description or a variant
#[derive(Debug, clap::Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Example:\n  ferz debug movement '[F?R]'"
)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    form: Form,
}

/// The intermediate forms, in the order in which they are made.
#[derive(Debug, clap::Subcommand)]
enum Form {
    /// Print the tokens of a move description
    #[command(after_help = "Example:\n  ferz debug tokens fmWfceF")]
    Tokens {
        /// A move description in Betza or XBetza notation
        betza: String,
    },
    /// Print the syntax tree of a move description
    #[command(after_help = "Example:\n  ferz debug tree '[F?R]'")]
    Tree {
        /// A move description in Betza or XBetza notation
        betza: String,
    },
    /// Print the legs of a move description, with all letters resolved
    #[command(after_help = "Example:\n  ferz debug movement fK --dialect fairy-stockfish")]
    Movement(NotationArgs),
    /// Print all paths of a piece from a square, with their conditions
    #[command(after_help = "Example:\n  ferz debug paths nN --files 5 --ranks 5 --from c3")]
    Paths(PathsArgs),
    /// Print the tables of a variant
    #[command(after_help = "Example:\n  ferz debug tables chess")]
    Tables(VariantArgs),
}

#[derive(Debug, clap::Args)]
struct PathsArgs {
    #[command(flatten)]
    notation: NotationArgs,
    /// Number of files of the board
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=36))]
    files: u8,
    /// Number of ranks of the board
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=36))]
    ranks: u8,
    /// Square of the piece
    #[arg(long, default_value = "d4")]
    from: String,
    /// Use Black's piece
    #[arg(long)]
    black: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    match &args.form {
        Form::Tokens { betza } => {
            for token in &settle("<notation>", betza, lex(betza))? {
                let text = &betza[token.span.range()];
                let place = format!("{}..{}", token.span.start, token.span.end);
                writeln!(out, "{place:<8} {:<17} {text}", token_words(token.kind))?;
            }
        }
        Form::Tree { betza } => {
            let tree = settle("<notation>", betza, parse(betza))?;
            write!(out, "{}", Outline::of(&tree))?;
        }
        Form::Movement(args) => {
            let read = Movement::read(&args.betza, args.dialect);
            let movement = settle("<notation>", &args.betza, read)?;
            write!(out, "{}", legs_text(&movement))?;
        }
        Form::Paths(args) => list_paths(args, out)?,
        Form::Tables(args) => {
            let variant = load::variant(args)?;
            writeln!(out, "{}", variant.describe_tables().trim_end())?;
        }
    }
    Ok(())
}

const fn token_words(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Atom => "atom",
        TokenKind::Capital => "capital",
        TokenKind::Modifier => "modifier",
        TokenKind::Again => "again",
        TokenKind::Number => "number",
        TokenKind::Star => "star",
        TokenKind::Apostrophe => "apostrophe",
        TokenKind::OpenBracket => "open bracket",
        TokenKind::CloseBracket => "close bracket",
        TokenKind::OpenParenthesis => "open parenthesis",
        TokenKind::CloseParenthesis => "close parenthesis",
        TokenKind::Dash => "dash",
        TokenKind::Question => "question mark",
    }
}

/// A tree as indented lines.
#[derive(Default)]
struct Outline {
    text: String,
}

impl Outline {
    fn of(tree: &Description) -> String {
        let mut outline = Outline::default();
        for one in &tree.moves {
            match one {
                Move::Chain(chain) => outline.chain(chain),
                Move::Bracket(bracket) => outline.bracket(bracket),
            }
        }
        outline.text
    }

    fn line(&mut self, depth: usize, words: &str) {
        self.text.extend([&"  ".repeat(depth), words, "\n"]);
    }

    fn chain(&mut self, chain: &Chain) {
        self.line(0, &format!("chain {chain}"));
        for item in &chain.items {
            match item {
                Item::Letter(letter) => self.line(1, &format!("letter {}", letter.char)),
                Item::Repeat(repeat) => {
                    let most = match repeat.count {
                        Some(count) => format!(", at most {} times", count.value),
                        None => String::new(),
                    };
                    self.line(1, &format!("repeat {}{most}", joined(&repeat.letters)));
                }
            }
        }
        self.atom(1, &chain.atom);
    }

    fn bracket(&mut self, bracket: &Bracket) {
        self.line(0, &format!("bracket {bracket}"));
        if !bracket.prefix.is_empty() {
            self.line(1, &format!("prefix {}", joined(&bracket.prefix)));
        }
        for leg in &bracket.legs {
            self.line(1, "leg");
            for letter in &leg.letters {
                self.line(2, &format!("letter {}", letter.char));
            }
            self.atom(2, &leg.atom);
            match leg.join {
                Some(Join::Must) => self.line(1, "must go on"),
                Some(Join::May) => self.line(1, "may go on"),
                None => {}
            }
        }
    }

    fn atom(&mut self, depth: usize, atom: &Atom) {
        self.line(depth, &format!("atom {atom}"));
    }
}

fn joined(letters: &[Letter]) -> String {
    letters.iter().map(|letter| letter.char).collect()
}

fn list_paths(args: &PathsArgs, out: &mut impl Write) -> Result<(), Stop> {
    let notation = &args.notation;
    let read = Movement::read(&notation.betza, notation.dialect);
    let movement = settle("<notation>", &notation.betza, read)?;
    let shape = BoardShape::rectangle(args.files, args.ranks)
        .map_err(|error| Stop::Usage(error.to_string()))?;
    let from = shape
        .parse(&args.from)
        .ok_or_else(|| Stop::Usage(format!("`{}` is not a square of the board", args.from)))?;
    let owner = if args.black {
        Perspective::Black
    } else {
        Perspective::White
    };
    for (index, pattern) in movement.patterns().iter().enumerate() {
        let number = index + 1;
        match pattern {
            Pattern::Walk(walk) => {
                let found = paths(walk, &shape, owner, from, MAX_PATHS)
                    .map_err(|error| Stop::Usage(error.to_string()))?;
                let plural = if found.len() == 1 { "" } else { "s" };
                writeln!(out, "{number}. walk: {} path{plural}", found.len())?;
                for path in &found {
                    writeln!(out, "   {}", path_words(path, &shape))?;
                }
            }
            Pattern::Castle(_) => writeln!(out, "{number}. castling: no paths")?,
            Pattern::Universal(_) => writeln!(out, "{number}. universal leap: no paths")?,
            Pattern::Imitation(_) => writeln!(out, "{number}. imitation: no paths")?,
            Pattern::Placement(_) => writeln!(out, "{number}. drop: no paths")?,
        }
    }
    Ok(())
}

fn path_words(path: &Path, shape: &BoardShape) -> String {
    let name = |square: &Square| shape.name(*square);
    let names = |squares: &[Square]| squares.iter().map(name).collect::<Vec<_>>().join(" ");
    let mut parts = vec![name(&path.to)];
    if !path.pass.is_empty() {
        parts.push(format!("pass {:?}", path.pass));
    }
    if path.borrows {
        parts.push("borrows".to_owned());
    }
    if path.take != Contents::NONE {
        parts.push(format!("take {:?}", path.take));
    }
    for condition in &path.conditions {
        parts.push(format!(
            "{} {:?}",
            name(&condition.square),
            condition.contents
        ));
    }
    let lists = [
        ("captures", names(&path.taken)),
        ("en passant on", names(&path.en_passant)),
        ("marks", names(&path.marks)),
        ("unloads on", path.unload.iter().map(name).collect()),
    ];
    for (lead, list) in lists {
        if !list.is_empty() {
            parts.push(format!("{lead} {list}"));
        }
    }
    parts.join("; ")
}
