//! What is printed means what was to be printed, and printing it again changes nothing.
#![no_main]

use ferz::movement::{Joints, Movement, PrintStyle};
use ferz::syntax::betza::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if text.len() > 40 {
        return;
    }
    let from = match text.len() % 4 {
        0 => Dialect::XBoard,
        _ => Dialect::XBetza,
    };
    let movement = Movement::read(text, from).value;
    for dialect in [Dialect::XBetza, Dialect::XBoard] {
        for joints in [Joints::Shortest, Joints::Brackets] {
            let style = PrintStyle { joints };
            let Ok(printed) = movement.to_betza_with(dialect, &style) else {
                continue;
            };
            let again = Movement::read(&printed, dialect).value;
            assert_eq!(again, movement, "{printed}");
            assert_eq!(again.to_betza_with(dialect, &style), Ok(printed));
        }
    }
});
