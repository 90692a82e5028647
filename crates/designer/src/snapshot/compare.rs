//! Readable differences of snapshots.

/// The number of lines shown before and after a difference.
const CONTEXT: usize = 1;

/// The differences of two texts by line; `None` if they are equal.
///
/// Removed lines have a `-`, added ones a `+`. Each group of differences is preceded by the headings of its
/// place.
///
/// ```
/// use ferz_designer::snapshot::differences;
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
        // A group ends before a run of common lines that is longer than the context of two groups.
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
        // All lines are equal, so only line ends can differ.
        text.push_str("the ends of the lines differ\n");
    }
    Some(text)
}

/// An edit of a line.
enum Edit {
    /// The line with this index in the old text is in both.
    Both(usize),
    /// The line with this index in the old text is removed.
    Gone(usize),
    /// The line with this index in the new text is added.
    New(usize),
}

/// The headings of a place: the name of the variant, and the last line without indentation.
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

/// Whether a line is a heading of the following lines.
fn is_heading(line: &str) -> bool {
    ["toml", "perft", "divide", "position"]
        .iter()
        .any(|word| line.split(' ').next() == Some(word))
}

/// The shortest edit script from the old lines to the new ones (longest common subsequence); if the texts
/// differ too much, all lines are removed and added.
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
        // The length of the longest common subsequence of the rests of both texts.
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

/// The maximum size of the table for the shortest edit script.
const LARGEST: usize = 4_000_000;
