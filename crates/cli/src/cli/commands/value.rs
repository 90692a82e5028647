//! `ferz value`: measures the values of pieces.

use std::io::Write;
use std::path::PathBuf;

use super::write_json;
use crate::cli::args::VariantArgs;
use crate::cli::evaluation::beside;
use crate::cli::output::Existing;
use crate::cli::referee::value::{
    compared, estimated, json_estimates, json_findings, json_regression, measured, with_value,
};
use crate::cli::referee::{SharedBook, Trial, TrialArgs, Trials};
use crate::cli::stop::Stop;
use crate::cli::{load, output, report};
use crate::referee::value::{Findings, Regression, ValuePlan};
use crate::referee::{GameKey, GameRow, Openings, Run, SelfPlayTerms};
use ferz::definition::{PieceDef, VariantDef};
use ferz::eval::estimates;
use ferz::game::Variant;
use ferz::search::SearchOptions;
use ferz::state::{Color, Role};
use ferz_designer::snapshot::definition_hash;

/// Measure piece values by matches between unequal armies
///
/// One army has the piece in place of another, and a pawn more or less if that makes the match more even; the odds
/// of a pawn, played in the same run, are the unit. Each comparison is played with every node limit of `--nodes`.
/// `--regression` measures all pieces at once from games between equal armies, and `--estimate` plays no games.
/// See docs/values.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
        ferz value chess --estimate\n  \
        ferz value chess --piece bishop --against knight --pairs 500 --out bishop.jsonl\n  \
        ferz value chess --piece C=RN --against queen --pairs 500\n  \
        ferz value shogi --regression --games 2000 --nodes 1000")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Name or letter of the piece; `C=RN` adds a piece with these moves
    #[arg(long, value_name = "PIECE", required_unless_present_any = ["estimate", "regression"])]
    piece: Option<String>,
    /// Piece of the start position that it replaces; by default the one with the nearest estimate
    #[arg(long, value_name = "PIECE", requires = "piece")]
    against: Option<String>,
    /// Estimate all values by rules of thumb, without games
    #[arg(long, conflicts_with_all = ["regression", "out", "write"])]
    estimate: bool,
    /// Estimate all values by regression of game results on material
    #[arg(long, conflicts_with_all = ["piece", "write"])]
    regression: bool,
    /// Node limit for each move; each of several limits gives a separate measurement
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1000,4000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Number of pairs of games for each comparison and node limit
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// Number of games for `--regression`
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Number of random moves at the start of a game; by default 2, or 8 with `--regression`
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=200))]
    plies: Option<u32>,
    /// File on which a pawn is removed; by default the third from the right
    #[arg(long, value_name = "LETTER")]
    pawn: Option<char>,
    #[command(flatten)]
    trials: TrialArgs,
    /// Set the `value` of the piece in this definition file, with its interval and conditions
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let found = load::definition(&args.variant)?;
    found.show_briefly();
    let mut variant = found.compile()?;
    let mut piece = None;
    if let Some(text) = &args.piece {
        let name = if let Some((name, betza)) = text.split_once('=') {
            variant = with_piece(variant.def(), name, betza)?;
            name
        } else {
            text.as_str()
        };
        piece = Some(role(&variant, name)?);
    }
    if args.estimate {
        let mut list = estimates(&variant);
        list.retain(|estimate| piece.is_none_or(|piece| piece == estimate.role));
        if args.json {
            return write_json(out, &json_estimates(&variant, &list));
        }
        write!(out, "{}", estimated(&variant, &list))?;
        return Ok(());
    }
    match piece {
        Some(piece) => measure(args, &variant, piece, out),
        None => compare(args, &variant, out),
    }
}

