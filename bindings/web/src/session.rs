//! The session state between requests: a definition, a variant, and a game.

use serde_json::{Value, json};

use ferz::definition::{Shape, VariantDef};
use ferz::formats::{self, Catalog, Format, write};
use ferz::game::{Outcome, Position, Variant, select};
use ferz::geometry::Square;
use ferz::notation::{
    Claims, MoveStyle, PgnLimits, Replay, Variations, read_pgn, result_text, write_record,
};
use ferz::source::{Code, Diagnostic, Span, codes};
use ferz::state::{Color, Move, Piece, Role};
use ferz_designer::authoring::format_toml;
use ferz_designer::input::{
    Answer as InputAnswer, ClickEffect, Event as InputEvent, Input, Origin, SquareClick,
};

use crate::editor::Editor;
use crate::engine::Engine;
use crate::request::{Answer, Decision, Event, GameForm, Open, Refusal, Request};
use crate::sessions::{VariantCache, rows};
use crate::tree::{Tree, side};
use crate::{board, findings, games, pieces, position, reasons, turn, workbench};

/// A variant with the parameters by which the page selected it.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) variant: Variant,
    /// Values of its settings.
    query: Option<String>,
}

/// The state of a session.
#[derive(Default)]
pub(crate) struct Session {
    /// Created when the user edits the definition.
    editor: Option<Editor>,
    loaded: Option<Loaded>,
    play: Option<Play>,
    engine: Engine,
}

/// A game, and the move that is being entered.
pub(crate) struct Play {
    pub(crate) tree: Tree,
    /// Created on demand.
    input: Option<Input>,
}

impl Play {
    fn new(position: Position) -> Play {
        Play {
            tree: Tree::new(position),
            input: None,
        }
    }

    /// The entry of a move in the current position.
    fn input(&mut self) -> &mut Input {
        let position = self.tree.game().position();
        self.input.get_or_insert_with(|| Input::new(position))
    }

    /// Resets move entry to the current position.
    fn renew(&mut self) {
        self.input = None;
    }
}

