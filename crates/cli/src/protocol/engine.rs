//! The engine state that all protocols share: variants, options, game and searcher.

use std::sync::Arc;
use std::time::Duration;

use super::action::LoadedFile;
use super::job::{Helper, Helpers, Job, Signals, Work};
use super::library::{Library, said, tuning};
use super::options::{Kind, OptionSpec, Values};
use ferz::eval::{Evaluation, Tuning};
use ferz::game::{Game, Position, Variant};
use ferz::search::{Limits, Searcher};
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Move, Role};

/// The variant, the game and the searcher of an engine.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) library: Library,
    pub(super) values: Values,
    /// The name by which the variant was chosen.
    pub(super) name: String,
    pub(super) variant: Variant,
    pub(super) game: Game,
    /// The purpose of the files that were requested.
    awaited: Awaited,
    chosen: Chosen,
    /// `None` before the first use and during a search.
    searcher: Option<Box<Searcher>>,
    /// Whether the unit of scores has been reported.
    has_said_unit: bool,
    /// A shortage of memory that has not been reported yet.
    shortage: Option<Diagnostic>,
}

/// The purpose of requested files.
#[derive(Debug, Default)]
enum Awaited {
    /// Their variants replace those of earlier files.
    #[default]
    Variants,
    /// A variant of the file is chosen, with the settings after its name.
    Variant { query: Option<String> },
    /// The evaluation of the variant.
    Evaluation,
}

/// The effect of loading files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loaded {
    Evaluation,
    /// The set of variants has changed.
    Variants,
    /// The set of variants has changed, and one of them is chosen.
    Variant,
}

/// The evaluation that the option selects.
#[derive(Debug)]
enum Chosen {
    /// The evaluation file next to the definition, else the built-in evaluation.
    Usual,
    Derived,
    /// An evaluation file for the variant with this name.
    File(String, Arc<Tuning>),
}

/// The effect of setting an option.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Consequence {
    Nothing,
    /// These files must be read first.
    Load(Vec<String>),
    /// The variant has changed.
    Variant,
    /// The castling rules of the variant have changed, and the game is at its start.
    SameVariant,
}

impl Engine {
    /// An engine that plays chess.
    pub(super) fn new() -> Engine {
        let library = Library::new();
        // Chess is built in.
        let variant = match library.variant("chess") {
            Ok(variant) => variant,
            Err(fault) => unreachable!("{}", fault.message),
        };
        Engine {
            library,
            values: Values::default(),
            name: "chess".to_owned(),
            game: Game::new(variant.start()),
            variant,
            awaited: Awaited::default(),
            chosen: Chosen::Usual,
            searcher: None,
            has_said_unit: false,
            shortage: None,
        }
    }

    /// Resets the library to the built-ins, and the game to chess.
    pub(super) fn begin_anew(&mut self) {
        let Engine {
            library,
            name,
            variant,
            ..
        } = Engine::new();
        self.library = library;
        self.play_variant(&name, variant);
    }

    /// Sets an option.
    pub(super) fn set(
        &mut self,
        offer: OptionSpec,
        value: &str,
    ) -> Result<Consequence, Diagnostic> {
        match offer.kind {
            Kind::Variant => {
                let word = value.trim();
                let Err(unknown) = self.choose(word) else {
                    return Ok(Consequence::Variant);
                };
                let is_file = unknown.code == codes::UNKNOWN_NAME && word.contains(['.', '/', '#']);
                if !is_file {
                    return Err(unknown);
                }
                let (file, query) = match word.rsplit_once('?') {
                    Some((file, query)) => (file, Some(query.to_owned())),
                    None => (word, None),
                };
                self.awaited = Awaited::Variant { query };
                Ok(Consequence::Load(vec![file.to_owned()]))
            }
            Kind::Text => {
                self.awaited = Awaited::Variants;
                Ok(Consequence::Load(paths(value.trim())))
            }
            Kind::Evaluation => Ok(self.evaluate_by(value.trim())),
            Kind::Button => {
                self.forget();
                Ok(Consequence::Nothing)
            }
            Kind::Number(..) | Kind::Flag(_) | Kind::Words(_) => {
                let was_960 = self.values.chess960;
                let mut values = self.values.clone();
                values.set(offer, value)?;
                self.values = values;
                if self.values.chess960 == was_960 {
                    return Ok(Consequence::Nothing);
                }
                let name = self.name.clone();
                let chosen = self.choose(&name);
                if chosen.is_err() {
                    self.values.chess960 = was_960;
                }
                chosen.map(|()| Consequence::SameVariant)
            }
        }
    }