/// Measures a piece by matches between unequal armies.
fn measure(args: &Args, variant: &Variant, piece: Role, out: &mut impl Write) -> Result<(), Stop> {
    let against = args.against.as_deref();
    let against = against.map(|name| role(variant, name)).transpose()?;
    let file = args.pawn.map(|letter| {
        let number = u32::from(letter.to_ascii_lowercase()).wrapping_sub(u32::from('a'));
        u8::try_from(number).unwrap_or(u8::MAX)
    });
    let plan = ValuePlan::new(variant, piece, against, file).map_err(Stop::Usage)?;
    let plies = args.plies.unwrap_or(2);
    let n_questions = plan.questions.len();
    let n_limits = args.nodes.len();
    let mut trials = Vec::new();
    for number in 0..args.pairs {
        for (question, asked) in plan.questions.iter().enumerate() {
            for (limit, nodes) in args.nodes.iter().enumerate() {
                let terms = terms(args, *nodes);
                let at = number * n_questions as u64 + question as u64;
                let pair = at * n_limits as u64 + limit as u64;
                for half in 0..2 {
                    let (mut white, mut black) =
                        (asked.first.name(variant), asked.second.name(variant));
                    if half == 1 {
                        std::mem::swap(&mut white, &mut black);
                    }
                    let key = GameKey {
                        pair,
                        half,
                        opening: number,
                        openings: format!("armies:plies={plies},file={}", plan.pawn_file()),
                        white,
                        black,
                        ..key(args, variant, terms)
                    };
                    trials.push(Trial {
                        key,
                        terms,
                        question,
                    });
                }
            }
        }
    }
    let opening = |trial: &Trial| {
        let first = [Color::White, Color::Black][usize::from(trial.key.half)];
        let question = &plan.questions[trial.question];
        plan.opening(question, first, args.trials.seed, trial.key.opening, plies)
    };
    let names = [plan.piece, plan.against].map(|role| variant.role_name(role));
    let nodes: Vec<String> = args.nodes.iter().map(u64::to_string).collect();
    let limits = format!("nodes={} {}", nodes.join(","), max_plies(args));
    let settings = [("pieces", names.join(" against ")), ("limits", limits)];
    let pairs = args.pairs * (n_questions * n_limits) as u64;
    let run = Run::new("value", settings, pairs, 2);
    let rows = play(args, variant, trials, run, &opening)?;
    let placed: Vec<(usize, usize, &GameRow)> = rows
        .iter()
        .map(|row| {
            let limit = (row.key.pair % n_limits as u64) as usize;
            let question = (row.key.pair / n_limits as u64 % n_questions as u64) as usize;
            (limit, question, row)
        })
        .collect();
    let findings = Findings::new(&plan, &args.nodes, &placed).map_err(Stop::Usage)?;
    if args.json {
        write_json(out, &json_findings(&plan, &findings))?;
    } else {
        write!(out, "{}", measured(&plan, &findings))?;
    }
    for warning in findings.warnings(&plan) {
        report::plain_warning(&warning);
    }
    let Some(path) = &args.write else {
        return Ok(());
    };
    let value = plan.value(&findings).ok_or_else(|| {
        let message = "the games do not yet give a value in pawns, so no value was written";
        Stop::Usage(message.to_owned())
    })?;
    let name = path.to_string_lossy();
    let text = load::read_text(&name)?;
    let comment = plan.conditions(&findings);
    let variant_name = &variant.def().name;
    let piece_name = variant.role_name(piece);
    let text = with_value(&text, variant_name, piece_name, value, &comment)
        .map_err(|reason| Stop::Usage(format!("{name}: {reason}")))?;
    output::write_file(path, text.as_bytes(), Existing::Replace)
}