impl Session {
    pub(crate) fn answer(&mut self, request: Request, cache: &mut VariantCache) -> Answer {
        match request {
            // Requests of features that are left out are not linked.
            Request::Check { .. }
            | Request::Rewrite { .. }
            | Request::Shapes
            | Request::Bench(_)
            | Request::Change { .. }
            | Request::Format { .. }
            | Request::Lsp { .. }
                if !cfg!(feature = "authoring") =>
            {
                Err(Refusal::left_out("help for editors"))
            }
            Request::Board { .. }
            | Request::View
            | Request::Enter(_)
            | Request::Goto { .. }
            | Request::Remove { .. }
            | Request::Shift { .. }
            | Request::Decide { .. }
            | Request::Edit(_)
            | Request::Read { .. }
            | Request::Picture(_)
            | Request::Pictures(_)
            | Request::Rules { .. }
            | Request::Pieces
            | Request::Moves(_)
            | Request::Notation { .. }
            | Request::Compose { .. }
            | Request::Convert { .. }
            | Request::Explain { .. }
                if !cfg!(feature = "board") =>
            {
                Err(Refusal::left_out("boards, pictures, words and exports"))
            }
            Request::Evaluation(_)
            | Request::Think(..)
            | Request::GoOn { .. }
            | Request::EndSearch
                if !cfg!(feature = "search") =>
            {
                Err(Refusal::left_out("the engine"))
            }
            Request::Names => Ok(Catalog::builtin().names().collect()),
            Request::Builtins => Ok(builtins()),
            Request::Open(open) => Ok(self.open(&open, cache)),
            Request::Definition { text } => Ok(findings::definition(&text)),
            Request::State => Ok(position::state(&self.play()?.tree)),
            Request::Placement => Ok(position::placement(self.play()?.tree.game().position())),
            Request::Legal { form } => position::legal(self.play()?.tree.game().position(), form),
            Request::Describe { text } => {
                position::describe(self.play()?.tree.game().position(), &text)
            }
            Request::MayWin { side } => {
                let position = self.play()?.tree.game().position();
                Ok(json!(position.may_win(side.color())))
            }
            Request::Play { moves, san } => {
                let play = self.play()?;
                position::play(&mut play.tree, &moves, san)?;
                play.renew();
                Ok(Value::Null)
            }
            Request::Undo => {
                let play = self.play()?;
                let text = play.tree.undo();
                play.renew();
                let text = text.ok_or_else(|| Refusal::new("there is no move to take back"))?;
                Ok(json!(text))
            }
            Request::San { moves } => position::line(self.play()?.tree.game().position(), &moves),
            Request::Perft { depth } => position::perft(self.play()?.tree.game().position(), depth),
            Request::Text => Ok(position::text(self.play()?.tree.game())),
            Request::CheckFen { fen } => {
                let found = self.variant()?.read_fen(&fen).diagnostics;
                Ok(findings::list(&found, &fen))
            }
            Request::ReadGames { text, definitions } => Ok(games::read(&text, &definitions, cache)),
            Request::View => self.view(),
            Request::Enter(event) => self.enter(&event),
            Request::Goto { node } => {
                let play = self.play()?;
                if !play.tree.goto(node) {
                    return Err(Refusal::new("there is no such move"));
                }
                play.renew();
                self.view()
            }
            Request::Remove { node } => {
                let play = self.play()?;
                if !play.tree.remove(node) {
                    return Err(Refusal::new("there is no such move"));
                }
                play.renew();
                self.view()
            }
            Request::Shift { node, to } => {
                if !self.play()?.tree.shift(node, to) {
                    return Err(Refusal::new("this line stands there already"));
                }
                self.view()
            }
            Request::Decide { decision } => {
                let game = self.play()?.tree.game_mut();
                match decision {
                    Decision::WhiteResigns => game.resign(Color::White),
                    Decision::BlackResigns => game.resign(Color::Black),
                    Decision::Draw => game
                        .agree(0.5)
                        .map_err(|error| Refusal::new(&error.to_string()))?,
                }
                self.view()
            }
            Request::Fen { fen } => {
                let position = self.variant()?.parse_fen(fen.trim())?;
                self.play = Some(Play::new(position));
                self.shown()
            }
            Request::Edit(edit) => {
                let position = edit.of(self.play()?.tree.game().position())?;
                self.play = Some(Play::new(position));
                self.view()
            }
            Request::Write { form, tags } => {
                let name = self.name()?;
                let tree = &self.play()?.tree;
                Ok(json!({ "text": match form {
                    GameForm::Pgn => tree.to_pgn(&name, &tags)?,
                    GameForm::Record => write_record(tree.game(), &name),
                }}))
            }
            Request::Read { text } => self.read(&text),
            Request::Pieces => Ok(pieces::list(self.variant()?)),
            Request::Compose { leaps, slides } => pieces::compose(&leaps, &slides),
            Request::Convert { text, variant, to } => {
                let open = Open {
                    text,
                    variant,
                    ..Open::default()
                };
                convert(&open, &to, cache)
            }
            Request::Explain { code } => {
                let code = Code::parse(&code).ok_or_else(|| Refusal::new("no such code"))?;
                Ok(json!({ "title": code.title(), "text": code.explanation() }))
            }
            Request::Rules { theme } => {
                let variant = self.variant()?;
                Ok(pieces::rules(variant, &board::named(&theme)))
            }
            Request::Notation { betza, theme } => pieces::notation(&betza, &board::named(&theme)),
            Request::Board {
                theme,
                below,
                colors,
                pieces,
            } => {
                let theme = board::colored(&theme, &colors)?;
                let theme = board::styled(theme, pieces.as_deref())?;
                Ok(board::board(self.variant()?, below.color(), &theme))
            }
            Request::Picture(picture) => {
                let position = self.play()?.tree.game().position();
                Ok(json!({ "svg": board::picture(position, &picture)? }))
            }
            Request::Pictures(picture) => board::pictures(self.play()?.tree.game(), &picture),
            Request::Moves(moves) => pieces::moves(self.variant()?, &moves),
            Request::Check { text } => Ok(json!({
                "format": Format::recognize(&text).map(Format::as_str),
                "findings": self.editor().check(&text),
            })),
            Request::Rewrite {
                text,
                variant,
                piece,
                betza,
            } => {
                let known = || self.variant().ok().map(|one| one.def().name.clone());
                let variant = variant.or_else(known).unwrap_or_default();
                workbench::rewrite(&text, &variant, &piece, &betza)
            }
            Request::Shapes => Ok(json!(
                Shape::ALL
                    .iter()
                    .map(|shape| shape.name())
                    .collect::<Vec<_>>()
            )),
            Request::Bench(bench) => workbench::show(&bench, cache),
            Request::Change {
                text,
                variant,
                change,
            } => workbench::change(&text, variant, &change, cache),
            Request::Format { text } => match format_toml(&text) {
                Ok(text) => Ok(json!({ "text": text })),
                Err(findings) => Err(Refusal::from(findings)),
            },
            Request::Lsp { message, theme } => self.editor().lsp(message, &theme),
            Request::Evaluation(game) => self.engine.evaluation(&game),
            Request::Think(game, think) => self.engine.think(&game, &think),
            Request::GoOn { slice } => self.engine.go_on(Some(slice)),
            Request::EndSearch => self.engine.end(),
            // `Sessions` closes the session.
            Request::Close => Ok(Value::Null),
        }
    }

