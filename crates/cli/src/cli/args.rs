//! Arguments of the command line: global options, and those that several commands share.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, Parser};

use super::commands::Command;
use super::version::long_version;
use ferz::definition::PlayLimits;
use ferz::formats::Format;
use ferz::game::Strategy;
use ferz::movement::Dialect;
use ferz::source::budget::USUAL_WORK;

/// Turns written chess pieces into a rules engine.
#[derive(Debug, Parser)]
#[command(
    name = "ferz",
    version,
    long_version = long_version(),
    disable_help_subcommand = true,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "VARIANT is a built-in NAME (see `ferz variants`), a FILE (its first variant), or FILE#NAME.\n\
        NAME960 is NAME with castling of kings and rooks from any file, as in Chess960.\n\
        No command except `fmt` overwrites a file without `--force` (`snapshot`: `--accept`).\n\
        Commands print the number of warnings about a definition; `ferz check` shows them.\n\
        Exit codes: 0 success; 1 errors in a text, such as a definition, FEN or move;\n\
        2 a missing or invalid file, option or name.\n\
        \n\
        Example:\n  ferz moves chess --moves e2e4"
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Report only errors: no warnings, notes or summaries
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
    /// When to color findings: `auto`, `always` or `never`
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(super) color: ColorChoice,
    /// Work limit for a file, a move description or a position, in steps (`E1101`); it does not limit counts,
    /// searches and matches
    #[arg(long, global = true, value_name = "STEPS", default_value_t = USUAL_WORK)]
    pub(super) work: u64,
    /// Allow definitions to name files outside the folder of the opened file
    #[arg(long, global = true)]
    pub(super) allow_outside: bool,
}

/// Which variant.
#[derive(Debug, Args)]
pub(super) struct VariantArgs {
    /// A built-in NAME, a FILE (`-` is standard input), or FILE#NAME
    pub(super) variant: String,
    /// Format of FILE; by default recognized from its content
    #[arg(long, value_parser = formats())]
    pub(super) format: Option<Format>,
}

impl VariantArgs {
    /// The variant that a word names, in a format that is recognized.
    pub(super) fn named(word: &str) -> VariantArgs {
        VariantArgs {
            variant: word.to_owned(),
            format: None,
        }
    }
}

/// Which position of which variant.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) variant: VariantArgs,
    /// Position to begin with instead of the start position
    #[arg(long, value_name = "FEN")]
    pub(super) fen: Option<String>,
    /// Moves to play first, as squares (`e2e4`), separated by commas or spaces
    #[arg(long, value_name = "M1,M2,…")]
    pub(super) moves: Option<String>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

/// How far the moves of one position are searched for.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// Limit of move generation, beyond which a position is refused (`E0521`): `series=N` places in series of
    /// jumps (default 16384), `legs=N` legs and moves of long walks (default 1048576), `walls=N` moves with a wall
    /// (default 1048576); may be repeated
    #[arg(long = "limit", value_name = "WHAT=N", value_parser = play_limit)]
    limits: Vec<PlayLimit>,
}

/// A limit with its value.
#[derive(Clone, Copy, Debug)]
enum PlayLimit {
    Series(usize),
    Legs(usize),
    Walls(usize),
}

impl LimitArgs {
    pub(super) fn limits(&self) -> PlayLimits {
        let mut limits = PlayLimits::default();
        for limit in &self.limits {
            match *limit {
                PlayLimit::Series(most) => limits.series = most,
                PlayLimit::Legs(most) => limits.legs = most,
                PlayLimit::Walls(most) => limits.moves = most,
            }
        }
        limits
    }
}

fn play_limit(text: &str) -> Result<PlayLimit, String> {
    let (what, most) = text.split_once('=').ok_or("write WHAT=N")?;
    let most = most
        .parse()
        .map_err(|_| format!("`{most}` is not a number"))?;
    match what {
        "series" => Ok(PlayLimit::Series(most)),
        "legs" => Ok(PlayLimit::Legs(most)),
        "walls" => Ok(PlayLimit::Walls(most)),
        _ => Err("the limits are `series`, `legs` and `walls`".to_owned()),
    }
}

/// Which engine counts.
#[derive(Debug, Args)]
pub(super) struct EngineArgs {
    /// Count with the general engine even if the variant has tables
    #[arg(long)]
    general: bool,
}

impl EngineArgs {
    pub(super) const fn strategy(&self) -> Strategy {
        if self.general {
            Strategy::General
        } else {
            Strategy::Fastest
        }
    }
}

/// A move description and whose reading of it is meant.
#[derive(Debug, Args)]
pub(super) struct NotationArgs {
    /// A move description in Betza or XBetza notation
    pub(super) betza: String,
    /// Dialect of the move description
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    pub(super) dialect: Dialect,
}

/// Parses the name of a format.
pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::as_str))
        .try_map(|word| Format::parse(&word).ok_or("unknown format"))
}

/// Parses the name of a dialect.
pub(super) fn dialects() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::as_str))
        .try_map(|word| Dialect::parse(&word).ok_or("unknown dialect"))
}