/// Measures all pieces by ordinary games.
fn compare(args: &Args, variant: &Variant, out: &mut impl Write) -> Result<(), Stop> {
    let plies = args.plies.unwrap_or(8);
    let [nodes, ..] = args.nodes[..] else {
        return Err(Stop::Usage("`--nodes` needs a number".to_owned()));
    };
    let terms = terms(args, nodes);
    let trials = (0..args.games).map(|number| Trial {
        key: GameKey {
            pair: number,
            opening: number,
            openings: format!("random:{plies}"),
            ..key(args, variant, terms)
        },
        terms,
        question: 0,
    });
    let openings = Openings::Random {
        plies,
        balance: None,
    };
    let book = SharedBook::new(variant, &openings, args.trials.seed);
    let opening = |trial: &Trial| Ok(book.opening(trial.key.opening)?.game);
    let run = Run::new("value --regression", [], args.games, 1);
    let rows = play(args, variant, trials.collect(), run, &opening)?;
    let pawn = ValuePlan::pawn_of(variant)
        .ok_or_else(|| Stop::Usage("the start position has no pieces".to_owned()))?;
    let regression = Regression::new(variant, pawn, &rows).map_err(Stop::Usage)?;
    if args.json {
        return write_json(out, &json_regression(variant, &regression));
    }
    write!(out, "{}", compared(variant, &regression))?;
    Ok(())
}

fn play(
    args: &Args,
    variant: &Variant,
    trials: Vec<Trial>,
    run: Run,
    opening: &(dyn Fn(&Trial) -> Result<ferz::game::Game, String> + Sync),
) -> Result<Vec<GameRow>, Stop> {
    let options = SearchOptions {
        evaluation: beside(variant.def(), &args.variant.variant)?,
        ..SearchOptions::default()
    };
    Trials {
        args: &args.trials,
        variant,
        options,
        games: trials,
        run,
        opening,
    }
    .play()
}

fn max_plies(args: &Args) -> String {
    format!("max-plies={}", args.trials.max_plies)
}

fn terms(args: &Args, nodes: u64) -> SelfPlayTerms {
    SelfPlayTerms {
        nodes,
        max_plies: args.trials.max_plies,
        resign: None,
    }
}

/// The common part of the keys of all games.
fn key(args: &Args, variant: &Variant, terms: SelfPlayTerms) -> GameKey {
    GameKey::of_self_play(
        &variant.def().name,
        &definition_hash(variant.def()),
        args.trials.seed,
        terms,
    )
}

/// The piece with a name or letter.
fn role(variant: &Variant, word: &str) -> Result<Role, Stop> {
    let named = variant.role(word).or_else(|| {
        let def = variant.def();
        let by_letter = |(id, _, piece): (_, _, &PieceDef)| (piece.letter == word).then_some(id);
        def.numbered().find_map(by_letter).map(Role::from)
    });
    named.ok_or_else(|| {
        let names: Vec<&str> = variant
            .roles()
            .map(|role| variant.role_name(role))
            .collect();
        let names = names.join(", ");
        Stop::Usage(format!(
            "no piece is called `{word}`; the pieces are {names}"
        ))
    })
}

/// The variant with an additional piece.
fn with_piece(def: &VariantDef, name: &str, betza: &str) -> Result<Variant, Stop> {
    let said = |reason: &str| format!("`--piece {name}={betza}`: {reason}");
    let refuse = |reason: &str| Stop::Usage(said(reason));
    let is_taken = |letter: &str| {
        let mut pieces = def.pieces.iter();
        pieces.any(|(other, piece)| other == name || piece.letter.eq_ignore_ascii_case(letter))
    };
    let mut own = name.chars().filter(char::is_ascii_alphabetic);
    let letter = own
        .next()
        .map(|letter| letter.to_ascii_uppercase().to_string());
    let letter = letter.ok_or_else(|| refuse("a piece needs a name with a letter"))?;
    if is_taken(&letter) {
        return Err(refuse(&format!(
            "another piece has the letter `{letter}`; choose another letter"
        )));
    }
    let first = |findings: &[ferz::source::Diagnostic]| {
        findings
            .first()
            .map_or(String::new(), |finding| finding.message.clone())
    };
    let piece = PieceDef::new(&letter, betza);
    let piece = piece.map_err(|findings| Stop::wrong(&said(&first(&findings))))?;
    let def = def.clone().with_piece(name, piece);
    Variant::compile(&def).map_err(|error| refuse(&first(error.diagnostics())))
}
