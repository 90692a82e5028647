//! Plays all games of a schedule on several threads and stores the results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use super::openings::SharedBook;
use super::player::{Answer, Player, PlayerError};
use super::spec::EngineSpec;
use crate::cli::stop::Stop;
use crate::cli::thinking::SEARCH_STACK;
use crate::referee::driver::Rules;
use crate::referee::statistics::{Histogram, Sprt, Verdict};
use crate::referee::{
    Cause, Ending, GameKey, GameRow, Limit, MatchGame, Openings, Pair, Run, Schedule, Terms,
    VariantTags, write_pgn,
};
use ferz::game::Game;
use ferz::state::Color;

/// The number of consecutive crashes of an engine that ends the run.
const MAX_CRASHES: u32 = 3;

/// The number of positions, in addition to the start, in which the moves of engines are compared with ours.
const COMPARED: u32 = 20;

/// What happens when an engine has ended or does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum OnCrash {
    /// The engine loses the game and is restarted for the next one
    Restart,
    /// The run ends with an error
    Stop,
}

/// A run without its results.
#[derive(Debug)]
pub(in crate::cli) struct Contest {
    pub(in crate::cli) schedule: Schedule,
    /// The attributes of the run that files record.
    pub(in crate::cli) run: Run,
    pub(in crate::cli) engines: Vec<Arc<EngineSpec>>,
    pub(in crate::cli) limits: Vec<Limit>,
    /// The variants with the hashes of their definitions and their openings.
    pub(in crate::cli) variants: Vec<(Rules, String, Openings)>,
    pub(in crate::cli) openings_text: String,
    pub(in crate::cli) seed: u64,
    /// The common terms of all games; limits depend on the player.
    pub(in crate::cli) terms: Terms,
    pub(in crate::cli) terms_text: String,
    pub(in crate::cli) jobs: usize,
    /// The processors for engines, one for each concurrent game; empty for any.
    pub(in crate::cli) processors: Vec<usize>,
    pub(in crate::cli) on_crash: OnCrash,
    pub(in crate::cli) sprt: Option<Sprt>,
    pub(in crate::cli) wants_pgn: bool,
    /// The PGN tags of each variant, made on demand.
    pub(in crate::cli) tags: Vec<OnceLock<VariantTags>>,
    /// Whether the moves of engines are compared with ours before the first game.
    pub(in crate::cli) compares_moves: bool,
}

/// The result of a run.
#[derive(Debug, Default)]
pub(in crate::cli) struct Finish {
    /// The verdict of the test, and the number of pairs.
    pub(in crate::cli) verdict: Option<(Verdict, u64)>,
    /// The engine that failed too often.
    pub(in crate::cli) broken: Option<String>,
    /// The number of openings that exceed the allowed imbalance.
    pub(in crate::cli) uneven: u64,
}

/// Stores a finished game, with its PGN if requested.
pub(in crate::cli) type Keep<'a> = dyn FnMut(&GameRow, Option<&str>) -> Result<(), Stop> + 'a;

/// A message from a thread to the one that stores results.
enum News {
    Game(Box<GameRow>, Option<String>),
    Uneven,
    Broken(String),
    Stopped(Stop),
}

impl Contest {
    /// The key of a game.
    fn key(&self, pair: Pair, half: u8) -> GameKey {
        let (white, black) = players(pair, half);
        let (rules, definition, _) = &self.variants[pair.variant];
        let text = |player: usize| self.engines[player].text.clone();
        GameKey {
            pair: pair.number,
            half,
            opening: pair.opening,
            seed: self.seed,
            openings: self.openings_text.clone(),
            variant: rules.word.clone(),
            definition: definition.clone(),
            white: self.engines[white].name.clone(),
            black: self.engines[black].name.clone(),
            white_engine: text(white),
            black_engine: text(black),
            terms: self.terms_text.clone(),
        }
    }

