//! The door of Ferz as WebAssembly: a request as JSON in, an answer as JSON out.
//!
//! Whoever stands outside asks for room for a text ([`reserve`]), writes the request there, calls
//! [`call`], and reads the answer of the returned length where [`answer`] says. There are two imports:
//! a clock, and what a search tells while it goes on. Everything behind the door is safe Rust; the
//! attributes that give the exports their names are the only exception.
//!
//! Requests are listed in [`Request`](request::Request). Each goes to the [`Desk`](desk::Desk) with the
//! number in its field `desk`, by default to number 0. An answer is `{"ok": …}` or
//! `{"error": {"code": …, "message": …, "help": …}}`.
//!
//! Without the features `authoring`, `board` or `search` the library is smaller, and refuses the requests
//! that need them.

mod bench;
mod board;
mod desk;
mod desks;
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
mod tree;
mod turn;

use std::cell::RefCell;

use serde_json::json;

use desks::Desks;
use request::{Address, Refusal, Request};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESKS: RefCell<Desks> = RefCell::default();
}

#[link(wasm_import_module = "ferz")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Hands out a text that nobody asked for: how far a search has come, or why the program has broken
    /// down.
    safe fn report(place: *const u8, length: usize);
}

/// Makes room for a request of so many bytes and says where it is.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request that was written; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    std::panic::set_hook(Box::new(|info| tell(&json!({ "panic": info.to_string() }))));
    let request = INPUT.with_borrow_mut(std::mem::take);
    let said = match read(&request) {
        Ok((desk, request)) => DESKS.with_borrow_mut(|desks| desks.answer(desk, request)),
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

/// Reads a request and the number of its desk.
fn read(text: &[u8]) -> Result<(u32, Request), serde_json::Error> {
    let Address { desk } = serde_json::from_slice(text)?;
    // Whatever is JSON is UTF-8.
    let text = str::from_utf8(text).unwrap_or_default();
    Ok((desk, fields::read(text)?))
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Hands a text out.
fn tell(value: &serde_json::Value) {
    let text = value.to_string();
    report(text.as_ptr(), text.len());
}
