//! What is kept between requests: a definition, a variant, and a game of it.

use lsp_server::{Message, Notification, Request as LspRequest};
use serde_json::{Value, json};

use ferz::authoring::{Server, format_toml};
use ferz::definition::{self, Catalog, Format, VariantDef, write};
use ferz::game::{Outcome, Position, Variant, select};
use ferz::geometry::Square;
use ferz::handbook::{self, Pictures};
use ferz::input::{Answer as InputAnswer, Event as InputEvent, Input};
use ferz::notation::{
    Claims, MoveStyle, PgnLimits, Replay, Variations, read_pgn, result_text, write_record,
};
use ferz::render::{Caption, Theme, position_svg};
use ferz::source::{Code, Diagnostic, Span, codes};
use ferz::state::{Color, Move, Piece, Role};

use crate::engine::Engine;
use crate::request::{Answer, Decision, Event, GameForm, Open, Refusal, Request};
use crate::tree::{Tree, side};
use crate::{board, pieces, rewrite};

/// The address by which the language server knows the definition.
const URI: &str = "file:///definition";

/// A variant with the words of the page for it.
pub(crate) struct Loaded {
    pub(crate) variant: Variant,
    /// Values of its settings.
    query: Option<String>,
}

/// What is kept between requests.
pub(crate) struct Desk {
    server: Server,
    version: i32,
    loaded: Option<Loaded>,
    play: Option<Play>,
    engine: Engine,
}

/// A game and the move that is being entered.
pub(crate) struct Play {
    pub(crate) tree: Tree,
    pub(crate) input: Input,
}

impl Play {
    fn new(position: Position) -> Play {
        Play {
            input: Input::new(&position),
            tree: Tree::new(position),
        }
    }

