//! Builds a variant from a game.

use indexmap::IndexMap;

use super::board::{Layout, array, board_text, shape};
use super::findings::Findings;
use super::game::{Reader, SIDES, piece, presentation, role_of};
use super::promotion::Default;
use super::roles::{PieceType, Role, Uses, roles};
use super::rules::{GATED, GATING};
use super::steps::{Context, Route, meaning};
use super::{compare, maxqi};
use crate::definition::{InitialDef, PieceDef, RulesDef, VariantDef};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::source::codes;
use crate::syntax::fairy_max::{Game, PieceLine};

/// The variant of a game, if it has a board and piece types.
pub(super) fn variant(game: &Game, name: String, out: &mut Findings) -> Option<VariantDef> {
    let board = game.board?;
    if maxqi::is_maxqi(game) {
        return maxqi::variant(game, name, out);
    }
    let shape = shape(&board, out)?;
    let layout = Layout::new(&board, &shape, out)?;
    let piece_types = piece_types(game, &shape, out);
    if game.white.men.is_empty() || game.black.men.is_empty() || piece_types.is_empty() {
        return None;
    }
    if piece_types.len() < 2 {
        let message = "the first two piece lines are White's and Black's pawns";
        out.report(codes::FAIRY_MAX_GAME, game.pieces[0].span, message);
        return None;
    }
    let arrays = [
        array(&game.white, &shape, piece_types.len(), out),
        array(&game.black, &shape, piece_types.len(), out),
    ];
    let reader = Reader {
        game,
        shape: &shape,
        layout,
        piece_types,
        arrays,
    };
    Some(reader.variant(name, out))
}

fn piece_types<'a>(game: &'a Game, shape: &BoardShape, out: &mut Findings) -> Vec<PieceType<'a>> {
    let marks_triple = game.pieces.first().is_some_and(|pawn| {
        let first = pawn.steps.first();
        shape.ranks() == 10
            && first.is_some_and(|step| step.vector.value == -16 && step.mode.value & 0xc00 != 0)
    });
    // A step with the mode 4 that is not immune to en passant.
    let en_passant = (game.pieces.iter().take(2))
        .flat_map(|pawn| &pawn.steps)
        .any(|step| step.mode.value & 0x4f == 4);
    let read = |(index, line)| {
        let context = Context {
            number: index + 1,
            marks_triple,
            en_passant,
        };
        piece_type_of(line, context, out)
    };
    game.pieces.iter().enumerate().map(read).collect()
}

fn piece_type_of<'a>(line: &'a PieceLine, context: Context, out: &mut Findings) -> PieceType<'a> {
    let mut routes: Vec<Route> = Vec::new();
    for step in &line.steps {
        let meaning = meaning(step, context);
        for (code, span, message) in meaning.findings {
            out.report(code, span, message);
        }
        routes.extend(meaning.routes);
    }
    PieceType::new(line, routes)
}

impl Reader<'_> {
    fn variant(&self, name: String, out: &mut Findings) -> VariantDef {
        let defaults = self.defaults(out);
        let uses = self.uses(&defaults);
        let roles = roles(&self.piece_types, &uses);
        let mut pieces: IndexMap<String, PieceDef> = IndexMap::new();
        for role in &roles {
            let mut def = piece(role, &self.piece_types, self.shape);
            if let Some(zone) = self.pawn_home(role) {
                def.initial = InitialDef::Zone(zone);
            }
            if role.piece_types.iter().any(|piece_type| *piece_type < 2) {
                def.promotion = self.promotion(&roles, &defaults);
            }
            pieces.insert(role.name.clone(), def);
        }
        let rules = self.rules(&name, &roles, out);
        // With gating, castling rights record which pieces have moved, so castling is a rule and not a move.
        let castling = rules.gates().then(|| self.gating(&roles)).flatten();
        self.check_royals(out);
        self.check_castling(out);
        let start = self.start(&roles, &rules);
        let homes = SIDES.map(|side| self.homes(side));
        compare::remarks(self.game, &roles, &pieces, self.shape, &homes, out);
        let mut def = VariantDef {
            title: self.game.info.as_ref().map(|info| info.text.clone()),
            parent: self
                .game
                .label
                .as_ref()
                .and_then(|label| label.parent.as_ref())
                .map(|parent| parent.text.clone()),
            pieces,
            rules,
            presentation: presentation(self.game),
            ..VariantDef::new(&name, self.shape.clone(), &start)
        };
        if let Some(castling) = castling {
            def.castle_by_files(castling);
        }
        def
    }

    fn start(&self, roles: &[Role], rules: &RulesDef) -> String {
        let role_of = |side: Perspective, piece_type: usize| {
            role_of(roles, &self.piece_types, side, piece_type)
        };
        let written = |side: Perspective, piece_type: usize| {
            let letter = &role_of(side, piece_type)?.letter;
            Some(match side {
                Perspective::White => letter.clone(),
                Perspective::Black => letter.to_lowercase(),
            })
        };
        let letter = |square: Square| {
            let found = SIDES
                .into_iter()
                .find_map(|side| Some((side, self.at(side, square)?)));
            found.and_then(|(side, piece_type)| written(side, piece_type))
        };
        let board = board_text(self.shape, &letter);
        if !rules.gates() {
            return board + " w";
        }
        let hands = SIDES.map(|side| -> String {
            GATED
                .iter()
                .filter_map(|piece_type| written(side, *piece_type))
                .collect()
        });
        let files: String = (0..self.shape.files())
            .map(|file| (b'a' + file) as char)
            .collect();
        format!(
            "{board}[{}{}] w KQ{}kq{files} - 0 1",
            hands[0],
            hands[1],
            files.to_ascii_uppercase()
        )
    }

    fn uses(&self, defaults: &[Default; 2]) -> Uses {
        let mut uses = [
            vec![false; self.piece_types.len()],
            vec![false; self.piece_types.len()],
        ];
        for side in SIDES {
            let side = side as usize;
            uses[side][side] = true;
            let piece_types = self.arrays[side].iter().flatten();
            let in_hand = if self.is_gating() { &GATED[..] } else { &[] };
            piece_types
                .chain(defaults[side].piece_types())
                .chain(in_hand)
                .for_each(|piece_type| uses[side][*piece_type] = true);
        }
        uses
    }

    /// Whether the name of the game means gating.
    fn is_gating(&self) -> bool {
        let label = self.game.label.as_ref();
        label.is_some_and(|label| label.name.text == GATING) && self.piece_types.len() > GATED[1]
    }

    /// The squares on which a pawn is unmoved; `None` if a moved one can be there.
    fn pawn_home(&self, role: &Role) -> Option<Zone> {
        let sides = role.piece_types.map(|piece_type| piece_type < 2);
        let advances = |routes: &[Route], sign: i16| {
            routes.iter().all(|route| match route {
                Route::Walk(chain) => chain.legs.iter().all(|leg| leg.vector.1 * sign > 0),
                Route::Castle { .. } => false,
            })
        };
        if sides != [true, true] {
            return None;
        }
        // The same piece type may serve both sides by its number if only one side has it.
        let white = role.piece_types[0] != 0 || advances(&self.piece_types[0].routes, 1);
        let black = role.piece_types[1] != 1 || advances(&self.piece_types[1].routes, -1);
        let rank = |rank: u8| -> SquareSet {
            (0..self.shape.files())
                .filter_map(|file| self.shape.at(file, rank))
                .collect()
        };
        let last = self.shape.ranks() - 1;
        (white && black)
            .then(|| Zone::of_sides(rank(self.layout.pawns), rank(last - self.layout.pawns)))
    }
}
