//! The rules of any game as a WebAssembly module: reads a definition and moves; returns a FEN, the
//! legal moves and the outcome.
//!
//! `cargo build --profile small --example in_browser --target wasm32-unknown-unknown --features compact`
//!
//! The host requests a buffer with [`reserve`], writes a definition, an empty line and one move per
//! line into it, calls [`call`], and reads the returned number of bytes at [`answer`].
#![allow(
    unsafe_code,
    reason = "exports need names, which is all that is not safe here"
)]

use std::cell::RefCell;

use ferz::formats::Format;
use ferz::{Catalog, Position, Variant};

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates a buffer for a text of this length and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; length];
        text.as_mut_ptr()
    })
}

/// Reads the text and replaces it by the answer; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> usize {
    TEXT.with_borrow_mut(|text| {
        let said = said(&String::from_utf8_lossy(text)).unwrap_or_else(|error| error);
        *text = said.into_bytes();
        text.len()
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(Vec::as_ptr)
}

/// The answer to a text.
pub(crate) fn said(text: &str) -> Result<String, String> {
    let (definition, moves) = text.split_once("\n\n").unwrap_or((text, ""));
    let catalog = Catalog::read(definition, Format::Toml).into_result();
    let catalog = catalog.map_err(|findings| format!("{findings:?}"))?;
    let definition = catalog.first().ok_or("no game is defined")?;
    let variant = Variant::compile(definition).map_err(|error| error.to_string())?;
    let position = moves.split_whitespace().try_fold(variant.start(), played)?;
    let moves = position.legal_moves();
    let texts: Vec<String> = moves.iter().map(|mv| position.move_text(mv)).collect();
    let (fen, outcome) = (position.to_fen(), position.outcome());
    Ok(format!("{fen}\n{}\n{outcome:?}\n", texts.join(" ")))
}

fn played(position: Position, text: &str) -> Result<Position, String> {
    let mv = position.parse_move(text).map_err(|error| error.message)?;
    position.play(&mv).map_err(|error| error.to_string())
}
