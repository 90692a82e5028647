//! Input features of a network, and their rows from the perspective of each side.

use crate::geometry::Square;
use crate::state::{Cell, Color, Piece, Role, Setup};

/// The counts of pieces in hand that are distinguished: an input for "at least 1", "at least 2" and so on.
const HAND_STEPS: [u16; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16];

/// The number of inputs for the checks that a side has still to give: "at least 1" and so on.
const CHECK_STEPS: usize = 8;

/// The inputs of a network.
///
/// A *feature* is a fact about a position, such as a white knight on f3. A *row* is a feature from
/// the perspective of one side, such as an own knight on f3: the network has weights for rows.
/// Black's view of the board is turned so that its pieces start where White's do; if no symmetry of
/// the board does that, each side has rows of its own. If the pieces move alike to both sides, the
/// view of a side is mirrored while its royal piece is on the left half of the board.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    n_roles: usize,
    area: usize,
    /// Whether hands, checks still to give and walls are inputs.
    has_hands: bool,
    has_checks: bool,
    has_walls: bool,
    pub(crate) n_rows: usize,
    /// The row of each feature by viewing side, and unmirrored or mirrored.
    rows: [[Vec<u32>; 2]; 2],
    /// The role of the only royal piece of each side, and the squares of the half that is mirrored, if
    /// anything is.
    pub(crate) royal: Option<Role>,
    is_left: Vec<bool>,
}

/// The properties of a variant that determine the inputs.
pub(crate) struct View<'a> {
    pub(crate) n_roles: usize,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// The square that is to Black what a square is to White, if the board is symmetric.
    pub(crate) turned: Option<&'a dyn Fn(usize) -> usize>,
    /// The only royal role, if a mirrored board is alike.
    pub(crate) mirrored_by: Option<Role>,
    pub(crate) has_hands: bool,
    pub(crate) has_checks: bool,
    pub(crate) has_walls: bool,
}

/// A list of features.
pub(crate) type Features = Vec<u32>;

