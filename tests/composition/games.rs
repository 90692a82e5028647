//! Games in which a single rule matters, rules that matter in none of them, and pairs that overlap.

/// A rule that matters: its name, its text, the position, and the perft depth.
pub(crate) type Game = (&'static str, &'static str, &'static str, u32);

pub(crate) const ACTIVE: &[Game] = &[
    (
        "captures.custodial, convert",
        "pieces.rook = { move = 'mR', captures = { custodial = true, convert = true } }",
        "k7/8/8/8/3R4/2p5/1R6/7K w",
        2,
    ),
    (
        "captured-to = 'captor-hand'",
        "rules.captured-to = 'captor-hand'\nrules.drops = {}",
        "k7/8/8/3p4/4P3/8/8/7K w",
        3,
    ),
    (
        "prisoners",
        "rules = { captured-to = 'captor-hand', use.prisoners = { queen = 'knight' }, drops = {} }",
        "k7/8/8/3q4/4P3/8/8/7K w",
        3,
    ),
    (
        "captured-to = 'owner-hand'",
        "rules.captured-to = 'owner-hand'\nrules.drops = {}",
        "k7/8/8/3p4/4P3/8/8/7K w",
        3,
    ),
    (
        "palace.limit",
        "rules.use.palace = { zone = 'd1-e2', limit = 1 }",
        "k7/8/8/8/8/4R3/3N4/7K w",
        2,
    ),
    (
        "moves, removal",
        "pieces.queen.freezes = {}\nrules.moves = 'own frozen is removed'",
        "k7/8/8/3q4/2R5/8/7K/8 w",
        2,
    ),
    (
        "ends, full board",
        "rules.ends = 'after: no empty: draw by full-board'\nrules.drops = {}",
        "kpPPPPPP/ppPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPP1K[R] w",
        3,
    ),
    (
        "forbid, latest",
        "pieces.queen = { actions.swap = {} }\n\
         rules.forbid = 'last.from queen and last.partner queen and mover last.partner and partner last.mover'",
        "k7/8/8/3q4/8/8/3Q4/7K w",
        3,
    ),
    (
        "placement",
        "rules.placement = { zone = 'rank 1' }",
        "8/pppppppp/8/8/8/8/PPPPPPPP/8[KRkr] w",
        3,
    ),
    (
        "guard = 'every'",
        "rules.guard = 'every'",
        "k6k/8/8/8/8/8/7r/K6K w",
        3,
    ),
    (
        "guard = 'all-but-one'",
        "rules.guard = 'all-but-one'",
        "k6k/8/8/8/8/8/7r/K6K w",
        3,
    ),
    (
        "guard = 'last'",
        "rules.guard = 'last'",
        "k6k/8/8/8/8/8/7r/K6K w",
        3,
    ),
    (
        "freezes",
        "pieces.rook = { move = 'mR', freezes = {} }",
        "k7/8/8/2qR4/8/8/8/7K b",
        2,
    ),
    (
        "burns",
        "pieces.rook = { burns = true }",
        "k7/8/8/q2R4/8/8/8/7K b",
        2,
    ),
    (
        "protects",
        "pieces.rook = { protects = true }",
        "k3r3/8/8/3RN3/8/8/8/7K b",
        2,
    ),
    (
        "freezes.reach",
        "pieces.rook = { move = 'mR', freezes = { reach = 'B' } }",
        "k7/8/5q2/8/3R4/8/8/7K b",
        2,
    ),
    (
        "burns.reach",
        "pieces.rook = { burns = { reach = 'N', except = 'king' } }",
        "k7/8/8/q2R4/8/8/8/7K b",
        2,
    ),
    (
        "protects.reach",
        "pieces.rook = { protects = { reach = 'R' } }",
        "k2r4/8/3N4/8/3R4/8/8/7K b",
        2,
    ),
    (
        "proximity.reach",
        "pieces.bishop = { move = 'mB', captures.proximity = { reach = 'N' } }",
        "k7/8/2p5/3p4/8/4B3/2p5/7K w",
        2,
    ),
    (
        "boom, rifle, swap with a reach",
        "pieces.bishop = { move = 'mB', actions = { boom = { reach = 'N' }, rifle = { reach = 'pR' }, \
         swap = { reach = 'A' } } }",
        "k7/8/2p5/8/3B1p1n/8/1n6/7K w",
        2,
    ),
    (
        "push, pull, plow with a reach",
        "pieces.rook = { move = 'mR', actions = { push = { reach = 'N' }, pull = { reach = 'B' }, \
         plow = { reach = 'W' } } }",
        "k7/8/3p4/4R3/3pp1n1/8/4p3/7K w",
        2,
    ),
    (
        "explode, resurrect with a reach",
        "rules.captured-to = 'owner-hand'\npieces.knight = { actions = { explode = { reach = 'D' }, resurrect = \
         { reach = 'own' } } }",
        "k7/8/8/3N1p2/8/3p4/8/7K[P] w",
        2,
    ),
    (
        "captures.blast-reach",
        "rules.captures = { blast = true, blast-reach = 'R', blast-immune = 'king' }",
        "k7/8/8/2np2n1/4P3/8/8/7K w",
        2,
    ),
    (
        "after.explodes",
        "pieces.rook.after.explodes = ['pawn']",
        "k7/8/8/3pR3/2n5/8/8/7K w",
        2,
    ),
    (
        "long-leap",
        "pieces.queen = { move = 'mQ', actions.long-leap = {} }",
        "k7/8/8/3Q1p1p/8/1p6/8/7K w",
        2,
    ),
    (
        "jump-series",
        "pieces.knight = { move = 'mK', actions.jump-series = { own = true } }",
        "k7/8/3p4/2pP4/3N4/8/8/7K w",
        2,
    ),
    (
        "push, pull, plow",
        "pieces.rook = { move = 'mR', actions = { push = true, pull = true, plow = true } }",
        "k7/8/8/3pR3/4p3/8/8/7K w",
        2,
    ),
    (
        "boom, rifle",
        "pieces.bishop = { move = 'mB', actions = { boom = true, rifle = true } }",
        "k7/8/5p2/3pB3/4p3/8/8/7K w",
        2,
    ),
    (
        "replacement",
        "rules.use.replacement = { with = 'bishop' }\nstart = 'k7/8/8/8/8/8/8/1NB1R2K w'",
        "k7/8/8/8/8/8/8/1NB1R2K w",
        2,
    ),
    (
        "capture-duty",
        "rules.use.capture-duty = { who = 'pawn' }",
        "k7/8/8/3p4/8/1n6/3R4/7K w",
        2,
    ),
    (
        "use.no-exchange",
        "rules.use.no-exchange.who = 'rook'",
        "k2r4/8/8/3r4/8/8/3R4/7K w",
        2,
    ),
    (
        "optional-midpoint",
        "rules.use.optional-midpoint = true\npieces.rook = { move = 'A', captures = { midpoint = true } }",
        "k7/8/5p2/4p3/3R4/8/8/7K w",
        2,
    ),
    (
        "double-midpoint",
        "rules.use.double-midpoint = true\npieces.rook = { move = 'A', captures = { midpoint = true } }",
        "k7/8/5p2/4p3/3R4/8/8/7K w",
        2,
    ),
    (
        "capture-only",
        "rules.use.capture-only = 'file a, file h'",
        "k7/8/8/8/p2R4/8/8/6K1 w",
        2,
    ),
    (
        "royal = 'capture'",
        "rules.royal = 'capture'",
        "k7/8/8/8/8/8/7r/K6R w",
        3,
    ),
    (
        "pocket",
        "rules.pocket = {}\nstart = 'k7/8/8/8/8/8/8/1N1Q3K w - - 0 1 pocket=R/r'",
        "k7/8/8/8/8/8/8/1N1Q3K w - - 0 1 pocket=R/r",
        2,
    ),
    (
        "ends, bare kings",
        "rules.ends = 'after: no any not royal: draw'",
        "k7/8/8/8/8/8/r7/1K6 w",
        3,
    ),
    (
        "bare-king = 'immediate'",
        "rules.bare-king = 'immediate'",
        "k7/8/8/8/8/8/6r1/6RK w",
        3,
    ),
    (
        "captures.blast",
        "rules.captures = { blast = true }",
        "k7/8/8/2np4/4P3/8/8/7K w",
        2,
    ),
    (
        "extinction",
        "rules.extinction = { pieces = ['rook', 'knight'], result = 'loss' }",
        "k2n4/8/3r4/8/8/3R4/8/N6K w",
        3,
    ),
    (
        "extinction.royal",
        "pieces.king.royal = false\nrules.royal = 'none'\n\
         rules.extinction = { pieces = ['rook'], result = 'loss', royal = 'last' }",
        "k7/8/3r4/8/8/3R4/8/7K w",
        3,
    ),
    (
        "en-passant",
        "rules.en-passant.zone = { white = 'd6', black = 'none' }",
        "k7/3p1p2/8/4P3/8/8/8/7K b",
        2,
    ),
    (
        "captures.mandatory",
        "rules.captures.mandatory = true",
        "k7/8/8/3p4/4P3/8/8/7K w",
        3,
    ),
    (
        "drops",
        "rules.drops = { no-doubled = 'pawn' }\nrules.captured-to = 'captor-hand'",
        "k7/8/8/3p4/4P3/8/8/7K[PN] w",
        2,
    ),
    (
        "walls",
        "rules.walls = { rule = 'past' }",
        "k7/8/8/8/8/8/3R4/7K w",
        3,
    ),
    (
        "checks.allowed",
        "rules.checks.allowed = false",
        "k7/8/8/8/8/8/3R4/7K w",
        2,
    ),
    (
        "checks.allowed = 'mate'",
        "rules.checks.allowed = 'mate'",
        "k7/8/8/8/8/8/1R4R1/7K w",
        3,
    ),
    (
        "flying-generals",
        "rules.checks.flying-generals = true",
        "3k4/8/3n4/8/8/8/8/3K4 b",
        2,
    ),
    (
        "no-escape",
        "rules.checks.no-escape = true",
        "k7/8/8/8/8/8/8/6rK w",
        2,
    ),
    (
        "goal",
        "rules.goal = { piece = 'king', zone = 'rank 3', result = 'draw' }",
        "k7/8/8/8/8/8/7K/8 w",
        3,
    ),
    (
        "connection",
        "rules.connection = { row = 3, pieces = 'rook' }",
        "7k/8/8/8/8/8/8/RR1R2K1 w",
        3,
    ),
    (
        "effects, turning over",
        r#"rules.effects = 'then enemy "K" from to changes side'"#,
        "k7/8/8/4p3/8/8/3R4/7K w",
        2,
    ),
    (
        "passing",
        "rules.passing.always = true",
        "k7/8/8/8/8/8/8/7K w",
        3,
    ),
    (
        "use.no-dead-ends",
        "rules.use.no-dead-ends = true",
        "k7/3P4/8/8/8/8/8/7K w",
        2,
    ),
    (
        "castling",
        "rules.castling = { partners = 'rook' }\nstart = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        2,
    ),
    (
        "gating",
        "rules.gating = true\nstart = 'k7/8/8/8/8/8/8/R3N2K[Q] w AEH - 0 1'",
        "k7/8/8/8/8/8/8/R3N2K[Q] w AEH - 0 1",
        2,
    ),
    (
        "first-leaps",
        "rules.use.first-leaps = { king = 'king', rook = 'rook' }\nstart = '4k3/8/8/8/8/8/8/R3K3 w Ee - 0 1'",
        "4k3/8/8/8/8/8/8/R3K3 w Ee - 0 1",
        3,
    ),
    (
        "castling by atom",
        "pieces.king.move = 'KisO2'\nstart = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        2,
    ),
    (
        "pawn-promotion",
        "rules.pawn-promotion = { pieces = 'pawn', to = ['rook', 'knight'] }",
        "k7/3P4/8/8/8/8/3p4/7K w",
        3,
    ),
    (
        "promotion",
        "pieces.pawn.promotion = { to = ['rook', 'knight'] }",
        "k7/3P4/8/8/8/8/3p4/7K w",
        3,
    ),
    ("en passant", "", "k7/8/8/8/3p4/8/2P1P3/7K w", 3),
    (
        "takes",
        "pieces.rook.move = { betza = 'R', takes = 'pawn' }",
        "k7/8/8/3p4/8/8/3R1n2/7K w",
        2,
    ),
    (
        "use.rifle",
        "rules.use.rifle = true",
        "k7/8/8/3p4/4P3/2N5/8/7K w",
        3,
    ),
    (
        "transfer",
        "rules.use.transfer.files = 4",
        "k7/8/8/3p4/8/8/1RP5/7K w",
        2,
    ),
    (
        "use.madrasi",
        "rules.use.madrasi = true",
        "k7/8/8/3p4/3r2R1/8/8/7K w",
        2,
    ),
    (
        "brakes",
        "rules.use.brakes = { by = 'knight', reach = 'K' }",
        "k7/8/8/1n1P4/8/8/R7/7K w",
        2,
    ),
    (
        "transparency",
        "rules.use.transparency = { by = 'knight', reach = 'K' }",
        "k7/8/8/3p4/1N6/P7/R7/7K w",
        2,
    ),
    (
        "use.patrol",
        "rules.use.patrol = true",
        "k7/8/8/3p4/4P3/8/8/7K w",
        2,
    ),
    (
        "moves",
        "rules.moves = 'own moves only as own guarding it'",
        "k7/8/8/3p4/4P3/8/4R3/7K w",
        2,
    ),
    (
        "safe-ways",
        "pieces.king.move = 'KmAmD'\nrules.use.safe-ways = { who = 'king', way = 'nAnD' }",
        "k7/8/8/3p4/8/1n6/6R1/7K w",
        2,
    ),
    (
        "returns",
        "rules.use.returns = { who = ['knight', 'rook'], home = 'rank ..3' }",
        "k7/8/8/3p4/8/1n6/1R4N1/7K w",
        3,
    ),
    (
        "circuit",
        "rules.use.circuit = { who = 'king', stations = ['file a..d', 'file e..g', 'file h'], to = 'h1-h4', steps = 2 }",
        "8/8/8/3p4/k7/8/6R1/6K1 w",
        3,
    ),
    (
        "drowning",
        "rules.use.drowning.zone = 'rank 4'",
        "k7/8/8/3p4/4P3/2N5/8/7K w",
        3,
    ),
    (
        "use.anti-king",
        "rules.use.anti-king.who = 'white rook'",
        "k7/8/8/8/3R3r/8/8/7K w",
        2,
    ),
    (
        "use.circe",
        "start = '1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1'\nrules.use.circe = true",
        "4k3/8/3n4/8/4P3/8/8/1N2K3 w",
        4,
    ),
    (
        "use.anticirce",
        "start = '1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1'\nrules.use.anticirce = true",
        "4k3/8/8/3n4/5N2/8/8/4K3 w",
        3,
    ),
    (
        "absorption",
        "rules.use.absorption.parts = { queen = ['rook', 'bishop'] }",
        "k7/8/8/3b4/8/8/3R4/7K w",
        3,
    ),
    (
        "effects",
        "rules.effects = 'enemy knight attacked by (mover or partner) changes side'\nrules.forbid = 'capture'",
        "k7/8/8/3n4/8/8/4R3/7K w",
        3,
    ),
    (
        "marks",
        "rules.marks.icy.supply = { white = 1, black = 0 }\nrules.effects = 'quiet and mover rook: mark to as icy'",
        "k7/8/8/8/8/8/4R3/7K w",
        3,
    ),
    (
        "shifts",
        "rules.use.shifts = { lines = 'R', own = 'push', enemy = 'pull' }",
        "k7/8/8/1n1P4/8/8/4R3/7K w",
        2,
    ),
    (
        "foreign-moves",
        "rules.use.foreign-moves = { who = 'pawn', lines = 'fW' }",
        "k7/8/8/3p4/8/8/3pP3/R6K w",
        3,
    ),
    (
        "refusal",
        "rules.use.refusal = { most = 2, only-move = false }",
        "k7/8/8/1n1P4/8/8/4R3/7K w",
        3,
    ),
    (
        "push-pull",
        "rules.use.push-pull = { push = { rook = 'R' }, pull = { knight = 'N' }, off-board = true }",
        "k7/8/8/1n1P4/8/4N3/1R6/7K w",
        2,
    ),
    (
        "moves, actions",
        "rules.marks.bent.supply = 1\nrules.moves = 'own rook moves as \"mF\", mark to as bent'",
        "k7/8/8/3p4/8/1n6/3R4/7K w",
        2,
    ),
    (
        "effects, removal",
        "rules.effects = 'remove (rook or knight) \"R\" from (rook or knight) other-side'",
        "k7/8/8/3p4/8/1n6/4R2n/7K w",
        2,
    ),
    (
        "require",
        "rules.require = ['capture and mover pawn', 'check']",
        "k7/8/8/3p4/4P3/1n6/3R3n/7K w",
        3,
    ),
    (
        "forbid, unmoved",
        "start = 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1'\n\
         rules.forbid = 'mover unmoved knight and not in check'",
        "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - -",
        2,
    ),
    (
        "forbid, captures",
        "rules.sets.heavy = 'rook'\nrules.forbid = 'mover heavy and captured pawn'",
        "k7/8/8/3p4/8/1n6/3R3n/7K w",
        2,
    ),
    (
        "use.wary",
        "rules.use.wary = { who = 'rook', by = 'bishop' }",
        "k2b4/8/8/3p4/8/1n6/4R3/7K w",
        2,
    ),
    (
        "gates",
        "rules.use.gates.zone = 'rank 1'\npieces.pawn.initial = 'rank 3'",
        "k7/8/8/8/1n6/2P5/1PN4K/1NR5 w - - 0 1 unmoved=c2",
        2,
    ),
    (
        "capture-points",
        "rules.capture-points = { worth = { pawn = 1, knight = 3 }, goal = 3, to = 'enemy' }",
        "k7/8/8/3p4/4n3/8/4R3/7K w",
        3,
    ),
    (
        "shoves",
        "rules.use.shoves = { strength = { rook = 2 }, first-side = 'any', off-board = true, instead = true }",
        "k7/8/3p4/3n4/8/3R4/8/3B3K w",
        2,
    ),
    (
        "effects, capturing",
        "rules.effects = ['capture enemy enclosed by to and (own or edge) along \"WF\"', \
         'capture enemy \"sW\" from to enclosed by enemy and enemy along \"sW\"']",
        "k7/8/8/2p1p3/8/3R4/2n5/7K w",
        2,
    ),
    (
        "bare-king, by the board",
        "rules.bare-king = { by = 'board', pieces = ['rook', 'knight'] }",
        "k7/8/8/8/4n3/8/1B2R3/7K w",
        3,
    ),
    (
        "ends",
        "rules.ends = 'captured knight and mover rook: own wins'",
        "k7/8/8/8/8/3n4/3R4/7K w",
        2,
    ),
    (
        "paired-promotion.when",
        "pieces.knight.promoted = 'rook'\nrules.paired-promotion = { zone = 'rank 5..', when = 'capture', \
         also-on = { knight = 'rank 8' } }",
        "k7/8/1p6/3N4/8/1n6/8/7K w",
        3,
    ),
    (
        "rebounds",
        "pieces.bishop.move = ['B', { betza = '[B-sB]', rebounds = true }]",
        "k7/8/8/5p2/8/3B4/8/7K w",
        2,
    ),
    (
        "revisits",
        "pieces.knight.move = { betza = 'aaK', revisits = false }",
        "k7/8/8/8/4p3/3N4/8/7K w",
        1,
    ),
    (
        "ransom",
        "rules.captured-to = 'owner-hand'\nrules.drops = {}\nrules.use.ransom.worth = { knight = 1, rook = 2 }",
        "k7/8/8/8/8/8/8/7K[NRnr] w",
        2,
    ),
    (
        "forbid",
        "rules.forbid = 'mover knight and after: (mover any and ..1 enemy attacked by mover)'",
        "k7/8/8/3p1p2/8/6N1/8/7K w",
        3,
    ),
    (
        "castling-by-squares",
        "start = '4k3/8/8/8/3R4/8/8/K7 w - - 0 1'\nrules.use.castling-by-squares.ways = 'a1c3,d4b2'",
        "4k3/8/8/8/3R4/8/8/K7 w",
        1,
    ),
    (
        "turns",
        "rules.turns.moves = { white = [1, 2], black = 2 }",
        "k7/8/8/3p4/8/8/2P1P3/7K w",
        4,
    ),
    (
        "chains",
        "rules.chains = { over = { rook = 'RF' }, ends = 'at-the-end', remove-at-end = true }\n\
         pieces.rook.move = 'mR'",
        "k7/8/2p5/8/2p2q2/8/2R5/7K w",
        2,
    ),
    (
        "use.custodial",
        "pieces.rook = { move = 'mR' }\n\
         rules.use = { custodial = { who = 'rook', with = 'own or empty [d4]', whom = 'not queen' }, \
         surround.who = 'queen [g5]' }",
        "k7/8/8/3p2q1/8/6R1/8/3RR2K w",
        2,
    ),
    (
        "jump-captures",
        "rules.use.jump-captures = { lines = { rook = 'R' }, over.below = ['queen', 'rook'], ends = 'anywhere', \
         passed = 'enemy-captured' }",
        "k7/8/8/1p1q4/8/8/1P1R1n1b/7K w",
        2,
    ),
    (
        "burns before proximity, on promotion",
        "rules.paired-promotion.zone = 'rank 4..'\npieces.rook.promoted = 'queen'\npieces.queen = { burns = true, \
         captures = { proximity = true, unless-burned = true, on-promotion = true } }",
        "k7/8/8/1p1q4/2n5/8/1P1R4/7K w",
        2,
    ),
    (
        "in-place-promotion",
        "rules.use.in-place-promotion = { piece = 'pawn', to = 'rook', zone = 'rank 2..' }",
        "k7/8/8/3p4/8/2P5/1P1p4/K7 w",
        2,
    ),
    (
        "capture-priority",
        "rules.capture-priority = { values = { queen = 9, rook = 5 }, first = 'knight' }",
        "k7/8/8/r7/8/2N1q3/2p5/N1R4K w",
        2,
    ),
    (
        "quiet-limit",
        "rules.use.quiet-limit = { who = 'rook', moves = 1, while = 'pawn' }",
        "k7/8/8/3r4/8/8/P2R4/7K w",
        3,
    ),
    (
        "in-check = false",
        "pieces.king.move = ['K', { betza = 'D', in-check = false }]",
        "k7/8/8/8/8/8/8/r6K w",
        2,
    ),
];

/// A rule that matters in none of these positions: its name and its text.
pub(super) const INERT: &[(&str, &str)] = &[
    (
        "extinction",
        "rules.extinction = { pieces = 'ghost', count = 0 }",
    ),
    ("goal", "rules.goal = { piece = 'ghost', zone = 'a1' }"),
    (
        "connection",
        "rules.connection = { pieces = 'ghost', row = 3 }",
    ),
    ("petrify", "rules.captures.petrify = 'ghost'"),
    ("immune-to-own", "rules.captures.immune-to-own = 'ghost'"),
    (
        "in-place-promotion",
        "rules.use.in-place-promotion = { piece = 'ghost', to = 'rook' }",
    ),
    (
        "first-leaps",
        "rules.use.first-leaps = { counsellor = 'ghost' }",
    ),
    ("no drop moves", "rules.drops.moves = false"),
    ("perpetual-check, loss", "rules.perpetual-check = 'loss'"),
    (
        "material",
        "rules.adjudication = { material = { winner = 'number' } }",
    ),
    ("twice-ends", "rules.passing.twice-ends = true"),
    ("require", "rules.require = 'mover ghost'"),
    (
        "use.no-strike-back",
        "rules.use.no-strike-back.who = 'ghost'",
    ),
    ("prisoners", "rules.use.prisoners = { ghost = 'rook' }"),
    ("palace", "rules.use.palace = { zone = 'none', limit = 1 }"),
    ("bare-king", "rules.bare-king = 'claim'"),
    ("perpetual-check", "rules.perpetual-check = 'win'"),
    ("capture-duty", "rules.use.capture-duty = { who = 'ghost' }"),
    ("replacement", "rules.use.replacement = { with = 'ghost' }"),
    ("capture-only", "rules.use.capture-only = 'none'"),
    ("pocket", "rules.pocket = { who = 'ghost' }"),
    ("moves, removal", "rules.moves = 'own frozen is removed'"),
    ("point-count", "rules.use.point-count = { margin = 1 }"),
    ("bare-king, hands", "rules.bare-king.hands = true"),
    ("optional-midpoint", "rules.use.optional-midpoint = true"),
    ("move-limit", "rules.move-limit = 50"),
    ("freezing", "pieces.ghost.freezes = {}"),
    ("freezing afar", "pieces.ghost.freezes = { reach = 'own' }"),
    ("burning", "pieces.ghost.burns = true"),
    ("burning afar", "pieces.ghost.burns = { reach = 'Q' }"),
    (
        "protecting afar",
        "pieces.ghost.protects = { reach = 'NN' }",
    ),
    (
        "actions afar",
        "pieces.ghost.actions = { rifle = { reach = 'N' }, push = { reach = 'R' }, boom = { reach = 'U' } }",
    ),
    (
        "proximity afar",
        "pieces.ghost.captures.proximity = { reach = 'mpR' }",
    ),
    ("protecting", "pieces.ghost.protects = true"),
    ("aftermath", "pieces.ghost.after.explodes = '*'"),
    (
        "actions",
        "pieces.ghost.actions = { rifle = true, push = true, boom = true, swap = {} }",
    ),
    (
        "capture methods",
        "pieces.ghost.captures = { custodial = true, mimic = {} }",
    ),
    ("imitating", "pieces.ghost.actions.imitate = {}"),
    ("promotion", "pieces.ghost.promotion = { to = 'rook' }"),
    (
        "pawn-promotion",
        "rules.pawn-promotion = { pieces = 'ghost', to = 'rook' }",
    ),
    (
        "paired-promotion",
        "pieces.ghost.promoted = 'rook'\nrules.paired-promotion = { zone = 'none' }",
    ),
    ("chains", "rules.chains.over = { ghost = 'BDD' }"),
    ("jump-captures", "rules.use.jump-captures.lines.ghost = 'Q'"),
    ("use.custodial", "rules.use.custodial.who = 'ghost'"),
    ("use.surround", "rules.use.surround.who = 'ghost'"),
    (
        "capture-priority",
        "rules.capture-priority = { who = 'ghost' }",
    ),
    (
        "quiet-limit",
        "rules.use.quiet-limit = { who = 'ghost', moves = 1 }",
    ),
    ("transfer", "rules.use.transfer.files = 8"),
    ("sets", "rules.sets.phantom = 'ghost'"),
    ("forbid", "rules.forbid = 'mover ghost'"),
    ("use", "rules.use.madrasi.who = 'ghost'"),
    ("brakes", "rules.use.brakes.by = 'ghost'"),
    ("transparency", "rules.use.transparency.who = 'ghost'"),
    ("moves", "rules.moves = 'own ghost moves as \"N\"'"),
    (
        "safe-ways",
        "rules.use.safe-ways = { who = 'ghost', way = 'nD' }",
    ),
    (
        "returns",
        "rules.use.returns = { who = 'ghost', home = 'rank 1' }",
    ),
    (
        "circuit",
        "rules.use.circuit = { who = 'ghost', stations = ['rank 1', 'rank 2', 'rank 3'], to = 'e2' }",
    ),
    (
        "drowning",
        "rules.use.drowning = { zone = 'rank 4', who = 'ghost' }",
    ),
    (
        "absorption",
        "rules.use.absorption = { captors = 'ghost', parts = { ghost = [] } }",
    ),
    (
        "effects",
        "rules.effects = 'enemy ghost attacked by mover changes side'",
    ),
    ("push-pull", "rules.use.push-pull.push.ghost = 'Q'"),
    ("refusal", "rules.use.refusal.most = 0"),
    (
        "foreign-moves",
        "rules.use.foreign-moves = { who = 'ghost', lines = 'W' }",
    ),
    ("marks", "rules.marks.icy = {}"),
    (
        "shifts",
        "rules.use.shifts = { lines = 'R', own = 'push', who = 'ghost' }",
    ),
    ("turns", "rules.turns.moves = 1"),
    (
        "ends",
        "rules.ends = ['captured ghost: own wins', 'after: no empty: draw by full-board', \
         'stalemate and count of own any = count of enemy any: draw']",
    ),
    ("ransom", "rules.use.ransom.worth.ghost = 1"),
    (
        "castling-by-squares",
        "rules.use.castling-by-squares.ways = []",
    ),
    ("gates", "rules.use.gates.zone = 'none'"),
    (
        "bare-king, by the board",
        "rules.bare-king = { by = 'board', pieces = '*' }",
    ),
    (
        "capture-points",
        "rules.capture-points = { worth = { ghost = 1 }, goal = 1 }",
    ),
    ("shoves", "rules.use.shoves.strength.ghost = 3"),
    (
        "opposite-colors",
        "rules.drops = { moves = false, opposite-colors = 'ghost' }",
    ),
];

/// Pairs in which the inert rule is part of the active one, or changes its meaning.
pub(super) fn are_one(active: &str, inert: &str) -> bool {
    matches!(
        (active, inert),
        (
            "drops" | "captured-to = 'captor-hand'" | "captured-to = 'owner-hand'" | "prisoners" | "ransom"
            | "ends, full board",
            "no drop moves" | "opposite-colors"
        ) | (
            "bare-king = 'immediate'" | "bare-king, by the board",
            "bare-king" | "bare-king, hands" | "bare-king, by the board"
        )            | ("freezes" | "freezes.reach", "moves, removal")
            | ("optional-midpoint" | "double-midpoint", "optional-midpoint")
            | ("pocket", "pocket")
            | ("turns", "turns")
            | ("chains", "chains")
            | ("jump-captures", "jump-captures")
            | ("capture-priority", "capture-priority")
            | ("quiet-limit", "quiet-limit")
            | ("transfer", "transfer")
            | ("forbid" | "forbid, latest" | "forbid, captures" | "forbid, unmoved", "forbid" | "sets")
            | ("require", "require")
            | ("use.madrasi", "use")
            | ("brakes", "brakes")
            | ("transparency", "transparency")
            | ("safe-ways", "safe-ways")
            | ("returns", "returns")
            | ("circuit", "circuit")
            | ("drowning", "drowning")
            | ("moves" | "moves, removal" | "moves, actions", "moves" | "moves, removal")
            | ("moves, actions", "marks")
            | ("absorption" | "use.anticirce", "absorption")
            | (
                "effects" | "effects, removal" | "effects, turning over" | "effects, capturing",
                "effects"
            )
            | ("effects", "forbid")
            | ("marks", "marks" | "effects")
            | ("shifts", "shifts")
            | ("push-pull", "push-pull")
            | ("foreign-moves", "foreign-moves")
            | ("refusal", "refusal")
            | ("ends" | "ends, bare kings" | "ends, full board", "ends")
            | ("ends, bare kings", "bare-king")
            | ("ransom", "ransom")
            | ("castling-by-squares", "castling-by-squares")
            | ("gates", "gates")
            | ("capture-points", "capture-points")
            | ("shoves", "shoves")
            | ("paired-promotion.when" | "burns before proximity, on promotion", "paired-promotion")
            // The rights field names unmoved pieces then, and says nothing where it is not there.
            | (
                "replacement" | "pocket" | "castling by atom" | "castling-by-squares" | "forbid, unmoved",
                "first-leaps"
            )
    )
}
