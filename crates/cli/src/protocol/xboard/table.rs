//! The piece table of XBoard, whose order determines the pictures of the pieces.

use ferz::definition::{CapturedTo, PieceId};
use ferz::game::Variant;
use ferz::state::{Color, Piece, Role};

/// The number of pictures for each side, without the king, which is the last of all.
const MOST: usize = 65;

/// The index of the picture of the pawn.
const PAWN: usize = 0;

/// The offset from the picture of a piece to that of its promoted form.
const PROMOTED: usize = 11;

/// Names and letters of pieces, with the best picture.
const PICTURES: [(&[&str], char, usize); 20] = [
    (&["pawn", "soldier", "byoga"], 'P', PAWN),
    (&["knight", "horse", "ma"], 'N', 1),
    (&["bishop"], 'B', 2),
    (&["rook", "chariot", "boat"], 'R', 3),
    (&["queen"], 'Q', 4),
    (&["ferz", "met", "advisor", "general"], 'F', 5),
    (&["alfil", "elephant"], 'E', 6),
    (&["archbishop", "cardinal", "hawk", "janus"], 'A', 7),
    (&["chancellor", "marshall", "empress"], 'C', 8),
    (&["wazir", "gold"], 'W', 9),
    (&["commoner", "man", "mann"], 'M', 10),
    (&["cannon"], 'O', 11),
    (&["nightrider"], 'H', 12),
    (&["kirin"], 'I', 13),
    (&["dragon"], 'J', 14),
    (&["grasshopper"], 'G', 15),
    (&["silver", "khon"], 'D', 16),
    (&["unicorn"], 'U', 20),
    (&["zebra"], 'Z', 23),
    (&["camel"], 'Y', 24),
];

/// The best pictures for `picture` keys of definitions.
const BY_KEY: [(&str, usize); 16] = [
    ("pawn", PAWN),
    ("knight", 1),
    ("bishop", 2),
    ("rook", 3),
    ("queen", 4),
    ("ferz", 5),
    ("elephant", 6),
    ("bishop+knight", 7),
    ("rook+knight", 8),
    ("wazir", 9),
    ("man", 10),
    ("cannon", 11),
    ("knight+rider", 12),
    ("grasshopper", 15),
    ("zebra", 23),
    ("camel", 24),
];

/// Pictures for which XBoard accepts any move if their moves are not described.
const WILD: [usize; 2] = [17, 19];

/// Unusable pictures: XBoard promotes the lance on the last ranks, and forbids the lion to capture a guarded
/// lion, in every variant.
const BAD: [usize; 2] = [18, 21];

/// The letters and pictures of the pieces of a variant.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The entries by picture.
    entries: Vec<Option<Entry>>,
    king: Option<Entry>,
    /// Whether each side has the king, White first.
    kings: [bool; 2],
    /// The letters by role.
    letters: Vec<Option<String>>,
    /// Kinds whose moves are not described, so that XBoard accepts any.
    wild: Vec<Role>,
    hand: usize,
    has_promoted_forms: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The text of the entry for White.
    text: String,
    role: Role,
    is_form: bool,
}

impl Table {
    /// The table, with `king` as its king. Up to two of the `wild` kinds get pictures that accept any move,
    /// if the variant has no promoted forms and the hand fits the board.
    ///
    /// # Errors
    /// If there are more kinds than pictures, or if a kind has letters that XBoard cannot write.
    pub(super) fn of(
        variant: &Variant,
        king: Option<(PieceId, [bool; 2])>,
        wild: &[Role],
    ) -> Result<Table, String> {
        let wild = &wild[..wild.len().min(WILD.len())];
        // XBoard draws the hand next to the board, one kind per rank, and garbles the rest.
        let has_room = |table: &Table| table.hand <= usize::from(variant.shape().ranks());
        for shortens_hand in [false, true] {
            let table = Table::arranged(variant, king, wild, shortens_hand)?;
            if has_room(&table) {
                return Ok(table);
            }
        }
        Table::arranged(variant, king, &[], true)
    }