impl Inputs {
    pub(crate) fn new(view: &View<'_>) -> Inputs {
        let (files, area) = (view.files, view.files * view.ranks);
        let mut inputs = Inputs {
            n_roles: view.n_roles,
            area,
            has_hands: view.has_hands,
            has_checks: view.has_checks,
            has_walls: view.has_walls,
            n_rows: 0,
            rows: Default::default(),
            royal: view.mirrored_by,
            is_left: (0..area)
                .map(|square| view.mirrored_by.is_some() && 2 * (square % files) + 1 < files)
                .collect(),
        };
        let n_features = inputs.n_features();
        inputs.n_rows = n_features * if view.turned.is_some() { 1 } else { 2 };
        for (side, is_mirrored) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let seen = |square: usize| {
                let square = match view.turned {
                    Some(turned) if side == 1 => turned(square),
                    _ => square,
                };
                if is_mirrored == 1 {
                    square - square % files + files - 1 - square % files
                } else {
                    square
                }
            };
            let first = if side == 1 && view.turned.is_none() {
                n_features
            } else {
                0
            };
            let mut rows = vec![0; n_features];
            for color in Color::ALL {
                let relative = Color::ALL[color.index() ^ side];
                for role in (0..view.n_roles).map(Role::new) {
                    for square in 0..area {
                        let feature = inputs.piece(Piece { color, role }, square);
                        let row = inputs.piece(
                            Piece {
                                color: relative,
                                role,
                            },
                            seen(square),
                        );
                        rows[feature as usize] = first as u32 + row;
                    }
                    for step in 0..if view.has_hands { HAND_STEPS.len() } else { 0 } {
                        let feature = inputs.hand(color, role.index(), step);
                        let row = inputs.hand(relative, role.index(), step);
                        rows[feature as usize] = first as u32 + row;
                    }
                }
                for step in 0..if view.has_checks { CHECK_STEPS } else { 0 } {
                    rows[inputs.check(color, step) as usize] =
                        first as u32 + inputs.check(relative, step);
                }
            }
            for square in 0..if view.has_walls { area } else { 0 } {
                rows[inputs.wall(square) as usize] = first as u32 + inputs.wall(seen(square));
            }
            inputs.rows[side][is_mirrored] = rows;
        }
        inputs
    }

    fn first_of_hands(&self) -> usize {
        2 * self.n_roles * self.area
    }

    fn first_of_checks(&self) -> usize {
        self.first_of_hands()
            + if self.has_hands {
                2 * self.n_roles * HAND_STEPS.len()
            } else {
                0
            }
    }

    fn first_of_walls(&self) -> usize {
        self.first_of_checks() + if self.has_checks { 2 * CHECK_STEPS } else { 0 }
    }

    /// The number of features.
    pub(crate) fn n_features(&self) -> usize {
        self.first_of_walls() + if self.has_walls { self.area } else { 0 }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, piece: Piece, square: usize) -> u32 {
        ((piece.color.index() * self.n_roles + piece.role.index()) * self.area + square) as u32
    }

    fn hand(&self, color: Color, role: usize, step: usize) -> u32 {
        let place = color.index() * self.n_roles + role;
        (self.first_of_hands() + place * HAND_STEPS.len() + step) as u32
    }

    fn check(&self, color: Color, step: usize) -> u32 {
        (self.first_of_checks() + color.index() * CHECK_STEPS + step) as u32
    }

    fn wall(&self, square: usize) -> u32 {
        (self.first_of_walls() + square) as u32
    }

    /// The features of `after` pieces in hand that are not features of `before`.
    #[inline]
    pub(crate) fn more_in_hand(
        &self,
        color: Color,
        role: usize,
        [before, after]: [u16; 2],
        features: &mut Features,
    ) {
        if !self.has_hands {
            return;
        }
        for (step, least) in HAND_STEPS.into_iter().enumerate() {
            if before < least && least <= after {
                features.push(self.hand(color, role, step));
            }
        }
    }

    /// The features of `after` checks still to give that are not features of `before`.
    #[inline]
    pub(crate) fn more_checks(&self, before: [u16; 2], after: [u16; 2], features: &mut Features) {
        if !self.has_checks {
            return;
        }
        for color in Color::ALL {
            let [before, after] =
                [before, after].map(|checks| usize::from(checks[color.index()]).min(CHECK_STEPS));
            features.extend((before..after).map(|step| self.check(color, step)));
        }
    }

    /// The feature of a wall, if walls are inputs.
    #[inline]
    pub(crate) fn wall_feature(&self, square: usize) -> Option<u32> {
        self.has_walls.then(|| self.wall(square))
    }

    /// The row of a feature for a side.
    #[inline(always)]
    pub(crate) fn row(&self, side: usize, is_mirrored: bool, feature: u32) -> usize {
        self.rows[side][usize::from(is_mirrored)][feature as usize] as usize
    }

    /// Whether a side with its royal piece on a square sees the board mirrored.
    #[inline]
    pub(crate) fn is_mirrored(&self, royal: Option<usize>) -> bool {
        royal.is_some_and(|square| self.is_left.get(square) == Some(&true))
    }

    /// The square of the only royal piece of a side.
    pub(crate) fn royal_of(&self, setup: &Setup, color: Color) -> Option<usize> {
        let role = self.royal?;
        let mut royals = (setup.board.pieces_of(color)).filter(|(_, piece)| piece.role == role);
        let (square, _) = royals.next()?;
        royals.next().is_none().then_some(square.index())
    }

    /// All features of a setup, and whether each side sees it mirrored.
    pub(crate) fn features(&self, setup: &Setup) -> (Features, [bool; 2]) {
        let mut features = Features::new();
        for (square, piece) in setup.board.pieces() {
            features.push(self.piece(piece, square.index()));
        }
        if self.has_walls {
            let squares = (0..self.area).map(|square| Square::new(square as u16));
            let walls = squares.filter(|square| setup.board.get(*square) == Cell::Wall);
            features.extend(walls.map(|square| self.wall(square.index())));
        }
        for color in Color::ALL {
            for (role, count) in setup.hands[color.index()].iter() {
                self.more_in_hand(color, role.index(), [0, count], &mut features);
            }
        }
        self.more_checks([0; 2], setup.special.checks, &mut features);
        let mirrored = Color::ALL.map(|color| self.is_mirrored(self.royal_of(setup, color)));
        (features, mirrored)
    }
}