    /// Selects a variant and starts a game; does not change anything if the variant cannot be played.
    pub(super) fn choose(&mut self, name: &str) -> Result<(), Diagnostic> {
        let variant = self.library.variant(name)?;
        let free = variant.with_any_files().filter(|_| self.values.chess960);
        let variant = free.cloned().unwrap_or(variant);
        self.play_variant(name, variant);
        Ok(())
    }

    /// Starts a game of a variant.
    pub(super) fn play_variant(&mut self, name: &str, variant: Variant) {
        name.clone_into(&mut self.name);
        self.game = Game::new(variant.start());
        self.variant = variant;
        self.searcher = None;
        self.take_evaluation();
        self.has_said_unit = false;
    }

    /// Applies the selected evaluation; that of a file is used for its own variant only.
    fn take_evaluation(&mut self) {
        let name = &self.variant.def().name;
        self.values.evaluation = match &self.chosen {
            Chosen::Derived => Evaluation::Derived,
            Chosen::File(of, tuning) if of == name => Evaluation::Tuned(Arc::clone(tuning)),
            Chosen::Usual | Chosen::File(..) => {
                let beside = self.library.tuning(name);
                beside.map_or(Evaluation::Builtin, Evaluation::Tuned)
            }
        };
    }

    /// Loads files: definitions replace those of earlier files, unless one of their variants is chosen; an
    /// evaluation file applies to the variant.
    pub(super) fn load(&mut self, files: &[LoadedFile]) -> Result<Loaded, Vec<String>> {
        match std::mem::take(&mut self.awaited) {
            Awaited::Variants => {
                self.library = Library::of_files(files)?;
                Ok(Loaded::Variants)
            }
            Awaited::Variant { query } => {
                let mut library = self.library.clone();
                let Some(file) = files.first() else {
                    return Ok(Loaded::Variants);
                };
                let mut word = library.add_first(file)?;
                if let Some(query) = query {
                    word = format!("{word}?{query}");
                }
                let earlier = std::mem::replace(&mut self.library, library);
                self.choose(&word).map_err(|fault| {
                    self.library = earlier;
                    vec![said(&fault)]
                })?;
                Ok(Loaded::Variant)
            }
            Awaited::Evaluation => {
                for file in files {
                    let tuning = tuning(file, self.variant.def());
                    let tuning = tuning.map_err(|found| found.iter().map(said).collect::<Vec<_>>());
                    let tuning = Arc::new(tuning?);
                    self.chosen = Chosen::File(self.variant.def().name.clone(), tuning);
                }
                self.take_evaluation();
                Ok(Loaded::Evaluation)
            }
        }
    }

    /// Selects an evaluation by its name, or requests its file.
    fn evaluate_by(&mut self, value: &str) -> Consequence {
        self.chosen = match value {
            "" | "<empty>" => Chosen::Usual,
            "derived" => Chosen::Derived,
            path => {
                self.awaited = Awaited::Evaluation;
                return Consequence::Load(vec![path.to_owned()]);
            }
        };
        self.take_evaluation();
        Consequence::Nothing
    }

    /// Prepares everything that the first search needs.
    pub(super) fn prepare(&mut self) {
        let _ = self.position().legal_moves();
        let searcher = self.take_searcher();
        self.searcher = Some(searcher);
    }

