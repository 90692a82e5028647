//! The tables of the rules that few variants have, and what they mean.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::definition::special::{
    Blast, CaptureRules, CastlingRules, CheckRules, ConnectionRules, DropRules, Enclosing,
    ExtinctionRules, FlagRules, GatingRules, PassRules, PieceSet, SpecialRules, Verdict, WallRules,
    Walling,
};
use crate::definition::variant::{PieceDef, RulesDef};
use crate::geometry::{BoardShape, Perspective, SquareSet};
use crate::source::{Diagnostic, codes, did_you_mean};

use super::field::{Field, Named, Place, overlay, plain};
use super::resolve::Resolver;
use super::wire::{Removable, RulesWire, Texts, ZoneWire, words};

/// What captures do besides removing a piece.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Captures")]
pub(super) struct CapturesWire {
    /// Captured pieces go to the captor's hand.
    pub(super) to_hand: Field<bool>,
    /// Captured pieces go to the hand of the captor's partner, on another board.
    pub(super) to_partner: Field<bool>,
    /// They stay promoted there.
    pub(super) keep_promoted: Field<bool>,
    /// Who can capture must.
    pub(super) mandatory: Field<bool>,
    /// Captures remove everything a king's step around them.
    pub(super) blast: Field<bool>,
    /// Pieces that survive blasts.
    pub(super) blast_immune: Field<Texts>,
    /// Pieces that survive blasts unless they capture.
    pub(super) blast_sheltered: Field<Texts>,
    /// Pieces that cannot capture their own kind.
    pub(super) immune_to_own: Field<Texts>,
    /// Pieces that turn into walls when they capture.
    pub(super) petrify: Field<Texts>,
    /// Blasted pieces leave walls.
    pub(super) petrify_blasted: Field<bool>,
}

overlay!(CapturesWire {
    to_hand,
    to_partner,
    keep_promoted,
    mandatory,
    blast,
    blast_immune,
    blast_sheltered,
    immune_to_own,
    petrify,
    petrify_blasted
});

/// Putting pieces from the hand on the board.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Drops")]
pub(super) struct DropsWire {
    /// Where pieces may be dropped; everywhere if nothing is said.
    pub(super) zone: Field<ZoneWire>,
    /// By piece: where it may be dropped.
    pub(super) zones: Field<Named<ZoneWire>>,
    /// The hand is never empty.
    pub(super) free: Field<bool>,
    /// A piece of which a file may hold only so many when another is dropped.
    pub(super) no_doubled: Field<String>,
    /// How many that is; 1 if nothing is said.
    pub(super) no_doubled_count: Field<u16>,
    /// A piece that must stand on both colors of squares in equal numbers.
    pub(super) opposite_colors: Field<String>,
    /// Drops are mandatory while anything is in hand.
    pub(super) mandatory: Field<bool>,
    /// Drops must enclose something.
    pub(super) enclosing: Field<EnclosingWord>,
    /// Squares that are filled first, whatever they enclose.
    pub(super) enclosing_start: Field<ZoneWire>,
    /// Whether a drop may give check; it may if nothing is said.
    pub(super) may_check: Field<bool>,
}

overlay!(DropsWire {
    zone,
    zones,
    free,
    no_doubled,
    no_doubled_count,
    opposite_colors,
    mandatory,
    enclosing,
    enclosing_start,
    may_check
});

/// Castling to fixed files, instead of by the move text's `O`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Castling")]
pub(super) struct CastlingWire {
    /// Who castles.
    pub(super) king: Field<String>,
    /// With whom.
    pub(super) partners: Field<Texts>,
    /// The number of the file on which the king lands to the right.
    pub(super) right_file: Field<u8>,
    /// The number of the file on which the king lands to the left.
    pub(super) left_file: Field<u8>,
    /// The rank as each side counts; 1 if nothing is said.
    pub(super) rank: Field<u8>,
    /// Kings and partners may stand on any file.
    pub(super) any_files: Field<bool>,
    /// A side may not castle to the side its opponent castled to.
    pub(super) opposite: Field<bool>,
}

