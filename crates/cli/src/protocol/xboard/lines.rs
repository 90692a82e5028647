//! Classification of lines from XBoard.

/// Commands that can change the game or the side to move.
pub(super) const CHANGES: [&str; 14] = [
    "new",
    "variant",
    "setboard",
    "force",
    "go",
    "playother",
    "usermove",
    "undo",
    "remove",
    "analyze",
    "exit",
    "result",
    "exclude",
    "include",
];

pub(super) fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// Whether a text looks like a move that was sent without `usermove`.
pub(super) fn is_move(text: &str) -> bool {
    let begins = text.bytes().take(2).collect::<Vec<u8>>();
    let by_square =
        matches!(begins[..], [file, rank] if file.is_ascii_lowercase() && rank.is_ascii_digit());
    by_square || text.contains('@') || matches!(text, "O-O" | "O-O-O")
}

/// Completes a FEN from which the castling rights or the en passant square were omitted.
pub(super) fn with_all_fields(fen: &str) -> Option<String> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match fields[..] {
        [board, turn, half, full] if is_number(half) && is_number(full) => {
            Some(format!("{board} {turn} - - {half} {full}"))
        }
        [board, turn, rights, half, full] if is_number(half) && is_number(full) => {
            Some(format!("{board} {turn} {rights} - {half} {full}"))
        }
        // On high boards XBoard writes an invalid square if no en passant is possible.
        [board, turn, rights, passed, half, full]
            if !passed.contains(|char: char| char.is_ascii_digit()) =>
        {
            Some(format!("{board} {turn} {rights} - {half} {full}"))
        }
        _ => None,
    }
}
