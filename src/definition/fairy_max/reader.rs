//! One game to one variant.

use indexmap::IndexMap;

use super::Findings;
use super::roles::{Man, Role, Uses, canonical, roles, turned};
use super::steps::{Context, Route, meaning};
use super::{compare, maxqi, walks};
use crate::definition::variant::{
    CaptureFate, InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock,
    RoyalGuard, RoyalRule, RulesDef, StalemateRule, VariantDef,
};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::source::{Span, codes};
use crate::syntax::betza::Dialect;
use crate::syntax::fairy_max::{Array, Board, Game, Number};

/// The sides, in the order of their arrays.
pub(super) const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// The largest board of the program.
const LARGEST: (i32, i32) = (12, 16);

/// Royal pieces with a value below this cannot be captured.
const IRON: i32 = -665;

/// Makes the variant of a game, if it has a board and men.
pub(super) fn variant(game: &Game, name: String, out: &mut Findings) -> Option<VariantDef> {
    let board = game.board?;
    if maxqi::is_maxqi(game) {
        return maxqi::variant(game, name, out);
    }
    let shape = shape(&board, out)?;
    let layout = Layout::new(&board, &shape, out)?;
    let men = men(game, &shape, out);
    if game.white.men.is_empty() || game.black.men.is_empty() || men.is_empty() {
        return None;
    }
    if men.len() < 2 {
        let message = "the first two piece lines are White's and Black's pawns";
        out.report(codes::FAIRY_MAX_GAME, game.pieces[0].span, message);
        return None;
    }
    let arrays = [
        array(&game.white, &shape, men.len(), out),
        array(&game.black, &shape, men.len(), out),
    ];
    let reader = Reader {
        game,
        shape: &shape,
        layout,
        men,
        arrays,
    };
    Some(reader.variant(name, out))
}

/// Which ranks matter.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The rank of White's pawns, from 0.
    pawns: u8,
    /// The rank on which White's pawns promote, from 0.
    promotion: u8,
    /// Whether pawns become what stood on their square at the start.
    by_file: bool,
}

impl Layout {
    fn new(board: &Board, shape: &BoardShape, out: &mut Findings) -> Option<Layout> {
        let written = board.zone.map_or(1, |zone| zone.value);
        let span = board.span();
        let (pawns, depth) = match written {
            1 => (1, 1),
            2.. => (written - 1, written),
            _ => (written.saturating_neg(), 1),
        };
        if let Some(zone) = board.zone
            && !matches!(written, 1 | 3 | -3 | -2)
        {
            let message = format!(
                "the manual defines no zone `={written}`; pawns start on rank {} and promote on the last {}",
                pawns.saturating_add(1),
                if depth == 1 {
                    "rank".to_owned()
                } else {
                    format!("{depth} ranks")
                }
            );
            out.report(codes::DOUBTFUL_IMPORT, zone.span, message);
        }
        let ranks = i32::from(shape.ranks());
        if pawns < 1 || 2 * (pawns.min(ranks) + 1) > ranks || depth > ranks {
            out.report(
                codes::FAIRY_MAX_GAME,
                span,
                "the pawns of the two sides find no place on this board",
            );
            return None;
        }
        Some(Layout {
            pawns: pawns as u8,
            promotion: (ranks - depth) as u8,
            by_file: pawns == 3,
        })
    }
}

pub(super) fn shape(board: &Board, out: &mut Findings) -> Option<BoardShape> {
    let side = |number: Number| u8::try_from(number.value).ok();
    let made = side(board.files)
        .zip(side(board.ranks))
        .map(|(files, ranks)| BoardShape::rectangle(files, ranks));
    let Some(Ok(shape)) = made else {
        let message = format!(
            "a board of {} by {} is not possible",
            board.files.value, board.ranks.value
        );
        out.report(codes::BOARD_TOO_LARGE, board.span(), message);
        return None;
    };
    if board.files.value > LARGEST.0 || board.ranks.value > LARGEST.1 {
        let message = format!(
            "the program takes boards of at most {} by {}",
            LARGEST.0, LARGEST.1
        );
        out.report(codes::DOUBTFUL_IMPORT, board.span(), message);
    }
    Some(shape)
}

