// Compares boards with those of ffish-es6 in random games. ffish-es6 is installed for this test only.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { installed, peer } from "./setup.mjs";

const VARIANTS = [
  "chess", "crazyhouse", "atomic", "antichess", "3check", "kingofthehill", "racingkings", "horde", "capablanca", "grand", "seirawan",
  "shatranj", "makruk", "sittuyin", "xiangqi", "janggi", "minixiangqi", "shogi", "minishogi", "torishogi", "amazons", "breakthrough",
];
/** The number of positions for each variant. */
const POSITIONS = Number(process.env.FERZ_POSITIONS ?? 40);
const SHOGI = ["SHOGI_HOSKING", "SHOGI_HODGES", "SHOGI_HODGES_NUMBER"];
const NOTATIONS = {
  shogi: SHOGI, minishogi: SHOGI, torishogi: SHOGI, xiangqi: ["XIANGQI_WXF"], minixiangqi: ["XIANGQI_WXF"], janggi: ["JANGGI"],
  makruk: ["THAI_SAN", "THAI_LAN"],
};
/** Ends of the game that ffish leaves to the claim of a player. */
const CLAIMS = ["repetition", "perpetual-check", "perpetual-chase", "back-and-forth", "move-limit", "counting"];

const found = peer("ffish-es6", "0.7.10");
if (found.skip) console.log(`skipped: ${found.skip}`);

