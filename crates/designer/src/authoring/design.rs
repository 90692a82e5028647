//! Changes that a designer makes to a definition on its board: pieces, size, holes, walls and zones.
//!
//! Each change edits the text of the definition and keeps everything else, such as comments and
//! inherited keys.

use std::fmt::Write as _;

use toml_edit::{Item, Value};

use super::keys::{Keys, quoted};
use ferz::definition::{InitialDef, PieceDef, VariantDef, squares_text};
use ferz::game::{Position, Variant};
use ferz::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use ferz::state::{Cell, Letters, Piece};

/// A definition file in TOML and one of its variants.
///
/// ```
/// use ferz::formats::{Catalog, Format};
/// use ferz::game::Variant;
/// use ferz_designer::authoring::Design;
///
/// let text = "name = 'mine' # for now\ninherits = 'chess'\n";
/// let catalog = Catalog::read(text, Format::Toml).into_result().unwrap();
/// let variant = Variant::compile(catalog.get("mine").unwrap()).unwrap();
/// let design = Design { text, variant: &variant };
/// let e2 = variant.square("e2").unwrap();
/// assert_eq!(
///     design.put(&[(e2, None)]).unwrap(),
///     "name = 'mine' # for now\ninherits = 'chess'\n\
///      start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'\n",
/// );
/// ```
///
/// Its functions return errors as messages for users, such as that the text numbers its start
/// positions.
#[derive(Clone, Copy, Debug)]
pub struct Design<'a> {
    /// The text.
    pub text: &'a str,
    /// The variant.
    pub variant: &'a Variant,
}

/// A piece to add.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPiece {
    /// Its name.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// Its move.
    pub betza: String,
    /// Its value in pawns.
    pub value: Option<f64>,
    /// Its picture; by default derived from its moves.
    pub picture: Option<String>,
}

/// New properties of a piece, apart from its moves; `None` keeps the current value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceChange {
    /// Its letter, also in the start position.
    pub letter: Option<String>,
    /// Its value in pawns.
    pub value: Option<f64>,
    /// Its picture.
    pub picture: Option<String>,
}

/// Files and ranks that are added at the edges of a board, or removed if negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// At the left.
    pub left: i8,
    /// At the right.
    pub right: i8,
    /// At the bottom.
    pub bottom: i8,
    /// At the top.
    pub top: i8,
}

/// A zone that a definition may have.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedZone {
    /// The keys of its value.
    pub keys: Vec<String>,
    /// The piece, or the setting of a rule.
    pub piece: String,
    /// Its meaning: `promotes`, `stays` unpromoted, `to` and `from` of its moves, `initial`, or `rule`.
    pub words: &'static str,
    /// White's squares.
    pub squares: SquareSet,
    /// Whether Black's squares are their mirror image.
    pub is_mirrored: bool,
}

type Changed = Result<String, String>;