overlay!(CastlingWire {
    king,
    partners,
    right_file,
    left_file,
    rank,
    any_files,
    opposite
});

/// Walls that players put on the board after each move.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Walls")]
pub(super) struct WallsWire {
    /// Where they go.
    pub(super) rule: Field<WallingWord>,
    /// Squares for walls; everywhere if nothing is said.
    pub(super) zone: Field<ZoneWire>,
    /// A wall instead of a move.
    pub(super) instead_of_move: Field<bool>,
}

overlay!(WallsWire {
    rule,
    zone,
    instead_of_move
});

/// What kings may do and suffer.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Checks")]
pub(super) struct ChecksWire {
    /// Whether moves may give check; they may if nothing is said.
    pub(super) allowed: Field<bool>,
    /// The last of the checks that the FEN counts wins.
    pub(super) counted: Field<bool>,
    /// Kings may not face one another on an open line.
    pub(super) flying_generals: Field<bool>,
    /// Facing kings end the game unless one gives way.
    pub(super) bikjang: Field<bool>,
    /// Kings may leave check only by capturing.
    pub(super) no_escape: Field<bool>,
}

overlay!(ChecksWire {
    allowed,
    counted,
    flying_generals,
    bikjang,
    no_escape
});

/// Winning or losing by the number of pieces.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Extinction")]
pub(super) struct ExtinctionWire {
    /// The result for the side whose pieces are extinct; none if nothing is said.
    pub(super) result: Field<ResultWord>,
    /// The kinds that count.
    pub(super) pieces: Field<Texts>,
    /// All pieces together count as a kind.
    pub(super) whole_army: Field<bool>,
    /// At this number or fewer a kind is extinct; 0 if nothing is said.
    pub(super) count: Field<u16>,
    /// The number that the opponent must have; 0 if nothing is said.
    pub(super) opponent_count: Field<u16>,
    /// Only the side to move can claim it.
    pub(super) claim: Field<bool>,
    /// The last pieces are royal.
    pub(super) royal: Field<bool>,
    /// It is check when all of them are attacked.
    pub(super) duple: Field<bool>,
}

overlay!(ExtinctionWire {
    result,
    pieces,
    whole_army,
    count,
    opponent_count,
    claim,
    royal,
    duple
});

/// Winning by reaching squares.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Goal")]
pub(super) struct GoalWire {
    /// Who must get there; anybody if nothing is said.
    pub(super) piece: Field<String>,
    /// The squares.
    pub(super) zone: Field<ZoneWire>,
    /// How many must be there; 1 if nothing is said.
    pub(super) count: Field<u16>,
    /// A zone full of pieces wins as well if one of them counts.
    pub(super) blocked_wins: Field<bool>,
    /// The opponent has one more move.
    pub(super) last_move: Field<bool>,
    /// The piece must not be attacked there.
    pub(super) safe: Field<bool>,
}

overlay!(GoalWire {
    piece,
    zone,
    count,
    blocked_wins,
    last_move,
    safe
});

/// Winning by connecting pieces.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Connection")]
pub(super) struct ConnectionWire {
    /// The pieces that connect; all if nothing is said.
    pub(super) pieces: Field<Texts>,
    /// So many in a row.
    pub(super) row: Field<u16>,
    /// A square block of this side length.
    pub(super) block: Field<u16>,
    /// So many on a line, with gaps.
    pub(super) line: Field<u16>,
    /// Whether rows and lines along ranks count; they do if nothing is said.
    pub(super) horizontal: Field<bool>,
    /// Whether those along files count; they do if nothing is said.
    pub(super) vertical: Field<bool>,
    /// Whether diagonal ones count; they do if nothing is said.
    pub(super) diagonal: Field<bool>,
    /// A zone that must be connected with the other.
    pub(super) from: Field<ZoneWire>,
    /// The other zone.
    pub(super) to: Field<ZoneWire>,
    /// The result for the side that connects; `win` if nothing is said.
    pub(super) result: Field<ResultWord>,
}