/// The numbers of an array as indices of men.
fn array(
    array: &Array,
    shape: &BoardShape,
    n_men: usize,
    out: &mut Findings,
) -> Vec<Option<usize>> {
    let files = usize::from(shape.files());
    if array.men.len() != files {
        let message = format!(
            "the line has {} men, the board {files} files",
            array.men.len()
        );
        out.report(codes::FAIRY_MAX_GAME, array.span, message);
    }
    let mut men: Vec<Option<usize>> = array
        .men
        .iter()
        .take(files)
        .map(|number| man(number, n_men, out))
        .collect();
    men.resize(files, None);
    men
}

/// The index of a man with this number; 0 is none.
pub(super) fn man(number: &Number, n_men: usize, out: &mut Findings) -> Option<usize> {
    if number.value == 0 {
        return None;
    }
    let index = usize::try_from(number.value - 1).ok();
    let known = index.filter(|index| *index < n_men);
    if known.is_none() {
        let message = format!(
            "there is no piece number {}, the game has {n_men}",
            number.value
        );
        out.report(codes::UNKNOWN_PIECE, number.span, message);
    }
    known
}

fn men<'a>(game: &'a Game, shape: &BoardShape, out: &mut Findings) -> Vec<Man<'a>> {
    let marks_triple = game.pieces.first().is_some_and(|pawn| {
        let first = pawn.steps.first();
        shape.ranks() == 10
            && first.is_some_and(|step| step.vector.value == -16 && step.mode.value & 0xc00 != 0)
    });
    // A step that opens with 4 and does not say that it is immune.
    let en_passant = (game.pieces.iter().take(2))
        .flat_map(|pawn| &pawn.steps)
        .any(|step| step.mode.value & 0x4f == 4);
    let read = |(index, line)| {
        let context = Context {
            number: index + 1,
            marks_triple,
            en_passant,
        };
        man_of(line, context, out)
    };
    game.pieces.iter().enumerate().map(read).collect()
}

fn man_of<'a>(
    line: &'a crate::syntax::fairy_max::PieceLine,
    context: Context,
    out: &mut Findings,
) -> Man<'a> {
    let mut routes: Vec<Route> = Vec::new();
    for step in &line.steps {
        let meaning = meaning(step, context);
        for (code, span, message) in meaning.findings {
            out.report(code, span, message);
        }
        routes.extend(meaning.routes);
    }
    routes.sort();
    routes.dedup();
    Man {
        line,
        letter: line
            .letter
            .text
            .chars()
            .next()
            .unwrap_or('?')
            .to_ascii_uppercase(),
        value: line.value.value,
        routes,
    }
}

struct Reader<'a> {
    game: &'a Game,
    shape: &'a BoardShape,
    layout: Layout,
    men: Vec<Man<'a>>,
    /// White's and Black's back ranks.
    arrays: [Vec<Option<usize>>; 2],
}