    /// The keys of all games of the schedule.
    pub(in crate::cli) fn keys(&self) -> impl Iterator<Item = GameKey> + '_ {
        let pairs = self.schedule.pairs();
        pairs.flat_map(|pair| [0, 1].map(|half| self.key(pair, half)))
    }

    /// The games of rows as PGN, each once; rows of other runs are left out.
    pub(in crate::cli) fn written(&self, rows: &[GameRow]) -> Result<String, Stop> {
        let mut ours: BTreeSet<GameKey> = self.keys().collect();
        let mut text = String::new();
        for row in rows {
            let mut all = self.variants.iter().map(|(rules, ..)| rules);
            let place = all.position(|rules| rules.word == row.key.variant);
            let Some(place) = place.filter(|_| ours.remove(&row.key)) else {
                continue;
            };
            let (rules, ..) = &self.variants[place];
            let game = row.replay(&rules.variant).map_err(|reason| {
                let (pair, half) = (row.key.pair + 1, row.key.half + 1);
                Stop::Usage(format!("game {half} of pair {pair} is none: {reason}"))
            })?;
            text.push_str(&write_pgn(row, &game, self.tags_of(place)));
        }
        Ok(text)
    }

    /// The PGN tags of a variant.
    fn tags_of(&self, variant: usize) -> &VariantTags {
        let (rules, ..) = &self.variants[variant];
        self.tags[variant].get_or_init(|| VariantTags::of(&rules.variant))
    }

    fn terms_of(&self, pair: Pair, half: u8) -> Terms {
        let (white, black) = players(pair, half);
        Terms {
            limits: [self.limits[white], self.limits[black]],
            ..self.terms.clone()
        }
    }

    /// Checks that every engine can play every variant before any game, and returns the differences between
    /// their moves and ours.
    pub(in crate::cli) fn rehearse(&self) -> Result<Vec<String>, Stop> {
        let mut differences = Vec::new();
        for (index, spec) in self.engines.iter().enumerate() {
            let mut player = Player::new(Arc::clone(spec), self.terms.wall, None);
            for (rules, _, openings) in &self.variants {
                let opening = openings.opening(&rules.variant, self.seed, 0);
                let opening = opening.map_err(|reason| usage(&rules.word, &reason))?;
                let terms = Terms {
                    limits: [self.limits[index]; 2],
                    ..self.terms.clone()
                };
                let budget = MatchGame::new(opening.game.clone(), terms).budget();
                match player.prepare(rules, &opening.game, &budget) {
                    Err(PlayerError::Unable(reason)) => {
                        let what = format!("{} in `{}`", spec.name, rules.word);
                        return Err(usage(&what, &reason));
                    }
                    // A fault is reported as the result of a game.
                    Err(PlayerError::Fault(..)) => {}
                    Ok(()) if self.compares_moves => {
                        let difference = self.difference(&mut player, rules);
                        let told = difference
                            .map(|reason| format!("{} in `{}`: {reason}", spec.name, rules.word));
                        differences.extend(told);
                    }
                    Ok(()) => {}
                }
            }
            player.part();
        }
        Ok(differences)
    }

    /// The first difference between the moves of an engine and ours, at the start and in random positions.
    fn difference(&self, player: &mut Player, rules: &Rules) -> Option<String> {
        (0..=COMPARED).find_map(|number| {
            let openings = Openings::Random {
                plies: 2 * number,
                balance: None,
            };
            let opening = openings.opening(&rules.variant, self.seed, u64::from(number));
            player.compare_moves(&opening.ok()?.game)
        })
    }
}

fn usage(what: &str, reason: &str) -> Stop {
    Stop::Usage(format!("{what}: {reason}"))
}

/// The players with White and Black.
fn players(pair: Pair, half: u8) -> (usize, usize) {
    if half == 0 {
        (pair.first, pair.second)
    } else {
        (pair.second, pair.first)
    }
}

