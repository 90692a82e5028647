//! `ferz pgn convert`: converts games to other formats.

use std::io::{self, Write};

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::games::{FileGame, Go, InputArgs, for_each, shown};
use crate::cli::stop::Stop;
use crate::protocol::{Spelling, move_text};
use ferz::game::{Game, Position, without_any_files};
use ferz::notation::{
    Annotation, Claims, Epd, Line, MoveStyle, Pgn, PgnStyle, Replay, Score, Variations,
    result_text, write_record,
};

/// Write games to standard output in another format
///
/// A game with an illegal or unreadable move is reported on standard error. In PGN its text is copied from that
/// move on, in JSON it is marked, and the other formats omit it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz pgn convert games.pgn --moves squares --no-comments")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Output format
    #[arg(long, value_enum, default_value_t = Target::Pgn)]
    to: Target,
    /// Notation of moves in PGN
    #[arg(long, value_enum, default_value_t = Moves::San)]
    moves: Moves,
    /// Omit comments
    #[arg(long)]
    no_comments: bool,
    /// Omit variations
    #[arg(long)]
    no_variations: bool,
    /// Omit annotation glyphs such as `!` and `$5`
    #[arg(long)]
    no_glyphs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// PGN with the seven usual tags
    Pgn,
    /// Commands for UCI engines: `position startpos moves e2e4`
    Uci,
    /// Records of this program, without comments and variations
    Record,
    /// A line of EPD for each position before a move, with the move as `sm`
    Epd,
    /// A JSON array of objects
    Json,
    /// A JSON object on each line
    Jsonl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// Standard algebraic notation: `Nf3`
    San,
    /// Squares: `g1f3`
    Squares,
    /// As in the file
    Unchanged,
}

/// A converted game.
struct Converted {
    text: Option<String>,
    /// The variant, for output that selects it by `setoption`.
    engine: Option<EngineVariant>,
    report: String,
    has_errors: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut is_first = true;
    let mut has_errors = false;
    let mut set = EngineVariant {
        variant: "chess".to_owned(),
        is_960: false,
    };
    if args.to == Target::Json {
        write!(out, "[")?;
    }
    for_each(
        &args.input,
        |game| convert(args, game),
        |game| {
            // Standard error may be closed.
            let _ = io::stderr().lock().write_all(game.report.as_bytes());
            has_errors |= game.has_errors;
            let Some(text) = game.text else {
                return Ok(Go::On);
            };
            match args.to {
                Target::Pgn | Target::Record if !is_first => writeln!(out)?,
                Target::Json if is_first => writeln!(out)?,
                Target::Json => writeln!(out, ",")?,
                _ => {}
            }
            is_first = false;
            if let Some(engine) = game.engine {
                if engine.variant != set.variant {
                    writeln!(out, "setoption name UCI_Variant value {}", engine.variant)?;
                }
                if engine.is_960 != set.is_960 {
                    writeln!(out, "setoption name UCI_Chess960 value {}", engine.is_960)?;
                }
                set = engine;
            }
            out.write_all(shown(&text).as_bytes())?;
            Ok(Go::On)
        },
    )?;
    if args.to == Target::Json {
        writeln!(out, "{}]", if is_first { "" } else { "\n" })?;
    }
    if has_errors {
        Err(Stop::Findings)
    } else {
        Ok(())
    }
}

fn convert(args: &Args, mut file_game: FileGame) -> Converted {
    let wanted = |annotation: &Annotation| match annotation {
        Annotation::Comment(_) => !args.no_comments,
        Annotation::Variation(_) => !args.no_variations,
        Annotation::Glyph(_) => !args.no_glyphs,
    };
    file_game.pgn.line.retain(&wanted);
    let keeps_variations = matches!(args.to, Target::Pgn | Target::Json | Target::Jsonl);
    let replay = Replay {
        variations: if keeps_variations {
            Variations::Played
        } else {
            Variations::Skipped
        },
        style: match (args.to, args.moves) {
            (Target::Pgn, Moves::Squares) => MoveStyle::Squares,
            (Target::Pgn, Moves::Unchanged) => MoveStyle::Unchanged,
            _ => MoveStyle::San,
        },
        claims: Claims::Believed,
    };
    let game = file_game.replay(replay);
    let has_errors = file_game.has_errors();
    let is_played = game.is_some() && !has_errors;
    let name = file_game.found.as_ref().map(|found| found.name.clone());
    let name = name.unwrap_or_default();
    let names_other = name != "chess" || file_game.pgn.tag("Variant").is_some();
    if args.input.gives_variant() && names_other {
        file_game.pgn.set_tag("Variant", &name);
    }
    let pgn = &file_game.pgn;
    let playable = game.as_ref().filter(|_| is_played);
    let found = file_game.found.as_ref().filter(|_| args.to == Target::Uci);
    let engine = found.zip(playable).map(|(found, game)| {
        // The castling rights of the FEN can require the Chess960 form of the variant.
        let is_other = game.beginning().variant().def() != found.variant.def();
        for_engines(&name, is_other)
    });
    let text = match args.to {
        Target::Pgn => Some(pgn.to_text(PgnStyle::Export)),
        Target::Uci => engine
            .as_ref()
            .zip(playable)
            .map(|(engine, game)| uci(game, engine)),
        Target::Record => playable.map(|game| write_record(game, &name)),
        Target::Epd => playable.map(|game| epd(pgn, game, &name)),
        Target::Json => Some(described(pgn, game.as_ref(), &name, is_played).to_string()),
        Target::Jsonl => {
            let value = described(pgn, game.as_ref(), &name, is_played);
            Some(format!("{value}\n"))
        }
    };
    Converted {
        text,
        engine,
        report: file_game.report(),
        has_errors,
    }
}

