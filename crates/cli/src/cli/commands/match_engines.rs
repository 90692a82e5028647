//! `ferz match`: plays matches between engines to compare their strength.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::write_json;
use crate::cli::args::{VariantArgs, formats};
use crate::cli::output::ForceArgs;
use crate::cli::referee::{
    Contest, EngineSpec, HeldFile, Ledger, OnCrash, Speech, SprtArgs, Teller, cores, engine_rules,
    json_summary, limit_of_clock, openings, processors, progress, run as run_contest, seconds,
    shard, warn_of_repeats, write_summary,
};
use crate::cli::stop::Stop;
use crate::cli::{load, report};
use crate::referee::driver::Rules;
use crate::referee::{
    DrawRule, GameKey, GameRow, Limit, Openings, Pairing, ResignRule, Run, Schedule, Standings,
    Terms, centipawns_of_win_probability,
};
use ferz::formats::Format;
use ferz_designer::snapshot::definition_hash;

/// Play engines against each other, in pairs of games with exchanged sides
///
/// Ferz checks the moves and decides the results. The description of an engine is `cmd=COMMAND`, then optionally
/// `name=`, `proto=uci|xboard`, `option.NAME=VALUE` (`_` for a space), `variant=` (the engine's name of the
/// variant) and its own limit: `tc=`, `st=`, `nodes=` or `depth=`. `cmd=self` is the built-in search, with the
/// options `skill=0..20` and `hash=MIB`. See docs/match.md.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit engines search 5000 nodes for each move, whatever the load of the machine.\n\
        Exit codes: 0 all games were played, or the test has decided; 1 an engine broke a rule, ended \
        or did not answer; 2 an option or a file is wrong, or an engine cannot play.\n\n\
        Examples:\n  \
        ferz match chess --engine 'cmd=self name=full' --engine 'cmd=self skill=5' --games 20\n  \
        ferz match grand --engine 'cmd=ferz uci' --engine 'cmd=fairymax proto=xboard' --tc 10+0.1"
)]
pub(in crate::cli) struct Args {
    /// Built-in NAMEs, FILEs or FILE#NAMEs
    #[arg(value_name = "VARIANT")]
    words: Vec<String>,
    /// More variants, separated by commas
    #[arg(long, value_name = "V1,V2,…", value_delimiter = ',')]
    variants: Vec<String>,
    /// Format of FILEs; by default recognized from their content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Description of a player; give at least two
    #[arg(long = "engine", value_name = "DESCRIPTION", required = true)]
    engines: Vec<String>,
    /// Number of games between two players in each variant, an even number
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Which players meet
    #[arg(long, value_enum, default_value_t = Meetings::RoundRobin)]
    pairing: Meetings,
    #[command(flatten)]
    limits: LimitArgs,
    /// Source of openings: `random:N` (N random moves), `start`, `shuffle` (numbered set-ups), `fen:FILE` or
    /// `epd:FILE` with one position per line, or `pgn:FILE` with games
    #[arg(long, value_name = "SOURCE", default_value = "random:8")]
    openings: String,
    /// Number of plies that are played from each game of a PGN file
    #[arg(long, value_name = "N", default_value_t = 16)]
    opening_plies: usize,
    /// Maximum score of either side after random moves, in centipawns, or `off`
    #[arg(long, value_name = "CP", default_value = "50")]
    balance: String,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at once; by default as many as the processors allow for the threads of the engines
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Bind the engines of each game to a separate processor (by `taskset`, on Linux)
    #[arg(long)]
    affinity: bool,
    /// Write each game to this file as a line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write each game to this file as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Continue the file of `--out`: play only the missing games
    #[arg(long, requires = "out")]
    resume: bool,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    sprt: SprtArgs,
    /// End games after this many plies as draws
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    max_plies: u32,
    /// Adjudicate a loss for an engine that is far behind: `count=3,score=500`, with `both=true` if both engines
    /// must agree; for games of the built-in search against itself `p=0.99`, the probability of winning, instead
    /// of `score=`
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,
    /// Adjudicate a draw if the scores are equal: `from=80,count=8,score=10`
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,
    /// Play one part of the schedule: `2/3` is the second of three
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<String>,
    /// Reaction to an engine that ends or does not answer
    #[arg(long, value_enum, default_value_t = OnCrash::Restart)]
    on_crash: OnCrash,
    /// Whether to compare the engines' legal moves with those of Ferz, at the start and in 20 positions of random
    /// games: the lists of UCI engines (Ferz, Fairy-Stockfish), and the moves that XBoard engines refuse
    #[arg(long, value_enum, default_value_t = Handshake::Warn)]
    handshake: Handshake,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What happens if an engine has other moves than we.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Handshake {
    /// No comparison
    Off,
    /// Differences are reported
    Warn,
    /// Differences end the run before the first game
    Fail,
}

/// The highest win probability that can be set for adjudication; scores are not reliable beyond it.
const MOST_SURE: f64 = 0.9999;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Meetings {
    /// Each player meets all others
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
}

/// How long players may think.
#[derive(Debug, clap::Args)]
struct LimitArgs {
    /// Clock: `10+0.1` in seconds, or `40/1:30` for 1:30 minutes for each 40 moves
    #[arg(long, value_name = "[M/]S[+I]", conflicts_with_all = ["st", "nodes", "depth"])]
    tc: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["nodes", "depth"])]
    st: Option<String>,
    /// Nodes for each move
    #[arg(long, conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth in plies for each move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Milliseconds by which a clock may be exceeded
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// Time limit in seconds for everything without another limit
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    wall: String,
}