overlay!(ConnectionWire {
    pieces,
    row,
    block,
    line,
    horizontal,
    vertical,
    diagonal,
    from,
    to,
    result
});

/// Not moving.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Passing")]
pub(super) struct PassingWire {
    /// At any time.
    pub(super) always: Field<bool>,
    /// When there is no other move.
    pub(super) stalemate: Field<bool>,
}

overlay!(PassingWire { always, stalemate });

words! {
    /// A result.
    ResultWord, "Result" => Verdict {
        /// The side wins.
        Win => Win,
        /// The side loses.
        Loss => Loss,
        /// Nobody wins.
        Draw => Draw,
    }

    /// Where walls go.
    WallingWord, "Walling" => Walling {
        /// Where the moved piece could move next.
        Arrow => Arrow,
        /// Anywhere; the old wall vanishes.
        Duck => Duck,
        /// To the edge of what is left of the board.
        Edge => Edge,
        /// Where the piece came from.
        Past => Past,
        /// Anywhere in the zone.
        Static => Static,
    }

    /// What encloses what.
    EnclosingWord, "Enclosing" => Enclosing {
        /// Lines of opposing pieces between two of one's own.
        Reversi => Reversi,
        /// Neighbors.
        Ataxx => Ataxx,
        /// Neighbors, for moves or beside a friend.
        Quadwrangle => Quadwrangle,
        /// No opposing neighbor.
        Snort => Snort,
        /// Pushed in from an edge.
        AnySide => AnySide,
        /// Pushed in from the top.
        Top => Top,
    }
}

plain!(ResultWord, WallingWord, EnclosingWord);

/// The table, if it is there and was not taken away.
pub(super) fn table<T>(field: &Field<Removable<T>>) -> Option<&T> {
    match field.value()? {
        Removable::Table(table) => Some(table),
        Removable::False(_) => None,
    }
}

pub(super) fn flag(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(false)
}

fn unless(field: &Field<bool>) -> bool {
    field.value().copied().unwrap_or(true)
}

pub(super) fn number(field: &Field<u16>, default: u16) -> u16 {
    field.value().copied().unwrap_or(default)
}

