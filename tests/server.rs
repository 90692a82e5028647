//! The language server, driven through its streams as by an editor.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ferz::definition::Shape;
use ferz_designer::authoring::Server;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// A running server.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    id: i32,
}

impl Editor {
    /// Starts the program without a word.
    fn silent() -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Editor {
            child,
            input,
            output,
            id: 0,
        }
    }

    /// Starts the program and does what comes first.
    fn new() -> Editor {
        let mut editor = Editor::silent();
        let told = editor.ask(
            "initialize",
            json!({ "capabilities": {}, "processId": null }),
        );
        let able = &told["capabilities"];
        assert_eq!(able["positionEncoding"], "utf-16");
        assert_eq!(able["hoverProvider"], true);
        assert_eq!(able["definitionProvider"], true);
        assert!(able["completionProvider"].is_object());
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Message) {
        let input = self.input.as_mut().expect("the stream is open");
        message.write(input).expect("the server reads");
    }

    fn receive(&mut self) -> Message {
        let read = Message::read(&mut self.output).expect("a message of the protocol");
        read.expect("the server speaks")
    }

    fn request(&mut self, method: &str, params: Value) -> Response {
        self.id += 1;
        let request = Request::new(self.id.into(), method.to_owned(), params);
        self.send(&request.into());
        match self.receive() {
            Message::Response(response) => {
                assert_eq!(response.id, RequestId::from(self.id));
                response
            }
            other => panic!("no answer to `{method}`: {other:?}"),
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = serde_json::to_value(self.request(method, params)).expect("JSON");
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    fn refusal(&mut self, method: &str, params: Value) -> i64 {
        let response = serde_json::to_value(self.request(method, params)).expect("JSON");
        response["error"]["code"].as_i64().expect("an error")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&Notification::new(method.to_owned(), params).into());
    }

    /// What is said about a document after it was opened, changed or closed.
    fn findings(&mut self) -> Vec<Value> {
        match self.receive() {
            Message::Notification(note) => {
                assert_eq!(note.method, "textDocument/publishDiagnostics");
                note.params["diagnostics"]
                    .as_array()
                    .expect("a list")
                    .clone()
            }
            other => panic!("no findings: {other:?}"),
        }
    }

    fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({
            "uri": format!("file:///games/{name}"),
            "languageId": "toml",
            "version": 1,
            "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.findings()
    }

    fn change(&mut self, name: &str, text: &str) -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": format!("file:///games/{name}"), "version": 2 },
            "contentChanges": [{ "text": text }],
        });
        self.tell("textDocument/didChange", params);
        self.findings()
    }

    /// Asks about the place of the `|` in a text, which is opened without it.
    fn ask_at(&mut self, method: &str, marked: &str) -> Value {
        let at = marked.find('|').expect("a place");
        let text = marked.replacen('|', "", 1);
        self.open("asked.toml", &text);
        let line = marked[..at].matches('\n').count();
        let start = marked[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let character = marked[start..at].encode_utf16().count();
        let params = json!({
            "textDocument": { "uri": "file:///games/asked.toml" },
            "position": { "line": line, "character": character },
        });
        self.ask(method, params)
    }

    fn hover(&mut self, marked: &str) -> String {
        let hover = self.ask_at("textDocument/hover", marked);
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    fn labels(&mut self, marked: &str) -> Vec<String> {
        let items = self.ask_at("textDocument/completion", marked);
        let items = items.as_array().expect("a list");
        items
            .iter()
            .map(|item| item["label"].as_str().expect("a label").to_owned())
            .collect()
    }

    /// Waits for the end: the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("the program ends").code()
    }
}

fn range(finding: &Value) -> [u64; 4] {
    let number = |end: &str, part: &str| finding["range"][end][part].as_u64().expect("a number");
    [
        number("start", "line"),
        number("start", "character"),
        number("end", "line"),
        number("end", "character"),
    ]
}

