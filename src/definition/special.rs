//! The rules that few variants have, each in a group of its own.
//!
//! Pieces are named here by their number in [`VariantDef::pieces`](super::VariantDef::pieces).
//! Pairs hold White's value first.

use super::reach::Reach;
use crate::geometry::{BoardShape, SquareSet};

/// A set of pieces by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceSet(u128);

impl PieceSet {
    /// No piece.
    pub const NONE: PieceSet = PieceSet(0);
    /// Every piece.
    pub const ALL: PieceSet = PieceSet(u128::MAX);

    /// Whether the piece with this number is in the set.
    pub const fn contains(self, number: usize) -> bool {
        number < 128 && self.0 >> number & 1 != 0
    }

    /// Adds a piece, unless its number is beyond those that a variant can have.
    pub const fn insert(&mut self, number: usize) {
        if number < 128 {
            self.0 |= 1 << number;
        }
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |number| self.contains(*number))
    }
}

impl FromIterator<usize> for PieceSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> PieceSet {
        let mut set = PieceSet::NONE;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// What a piece is beside itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The piece it counts as wherever kinds are counted.
    pub kind: usize,
    /// What it becomes when it is demoted or captured, by the color it has; `None` if itself.
    pub base: [Option<usize>; 2],
    /// It neither jumps over nor captures pieces of its own kind.
    pub shuns_own_kind: bool,
}

impl Form {
    /// A piece that is only itself.
    pub const fn plain(kind: usize) -> Form {
        Form {
            kind,
            base: [None; 2],
            shuns_own_kind: false,
        }
    }
}

/// What pieces are beside themselves; those of which nothing is said are only themselves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Forms(Vec<Form>);

impl Forms {
    /// The form of a piece.
    pub fn of(&self, number: usize) -> Form {
        self.0
            .get(number)
            .copied()
            .unwrap_or_else(|| Form::plain(number))
    }

    /// Whether the piece follows from another one: it counts as that one, or turns back into it.
    pub fn is_derived(&self, number: usize) -> bool {
        let form = self.of(number);
        form.kind != number || form.base != [None; 2]
    }

    /// The forms that are not plain, with the numbers of their pieces.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Form)> {
        let all = self.0.iter().enumerate();
        all.filter(|(number, form)| **form != Form::plain(*number))
    }
}

impl FromIterator<Form> for Forms {
    /// The forms of all pieces in their order. Plain forms at the end go without saying.
    fn from_iter<I: IntoIterator<Item = Form>>(forms: I) -> Forms {
        let mut forms: Vec<Form> = forms.into_iter().collect();
        let is_plain = |(number, form): (usize, &Form)| *form == Form::plain(number);
        while forms
            .last()
            .is_some_and(|last| is_plain((forms.len() - 1, last)))
        {
            forms.pop();
        }
        Forms(forms)
    }
}

/// Promotion of pawns to a piece of the player's choice, on arrival in a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PawnPromotion {
    /// Who promotes, by side.
    pub types: [PieceSet; 2],
    /// To what, by side.
    pub choices: [PieceSet; 2],
    /// Where, by side.
    pub zone: [SquareSet; 2],
    /// Moves into the zone must promote, even where nothing is left to choose.
    pub mandatory: bool,
}

/// Promotion of single pieces to single pieces on entering, crossing or leaving a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PiecePromotion {
    /// By number of the piece: what it becomes.
    pub targets: Vec<Option<usize>>,
    /// The zone of each side.
    pub zone: [SquareSet; 2],
    /// Only captures promote.
    pub on_capture: bool,
    /// Moves that could promote must.
    pub mandatory: bool,
    /// Promoted pieces may also turn back.
    pub demotion: bool,
    /// By kind: the largest number a side may have to make one more; 0 is no limit.
    pub limits: Vec<u16>,
    /// Pieces that promote on arrival only, not on leaving the zone.
    pub arriving: PieceSet,
}

/// Promotion where the piece stands, or by a quiet move of the piece it becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct InPlacePromotion {
    /// Who promotes.
    pub pawn: usize,
    /// To what, by side.
    pub choices: [PieceSet; 2],
    /// Squares from which the promotion may be made; everywhere for a last pawn.
    pub zone: [SquareSet; 2],
}

