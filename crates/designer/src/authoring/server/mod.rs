//! Language server: a state machine that takes messages and returns messages.
//!
//! It implements the Language Server Protocol 3.17 with full text synchronization and UTF-16 positions. It
//! has no streams; `ferz lsp` connects it with standard input and output.

mod completion;
mod context;
mod files;
mod findings;
mod hover;
mod lines;
mod parents;
mod schema;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::Notification as _;
use lsp_types::request::Request as _;
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CompletionOptions, CompletionParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    GotoDefinitionParams, HoverParams, HoverProviderCapability, InitializeResult, OneOf, Position,
    PositionEncodingKind, PublishDiagnosticsParams, ServerCapabilities, ServerInfo,
    TextDocumentIdentifier, TextDocumentSyncCapability, TextDocumentSyncKind, Uri, notification,
    request,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::render::Theme;
use ferz::definition::Limits;
use ferz::formats::{Catalog, FileError, Files, Format};
use ferz::geometry::{add_to, value_at};
use ferz::source::budget::USUAL_WORK;
use ferz::source::{Budget, Diagnostic, Parse};
use lines::Lines;
use schema::Schema;

/// The state of a session with an editor.
#[derive(Debug)]
pub struct Server {
    /// The open documents by their URIs, in order.
    documents: Vec<(String, Document)>,
    /// Documents that have changed since their last diagnostics, in order.
    changed: Vec<String>,
    schema: Schema,
    /// Gives access to the files that a definition may name, if supported.
    files: Option<OpenFiles>,
    /// The URI of a file with the built-in variants, if one exists.
    builtins: Option<Uri>,
    /// The theme of SVG pictures, if the editor shows them; otherwise pictures are text.
    pictures: Option<Theme>,
    phase: Phase,
    /// The budget of a message, in steps.
    work: u64,
}

/// Gives access to the files that the definition in a file may name.
pub type OpenFiles = fn(&Path) -> Arc<dyn Files>;

/// The phase of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`, the only allowed request.
    Begun,
    /// All requests are allowed.
    Ready,
    /// After `shutdown`; only `exit` is allowed.
    ShutDown,
    /// After `exit`, and whether `shutdown` came before.
    Over(bool),
}

/// A document that is open in the editor.
#[derive(Debug)]
struct Document {
    uri: Uri,
    version: Option<i32>,
    text: String,
    lines: Lines,
    /// The files that it may name, if it is a file itself.
    files: Option<Arc<dyn Files>>,
}

/// The files that a document may name, with the contents in the editor.
#[derive(Debug)]
struct Edited<'a> {
    files: &'a dyn Files,
    /// The file that names them.
    home: &'a Path,
    documents: &'a [(String, Document)],
}

impl Files for Edited<'_> {
    fn home(&self) -> &Path {
        self.home
    }

    fn locate(&self, path: &str, from: &Path) -> Result<PathBuf, FileError> {
        self.files.locate(path, from)
    }

    fn read(&self, path: &Path, most: usize) -> Result<String, FileError> {
        let is_it = |files: &Arc<dyn Files>| files.home() == path;
        let mut open = self.documents.iter().map(|(_, document)| document);
        match open.find(|document| document.files.as_ref().is_some_and(is_it)) {
            Some(document) if document.text.len() > most => Err(FileError::TooLarge),
            Some(document) => Ok(document.text.clone()),
            None => self.files.read(path, most),
        }
    }
}

/// The path of a file URI.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/mine.toml` is a path on Windows.
    let is_drive = path.get(2..3) == Some(":");
    Some(PathBuf::from(path.get(usize::from(is_drive)..)?))
}

impl Server {
    /// A server before `initialize`. `builtins` is the URI of a file with
    /// [`Catalog::builtin_text`](ferz::formats::Catalog::builtin_text), the target of "go to definition".
    pub fn new(builtins: Option<&str>) -> Server {
        Server {
            documents: Vec::new(),
            changed: Vec::new(),
            schema: Schema::new(),
            files: None,
            builtins: builtins.and_then(|uri| Uri::from_str(uri).ok()),
            pictures: None,
            phase: Phase::Begun,
            work: USUAL_WORK,
        }
    }

