//! What is printed means what was to be printed, and printing it again changes nothing.
#![no_main]

use ferz::movement::{Joints, Movement, PrintStyle, Dialect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if text.len() > 40 {
        return;
    }
    // One of all ways to be printed, so that a run is quick; a text a letter longer takes another.
    let way: u32 = text.bytes().map(u32::from).sum();
    let from = match way % 4 {
        0 => Dialect::XBoard,
        _ => Dialect::XBetza,
    };
    let dialect = [Dialect::XBetza, Dialect::XBoard][way as usize / 4 % 2];
    let joints = [Joints::Shortest, Joints::Brackets][way as usize / 8 % 2];
    let movement = Movement::read(text, from).value;
    let style = PrintStyle { joints };
    let Ok(printed) = movement.to_betza_with(dialect, &style) else {
        return;
    };
    let again = Movement::read(&printed, dialect).value;
    assert_eq!(again, movement, "{printed}");
    assert_eq!(again.to_betza_with(dialect, &style), Ok(printed));
});