    /// The table; if the hand must be short, the kinds that can be in it come first.
    fn arranged(
        variant: &Variant,
        king: Option<(PieceId, [bool; 2])>,
        wild: &[Role],
        shortens_hand: bool,
    ) -> Result<Table, String> {
        let n_roles = variant.roles().len();
        let mut table = Table {
            entries: vec![None; MOST],
            king: None,
            kings: king.map_or([false; 2], |(_, sides)| sides),
            letters: vec![None; n_roles],
            wild: Vec::new(),
            hand: 0,
            has_promoted_forms: false,
        };
        let name_of = |role| {
            let piece = Piece {
                color: Color::White,
                role,
            };
            variant.letters().name(piece)
        };
        let (forms, mut plain): (Vec<Role>, Vec<Role>) = in_play(variant)
            .into_iter()
            .partition(|role| is_form(&name_of(*role)));
        if shortens_hand {
            plain.sort_by_key(|role| !may_be_held(variant, *role));
        }
        table.has_promoted_forms = forms.iter().any(|role| name_of(*role).starts_with('+'));
        let base_letter = |form: &str| form.trim_matches(['+', '~']).to_owned();
        let bases: Vec<String> = forms
            .iter()
            .map(|role| base_letter(&name_of(*role)))
            .collect();
        for role in &plain {
            let letter = name_of(*role);
            if !is_sayable(&letter) {
                return Err(format!(
                    "a piece has the letters `{letter}`, but XBoard writes one letter, optionally with `'` or `!`"
                ));
            }
            let entry = Entry {
                text: letter.clone(),
                role: *role,
                is_form: false,
            };
            table.letters[role.index()] = Some(letter.clone());
            if king.is_some_and(|(king, _)| king == PieceId::from(*role)) {
                table.king = Some(entry);
                continue;
            }
            let range = if bases.contains(&letter) {
                0..PROMOTED
            } else if shortens_hand && may_be_held(variant, *role) {
                0..plain.len()
            } else if shortens_hand && !variant.is_pawn(*role) {
                table.last_held(variant)..MOST
            } else {
                0..MOST
            };
            let reserved = !forms.is_empty();
            // The pictures of the wild kinds overlap with those of promoted forms.
            let is_wild = wild.contains(role) && !reserved;
            let wanted = if is_wild {
                table.wild.push(*role);
                WILD.into_iter()
                    .find(|place| table.entries[*place].is_none())
            } else {
                table.place(variant, *role, &letter, range, reserved)
            };
            let Some(place) = wanted else {
                return Err("it has more kinds of pieces than XBoard has pictures".to_owned());
            };
            table.entries[place] = Some(entry);
        }
        for (role, base) in forms.iter().zip(&bases) {
            let name = name_of(*role);
            let of_base =
                |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| entry.text == *base);
            let place = table
                .entries
                .iter()
                .position(of_base)
                .filter(|place| *place < PROMOTED);
            let Some(place) = place else {
                return Err(format!("XBoard has no picture for `{name}`"));
            };
            let sign = if name.starts_with('+') { "+" } else { "~" };
            if name.starts_with('+') {
                table.letters[role.index()] = Some(name.clone());
            }
            table.entries[place + PROMOTED] = Some(Entry {
                text: sign.to_owned(),
                role: *role,
                is_form: true,
            });
        }
        table.hand = table.hand_of(variant);
        Ok(table)
    }

    /// A free picture: the most suitable one, or the first.
    fn place(
        &self,
        variant: &Variant,
        role: Role,
        letter: &str,
        range: std::ops::Range<usize>,
        keeps_forms: bool,
    ) -> Option<usize> {
        let is_free = |place: &usize| {
            let for_forms = keeps_forms && (PROMOTED..2 * PROMOTED).contains(place);
            range.contains(place)
                && self.entries[*place].is_none()
                && !WILD.contains(place)
                && !BAD.contains(place)
                && !for_forms
        };
        let name = variant.role_name(role);
        let said = variant.def().piece(PieceId::from(role));
        let said = said.and_then(|(_, piece)| piece.picture.as_ref());
        let by_key = said.map(ToString::to_string).and_then(|said| {
            let found = BY_KEY.iter().find(|(key, _)| *key == said);
            found.map(|(_, place)| *place)
        });
        let by_name = PICTURES.iter().find(|(names, ..)| names.contains(&name));
        let by_letter = PICTURES
            .iter()
            .find(|(_, one, _)| letter == one.to_string());
        let liked = [by_name, by_letter].into_iter().flatten();
        let liked = by_key.into_iter().chain(liked.map(|(.., place)| *place));
        // Only a pawn may look like one, because XBoard promotes it.
        let looks = |place: &usize| *place != PAWN || variant.is_pawn(role);
        let pawn = Some(PAWN).filter(|_| variant.is_pawn(role));
        let others = (5..MOST).chain(1..5).chain([PAWN]);
        pawn.into_iter()
            .chain(liked.filter(looks))
            .chain(others)
            .find(is_free)
    }

    /// The number of kinds for which the hand needs room: all up to the last that can be in it.
    fn hand_of(&self, variant: &Variant) -> usize {
        let base = self.entries.iter().flatten().filter(|entry| !entry.is_form);
        let last = base
            .enumerate()
            .filter(|(_, entry)| may_be_held(variant, entry.role))
            .map(|(index, _)| index + 1)
            .last();
        last.unwrap_or(0)
    }

    /// The first index after all kinds that can be in hand.
    fn last_held(&self, variant: &Variant) -> usize {
        let is_held = |entry: &Option<Entry>| {
            let entry = entry.as_ref();
            entry.is_some_and(|entry| may_be_held(variant, entry.role))
        };
        self.entries
            .iter()
            .rposition(is_held)
            .map_or(0, |last| last + 1)
    }

    /// The number of kinds for which the hand has room.
    pub(super) const fn hand_size(&self) -> usize {
        self.hand
    }

    /// Whether pieces promote to forms written `+P`.
    pub(super) const fn has_promoted_forms(&self) -> bool {
        self.has_promoted_forms
    }

    /// The letter of a kind; `None` if it has none in the table.
    pub(super) fn letter(&self, role: Role) -> Option<&str> {
        self.letters.get(role.index())?.as_deref()
    }

    /// Whether XBoard accepts any move of a kind, because its moves are not described.
    pub(super) fn is_wild(&self, role: Role) -> bool {
        self.wild.contains(&role)
    }

    /// The table as XBoard reads it, with White's half first.
    pub(super) fn text(&self) -> String {
        // XBoard requires at least six entries per side.
        let used = self.entries.iter().rposition(Option::is_some).unwrap_or(0) + 1;
        let used = used.max(5);
        let half = |side: Color| {
            let lower = side == Color::Black;
            let mut text = String::new();
            let king = self.king.as_ref().filter(|_| self.kings[side.index()]);
            let men = self.entries[..used].iter().map(Option::as_ref);
            for entry in men.chain([king]) {
                let letter = entry.map_or(".", |entry| entry.text.as_str());
                if lower {
                    text.push_str(&letter.to_lowercase());
                } else {
                    text.push_str(letter);
                }
            }
            text
        };
        format!("{}{}", half(Color::White), half(Color::Black))
    }
}