    fn open(&mut self, open: &Open, cache: &mut VariantCache) -> Value {
        let mut said = json!({ "format": null, "findings": [], "variants": [], "variant": null });
        if let Some(text) = &open.text {
            said["format"] = json!(Format::recognize(text).map(Format::as_str));
            if cfg!(feature = "authoring") && !open.unchecked {
                said["findings"] = self.editor().check(text);
            }
        }
        let loaded = match cache.load(open) {
            Ok((loaded, variants)) => {
                said["variants"] = variants;
                loaded
            }
            Err((refusal, variants)) => {
                said["variants"] = variants;
                said["refusal"] = refusal.to_json();
                return said;
            }
        };
        let (position, refusal) = begin(&loaded.variant, open.fen.as_deref());
        if let Some(refusal) = refusal {
            said["refusal"] = refusal.to_json();
        }
        let def = loaded.variant.def();
        said["variant"] = json!(def.name);
        said["title"] = json!(title(def));
        said["source"] = json!(def.source);
        said["options"] = options(def);
        let mut play = Play::new(position);
        for text in &open.moves {
            match play.tree.game().position().parse_move(text) {
                Ok(mv) => play.tree.play(&mv),
                Err(finding) => {
                    said["refusal"] = Refusal::from(&finding).to_json();
                    break;
                }
            }
        }
        play.renew();
        self.play = Some(play);
        self.loaded = Some(loaded);
        said["view"] = self.shown().unwrap_or_default();
        said
    }

    fn editor(&mut self) -> &mut Editor {
        self.editor.get_or_insert_default()
    }

    fn variant(&self) -> Result<&Variant, Refusal> {
        let loaded = self.loaded.as_ref();
        loaded
            .map(|loaded| &loaded.variant)
            .ok_or_else(|| Refusal::new("there is no variant yet"))
    }

    /// The variant name for records.
    fn name(&self) -> Result<String, Refusal> {
        let name = &self.variant()?.def().name;
        let query = self
            .loaded
            .as_ref()
            .and_then(|loaded| loaded.query.as_ref());
        Ok(query.map_or_else(|| name.clone(), |query| format!("{name}?{query}")))
    }

    fn play(&mut self) -> Result<&mut Play, Refusal> {
        self.play
            .as_mut()
            .ok_or_else(|| Refusal::new("there is no game yet"))
    }

    /// The view, in builds that have boards.
    fn shown(&mut self) -> Answer {
        if cfg!(feature = "board") {
            self.view()
        } else {
            Ok(Value::Null)
        }
    }

    fn view(&mut self) -> Answer {
        let play = self.play()?;
        let input = board::input(play.input());
        let game = play.tree.game();
        let mut view = board::position(game, play.tree.last());
        view["input"] = input;
        view["line"] = play.tree.to_json();
        view["moves"] = json!(play.tree.moves());
        view["start"] = json!(play.tree.start());
        view["over"] = ending(&game.outcome());
        view["turnPart"] = turn::part(game);
        Ok(view)
    }

