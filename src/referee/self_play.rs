//! Our search against itself: games that say something about a variant, or an army, and nothing about
//! players.

use std::time::Duration;

use super::game::{Limit, MatchGame, ResignRule, Terms};
use super::own::OwnPlayer;
use super::row::{GameKey, GameRow};
use crate::game::{Game, Variant};
use crate::search::{Control, SearchOptions};
use crate::state::Color;

/// How the games of our search against itself are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfPlayTerms {
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// Games of so many half-moves are drawn.
    pub max_plies: u32,
    /// When a game is taken to be decided; it goes on to its end without it.
    pub resign: Option<ResignRule>,
}

impl SelfPlayTerms {
    /// What rows of such games have as their terms.
    pub fn text(&self) -> String {
        let resign = self.resign.map_or(String::new(), |rule| {
            format!(" resign:count={},score={}", rule.count, rule.score)
        });
        format!("nodes={} max-plies={}{resign}", self.nodes, self.max_plies)
    }
}

/// Our search against itself in one variant.
#[derive(Debug)]
pub struct SelfPlay {
    variant: Variant,
    player: OwnPlayer,
    /// Who plays against it; itself without one.
    opponent: Option<OwnPlayer>,
}

impl SelfPlay {
    /// A search that plays both sides with these options.
    pub fn new(variant: &Variant, options: SearchOptions) -> SelfPlay {
        SelfPlay {
            variant: variant.clone(),
            player: OwnPlayer::new(options),
            opponent: None,
        }
    }

    /// With another search as opponent, which has Black in the first game of a pair and White in the second.
    #[must_use]
    pub fn against(mut self, options: SearchOptions) -> SelfPlay {
        self.opponent = Some(OwnPlayer::new(options));
        self
    }

    /// Plays a game to its end. Nothing but the opening and the terms says how it goes.
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
        let players = [Some(&mut self.player), self.opponent.as_mut()];
        players
            .into_iter()
            .flatten()
            .for_each(|player| player.prepare(&self.variant));
        let first = [Color::White, Color::Black][usize::from(key.half.min(1))];
        while game.ending().is_none() {
            let budget = game.budget();
            let control = Control::default();
            let player = match &mut self.opponent {
                Some(opponent) if game.turn() != first => opponent,
                _ => &mut self.player,
            };
            match player.think(game.game(), &budget, &control) {
                Some((mv, thought)) => game.make(&mv, Duration::ZERO, thought),
                None => break,
            }
        }
        // A game that goes on has a move that the search finds.
        let ending = game.ending().cloned().unwrap_or_else(|| super::Ending {
            white: 0.5,
            black: 0.5,
            cause: super::Cause::Stall,
            details: "the search found no move".to_owned(),
        });
        GameRow::of_game(key, &game, book, &ending)
    }
}
