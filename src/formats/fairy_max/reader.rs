//! Reads a file with many games, and builds a variant from each game.

use indexmap::IndexMap;

use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::{InitialDef, PieceDef, RulesDef, VariantDef};
use crate::formats::findings;
use crate::formats::findings::{Finding, Heirs, Read, ReadText};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::syntax::fairy_max::{FileLimits, Game, PieceLine, parse_within};

use super::game::{
    Findings, Layout, Reader, SIDES, array, board_text, piece, presentation, role_of, shape,
};
use super::promotion::Default;
use super::roles::{PieceType, Role, Uses, roles};
use super::rules::{GATED, GATING};
use super::steps::{Context, Route, meaning};
use super::{compare, maxqi};

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

// Reader of a file with many games.

/// The name of the game at the beginning of a file, which has none.
const UNNAMED: &str = "default";

/// Reads all games of a file, each with the place of its start position.
///
/// ```
/// use ferz::definition::Limits;
/// use ferz::formats::read_fairy_max;
///
/// let file = "version 4.8(w)\nGame: tiny\n4x6\n3 4 0 4\n3 4 0 4\n\
///             p:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
///             k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n";
/// let read = read_fairy_max(file, &Limits::default());
/// let (tiny, _) = &read.value[0];
/// assert_eq!(tiny.start, "kr1r/pppp/4/4/PPPP/KR1R w");
/// ```
pub fn read_fairy_max(text: &str, limits: &Limits) -> Parse<Vec<(VariantDef, Span)>> {
    let read = read(text, limits);
    let made = read.variants.into_values().flatten();
    let findings = read.findings.into_iter();
    Parse {
        value: made.map(|read| (read.def, read.start.span())).collect(),
        diagnostics: findings.map(|finding| finding.diagnostic).collect(),
    }
}

/// Reads a file.
pub(in crate::formats) fn read(text: &str, limits: &Limits) -> ReadText {
    let bounds = FileLimits {
        file: limits.file_bytes,
        line: limits.text_bytes,
        games: limits.variants,
        findings: limits.findings,
    };
    let Parse {
        value: file,
        mut diagnostics,
    } = parse_within(text, &bounds);
    if file.version.as_ref().map(|version| version.text.as_str()) != Some("4.8(w)")
        && !file.games.is_empty()
    {
        let (place, line) = match &file.version {
            Some(version) => (version.span, "version 4.8(w)"),
            None => (Span::at(0), "version 4.8(w)\n"),
        };
        diagnostics.push(
            Diagnostic::new(
                codes::DOUBTFUL_IMPORT,
                place,
                "Fairy-Max reads only files that begin with its version",
            )
            .with_help("begin the file with the line `version 4.8(w)`")
            .with_edit(place, line),
        );
    }
    if file.games.is_empty() && diagnostics.iter().all(|one| !one.is_error()) {
        let message = "the file has no line `Game: name`";
        diagnostics.push(Diagnostic::new(codes::NO_VARIANT, Span::at(0), message));
    }
    let mut read = ReadText::default();
    let mut places = Vec::new();
    let mut work = limits.work;
    for game in &file.games {
        let mut findings = Findings {
            list: Vec::new(),
            work,
        };
        let name = name(game, &mut findings);
        let place = game.white.span.to(game.black.span);
        let number = if let Some((number, _, _)) = read.variants.get_full(&name) {
            let first: &Game = places[number];
            let message = format!("an earlier game has the name `{name}`");
            let label = game.label.as_ref();
            let at = label.map_or(game.span, |label| label.name.span);
            let first = first.white.span.to(first.black.span);
            findings.list.push(
                Diagnostic::new(codes::DUPLICATE_KEY, at, message)
                    .with_label(first, "the first one, which Fairy-Max plays"),
            );
            number
        } else {
            let made = variant(game, name.clone(), &mut findings).map(|def| {
                findings.list.extend(findings::check(text, &def, place));
                let start = TextPlace::whole(place);
                Read { def, start }
            });
            places.push(game);
            read.variants.insert_full(name, made).0
        };
        work = findings.work;
        let inside = |finding: &mut Diagnostic| {
            game.span.start <= finding.span.start && finding.span.end <= game.span.end
        };
        findings.list.extend(diagnostics.extract_if(.., inside));
        let about = |finding| Finding::about(number, Heirs::None, finding);
        read.findings.extend(findings.list.into_iter().map(about));
    }
    let rest = diagnostics.into_iter().map(Finding::about_text);
    read.findings.extend(rest);
    read.in_order(limits)
}

fn name(game: &Game, findings: &mut Findings) -> String {
    let Some(label) = &game.label else {
        return UNNAMED.to_owned();
    };
    let name = &label.name.text;
    if name.contains(['#', '?']) || name.chars().any(char::is_control) {
        let message = "the name of a variant cannot contain `#`, `?` or control characters";
        findings.report(codes::BAD_NAME, label.name.span, message);
    }
    name.clone()
}