    fn enter(&mut self, event: &Event) -> Answer {
        let play = self.play()?;
        let over = play.tree.game().outcome().is_over();
        let variant = play.tree.game().position().variant().clone();
        let square = |number: u16| {
            let square = Square::new(number);
            let exists =
                usize::from(number) < variant.shape().area() && variant.shape().exists(square);
            exists
                .then_some(square)
                .ok_or_else(|| Refusal::new("there is no such square"))
        };
        if over && !matches!(event, Event::Back | Event::Cancel) {
            return Err(Refusal::new("the game is over"));
        }
        let input = play.input();
        let before = input.view().origin;
        let said = match event {
            Event::Square { square: number } => input.enter(&InputEvent::Square(square(*number)?)),
            Event::Lift { square: number } => input.lift(square(*number)?),
            Event::Put { square: number } => put(input, square(*number)?),
            Event::Hand { kind } => input.enter(&InputEvent::Hand(piece(&variant, kind)?)),
            Event::Pass => input.enter(&InputEvent::Pass),
            Event::Choice { index } => input.enter(&InputEvent::Choice(*index)),
            Event::Text { text } => input.enter(&InputEvent::Text(text.clone())),
            Event::Back => input.enter(&InputEvent::Back),
            Event::Cancel => input.enter(&InputEvent::Cancel),
        };
        match said {
            InputAnswer::Done(mv) => {
                play.tree.play(&mv);
                play.renew();
                let mut view = self.view()?;
                view["made"] = json!(true);
                Ok(view)
            }
            InputAnswer::Refused(finding) => {
                let position = play.tree.game().position();
                match event {
                    Event::Square { square } | Event::Lift { square } => {
                        let reason = reasons::no_beginning(position, Square::new(*square));
                        Err(Refusal::new(&reason))
                    }
                    _ => Err(Refusal::from(&*finding)),
                }
            }
            InputAnswer::Cleared => {
                let reason = cleared(play.tree.game().position(), before, event);
                let mut view = self.view()?;
                if let Some(reason) = reason {
                    view["refusal"] = Refusal::new(&reason).to_json();
                }
                Ok(view)
            }
            InputAnswer::Open => self.view(),
        }
    }

    fn read(&mut self, text: &str) -> Answer {
        let variant = self.variant()?.clone();
        let mut pgn = read_pgn(text, PgnLimits::default());
        let replay = Replay {
            variations: Variations::Played,
            style: MoveStyle::San,
            claims: Claims::Explained,
        };
        let played = pgn.value.replay(&variant, replay);
        let mut findings = pgn.diagnostics;
        findings.extend(played.diagnostics);
        let Some(game) = played.value else {
            return Err(Refusal::from(findings));
        };
        let mut play = Play::new(game.beginning());
        let moves: Vec<Move> = game.moves().cloned().collect();
        play.tree.play_line(&moves, &pgn.value.line);
        play.renew();
        self.play = Some(play);
        let mut view = self.view()?;
        if let Some(finding) = findings.iter().find(|one| one.is_error()) {
            view["refusal"] = Refusal::from(finding).to_json();
        }
        Ok(view)
    }
}

/// Puts a lifted piece down. A square that would begin another move is no target.
fn put(input: &mut Input, square: Square) -> InputAnswer {
    let view = input.view();
    let begins = |click: &&SquareClick| click.square == square && click.deed == ClickEffect::Begin;
    if view.origin.is_some() && view.squares.iter().any(|click| begins(&click)) {
        return input.enter(&InputEvent::Cancel);
    }
    input.put(square)
}

/// The reason why a click or a drag ended the entry of a move, if it was meant as a target.
fn cleared(position: &Position, before: Option<Origin>, event: &Event) -> Option<String> {
    let (Event::Square { square } | Event::Put { square }) = event else {
        return None;
    };
    let to = Square::new(*square);
    match before? {
        Origin::Square(from) if from == to => None,
        Origin::Square(from) => Some(reasons::no_move(position, from, to)),
        Origin::Hand(piece) => Some(reasons::no_drop(position, piece, to)),
        Origin::Pass => None,
    }
}

/// A variant of a definition, and the variants of its file; the reason if no variant can be loaded.
pub(crate) fn load(open: &Open) -> Result<(Loaded, Value), (Refusal, Value)> {
    let Some(text) = &open.text else {
        let name = open.variant.as_deref().unwrap_or_default();
        let loaded = make(Catalog::builtin(), name, open.query.as_deref());
        return match loaded {
            Ok(loaded) => Ok((loaded, json!([]))),
            Err(refusal) => Err((refusal, json!([]))),
        };
    };
    let Some(format) = Format::recognize(text) else {
        let finding = Diagnostic::new(
            codes::UNSUPPORTED_FORMAT,
            Span::at(0),
            "the format of the text is not recognized",
        );
        return Err((Refusal::from(&finding), json!([])));
    };
    let read = Catalog::read(text, format);
    let catalog = read.value;
    let titled = |name| (name, catalog.get(name).map_or(name, title));
    let names = rows(catalog.names().map(titled));
    let wanted = open.variant.as_deref();
    let is_there = |wanted: &&str| {
        let base = wanted.strip_suffix("960");
        let mut names = catalog.names();
        names.any(|name| name == *wanted || base == Some(name))
    };
    let wanted = wanted.filter(is_there);
    let Some(name) = wanted.or_else(|| catalog.names().next()) else {
        let errors = read.diagnostics.iter().any(Diagnostic::is_error);
        let refusal = if errors {
            Refusal::from(read.diagnostics)
        } else {
            Refusal::new("the text has no variant")
        };
        return Err((refusal, names));
    };
    match make(&catalog, name, open.query.as_deref()) {
        Ok(loaded) => Ok((loaded, names)),
        Err(refusal) => Err((refusal, names)),
    }
}