    /// Sets the budget of a message, in steps.
    #[must_use]
    pub fn with_work(mut self, steps: u64) -> Server {
        self.work = steps;
        self
    }

    /// Sets the access to files that definitions may name.
    #[must_use]
    pub fn with_files(mut self, files: OpenFiles) -> Server {
        self.files = Some(files);
        self
    }

    /// Reads the definitions of a document.
    fn read(&self, document: &Document, format: Format) -> Parse<Catalog> {
        let limits = Limits::default();
        match self.edited(document) {
            Some(files) => Catalog::read_file(&document.text, format, &limits, &files),
            None => Catalog::read_within(&document.text, format, &limits),
        }
    }

    /// The exit code of the program, after `exit`.
    pub const fn exit_code(&self) -> Option<u8> {
        match self.phase {
            Phase::Over(true) => Some(0),
            Phase::Over(false) => Some(1),
            _ => None,
        }
    }

    /// Handles a message, and returns the answers with all new diagnostics.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        let mut said = self.take(message);
        said.extend(self.findings());
        said
    }

    /// The diagnostics of all documents that have changed since the last call; none after `shutdown`.
    pub fn findings(&mut self) -> Vec<Message> {
        if self.phase != Phase::Ready {
            return Vec::new();
        }
        let changed = std::mem::take(&mut self.changed).into_iter();
        let documents = changed.filter_map(|uri| value_at(&self.documents, &uri));
        let messages = documents.map(|document| {
            let found = Budget::new(self.work)
                .run(|| self.diagnostics(document))
                .unwrap_or_else(|exhausted| {
                    vec![findings::translated(document, &exhausted.finding())]
                });
            publish(document.uri.clone(), document.version, found)
        });
        messages.collect()
    }

    /// Handles a message, and answers a request. Diagnostics of changed documents are left to
    /// [`findings`](Server::findings), because further waiting messages may change them again.
    pub fn take(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let answered = Budget::new(self.work).run(|| self.answer(request));
                let answer = answered.unwrap_or_else(|exhausted| {
                    let Diagnostic { code, message, .. } = exhausted.finding();
                    refuse(id, ErrorCode::RequestFailed, &format!("{code}: {message}"))
                });
                vec![answer.into()]
            }
            Message::Notification(note) => self.notice(note),
            // The server sends no requests.
            Message::Response(_) => Vec::new(),
        }
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::Begun, request::Initialize::METHOD) => {
                self.phase = Phase::Ready;
                self.configure(&params["initializationOptions"]);
                ok(id, &capabilities())
            }
            (Phase::Begun, _) => refuse(
                id,
                ErrorCode::ServerNotInitialized,
                "`initialize` comes first",
            ),
            (Phase::ShutDown | Phase::Over(_), _) => {
                refuse(id, ErrorCode::InvalidRequest, "the server is shut down")
            }
            (Phase::Ready, request::Initialize::METHOD) => refuse(
                id,
                ErrorCode::InvalidRequest,
                "the server is initialized already",
            ),
            (Phase::Ready, request::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                ok(id, &Value::Null)
            }
            (Phase::Ready, request::HoverRequest::METHOD) => {
                with(id, params, |params: HoverParams| {
                    let at = params.text_document_position_params;
                    let (document, offset) = self.place(&at.text_document, at.position)?;
                    self.hover(document, offset)
                })
            }
            (Phase::Ready, request::Completion::METHOD) => {
                with(id, params, |params: CompletionParams| {
                    let at = params.text_document_position;
                    let (document, offset) = self.place(&at.text_document, at.position)?;
                    Some(self.complete(document, offset))
                })
            }
            (Phase::Ready, request::GotoDefinition::METHOD) => {
                with(id, params, |params: GotoDefinitionParams| {
                    let at = params.text_document_position_params;
                    let (document, offset) = self.place(&at.text_document, at.position)?;
                    self.parent(document, offset)
                })
            }
            (Phase::Ready, request::CodeActionRequest::METHOD) => {
                with(id, params, |params: CodeActionParams| {
                    let document = value_at(&self.documents, params.text_document.uri.as_str())?;
                    Some(self.actions(document, params.range))
                })
            }
            (Phase::Ready, _) => {
                let message = format!("unknown method `{method}`");
                refuse(id, ErrorCode::MethodNotFound, &message)
            }
        }
    }

    fn notice(&mut self, note: Notification) -> Vec<Message> {
        if note.method == notification::Exit::METHOD {
            self.phase = Phase::Over(self.phase == Phase::ShutDown);
            return Vec::new();
        }
        if self.phase != Phase::Ready {
            return Vec::new();
        }
        // An invalid notification is ignored, since notifications have no answer.
        match note.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Some(params) = read::<DidOpenTextDocumentParams>(note.params) else {
                    return Vec::new();
                };
                let opened = params.text_document;
                self.set(opened.uri, Some(opened.version), opened.text);
                Vec::new()
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(params) = read::<DidChangeTextDocumentParams>(note.params) else {
                    return Vec::new();
                };
                let Some(change) = params.content_changes.into_iter().next_back() else {
                    return Vec::new();
                };
                let document = params.text_document;
                self.set(document.uri, Some(document.version), change.text);
                Vec::new()
            }
            notification::DidChangeConfiguration::METHOD => {
                self.configure(&note.params["settings"]["ferz"]);
                Vec::new()
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(params) = read::<DidCloseTextDocumentParams>(note.params) else {
                    return Vec::new();
                };
                let uri = params.text_document.uri;
                self.documents.retain(|(open, _)| *open != uri.as_str());
                self.changed.retain(|changed| *changed != uri.as_str());
                vec![publish(uri, None, Vec::new())]
            }
            _ => Vec::new(),
        }
    }

    /// Reads the options of the editor: `pictures` is `light` or `dark` for SVG; otherwise pictures are text.
    fn configure(&mut self, wanted: &Value) {
        if let Some(pictures) = wanted.get("pictures") {
            self.pictures = pictures.as_str().and_then(Theme::named);
        }
    }

    /// Sets the text of a document.
    fn set(&mut self, uri: Uri, version: Option<i32>, text: String) {
        let key = uri.as_str().to_owned();
        // The change can affect documents that name this one.
        let name = key.rsplit('/').next().unwrap_or_default();
        let heirs = self.documents.iter();
        let heirs = heirs.filter(|(_, document)| document.text.contains(name));
        heirs.for_each(|(key, _)| _ = add_to(&mut self.changed, key.clone()));
        add_to(&mut self.changed, key.clone());
        let path = path_of(&key);
        let document = Document {
            uri,
            version,
            lines: Lines::of(&text),
            text,
            files: self.files.zip(path).map(|(files, path)| files(&path)),
        };
        match (self.documents).binary_search_by(|(open, _)| open.cmp(&key)) {
            Ok(place) => self.documents[place].1 = document,
            Err(place) => self.documents.insert(place, (key, document)),
        }
    }

    /// The document and the byte of a position.
    fn place(&self, id: &TextDocumentIdentifier, at: Position) -> Option<(&Document, usize)> {
        let document = value_at(&self.documents, id.uri.as_str())?;
        Some((document, document.lines.offset(&document.text, at)))
    }
}

