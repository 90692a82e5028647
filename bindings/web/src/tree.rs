//! The game tree: a game with its variations, and a current node.

use ferz::game::{Game, Position};
use ferz::notation::{Annotation, Line, MoveNumber, MoveStyle, Pgn, PgnMove, PgnStyle};
use ferz::state::{Color, Move};
use serde_json::{Value, json};

use crate::request::{Rank, Refusal};

/// A node of the tree: the root is the initial position, every other node follows a move.
#[derive(Debug)]
struct Node {
    parent: usize,
    made: Option<Move>,
    san: String,
    text: String,
    mover: Color,
    number: u16,
    /// The children, the main line first.
    children: Vec<usize>,
}

/// A game with its variations.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Option<Node>>,
    current: usize,
    game: Game,
    /// The FEN of the initial position, if it is not the start position.
    start: Option<String>,
}

impl Tree {
    /// A tree without moves.
    pub(crate) fn new(position: Position) -> Tree {
        let root = Node {
            parent: 0,
            made: None,
            san: String::new(),
            text: String::new(),
            mover: position.turn(),
            number: position.setup().fullmove_number,
            children: Vec::new(),
        };
        let fen = position.to_fen();
        let start = (fen != position.variant().start().to_fen()).then_some(fen);
        Tree {
            nodes: vec![Some(root)],
            current: 0,
            game: Game::new(position),
            start,
        }
    }

    /// The FEN of the initial position, if it is not the start position.
    pub(crate) fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The game up to the current node.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Plays a legal move; it becomes a variation if another move was played here.
    pub(crate) fn play(&mut self, mv: &Move) {
        let position = self.game.position();
        let text = position.move_text(mv);
        let here = self.node(self.current);
        let known = here.children.iter().copied();
        let known = known
            .into_iter()
            .find(|child| self.node(*child).text == text);
        let next = known.unwrap_or(self.nodes.len());
        if known.is_none() {
            let node = Node {
                parent: self.current,
                made: Some(mv.clone()),
                san: position.san(mv),
                text,
                mover: position.turn(),
                number: position.setup().fullmove_number,
                children: Vec::new(),
            };
            self.nodes.push(Some(node));
            let current = self.current;
            self.node_mut(current).children.push(next);
        }
        self.game.play_unchecked(mv);
        self.current = next;
    }

    /// Plays the moves of a game and the variations of its line, and goes to the end.
    pub(crate) fn play_line(&mut self, moves: &[Move], line: &Line) {
        let before: Vec<usize> = moves
            .iter()
            .map(|mv| {
                let before = self.current;
                self.play(mv);
                before
            })
            .collect();
        let end = self.current;
        for (before, written) in before.iter().zip(&line.moves) {
            self.add_variations(*before, written);
        }
        self.goto(end);
    }

    /// Adds the variations of a move, as far as their moves are legal.
    fn add_variations(&mut self, before: usize, written: &PgnMove) {
        for annotation in &written.annotations {
            let Annotation::Variation(line) = annotation else {
                continue;
            };
            self.goto(before);
            for written in &line.moves {
                let here = self.current;
                let Ok(mv) = self.game.position().parse_san(&written.text) else {
                    break;
                };
                self.play(&mv);
                let behind = self.current;
                self.add_variations(here, written);
                self.goto(behind);
            }
        }
    }

    /// Goes to a node; `false` if it does not exist.
    pub(crate) fn goto(&mut self, node: usize) -> bool {
        if self.nodes.get(node).is_none_or(Option::is_none) {
            return false;
        }
        let path = self.path(node);
        let here = self.path(self.current);
        let common = path.iter().zip(&here).take_while(|(a, b)| a == b).count();
        for _ in common..here.len() {
            self.game.undo();
        }
        for step in &path[common..] {
            if let Some(mv) = self.node(*step).made.clone() {
                self.game.play_unchecked(&mv);
            }
        }
        self.current = node;
        true
    }

    /// Removes a node with its descendants; `false` if it does not exist or is the root.
    pub(crate) fn remove(&mut self, node: usize) -> bool {
        if node == 0 || self.nodes.get(node).is_none_or(Option::is_none) {
            return false;
        }
        let parent = self.node(node).parent;
        if self.path(self.current).contains(&node) {
            self.goto(parent);
        }
        self.node_mut(parent)
            .children
            .retain(|child| *child != node);
        let mut doomed = vec![node];
        while let Some(one) = doomed.pop() {
            if let Some(gone) = self.nodes[one].take() {
                doomed.extend(gone.children);
            }
        }
        while self.nodes.last().is_some_and(Option::is_none) {
            self.nodes.pop();
        }
        true
    }