/// Castling: both pieces go to fixed files, whatever files they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRules {
    /// Who castles.
    pub king: [Option<usize>; 2],
    /// With whom.
    pub partners: [PieceSet; 2],
    /// Where the king lands to the right.
    pub right_file: u8,
    /// Where the king lands to the left.
    pub left_file: u8,
    /// The rank as each side counts.
    pub rank: u8,
    /// The king's file where there could be several.
    pub king_file: u8,
    /// Where the search for the right partner begins.
    pub right_partner_file: u8,
    /// Where the search for the left partner begins.
    pub left_partner_file: u8,
    /// Kings and partners may stand on any file.
    pub any_files: bool,
    /// A side may not castle to the side its opponent castled to.
    pub opposite: bool,
    /// Dropped pieces may castle.
    pub dropped: bool,
    /// Castlings that win, and whose loss loses; by side: left, right.
    pub wins: [[bool; 2]; 2],
}

impl CastlingRules {
    /// Whether nobody can castle, and nothing follows from that.
    pub fn is_idle(&self) -> bool {
        let nobody = self.king == [None; 2] || self.partners == [PieceSet::NONE; 2];
        nobody && self.wins == [[false; 2]; 2]
    }

    /// A rule by which nobody castles, in one form for all of them.
    pub(super) const fn of_nobody() -> CastlingRules {
        CastlingRules {
            king: [None; 2],
            partners: [PieceSet::NONE; 2],
            right_file: 0,
            left_file: 0,
            rank: 0,
            king_file: 0,
            right_partner_file: 0,
            left_partner_file: 0,
            any_files: false,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        }
    }
}

/// Who captures en passant, and where.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnPassantRules {
    /// The pieces of each side that may.
    pub types: [PieceSet; 2],
    /// The squares on which each side may.
    pub region: [SquareSet; 2],
}

impl EnPassantRules {
    /// The rule, unless everybody may everywhere.
    pub(super) fn unless_it_allows_all(self, shape: &BoardShape) -> Option<EnPassantRules> {
        let everywhere = |region: &SquareSet| shape.squares().all(|square| region.contains(square));
        let allows_all = self.types == [PieceSet::ALL; 2] && self.region.iter().all(everywhere);
        (!allows_all).then_some(self)
    }
}

/// What captures do besides removing a piece.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct CaptureRules {
    /// Captured pieces stay promoted in a hand.
    pub keep_promoted: bool,
    /// Who can capture must.
    pub mandatory: bool,
    /// Pieces that cannot capture their own kind.
    pub immune_to_own: PieceSet,
    /// Captures remove everything around.
    pub blast: Option<Blast>,
    /// Pieces that turn into walls when they capture.
    pub petrify: PieceSet,
    /// Blasted pieces leave walls.
    pub petrify_blasted: bool,
}

/// A blast where something is captured and within reach of that square.
#[derive(Clone, Debug, PartialEq)]
pub struct Blast {
    /// Kinds that survive.
    pub immune: PieceSet,
    /// Kinds that survive unless they capture.
    pub sheltered: PieceSet,
    /// How far it goes, as the captor sees it from the square where it has captured.
    pub reach: Reach,
}

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct DropRules {
    /// Whether drops are moves of their own (gating uses the rest of these rules as well).
    pub allowed: bool,
    /// By piece number and side: where it may be dropped.
    pub regions: Vec<[SquareSet; 2]>,
    /// Pieces may also be dropped as what they promote to.
    pub promoted: bool,
    /// The hand is never empty.
    pub free: bool,
    /// A kind of which a file may hold only so many when another is dropped.
    pub no_doubled: Option<(usize, u16)>,
    /// A kind whose pieces must stand on both colors of squares in equal numbers.
    pub opposite_colors: Option<usize>,
    /// Drops are mandatory while a piece of the kind (of any kind if `None`) is in hand.
    pub mandatory: Option<Option<usize>>,
    /// Drops must enclose something.
    pub enclosing: Option<Enclosing>,
    /// Squares that are filled first, whatever they enclose.
    pub enclosing_start: SquareSet,
    /// Whether a drop may give check.
    pub may_check: bool,
}

impl DropRules {
    /// Every piece goes to any empty square, and nothing else is asked.
    pub(super) fn on_any_square(allowed: bool, n_pieces: usize, shape: &BoardShape) -> DropRules {
        let everywhere: SquareSet = shape.squares().collect();
        let region = [everywhere.clone(), everywhere];
        DropRules::within(allowed, vec![region; n_pieces])
    }

    /// Pieces go to empty squares of their regions, and nothing else is asked.
    pub(super) fn within(allowed: bool, regions: Vec<[SquareSet; 2]>) -> DropRules {
        DropRules {
            allowed,
            regions,
            promoted: false,
            free: false,
            no_doubled: None,
            opposite_colors: None,
            mandatory: None,
            enclosing: None,
            enclosing_start: SquareSet::new(),
            may_check: true,
        }
    }
}