/// Plays the games that are not in `known`. Each new game is passed to `keep`, with its PGN.
pub(in crate::cli) fn run(
    contest: &Contest,
    known: &BTreeMap<GameKey, f64>,
    keep: &mut Keep<'_>,
) -> Result<Finish, Stop> {
    let mut referee = Referee {
        contest,
        known: known.clone(),
        waiting: contest.schedule.pairs().collect(),
        next: 0,
        pairs: Histogram::pairs(),
        finish: Finish::default(),
    };
    referee.test();
    if referee.finish.verdict.is_some() {
        return Ok(referee.finish);
    }
    let is_over = AtomicBool::new(false);
    let pairs = Mutex::new(contest.schedule.pairs());
    let books = contest
        .variants
        .iter()
        .map(|(rules, _, openings)| SharedBook::new(&rules.variant, openings, contest.seed));
    let books: Vec<SharedBook<'_>> = books.collect();
    let crashes: Vec<AtomicU32> = contest.engines.iter().map(|_| AtomicU32::new(0)).collect();
    let (sender, news) = mpsc::channel();
    let mut result = Ok(());
    thread::scope(|scope| {
        for job in 0..contest.jobs.max(1) {
            let sender = sender.clone();
            let worker = Worker {
                contest,
                known,
                is_over: &is_over,
                books: &books,
                crashes: &crashes,
                news: sender.clone(),
                processor: contest.processors.get(job).copied(),
            };
            let next = || pairs.lock().ok().and_then(|mut pairs| pairs.next());
            let builder = thread::Builder::new().stack_size(SEARCH_STACK);
            let begun = builder.spawn_scoped(scope, move || worker.work(next));
            if let Err(error) = begun {
                let _ = sender.send(News::Stopped(Stop::Output(error)));
            }
        }
        drop(sender);
        for one in news {
            let taken = referee.take(one, keep);
            let is_decided = referee.finish.verdict.is_some() || referee.finish.broken.is_some();
            if is_decided || taken.is_err() {
                is_over.store(true, Ordering::Relaxed);
            }
            if result.is_ok() {
                result = taken;
            }
        }
    });
    result.map(|()| referee.finish)
}

/// Collects the games of the threads in any order.
struct Referee<'a> {
    contest: &'a Contest,
    known: BTreeMap<GameKey, f64>,
    waiting: Vec<Pair>,
    /// The index of the first pair that the test has not seen.
    next: usize,
    pairs: Histogram,
    finish: Finish,
}

impl Referee<'_> {
    fn take(&mut self, news: News, keep: &mut Keep<'_>) -> Result<(), Stop> {
        match news {
            News::Game(row, pgn) => {
                keep(&row, pgn.as_deref())?;
                self.known.insert(row.key.clone(), row.first_score());
                self.test();
            }
            News::Uneven => self.finish.uneven += 1,
            News::Broken(name) => self.finish.broken = Some(name),
            News::Stopped(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Passes pairs to the test in the order of the schedule, so that it stops at the same pair regardless of
    /// the speed of threads.
    fn test(&mut self) {
        let Some(sprt) = self.contest.sprt else {
            return;
        };
        while self.finish.verdict.is_none()
            && let Some(pair) = self.waiting.get(self.next)
            && let [Some(first), Some(second)] =
                [0, 1].map(|half| self.known.get(&self.contest.key(*pair, half)))
        {
            self.pairs.add(f64::midpoint(*first, *second));
            self.next += 1;
            let verdict = sprt.verdict(&self.pairs);
            if verdict != Verdict::Open {
                self.finish.verdict = Some((verdict, self.pairs.units()));
            }
        }
    }
}

/// A thread that plays games.
struct Worker<'a> {
    contest: &'a Contest,
    known: &'a BTreeMap<GameKey, f64>,
    is_over: &'a AtomicBool,
    /// The openings of each variant, shared by all threads.
    books: &'a [SharedBook<'a>],
    /// The number of consecutive crashes of each player's engine.
    crashes: &'a [AtomicU32],
    news: Sender<News>,
    processor: Option<usize>,
}