#[test]
fn a_conversation_begins_and_ends_as_the_protocol_says() {
    let mut editor = Editor::silent();
    assert_eq!(editor.refusal("textDocument/hover", json!({})), -32002);
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    assert_eq!(editor.refusal("initialize", json!({})), -32600);
    assert_eq!(editor.refusal("no/such/method", json!({})), -32601);
    assert_eq!(
        editor.refusal("textDocument/hover", json!({ "position": 3 })),
        -32602
    );
    editor.tell("$/cancelRequest", json!({ "id": 1 }));
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(editor.refusal("shutdown", Value::Null), -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), Some(0));

    let mut editor = Editor::new();
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), Some(1), "without `shutdown`");
    assert_eq!(Editor::new().end(), Some(1), "the stream is closed");
}

#[test]
fn nonsense_on_the_stream_is_survived() {
    let mut editor = Editor::new();
    let input = editor.input.as_mut().expect("open");
    input
        .write_all(b"Content-Length: 9\r\n\r\n{\"a\": 1, ")
        .expect("written");
    assert!(
        editor
            .open("mine.toml", "name = 'a'\ninherits = 'chess'\n")
            .is_empty()
    );
}

/// What is wrong with a version that is not the last one any more is of no use to anybody.
#[test]
fn only_the_last_version_that_has_come_is_looked_at() {
    let mut server = Server::new(None);
    let request = |id: i32, method: &str| Request::new(id.into(), method.to_owned(), json!({}));
    assert_eq!(server.handle(request(1, "initialize").into()).len(), 1);
    let note = |method: &str, params: Value| -> Message {
        Notification::new(format!("textDocument/{method}"), params).into()
    };
    let document = |name: &str, version: i32| {
        json!({
            "uri": format!("file:///{name}.toml"), "languageId": "toml", "version": version,
            "text": "name = 'a'",
        })
    };
    let opened = |name| note("didOpen", json!({ "textDocument": document(name, 0) }));
    let changed = |name, version| {
        let text = format!("name = 'a{version}'\ninherits = 'chess'\n");
        let params = json!({
            "textDocument": document(name, version),
            "contentChanges": [{ "text": text }],
        });
        note("didChange", params)
    };
    for name in ["one", "other", "closed"] {
        assert!(server.take(opened(name)).is_empty());
        for version in 1..=500 {
            assert!(server.take(changed(name, version)).is_empty());
        }
    }
    let closed = note("didClose", json!({ "textDocument": document("closed", 0) }));
    assert_eq!(server.take(closed).len(), 1);
    let found = server.findings().into_iter();
    let versions: Vec<Value> = found
        .map(|message| match message {
            Message::Notification(note) => note.params["version"].clone(),
            other => panic!("no findings: {other:?}"),
        })
        .collect();
    assert_eq!(versions, [500, 500]);
    assert!(server.findings().is_empty());
}

#[test]
fn findings_come_while_a_file_is_written() {
    let mut editor = Editor::new();
    // The place behind signs of two and of four bytes counts UTF-16 units.
    let text = "name = 'mine'\ninherits = 'chess'\ntitle = 'é𝄞'\npieces.queen.move = '[F?R'\n";
    let found = editor.open("mine.toml", text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "E0105");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["source"], "ferz");
    assert_eq!(range(&found[0]), [3, 21, 3, 22]);
    let message = found[0]["message"].as_str().expect("a text");
    assert!(message.contains("help: "), "{message}");
    assert!(found[0]["relatedInformation"].is_array());

    assert!(
        editor
            .change("mine.toml", &text.replace("[F?R", "[F?R]"))
            .is_empty()
    );
    let found = editor.change(
        "mine.toml",
        &text.replace("title = 'é𝄞'\npieces.queen.move = '[F?R'", "vlaue = 1"),
    );
    assert_eq!(found[0]["code"], "E0302");
    let found = editor.change(
        "mine.toml",
        &text.replace("'[F?R'", "{ betza = 'Q', to = 'none' }"),
    );
    assert_eq!(found[0]["code"], "W0403");
    assert_eq!(found[0]["severity"], 2);
    let found = editor.change("mine.toml", &text.replace("'[F?R'", "'𝄞'"));
    assert_eq!(range(&found[0]), [3, 21, 3, 23], "one sign, two units");
    assert!(editor.change("mine.toml", "").is_empty());

    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": "file:///games/mine.toml" } }),
    );
    assert!(editor.findings().is_empty());
}