impl Design<'_> {
    /// Puts pieces on squares of the start position, or empties the squares.
    pub fn put(&self, squares: &[(Square, Option<Piece>)]) -> Changed {
        let mut grid = self.grid()?;
        for (square, piece) in squares {
            let place = grid.place(*square);
            if place.is_hole {
                return Err("no piece can stand on a hole".to_owned());
            }
            place.is_wall = false;
            place.piece = piece.map(|piece| self.variant.letters().name(piece));
        }
        self.with_start(&grid)
    }

    /// Turns squares into holes, which removes their pieces, or holes into squares.
    pub fn set_holes(&self, squares: &[Square], are_holes: bool) -> Changed {
        let mut grid = self.grid()?;
        for square in squares {
            *grid.place(*square) = Place {
                is_hole: are_holes,
                ..Place::default()
            };
        }
        self.with_board(&grid)
    }

    /// Puts walls on squares of the start position, or removes them.
    pub fn set_walls(&self, squares: &[Square], are_walls: bool) -> Changed {
        let mut grid = self.grid()?;
        for square in squares {
            let place = grid.place(*square);
            if place.is_hole {
                return Err("no wall can stand on a hole".to_owned());
            }
            if are_walls {
                place.piece = None;
            }
            place.is_wall = are_walls;
        }
        self.with_start(&grid)
    }

    /// Adds squares to White's zone, or removes them; Black's zone is the mirror image.
    pub fn set_zone(&self, keys: &[&str], squares: &[Square], belong: bool) -> Changed {
        let zones = self.zones();
        let zone = zones.into_iter().find(|zone| zone.keys == keys);
        let zone = zone.ok_or("the game has no such zone")?;
        if !zone.is_mirrored {
            return Err("this zone is written for each side; change it in the text".to_owned());
        }
        let mut set = zone.squares;
        for square in squares {
            if belong {
                set.insert(*square);
            } else {
                set.remove(*square);
            }
        }
        let value = quoted(&squares_text(&set, self.shape()));
        let mut written = self.keys()?;
        // A move that is written as a text is replaced by a table.
        if let ["pieces", piece, "move", _] = keys {
            let path = ["pieces", *piece, "move"];
            let is_table = written.get(&path).is_some_and(Item::is_table_like);
            if !is_table && let Some(piece) = self.def().pieces.get(*piece) {
                let betza = piece.moves.first().map_or("", |one| one.betza.as_str());
                let table = format!("{{ betza = {} }}", quoted(betza)).parse::<Value>();
                written.set(&path, table.map_err(|error| error.to_string())?)?;
            }
        }
        written.set(keys, value)?;
        Ok(written.text())
    }

    /// Moves the edges of the board. New ranks are inserted among empty ranks, if any exist, so
    /// that the pieces stay at their edge. Pieces on removed files and ranks are removed.
    pub fn resize(&self, edges: Edges) -> Changed {
        let mut grid = self.grid()?;
        let old = self.shape();
        for (edge, number) in [(Edge::Left, edges.left), (Edge::Right, edges.right)] {
            grid.change_files(edge, number);
        }
        for (edge, number) in [(Edge::Bottom, edges.bottom), (Edge::Top, edges.top)] {
            grid.change_ranks(edge, number);
        }
        let (files, ranks) = (grid.files(), grid.rows.len());
        let most = usize::from(BoardShape::MAX_SIDE);
        if files == 0 || ranks == 0 || files > most || ranks > most {
            return Err(format!("a board has 1 to {most} files and ranks"));
        }
        let mut written = self.keys()?;
        let numbers = [("files", files, old.files()), ("ranks", ranks, old.ranks())];
        for (key, number, before) in numbers {
            if number != usize::from(before) {
                written.set(&["board", key], Value::from(number as i64))?;
            }
        }
        self.write_board(&mut written, &grid)?;
        Ok(written.text())
    }

    /// Adds a piece. It has no place on the board yet.
    pub fn add_piece(&self, piece: &NewPiece) -> Changed {
        let pieces = &self.def().pieces;
        if pieces.contains_key(&piece.name) {
            return Err(format!("there is a piece `{}` already", piece.name));
        }
        let mut written = self.keys()?;
        let mut set = |key: &str, value: Value| written.set(&["pieces", &piece.name, key], value);
        set("letter", quoted(&piece.letter))?;
        set("move", quoted(&piece.betza))?;
        set_looks(set, piece.value, piece.picture.as_deref())?;
        Ok(written.text())
    }

    /// Changes the letter, the value or the picture of a piece.
    pub fn change_piece(&self, name: &str, change: &PieceChange) -> Changed {
        let Some(index) = self.def().pieces.get_index_of(name) else {
            return Err(format!("there is no piece `{name}`"));
        };
        let mut written = self.keys()?;
        let mut set = |key: &str, value: Value| written.set(&["pieces", name, key], value);
        set_looks(&mut set, change.value, change.picture.as_deref())?;
        if let Some(letter) = &change.letter {
            set("letter", quoted(letter))?;
            let letters = self.def().pieces.values().map(|piece| &piece.letter);
            let mut letters: Vec<String> = letters.cloned().collect();
            letters[index].clone_from(letter);
            let grid = self.grid_in(&Letters::new(letters))?;
            self.write_start(&mut written, &self.fen(&grid))?;
        }
        Ok(written.text())
    }

    /// The zones of the game that are shown and changed on its board.
    pub fn zones(&self) -> Vec<NamedZone> {
        let mut zones = Vec::new();
        let mut add = |keys: &[&str], piece: &str, words, zone: &Zone| {
            let squares = zone.of(Perspective::White).clone();
            zones.push(NamedZone {
                keys: keys.iter().map(|key| (*key).to_owned()).collect(),
                piece: piece.to_owned(),
                words,
                is_mirrored: Zone::mirrored(self.shape(), &squares) == *zone,
                squares,
            });
        };
        let everywhere = Zone::everywhere(self.shape());
        for (name, piece) in &self.def().pieces {
            let PieceDef {
                moves,
                initial,
                promotion,
                ..
            } = piece;
            if let Some(promotion) = promotion {
                // Choices with zones of their own can be edited only in the text.
                let mut choices = promotion.choices.iter().map(|choice| &choice.zone);
                if let Some(zone) = choices.next()
                    && choices.all(|other| other == zone)
                {
                    let keys = ["pieces", name, "promotion", "zone"];
                    add(&keys, name, "promotes", zone);
                    let keys = ["pieces", name, "promotion", "stay"];
                    add(&keys, name, "stays", &promotion.stay);
                }
            }
            if let [one] = &moves[..] {
                let zone = one.to.as_ref().unwrap_or(&everywhere);
                add(&["pieces", name, "move", "to"], name, "to", zone);
                let zone = one.from.as_ref().unwrap_or(&everywhere);
                add(&["pieces", name, "move", "from"], name, "from", zone);
            }
            if let InitialDef::Zone(zone) = initial {
                add(&["pieces", name, "initial"], name, "initial", zone);
            }
        }
        for (keys, zone) in self.variant.zones_of_rules() {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            add(&keys, &keys[1..].join("."), "rule", &zone);
        }
        zones
    }

    fn def(&self) -> &VariantDef {
        self.variant.def()
    }

    fn shape(&self) -> &BoardShape {
        self.variant.shape()
    }

    fn keys(&self) -> Result<Keys, String> {
        Keys::of(self.text, &self.def().name)
    }

    fn grid(&self) -> Result<Grid, String> {
        self.grid_in(self.variant.letters())
    }

    /// The start position in these letters.
    fn grid_in(&self, letters: &Letters) -> Result<Grid, String> {
        if self.def().setups.is_some() {
            let reason = "the game has several start positions; change `setups` in the text";
            return Err(reason.to_owned());
        }
        if self.shape().has_intersections() {
            let reason = "a board with places between its squares is changed in the text";
            return Err(reason.to_owned());
        }
        if self.def().start.contains('~') {
            let reason = "promoted pieces in the start position are changed in the text";
            return Err(reason.to_owned());
        }
        Ok(Grid::of(&self.variant.start(), letters))
    }

    /// The text with another start position on the same board.
    fn with_start(&self, grid: &Grid) -> Changed {
        let fen = self.fen(grid);
        let read = self.variant.read_fen(&fen);
        if let Some(fault) = read.diagnostics.iter().find(|one| one.is_error()) {
            return Err(fault.message.clone());
        }
        // A castling right is lost with its rook.
        let legal = read.value.to_fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if let (Some(rights), Some(kept)) = (fields.get_mut(2), legal.split(' ').nth(2))
            && rights.chars().all(char::is_alphabetic)
        {
            *rights = kept;
        }
        let fen = fields.join(" ");
        let mut written = self.keys()?;
        self.write_start(&mut written, &fen)?;
        Ok(written.text())
    }

    fn write_start(&self, written: &mut Keys, fen: &str) -> Result<(), String> {
        if fen == self.def().start {
            return Ok(());
        }
        written.set(&["start"], quoted(fen))
    }

    /// The text with another board of the same size and its start position.
    fn with_board(&self, grid: &Grid) -> Changed {
        let mut written = self.keys()?;
        self.write_board(&mut written, grid)?;
        Ok(written.text())
    }

    fn write_board(&self, written: &mut Keys, grid: &Grid) -> Result<(), String> {
        let whole = match (grid.files() as u8, grid.rows.len() as u8) {
            same if same == (self.shape().files(), self.shape().ranks()) => self.shape().whole(),
            (files, ranks) => {
                let shape = BoardShape::rectangle(files, ranks);
                let shape = shape.map_err(|error| error.to_string())?;
                shape.with_first_rank(self.shape().first_rank())
            }
        };
        let is_resized = whole.area() != self.shape().area();
        let holes = grid.squares(&whole, |place| place.is_hole);
        let vanishing = grid.squares(&whole, |place| place.vanishes);
        for (key, squares, before) in [
            ("holes", holes, self.shape().holes()),
            ("vanishing", vanishing, self.shape().vanishing()),
        ] {
            if squares != *before || is_resized && !before.is_empty() {
                written.set(&["board", key], quoted(&squares_text(&squares, &whole)))?;
            }
        }
        self.write_start(written, &self.fen(grid))
    }

    /// The start position as a FEN with a new board and otherwise unchanged fields.
    fn fen(&self, grid: &Grid) -> String {
        let start = &self.def().start;
        let end = start.find(|sign: char| sign.is_whitespace() || sign == '[');
        grid.fen() + end.map_or("", |end| &start[end..])
    }
}