/// What encloses what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enclosing {
    /// Lines of opposing pieces between two of one's own.
    Reversi,
    /// Neighbors.
    Ataxx,
    /// Neighbors, for moves or beside a friend.
    Quadwrangle,
    /// No opposing neighbor.
    Snort,
    /// Pushed in from an edge.
    AnySide,
    /// Pushed in from the top.
    Top,
}

/// Squares of unmoved pieces with a special power.
#[derive(Clone, Debug, PartialEq)]
pub struct GatingRules {
    /// A piece from the hand may take the place of a piece that moves for the first time.
    pub from_hand: bool,
    /// Leaps of unmoved pieces.
    pub leaps: Option<FirstLeaps>,
}

/// Leaps of unmoved pieces: two ranks ahead, or a knight's move ahead for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLeaps {
    /// The royal piece that leaps to the knight's squares one rank ahead.
    pub king: Option<usize>,
    /// The piece that leaps two squares straight ahead.
    pub counsellor: Option<usize>,
    /// The piece that takes the king's leap away by aiming at it.
    pub rook: Option<usize>,
}

/// Walls that players put on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct WallRules {
    /// Where and how.
    pub rule: Walling,
    /// Squares for walls, by side.
    pub region: [SquareSet; 2],
    /// A wall instead of a move.
    pub instead_of_move: bool,
}

/// Where walls go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walling {
    /// Where the moved piece could move next.
    Arrow,
    /// Anywhere; the old wall vanishes.
    Duck,
    /// To the edge of what is left of the board.
    Edge,
    /// Where the piece came from.
    Past,
    /// Anywhere in the region.
    Static,
}

/// Not moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PassRules {
    /// Which side may pass at any time.
    pub always: [bool; 2],
    /// Which side may pass when it has no other move.
    pub stalemate: [bool; 2],
    /// Two passes in a row end the game.
    pub twice_ends: bool,
}

/// What kings may do and suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
#[non_exhaustive]
pub struct CheckRules {
    /// Whether moves may give check.
    pub allowed: bool,
    /// Whether checks are counted.
    pub counted: bool,
    /// Kings may not face one another on an open line.
    pub flying_generals: bool,
    /// Facing kings end the game if the opponent does not answer by moving away.
    pub bikjang: bool,
    /// Kings may leave check only by capturing.
    pub no_escape: bool,
}

impl Default for CheckRules {
    fn default() -> CheckRules {
        CheckRules {
            allowed: true,
            counted: false,
            flying_generals: false,
            bikjang: false,
            no_escape: false,
        }
    }
}

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Verdict {
    /// The same result for the other side.
    pub const fn opposite(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }
}

/// Winning or losing by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
pub struct ExtinctionRules {
    /// The result for the side whose pieces are extinct; without one the rule does not end games.
    pub verdict: Option<Verdict>,
    /// Only the opponent's extinction can be claimed, by the side to move.
    pub claim: bool,
    /// The last pieces are royal.
    pub pseudo_royal: bool,
    /// It is check when all of them are attacked.
    pub duple: bool,
    /// The kinds that count.
    pub kinds: PieceSet,
    /// Whether all pieces together count as a kind.
    pub whole_army: bool,
    /// At this number or fewer a kind is extinct.
    pub count: u16,
    /// The number the opponent must have.
    pub opponent_count: u16,
}

/// Winning by reaching squares.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagRules {
    /// Who must get there; anybody if `None`.
    pub piece: [Option<usize>; 2],
    /// The squares.
    pub region: [SquareSet; 2],
    /// How many must be there.
    pub count: u16,
    /// A region full of pieces wins as well if one of them is a flag piece.
    pub blocked_wins: bool,
    /// The opponent has one more move.
    pub last_move: bool,
    /// The piece must not be attacked there.
    pub safe: bool,
}

/// Winning by connecting pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectionRules {
    /// The kinds that connect.
    pub kinds: PieceSet,
    /// Directions as file and rank steps.
    pub directions: Vec<(i8, i8)>,
    /// So many in a row; 0 for no such rule.
    pub row: u16,
    /// A square block of this side length.
    pub block: u16,
    /// So many on a line, with gaps.
    pub line: u16,
    /// Two regions to connect, by side.
    pub regions: [[SquareSet; 2]; 2],
    /// The result for the side that connects.
    pub verdict: Verdict,
}