impl Reader<'_> {
    fn variant(&self, name: String, out: &mut Findings) -> VariantDef {
        let defaults = self.defaults(out);
        let uses = self.uses(&defaults);
        let roles = roles(&self.men, &uses);
        let mut pieces: IndexMap<String, PieceDef> = IndexMap::new();
        for role in &roles {
            let mut def = piece(role, &self.men, self.shape);
            if let Some(zone) = self.pawn_home(role) {
                def.initial = InitialDef::Zone(zone);
            }
            if role.men.iter().any(|man| *man < 2) {
                def.promotion = self.promotion(&roles, &defaults);
            }
            pieces.insert(role.name.clone(), def);
        }
        let rules = self.rules(&name, out);
        self.check_royals(out);
        self.check_castling(out);
        let start = self.start(&roles);
        let homes = SIDES.map(|side| self.homes(side));
        compare::remarks(self.game, &roles, &pieces, self.shape, &homes, out);
        VariantDef {
            name,
            title: self.game.info.as_ref().map(|info| info.text.clone()),
            parent: self
                .game
                .label
                .as_ref()
                .and_then(|label| label.parent.as_ref())
                .map(|parent| parent.text.clone()),
            source: None,
            shape: self.shape.clone(),
            start,
            pieces,
            rules,
            presentation: presentation(self.game),
        }
    }

    /// Who stands on a square at the start.
    fn at(&self, side: Perspective, square: Square) -> Option<usize> {
        let rank = self.shape.relative_rank(square, side);
        let file = usize::from(self.shape.file_of(square));
        if rank == self.layout.pawns {
            Some(if side == Perspective::White { 0 } else { 1 })
        } else if rank == 0 {
            self.arrays[side as usize][file]
        } else {
            None
        }
    }

    /// The men of a side at the start, by square.
    fn homes(&self, side: Perspective) -> Vec<(Square, usize)> {
        self.shape
            .squares()
            .filter_map(|square| Some((square, self.at(side, square)?)))
            .collect()
    }

    fn start(&self, roles: &[Role]) -> String {
        let role_of = |side: Perspective, man: usize| role_of(roles, &self.men, side, man);
        let letter = |square: Square| {
            SIDES.into_iter().find_map(|side| {
                let role = role_of(side, self.at(side, square)?)?;
                Some(match side {
                    Perspective::White => role.letter.clone(),
                    Perspective::Black => role.letter.to_lowercase(),
                })
            })
        };
        board_text(self.shape, &letter)
    }

    /// What pawns of each side become without a choice: a man by promotion square, or one for all.
    fn defaults(&self, out: &mut Findings) -> [Default; 2] {
        let letter = |side: usize, man: usize| self.arrays[side].contains(&Some(man));
        if self.layout.by_file {
            let white = &self.arrays[0];
            let royal = |man: &Option<usize>| man.is_some_and(|man| self.men[man].is_royal());
            let by_file: Vec<Option<usize>> = white
                .iter()
                .enumerate()
                .map(|(file, man)| {
                    if royal(man) {
                        file.checked_sub(1).and_then(|file| white[file])
                    } else {
                        *man
                    }
                })
                .collect();
            return [Default::ByFile(by_file.clone()), Default::ByFile(by_file)];
        }
        let seven = (self.men.len() >= 7).then_some(6);
        let nine = (self.men.len() >= 9).then_some(8);
        let has_no_seven = !letter(1, 6) && letter(1, 8) && letter(0, 6);
        let is_last = self.layout.promotion + 1 == self.shape.ranks();
        if seven.is_none() {
            out.report(
                codes::DOUBTFUL_IMPORT,
                self.game.pieces[0].span,
                "pawns promote to piece number 7, which the game does not have; here they do not \
                 promote",
            );
        }
        let black = if has_no_seven && is_last { nine } else { seven };
        [Default::One(seven), Default::One(black)]
    }

    fn uses(&self, defaults: &[Default; 2]) -> Uses {
        let mut uses = [vec![false; self.men.len()], vec![false; self.men.len()]];
        for side in SIDES {
            let side = side as usize;
            uses[side][side] = true;
            let men = self.arrays[side].iter().flatten();
            men.chain(defaults[side].men())
                .for_each(|man| uses[side][*man] = true);
        }
        uses
    }

    /// The squares on which a pawn has not moved, if no other can stand there.
    fn pawn_home(&self, role: &Role) -> Option<Zone> {
        let sides = role.men.map(|man| man < 2);
        let advances = |routes: &[Route], sign: i16| {
            routes.iter().all(|route| match route {
                Route::Walk(chain) => chain.legs.iter().all(|leg| leg.vector.1 * sign > 0),
                Route::Castle { .. } => false,
            })
        };
        if sides != [true, true] {
            return None;
        }
        // The same man may serve both sides by its number, where only one side has it.
        let white = role.men[0] != 0 || advances(&self.men[0].routes, 1);
        let black = role.men[1] != 1 || advances(&self.men[1].routes, -1);
        let rank = |rank: u8| -> SquareSet {
            (0..self.shape.files())
                .filter_map(|file| self.shape.at(file, rank))
                .collect()
        };
        let last = self.shape.ranks() - 1;
        (white && black)
            .then(|| Zone::of_sides(rank(self.layout.pawns), rank(last - self.layout.pawns)))
    }

    fn promotion(&self, roles: &[Role], defaults: &[Default; 2]) -> Option<PromotionDef> {
        let mut choices: Vec<PromotionChoice> = Vec::new();
        // The choices of this many come first for one of the sides, so they are not united.
        let mut n_defaults = 0;
        let add = |choices: &mut Vec<PromotionChoice>, fixed: usize, side, man, squares| {
            let Some(role) = role_of(roles, &self.men, side, man) else {
                return;
            };
            let is_here = |choice: &PromotionChoice| choice.piece == role.name;
            let squares: SquareSet = squares;
            let offered = choices.iter().any(|choice| {
                is_here(choice) && !choice.zone.of(side).intersection(&squares).is_empty()
            });
            if offered {
                return;
            }
            let zone = match side {
                Perspective::White => Zone::of_sides(squares, SquareSet::new()),
                Perspective::Black => Zone::of_sides(SquareSet::new(), squares),
            };
            match choices
                .iter_mut()
                .skip(fixed)
                .find(|choice| is_here(choice))
            {
                Some(choice) => {
                    let [white, black] =
                        SIDES.map(|side| choice.zone.of(side).union(zone.of(side)));
                    choice.zone = Zone::of_sides(white, black);
                }
                None => choices.push(PromotionChoice {
                    piece: role.name.clone(),
                    zone,
                    stock: PromotionStock::Unlimited,
                    limit: None,
                }),
            }
        };
        for side in SIDES {
            let rank: Vec<Square> = self
                .shape
                .squares()
                .filter(|square| self.shape.relative_rank(*square, side) == self.layout.promotion)
                .collect();
            match &defaults[side as usize] {
                Default::ByFile(men) => {
                    for square in rank {
                        if let Some(man) = men[usize::from(self.shape.file_of(square))] {
                            add(
                                &mut choices,
                                0,
                                side,
                                man,
                                std::iter::once(square).collect(),
                            );
                        }
                    }
                }
                Default::One(None) => {}
                Default::One(Some(man)) => {
                    add(&mut choices, 0, side, *man, rank.into_iter().collect());
                    n_defaults = if choices.len() > 1 { 2 } else { 0 };
                }
            }
        }
        // Choices: the men that a letter names, but for pawns, kings, and values that end in 3.
        for side in SIDES {
            if !matches!(defaults[side as usize], Default::One(Some(_))) {
                continue;
            }
            let rank: SquareSet = self
                .shape
                .squares()
                .filter(|square| self.shape.relative_rank(*square, side) == self.layout.promotion)
                .collect();
            for role in roles {
                let man = role.men[side as usize];
                let one = &self.men[man];
                let is_named = role.letter == one.letter.to_string();
                if man < 2 || !is_named || one.value % 10 == 3 || matches!(one.value, -1 | -2) {
                    continue;
                }
                add(&mut choices, n_defaults, side, man, rank.clone());
            }
        }
        (!choices.is_empty()).then(|| PromotionDef {
            choices,
            stay: Zone::nowhere(),
        })
    }

    fn rules(&self, name: &str, out: &mut Findings) -> RulesDef {
        let royals: Vec<usize> = (0..self.men.len())
            .filter(|man| {
                self.men[*man].is_royal()
                    && self.arrays.iter().any(|array| array.contains(&Some(*man)))
            })
            .collect();
        let mut guard = RoyalGuard::Every;
        for man in royals {
            let one = &self.men[man];
            let n_most = self
                .arrays
                .iter()
                .map(|array| array.iter().filter(|other| **other == Some(man)).count())
                .max();
            if one.value < -2 || one.value == -2 && n_most > Some(1) {
                let mine = if man + 1 >= 8 {
                    RoyalGuard::AllButOne
                } else {
                    RoyalGuard::Last
                };
                if guard != RoyalGuard::Every && guard != mine {
                    let message = "royal pieces with numbers up to 7 and from 8 follow different \
                                   rules; here both follow those of the later one";
                    out.report(codes::DOUBTFUL_IMPORT, one.line.span, message);
                }
                guard = mine;
            }
            if one.value < IRON {
                let message = format!(
                    "a royal piece with a value below {IRON} cannot be captured in the program, \
                     nor given check; here it can"
                );
                out.report(codes::NOT_CARRIED_OVER, one.line.value.span, message);
            }
        }
        if let Some(king) = self.men.get(2).filter(|man| man.value == -2) {
            out.report(
                codes::NOT_CARRIED_OVER,
                king.line.value.span,
                "the value -2 of piece 3 lets a king win that reaches one of the four squares in \
                 the middle",
            );
        }
        if name == "seirawan" {
            out.report(
                codes::NOT_CARRIED_OVER,
                self.game
                    .label
                    .as_ref()
                    .map_or(self.game.span, |label| label.name.span),
                "the program knows this name: pieces 9 and 10 are in hand and may be gated in \
                 behind a man's first move",
            );
        }
        let loses = self.men.get(8).is_some_and(|man| man.value == -2);
        RulesDef {
            royal: RoyalRule::Check,
            guard,
            stalemate: if loses {
                StalemateRule::Loss
            } else {
                StalemateRule::Draw
            },
            captured: CaptureFate::Gone,
            move_limit: Some(50),
        }
    }

    fn check_royals(&self, out: &mut Findings) {
        for (side, word) in SIDES.into_iter().zip(["White", "Black"]) {
            let has_royal = self.arrays[side as usize]
                .iter()
                .flatten()
                .any(|man| self.men[*man].is_royal());
            if !has_royal {
                let line = [&self.game.white, &self.game.black][side as usize];
                out.report_with_help(
                    codes::NO_ROYAL,
                    line.span,
                    format!("{word} has no royal piece"),
                    "royal pieces have negative values, such as `k:-1`",
                );
            }
        }
    }

    /// The program looks only at the squares beside the corner and beside the king.
    fn check_castling(&self, out: &mut Findings) {
        for side in SIDES {
            for (square, man) in self.homes(side) {
                for route in &self.men[man].routes {
                    let Route::Castle { right, distance } = route else {
                        continue;
                    };
                    let files = i16::from(self.shape.files());
                    let file = i16::from(self.shape.file_of(square));
                    let (sign, corner) = if *right { (1, files - 1) } else { (-1, 0) };
                    let between = (corner - file).abs() - 1;
                    let distance = i16::from(*distance);
                    let looked_at = |step: i16| {
                        step <= 2 || step >= between - 1 || step == distance || step == distance - 1
                    };
                    let line = self.men[man].line;
                    let place = self.castling_place(line, sign);
                    if between < distance.max(2) {
                        let message = format!(
                            "from {} the corner is too near to castle so far",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    } else if !(1..=between).all(looked_at) {
                        let message = format!(
                            "from {} the program does not look whether all squares up to the \
                             corner are empty; here they must be",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    }
                    if !self.men[man].is_royal() {
                        out.report(
                            codes::DOUBTFUL_IMPORT,
                            place,
                            "the program lets no castling piece pass attacked squares; here that \
                             holds for royal ones",
                        );
                    }
                }
            }
        }
    }

    fn castling_place(&self, line: &crate::syntax::fairy_max::PieceLine, sign: i16) -> Span {
        line.steps
            .iter()
            .find(|step| step.mode.value & 15 == 4 && step.vector.value == i32::from(sign))
            .map_or(line.span, |step| step.span)
    }
}

/// What a pawn becomes without a choice.
enum Default {
    One(Option<usize>),
    ByFile(Vec<Option<usize>>),
}

impl Default {
    fn men(&self) -> impl Iterator<Item = &usize> {
        let (one, many) = match self {
            Default::One(man) => (man.as_ref(), [].as_slice()),
            Default::ByFile(men) => (None, men.as_slice()),
        };
        one.into_iter().chain(many.iter().flatten())
    }
}

/// The piece that a man of a side is.
pub(super) fn role_of<'r>(
    roles: &'r [Role],
    men: &[Man<'_>],
    side: Perspective,
    man: usize,
) -> Option<&'r Role> {
    let kind = canonical(men, man);
    roles
        .iter()
        .find(|role| canonical(men, role.men[side as usize]) == kind)
}