    /// Begins to enter a move where the game is now.
    fn renew(&mut self) {
        self.input = Input::new(self.tree.game().position());
    }
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let mut server = Server::new(None);
        server.handle(request("initialize", json!({ "capabilities": {} })));
        Desk {
            server,
            version: 0,
            loaded: None,
            play: None,
            engine: Engine::default(),
        }
    }

    pub(crate) fn answer(&mut self, request: Request) -> Answer {
        match request {
            Request::Builtins => Ok(builtins()),
            Request::Open(open) => Ok(self.open(&open)),
            Request::Check { text } => Ok(json!({
                "format": Format::recognize(&text).map(Format::as_str),
                "findings": self.check(&text),
            })),
            Request::Board { theme, below } => {
                Ok(board::board(self.variant()?, below.color(), &named(&theme)))
            }
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
                self.view()
            }
            Request::Edit(edit) => {
                let position = edit.of(self.play()?.tree.game().position())?;
                self.play = Some(Play::new(position));
                self.view()
            }
            Request::Write { form } => {
                let name = self.name()?;
                let tree = &self.play()?.tree;
                Ok(json!({ "text": match form {
                    GameForm::Pgn => tree.to_pgn(&name),
                    GameForm::Record => write_record(tree.game(), &name),
                }}))
            }
            Request::Read { text } => self.read(&text),
            Request::Picture { theme, bare } => {
                let position = self.play()?.tree.game().position().clone();
                let title = if bare {
                    ""
                } else {
                    title(position.variant().def())
                };
                let svg = position_svg(&position, None, &Caption::new(title), &named(&theme));
                Ok(json!({ "svg": svg }))
            }
            Request::Rules { theme } => {
                let variant = self.variant()?;
                let pictures = handbook::pictures(variant, &named(&theme));
                let pictures: serde_json::Map<String, Value> = pictures
                    .into_iter()
                    .map(|(name, svg)| (name, svg.into()))
                    .collect();
                let page = handbook::rules_page(variant, Pictures::Files);
                Ok(json!({ "markdown": page, "pictures": pictures }))
            }
            Request::Pieces => Ok(pieces::list(self.variant()?)),
            Request::Moves(moves) => pieces::moves(self.variant()?, &moves),
            Request::Notation { betza, theme } => pieces::notation(&betza, &named(&theme)),
            Request::Compose { leaps, slides } => pieces::compose(&leaps, &slides),
            Request::Rewrite { text, piece, betza } => {
                let variant = self
                    .variant()
                    .ok()
                    .map(|variant| variant.def().name.clone());
                rewrite::set_move(&text, variant.as_deref(), &piece, &betza)
            }
            Request::Convert { text, variant, to } => convert(&text, variant.as_deref(), &to),
            Request::Format { text } => match format_toml(&text) {
                Ok(text) => Ok(json!({ "text": text })),
                Err(findings) => Err(Refusal::from(findings)),
            },
            Request::Explain { code } => {
                let code = Code::parse(&code).ok_or_else(|| Refusal::new("no such code"))?;
                Ok(json!({ "title": code.title(), "text": code.explanation() }))
            }
            Request::Lsp { message, theme } => {
                let settings = json!({ "settings": { "ferz": { "pictures": theme } } });
                self.server
                    .handle(notice("workspace/didChangeConfiguration", settings));
                self.lsp(message)
            }
            Request::Think(think) => self.engine.think(&think),
            Request::GoOn { slice } => self.engine.go_on(Some(slice)),
            Request::EndSearch => self.engine.end(),
        }
    }

    /// What the language server finds, in its own form.
    fn check(&mut self, text: &str) -> Value {
        self.version += 1;
        let document = json!({ "uri": URI, "version": self.version });
        let note = if self.version == 1 {
            let item = json!({ "uri": URI, "version": 1, "languageId": "toml", "text": text });
            notice("textDocument/didOpen", json!({ "textDocument": item }))
        } else {
            let changes = json!([{ "text": text }]);
            let params = json!({ "textDocument": document, "contentChanges": changes });
            notice("textDocument/didChange", params)
        };
        let said = self
            .server
            .handle(note)
            .into_iter()
            .find_map(|message| match message {
                Message::Notification(note) => Some(note.params),
                _ => None,
            });
        said.map_or_else(|| json!([]), |params| params["diagnostics"].clone())
    }

    fn lsp(&mut self, mut message: Value) -> Answer {
        message["params"]["textDocument"] = json!({ "uri": URI });
        let params = message["params"].take();
        let method = message["method"].as_str().unwrap_or_default();
        let said = self
            .server
            .handle(request(method, params))
            .into_iter()
            .next();
        match said {
            Some(Message::Response(response)) => response
                .response_result
                .map_err(|error| Refusal::new(&error.message)),
            _ => Ok(Value::Null),
        }
    }

    fn open(&mut self, open: &Open) -> Value {
        let findings = self.check(&open.text);
        let format = Format::recognize(&open.text);
        let mut said = json!({
            "format": format.map(Format::as_str), "findings": findings, "variants": [], "variant": null,
        });
        let loaded = match load(open) {
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
        said["view"] = self.view().unwrap_or_default();
        said
    }

    fn variant(&self) -> Result<&Variant, Refusal> {
        let loaded = self.loaded.as_ref();
        loaded
            .map(|loaded| &loaded.variant)
            .ok_or_else(|| Refusal::new("there is no variant yet"))
    }

    /// The name by which readers of records find the variant.
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

    fn view(&mut self) -> Answer {
        let play = self.play()?;
        let game = play.tree.game();
        let mut view = board::position(game, play.tree.last());
        view["input"] = board::input(&play.input);
        view["line"] = play.tree.to_json();
        view["moves"] = json!(play.tree.moves());
        view["start"] = json!(play.tree.start());
        view["over"] = ending(&game.outcome());
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
        let input = &mut play.input;
        let said = match event {
            Event::Square { square: number } => input.enter(&InputEvent::Square(square(*number)?)),
            Event::Lift { square: number } => input.lift(square(*number)?),
            Event::Put { square: number } => input.put(square(*number)?),
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
            InputAnswer::Refused(finding) => Err(Refusal::from(&*finding)),
            InputAnswer::Open | InputAnswer::Cleared => self.view(),
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

/// A variant of a definition, and the variants of its file; without a variant also the reason.
pub(crate) fn load(open: &Open) -> Result<(Loaded, Value), (Refusal, Value)> {
    let none = || json!([]);
    let Some(format) = Format::recognize(&open.text) else {
        let finding = Diagnostic::new(
            codes::UNSUPPORTED_FORMAT,
            Span::at(0),
            "the format of the text is not recognized",
        );
        return Err((Refusal::from(&finding), none()));
    };
    let read = Catalog::read(&open.text, format);
    let catalog = read.value;
    let row = |name| {
        let title = catalog.get(name).map_or(name, title);
        json!({ "name": name, "title": title })
    };
    let names = json!(catalog.names().map(row).collect::<Vec<Value>>());
    let wanted = open.variant.as_deref();
    let wanted = wanted.filter(|wanted| catalog.names().any(|name| name == *wanted));
    let Some(name) = wanted.or_else(|| catalog.names().next()) else {
        let errors = read.diagnostics.iter().any(Diagnostic::is_error);
        let refusal = if errors {
            Refusal::from(read.diagnostics)
        } else {
            Refusal::new("the text has no variant")
        };
        return Err((refusal, names));
    };
    let query = open.query.as_deref().filter(|query| !query.is_empty());
    let def = match select(&catalog, name, query) {
        Ok(def) => def,
        Err(definition::Refusal::Faulty(findings) | definition::Refusal::Query(findings)) => {
            return Err((Refusal::from(findings), names));
        }
        Err(definition::Refusal::Unknown) => {
            return Err((Refusal::new("the text has no such variant"), names));
        }
    };
    match Variant::compile(&def) {
        Ok(variant) => {
            let query = query.map(str::to_owned);
            Ok((Loaded { variant, query }, names))
        }
        Err(error) => Err((Refusal::from(error.located_in(&catalog, name)), names)),
    }
}

/// Where the game begins; with the reason, if it is not where it was wanted.
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

/// A theme by its name; the light one if there is none of that name.
pub(crate) fn named(name: &str) -> Theme {
    let mut theme = Theme::named(name).unwrap_or_else(Theme::light);
    if name == "dark" {
        // Thin parts of White's pieces, such as the king's cross, are nothing but lines.
        theme.white_line = "#707b8e".to_owned();
    }
    theme
}

fn title(def: &VariantDef) -> &str {
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

fn convert(text: &str, variant: Option<&str>, to: &str) -> Answer {
    let to = Format::parse(to).ok_or_else(|| Refusal::new("there is no such format"))?;
    let open = Open {
        text: text.to_owned(),
        variant: variant.map(str::to_owned),
        query: None,
        fen: None,
        moves: Vec::new(),
    };
    let (loaded, _) = load(&open).map_err(|(refusal, _)| refusal)?;
    let export = write(loaded.variant.def(), to)
        .ok_or_else(|| Refusal::new(&format!("the format `{to}` cannot be written")))?;
    let losses: Vec<Value> = export
        .losses
        .iter()
        .map(|loss| json!({ "place": loss.place, "message": loss.message }))
        .collect();
    Ok(json!({ "text": export.text, "losses": losses }))
}

fn request(method: &str, params: Value) -> Message {
    let id = 1.into();
    let method = method.to_owned();
    Message::Request(LspRequest { id, method, params })
}

fn notice(method: &str, params: Value) -> Message {
    let method = method.to_owned();
    Message::Notification(Notification { method, params })
}