type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_, '_> {
    /// The rules that few variants have; nothing if this variant has none of them.
    pub(super) fn special(
        &mut self,
        wire: Option<&RulesWire>,
        rules: &RulesDef,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> Option<Box<SpecialRules>> {
        let wire = wire?;
        let used = !wire.captures.is_absent()
            || !wire.drops.is_absent()
            || !wire.castling.is_absent()
            || !wire.gating.is_absent()
            || !wire.walls.is_absent()
            || !wire.checks.is_absent()
            || !wire.extinction.is_absent()
            || !wire.goal.is_absent()
            || !wire.connection.is_absent()
            || !wire.passing.is_absent()
            || !wire.flip.is_absent()
            || !wire.dead_ends.is_absent()
            || !wire.ends_when_full.is_absent()
            || !wire.checkmate.is_absent();
        if !used {
            return None;
        }
        let mut special = SpecialRules::plain(rules, pieces.len(), shape);
        if let Some(captures) = table(&wire.captures) {
            special.captures = self.captures(captures, pieces);
        }
        special.drops = table(&wire.drops).map(|drops| self.drops(drops, pieces, shape));
        if flag(&wire.gating) {
            special.gating = Some(GatingRules {
                from_hand: true,
                leaps: None,
            });
            special.drops.get_or_insert_with(|| {
                let everywhere = both(shape);
                DropRules {
                    allowed: false,
                    regions: vec![everywhere; pieces.len()],
                    ..no_drops()
                }
            });
        }
        special.castling =
            table(&wire.castling).map(|castling| self.castling(castling, pieces, shape));
        special.walls = table(&wire.walls).map(|walls| WallRules {
            rule: walls
                .rule
                .value()
                .map_or(Walling::Duck, |rule| (*rule).into()),
            region: self
                .sides(&walls.zone, shape)
                .unwrap_or_else(|| both(shape)),
            instead_of_move: flag(&walls.instead_of_move),
        });
        if let Some(checks) = table(&wire.checks) {
            special.checks = CheckRules {
                allowed: unless(&checks.allowed),
                counted: flag(&checks.counted),
                flying_generals: flag(&checks.flying_generals),
                bikjang: flag(&checks.bikjang),
                no_escape: flag(&checks.no_escape),
            };
        }
        special.extinction = table(&wire.extinction).map(|rule| ExtinctionRules {
            verdict: rule.result.value().map(|word| (*word).into()),
            claim: flag(&rule.claim),
            pseudo_royal: flag(&rule.royal),
            duple: flag(&rule.duple),
            kinds: self.named(&rule.pieces, pieces).unwrap_or_default(),
            whole_army: flag(&rule.whole_army),
            count: number(&rule.count, 0),
            opponent_count: number(&rule.opponent_count, 0),
        });
        special.flags = table(&wire.goal).map(|goal| FlagRules {
            piece: [self.one(&goal.piece, pieces); 2],
            region: self.sides(&goal.zone, shape).unwrap_or_default(),
            count: number(&goal.count, 1),
            blocked_wins: flag(&goal.blocked_wins),
            last_move: flag(&goal.last_move),
            safe: flag(&goal.safe),
        });
        special.connection =
            table(&wire.connection).map(|rule| self.connection(rule, pieces, shape));
        if let Some(passing) = table(&wire.passing) {
            special.passing = PassRules {
                always: [flag(&passing.always); 2],
                stalemate: [flag(&passing.stalemate); 2],
                twice_ends: true,
            };
        }
        special.flip = wire.flip.value().map(|word| (*word).into());
        special.no_dead_ends = !unless(&wire.dead_ends);
        special.ends_when_full = flag(&wire.ends_when_full);
        if let Some(course) = table(&wire.course) {
            special.adjudication = self.course(course, pieces, shape);
        }
        if let Some(word) = wire.checkmate.value() {
            special.results.checkmate = (*word).into();
        }
        Some(Box::new(special))
    }

    fn captures(&mut self, wire: &CapturesWire, pieces: &Pieces) -> CaptureRules {
        CaptureRules {
            to_hand: flag(&wire.to_hand),
            to_partner: flag(&wire.to_partner),
            keep_promoted: flag(&wire.keep_promoted),
            mandatory: flag(&wire.mandatory),
            immune_to_own: self.named(&wire.immune_to_own, pieces).unwrap_or_default(),
            blast: flag(&wire.blast).then(|| Blast {
                immune: self.named(&wire.blast_immune, pieces).unwrap_or_default(),
                sheltered: self
                    .named(&wire.blast_sheltered, pieces)
                    .unwrap_or_default(),
            }),
            petrify: self.named(&wire.petrify, pieces).unwrap_or_default(),
            petrify_blasted: flag(&wire.petrify_blasted),
        }
    }

    fn drops(&mut self, wire: &DropsWire, pieces: &Pieces, shape: &BoardShape) -> DropRules {
        let zone = self.sides(&wire.zone, shape).unwrap_or_else(|| both(shape));
        let mut regions = vec![zone; pieces.len()];
        if let Some(zones) = wire.zones.value() {
            for (name, entry) in &zones.0 {
                let place = entry.name;
                match pieces.get_index_of(name) {
                    Some(number) => {
                        if let Some(zone) = self.sides(&entry.value, shape) {
                            regions[number] = zone;
                        }
                    }
                    None => self.no_piece(place, name, pieces),
                }
            }
        }
        let start = self.sides(&wire.enclosing_start, shape);
        DropRules {
            allowed: true,
            regions,
            promoted: false,
            free: flag(&wire.free),
            no_doubled: self
                .one(&wire.no_doubled, pieces)
                .map(|kind| (kind, number(&wire.no_doubled_count, 1))),
            opposite_colors: self.one(&wire.opposite_colors, pieces),
            mandatory: flag(&wire.mandatory).then_some(None),
            enclosing: wire.enclosing.value().map(|word| (*word).into()),
            enclosing_start: start.map(|[white, _]| white).unwrap_or_default(),
            may_check: unless(&wire.may_check),
        }
    }

    fn castling(
        &mut self,
        wire: &CastlingWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> CastlingRules {
        let file = |field: &Field<u8>, default: u8| {
            let number = field.value().copied().unwrap_or(default).max(1) - 1;
            number.min(shape.files() - 1)
        };
        CastlingRules {
            king: [self.one(&wire.king, pieces); 2],
            partners: [self.named(&wire.partners, pieces).unwrap_or_default(); 2],
            right_file: file(&wire.right_file, shape.files().saturating_sub(1)),
            left_file: file(&wire.left_file, 3),
            rank: wire.rank.value().copied().unwrap_or(1).max(1) - 1,
            king_file: shape.files() / 2,
            right_partner_file: shape.files() - 1,
            left_partner_file: 0,
            any_files: flag(&wire.any_files),
            opposite: flag(&wire.opposite),
            dropped: false,
            wins: [[false; 2]; 2],
        }
    }

    fn connection(
        &mut self,
        wire: &ConnectionWire,
        pieces: &Pieces,
        shape: &BoardShape,
    ) -> ConnectionRules {
        let mut directions = Vec::new();
        if unless(&wire.horizontal) {
            directions.push((1, 0));
        }
        if unless(&wire.vertical) {
            directions.push((0, 1));
        }
        if unless(&wire.diagonal) {
            directions.extend([(1, 1), (1, -1)]);
        }
        let [white_from, black_from] = self.sides(&wire.from, shape).unwrap_or_default();
        let [white_to, black_to] = self.sides(&wire.to, shape).unwrap_or_default();
        ConnectionRules {
            kinds: self.named(&wire.pieces, pieces).unwrap_or(PieceSet::ALL),
            directions,
            row: number(&wire.row, 0),
            block: number(&wire.block, 0),
            line: number(&wire.line, 0),
            regions: [[white_from, white_to], [black_from, black_to]],
            verdict: wire
                .result
                .value()
                .map_or(Verdict::Win, |word| (*word).into()),
        }
    }

    /// A zone for each side.
    pub(super) fn sides(
        &mut self,
        zone: &Field<ZoneWire>,
        shape: &BoardShape,
    ) -> Option<[SquareSet; 2]> {
        let zone = self.zone(zone, shape)?;
        Some([Perspective::White, Perspective::Black].map(|owner| zone.of(owner).clone()))
    }

    /// The numbers of the pieces that are named.
    pub(super) fn named(&mut self, texts: &Field<Texts>, pieces: &Pieces) -> Option<PieceSet> {
        let fields = texts.value()?.items();
        let numbers: Vec<usize> = fields
            .iter()
            .filter_map(|field| self.one(field, pieces))
            .collect();
        Some(numbers.into_iter().collect())
    }

    /// The number of the piece that is named.
    pub(super) fn one(&mut self, field: &Field<String>, pieces: &Pieces) -> Option<usize> {
        let (place, name) = field.get()?;
        let number = pieces.get_index_of(name);
        if number.is_none() {
            self.no_piece(place, name, pieces);
        }
        number
    }

    pub(super) fn no_piece(&mut self, place: Place, name: &str, pieces: &Pieces) {
        let known: Vec<&str> = pieces.keys().map(String::as_str).collect();
        self.no_such_piece(place, name, &known);
    }

    /// Reports a name that is none of those known.
    pub(super) fn no_such_piece(&mut self, place: Place, name: &str, known: &[&str]) {
        let shown: String = name.chars().take(40).collect();
        let help = did_you_mean(&shown, known.iter().copied());
        let message = format!("`{shown}` is not a piece of the variant");
        let finding = Diagnostic::new(codes::UNKNOWN_PIECE, place.span, message);
        self.report(place, finding.with_help(help));
    }
}

/// The whole board for both sides.
pub(super) fn both(shape: &BoardShape) -> [SquareSet; 2] {
    let all: SquareSet = shape.squares().collect();
    [all.clone(), all]
}

fn no_drops() -> DropRules {
    DropRules {
        allowed: false,
        regions: Vec::new(),
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