/// Gives a piece of a variant another move. The text need not be playable.
///
/// ```
/// use ferz_designer::authoring::set_move;
///
/// let text = "name = 'mine'\ninherits = 'chess'\npieces.knight.move = 'N2-' # for now\n";
/// let mended = "name = 'mine'\ninherits = 'chess'\npieces.knight.move = 'N2' # for now\n";
/// assert_eq!(set_move(text, "mine", "knight", "N2").unwrap(), mended);
/// ```
///
/// # Errors
/// The reason, if the piece has several moves or the text is not TOML.
pub fn set_move(text: &str, variant: &str, piece: &str, betza: &str) -> Result<String, String> {
    let mut written = Keys::of(text, variant)?;
    let path = ["pieces", piece, "move"];
    let keys: &[&str] = match written.get(&path) {
        Some(item) if item.is_array() => {
            return Err(format!(
                "`{piece}` has several moves; change them in the text"
            ));
        }
        Some(item) if item.is_table_like() => &["pieces", piece, "move", "betza"],
        _ => &path,
    };
    written.set(keys, quoted(betza))?;
    Ok(written.text())
}

/// Sets the value and the picture of a piece, if they are given.
fn set_looks(
    mut set: impl FnMut(&str, Value) -> Result<(), String>,
    value: Option<f64>,
    picture: Option<&str>,
) -> Result<(), String> {
    if let Some(value) = value {
        set("value", number(value))?;
    }
    if let Some(picture) = picture {
        set("picture", quoted(picture))?;
    }
    Ok(())
}