#[test]
fn files_of_other_programs_have_findings_too() {
    let mut editor = Editor::new();
    let found = editor.open(
        "variants.ini",
        "[mine:chess]\nmaxFile = 9\nkingType = c\nstrat = x\n",
    );
    assert!(found.iter().any(|one| one["code"] == "E0704"), "{found:?}");
    let found = editor.open(
        "a.txt",
        "files=5 ranks=6 maxPromote=0\nman::::a2-e2\nking::K::c1\nimp::E::a1\n",
    );
    assert!(!found.is_empty());
    let found = editor.open("fmax.ini", "Game: x\n8x8\n1 2\n");
    assert!(
        found.iter().any(|one| one["code"]
            .as_str()
            .is_some_and(|code| code.starts_with("E07"))),
        "{found:?}"
    );
    let found = editor.open("b.txt", "Dear diary\n");
    assert_eq!(found[0]["code"], "E0313");
}

#[test]
fn pieces_and_keys_are_explained() {
    let mut editor = Editor::new();
    let griffon = editor.hover("name = 'a'\ninherits = 'chess'\npieces.queen.move = '[F?|R]'\n");
    assert!(griffon.starts_with("**Griffon**, also Eagle"), "{griffon}");
    assert!(griffon.contains("Steps one square diagonally"), "{griffon}");
    assert!(
        griffon.contains("```text\n") && griffon.contains('◆'),
        "{griffon}"
    );
    let key = editor.hover("[a]\ninh|erits = 'chess'\n");
    assert!(
        key.starts_with("`inherits`: The variant from which"),
        "{key}"
    );
    let key = editor.hover("[a]\ninherits = 'chess'\n[a.rules]\nstale|mate = 'loss'\n");
    assert!(key.contains("legal move"), "{key}");
    let piece = editor.hover("[a]\ninherits = 'chess'\n[a.pieces.kn|ight]\nvalue = 3\n");
    assert!(
        piece.starts_with("**knight** (`N`)") && piece.contains("Knight")
            || piece.contains("Leaps"),
        "{piece}"
    );
    let rule = editor.hover("[a]\ninherits = 'chess'\nrules.use.madr|asi = true\n");
    assert!(rule.starts_with("**Madrasi**"), "{rule}");
    let rule =
        editor.hover("[a]\ninherits = 'chess'\nrules.use.sho|ves = { strength.queen = 2 }\n");
    assert!(rule.contains("Shoving rows of pieces"), "{rule}");
    assert!(rule.contains("- `one-step`: The piece stops"), "{rule}");
    // The tables of a dotted key, at their first mention and later.
    let uses = "`use`: Rules of the library";
    for line in [
        "rules.u|se.madrasi = true",
        "rules.use.patrol = true\nrules.u|se.madrasi = true",
        "rules.u|se.madrasi.who = 'queen'",
    ] {
        let rules = editor.hover(&format!("[a]\ninherits = 'chess'\n{line}\n"));
        assert!(rules.starts_with(uses), "{line}: {rules}");
    }
    for line in [
        "pie|ces.queen.move = 'Q'",
        "pieces.king.value = 1\npie|ces.queen.move = 'Q'",
    ] {
        let pieces = editor.hover(&format!("[a]\ninherits = 'chess'\n{line}\n"));
        assert!(pieces.starts_with("`pieces`: "), "{line}: {pieces}");
    }
    let piece =
        editor.hover("[a]\ninherits = 'chess'\npieces.queen.value = 9\npieces.que|en.move = 'Q'\n");
    assert!(piece.starts_with("**queen** (`Q`)"), "{piece}");
    let choice = editor.hover("[a]\ninherits = 'chess'\npieces.pawn.promotion.to = ['qu|een']\n");
    assert!(choice.starts_with("**queen** (`Q`)"), "{choice}");
    let parent = editor.hover("[a]\ninherits = 'che|ss'\n");
    assert!(parent.starts_with("**Chess**, 8x8"), "{parent}");
    assert_eq!(editor.hover("# comm|ent\n[a]\ninherits = 'chess'\n"), "");
}