/// A piece with the moves of its men; moves that only one side has are bound to that side.
pub(super) fn piece(role: &Role, men: &[Man<'_>], shape: &BoardShape) -> PieceDef {
    let [white, black] = role.men.map(|man| &men[man]);
    let theirs = turned(&black.routes);
    let both: Vec<Route> = white
        .routes
        .iter()
        .filter(|route| theirs.contains(route))
        .cloned()
        .collect();
    let only = |mine: &[Route], others: &[Route]| -> Vec<Route> {
        mine.iter()
            .filter(|route| !others.contains(route))
            .cloned()
            .collect()
    };
    let everywhere: SquareSet = shape.squares().collect();
    let parts = [
        (both, None),
        (
            only(&white.routes, &theirs),
            Some(Zone::of_sides(everywhere.clone(), SquareSet::new())),
        ),
        (
            only(&theirs, &white.routes),
            Some(Zone::of_sides(SquareSet::new(), everywhere)),
        ),
    ];
    let moves = parts
        .into_iter()
        .filter(|(routes, _)| !routes.is_empty())
        .map(|(routes, from)| {
            let movement = walks::movement(&routes);
            MoveDef {
                betza: walks::text(&movement),
                dialect: Dialect::XBetza,
                movement,
                from,
                to: None,
            }
        })
        .collect();
    PieceDef {
        letter: role.letter.clone(),
        moves,
        initial: InitialDef::Unmoved,
        royal: white.is_royal(),
        promotion: None,
        value: (white.value.abs() > 2).then(|| f64::from(white.value.abs()) / 100.0),
    }
}

/// The board part of a FEN with White to move.
pub(super) fn board_text(shape: &BoardShape, letter: &dyn Fn(Square) -> Option<String>) -> String {
    let mut ranks = Vec::new();
    for rank in (0..shape.ranks()).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for square in (0..shape.files()).filter_map(|file| shape.at(file, rank)) {
            match letter(square) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(&letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        ranks.push(text);
    }
    format!("{} w", ranks.join("/"))
}

/// What only the interface uses.
pub(super) fn presentation(game: &Game) -> IndexMap<String, String> {
    let mut kept = IndexMap::new();
    if let Some(label) = &game.label {
        if let Some(table) = &label.table {
            kept.insert("piece-to-char".to_owned(), table.text.clone());
        }
        if let Some(parent) = &label.parent {
            kept.insert("parent".to_owned(), parent.text.clone());
        }
    }
    let letters: String = game
        .pieces
        .iter()
        .filter_map(|piece| piece.letter.text.chars().next())
        .collect();
    kept.insert("letters".to_owned(), letters);
    let values: Vec<String> = game
        .pieces
        .iter()
        .map(|piece| piece.value.value.to_string())
        .collect();
    kept.insert("values".to_owned(), values.join(" "));
    let remarks: Vec<String> = game
        .remarks
        .iter()
        .map(|remark| format!("{} {}", remark.piece.text, remark.betza.text))
        .collect();
    if !remarks.is_empty() {
        kept.insert("betza".to_owned(), remarks.join("; "));
    }
    kept
}
