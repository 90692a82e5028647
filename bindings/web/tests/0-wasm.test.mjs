// The library without a page: what it answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const ask = (library, request) => {
  const said = library.ask(request);
  assert.ok(!said.error, JSON.stringify(said.error));
  return said.ok;
};
const inherits = (name) => `name = 'test'\ninherits = '${name}'\n`;

export const tests = {
  "every built-in game opens, and has as many first moves as it should": {
    waits: null,
    async run(_, { library }) {
      const first = { chess: 20, crazyhouse: 20, xiangqi: 44, shogi: 30, capablanca: 28, grand: 65, seirawan: 28, amazons: 2176 };
      const known = new Map(Object.entries(first));
      for (const { name } of ask(library, { op: "builtins" })) {
        const opened = ask(library, { op: "open", text: inherits(name) });
        assert.equal(opened.variant, "test", `${name}: ${JSON.stringify(opened.refusal)}`);
        assert.deepEqual(opened.findings.filter((one) => one.severity === 1), [], name);
        const expected = known.get(name);
        if (expected !== undefined) assert.equal(opened.view.input.moves, expected, name);
        known.delete(name);
      }
      assert.deepEqual([...known], []);
    },
  },
  "the three slips are found where `ferz check` finds them": {
    waits: null,
    async run(_, { library }) {
      const text = "# Three slips, to see what `ferz check` says.\n\nname = 'slips'\ninherits = 'chess'\n\n[pieces.griffon]\nletter = 'G'\nmove = '[F?R'\nvlaue = 8\n\n[pieces.pawn.promotion]\nto = ['grifon', 'rook']\n";
      const { findings, variant } = ask(library, { op: "open", text });
      const places = findings.map(({ code, range: { start } }) => [code, start.line + 1, start.character + 1]);
      assert.deepEqual(places, [["E0105", 8, 9], ["E0302", 9, 1], ["E0306", 12, 7]]);
      assert.equal(variant, null);
    },
  },
  "the page plays as large games as the command line": {
    waits: null,
    async run(_, { library }) {
      const text = readFileSync(new URL("../../../examples/variants/taikyoku.toml", import.meta.url), "utf8");
      const opened = ask(library, { op: "open", text });
      assert.equal(opened.variant, "taikyoku", JSON.stringify(opened.refusal));
    },
  },
  "a request that cannot be read and a piece that is not there are refused": {
    waits: null,
    async run(_, { library }) {
      assert.match(library.ask({ op: "dance" }).error.message, /cannot be read/);
      ask(library, { op: "open", text: inherits("chess") });
      for (const kind of ["w99", "x0", "", "w"]) assert.ok(library.ask({ op: "enter", event: "hand", kind }).error, kind);
      assert.ok(library.ask({ op: "enter", event: "square", square: 64 }).error);
      assert.ok(library.ask({ op: "goto", node: 5 }).error);
    },
  },
  "a game is a tree, and PGN has all of it": {
    waits: null,
    async run(_, { library }) {
      ask(library, { op: "open", text: inherits("chess") });
      for (const text of ["e4", "e5", "Nf3"]) ask(library, { op: "enter", event: "text", text });
      ask(library, { op: "goto", node: 1 });
      ask(library, { op: "enter", event: "text", text: "c5" });
      const { text } = ask(library, { op: "write", form: "pgn" });
      assert.match(text, /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3 \*/);
      const view = ask(library, { op: "read", text });
      assert.deepEqual(view.moves, ["e2e4", "e7e5", "g1f3"]);
      // The variation was read as well.
      assert.match(ask(library, { op: "write", form: "pgn" }).text, /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3 \*/);
      ask(library, { op: "remove", node: 2 });
      assert.deepEqual(ask(library, { op: "view" }).line.nodes.map((node) => node.san), ["", "e4", "c5"]);
    },
  },
  "variations go before and behind one another, and become the game": {
    waits: null,
    async run(_, { library }) {
      ask(library, { op: "open", text: inherits("chess") });
      const type = (...texts) => texts.forEach((text) => ask(library, { op: "enter", event: "text", text }));
      const pgn = () => ask(library, { op: "write", form: "pgn" }).text.split("\n\n")[1].trim();
      type("e4", "e5");
      ask(library, { op: "goto", node: 1 });
      type("c5", "Nf3");
      ask(library, { op: "goto", node: 1 });
      type("d5");
      assert.equal(pgn(), "1. e4 e5 (1... c5 2. Nf3) (1... d5) *");
      // The last move of a line stands for its first one.
      ask(library, { op: "shift", node: 4, to: "down" });
      assert.equal(pgn(), "1. e4 e5 (1... d5) (1... c5 2. Nf3) *");
      ask(library, { op: "shift", node: 4, to: "up" });
      ask(library, { op: "shift", node: 4, to: "up" });
      assert.equal(pgn(), "1. e4 c5 (1... e5) (1... d5) 2. Nf3 *");
      assert.match(library.ask({ op: "shift", node: 4, to: "up" }).error.message, /already/);
      ask(library, { op: "goto", node: 0 });
      type("d4", "d5");
      ask(library, { op: "shift", node: 5, to: "main" });
      assert.equal(pgn(), "1. e4 (1. d4 d5) 1... d5 (1... c5 2. Nf3) (1... e5) *");
      ask(library, { op: "shift", node: 7, to: "main" });
      assert.equal(pgn(), "1. d4 (1. e4 d5 (1... c5 2. Nf3) (1... e5)) 1... d5 *");
      // The moment that is shown is still the same.
      assert.deepEqual(ask(library, { op: "view" }).moves, ["d2d4", "d7d5"]);
      assert.ok(library.ask({ op: "shift", node: 99, to: "up" }).error);
    },
  },
  "the engine mates in one, and tells its lines": {
    waits: null,
    async run(_, { library }) {
      const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3";
      const found = ask(library, { op: "think", text: inherits("chess"), fen, depth: 3, lines: 2 });
      assert.equal(found.best, "f3f7");
      assert.equal(found.lines[0].mate, 1);
      assert.ok(library.told.some((one) => one.line?.rank === 2));
    },
  },
  "the evaluation of a built-in game has a name": {
    waits: null,
    async run(_, { library }) {
      const name = (game) => ask(library, { op: "evaluation", ...game });
      assert.equal(name({ variant: "chess" }), "chess");
      assert.equal(name({ variant: "opulent" }), "grand");
      assert.equal(name({ variant: "benedict" }), null);
      assert.equal(name({ text: inherits("chess") }), null);
    },
  },
  "a search in slices finds what one in one piece finds, and is ended or replaced at any time": {
    waits: null,
    async run(_, { library }) {
      // Other texts, other searchers: none has seen what another one has.
      const text = (words) => `# ${words}\n${inherits("chess")}`;
      const whole = ask(library, { op: "think", text: text("whole"), depth: 7 });
      let slices = 1;
      let said = ask(library, { op: "think", text: text("slices"), depth: 7, slice: 2 });
      for (; said.going; slices += 1) said = ask(library, { op: "go-on", slice: 2 });
      assert.deepEqual({ ...said, time: 0 }, { ...whole, time: 0 });
      assert.ok(slices > 1, `${slices} slices`);
      assert.match(library.ask({ op: "go-on", slice: 2 }).error.message, /no search/);

      const endless = { op: "think", text: text("endless"), slice: 20 };
      assert.ok(ask(library, endless).going);
      // Another question takes its place.
      assert.ok(ask(library, { ...endless, moves: ["e2e4"] }).going);
      assert.ok(ask(library, { op: "go-on", slice: 20 }).going);
      const { best, lines } = ask(library, { op: "end-search" });
      assert.match(best, /^[a-h][78][a-h][56]$|^[bg]8/);
      assert.ok(lines[0].depth > 1);
      assert.match(library.ask({ op: "end-search" }).error.message, /no search/);
    },
  },
  "leaps and slides have the shortest notation": {
    waits: null,
    async run(_, { library }) {
      const ring = (a, b) => [[a, b], [b, a]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]);
      const of = (leaps, slides = []) => ask(library, { op: "compose", leaps, slides }).betza;
      assert.equal(of(ring(1, 2)), "N");
      assert.equal(of([...ring(0, 1), ...ring(1, 1)]), "K");
      assert.equal(of(ring(1, 2), ring(0, 1)), "RN");
      assert.equal(of([], [...ring(0, 1), ...ring(1, 1)]), "Q");
      assert.equal(of([[0, 1]], []), "fW");
    },
  },
  "a move is written into a definition wherever the piece has its place": {
    waits: null,
    async run(_, { library }) {
      const cases = [
        "name = 'test'\ninherits = 'chess'\n",
        "name = 'test'\ninherits = 'chess'\npieces.knight.move = 'N'\n",
        "name = 'test'\ninherits = 'chess'\n[pieces.knight]\nletter = 'N'",
        "[test]\ninherits = 'chess'\n",
        "[test]\ninherits = 'chess'\n[test.pieces.knight]\nmove = \"N\" # a knight\n",
      ];
      for (const text of cases) {
        ask(library, { op: "open", text });
        const changed = ask(library, { op: "rewrite", text, piece: "knight", betza: "NN" }).text;
        const opened = ask(library, { op: "open", text: changed });
        assert.deepEqual(opened.findings.filter((one) => one.severity === 1), [], changed);
        const knight = ask(library, { op: "pieces" }).find((one) => one.name === "knight");
        assert.deepEqual(knight.betza, ["NN"], changed);
      }
    },
  },
  "a view has the way of the last move and the part of a turn, and a refusal its reason": {
    waits: null,
    async run(_, { library }) {
      const enter = (event, more) => ask(library, { op: "enter", event, ...more });
      const type = (text) => enter("text", { text });
      ask(library, { op: "open", text: inherits("chess") });
      const at = Object.fromEntries(ask(library, { op: "board", theme: "light", below: "white" }).squares.map((one) => [one.name, one.id]));
      assert.deepEqual(type("e2e4").moved, [[at.e2, at.e4]]);
      assert.equal(ask(library, { op: "view" }).turnPart, null);
      for (const text of ["e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]) type(text);
      // Two pieces castle.
      assert.deepEqual(type("O-O").moved.sort(), [[at.e1, at.g1], [at.h1, at.f1]].sort());
      enter("lift", { square: at.d7 });
      const { refusal, input } = enter("put", { square: at.e5 });
      assert.match(refusal.message, /the pawn on d7 cannot move to e5: your own pawn stands there/);
      assert.equal(input.origin, null);
      // A queen goes on after its first capture, square by square.
      ask(library, { op: "open", text: "name = 'legs'\ninherits = 'chess'\npieces.queen.move = '[cW-mW]'\n", fen: "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1" });
      const legs = ask(library, { op: "legal", form: "text" }).find((text) => text.startsWith("d1"));
      assert.ok(legs, "a move of two legs");
      const moved = type(legs).moved[0];
      assert.ok(moved.length >= 2 && moved[0] === at.d1, JSON.stringify(moved));
      ask(library, { op: "open", text: inherits("marseillais") });
      type("e2e4");
      assert.deepEqual(ask(library, { op: "view" }).turnPart, { move: 1, of: 2 });
      type("e7e5");
      assert.deepEqual(ask(library, { op: "view" }).turnPart, { move: 2, of: 2 });
    },
  },
  "findings can be left to a later request": {
    waits: null,
    async run(_, { library }) {
      const text = "name = 'x'\ninherits = 'chess'\npieces.queen.vlaue = 8\n";
      const opened = ask(library, { op: "open", text, unchecked: true });
      assert.deepEqual([opened.findings, opened.variant], [[], null]);
      assert.match(opened.refusal.message, /vlaue/);
      assert.equal(ask(library, { op: "check", text }).findings.length, 1);
    },
  },
  "a cannon needs its mount": {
    waits: null,
    async run(_, { library }) {
      ask(library, { op: "open", text: inherits("xiangqi") });
      const cannon = ask(library, { op: "pieces" }).find((one) => one.name === "cannon");
      const { squares } = ask(library, { op: "board", theme: "light", below: "white" });
      const at = (name) => squares.find((one) => one.name === name).id;
      const moves = (friends) => ask(library, { op: "moves", kind: cannon.kind, square: at("e5"), enemies: [at("e9")], friends, theme: "light", below: "white" }).targets;
      assert.ok(!moves([]).includes(at("e9")));
      assert.ok(moves([at("e7")]).includes(at("e9")));
    },
  },
};