#[test]
fn keys_words_names_and_letters_are_offered() {
    let mut editor = Editor::new();
    let has = |labels: &[String], wanted: &[&str]| {
        wanted
            .iter()
            .all(|word| labels.iter().any(|label| label == word))
    };
    let keys = editor.labels("name = 'a'\ninherits = 'chess'\n|");
    assert!(
        has(&keys, &["title", "start", "pieces", "rules"]),
        "{keys:?}"
    );
    assert!(!has(&keys, &["name"]), "what is written is not offered");
    let keys = editor.labels("[a]\ninherits = 'chess'\n[a.pieces.queen]\nmo|");
    assert!(
        has(&keys, &["letter", "move", "royal", "promotion"]),
        "{keys:?}"
    );
    let keys = editor.labels("[a]\ninherits = 'chess'\npieces.pawn = { promotion = { | } }");
    assert!(has(&keys, &["to", "zone", "stay"]), "{keys:?}");
    let words = editor.labels("[a]\ninherits = 'chess'\n[a.rules]\nstalemate = |");
    assert_eq!(words, ["'win'", "'loss'", "'draw'", "false"]);
    let words = editor.labels("[a]\ninherits = 'chess'\n[a.rules]\nstalemate = '|'");
    assert_eq!(words, ["win", "loss", "draw"]);
    let keys = editor.labels("[a]\ninherits = 'chess'\nrules.use.replacement = { | }");
    assert_eq!(keys, ["with", "castling"]);
    let words = editor.labels("[a]\ninherits = 'chess'\nrules.turns.check = '|'");
    assert_eq!(words, ["last"]);
    let names = editor.labels("[a]\ninherits = '|'\n[b]\ninherits = 'chess'\n");
    assert!(
        has(&names, &["b", "chess", "capablanca"]) && !has(&names, &["a"]),
        "{names:?}"
    );
    let pieces = editor.labels("[a]\ninherits = 'chess'\npieces.pawn.promotion.to = ['|']\n");
    assert!(has(&pieces, &["queen", "rook", "knight"]), "{pieces:?}");
    let letters = editor.labels("[a]\ninherits = 'chess'\npieces.queen.move = 'fm|'\n");
    assert!(
        has(&letters, &["W", "N", "K", "f", "m", "c"]),
        "{letters:?}"
    );
    let rules = editor.labels("[a]\ninherits = 'chess'\nrules.use = { madrasi = true, | }");
    assert!(has(&rules, &["patrol", "wary"]) && !has(&rules, &["madrasi"]));
    let parameters = editor.labels("[a]\ninherits = 'chess'\nrules.use.madrasi = { | }");
    assert_eq!(parameters, ["who", "by"]);
    let words = editor.labels("[a]\ninherits = 'chess'\nrules.forbid = 'capture and mo|'");
    assert!(has(&words, &["mover", "attacked by", "same-kind", "queen"]));
    assert!(editor.labels("# co|mment\n").is_empty());
}