impl LimitArgs {
    fn limit(&self) -> Result<Limit, Stop> {
        Ok(match (&self.tc, &self.st, self.nodes, self.depth) {
            (Some(text), ..) => limit_of_clock(text).map_err(Stop::Usage)?,
            (_, Some(text), ..) => match seconds(text).map_err(Stop::Usage)? {
                Duration::ZERO => return Err(Stop::Usage("`--st` must not be 0".to_owned())),
                time => Limit::MoveTime(time),
            },
            (_, _, nodes, None) => Limit::Nodes(nodes.unwrap_or(5000)),
            (_, _, _, Some(depth)) => Limit::Depth(depth),
        })
    }
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let sprt = args.sprt.sprt()?;
    let (contest, _files) = contest(args)?;
    let written = |rows: &[GameRow]| contest.written(rows);
    let pgn = args.pgn.as_deref();
    let mut ledger = Ledger::open(
        args.out.as_deref(),
        pgn.map(|path| (path, &written as _)),
        args.resume,
        args.force.existing(),
    )?;
    let differences = contest.rehearse()?;
    for difference in &differences {
        match args.handshake {
            Handshake::Fail => report::plain_error(difference),
            Handshake::Warn | Handshake::Off => report::plain_warning(difference),
        }
    }
    if args.handshake == Handshake::Fail && !differences.is_empty() {
        return Err(Stop::Findings);
    }
    let players = contest.schedule.meetings().len() as u64;
    let all_games = args.games * players * contest.variants.len() as u64;
    let total = match contest.schedule.shard {
        None => all_games,
        Some(_) => 2 * contest.schedule.pairs().count() as u64,
    };
    let mut standings = Standings::default();
    let mut known = BTreeMap::new();
    // A file can also contain rows of other runs.
    let ours: BTreeSet<GameKey> = if ledger.rows.is_empty() {
        BTreeSet::new()
    } else {
        contest.keys().collect()
    };
    // If the sequential test stops the run, only the pairs up to its verdict count, which are known
    // at the end.
    let mut tested: Vec<GameRow> = Vec::new();
    for row in std::mem::take(&mut ledger.rows) {
        if ours.contains(&row.key) && known.insert(row.key.clone(), row.first_score()).is_none() {
            standings.add(&row);
            tested.extend(sprt.map(|_| row));
        }
    }
    if args.resume {
        report::plain_note(&format!("{} of {total} games are finished", known.len()));
    }
    let mut teller = Teller::new();
    let finish = run_contest(&contest, &known, &mut |row, pgn| {
        ledger.keep(row, pgn)?;
        standings.add(row);
        tested.extend(sprt.map(|_| row.clone()));
        teller.tell(|| progress(&standings, sprt, total));
        Ok(())
    })?;
    teller.end();
    let n_faults = standings.n_faults();
    if let Some((_, n_pairs)) = finish.verdict {
        standings = up_to_verdict(&contest, n_pairs, &tested);
    }
    if finish.uneven > 0 {
        let openings = report::number(finish.uneven as usize, "opening");
        report::plain_warning(&format!("{openings} with a score beyond `--balance`"));
    }
    warn_of_repeats(&standings);
    if args.json {
        write_json(out, &json_summary(&standings, sprt, finish.verdict))?;
    } else {
        write!(out, "{}", write_summary(&standings, sprt, finish.verdict))?;
    }
    if let Some(name) = finish.broken {
        report::plain_error(&format!("{name} has failed too often, so the run ends"));
        return Err(Stop::Findings);
    }
    if n_faults > 0 {
        let games = report::number(n_faults as usize, "game");
        report::plain_error(&format!("{games} ended by an error of an engine"));
        return Err(Stop::Findings);
    }
    Ok(())
}

