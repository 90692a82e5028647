//! Where two snapshots differ, for people.

/// Lines shown before and behind a difference.
const CONTEXT: usize = 1;

/// The differences of two texts, line by line, or nothing.
///
/// Lines that are gone have a `-`, new ones a `+`. Each group stands below the headings it belongs
/// to, so that one sees what a line is about.
///
/// ```
/// use ferz::snapshot::differences;
///
/// let before = "== chess\nperft\n  1: 20\n  2: 400\n";
/// let now = "== chess\nperft\n  1: 20\n  2: 401\n";
/// let shown = "@ chess, perft\n    1: 20\n-   2: 400\n+   2: 401\n";
/// assert_eq!(differences(before, now).unwrap(), shown);
/// assert_eq!(differences(now, now), None);
/// ```
pub fn differences(before: &str, now: &str) -> Option<String> {
    if before == now {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let script = script(&old, &new);
    let changed = |edit: &Edit| !matches!(edit, Edit::Both(..));
    let mut text = String::new();
    let mut at = 0;
    while let Some(first) = script[at..].iter().position(changed).map(|skip| at + skip) {
        let start = first.saturating_sub(CONTEXT).max(at);
        // A group ends where more lines are alike than are shown between two groups.
        let mut end = first;
        while let Some(next) = script[end..].iter().take(2 * CONTEXT + 1).position(changed) {
            end += next + 1;
        }
        let end = (end + CONTEXT).min(script.len());
        text.push_str(&heading(&old, &script[..first]));
        for edit in &script[start..end] {
            let (sign, line) = match *edit {
                Edit::Both(line) => (' ', old[line]),
                Edit::Gone(line) => ('-', old[line]),
                Edit::New(line) => ('+', new[line]),
            };
            text.push_str(format!("{sign} {line}").trim_end());
            text.push('\n');
        }
        at = end;
    }
    if text.is_empty() {
        // The lines are alike, so only their ends can differ.
        text.push_str("the ends of the lines differ\n");
    }
    Some(text)
}

/// One step from the old lines to the new ones.
enum Edit {
    /// The line with this number in the old text is in both.
    Both(usize),
    /// The line with this number in the old text is gone.
    Gone(usize),
    /// The line with this number in the new text is new.
    New(usize),
}

/// The headings above a place: the name of the variant, and the last line that is not indented.
fn heading(old: &[&str], before: &[Edit]) -> String {
    let above = || {
        before.iter().rev().filter_map(|edit| match edit {
            Edit::Both(line) => Some(old[*line]),
            Edit::Gone(_) | Edit::New(_) => None,
        })
    };
    let variant = above().find_map(|line| line.strip_prefix("== "));
    let part = above()
        .take_while(|line| !line.starts_with("== "))
        .find(|line| !line.is_empty() && !line.starts_with([' ', '#']) && is_heading(line));
    match (variant, part) {
        (Some(variant), Some(part)) => format!("@ {variant}, {part}\n"),
        (Some(variant), None) => format!("@ {variant}\n"),
        (None, _) => String::new(),
    }
}

/// Whether lines follow that belong to this one.
fn is_heading(line: &str) -> bool {
    ["toml", "perft", "divide", "position"]
        .iter()
        .any(|word| line.split(' ').next() == Some(word))
}

/// The shortest way from the old lines to the new ones, as long as the texts are not too different;
/// else everything is gone and new.
fn script(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = pairs.take_while(|(a, b)| a == b).count();
    let (rows, columns) = (old_rest.len() - tail, new_rest.len() - tail);
    let mut script: Vec<Edit> = (0..head).map(Edit::Both).collect();
    if rows.saturating_mul(columns) > LARGEST {
        script.extend((0..rows).map(|row| Edit::Gone(head + row)));
        script.extend((0..columns).map(|column| Edit::New(head + column)));
    } else {
        // How many lines the rests of both texts have in common.
        let mut common = vec![vec![0_u32; columns + 1]; rows + 1];
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                common[row][column] = if old_rest[row] == new_rest[column] {
                    common[row + 1][column + 1] + 1
                } else {
                    common[row + 1][column].max(common[row][column + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < rows || column < columns {
            if row < rows && column < columns && old_rest[row] == new_rest[column] {
                script.push(Edit::Both(head + row));
                row += 1;
                column += 1;
            } else if column == columns
                || (row < rows && common[row + 1][column] >= common[row][column + 1])
            {
                script.push(Edit::Gone(head + row));
                row += 1;
            } else {
                script.push(Edit::New(head + column));
                column += 1;
            }
        }
    }
    script.extend((old.len() - tail..old.len()).map(Edit::Both));
    script
}

/// The largest table that is filled for the shortest way.
const LARGEST: usize = 4_000_000;