#[test]
fn pieces_are_offered_in_a_text_that_cannot_be_read_yet() {
    let mut editor = Editor::new();
    let head = "name = 'a'\ninherits = 'chess'\npieces.wazir = { symbol = 'w', move = 'W' }\n";
    let queens = |labels: &[String]| labels.iter().filter(|one| *one == "queen").count();
    for text in ["pieces.|\n", "pieces.que|\n", "[pieces]\nqu|\n"] {
        let labels = editor.labels(&format!("{head}{text}"));
        assert_eq!(queens(&labels), 1, "{text}: {labels:?}");
    }
    let labels = editor.labels(&format!("{head}pieces.pawn.promotion.to = 'qu|\n"));
    assert!(
        queens(&labels) == 1 && labels.contains(&"wazir".to_owned()),
        "{labels:?}"
    );
    // In a file of several variants, each has its own pieces.
    let several = "[a]\ninherits = 'shogi'\n[a.pieces]\nlan|\n[b]\ninherits = 'chess'\n";
    let labels = editor.labels(several);
    assert!(
        labels.contains(&"lance".to_owned()) && queens(&labels) == 0,
        "{labels:?}"
    );
}

#[test]
fn shapes_of_pictures_are_offered_and_explained() {
    let mut editor = Editor::new();
    let head = "name = 'a'\ninherits = 'chess'\n";
    let all = editor.labels(&format!("{head}pieces.queen.picture = '|'\n"));
    assert_eq!(all.len(), Shape::ALL.len());
    assert!(all.contains(&"griffon".to_owned()), "{all:?}");
    let unquoted = editor.labels(&format!("{head}pieces.queen.picture = |\n"));
    assert!(unquoted.contains(&"'griffon'".to_owned()) && unquoted.contains(&"false".to_owned()));
    // Behind `+` stands another one, and what is before it stays.
    let items = editor.ask_at(
        "textDocument/completion",
        &format!("{head}pieces.queen.picture = 'rook + kni|'\n"),
    );
    let knight = items.as_array().expect("a list").iter();
    let knight = knight
        .clone()
        .find(|item| item["label"] == "knight")
        .expect("the knight");
    assert_eq!(knight["textEdit"]["range"]["start"]["character"], 31);
    assert!(
        knight["documentation"]
            .as_str()
            .is_some_and(|text| text.starts_with("Leaps of one")),
        "{knight}"
    );
    // No more badges than have room.
    let full = editor.labels(&format!(
        "{head}pieces.queen.picture = 'rook+knight+ferz+|'\n"
    ));
    assert_eq!(full, [""; 0]);

    let said = editor.hover(&format!("{head}pieces.queen.picture = 'ro|ok+knight'\n"));
    assert!(
        said.starts_with("**rook**: Slides on ranks and files."),
        "{said}"
    );
    assert!(
        said.contains("+ **knight**: Leaps") && !said.contains("svg"),
        "{said}"
    );
    let key = editor.hover(&format!("{head}[pieces.queen]\npic|ture = 'rook'\n"));
    assert!(key.starts_with("`picture`: The picture"), "{key}");
}

#[test]
fn pictures_are_drawn_for_editors_that_show_them() {
    let mut editor = Editor::silent();
    let wish = json!({ "capabilities": {}, "initializationOptions": { "pictures": "light" } });
    editor.ask("initialize", wish);
    editor.tell("initialized", json!({}));
    let head = "name = 'a'\ninherits = 'chess'\n";
    let texts = [
        "pieces.queen.move = '[F?|R]'",
        "pieces.queen.picture = 'rook|+knight'",
        "pieces.pawn.promotion.to = ['kni|ght']",
    ];
    for text in texts {
        let said = editor.hover(&format!("{head}{text}\n"));
        let (_, address) = said.split_once("](data:image/svg+xml,").expect("a picture");
        assert!(
            address.starts_with("%3Csvg%20") && address.ends_with(')'),
            "{address}"
        );
        assert!(!said.contains("```"), "{said}");
        let inside = &address[..address.len() - 1];
        assert!(!inside.contains([' ', '(', ')', '<', '"', '#']), "{inside}");
    }
    let light = editor.hover(&format!("{head}{}\n", texts[0]));
    let wish = json!({ "settings": { "ferz": { "pictures": "dark" } } });
    editor.tell("workspace/didChangeConfiguration", wish);
    assert_ne!(editor.hover(&format!("{head}{}\n", texts[0])), light);
    let wish = json!({ "settings": { "ferz": { "pictures": null } } });
    editor.tell("workspace/didChangeConfiguration", wish);
    assert!(
        editor
            .hover(&format!("{head}{}\n", texts[0]))
            .contains("```text\n")
    );
}