fn capabilities() -> InitializeResult {
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(PositionEncodingKind::UTF16),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(
                    ["'", "\"", ".", "[", "=", "+"].map(str::to_owned).to_vec(),
                ),
                ..CompletionOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "ferz".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn publish(uri: Uri, version: Option<i32>, found: Vec<lsp_types::Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams::new(uri, found, version);
    Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params).into()
}

fn read<P: DeserializeOwned>(params: Value) -> Option<P> {
    serde_json::from_value(params).ok()
}

/// Answers with the result of `f`, which may be `null`.
fn with<P: DeserializeOwned, R: Serialize>(
    id: RequestId,
    params: Value,
    f: impl FnOnce(P) -> Option<R>,
) -> Response {
    match serde_json::from_value(params) {
        Ok(params) => ok(id, &f(params)),
        Err(error) => refuse(id, ErrorCode::InvalidParams, &error.to_string()),
    }
}

fn ok(id: RequestId, result: &impl Serialize) -> Response {
    match serde_json::to_value(result) {
        Ok(value) => Response::new_ok(id, value),
        Err(error) => refuse(id, ErrorCode::InternalError, &error.to_string()),
    }
}

fn refuse(id: RequestId, code: ErrorCode, message: &str) -> Response {
    Response::new_err(id, code as i32, message.to_owned())
}