/// A variant of a catalog, compiled.
fn make(catalog: &Catalog, name: &str, query: Option<&str>) -> Result<Loaded, Refusal> {
    let query = query.filter(|query| !query.is_empty());
    let def = select(catalog, name, query).map_err(|refusal| match refusal {
        formats::Refusal::Faulty(findings) | formats::Refusal::Query(findings) => {
            Refusal::from(findings)
        }
        formats::Refusal::Unknown => Refusal::new(&format!("there is no variant called `{name}`")),
    })?;
    let variant =
        Variant::compile(&def).map_err(|error| Refusal::from(error.located_in(catalog, name)))?;
    let query = query.map(str::to_owned);
    Ok(Loaded { variant, query })
}

/// The start of the game; with the reason if the requested one is not possible.
pub(crate) fn begin(variant: &Variant, fen: Option<&str>) -> (Position, Option<Refusal>) {
    match fen.map(|fen| variant.parse_fen(fen)) {
        None => (variant.start(), None),
        Some(Ok(position)) => (position, None),
        Some(Err(findings)) => (variant.start(), Some(Refusal::from(findings))),
    }
}

/// A piece by its side and number, such as `w0`.
pub(crate) fn piece(variant: &Variant, kind: &str) -> Result<Piece, Refusal> {
    let (color, number) = match kind.split_at_checked(1) {
        Some(("w", number)) => (Color::White, number),
        Some(("b", number)) => (Color::Black, number),
        _ => return Err(Refusal::new("there is no such piece")),
    };
    let number = number
        .parse()
        .ok()
        .filter(|number| *number < variant.roles().len());
    let number = number.ok_or_else(|| Refusal::new("there is no such piece"))?;
    let role = Role::new(number);
    Ok(Piece { color, role })
}

pub(crate) fn title(def: &VariantDef) -> &str {
    def.title.as_deref().unwrap_or(&def.name)
}

fn builtins() -> Value {
    let catalog = Catalog::builtin();
    let all = catalog.names().filter_map(|name| catalog.get(name));
    let rows: Vec<Value> = all
        .map(|def| {
            let pieces: Vec<&String> = def.pieces.keys().collect();
            json!({
                "name": def.name, "title": title(def), "source": def.source, "pieces": pieces,
                "files": def.shape.squares_layer().files, "ranks": def.shape.squares_layer().ranks,
            })
        })
        .collect();
    json!(rows)
}

/// The settings of a variant with their values and what these mean.
fn options(def: &VariantDef) -> Value {
    let options = def.settings.options.iter();
    let mut rows: Vec<Value> = options
        .map(|(name, values)| {
            let values: Vec<Value> = values
                .iter()
                .map(|(value, change)| json!({ "value": value, "about": change.about() }))
                .collect();
            json!({ "name": name, "values": values })
        })
        .collect();
    if let Some(setups) = &def.setups {
        let numbers = setups.numbers();
        rows.push(json!({
            "name": "setup", "from": numbers.start(), "to": numbers.end(), "default": setups.default,
        }));
    }
    json!(rows)
}

fn ending(outcome: &Outcome) -> Value {
    let Outcome::Ended { reason, .. } = outcome else {
        return Value::Null;
    };
    json!({
        "result": result_text(outcome), "reason": reason.as_str().replace('-', " "),
        "winner": outcome.winner().map(side),
    })
}

fn convert(open: &Open, to: &str, cache: &mut VariantCache) -> Answer {
    let to = Format::parse(to).ok_or_else(|| Refusal::new("there is no such format"))?;
    let (loaded, _) = cache.load(open).map_err(|(refusal, _)| refusal)?;
    let export = write(loaded.variant.def(), to)
        .ok_or_else(|| Refusal::new(&format!("the format `{to}` cannot be written")))?;
    let losses: Vec<Value> = export
        .losses
        .iter()
        .map(|loss| json!({ "place": loss.place, "message": loss.message }))
        .collect();
    Ok(json!({ "text": export.text, "losses": losses }))
}
