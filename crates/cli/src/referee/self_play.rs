//! Self-play: games of our search against itself, which measure a variant or an army instead of players.

use std::time::Duration;

use super::game::{Limit, MatchGame, ResignRule, Terms};
use super::own::OwnPlayer;
use super::row::{GameKey, GameRow};
use ferz::game::{Game, Variant};
use ferz::search::{Control, SearchOptions};

/// The terms of self-play games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayTerms {
    /// The node limit for each move.
    pub nodes: u64,
    /// The number of plies after which a game is drawn.
    pub max_plies: u32,
    /// The rule of resignation; without it games are played to the end.
    pub resign: Option<ResignRule>,
}

impl SelfPlayTerms {
    /// The terms in result rows.
    pub fn text(&self) -> String {
        let resign = self.resign.map_or(String::new(), |rule| {
            format!(" resign:count={},score={}", rule.count, rule.score)
        });
        format!("nodes={} max-plies={}{resign}", self.nodes, self.max_plies)
    }
}

/// Self-play in one variant.
#[derive(Debug)]
pub struct SelfPlay {
    variant: Variant,
    player: OwnPlayer,
}

impl SelfPlay {
    /// A search that plays both sides with these options.
    pub fn new(variant: &Variant, options: SearchOptions) -> SelfPlay {
        SelfPlay {
            variant: variant.clone(),
            player: OwnPlayer::new(options),
        }
    }

    /// Plays a game to its end. It is determined by the opening and the terms.
    pub fn play(&mut self, opening: &Game, terms: SelfPlayTerms, key: GameKey) -> GameRow {
        let book = opening.moves().len();
        let mut game = MatchGame::new(
            opening.clone(),
            Terms {
                limits: [Limit::Nodes(terms.nodes); 2],
                margin: Duration::ZERO,
                wall: Duration::MAX,
                max_plies: Some(terms.max_plies),
                resign: terms.resign,
                draw: None,
            },
        );
        self.player.prepare(&self.variant);
        while game.ending().is_none() {
            let budget = game.budget();
            let control = Control::default();
            match self.player.think(game.game(), &budget, &control) {
                Some((mv, thought)) => game.make(&mv, Duration::ZERO, thought),
                None => break,
            }
        }
        // In a game that is not over, the search always finds a move.
        let ending = game.ending().cloned().unwrap_or_else(|| super::Ending {
            white: 0.5,
            black: 0.5,
            cause: super::Cause::Stall,
            details: "the search found no move".to_owned(),
        });
        GameRow::of_game(key, &game, book, &ending)
    }
}