    /// Takes back the last move; returns its text, if there was one.
    pub(crate) fn undo(&mut self) -> Option<String> {
        let here = self.current;
        let text = self.node(here).text.clone();
        self.remove(here).then_some(text)
    }

    /// Moves the variation of a node before or after its siblings; `false` if nothing changes. The
    /// variation begins at the last node on the path that can be moved.
    pub(crate) fn shift(&mut self, node: usize, to: Rank) -> bool {
        if self.nodes.get(node).is_none_or(Option::is_none) {
            return false;
        }
        let path = self.path(node);
        let mut moved = false;
        for step in path.into_iter().rev() {
            let parent = self.node(step).parent;
            let lines = &mut self.node_mut(parent).children;
            let Some(at) = lines.iter().position(|line| *line == step) else {
                continue;
            };
            match to {
                Rank::Up if at > 0 => lines.swap(at, at - 1),
                Rank::Down if at + 1 < lines.len() => lines.swap(at, at + 1),
                Rank::Main if at > 0 => {
                    lines[..=at].rotate_right(1);
                    moved = true;
                    continue;
                }
                _ => continue,
            }
            return true;
        }
        moved
    }

    /// The last move.
    pub(crate) fn last(&self) -> Option<&Move> {
        self.node(self.current).made.as_ref()
    }

    /// The texts of the moves so far.
    pub(crate) fn moves(&self) -> Vec<&str> {
        let path = self.path(self.current);
        path.iter()
            .map(|one| self.node(*one).text.as_str())
            .collect()
    }

    /// All nodes, for the move list.
    pub(crate) fn to_json(&self) -> Value {
        let nodes = self.nodes.iter().enumerate();
        let nodes: Vec<Value> = nodes
            .filter_map(|(id, node)| {
                let node = node.as_ref()?;
                Some(json!({
                    "id": id, "parent": node.parent, "san": node.san, "text": node.text,
                    "mover": side(node.mover), "number": node.number, "children": node.children,
                }))
            })
            .collect();
        json!({ "nodes": nodes, "current": self.current })
    }

    /// The whole tree as PGN with tags. `name` is the variant name for readers.
    pub(crate) fn to_pgn(&self, name: &str, tags: &[(String, String)]) -> Result<String, Refusal> {
        // The tags are those of the current game.
        let mut pgn = Pgn::of_game(&self.game, name, MoveStyle::San);
        pgn.line.moves.clear();
        self.write_line(0, &mut pgn.line.moves);
        for (name, value) in tags {
            let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
            if name.is_empty() || !name.chars().all(is_sign) {
                return Err(Refusal::new(&format!("`{name}` is no name of a tag")));
            }
            pgn.set_tag(name, value);
        }
        Ok(pgn.to_text(PgnStyle::Export))
    }

    /// The main line after a node, with its siblings as variations of its moves.
    fn write_line(&self, from: usize, moves: &mut Vec<PgnMove>) {
        let mut at = from;
        while let Some((main, others)) = self.node(at).children.split_first() {
            let mut one = self.pgn_move(*main);
            for other in others {
                let mut line = Line {
                    moves: vec![self.pgn_move(*other)],
                    ..Default::default()
                };
                self.write_line(*other, &mut line.moves);
                one.annotations.push(Annotation::Variation(line));
            }
            moves.push(one);
            at = *main;
        }
    }

    fn pgn_move(&self, node: usize) -> PgnMove {
        let node = self.node(node);
        PgnMove {
            text: node.san.clone(),
            number: Some(MoveNumber {
                number: u32::from(node.number),
                is_black: node.mover == Color::Black,
            }),
            ..PgnMove::default()
        }
    }

    /// The nodes from the root to this one.
    fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push(at);
            at = self.node(at).parent;
        }
        path.reverse();
        path
    }

    fn node(&self, id: usize) -> &Node {
        self.nodes[id]
            .as_ref()
            .expect("numbers of moments come from the tree")
    }

    fn node_mut(&mut self, id: usize) -> &mut Node {
        self.nodes[id]
            .as_mut()
            .expect("numbers of moments come from the tree")
    }
}

/// The name of a side in the page.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