    /// Clears the results of earlier searches.
    pub(super) fn forget(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn take_searcher(&mut self) -> Box<Searcher> {
        let options = self.values.search_options();
        let searcher = match self.searcher.take() {
            Some(mut searcher) => {
                searcher.set_options(options);
                searcher
            }
            None => Box::new(Searcher::new(&self.variant, options)),
        };
        let (wanted, got) = (self.values.hash, searcher.options().table_mib as u64);
        if got < wanted {
            self.values.hash = got;
            self.shortage = Some(shortage(
                "Hash",
                wanted,
                &format!("memory is available for {got}"),
            ));
        }
        searcher
    }

    /// The shortage of memory, once.
    pub(super) fn take_shortage(&mut self) -> Option<Diagnostic> {
        self.shortage.take()
    }

    /// A report that only `searching` threads run. From now on no more are requested.
    pub(super) fn fewer_threads(&mut self, searching: usize) -> Diagnostic {
        let wanted = self.values.threads;
        self.values.threads = searching.max(1) as u64;
        let given = match searching {
            0 => "the system gives no memory, so nothing is searched".to_owned(),
            _ => format!("the system gives {searching}"),
        };
        shortage("Threads", wanted, &given)
    }

    /// The static evaluation of the position for the side to move.
    pub(super) fn evaluate(&mut self) -> i32 {
        let searcher = self.take_searcher();
        let worth = searcher.evaluate(self.position());
        self.searcher = Some(searcher);
        worth
    }

    /// The piece type whose value is 100 in scores, reported once for each variant.
    pub(super) fn new_unit(&mut self) -> Option<String> {
        if std::mem::replace(&mut self.has_said_unit, true) {
            return None;
        }
        let searcher = self.take_searcher();
        let worth = |role: &Role| Some(searcher.worth(*role)).filter(|worth| *worth > 0);
        let priced = self.variant.roles().filter(|role| worth(role).is_some());
        let least = priced.min_by_key(|role| worth(role));
        self.searcher = Some(searcher);
        least.map(|role| self.variant.role_name(role).to_owned())
    }

    /// The current game without draws that a player must claim: until then the engine can be asked for moves.
    pub(super) fn open_game(&self) -> Game {
        let mut game = self.game.clone();
        game.waive_claims();
        game
    }

    /// A search of the current game.
    pub(super) fn search(&mut self, limits: Limits, signals: Signals) -> Job {
        let searcher = self.take_searcher();
        let game = self.open_game();
        let wanted = self.values.threads as usize - 1;
        let helper = |_| Helper::of(&searcher, &game, &limits, &signals);
        let helpers = Helpers {
            wanted,
            list: (0..wanted).map_while(helper).collect(),
        };
        Job {
            helpers,
            work: Work::Search {
                searcher,
                game: Box::new(game),
                limits,
            },
            signals,
        }
    }

    /// Keeps the searcher after a search, unless the variant has changed.
    pub(super) fn keep(&mut self, searcher: Box<Searcher>) {
        let same = std::ptr::eq(searcher.variant().def(), self.variant.def());
        if same {
            self.searcher = Some(searcher);
        }
    }

    /// The time reserved for sending a move.
    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.values.overhead)
    }

    /// The current position.
    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// The first legal move among these, or of all if the list is empty: the fallback if a search was stopped
    /// early.
    pub(super) fn first_move(&self, limits: &[Move]) -> Option<Move> {
        let mut moves = self.position().legal_moves().into_iter();
        moves.find(|mv| limits.is_empty() || limits.contains(mv))
    }
}

/// The error that the system cannot provide the value of an option.
fn shortage(option: &str, wanted: u64, given: &str) -> Diagnostic {
    let message = format!("{option} cannot be {wanted}: {given}");
    Diagnostic::new(codes::BAD_OPTION, Span::default(), message)
        .with_help("set it lower, or give the program more memory")
}

/// The files of a `VariantPath`, separated as in `PATH`: by `:`, or by `;` on Windows.
fn paths(value: &str) -> Vec<String> {
    let value = if value == "<empty>" { "" } else { value };
    let separator = if cfg!(windows) { ';' } else { ':' };
    let parts = value.split(separator).map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}