/// The moves, each with the position before it.
fn steps(game: &Game) -> Vec<(Position, &ferz::state::Move)> {
    let mut position = game.beginning();
    let mut steps = Vec::with_capacity(game.moves().len());
    for mv in game.moves() {
        let next = position.play_unchecked(mv);
        steps.push((std::mem::replace(&mut position, next), mv));
    }
    steps
}

/// The options by which engines know a variant.
struct EngineVariant {
    variant: String,
    /// Whether the game is played as in Chess960: kings and castling partners can start on any
    /// files.
    is_960: bool,
}

/// The options for a variant; `is_other` states whether the game is played in its Chess960 form.
fn for_engines(name: &str, is_other: bool) -> EngineVariant {
    let base = without_any_files(name);
    EngineVariant {
        variant: base.unwrap_or(name).to_owned(),
        is_960: is_other || base.is_some(),
    }
}

fn uci(game: &Game, engine: &EngineVariant) -> String {
    let beginning = game.beginning();
    let start = if beginning == beginning.variant().start() {
        "startpos".to_owned()
    } else {
        format!("fen {}", beginning.to_fen())
    };
    let spelling = Spelling::FairyStockfish {
        to_partner: engine.is_960,
    };
    let texts = steps(game)
        .into_iter()
        .map(|(position, mv)| move_text(&position, mv, spelling));
    let texts: Vec<String> = texts.collect();
    let moves = if texts.is_empty() { "" } else { " moves " };
    format!("position {start}{moves}{}\n", texts.join(" "))
}

fn epd(pgn: &Pgn, game: &Game, name: &str) -> String {
    let title = pgn.title();
    let mut text = String::new();
    for (ply, (position, mv)) in steps(game).into_iter().enumerate() {
        let mut epd = Epd::of_position(&position);
        epd.push("sm", &[&position.san(mv)]);
        if name != "chess" {
            epd.push("variant", &[name]);
        }
        epd.push("id", &[&format!("{title}, half-move {}", ply + 1)]);
        text.push_str(&format!("{epd}\n"));
    }
    text
}

fn described(pgn: &Pgn, game: Option<&Game>, name: &str, is_played: bool) -> Value {
    let mut tags = Map::new();
    for tag in &pgn.tags {
        let value = &tag.value.text;
        let first = tags.entry(&tag.name).or_insert_with(|| json!(value));
        // A repeated tag has a list of values.
        if first.as_str().is_some_and(|text| text != value) {
            *first = json!([first.take(), value]);
        } else if let Value::Array(values) = first {
            values.push(json!(value));
        }
    }
    let squares = game.filter(|_| is_played).map(|game| {
        let texts = steps(game)
            .into_iter()
            .map(|(position, mv)| position.move_text(mv));
        texts.collect::<Vec<String>>()
    });
    let result = pgn.result.as_ref().map(|word| word.text.clone());
    json!({
        "tags": tags,
        "variant": (!name.is_empty()).then_some(name),
        "fen": game.map(|game| game.beginning().to_fen()),
        "before": annotations(&pgn.line.before),
        "moves": moves(&pgn.line),
        "squares": squares,
        "last_fen": game.map(|game| game.position().to_fen()),
        "result": result.or_else(|| game.map(|game| result_text(&game.outcome()))),
        "ending": game.map(|game| pgn.ending(game)),
        "played": is_played,
    })
}

fn moves(line: &Line) -> Vec<Value> {
    let described = line.moves.iter().map(|mv| {
        json!({
            "text": mv.text,
            "number": mv.number.map(|number| number.number),
            "side": mv.number.map(|number| if number.is_black { "black" } else { "white" }),
            "annotations": annotations(&mv.annotations),
        })
    });
    described.collect()
}

fn annotations(all: &[Annotation]) -> Vec<Value> {
    let described = all.iter().map(|annotation| match annotation {
        Annotation::Glyph(glyph) => json!({ "glyph": glyph.0, "sign": glyph.sign() }),
        Annotation::Variation(line) => json!({
            "before": annotations(&line.before),
            "variation": moves(line),
        }),
        Annotation::Comment(comment) => {
            let mut value = json!({ "comment": comment.text });
            if let Some(clock) = comment.clock() {
                value["clock_seconds"] = json!(clock.as_secs_f64());
            }
            match comment.evaluation().map(|evaluation| evaluation.score) {
                Some(Score::Pawns(pawns)) => value["evaluation"] = json!({ "pawns": pawns }),
                Some(Score::Mate(mate)) => value["evaluation"] = json!({ "mate": mate }),
                None => {}
            }
            value
        }
    });
    described.collect()
}