/// Whether a kind can be in hand.
fn may_be_held(variant: &Variant, role: Role) -> bool {
    let start = variant.start();
    let mut hands = start.setup().hands.iter();
    variant.compiled_rules().facts.captured_to == CapturedTo::CaptorHand
        || hands.any(|hand| hand.count(role) > 0)
}

/// The kinds in the start position, and those that they can become.
fn in_play(variant: &Variant) -> Vec<Role> {
    let (def, start) = (variant.def(), variant.start());
    let hands = &start.setup().hands;
    let at_start = |role: &Role| {
        let mut men = start.board().pieces();
        hands.iter().any(|hand| hand.count(*role) > 0) || men.any(|(_, piece)| piece.role == *role)
    };
    let mut found: Vec<Role> = variant.roles().filter(at_start).collect();
    let mut next = 0;
    while let Some(role) = found.get(next).copied() {
        next += 1;
        let id = PieceId::from(role);
        let promotion = def
            .piece(id)
            .and_then(|(_, piece)| piece.promotion.as_ref());
        let choices = promotion
            .into_iter()
            .flat_map(|promotion| &promotion.choices);
        let turned = variant.compiled_rules().facts.paired_promotion.target(id);
        let bases = def.forms.of(id).base.into_iter().flatten();
        let becomes: Vec<PieceId> = choices
            .map(|choice| choice.piece)
            .chain(turned)
            .chain(bases)
            .chain([variant.compiled_rules().as_prisoner(role).into()])
            .collect();
        for id in becomes {
            let role = Role::new(id.index());
            if !found.contains(&role) {
                found.push(role);
            }
        }
    }
    found.sort_unstable();
    found
}

fn is_form(letter: &str) -> bool {
    letter.starts_with('+') || letter.ends_with('~')
}

/// Whether XBoard can write a letter.
fn is_sayable(letter: &str) -> bool {
    let mut chars = letter.chars();
    let first = chars.next().is_some_and(|char| char.is_ascii_uppercase());
    let second = chars.next().is_none_or(|char| matches!(char, '\'' | '!'));
    first && second && chars.next().is_none()
}