#[test]
fn remedies_that_are_changes_can_be_taken() {
    let mut editor = Editor::new();
    let text = "name = 'mine'\ninherits = 'chess'\npieces.queen.move = '[F?R'\n\
                pieces.pawn.promotion = ['queen']\n";
    let found = editor.open("taken.toml", text);
    let fix = |code: &str| {
        let finding = found.iter().find(|one| one["code"] == code);
        let finding = finding.unwrap_or_else(|| panic!("no {code} in {found:?}"));
        finding["data"][0].clone()
    };
    assert_eq!(fix("E0105")["title"], "Insert `]`");
    assert_eq!(fix("E0105")["edits"][0]["newText"], "]");
    assert_eq!(fix("E0105")["edits"][0]["range"]["start"]["character"], 25);
    assert_eq!(fix("E0303")["title"], "Write `{ to = ['queen'] }`");
    assert_eq!(fix("E0303")["edits"].as_array().map(Vec::len), Some(2));
}

#[test]
fn names_lead_to_what_they_name() {
    let mut editor = Editor::new();
    let at = "textDocument/definition";
    let own = editor.ask_at(at, "[a]\ninherits = '|b'\n[b]\ninherits = 'chess'\n");
    assert_eq!(own["uri"], "file:///games/asked.toml");
    assert_eq!(own["range"]["start"]["line"], 2);
    let builtin = editor.ask_at(at, "[a]\ninherits = 'ches|s'\n");
    let uri = builtin["uri"].as_str().expect("a file of the built-ins");
    let path = uri.strip_prefix("file://").expect("a file");
    let text = std::fs::read_to_string(path).expect("the editor can open it");
    let line = builtin["range"]["start"]["line"]
        .as_u64()
        .expect("a number");
    assert_eq!(text.lines().nth(line as usize), Some("[chess]"));
    let piece = editor.ask_at(
        at,
        "[a]\ninherits = 'chess'\n[a.pieces]\nduke = { letter = 'D', move = 'WD' }\n\
         pawn.promotion.to = ['du|ke']\n",
    );
    assert_eq!(piece["range"]["start"]["line"], 3);
    assert_eq!(
        editor.ask_at(at, "[a]\ninherits = 'nobo|dy'\n"),
        Value::Null
    );
    editor.ask("shutdown", Value::Null);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), Some(0));
    assert!(
        !std::path::Path::new(path).exists(),
        "the file is taken away at the end"
    );
}

#[test]
fn a_word_that_is_near_to_a_known_one_can_be_mended() {
    let mut editor = Editor::new();
    let text = "name = 'mine'\ninherits = 'ches'\n[pieces.griffon]\nletter = 'G'\nmove = '[F?R'\n";
    let found = editor.open("mended.toml", text);
    let fix = found
        .iter()
        .find_map(|one| one["data"].get(0))
        .expect("a change");
    assert_eq!(fix["title"], "Write `chess`");
    // The quotes stay.
    let place =
        json!({ "start": { "line": 1, "character": 12 }, "end": { "line": 1, "character": 16 } });
    assert_eq!(
        fix["edits"],
        json!([{ "range": place, "newText": "chess" }])
    );
    let mut actions = |range: &Value| {
        let params = json!({
            "textDocument": { "uri": "file:///games/mended.toml" },
            "range": range,
            "context": { "diagnostics": [] },
        });
        editor.ask("textDocument/codeAction", params)
    };
    let offered = actions(&place);
    assert_eq!(offered[0]["kind"], "quickfix");
    assert_eq!(
        offered[0]["edit"]["documentChanges"][0]["edits"][0]["newText"],
        "chess"
    );
    let elsewhere =
        json!({ "start": { "line": 4, "character": 0 }, "end": { "line": 4, "character": 1 } });
    assert_eq!(actions(&elsewhere), json!([]));
}