/// A number as a value, without a fraction if it is whole.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e9 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}

/// The contents of a square.
#[derive(Clone, Default)]
struct Place {
    is_hole: bool,
    vanishes: bool,
    is_wall: bool,
    /// The letters of the piece.
    piece: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Left,
    Right,
    Bottom,
    Top,
}

/// A start position whose size can change.
struct Grid {
    /// From the first rank on.
    rows: Vec<Vec<Place>>,
}

impl Grid {
    fn of(position: &Position, letters: &Letters) -> Grid {
        let shape = position.variant().shape();
        let place = |rank: u8, file: u8| {
            let Some(square) = shape.at(file, rank) else {
                return Place::default();
            };
            let cell = position.board().get(square);
            Place {
                is_hole: !shape.exists(square),
                vanishes: shape.vanishing().contains(square),
                is_wall: cell == Cell::Wall,
                piece: match cell {
                    Cell::Piece(piece) => Some(letters.name(piece)),
                    Cell::Empty | Cell::Wall => None,
                },
            }
        };
        let row = |rank: u8| (0..shape.files()).map(|file| place(rank, file)).collect();
        Grid {
            rows: (0..shape.ranks()).map(row).collect(),
        }
    }

    fn files(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn place(&mut self, square: Square) -> &mut Place {
        let files = self.files();
        &mut self.rows[square.index() / files][square.index() % files]
    }

    fn squares(&self, shape: &BoardShape, has: fn(&Place) -> bool) -> SquareSet {
        let all = (0..shape.area() as u16).map(Square::new);
        all.filter(|square| {
            let (file, rank) = (shape.file_of(*square), shape.rank_of(*square));
            has(&self.rows[usize::from(rank)][usize::from(file)])
        })
        .collect()
    }

    fn change_files(&mut self, edge: Edge, number: i8) {
        for row in &mut self.rows {
            for _ in 0..number {
                let at = if edge == Edge::Left { 0 } else { row.len() };
                row.insert(at, Place::default());
            }
            for _ in number..0 {
                if edge == Edge::Left && !row.is_empty() {
                    row.remove(0);
                } else {
                    row.pop();
                }
            }
        }
    }

    fn change_ranks(&mut self, edge: Edge, number: i8) {
        for _ in 0..number {
            let at = self.middle().unwrap_or(match edge {
                Edge::Bottom => 0,
                _ => self.rows.len(),
            });
            self.rows.insert(at, vec![Place::default(); self.files()]);
        }
        for _ in number..0 {
            let last = self.rows.len().saturating_sub(1);
            let at = self.middle().unwrap_or(match edge {
                Edge::Bottom => 0,
                _ => last,
            });
            if at < self.rows.len() {
                self.rows.remove(at);
            }
        }
    }

    /// The empty rank that is nearest to the middle.
    fn middle(&self) -> Option<usize> {
        let is_empty = |row: &Vec<Place>| {
            let mut places = row.iter();
            places.all(|place| {
                place.piece.is_none() && !place.is_hole && !place.is_wall && !place.vanishes
            })
        };
        let empty = (0..self.rows.len()).filter(|rank| is_empty(&self.rows[*rank]));
        empty.min_by_key(|rank| (2 * rank + 1).abs_diff(self.rows.len()))
    }

    /// The board of a FEN.
    fn fen(&self) -> String {
        let mut text = String::new();
        for (index, row) in self.rows.iter().rev().enumerate() {
            if index > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for place in row {
                let sign = match &place.piece {
                    Some(letters) => letters.as_str(),
                    None if place.is_hole || place.is_wall || place.vanishes => "*",
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                count(&mut text, &mut empty);
                text.push_str(sign);
            }
            count(&mut text, &mut empty);
        }
        text
    }
}

/// Writes a count of empty squares.
fn count(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}
