//! The workbench: shows the board of a definition that is being edited, and applies changes.

use serde_json::{Value, json};

use ferz::formats::Format;
use ferz::game::Variant;
use ferz::geometry::Square;
use ferz::state::Cell;
use ferz_designer::authoring::{Design, Edges, NewPiece, PieceChange, set_move};

use crate::board::{board_of, kind, named, styled};
use crate::request::{Answer, Change, Open, Refusal, Workbench};
use crate::session::piece;
use crate::sessions::VariantCache;

/// The view of a definition on the workbench. Its holes are squares of the picture.
pub(crate) fn show(bench: &Workbench, cache: &mut VariantCache) -> Answer {
    must_be_toml(&bench.text)?;
    let variant = variant(&bench.text, bench.variant.clone(), cache)?;
    let theme = styled(named(&bench.theme), bench.pieces.as_deref())?;
    let shape = variant.shape();
    let whole = shape.whole();
    let position = variant.start();
    let mut pieces = Vec::new();
    let mut walls = Vec::new();
    for square in shape.squares() {
        match position.board().get(square) {
            Cell::Piece(piece) => pieces.push(json!([square.index(), kind(piece)])),
            Cell::Wall => walls.push(square.index()),
            Cell::Empty => {}
        }
    }
    let holes = whole.squares().filter(|square| !shape.exists(*square));
    let holes: Vec<usize> = holes.map(|square| square.index()).collect();
    let design = Design {
        text: &bench.text,
        variant: &variant,
    };
    let zones = design.zones().into_iter().map(|zone| {
        let squares: Vec<usize> = zone.squares.iter().map(|square| square.index()).collect();
        json!({
            "keys": zone.keys, "piece": zone.piece, "words": zone.words, "squares": squares,
        })
    });
    Ok(json!({
        "board": board_of(&variant, &whole, bench.below.color(), &theme),
        "pieces": pieces, "walls": walls, "holes": holes, "zones": zones.collect::<Vec<Value>>(),
    }))
}

/// The text after a change, which must keep it playable.
pub(crate) fn change(
    text: &str,
    name: Option<String>,
    change: &Change,
    cache: &mut VariantCache,
) -> Answer {
    must_be_toml(text)?;
    let changed = changed(text, &variant(text, name.clone(), cache)?, change)?;
    variant(&changed, name, cache)?;
    Ok(json!({ "text": changed }))
}

/// The text with another move for a piece. The move may have errors, so that its findings are
/// shown.
pub(crate) fn rewrite(text: &str, name: &str, piece: &str, betza: &str) -> Answer {
    must_be_toml(text)?;
    let changed = set_move(text, name, piece, betza);
    let changed = changed.map_err(|reason| Refusal::new(&reason))?;
    Ok(json!({ "text": changed }))
}

fn changed(text: &str, variant: &Variant, change: &Change) -> Result<String, Refusal> {
    let design = Design { text, variant };
    let squares = |numbers: &[u16]| -> Result<Vec<Square>, Refusal> {
        numbers.iter().map(|one| square(variant, *one)).collect()
    };
    let changed = match change {
        Change::Put { square: at, kind } => {
            let kind = kind.as_deref().map(|kind| piece(variant, kind));
            design.put(&[(square(variant, *at)?, kind.transpose()?)])
        }
        Change::Move { from, to } => {
            let (from, to) = (square(variant, *from)?, square(variant, *to)?);
            let moved = variant.start().piece_on(from);
            let moved = moved.ok_or_else(|| Refusal::new("no piece stands there"))?;
            design.put(&[(from, None), (to, Some(moved))])
        }
        Change::Holes { squares: all, on } => design.set_holes(&squares(all)?, *on),
        Change::Walls { squares: all, on } => design.set_walls(&squares(all)?, *on),
        Change::Zone {
            keys,
            squares: all,
            on,
        } => {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            design.set_zone(&keys, &squares(all)?, *on)
        }
        Change::Size {
            left,
            right,
            bottom,
            top,
        } => design.resize(Edges {
            left: *left,
            right: *right,
            bottom: *bottom,
            top: *top,
        }),
        Change::Alter {
            piece,
            letter,
            value,
            picture,
        } => design.change_piece(
            piece,
            &PieceChange {
                letter: letter.clone(),
                value: *value,
                picture: picture.clone(),
            },
        ),
        Change::Piece {
            name,
            letter,
            betza,
            value,
            picture,
        } => design.add_piece(&NewPiece {
            name: name.clone(),
            letter: letter.clone(),
            betza: betza.clone(),
            value: *value,
            picture: picture.clone(),
        }),
    };
    changed.map_err(|reason| Refusal::new(&reason))
}

fn must_be_toml(text: &str) -> Result<(), Refusal> {
    if Format::recognize(text) == Some(Format::Toml) {
        return Ok(());
    }
    let message = "only definitions in TOML are changed here; convert the definition first";
    Err(Refusal::new(message))
}

/// The variant of a text.
fn variant(text: &str, name: Option<String>, cache: &mut VariantCache) -> Result<Variant, Refusal> {
    let open = Open {
        text: Some(text.to_owned()),
        variant: name,
        ..Open::default()
    };
    let (loaded, _) = cache.load(&open).map_err(|(refusal, _)| refusal)?;
    Ok(loaded.variant)
}

fn square(variant: &Variant, number: u16) -> Result<Square, Refusal> {
    let is_there = usize::from(number) < variant.shape().area();
    is_there
        .then(|| Square::new(number))
        .ok_or_else(|| Refusal::new("there is no such square"))
}