impl Worker<'_> {
    fn work(&self, next: impl Fn() -> Option<Pair>) {
        let contest = self.contest;
        let mut players: Vec<Player> = contest
            .engines
            .iter()
            .map(|spec| Player::new(Arc::clone(spec), contest.terms.wall, self.processor))
            .collect();
        while let Some(pair) = next() {
            if !self.play_pair(pair, &mut players) {
                break;
            }
        }
        for player in players {
            player.part();
        }
    }

    /// Plays the games of a pair; `false` if the run is over.
    fn play_pair(&self, pair: Pair, players: &mut [Player]) -> bool {
        let contest = self.contest;
        let (rules, ..) = &contest.variants[pair.variant];
        let mut opening: Option<Game> = None;
        for half in 0..2 {
            if self.is_over.load(Ordering::Relaxed) {
                return false;
            }
            let key = contest.key(pair, half);
            if self.known.contains_key(&key) {
                continue;
            }
            if opening.is_none() {
                match self.books[pair.variant].opening(pair.opening) {
                    Ok(found) => {
                        if found.imbalance.is_some() {
                            self.tell(News::Uneven);
                        }
                        opening = Some(found.game);
                    }
                    Err(reason) => {
                        self.tell(News::Stopped(usage(&rules.word, &reason)));
                        return false;
                    }
                }
            }
            let Some(opening) = &opening else {
                return false;
            };
            let (white, black) = players_of(players, pair, half);
            let mut game = MatchGame::new(opening.clone(), contest.terms_of(pair, half));
            if let Err(reason) = play(&mut game, rules, white, black) {
                self.tell(News::Stopped(usage(&rules.word, &reason)));
                return false;
            }
            let Some(ending) = game.ending().cloned() else {
                return false;
            };
            let row = GameRow {
                run: Some(contest.run.clone()),
                ..GameRow::of_game(key, &game, opening.moves().len(), &ending)
            };
            let row = row.with_notes(&game, today());
            let pgn = (contest.wants_pgn)
                .then(|| write_pgn(&row, game.game(), contest.tags_of(pair.variant)));
            let crashed = crashed_player(pair, half, &ending);
            self.tell(News::Game(Box::new(row), pgn));
            for player in [pair.first, pair.second] {
                if self.has_broken(player, crashed == Some(player)) {
                    self.tell(News::Broken(contest.engines[player].name.clone()));
                    return false;
                }
            }
        }
        true
    }

    /// Counts the consecutive crashes of a player's engine on all threads; returns whether the limit is
    /// reached.
    fn has_broken(&self, player: usize, has_crashed: bool) -> bool {
        let count = &self.crashes[player];
        if !has_crashed {
            count.store(0, Ordering::Relaxed);
            return false;
        }
        let enough = match self.contest.on_crash {
            OnCrash::Restart => MAX_CRASHES,
            OnCrash::Stop => 1,
        };
        count.fetch_add(1, Ordering::Relaxed) + 1 >= enough
    }

    fn tell(&self, news: News) {
        let _ = self.news.send(news);
    }
}

/// White and Black of a game.
fn players_of(players: &mut [Player], pair: Pair, half: u8) -> (&mut Player, &mut Player) {
    // In a pair the first player has the smaller index.
    let (front, back) = players.split_at_mut(pair.second);
    let (first, second) = (&mut front[pair.first], &mut back[0]);
    if half == 0 {
        (first, second)
    } else {
        (second, first)
    }
}

/// The player whose engine crashed in the game.
fn crashed_player(pair: Pair, half: u8, ending: &Ending) -> Option<usize> {
    let is_crash = matches!(ending.cause, Cause::Disconnect | Cause::Stall);
    let (white, black) = players(pair, half);
    let loser = if ending.white < ending.black {
        white
    } else {
        black
    };
    is_crash.then_some(loser)
}

/// Plays a game to its end.
///
/// # Errors
/// A message, if an engine cannot play it at all.
fn play(
    game: &mut MatchGame,
    rules: &Rules,
    white: &mut Player,
    black: &mut Player,
) -> Result<(), String> {
    for (side, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        match player.prepare(rules, game.game(), &game.budget_of(side)) {
            Ok(()) => {}
            Err(PlayerError::Fault(cause, details)) => game.lose(side, cause, details),
            Err(PlayerError::Unable(reason)) => return Err(reason),
        }
    }
    while game.ending().is_none() {
        let side = game.turn();
        let player = match side {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        match player.think(game.game(), &game.budget()) {
            Answer::Moves {
                mv,
                thought,
                elapsed,
            } => game.make(&mv, elapsed, thought),
            Answer::Oversteps => game.lose_on_time(game.budget().deadline),
            Answer::Fails(cause, details) => game.lose(side, cause, details),
            Answer::Claims { white, words } => game.claim(white, &words),
        }
    }
    if let Some(ending) = game.ending() {
        let result = if ending.white > ending.black {
            "1-0"
        } else if ending.white < ending.black {
            "0-1"
        } else {
            "1/2-1/2"
        };
        let result = format!("{result} {{{}}}", ending.cause);
        white.conclude(&result);
        black.conclude(&result);
    }
    Ok(())
}

/// The current date in UTC.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    date(now.unwrap_or_default().as_secs() / (24 * 60 * 60))
}

/// The date as in PGN (`2026.11.27`), a number of days after the first of January 1970.
fn date(mut days: u64) -> String {
    let leap_day = |year: u64| {
        let is_century = year.is_multiple_of(100);
        u64::from(year.is_multiple_of(if is_century { 400 } else { 4 }))
    };
    let mut year = 1970;
    while days >= 365 + leap_day(year) {
        days -= 365 + leap_day(year);
        year += 1;
    }
    let february = 28 + leap_day(year);
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_those_of_calendars() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (20_784, "2026.11.27"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
