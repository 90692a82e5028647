//! The language server for the definition that is being edited.

use lsp_server::{Message, Notification, Request as LspRequest};
use serde_json::{Value, json};

use ferz_designer::authoring::Server;

use crate::request::{Answer, Refusal};

/// The URI of the definition in the language server.
const URI: &str = "file:///definition";

/// A language server with one document.
pub(crate) struct Editor {
    server: Server,
    version: i32,
}

impl Default for Editor {
    fn default() -> Editor {
        let mut server = Server::new(None);
        server.handle(request("initialize", json!({ "capabilities": {} })));
        Editor { server, version: 0 }
    }
}

impl Editor {
    /// Sets the text, and returns the findings in the format of the protocol.
    pub(crate) fn check(&mut self, text: &str) -> Value {
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

    /// Answers a message of the protocol.
    pub(crate) fn lsp(&mut self, mut message: Value, theme: &str) -> Answer {
        let settings = json!({ "settings": { "ferz": { "pictures": theme } } });
        self.server
            .handle(notice("workspace/didChangeConfiguration", settings));
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
