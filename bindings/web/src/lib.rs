//! The WebAssembly interface of Ferz: requests and answers are JSON.
//!
//! The host requests a buffer for a text ([`reserve`]), writes the request into it, calls [`call`],
//! and reads the returned number of bytes at [`answer`]. There are two imports: a clock, and a
//! function for the reports of a search. Everything else is safe Rust; the attributes that name the
//! exports are the only exception.
//!
//! Requests are listed in [`Request`](request::Request). Each goes to the [`Session`](session::Session) with
//! the number in its field `session`, by default 0. An answer is `{"ok": …}` or
//! `{"error": {"code": …, "message": …, "help": …}}`.
//!
//! Without the features `authoring`, `board` or `search` the library is smaller, and refuses the
//! requests that need them.

mod board;
mod edit;
mod editor;
mod engine;
mod fields;
mod findings;
mod games;
mod pieces;
mod position;
mod reasons;
mod request;
mod session;
mod sessions;
mod tree;
mod turn;
mod workbench;

use std::cell::RefCell;

use serde_json::json;

use request::{Address, Refusal, Request};
use sessions::Sessions;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSIONS: RefCell<Sessions> = RefCell::default();
}

#[link(wasm_import_module = "ferz")]
unsafe extern "C" {
    /// Milliseconds since a fixed time.
    safe fn now() -> f64;
    /// Passes a report to the host: the progress of a search, or the reason of a panic.
    safe fn report(place: *const u8, length: usize);
}

/// Allocates a buffer for a request of this length and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Processes the request in the buffer; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    std::panic::set_hook(Box::new(|info| tell(&json!({ "panic": info.to_string() }))));
    let request = INPUT.with_borrow_mut(std::mem::take);
    let said = match read(&request) {
        Ok((session, request)) => {
            SESSIONS.with_borrow_mut(|sessions| sessions.answer(session, request))
        }
        Err(error) => Err(Refusal::new(&format!(
            "the request cannot be read: {error}"
        ))),
    };
    let said = match said {
        Ok(value) => json!({ "ok": value }),
        Err(refusal) => json!({ "error": refusal.to_json() }),
    };
    OUTPUT.with_borrow_mut(|output| {
        *output = said.to_string().into_bytes();
        output.len()
    })
}

/// Reads a request and the number of its session.
fn read(text: &[u8]) -> Result<(u32, Request), serde_json::Error> {
    let Address { session } = serde_json::from_slice(text)?;
    // Valid JSON is UTF-8.
    let text = str::from_utf8(text).unwrap_or_default();
    Ok((session, fields::read(text)?))
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Reports a value to the host.
fn tell(value: &serde_json::Value) {
    let text = value.to_string();
    report(text.as_ptr(), text.len());
}