/// The standings of the pairs up to the verdict of the test. Later pairs that were still running
/// are left out, because their number depends on the number of concurrent games.
fn up_to_verdict(contest: &Contest, n_pairs: u64, rows: &[GameRow]) -> Standings {
    let seen: BTreeSet<GameKey> = contest.keys().take(2 * n_pairs as usize).collect();
    let (counted, others): (Vec<&GameRow>, Vec<&GameRow>) =
        rows.iter().partition(|row| seen.contains(&row.key));
    if !others.is_empty() {
        let games = report::number(others.len(), "game");
        report::plain_note(&format!("not counted: {games} after the deciding pair"));
    }
    let mut standings = Standings::default();
    counted.into_iter().for_each(|row| standings.add(row));
    standings
}

/// The contest of the arguments, with the files that must exist while it runs.
fn contest(args: &Args) -> Result<(Contest, Vec<HeldFile>), Stop> {
    if args.games == 0 || !args.games.is_multiple_of(2) {
        let message = "games are played in pairs: write an even number for `--games`";
        return Err(Stop::Usage(message.to_owned()));
    }
    let engines = engines(&args.engines)?;
    let words: Vec<&String> = args.words.iter().chain(&args.variants).collect();
    if words.is_empty() {
        return Err(Stop::Usage("write the name of a variant".to_owned()));
    }
    let asks_for_file = engines.iter().any(|engine| engine.speech == Speech::Uci);
    let mut files = Vec::new();
    let mut variants: Vec<(Rules, String, Openings)> = Vec::new();
    for word in words {
        let found = load::definition(&VariantArgs {
            variant: word.clone(),
            format: args.format,
        })?;
        found.show_briefly();
        let variant = found.compile()?;
        let openings = openings(&args.openings, &args.balance, args.opening_plies, &variant)?;
        let definition = definition_hash(variant.def());
        let (rules, file) = engine_rules(&found, variant, word, asks_for_file)?;
        files.extend(file);
        if variants.iter().any(|(other, ..)| other.word == rules.word) {
            let message = format!("`{}` is named twice", rules.word);
            return Err(Stop::Usage(message));
        }
        variants.push((rules, definition, openings));
    }
    let default_limit = args.limits.limit()?;
    let limits: Vec<Limit> = engines
        .iter()
        .map(|engine| engine.limit.unwrap_or(default_limit))
        .collect();
    let jobs = n_jobs(args, &engines);
    let processors = if args.affinity {
        processors_for(jobs, &engines)?
    } else {
        Vec::new()
    };
    let wall = seconds(&args.limits.wall).map_err(Stop::Usage)?;
    if wall.is_zero() {
        return Err(Stop::Usage("`--wall` must not be 0".to_owned()));
    }
    let terms = Terms {
        limits: [default_limit; 2],
        margin: Duration::from_millis(args.limits.margin),
        wall,
        max_plies: Some(args.max_plies.max(1)),
        resign: args
            .resign
            .as_deref()
            .map(|text| resign_rule(text, &engines))
            .transpose()?,
        draw: args.draw.as_deref().map(draw_rule).transpose()?,
    };
    let schedule = Schedule {
        players: engines.len(),
        pairing: match args.pairing {
            Meetings::RoundRobin => Pairing::RoundRobin,
            Meetings::Gauntlet => Pairing::Gauntlet,
        },
        variants: variants.len(),
        openings: args.games / 2,
        shard: args.shard.as_deref().map(shard).transpose()?,
    };
    let contest = Contest {
        run: whole_run(args, schedule, &engines, &variants),
        schedule,
        terms_text: terms_text(args, default_limit),
        engines: engines.into_iter().map(Arc::new).collect(),
        limits,
        tags: variants.iter().map(|_| OnceLock::new()).collect(),
        variants,
        openings_text: if args.openings.starts_with("random:") {
            format!("{},balance={}", args.openings, args.balance)
        } else if args.openings.starts_with("pgn:") {
            format!("{},plies={}", args.openings, args.opening_plies)
        } else {
            args.openings.clone()
        },
        seed: args.seed,
        terms,
        jobs,
        processors,
        on_crash: args.on_crash,
        sprt: args.sprt.sprt()?,
        wants_pgn: args.pgn.is_some(),
        compares_moves: args.handshake != Handshake::Off,
    };
    if contest.sprt.is_some() && contest.schedule.meetings().len() != 1 {
        let message = "`--sprt` compares two players, not more";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok((contest, files))
}

/// The attributes of the run that files record, by which `ferz merge` recognizes its parts.
fn whole_run(
    args: &Args,
    schedule: Schedule,
    engines: &[EngineSpec],
    variants: &[(Rules, String, Openings)],
) -> Run {
    let players: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    let variants: Vec<&str> = variants
        .iter()
        .map(|(rules, ..)| rules.word.as_str())
        .collect();
    let pairing = match schedule.pairing {
        Pairing::RoundRobin => "round-robin",
        Pairing::Gauntlet => "gauntlet",
    };
    let settings = [
        ("players", players.join(", ")),
        ("variants", variants.join(", ")),
        ("pairings", pairing.to_owned()),
        ("margins", format!("{} ms", args.limits.margin)),
        ("walls", format!("{} s", args.limits.wall)),
    ];
    Run {
        may_stop: args.sprt.is_given(),
        ..Run::new("match", settings, schedule.n_pairs(), 2)
    }
}

/// The number of concurrent games. In a game only one engine thinks at a time, with all its threads.
fn n_jobs(args: &Args, engines: &[EngineSpec]) -> usize {
    let threads = engines.iter().map(EngineSpec::threads).max().unwrap_or(1);
    let most = (cores() / threads).max(1);
    let jobs = args.jobs.map_or(most, usize::from);
    if jobs > most && !args.affinity {
        let (cores, threads) = (
            report::number(cores(), "processor"),
            report::number(threads, "thread"),
        );
        report::plain_warning(&format!(
            "`--jobs {jobs}`: {cores} for engines of {threads}, so games wait for each other"
        ));
    }
    jobs
}

/// The processors of concurrent games.
fn processors_for(jobs: usize, engines: &[EngineSpec]) -> Result<Vec<usize>, Stop> {
    if let Some(own) = engines.iter().find(|engine| engine.driver().is_none()) {
        let name = &own.name;
        let message = format!(
            "`--affinity` needs engines that are programs, and `{name}` is not: write `cmd=ferz uci`"
        );
        return Err(Stop::Usage(message));
    }
    let all = processors()?;
    if all.len() < jobs {
        let all = report::number(all.len(), "processor");
        let message = format!("`--affinity --jobs {jobs}`: only {all}");
        return Err(Stop::Usage(message));
    }
    Ok(all)
}

/// The common terms, which distinguish rows of different runs.
fn terms_text(args: &Args, limit: Limit) -> String {
    let limit = match limit {
        Limit::Nodes(nodes) => format!("nodes={nodes}"),
        Limit::Depth(depth) => format!("depth={depth}"),
        Limit::MoveTime(time) => format!("st={}", time.as_secs_f64()),
        Limit::Clock { .. } => format!("tc={}", args.limits.tc.as_deref().unwrap_or_default()),
    };
    let rule = |name: &str, rule: &Option<String>| {
        let rule = rule.as_ref();
        rule.map_or(String::new(), |rule| format!(" {name}:{rule}"))
    };
    let (resign, draw) = (rule("resign", &args.resign), rule("draw", &args.draw));
    format!("{limit} max-plies={}{resign}{draw}", args.max_plies)
}

/// The engines, with unique names.
fn engines(descriptions: &[String]) -> Result<Vec<EngineSpec>, Stop> {
    let mut engines: Vec<EngineSpec> = Vec::new();
    for text in descriptions {
        let engine = EngineSpec::parse(text)
            .map_err(|reason| Stop::Usage(format!("`--engine '{text}'`: {reason}")))?;
        if engines.iter().any(|other| other.name == engine.name) {
            let message = format!(
                "two engines are called `{}`; give them names with `name=`",
                engine.name
            );
            return Err(Stop::Usage(message));
        }
        engines.push(engine);
    }
    if engines.len() < 2 {
        let message = "a match needs two players: write `--engine` twice";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok(engines)
}

/// Parses `name=value,name=value`.
fn values(text: &str, known: &[&str]) -> Result<BTreeMap<String, String>, Stop> {
    let mut found = BTreeMap::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let pair = part.trim().split_once('=');
        match pair {
            Some((name, value)) if known.contains(&name) => {
                found.insert(name.to_owned(), value.to_owned());
            }
            _ => {
                let known = known.join("=, ");
                return Err(Stop::Usage(format!("`{part}`: write {known}=")));
            }
        }
    }
    Ok(found)
}

fn number(values: &BTreeMap<String, String>, name: &str, usual: u32) -> Result<u32, Stop> {
    match values.get(name) {
        None => Ok(usual),
        Some(text) => {
            let wrong = |_| Stop::Usage(format!("`{name}={text}` is not a number"));
            text.parse().map_err(wrong)
        }
    }
}

fn resign_rule(text: &str, engines: &[EngineSpec]) -> Result<ResignRule, Stop> {
    let values = values(text, &["count", "score", "both", "p"])?;
    let both = match values.get("both").map(String::as_str) {
        None | Some("false") => false,
        Some("true") => true,
        Some(other) => {
            let message = format!("`both={other}`: write `both=true` or `both=false`");
            return Err(Stop::Usage(message));
        }
    };
    let score = match values.get("p") {
        None => number(&values, "score", 500)?.min(90_000) as i32,
        Some(text) => {
            let refuse = |reason: &str| Stop::Usage(format!("`--resign p={text}`: {reason}"));
            if values.contains_key("score") {
                return Err(refuse("write `p=` or `score=`, not both"));
            }
            if let Some(other) = engines.iter().find(|engine| !engine.is_ours()) {
                let reason = "only scores of our own search are known to mean chances, and";
                return Err(refuse(&format!(
                    "{reason} `{}` is another engine",
                    other.name
                )));
            }
            let chance = text.parse().ok();
            let chance = chance.filter(|chance| (0.5..=MOST_SURE).contains(chance));
            let chance = chance.ok_or_else(|| refuse("write a number from 0.5 to 0.9999"))?;
            centipawns_of_win_probability(chance)
        }
    };
    Ok(ResignRule {
        count: number(&values, "count", 3)?,
        score,
        both,
    })
}

fn draw_rule(text: &str) -> Result<DrawRule, Stop> {
    let values = values(text, &["from", "count", "score"])?;
    Ok(DrawRule {
        from: number(&values, "from", 80)?,
        count: number(&values, "count", 8)?,
        score: number(&values, "score", 10)?.min(90_000) as i32,
    })
}