/** A move without the letter of a promoted form, because ffish can use a letter that no FEN has. */
const formless = (san) => san.replace(/=\+?[A-Z]/, "=").replace(/^\+?[A-Z][a-w]?\d*/, "").replace(/[+#]$/, "");
/** Normalizes SAN moves for the comparison. */
const SAN = {
  // ffish writes no check sign if kings are adjacent or would explode.
  atomic: (san) => san.replace(/[+#]$/, ""),
  shogi: formless, minishogi: formless, torishogi: formless,
};
/** Variants with thousands of moves, which get fewer positions. */
const FEW = { amazons: 2 };

/** Reproducible random numbers from 0 to 1. */
function numbers(seed) {
  let state = [...seed].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7);
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const words = (text) => text.split(" ").filter(Boolean);
const sorted = (list) => [...list].sort();

/** A FEN without differences of style: empty hands, the order of hands, and further fields. */
function plain(fen) {
  const [board, ...rest] = fen.split(" ").filter((field) => !field.includes("="));
  const [squares, hand = ""] = board.split("[");
  return [squares, sorted(hand.replace(/[\]-]/g, "")).join(""), ...rest];
}

function sameFen(ours, theirs, where) {
  const [mine, other] = [plain(ours), plain(theirs)];
  // ffish writes the en passant square only if a piece could capture on it.
  const at = mine.findIndex((field, index) => index > 1 && /^[a-z]\d+/.test(field));
  if (at > 0 && other[at] === "-") mine[at] = "-";
  assert.deepEqual(mine, other, where);
}

describe("the peer ffish-es6", { skip: found.skip }, async () => {
  if (found.skip) return;
  const place = join(found.folder, "node_modules/ffish-es6");
  // Node does not recognize the file name as that of a module.
  copyFileSync(join(place, "ffish.js"), join(place, "ffish.mjs"));
  const { default: open } = await import(pathToFileURL(join(place, "ffish.mjs")));
  const ffish = await open({ wasmBinary: readFileSync(join(place, "ffish.wasm")) });
  const ferz = await (await installed()).load();

  for (const name of VARIANTS) {
    test(`${name} is played alike`, () => {
      const random = numbers(name);
      let theirs = new ffish.Board(name);
      let ours = new ferz.Board(name);
      for (let n = 0; n < (FEW[name] ?? POSITIONS); n += 1) {
        const where = `${name} after ${ours.moveStack().join(" ")}`;
        sameFen(ours.fen(), theirs.fen(), where);
        assert.equal(ours.turn() === "white", theirs.turn(), where);
        assert.equal(ours.isCheck(), theirs.isCheck(), where);
        assert.equal(ours.gamePly(), theirs.gamePly(), where);
        assert.equal(ours.fullmoveNumber(), theirs.fullmoveNumber(), where);
        assert.equal(ours.halfmoveClock(), theirs.halfmoveClock(), where);
        assert.deepEqual(ours.moveStack(), words(theirs.moveStack()), where);
        for (const side of ["white", "black"]) {
          assert.equal(sorted(ours.pocket(side).join("").toLowerCase()).join(""), sorted(theirs.pocket(side === "white")).join(""), where);
        }
        if (ours.isCheck()) assert.deepEqual(sorted(ours.checkedPieces()), sorted(words(theirs.checkedPieces())), where);
        const outcome = ours.outcome();
        const isOver = outcome !== null && !CLAIMS.includes(outcome.reason) && outcome.reason !== "insufficient-material";
        const legal = isOver ? [] : ours.legalMoves();
        assert.equal(isOver, theirs.isGameOver(), `${where}: ${outcome?.reason}`);
        if (isOver) {
          assert.equal(ours.result(), theirs.result(), where);
        } else {
          assert.deepEqual(legal, sorted(new Set(words(theirs.legalMoves()))), where);
          const [mine, other] = [ours.legalMovesSan(), words(theirs.legalMovesSan())].map((sans) => sorted(sans.map(SAN[name] ?? String)));
          assert.deepEqual(mine, other, where);
        }
        if (legal.length === 0 || ours.gamePly() > 120) {
          theirs.delete();
          ours.delete();
          [theirs, ours] = [new ffish.Board(name), new ferz.Board(name)];
          continue;
        }
        const move = legal[Math.floor(random() * legal.length)];
        assert.equal(ours.isCapture(move), theirs.isCapture(move), `${where}: ${move}`);
        const san = SAN[name] ?? String;
        assert.equal(san(ours.sanMove(move)), san(theirs.sanMove(move, ffish.Notation.SAN)), `${where}: ${move}`);
        assert.equal(san(ours.sanMove(move, "lan")), san(theirs.sanMove(move, ffish.Notation.LAN)), `${where}: ${move}`);
        for (const notation of NOTATIONS[name] ?? []) {
          const mine = ours.sanMove(move, notation.toLowerCase().replaceAll("_", "-"));
          assert.equal(mine, theirs.sanMove(move, ffish.Notation[notation]), `${where}: ${move} as ${notation}`);
        }
        const line = [ours.variationSan(move), theirs.variationSan(move, ffish.Notation.SAN)];
        if (!SAN[name]) assert.equal(...line, where);
        assert.match(line[0], /^\d+\.(\.\.\S| \S)/);
        assert.deepEqual(ferz.validateFen(theirs.fen(), name).filter((one) => one.severity === "error"), [], where);
        // ffish does not know further fields.
        const fen = ours.fen().split(" ").filter((field) => !field.includes("="));
        assert.equal(ffish.validateFen(fen.join(" "), name), 1, `${where}: ${fen.join(" ")}`);
        ours.push(move);
        theirs.push(move);
      }
    });
  }

  test("games of PGN are read alike", () => {
    const pgn = '[White "Ann"]\n[Black "Bob"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 {hm} (3. Nc3) Qd8 *\n';
    const [mine, theirs] = [ferz.readGamePGN(pgn), ffish.readGamePGN(pgn)];
    assert.deepEqual(sorted(mine.headerKeys()), sorted(words(theirs.headerKeys())));
    assert.equal(mine.headers("White"), theirs.headers("White"));
    assert.deepEqual(mine.mainlineMoves(), words(theirs.mainlineMoves()));
  });

  test("variants are loaded alike", () => {
    const ini = "[tictac:chess]\nking = k:N\npawn = -\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    ffish.loadVariantConfig(ini);
    ferz.loadVariantConfig(ini);
    const theirs = new ffish.Board("tictac");
    assert.deepEqual(new ferz.Board("tictac").legalMoves(), sorted(words(theirs.legalMoves())));
    assert.ok(words(ffish.variants()).filter((name) => !ferz.variants().includes(name)).length === 0);
    // ffish returns the start FEN as its author wrote it.
    const start = (fen) => plain(fen).slice(0, 3);
    for (const name of VARIANTS) assert.deepEqual(start(ferz.startingFen(name)), start(ffish.startingFen(name)), name);
  });
});
